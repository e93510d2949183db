"""What a game page shows, in the order of attention: the question, what happened, the boards, the log."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.urls import reverse
from django.utils.translation import gettext as _

from games.access import Permission
from games.engine.contract import ScoreLine
from games.engine.record import hash_secret
from games.models import Game, Move, Turn
from games.people.models import User
from games.site_urls import absolute
from games.table import queries, takeback
from games.table.errors import TakenBackTooOften
from games.table.moderation import pausing
from games.table.open_questions import open_question
from games.table.positions import rules_of, secret_bytes
from games.table.queries import LogEntry
from games.web.offered import sections
from games.web.picked import Picked
from games.web.visitors import Visitor
from games.wording import in_words

RECENT_ENTRIES: Final = 40
"""Of the log, on the game page; the whole of it has a page of its own."""
POLL_SECONDS_BOTS: Final = 2
POLL_SECONDS_PEOPLE: Final = 5


@dataclass(frozen=True)
class Trouble:
    """Why the last answer from this page was not played; what would be possible, the question beside it says.

    since: what happened after the question was asked; given: the line that could not be played; picked: what it was
    completed with.
    """

    reason: str
    since: Sequence[str] = ()
    given: str = ""
    picked: Picked | None = None


@dataclass(frozen=True)
class Standing:
    """How one seat came out."""

    name: str
    seat: int
    rank: int
    total: int
    tie_break: int


@dataclass(frozen=True)
class Account:
    """The final account: the standings from the first on, and one row for each part of the scores."""

    standings: list[Standing]
    parts: list[tuple[str, list[int]]]


@dataclass(frozen=True)
class Waiting:
    """Somebody the game waits for."""

    name: str
    stage: str
    turn: Turn


def table_context(visitor: Visitor, trouble: Trouble | None = None) -> dict[str, Any]:
    """Everything that the page of a running or finished game shows to a visitor."""
    game, seat = visitor.game, visitor.seat
    rules, names = rules_of(game), queries.seat_names(game.seats.all())
    undecided = turns_of(game)
    live = [] if game.paused_at else [turn for turn in undecided if turn.status == Turn.Status.OPEN]
    newest = queries.newest_moves(game)
    mine = (turn for turn in live if seat is not None and turn.seat_id == seat.pk)
    own = next((turn for turn in mine if not turn.bot_level), None)
    may_play = seat is not None and visitor.may(Permission.PLAY)
    question = open_question(attached(own, visitor)) if own and may_play else None
    position = question.position if question else queries.load_position(game)
    over = game.status == Game.Status.FINISHED
    as_it_is = None if own and own.ahead else position
    no_undo = takeback.undo_refusal(game, seat, as_it_is) if seat is not None and not over else None
    return {
        "game": game,
        "seat": seat,
        "seats": list(game.seats.all()),
        "is_host": visitor.is_host,
        "title": in_words(rules.title),
        "folder": game.template_folder,
        "names": names,
        "asked": question,
        "sections": sections(question.question, trouble.picked if trouble else None) if question else (),
        "trouble": trouble,
        "view": rules.view(position, visitor.index),
        "highlighted": question.highlighted if question else frozenset(),
        "waiting": [_waiting(turn, names) for turn in live if seat is None or turn.seat_id != seat.pk],
        "answered_ahead": seat is not None
        and not question
        and any(turn.seat_id == seat.pk and turn.status == Turn.Status.ANSWERED for turn in undecided),
        "pause_reason": pausing.reason_of(game) if seat is not None else "",
        "poll_seconds": poll_seconds(live),
        "since": queries.narrate(game, queries.events_since_last_turn(game, seat, newest), names) if seat else (),
        "log": recent_log(game, visitor.index, names, newest),
        "can_undo": seat is not None and not over and no_undo is None,
        "undone_too_often": str(no_undo) if isinstance(no_undo, TakenBackTooOften) else "",
        "may_resign": seat is not None and not over and not seat.caretaker and visitor.may(Permission.RESIGN),
        "may_set_visibility": visitor.may(Permission.SET_VISIBILITY),
        "next_turn": None if question else next_elsewhere(visitor),
        "over": over,
        "share_link": absolute(reverse("result", args=[game.share_code])) if over else "",
        "account": account(rules.score_sheet(position), names) if over else None,
        "options": queries.chosen_options(game),
        "special": queries.changed_options(game),
        "secret_hash": hash_secret(secret_bytes(game)),
    }


def turns_of(game: Game) -> list[Turn]:
    """Those that are not closed, with the seats that the game was read with."""
    seats = {seat.pk: seat for seat in game.seats.all()}
    turns = list(game.turns.exclude(status=Turn.Status.CLOSED).order_by("due", "id"))
    for turn in turns:
        turn.game, turn.seat = game, seats[turn.seat_id]
    return turns


def attached(turn: Turn, visitor: Visitor) -> Turn:
    """The turn with the visitor's own rows behind it, so that nothing is asked of the database twice."""
    turn.game = visitor.game
    if visitor.seat is not None:
        turn.seat = visitor.seat
    return turn


