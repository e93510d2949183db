"""The plans that a sensible person writes: the first lines of the own ranking, read as the site reads them."""

from __future__ import annotations

from collections import Counter

from bench.waiting.deciders import Decider, most_frequent
from bench.waiting.trace import kind_of
from bots.knowledge.registry import knowledge_of
from bots.levels import NEWEST_KNOWLEDGE, quick_move
from games.engine.contract import NO_MOVE, Game, Position, RulesError
from games.engine.plans import ASK, NEXT, NextPick, Plan, Wish, foreseen_questions, read_next_pick, read_wish
from games.engine.random import from_secret

LINES = 3
"""So many lines for each kind of question; then the seat wants to be asked."""
FUTURES = 5
"""The next pick is planned from so many imagined continuations."""
SURE = 5
"""In so many of them the same role has to be the best; else the seat wants to be asked."""
MAX_PLIES = 400
ROLE = "role"
"""The kind of question at which a role is picked."""
MADE_UP = frozenset({"storing"})
"""Foreseen while others still act, so that no game can go on from there and no search is possible: quick moves rank."""


def write_plan(rules: Game, decider: Decider, position: Position, seat: int, seed: int) -> Plan:
    """The plan of a seat for the rest of the phase."""
    questions = foreseen_questions(position, seat)
    wishes: list[Wish] = []
    known: set[str] = set()
    for number, question in enumerate(questions):
        kind = kind_of(rules, question)
        if kind in known:
            continue
        known.add(kind)
        ranked = (most_frequent if kind in MADE_UP else decider.ranking)(question, seed + number)
        for move in ranked[:LINES]:
            line = line_of(rules, question, move, seed)
            try:
                wishes.append(read_wish(rules, questions, line, wishes[-1] if wishes else None))
            except RulesError:
                continue
    return Plan(tuple(wishes), bool(position.end_in_sight()))


def line_of(rules: Game, question: Position, move: int, seed: int) -> str:
    """The line of a whole decision that begins with this ply."""
    after, plies = question.copy(), [move]
    seat, phase, key = int(question.to_move()), question.phase(), rules.question_key(question)
    after.play(move)
    while after.to_move() == seat and after.phase() == phase and not rules.holds_all_phase(key):
        if not after.is_mid_decision() and rules.question_key(after) != key:
            break
        forced = after.forced_move()
        plies.append(int(forced) if forced != NO_MOVE else quick_move(after, seat, seed + len(plies)))
        after.play(plies[-1])
    return rules.decision_text(question, plies)


def next_pick(rules: Game, decider: Decider, position: Position, seat: int, seed: int) -> NextPick | None:
    """What the seat would pick next; None if it is not sure enough, so that it wants to be asked."""
    line = next_pick_line(rules, decider, position, seat, seed)
    return read_next_pick(rules, position, seat, [line]) if line else None


def next_pick_line(rules: Game, decider: Decider, position: Position, seat: int, seed: int, *, sure: int = SURE) -> str:
    """The line that plans the seat's next pick, as far as it can imagine at this position how the game goes on until
    then; empty if the same role is the best in fewer than `sure` of the FUTURES."""
    first: Counter[str] = Counter()
    for number in range(FUTURES):
        future = imagined_pick(rules, position, seat, seed + number)
        if future is not None:
            first[rules.move_text(future, decider.ranking(future, seed + number)[0])] += 1
    ranked = first.most_common(LINES)
    if not ranked or ranked[0][1] < sure:
        return ""
    picks = [role for role, _count in ranked if can_be_planned(rules, position, seat, role)]
    return f"{NEXT} {', '.join([*picks, ASK])}" if picks else ""


def can_be_planned(rules: Game, position: Position, seat: int, role: str) -> bool:
    """Whether the role can be said now: of two prospectors that carry the same only the first can."""
    try:
        read_next_pick(rules, position, seat, [f"{NEXT} {role}"])
    except RulesError:
        return False
    return True


def imagined_pick(rules: Game, position: Position, seat: int, seed: int) -> Position | None:
    """The seat's next pick, if all go on with quick moves; None if the game ends before."""
    random = from_secret(seed.to_bytes(16, "little"), "next pick")
    future = position.resample(seat, random)
    knowledge = knowledge_of(future, NEWEST_KNOWLEDGE)
    for _ply in range(MAX_PLIES):
        if future.is_over():
            return None
        if future.to_move() == seat and kind_of(rules, future) == ROLE:
            return future
        future.play(knowledge.playout_move(future, random))
    return None
