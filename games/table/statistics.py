"""The statistics of a finished game: how long it took, who decided how much and how fast, and how the points grew.

Only for games that are over: it counts what was hidden while they ran.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from statistics import median

from games.engine import registry
from games.engine.chronicle import Tally
from games.models import Game, Move
from games.table import replay, seat_holders
from games.table.history import history_of
from games.table.pauses import pauses_of, time_without
from games.table.replay import RulesChanged, Step
from games.table.viewpoints import DISCLOSED


@dataclass(frozen=True)
class SeatFigures:
    """What one seat did: its live moves by who decided them, and the time of turns of the person who has it now."""

    seat: int
    by_person: int
    by_bot: int
    in_time_out: int
    """By a bot after the deadline."""
    by_adviser: int
    """By a bot to which the person left such questions."""
    forced: int
    turns: int
    """Turns that this person answered; without any, the times are None."""
    in_all: timedelta | None
    """How long these turns were open together, without pauses."""
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
    answered = _answered_turns(game)
    events = [event for step in steps for event in step.events]
    return Statistics(
        duration=game.ended_at - game.started_at,
        rounds=steps[-1].round if steps else 0,
        plies=len(steps),
        waits=sum(len(turns) for turns in answered.values()),
        taken_back=history_of(game).count_taken_back(),
        seats=_seats(game, steps, answered),
        totals=tuple(_totals(game, steps)),
        tallies=tuple(registry.chronicle(game.kind).tallies(game.seat_count, events)),
    )


def _seats(
    game: Game, steps: Sequence[Step], answered: Mapping[int, Sequence[AnsweredTurn]]
) -> tuple[SeatFigures, ...]:
    sources, since = Counter((step.seat, step.source) for step in steps), seat_holders.present_since(game)
    own = {
        seat: [turn.span for turn in answered.get(seat, ()) if seat not in since or turn.opened_at >= since[seat]]
        for seat in range(game.seat_count)
    }
    return tuple(
        SeatFigures(
            seat=seat,
            by_person=sum(sources[seat, source] for source in Move.PLAYER_SOURCES),
            by_bot=sources[seat, Move.Source.BOT],
            in_time_out=sources[seat, Move.Source.TIMEOUT],
            by_adviser=sources[seat, Move.Source.ADVISER],
            forced=sources[seat, Move.Source.FORCED],
            turns=len(own[seat]),
            in_all=sum(own[seat], timedelta()) if own[seat] else None,
            median=_median(own[seat]),
            longest=max(own[seat], default=None),
        )
        for seat in range(game.seat_count)
    )


def _median(spans: Sequence[timedelta]) -> timedelta | None:
    return timedelta(seconds=median(span.total_seconds() for span in spans)) if spans else None


@dataclass(frozen=True)
class AnsweredTurn:
    """A turn that a person decided."""

    opened_at: datetime
    span: timedelta
    """How long it was open, without pauses."""


def _answered_turns(game: Game) -> defaultdict[int, list[AnsweredTurn]]:
    """The turns that a person decided, by seat; also those of people who have left it."""
    history = history_of(game)
    line = history.live_moves(without=("set_up", "events"))
    decided = {move.turn_id for move in line if move.source in Move.PLAYER_SOURCES and move.turn_id is not None}
    pauses = pauses_of(game)
    answered: defaultdict[int, list[AnsweredTurn]] = defaultdict(list)
    for turn in history.turns(decided):
        if turn.closed_at is not None:
            span = time_without(pauses, turn.opened_at, turn.closed_at)
            answered[turn.seat.index].append(AnsweredTurn(turn.opened_at, span))
    return answered


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
