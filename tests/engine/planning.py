"""What every game owes those who plan (games/engine/plans.py): checks of the conformance suite.

A game that foresees no questions owes nothing.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

from games.engine import left_questions
from games.engine.contract import NO_MOVE, Game, Measure, Position, RulesError
from games.engine.left_questions import LEAVE
from games.engine.orders import Order, order_from_json
from games.engine.plans import (
    NEXT,
    PASS,
    NextPick,
    Plan,
    Step,
    Wish,
    foreseen_questions,
    next_pick_from_json,
    next_pick_plies,
    next_step,
    read_next_pick,
    read_wish,
)
from games.engine.random import Random
from tests.engine.conformance import Setup, random_plies, samples
from tests.engine.repertoire import repertoire


def foresees(position: Position) -> bool:
    """Whether the game says which questions seats may still be asked."""
    return type(position).foreseen is not Position.foreseen


def is_looked_at(position: Position, random: Random, one_in: int) -> bool:
    """Whether to look at a position: at the first ones, for the sake of short games, then at one of so many."""
    return position.plies < 6 or random.below(one_in) == 0


def check_foreseen_questions_are_the_seats_own(setup: Setup) -> None:
    """Each is the seat's to answer, in the present phase; the offers of the first can be planned."""
    random = setup.random("looked at")
    before: tuple[int, str] | None = None
    for position, _move in random_plies(setup, "foreseen"):
        if not foresees(position):
            return
        asked = int(position.to_move()), "" if position.is_over() else setup.game.question_key(position)
        begun, before = asked == before, asked
        if not position.is_over() and not is_looked_at(position, random, 80):
            continue
        for seat in range(setup.seats):
            questions = foreseen_questions(position, seat)
            assert all(question.to_move() == seat for question in questions)
            assert all(question.phase() == position.phase() for question in questions)
            assert questions or position.ahead(seat) is None, "who can decide ahead can plan"
            if position.to_move() == seat:
                assert setup.written(position.foreseen(seat)[0]) == setup.written(position)
            # The rest of a decision that is begun is no line by itself.
            if questions and not (begun and seat == asked[0]):
                check_offers_can_be_planned(setup.game, questions)


