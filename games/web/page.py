"""What a game page shows, in the order of attention: the question, what happened, the boards, the log."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _

from games.access import Act
from games.engine.contract import ScoreLine
from games.engine.record import hash_of
from games.models import Game, Turn
from games.table import reading, takeback
from games.table.asked import asked
from games.table.moderation import pausing
from games.table.positions import rules_of, secret_of
from games.table.reading import LogEntry
from games.web.access import Visitor
from games.web.offered import sections
from games.web.picked import Picked
from games.wording import in_words
from prweb.accounts.models import User

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
    rules, names = rules_of(game), reading.names(game)
    live = [] if game.paused_at else open_turns(game)
    mine = (turn for turn in live if seat is not None and turn.seat_id == seat.pk)
    own = next((turn for turn in mine if not turn.bot_level), None)
    may_play = seat is not None and visitor.may(Act.PLAY)
    question = asked(attached(own, visitor)) if own and may_play else None
    position = question.position if question else reading.load_position(game)
    over = game.status == Game.Status.FINISHED
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
        "lit": question.lit if question else frozenset(),
        "waiting": [_waiting(turn, names) for turn in live if seat is None or turn.seat_id != seat.pk],
        "answered_ahead": seat is not None
        and not question
        and game.turns.filter(seat=seat, status=Turn.Status.ANSWERED).exists(),
        "pause_reason": pausing.reason_of(game) if seat is not None else "",
        "poll_seconds": poll_seconds(live),
        "since": reading.narrated(game, reading.events_since_last_turn(game, seat), names) if seat else (),
        "log": recent_log(game, visitor.index, names),
        "can_undo": seat is not None and not over and visitor.may(Act.UNDO) and takeback.can_undo(game, seat),
        "may_resign": seat is not None and not over and not seat.caretaker and visitor.may(Act.RESIGN),
        "may_set_visibility": visitor.may(Act.SET_VISIBILITY),
        "next_turn": next_elsewhere(visitor),
        "over": over,
        "account": account(rules.score_sheet(position), names) if over else None,
        "options": reading.chosen_options(game),
        "special": reading.special_options(game),
        "secret_hash": hash_of(secret_of(game)),
    }


def open_turns(game: Game) -> list[Turn]:
    return list(game.turns.filter(status=Turn.Status.OPEN).select_related("seat__user").order_by("deadline", "id"))


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
    return reading.my_turns(visitor.who).exclude(game=visitor.game).first() if isinstance(visitor.who, User) else None


@dataclass(frozen=True)
class LogLine:
    """One entry of the log: what was played, how it came, what it set off."""

    number: int
    sentences: tuple[str, ...]
    source: str


def recent_log(game: Game, seat: int | None, names: Sequence[str]) -> list[LogLine]:
    """The newest entries, newest first, as a seat (None: an onlooker) may know them."""
    lines: list[LogLine] = []
    for entry in reversed(reading.visible_log(game, seat)):
        if len(lines) == RECENT_ENTRIES:
            break
        lines += _log_line(game, entry, names)
    return lines


def whole_log(game: Game, seat: int | None) -> list[LogLine]:
    """All entries that tell a seat (None: an onlooker) something, oldest first."""
    names = reading.names(game)
    return [line for entry in reading.visible_log(game, seat) for line in _log_line(game, entry, names)]


def _log_line(game: Game, entry: LogEntry, names: Sequence[str]) -> list[LogLine]:
    """One line, or none for a ply that told nothing."""
    sentences = tuple(reading.narrated(game, entry.events, names))
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
    parts = [{in_words(label): value for label, value in line.parts} for line in lines]
    labels = dict.fromkeys(label for line in parts for label in line)
    return Account(
        standings=[Standing(names[line.seat], line.seat, line.rank, line.total, line.tie_break) for line in lines],
        parts=[(label, [line.get(label, 0) for line in parts]) for label in labels],
    )
