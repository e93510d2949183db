"""The figures of one way to play: shared deals, played in turn and with plans."""

from __future__ import annotations

import hashlib
import math
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from bench.waiting import trace
from bench.waiting.clock import AnsweringTimes, Clock
from bench.waiting.deciders import Decider
from bench.waiting.planned import PlannedGame, Record
from games.engine.contract import Game, Position

EVERY_PLY, TODAY, BOUND, WISHES, ORDERS = COLUMNS = ("every ply", "today", "bound", "wishes", "orders")
PLANNED = (WISHES, ORDERS)


@dataclass
class Figures:
    """By column: waits, mails per person, days of every game. By planned column: what plans did, losses in score."""

    waits: dict[str, list[int]] = field(default_factory=lambda: {name: [] for name in COLUMNS})
    in_turn: dict[str, list[int]] = field(default_factory=lambda: {name: [] for name in COLUMNS})
    """The waits of the same games if every ply were asked in turn: games with plans go otherwise."""
    mails: dict[str, list[float]] = field(default_factory=lambda: {name: [] for name in COLUMNS})
    days: dict[str, list[float]] = field(default_factory=lambda: {name: [] for name in COLUMNS})
    records: dict[str, Record] = field(default_factory=lambda: {name: Record() for name in PLANNED})
    losses: dict[str, list[float]] = field(default_factory=lambda: {name: [] for name in PLANNED})
    left_out: int = 0
    """Deals in which a game did not end."""

    def share(self, column: str) -> float:
        """The waits as a share of those of asking every ply in turn."""
        return sum(self.waits[column]) / sum(self.in_turn[column])

    def add_game(self, column: str, clock: Clock, movers: Sequence[int], deal: int, seats: int) -> None:
        in_turn = new_clock(deal, seats)
        trace.ask_every_ply(movers, in_turn)
        self.in_turn[column].append(in_turn.waits)
        self.waits[column].append(clock.waits)
        self.mails[column].append(clock.mails / seats)
        self.days[column].append(clock.days)


@dataclass
class _Deal:
    """What was played of one deal: in turn, and by planned column all planning and one seat planning alone."""

    trace: trace.Trace
    end: Position
    all_plan: dict[str, PlannedGame] = field(default_factory=dict)
    loss: dict[str, float] = field(default_factory=dict)


def measure(rules: Game, seats: int, options: Mapping[str, str], decider: Decider, deals: int) -> Figures:
    figures = Figures()
    for deal in range(deals):
        secret = hashlib.sha256(f"waiting {deal}".encode()).digest()
        try:
            played = play_deal(rules, rules.new(seats, options, secret), decider, deal)
        except trace.EndlessGame:
            figures.left_out += 1
        else:
            add_deal(figures, rules, played, deal)
    return figures


def play_deal(rules: Game, start: Position, decider: Decider, deal: int) -> _Deal:
    """Raises EndlessGame."""
    seats = int(start.seats)
    played = _Deal(*trace.play_in_turn(start, decider, deal))
    planner = deal % seats
    for column in PLANNED:
        orders = column == ORDERS
        everybody = PlannedGame(rules, decider, new_clock(deal, seats), deal, range(seats), orders=orders)
        everybody.play(start)
        played.all_plan[column] = everybody
        alone = PlannedGame(rules, decider, new_clock(deal, seats), deal, [planner], orders=orders)
        played.loss[column] = float(played.end.scores()[planner] - alone.play(start).scores()[planner])
    return played


def add_deal(figures: Figures, rules: Game, played: _Deal, deal: int) -> None:
    seats = int(played.end.seats)
    movers = trace.movers(played.trace)
    for column in (EVERY_PLY, TODAY, BOUND):
        clock = new_clock(deal, seats)
        if column == EVERY_PLY:
            trace.ask_every_ply(movers, clock)
        elif column == TODAY:
            trace.ask_as_today(played.trace, clock)
        else:
            trace.ask_at_once(played.trace, clock, rules)
        figures.add_game(column, clock, movers, deal, seats)
    for column, game in played.all_plan.items():
        figures.add_game(column, game.clock, game.movers, deal, seats)
        figures.records[column].add(game.record)
        figures.losses[column].append(played.loss[column])


def new_clock(deal: int, seats: int) -> Clock:
    return Clock(AnsweringTimes(deal, slow=deal % seats))


def interval(values: list[float]) -> float:
    """Half the width of the 95 % interval of the mean."""
    return 1.96 * statistics.stdev(values) / math.sqrt(len(values)) if len(values) > 1 else math.inf