def poll_seconds(live: Sequence[Turn]) -> int:
    """How often an open page asks whether something happened: often while bots think, else seldom."""
    return POLL_SECONDS_BOTS if any(turn.bot_level for turn in live) else POLL_SECONDS_PEOPLE


def _waiting(turn: Turn, names: Sequence[str]) -> Waiting:
    stage = in_words(rules_of(turn.game).stage_name(turn.stage)) if turn.stage else ""
    return Waiting(names[turn.seat.index], stage, turn)


def next_elsewhere(visitor: Visitor) -> Turn | None:
    """The most pressing turn of this person in another game."""
    if not isinstance(visitor.actor, User):
        return None
    others = queries.my_turns(visitor.actor).exclude(game=visitor.game)
    return others.defer("game__position", "game__options").first()


@dataclass(frozen=True)
class LogLine:
    """One entry of the log: what was played, how it came, what it set off."""

    number: int
    sentences: tuple[str, ...]
    source: str


def recent_log(game: Game, seat: int | None, names: Sequence[str], newest: Sequence[Move]) -> list[LogLine]:
    """The newest entries, newest first, as a seat (None: an onlooker) may know them.

    newest: what queries.newest_moves gave.
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
    """All entries that tell a seat (None: an onlooker) something, oldest first."""
    names = queries.player_names(game)
    return [line for entry in queries.visible_log(game, seat) for line in _log_line(game, entry, names)]


def _log_line(game: Game, entry: LogEntry, names: Sequence[str]) -> list[LogLine]:
    """One line, or none for a ply that told nothing."""
    sentences = tuple(queries.narrate(game, entry.events, names))
    if entry.seat is None:
        sentences = (_("The position was set up anew."),)
    return [LogLine(entry.ply + 1, sentences, how_it_came(entry.source))] if sentences else []


def how_it_came(source: str) -> str:
    """A word on moves that no person made by hand."""
    return {
        "bot": _("bot"),
        "timeout": _("time-out, played by a bot"),
        "forced": _("only move"),
        "staff": _("entered by staff"),
    }.get(source, "")


def account(sheet: Sequence[ScoreLine], names: Sequence[str]) -> Account:
    """The standings of a score sheet and its parts; a part that a seat does not have counts nothing for it."""
    lines = sorted(sheet, key=lambda line: (line.rank, line.seat))
    points = [{part.key: part.points for part in line.parts} for line in lines]
    labels = {part.key: in_words(part.label) for line in lines for part in line.parts}
    return Account(
        standings=[Standing(names[line.seat], line.seat, line.rank, line.total, line.tie_break) for line in lines],
        parts=[(label, [line.get(key, 0) for line in points]) for key, label in labels.items()],
    )
