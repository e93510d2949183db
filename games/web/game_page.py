"""The context of the game page: the question, what happened since, the boards, the log."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.urls import reverse
from django.utils.translation import gettext as _

from games.access import Permission
from games.engine.contract import ScoreLine
from games.models import Game, Move, Seat, Turn
from games.people.models import User
from games.site_urls import absolute_url
from games.table import pausing, queries, takeback
from games.table.errors import TakenBackTooOften
from games.table.open_questions import OpenQuestion, open_question
from games.table.positions import rules_of, secret_commitment, stored_position
from games.table.queries import LogEntry
from games.web.answer_forms import Section, sections
from games.web.posted_answer import SelectionAnswer
from games.web.visitors import Visitor
from games.wording import in_words

RECENT_ENTRIES: Final = 40
"""Entries of the log on the game page; another page has the whole log."""
POLL_SECONDS_BOTS: Final = 2
POLL_SECONDS_PEOPLE: Final = 5


@dataclass(frozen=True)
class AnswerError:
    """Why the last answer from this page was not played. The question beside it shows what is possible."""

    reason: str
    since: Sequence[str] = ()
    """What happened after the question was asked."""
    given: str = ""
    """The line that could not be played."""
    selection_answer: SelectionAnswer | None = None
    """The checkboxes that were ticked."""


@dataclass(frozen=True)
class Standing:
    """The result of one seat."""

    name: str
    seat: int
    rank: int
    total: int
    tie_break: int


@dataclass(frozen=True)
class ScoreTable:
    """The final scores: the standings from the winner on, and one row for each part of the scores."""

    standings: list[Standing]
    parts: list[tuple[str, list[int]]]


@dataclass(frozen=True)
class Waiting:
    """Somebody the game waits for."""

    name: str
    stage: str
    turn: Turn


@dataclass(frozen=True)
class LogLine:
    """One entry of the log."""

    number: int
    sentences: tuple[str, ...]
    source: str


@dataclass(frozen=True)
class GamePage:
    """All that the templates of a running or finished game show; they use the fields by these names."""

    game: Game
    seat: Seat | None
    """The visitor's own; None for hosts without a seat and for spectators."""
    seats: Sequence[Seat]
    is_host: bool
    title: str
    folder: str
    """Where the game's own templates lie."""
    names: Sequence[str]
    """The names of the players, by seat."""
    asked: OpenQuestion | None
    sections: Sequence[Section]
    error: AnswerError | None
    view: object
    highlighted: frozenset[str]
    waiting: Sequence[Waiting]
    answered_ahead: bool
    pause_reason: str
    poll_seconds: int
    since: Sequence[str]
    """What happened since the visitor's last turn."""
    log: Sequence[LogLine]
    can_undo: bool
    undone_too_often: str
    may_resign: bool
    may_set_visibility: bool
    next_turn: Turn | None
    over: bool
    share_link: str
    score_table: ScoreTable | None
    options: Sequence[tuple[str, str]]
    special: Sequence[tuple[str, str]]
    secret_hash: str
    """SHA-256 of what all draws come from; empty if the game hides and draws nothing."""

    def context(self, **more: object) -> dict[str, Any]:
        """The context of a template, with what else it takes."""
        return {**vars(self), **more}


def build_game_page(visitor: Visitor, error: AnswerError | None = None) -> GamePage:
    """What the page of a running or finished game shows this visitor. error: why an answer from it was not played."""
    game, seat = visitor.game, visitor.seat
    rules, names = rules_of(game), queries.seat_names(game.seats.all())
    undecided = turns_of(game)
    live = [] if game.paused_at else [turn for turn in undecided if turn.status == Turn.Status.OPEN]
    newest = queries.newest_moves(game)
    mine = (turn for turn in live if seat is not None and turn.seat_id == seat.pk)
    own = next((turn for turn in mine if not turn.bot_level), None)
    may_play = seat is not None and visitor.may(Permission.PLAY)
    question = open_question(with_loaded_rows(own, visitor)) if own and may_play else None
    position = question.position if question else stored_position(game)
    over = game.status == Game.Status.FINISHED
    as_it_is = None if own and own.ahead_of_turn else position
    no_undo = takeback.undo_refusal(game, seat, as_it_is) if seat is not None and not over else None
    return GamePage(
        game=game,
        seat=seat,
        seats=list(game.seats.all()),
        is_host=visitor.is_host,
        title=in_words(rules.title),
        folder=game.template_folder,
        names=names,
        asked=question,
        sections=sections(question.question, error.selection_answer if error else None) if question else (),
        error=error,
        view=rules.view(position, visitor.index),
        highlighted=question.highlighted if question else frozenset(),
        waiting=[_waiting(turn, names) for turn in live if seat is None or turn.seat_id != seat.pk],
        answered_ahead=seat is not None
        and not question
        and any(turn.seat_id == seat.pk and turn.status == Turn.Status.ANSWERED for turn in undecided),
        pause_reason=pausing.reason_of(game) if seat is not None else "",
        poll_seconds=poll_seconds(live),
        since=queries.narrate(game, queries.events_since_last_turn(game, seat, newest), names) if seat else (),
        log=recent_log(game, visitor.index, names, newest),
        can_undo=seat is not None and not over and no_undo is None,
        undone_too_often=str(no_undo) if isinstance(no_undo, TakenBackTooOften) else "",
        may_resign=seat is not None and not over and not seat.caretaker and visitor.may(Permission.RESIGN),
        may_set_visibility=visitor.may(Permission.SET_VISIBILITY),
        next_turn=None if question else next_turn_elsewhere(visitor),
        over=over,
        share_link=absolute_url(reverse("result", args=[game.share_code])) if over else "",
        score_table=score_table(rules.score_sheet(position), names) if over else None,
        options=queries.chosen_options(game),
        special=queries.changed_options(game),
        secret_hash=secret_commitment(game),
    )