def check_offers_can_be_planned(rules: Game, questions: list[Position]) -> None:
    """Some of the offers of the first question, the first and the last among them, by text and by number."""
    offers, key = rules.question(questions[0]).offers, rules.question_key(questions[0])
    for number in {1, (len(offers) + 1) // 2, len(offers)}:
        wish = read_wish(rules, questions, offers[number - 1].text)
        assert wish.key == key
        assert wish == read_wish(rules, questions, str(number))
        assert wish == read_wish(rules, questions, wish.text), "canonical lines are read as what they are"
        assert rules.wish_plies(questions[0], wish.text)


def check_foreseen_questions_leak_nothing(setup: Setup) -> None:
    """Who is asked, and what comes first, is the same whatever is hidden from the seat."""
    random = setup.random("hidden")
    for position in samples(setup, "foreseen questions", 4):
        if not foresees(position):
            return
        for seat in range(setup.seats):
            shown = [first_shown(setup.game, position.resample(seat, random), seat) for _ in range(2)]
            assert shown[0] == shown[1] == first_shown(setup.game, position, seat)


def first_shown(rules: Game, position: Position, seat: int) -> tuple[object, ...]:
    """What a seat is shown of the first question that it can foresee."""
    questions = position.foreseen(seat)
    if not questions:
        return ()
    question = rules.question(questions[0])
    offers = [(offer.text, offer.label.render(), offer.effect and offer.effect.render()) for offer in question.offers]
    return rules.question_key(questions[0]), question.prompt.render(), offers


def check_next_picks(setup: Setup) -> None:
    """Whoever picks again can say what; that shows nothing hidden, and is played at the pick if it can be."""
    random = setup.random("next picks")
    wanted: dict[int, NextPick] = {}
    for position, _move in random_plies(setup, "next picks"):
        if position.is_over():
            return
        seat = int(position.to_move())
        if position.is_pick() and seat in wanted:
            plies = next_pick_plies(setup.game, position, wanted.pop(seat))
            assert not plies or setup.game.submit(position.copy(), setup.game.decision_text(position, plies)) == plies
        if not is_looked_at(position, random, 80):
            continue
        for seat in range(setup.seats):
            imagined = position.resample(seat, random).next_pick(seat)
            if imagined is None:
                continue
            assert imagined.to_move() == seat
            assert imagined.is_pick()
            picks = [offer.text for offer in setup.game.question(imagined).offers]
            assert picks == [offer.text for offer in setup.game.question(_next_pick(position, seat)).offers]
            line = f"{NEXT} {picks[int(random.below(len(picks)))]}, ask"
            wanted[seat] = read_next_pick(setup.game, position, seat, [line])
            assert next_pick_from_json(json.loads(json.dumps(wanted[seat].to_json()))) == wanted[seat]


def _next_pick(position: Position, seat: int) -> Position:
    pick = position.next_pick(seat)
    assert pick is not None
    return pick


def check_plans_play_what_their_owner_would_answer(setup: Setup) -> None:
    """Whatever others do, a plan plays legal plies of its owner: those of its first line that is legal then."""
    random = setup.random("plans")
    plans: dict[int, Plan] = {}
    position = setup.new()
    phase = int(position.phase())
    while foresees(position) and not position.is_over():
        if position.phase() != phase:
            plans, phase = {}, int(position.phase())
        if is_looked_at(position, random, 25):
            seat = int(random.below(setup.seats))
            plan = random_plan(setup.game, position, seat, random)
            if plan is not None:
                plans[seat] = plan
        seat = int(position.to_move())
        plies = [a_random_move(position, random)]
        if seat in plans and position.forced_move() == NO_MOVE:
            step = next_step(setup.game, position, plans[seat])
            check_step(setup.game, position, plans[seat], step)
            if step is not None:
                plies, plans[seat] = list(step.plies), step.rest
        for ply in plies:
            assert position.to_move() == seat
            assert ply in list(position.legal_moves())
            position.play(ply)


def a_random_move(position: Position, random: Random) -> int:
    moves = position.legal_moves()
    return int(moves[random.below(len(moves))])


def random_plan(rules: Game, position: Position, seat: int, random: Random) -> Plan | None:
    """Some answers to the questions that the seat foresees, in any order; None if it foresees none."""
    questions = foreseen_questions(position, seat)
    lines = [offer.text for question in questions[:6] for offer in rules.question(question).offers]
    wishes: list[Wish] = []
    for _ in range(min(6, len(lines))):
        line = lines[int(random.below(len(lines)))]
        wishes.append(read_wish(rules, questions, line))
    return Plan(tuple(wishes), position.end_in_sight()) if wishes else None


def check_step(rules: Game, position: Position, plan: Plan, step: Step | None) -> None:
    """What a plan plays begins with its first legal line for this kind of question, if it has one."""
    key = rules.question_key(position)
    for place, wish in enumerate(plan.wishes):
        if wish.key.partition("/")[0] != key.partition("/")[0] or (wish.text == PASS and wish.key != key):
            continue
        plies = answered(rules, position, wish.text)
        if not plies:
            continue
        if step is None:
            assert leaves_a_choice(position, plies) or (rules.depends_on_the_end(key) and not plan.end_in_sight)
            return
        assert list(step.plies[: len(plies)]) == plies
        if not rules.holds_all_phase(wish.key):
            assert len(step.rest.wishes) < len(plan.wishes), place
        return
    assert step is None, "no line is legal"


def answered(rules: Game, position: Position, line: str) -> list[int]:
    """The plies that the owner's answer would have been; none if it would have been refused."""
    trial = position.copy()
    try:
        return rules.submit(trial, line)
    except RulesError:
        return rules.wish_plies(position, line)


def leaves_a_choice(position: Position, plies: list[int]) -> bool:
    """Whether the decision that these plies begin must be completed, and can be in several ways."""
    after = position.copy()
    for ply in plies:
        after.play(ply)
    return after.is_mid_decision()


@dataclass
class Asked:
    """Which questions a seat foresaw while another seat decided."""

    mover: int
    key: str
    foreseen: dict[int, set[str]]


def check_whoever_is_asked_has_foreseen_it(setup: Setup) -> None:
    """Who is asked in a phase after somebody else's decision foresaw that kind of question, or there is a reason."""
    random = setup.random("looked at")
    reasons, opening = repertoire(setup.game).unforeseen, repertoire(setup.game).opening
    before: Asked | None = None
    phase = -1
    for position, move in random_plies(setup, "who is asked"):
        if move == NO_MOVE or not foresees(position):
            return
        seat, key = int(position.to_move()), setup.game.question_key(position)
        if before is not None and before.mover != seat and before.key not in opening and phase == position.phase():
            if position.forced_move() == NO_MOVE and key not in reasons and f"{before.key} > {key}" not in reasons:
                assert key.partition("/")[0] in before.foreseen[seat], (before, seat, key)
        phase = int(position.phase())
        before = None
        if is_looked_at(position, random, 6):
            foreseen = {
                other: {kind_of(setup.game, question) for question in foreseen_questions(position, other)}
                for other in range(setup.seats)
                if other != seat
            }
            before = Asked(seat, key, foreseen)


def kind_of(rules: Game, question: Position) -> str:
    return rules.question_key(question).partition("/")[0]


def check_orders_answer_only_what_their_owner_sees(setup: Setup) -> None:
    """An order plays legal plies of the seat to move, a whole decision, and nothing hidden makes a difference."""
    random = setup.random("orders")
    kinds = setup.game.order_kinds()
    orders = [setup.game.read_order(kind.example) for kind in kinds]
    for kind, order in zip(kinds, orders, strict=True):
        assert (order.kind, order.line) == (kind.kind, kind.example)
        assert order_from_json(json.loads(json.dumps(order.to_json()))) == order
    for position, _move in random_plies(setup, "orders"):
        if not orders:
            return
        seat = int(position.to_move())
        ordered = [setup.game.ordered_plies(position, [order]) for order in orders]
        assert not any(ordered) or not position.is_over()
        first = next((plies for plies in ordered if plies), [])
        assert setup.game.ordered_plies(position, orders) == first
        for plies in filter(None, ordered):
            after = position.copy()
            for ply in plies:
                assert after.to_move() == seat
                assert ply in list(after.legal_moves())
                after.play(ply)
            assert after.to_move() != seat or not after.is_mid_decision()
        if not position.is_over() and (first or is_looked_at(position, random, 40)):
            imagined = position.resample(seat, random)
            assert [setup.game.ordered_plies(imagined, [order]) for order in orders] == ordered


def check_every_question_is_of_one_kind(setup: Setup) -> None:
    """Whatever is asked can be left to an adviser, by one word; so a new question cannot be forgotten."""
    rules, kinds = setup.game, setup.game.question_kinds()
    words = [word for kind in kinds for word in {kind.word, *kind.other_words}]
    assert len(set(words)) == len(words)
    assert LEAVE not in {kind.kind for kind in rules.order_kinds()}
    for kind in kinds:
        for word in (kind.word, *kind.other_words):
            assert left_questions.read_order(rules, f"always leave {word} to somebody") == Order(
                LEAVE, (kind.word,), to="somebody"
            )
    known = {key for kind in kinds for key in kind.keys}
    assert not kinds or repertoire(rules).stages - {"over"} <= known
    for position, _move in random_plies(setup, "kinds of questions"):
        if not kinds or position.is_over():
            return
        key = kind_of(rules, position)
        assert [key in kind.keys for kind in kinds].count(True) == 1, key
        left = [left_questions.leaves(rules, position, Order(LEAVE, (kind.word,))) for kind in kinds]
        assert left == [key in kind.keys for kind in kinds]


def check_conditions_read_only_what_their_owner_sees(setup: Setup) -> None:
    """What a condition counts is the same whatever is hidden from the seat, at its question and at its next pick."""
    random = setup.random("counted")
    for position, _move in random_plies(setup, "conditions"):
        if position.is_over():
            return
        if not is_looked_at(position, random, 40):
            continue
        mover = int(position.to_move())
        twins = [position.resample(mover, random) for _ in range(2)]
        assert [counted(setup.game, twin) for twin in twins] == [counted(setup.game, position)] * 2
        for seat in range(setup.seats):
            pick, seen = position.next_pick(seat), position.resample(seat, random).next_pick(seat)
            assert (pick is None) == (seen is None)
            if pick is not None and seen is not None:
                assert counted(setup.game, seen) == counted(setup.game, pick)


def counted(rules: Game, position: Position) -> dict[str, Measure | None]:
    """What a condition on each offer of the seat to move would count."""
    offers = [offer.text for offer in rules.question(position).offers]
    before = rules.digest(position)
    found = {text: rules.measure(position, rules.wish_plies(position, text)) for text in offers}
    assert rules.digest(position) == before, "counting changes nothing"
    return found


CHECKS = (
    check_foreseen_questions_are_the_seats_own,
    check_foreseen_questions_leak_nothing,
    check_next_picks,
    check_plans_play_what_their_owner_would_answer,
    check_whoever_is_asked_has_foreseen_it,
    check_orders_answer_only_what_their_owner_sees,
    check_conditions_read_only_what_their_owner_sees,
    check_every_question_is_of_one_kind,
)
"""Of the conformance suite, for every setup."""
