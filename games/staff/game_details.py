"""What the moderators' page of a game shows; of its position only what every spectator may know."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.utils.translation import gettext as _

from games.engine.contract import Position, PositionError
from games.engine.record import hash_secret
from games.models import Game, Move, Seat, Turn
from games.people.models import User
from games.staff import seat_time
from games.table import broken_games, queries, seat_holders, shared_traces
from games.table.history import history_of
from games.table.positions import rules_of, secret_bytes, stored_position
from games.table.proposals.shown import ShownProposal, proposals_of, shown
from games.wording import in_words

MAX_RECENT: Final = 25
"""Entries of the log, the mails and the audit trail on the page of a game; other pages show all of them."""


@dataclass(frozen=True)
class SeatLine:
    """A seat and its open turn."""

    seat: Seat
    name: str
    turn: Turn | None
    """Its open turn, or one that it has answered ahead of time."""
    stage: str
    """The name of what has to be decided."""
    time: Sequence[str]
    """What is known about their person's time, and of what has become of the seat."""

    @property
    def number(self) -> int:
        return self.seat.index + 1


@dataclass(frozen=True)
class HolderLine:
    """Somebody who held a seat for a while."""

    number: int
    """Of the seat."""
    name: str
    how: str
    first: int
    """Their first move in the log."""
    last: int | None
    """None: they hold it still, or did at the end."""
    since: datetime
    until: datetime | None


@dataclass(frozen=True)
class StaffLogLine:
    """One ply, with what everybody was told about it."""

    number: int
    name: str
    sentences: tuple[str, ...]
    source: str
    at: datetime
    undone: bool
    plies: int
    """How many plies remain if staff take the game back to here."""


def game_details(game: Game, reader: User) -> dict[str, Any]:
    """The context of the page of a game; the board only if the game has started."""
    names = queries.seat_names(game.seats.all())
    return {
        "game": game,
        "title": in_words(rules_of(game).title),
        "options": queries.chosen_options(game),
        "names": names,
        "seats": seat_lines(game, names),
        "takeover": who_may_take_over(game),
        "holders": holder_lines(game),
        "proposals": proposal_lines(game),
        "log": log_lines(game, names)[:MAX_RECENT],
        "mails": history_of(game).outgoing()[:MAX_RECENT],
        "answers": history_of(game).incoming()[:MAX_RECENT],
        "trail": list(game.audit.select_related("actor", "person")[:MAX_RECENT]),
        "secret_hash": hash_secret(secret_bytes(game)),
        "shared": shared_traces.hints_at(game, reader),
        "does_not_replay": broken_games.broken_game_note(game),
        **_board_of(game, names),
    }


def _board_of(game: Game, names: Sequence[str]) -> dict[str, Any]:
    """Empty for a game that has not started, or whose position cannot be loaded."""
    if game.position is None:
        return {}
    try:
        return board_context(game, stored_position(game), None, names)
    except PositionError:
        return {}


def board_context(game: Game, position: Position, seat: int | None, names: Sequence[str]) -> dict[str, Any]:
    """The context of a game's drawings, as a seat sees it (None: as every spectator)."""
    return {
        "game": game,
        "names": names,
        "folder": game.template_folder,
        "highlighted": frozenset(),
        "view": rules_of(game).view(position, seat),
        "seat": None if seat is None else next(one for one in game.seats.all() if one.index == seat),
    }


def seat_lines(game: Game, names: Sequence[str]) -> list[SeatLine]:
    rules = rules_of(game)
    live = {turn.seat_id: turn for turn in game.turns.exclude(status=Turn.Status.CLOSED).select_related("seat")}
    lines = []
    for seat, name in zip(game.seats.all(), names, strict=True):
        turn = live.get(seat.pk)
        stage = in_words(rules.stage_name(turn.stage)) if turn and turn.stage else ""
        lines.append(SeatLine(seat, name, turn, stage, seat_time.facts(seat, game, turn)))
    return lines


def who_may_take_over(game: Game) -> str:
    """In words, who may take a vacant seat of it over."""
    if not game.takeover:
        return _("nobody")
    if game.takeover == Game.Takeover.LOBBY or game.visibility != Game.Visibility.PRIVATE:
        return _("everybody: the lobby offers it")
    return _("whoever has the invitation link")


def holder_lines(game: Game) -> list[HolderLine]:
    """All who held seats that have changed hands, by seat and time; empty if none has."""
    return [
        HolderLine(
            number=row.seat.index + 1,
            name=queries.holder_name(row),
            how=row.get_cause_display(),
            first=row.from_ply + 1,
            last=row.to_ply,
            since=row.from_at,
            until=row.to_at,
        )
        for row in seat_holders.holders_of(game)
    ]


def proposal_lines(game: Game) -> list[ShownProposal]:
    """What the players have proposed to each other, the newest first."""
    seats = list(game.seats.select_related("user__owner"))
    return [shown(row, None, seats) for row in reversed(proposals_of(game))]


def log_lines(game: Game, names: Sequence[str]) -> list[StaffLogLine]:
    """All plies, newest first, including those taken back."""
    sources = dict(Move.Source.choices)
    return [
        StaffLogLine(
            number=entry.ply + 1,
            name="" if entry.seat is None else names[entry.seat],
            sentences=tuple(queries.narrate(game, entry.events, names)),
            source=str(sources.get(entry.source, entry.source)),
            at=entry.at,
            undone=entry.undone,
            plies=entry.ply + 1,
        )
        for entry in reversed(queries.visible_log(game, None, with_undone=True))
    ]
