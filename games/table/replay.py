"""Replaying a game: its live moves as steps, and the position after each step from somebody's viewpoint.

Moves that were taken back are no steps, positions that staff set up are. Positions are numbered from 0 (the start) to
Game.plies, so the number of a position stays valid as long as nothing before it is taken back. Nothing is cached: the
rows, or the pack of an old game, lead to any position within milliseconds.

A view of an earlier position shows what that seat could know then. While a game runs, everybody looks back from their
own viewpoint. When it is over, its secret is published and nothing is hidden: then people who may see the game can
choose any viewpoint.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from games.engine import registry
from games.engine.contract import Event, Position, event_from_json
from games.models import Game
from games.table.history import history_of
from games.table.positions import ReplayError, apply_move, replay_moves, rules_change_of, rules_of, stored_position
from games.table.viewpoints import DISCLOSED, ONLOOKER, Viewpoint, viewpoint_at


class NoSuchPosition(LookupError):
    """The game has no position with this number."""


class RulesChanged(LookupError):
    """The position was reached under rules that are not supported any more, so it cannot be made again."""


def viewpoints(game: Game, own_seat: int | None) -> list[Viewpoint]:
    """The viewpoints that somebody who may watch the game can choose, the default first. own_seat: where they sit.

    Where nothing is hidden, all viewpoints show the same and there is no choice.
    """
    if game.status != Game.Status.FINISHED or not rules_of(game).hides:
        return [viewpoint_at(game, own_seat)]
    everybody = [DISCLOSED, *(Viewpoint(seat) for seat in range(game.seat_count))]
    return sorted(everybody, key=lambda viewpoint: own_seat is None or viewpoint.seat != own_seat)


# --- the line ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Step:
    """One live move."""

    number: int
    """The number of the position that it led to, from 1."""
    seat: int | None
    """None for a position that was set up."""
    phase: int
    round: int
    """From 1; always 1 in a game without rounds."""
    opens_turn: bool
    """It has another seat or phase than the move before."""
    source: str
    events: tuple[Event, ...]
    """Those that are visible from the viewpoint."""
    at: datetime


def replay_steps(game: Game, viewpoint: Viewpoint) -> list[Step]:
    """All steps of a started game, in order, from a viewpoint."""
    chronicle = registry.chronicle(game.kind)
    steps: list[Step] = []
    current, before = 1, None
    for number, move in enumerate(history_of(game).live_moves(without=("set_up",)), start=1):
        events = [event_from_json(stored) for stored in move.events]
        steps.append(
            Step(
                number=number,
                seat=move.seat,
                phase=move.phase,
                round=current,
                opens_turn=(move.seat, move.phase) != before,
                source=move.source,
                events=tuple(event for event in events if viewpoint.sees(event, move)),
                at=move.created_at,
            )
        )
        before = (move.seat, move.phase)
        current += any(chronicle.ends_round(event) for event in events)
    return steps


# --- positions ---------------------------------------------------------------------------------------------------


def position_at(game: Game, number: int) -> Position:
    """The true position with this number, hidden parts included: show only `view_of` it.

    Raises NoSuchPosition, RulesChanged.
    """
    if game.position is None or not 0 <= number <= game.plies:
        raise NoSuchPosition(f"game {game.pk} has no position {number}")
    if number == game.plies:
        return stored_position(game)
    history = history_of(game)
    if any(rules_change_of(move) for move in history.set_ups() if move.undone_at is None and move.ply >= number):
        raise RulesChanged(f"game {game.pk}, position {number}: the rules have changed since")
    try:
        return replay_moves(game, history.live_moves(end=number, without=("events",)))
    except ReplayError as error:
        raise RulesChanged(str(error)) from error


def all_positions(game: Game) -> Iterator[tuple[int, Position]]:
    """All positions with their numbers, from the start on: one object, which is played on. Raises RulesChanged."""
    rules, rows = rules_of(game), list(history_of(game).live_moves(without=("events",)))
    if any(rules_change_of(move) for move in rows):
        raise RulesChanged(f"game {game.pk}: the rules have changed while it was played")
    position = replay_moves(game, [])
    yield 0, position
    for number, move in enumerate(rows, start=1):
        try:
            position = apply_move(rules, position, move)
        except ReplayError as error:
            raise RulesChanged(str(error)) from error
        yield number, position


def viewpoint_then(game: Game, viewpoint: Viewpoint, number: int) -> Viewpoint:
    """From where a reader looks at the position with this number: whoever has taken a seat over sees those before it
    as an onlooker does."""
    if not viewpoint.knows_after:
        return viewpoint
    before = sum(move.pk <= viewpoint.knows_after for move in history_of(game).live_moves(without=("events", "set_up")))
    return viewpoint if number >= before else ONLOOKER


def view_of(game: Game, position: Position, viewpoint: Viewpoint) -> object:
    """The view of a position from a viewpoint."""
    rules = rules_of(game)
    if viewpoint.disclosed:
        return registry.chronicle(game.kind).full_view(rules, position)
    return rules.view(position, viewpoint.seat)


# --- moving to other positions -----------------------------------------------------------------------------------

Stride = Literal["step", "turn", "phase", "round", "mine"]


@dataclass(frozen=True)
class Neighbours:
    """The nearest positions of one kind before and after the present one; None if there is none."""

    previous: int | None
    next: int | None


def neighbours(steps: Sequence[Step], number: int, seat: int | None) -> dict[Stride, Neighbours]:
    """Where a reader can go from position `number`.

    "step": one ply. "turn", "phase", "round": where the next one of these begins, or the end. "mine": where the seat
    decides next or decided last; empty without a seat.
    """
    last = len(steps)
    begins: dict[Stride, list[int]] = {
        "step": list(range(last + 1)),
        "turn": [step.number - 1 for step in steps if step.opens_turn] + [last],
        "phase": _changes([step.phase for step in steps]),
        "round": _changes([step.round for step in steps]),
        "mine": [step.number - 1 for step in steps if step.opens_turn and seat is not None and step.seat == seat],
    }
    return {stride: _neighbours_of(places, number) for stride, places in begins.items()}


def _changes(values: Sequence[int]) -> list[int]:
    """The indexes at which a value differs from the one before, and the start and the end."""
    return [place for place, value in enumerate(values) if not place or value != values[place - 1]] + [len(values)]


def _neighbours_of(places: Sequence[int], number: int) -> Neighbours:
    before, after = bisect_left(places, number), bisect_right(places, number)
    return Neighbours(places[before - 1] if before else None, places[after] if after < len(places) else None)
