"""A game in which everybody is asked each time, and how often it waits if people are asked in other ways."""

from __future__ import annotations

from collections.abc import Iterable

from bench.waiting.clock import Clock
from bench.waiting.deciders import Decider
from games.engine.contract import NO_MOVE, Game, Position
from games.engine.plans import question_kind

MAX_PLIES = 1500
"""Some games of weak bots come to a stand-off in which the leader cannot end the game and nobody else wants to."""


class EndlessGame(Exception):
    """A game is not over after MAX_PLIES."""


Trace = list[Position]
"""The positions before every ply."""


def play_in_turn(start: Position, decider: Decider, seed: int) -> tuple[Trace, Position]:
    """The positions of a game, and its end. Raises EndlessGame."""
    position, trace = start.copy(), []
    while not position.is_over():
        check_length(position)
        trace.append(position.copy())
        forced = position.forced_move()
        position.play(forced if forced != NO_MOVE else decider.choose(position, ply_seed(seed, position)))
    return trace, position


def check_length(position: Position) -> None:
    """Raises EndlessGame."""
    if position.plies > MAX_PLIES:
        raise EndlessGame


def ply_seed(seed: int, position: Position) -> int:
    """A seed of its own for every ply of a game."""
    return seed * 1_000_003 + int(position.plies)


def movers(trace: Trace) -> list[int]:
    return [int(position.to_move()) for position in trace]


def ask_every_ply(movers: Iterable[int], clock: Clock) -> None:
    """In turn, also what is forced."""
    for seat in movers:
        clock.ask(seat)


def ask_as_today(trace: Trace, clock: Clock) -> None:
    """In turn, and besides whoever can decide ahead because nothing can change."""
    last = None
    for position in trace:
        if position.forced_move() != NO_MOVE:
            continue
        turn = int(position.to_move()), int(position.phase())
        if turn != last:
            clock.asked = {seat: asked for seat, asked in clock.asked.items() if last is None or seat != last[0]}
        for seat in range(int(position.seats)):
            if seat != turn[0] and seat not in clock.asked and can_decide_ahead(position, seat):
                clock.ask_in_advance(seat)
        if turn[0] in clock.asked and not clock.is_unanswered(turn[0]):
            if turn != last:
                clock.wait_for_advance(turn[0])
                clock.other_plays(turn[0])
        elif not (turn == last and turn[0] in clock.asked):
            clock.ask(turn[0])
        last = turn


def can_decide_ahead(position: Position, seat: int) -> bool:
    ahead = position.ahead(seat)
    if ahead is None:
        return False
    phase = ahead.phase()
    while ahead.to_move() == seat and ahead.phase() == phase and ahead.forced_move() != NO_MOVE:
        ahead.play(ahead.forced_move())
    return bool(ahead.to_move() == seat and ahead.phase() == phase)


def ask_at_once(trace: Trace, clock: Clock, rules: Game) -> None:
    """Whoever foresees a question is asked at once, and no plan ever fails: only what is not foreseen is asked in
    turn."""
    phase = -1
    foreseen: dict[int, set[str]] = {}
    """By seat that was asked or has answered in this phase: the kinds of question that its plan covers."""
    for place, position in enumerate(trace):
        if position.forced_move() != NO_MOVE:
            continue
        if position.phase() != phase:
            phase, foreseen, clock.asked = int(position.phase()), {}, {}
        mover = int(position.to_move())
        for seat in range(int(position.seats)):
            if seat != mover and seat not in foreseen and (kinds := foreseen_kinds(rules, position, seat)):
                foreseen[seat] = kinds
                clock.ask_in_advance(seat)
        if kind_of(rules, position) in foreseen.get(mover, ()) and not clock.is_unanswered(mover):
            if mover in clock.asked:
                clock.wait_for_advance(mover)
            clock.other_plays(mover)
            continue
        clock.ask(mover)
        clock.asked.pop(mover, None)
        if place + 1 < len(trace) and trace[place + 1].phase() == phase:
            foreseen[mover] = foreseen_kinds(rules, trace[place + 1], mover)


def foreseen_kinds(rules: Game, position: Position, seat: int) -> set[str]:
    return {kind_of(rules, question) for question in position.foreseen(seat)}


def kind_of(rules: Game, position: Position) -> str:
    return question_kind(rules.question_key(position))