def turns_of(game: Game) -> list[Turn]:
    """The turns that are not closed, with the loaded game and seats."""
    seats = {seat.pk: seat for seat in game.seats.all()}
    turns = list(game.turns.exclude(status=Turn.Status.CLOSED).order_by("due", "id"))
    for turn in turns:
        turn.game, turn.seat = game, seats[turn.seat_id]
    return turns


def with_loaded_rows(turn: Turn, visitor: Visitor) -> Turn:
    """The turn with the rows that the visitor has loaded, which saves queries."""
    turn.game = visitor.game
    if visitor.seat is not None:
        turn.seat = visitor.seat
    return turn


def poll_seconds(live: Sequence[Turn]) -> int:
    """How often an open page polls: often while bots think, else rarely."""
    return POLL_SECONDS_BOTS if any(turn.bot_level for turn in live) else POLL_SECONDS_PEOPLE


def _waiting(turn: Turn, names: Sequence[str]) -> Waiting:
    stage = in_words(rules_of(turn.game).stage_name(turn.stage)) if turn.stage else ""
    return Waiting(names[turn.seat.index], stage, turn)


def next_turn_elsewhere(visitor: Visitor) -> Turn | None:
    """The most urgent turn of this person in another game."""
    if not isinstance(visitor.actor, User):
        return None
    others = queries.my_turns(visitor.actor).exclude(game=visitor.game)
    return others.defer("game__position", "game__options").first()


def recent_log(game: Game, seat: int | None, names: Sequence[str], newest: Sequence[Move]) -> list[LogLine]:
    """The newest entries, newest first, as a seat (None: a spectator) may know them.

    newest: the result of queries.newest_moves.
    """
    lines: list[LogLine] = []
    while newest:
        for move in newest:
            lines += _log_line(game, queries.log_entry(move, seat), names)
            if len(lines) == RECENT_ENTRIES:
                return lines
        newest = queries.newest_moves(game, before=newest[-1].ply) if newest[-1].ply else ()
    return lines


def whole_log(game: Game, seat: int | None) -> list[LogLine]:
    """All entries that a seat (None: a spectator) may know, oldest first."""
    names = queries.player_names(game)
    return [line for entry in queries.visible_log(game, seat) for line in _log_line(game, entry, names)]


def _log_line(game: Game, entry: LogEntry, names: Sequence[str]) -> list[LogLine]:
    """One line, or none for a ply without a visible event."""
    sentences = tuple(queries.narrate(game, entry.events, names))
    if entry.seat is None:
        sentences = (_("Staff set this position up."),)
    return [LogLine(entry.ply + 1, sentences, source_label(entry.source))] if sentences else []


def source_label(source: str) -> str:
    """A label for moves that no person made themselves."""
    return {
        "bot": _("bot"),
        "timeout": _("time-out, played by a bot"),
        "forced": _("only move"),
        "staff": _("entered by staff"),
    }.get(source, "")


def score_table(sheet: Sequence[ScoreLine], names: Sequence[str]) -> ScoreTable:
    """The score table of a score sheet; a part that a seat does not have counts 0."""
    lines = sorted(sheet, key=lambda line: (line.rank, line.seat))
    points = [{part.key: part.points for part in line.parts} for line in lines]
    labels = {part.key: in_words(part.label) for line in lines for part in line.parts}
    return ScoreTable(
        standings=[Standing(names[line.seat], line.seat, line.rank, line.total, line.tie_break) for line in lines],
        parts=[(label, [line.get(key, 0) for line in points]) for key, label in labels.items()],
    )
