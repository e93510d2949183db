"""The statistics of a finished game: how long it took, who decided how much and how fast, and how the points grew.

Only for games that are over: it counts what was hidden while they ran.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from statistics import median

from games.access import Permission
from games.engine import registry
from games.engine.chronicle import Tally
from games.models import AuditEntry, Game, Move
from games.table import replay
from games.table.history import history_of
from games.table.replay import DISCLOSED, RulesChanged, Step


@dataclass(frozen=True)
class SeatFigures:
    """What one seat did: its live moves by who decided them, and the time of the person's turns, without pauses."""

    seat: int
    by_person: int
    by_bot: int
    in_time_out: int
    """By a bot after the deadline."""
    by_adviser: int
    """By a bot to which the person left such questions."""
    forced: int
    turns: int
    """Turns that the person answered; without any, the times are None."""
    in_all: timedelta | None
    """How long these turns were open together."""
    median: timedelta | None
    longest: timedelta | None


@dataclass(frozen=True)
class Statistics:
    """All statistics of a game."""

    duration: timedelta
    rounds: int
    """1 in a game without rounds."""
    plies: int
    waits: int
    """Turns in which the game waited for a person."""
    taken_back: int
    """Moves that were taken back."""
    seats: tuple[SeatFigures, ...]
    totals: tuple[tuple[int, ...], ...]
    """Every seat's points at the start, after each round and at the end; empty if positions cannot be made again."""
    tallies: tuple[Tally, ...]
    """What the game's own chronicle counts."""


def statistics(game: Game) -> Statistics:
    """The figures of a finished game."""
    assert game.started_at is not None
    assert game.ended_at is not None
    steps = replay.replay_steps(game, DISCLOSED)
    seats = _seats(game, steps)
    events = [event for step in steps for event in step.events]
    return Statistics(
        duration=game.ended_at - game.started_at,
        rounds=steps[-1].round if steps else 0,
        plies=len(steps),
        waits=sum(figures.turns for figures in seats),
        taken_back=history_of(game).count_taken_back(),
        seats=seats,
        totals=tuple(_totals(game, steps)),
        tallies=tuple(registry.chronicle(game.kind).tallies(game.seat_count, events)),
    )


def _seats(game: Game, steps: Sequence[Step]) -> tuple[SeatFigures, ...]:
    sources = Counter((step.seat, step.source) for step in steps)
    spans = _turn_durations(game)
    return tuple(
        SeatFigures(
            seat=seat,
            by_person=sum(sources[seat, source] for source in Move.PLAYER_SOURCES),
            by_bot=sources[seat, Move.Source.BOT],
            in_time_out=sources[seat, Move.Source.TIMEOUT],
            by_adviser=sources[seat, Move.Source.ADVISER],
            forced=sources[seat, Move.Source.FORCED],
            turns=len(spans[seat]),
            in_all=sum(spans[seat], timedelta()) if spans[seat] else None,
            median=_median(spans[seat]),
            longest=max(spans[seat], default=None),
        )
        for seat in range(game.seat_count)
    )


def _median(spans: Sequence[timedelta]) -> timedelta | None:
    return timedelta(seconds=median(span.total_seconds() for span in spans)) if spans else None


def _turn_durations(game: Game) -> defaultdict[int, list[timedelta]]:
    """How long the turns that a person decided were open, by seat."""
    history = history_of(game)
    line = history.live_moves(without=("set_up", "events"))
    decided = {move.turn_id for move in line if move.source in Move.PLAYER_SOURCES and move.turn_id is not None}
    pauses = _pauses(game)
    spans: defaultdict[int, list[timedelta]] = defaultdict(list)
    for turn in history.turns(decided):
        if turn.closed_at is not None:
            still = sum((_overlap(turn.opened_at, turn.closed_at, *pause) for pause in pauses), timedelta())
            spans[turn.seat.index].append(turn.closed_at - turn.opened_at - still)
    return spans


def _pauses(game: Game) -> list[tuple[datetime, datetime]]:
    """The pauses of the game: when each began and ended."""
    trail = AuditEntry.objects.filter(game=game, action__in=[Permission.PAUSE, Permission.RESUME]).order_by("pk")
    pauses: list[tuple[datetime, datetime]] = []
    paused: datetime | None = None
    for action, at in trail.values_list("action", "at"):
        if action == Permission.PAUSE:
            paused = paused or at
        elif paused is not None:
            pauses.append((paused, at))
            paused = None
    return pauses


def _overlap(first: datetime, last: datetime, begin: datetime, end: datetime) -> timedelta:
    return max(min(last, end) - max(first, begin), timedelta())


def _totals(game: Game, steps: Sequence[Step]) -> list[tuple[int, ...]]:
    rounds = {before.number for before, after in pairwise(steps) if before.round != after.round}
    marks = {0, *rounds, len(steps)}
    try:
        return [
            tuple(int(points) for points in position.scores())
            for number, position in replay.all_positions(game)
            if number in marks
        ]
    except RulesChanged:
        return []
