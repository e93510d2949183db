"""What the moderators' page of a game shows; of its position only what every spectator may know."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from games.engine.contract import Position, PositionError
from games.engine.record import hash_secret
from games.models import Game, Move, Seat, Turn
from games.table import broken_games, queries
from games.table.history import history_of
from games.table.positions import rules_of, secret_bytes, stored_position
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

    @property
    def number(self) -> int:
        return self.seat.index + 1


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


def game_details(game: Game) -> dict[str, Any]:
    """The context of the page of a game; the board only if the game has started."""
    names = queries.seat_names(game.seats.all())
    return {
        "game": game,
        "title": in_words(rules_of(game).title),
        "options": queries.chosen_options(game),
        "names": names,
        "seats": seat_lines(game, names),
        "log": log_lines(game, names)[:MAX_RECENT],
        "mails": history_of(game).outgoing()[:MAX_RECENT],
        "answers": history_of(game).incoming()[:MAX_RECENT],
        "trail": list(game.audit.select_related("actor", "person")[:MAX_RECENT]),
        "secret_hash": hash_secret(secret_bytes(game)),
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
        lines.append(SeatLine(seat, name, turn, stage))
    return lines


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
