"""Looking back: a game's line of plies, and the position after each of them as somebody may see it.

The line is what counts now: moves taken back are not on it, positions that staff set up are plies of their own. Its
positions are numbered from 0 (the start) to Game.plies, so a position's number stays true as long as nothing before it
is taken back. Nothing is cached: the rows, or the pack of an old game, lead to any position within milliseconds.

A view of an earlier position tells what that seat could know then, so nothing that it cannot know now. While a game
runs everybody looks back through their own eyes; once it is over its secret is told and nothing is hidden any more:
then whoever may see the game may look through everybody's.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal

from games.engine import registry
from games.engine.contract import Event, Position, event_from_json
from games.models import Game
from games.table.history import history_of
from games.table.positions import ReplayError, after, replayed, rules_of, rules_set_up, stored_position


class NoSuchPosition(LookupError):
    """The game has no position with this number."""


class OtherRules(LookupError):
    """The position was reached under rules that are no longer played here, so it cannot be made again."""


@dataclass(frozen=True)
class Viewpoint:
    """Whose eyes one looks through. seat: None for an onlooker; disclosed: nothing is hidden (then no seat)."""

    seat: int | None = None
    disclosed: bool = False

    def hears(self, event: Event) -> bool:
        return self.disclosed or event.visible_to(self.seat)


ONLOOKER: Final = Viewpoint()
DISCLOSED: Final = Viewpoint(disclosed=True)


def viewpoints(game: Game, own_seat: int | None) -> list[Viewpoint]:
    """The viewpoints open to somebody who may watch the game, the one to begin with first. own_seat: where he sits."""
    if game.status != Game.Status.FINISHED:
        return [Viewpoint(own_seat)]
    everybody = [DISCLOSED, *(Viewpoint(seat) for seat in range(game.seat_count))]
    return sorted(everybody, key=lambda viewpoint: own_seat is None or viewpoint.seat != own_seat)


# --- the line ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Step:
    """One ply of the line.

    number: of the position it led to, from 1. seat: None for a position that was set up. round: counted from 1, 1
    throughout in a game without rounds. opens_turn: another seat or phase than the ply before. events: those that the
    viewpoint hears.
    """

    number: int
    seat: int | None
    phase: int
    round: int
    opens_turn: bool
    source: str
    events: tuple[Event, ...]
    at: datetime


def line(game: Game, viewpoint: Viewpoint) -> list[Step]:
    """All plies of a started game's line, in order, as they look from a viewpoint."""
    chronicle = registry.chronicle(game.kind)
    steps: list[Step] = []
    current, before = 1, None
    for number, move in enumerate(history_of(game).line(without=("set_up",)), start=1):
        events = [event_from_json(stored) for stored in move.events]
        steps.append(
            Step(
                number=number,
                seat=move.seat,
                phase=move.phase,
                round=current,
                opens_turn=(move.seat, move.phase) != before,
                source=move.source,
                events=tuple(event for event in events if viewpoint.hears(event)),
                at=move.created_at,
            )
        )
        before = (move.seat, move.phase)
        current += any(chronicle.ends_round(event) for event in events)
    return steps


# --- positions ---------------------------------------------------------------------------------------------------


def position_at(game: Game, number: int) -> Position:
    """The true position after so many plies of the line, hidden parts included: show only `view_of` it.

    Raises NoSuchPosition, OtherRules.
    """
    if game.position is None or not 0 <= number <= game.plies:
        raise NoSuchPosition(f"game {game.pk} has no position {number}")
    if number == game.plies:
        return stored_position(game)
    history = history_of(game)
    if any(rules_set_up(move) for move in history.set_ups() if move.undone_at is None and move.ply >= number):
        raise OtherRules(f"game {game.pk}, position {number}: the rules have changed since")
    try:
        return replayed(game, history.line(end=number, without=("events",)))
    except ReplayError as error:
        raise OtherRules(str(error)) from error


def positions(game: Game) -> Iterator[tuple[int, Position]]:
    """All positions of the line with their numbers, from the start on: one position, played on. Raises OtherRules."""
    rules, rows = rules_of(game), list(history_of(game).line(without=("events",)))
    if any(rules_set_up(move) for move in rows):
        raise OtherRules(f"game {game.pk}: the rules have changed while it was played")
    position = replayed(game, [])
    yield 0, position
    for number, move in enumerate(rows, start=1):
        try:
            position = after(rules, position, move)
        except ReplayError as error:
            raise OtherRules(str(error)) from error
        yield number, position


def view_of(game: Game, position: Position, viewpoint: Viewpoint) -> object:
    """What can be seen of a position from a viewpoint, as Game.view tells it."""
    rules = rules_of(game)
    if viewpoint.disclosed:
        return registry.chronicle(game.kind).disclosed(rules, position)
    return rules.view(position, viewpoint.seat)


# --- finding one's way -------------------------------------------------------------------------------------------

Stride = Literal["step", "turn", "phase", "round", "mine"]


@dataclass(frozen=True)
class Way:
    """The nearest positions of one kind before and after the present one, None where there is none."""

    back: int | None
    on: int | None


def ways(steps: Sequence[Step], number: int, seat: int | None) -> dict[Stride, Way]:
    """Where one can go from position `number`.

    "step": one ply. "turn", "phase", "round": where the next one of these begins, or the line ends. "mine": where the
    seat decides next, or did last; empty without a seat.
    """
    last = len(steps)
    begins: dict[Stride, list[int]] = {
        "step": list(range(last + 1)),
        "turn": [step.number - 1 for step in steps if step.opens_turn] + [last],
        "phase": _changes([step.phase for step in steps]),
        "round": _changes([step.round for step in steps]),
        "mine": [step.number - 1 for step in steps if step.opens_turn and seat is not None and step.seat == seat],
    }
    return {stride: _around(places, number) for stride, places in begins.items()}


def _changes(values: Sequence[int]) -> list[int]:
    """Where a value differs from the one before; the start and the end belong to it."""
    return [place for place, value in enumerate(values) if not place or value != values[place - 1]] + [len(values)]


def _around(places: Sequence[int], number: int) -> Way:
    before, after = bisect_left(places, number), bisect_right(places, number)
    return Way(places[before - 1] if before else None, places[after] if after < len(places) else None)
