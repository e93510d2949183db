"""A game of people who plan: asked at once, they answer with wishes; perhaps also by next picks and standing orders."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from bench.waiting.causes import cause
from bench.waiting.clock import Clock
from bench.waiting.deciders import Decider, is_a_choice
from bench.waiting.orders import standing_orders
from bench.waiting.trace import check_length, kind_of, ply_seed
from bench.waiting.wishes import ROLE, next_pick, write_plan
from games.engine.contract import NO_MOVE, Game, Position
from games.engine.plans import Plan, foreseen_questions, next_pick_plies, next_step

ANOTHER_SEED = 250_007


@dataclass
class Record:
    """What plans did in a game: all counts are of plies of seats that plan."""

    played: int = 0
    """Plies with two sensible ones or more that a plan, a next pick or an order played."""
    as_in_turn: int = 0
    """Of these, how many the level plays when it is asked in turn."""
    steady: int = 0
    """Of these, how often the level agrees with itself under another seed."""
    differing: Counter[str] = field(default_factory=Counter)
    """By kind of question, how often something else was played than the level plays when it is asked in turn."""
    causes: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Of these, by kind of question, why plans and next picks did so (bench.waiting.causes)."""
    failed: Counter[str] = field(default_factory=Counter)
    """By kind of question, how often a plan was there and asked."""
    followed: Counter[str] = field(default_factory=Counter)
    """By kind of question, how often a plan played."""

    def add(self, other: Record) -> None:
        self.played += other.played
        self.as_in_turn += other.as_in_turn
        self.steady += other.steady
        for mine, theirs in (
            (self.differing, other.differing),
            (self.failed, other.failed),
            (self.followed, other.followed),
        ):
            mine.update(theirs)
        self.causes.update(other.causes)


@dataclass
class _Asked:
    """A seat that was asked at once, or has answered and gives wishes for the rest of the phase."""

    shown: Position
    plan: Plan | None = None
    """None: not written yet. It is written as of `shown`, when it is needed."""


class PlannedGame:
    """Plays one game. planners: the seats that plan; the others are asked each time."""

    def __init__(
        self, rules: Game, decider: Decider, clock: Clock, seed: int, planners: Collection[int], *, orders: bool
    ) -> None:
        self.rules = rules
        self.decider = decider
        self.clock = clock
        self.seed = seed
        self.planners = planners
        self.picks = orders
        """Whether next picks are used besides, and standing orders."""
        self.orders = standing_orders(rules) if orders else ()
        self.record = Record()
        self.movers: list[int] = []
        """Who was to move at every ply."""
        self.phase = -1
        self.asked: dict[int, _Asked] = {}
        self.last_seen: dict[int, Position] = {}
        """By seat, the position when it answered last: then it said what it would pick next."""
        self.answering = -1
        """The seat that has just answered in turn: it is asked what follows, whatever it may have planned."""

    def play(self, start: Position) -> Position:
        """Play to the end, and return it. Raises EndlessGame."""
        position = start.copy()
        while not position.is_over():
            check_length(position)
            forced = position.forced_move()
            if forced != NO_MOVE:
                self._play_ply(position, forced)
                continue
            if position.phase() != self.phase:
                self.phase, self.asked, self.clock.asked, self.answering = int(position.phase()), {}, {}, -1
            self._play_decision(position)
        return position

    def _play_decision(self, position: Position) -> None:
        seat = int(position.to_move())
        if seat in self.planners and self.picks:
            kind = kind_of(self.rules, position)
            if plies := self.rules.ordered_plies(position, self.orders):
                self._play(position, plies, kind)
                return
            if kind == ROLE and self._play_next_pick(position, seat):
                return
        self._ask_at_once(position, seat)
        if seat not in self.planners or not self._follow(position, seat):
            self._ask(position, seat)

    def _ask_at_once(self, position: Position, mover: int) -> None:
        for seat in self.planners:
            if seat == mover or seat in self.asked:
                continue
            questions = foreseen_questions(position, seat)
            if questions and not self._orders_answer(questions):
                self.asked[seat] = _Asked(position.copy())
                self.last_seen[seat] = self.asked[seat].shown
                self.clock.ask_in_advance(seat)

    def _orders_answer(self, questions: Collection[Position]) -> bool:
        """Whether standing orders answer whatever of these questions leaves a choice: the seat is not asked early."""
        left = [question for question in questions if question.forced_move() == NO_MOVE]
        return bool(self.orders) and all(self.rules.ordered_plies(question, self.orders) for question in left)

    def _follow(self, position: Position, seat: int) -> bool:
        """Play the seat's plan. Returns False if the seat has to be asked."""
        asked = self.asked.get(seat)
        if asked is None or seat == self.answering or self.clock.is_unanswered(seat):
            return False
        if seat in self.clock.asked:
            self.clock.wait_for_advance(seat)
        if asked.plan is None:
            asked.plan = write_plan(self.rules, self.decider, asked.shown, seat, self._ply_seed(asked.shown))
        kind = kind_of(self.rules, position)
        step = next_step(self.rules, position, asked.plan)
        if step is None:
            self.record.failed[kind] += 1
            return False
        self.record.followed[kind] += 1
        asked.plan = step.rest
        self._play(position, step.plies, kind, asked.shown)
        return True

    def _play_next_pick(self, position: Position, seat: int) -> bool:
        seen = self.last_seen.get(seat)
        if seen is None or self.clock.present == seat:
            return False
        wanted = next_pick(self.rules, self.decider, seen, seat, self._ply_seed(seen))
        plies = next_pick_plies(self.rules, position, wanted) if wanted is not None else []
        if not plies:
            self.record.failed[ROLE] += 1
            return False
        self.record.followed[ROLE] += 1
        self._play(position, plies, ROLE, seen)
        return True

    def _play(self, position: Position, plies: Sequence[int], kind: str, shown: Position | None = None) -> None:
        """Play what the seat to move has planned, and compare its first ply with what it would have answered now.

        shown: the position for which it was planned; None for a standing order.
        """
        seed, seat = self._ply_seed(position), int(position.to_move())
        if is_a_choice(position, seed):
            would = self.decider.choose(position, seed)
            self.record.played += 1
            steady = would == self.decider.choose(position, seed + 2 * ANOTHER_SEED)
            self.record.steady += steady
            if would == plies[0]:
                self.record.as_in_turn += 1
            else:
                self.record.differing[kind] += 1
                if shown is not None:
                    why = cause(self.rules, shown, position, plies, would, steady=steady)
                    self.record.causes[kind, why] += 1
        for ply in plies:
            self._play_ply(position, ply)
        self.clock.other_plays(seat)
        self.answering = -1

    def _ask(self, position: Position, seat: int) -> None:
        """Ask a seat in turn. What it says besides are its wishes for the rest of the phase."""
        self.clock.ask(seat)
        self.clock.asked.pop(seat, None)
        self._play_ply(position, self.decider.choose(position, self._ply_seed(position)))
        self.answering = seat
        if seat in self.planners:
            self.last_seen[seat] = position.copy()
            self.asked[seat] = _Asked(self.last_seen[seat])

    def _play_ply(self, position: Position, ply: int) -> None:
        self.movers.append(int(position.to_move()))
        position.play(ply)

    def _ply_seed(self, position: Position) -> int:
        return ply_seed(self.seed, position)
