"""Nothing legal is missing and nothing else is offered: every question of whole games, answered again by the book.

What a seat may do is worked out a second time in independent_rules.py, slowly, from what that seat sees of the table.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest

from games.engine.contract import Event
from games.engine.random import from_secret
from games.engine.sanjuan.build_view import build_view
from games.engine.sanjuan.components import CARD_NAMES, COPIES
from games.engine.sanjuan.flow import SanJuanPosition, new_position
from tests.engine.sanjuan import independent_rules
from tests.engine.sanjuan.independent_rules import PLANTS, STAGES, EarlierPly, Table, clockwise
from tests.engine.sanjuan.tables import MOVES, Player, legal_texts, table

FOLLOWS = {"payment": "builder", "strike": "gold mine", "limit": "chapel"}
"""What the same seat may be asked next in the same phase."""
PRICES = ((1, 1, 1, 2, 2), (1, 1, 2, 2, 2), (1, 1, 2, 2, 3), (1, 2, 2, 2, 3), (1, 2, 2, 3, 3))


def of_this_round(events: list[Event]) -> list[Event]:
    ends = [number for number, event in enumerate(events) if event.kind == "round_ends"]
    return events[ends[-1] + 1 :] if ends else events


def knows(position: SanJuanPosition, seat: int, earlier_plies: list[EarlierPly], phase: int) -> Table:
    """What a seat knows of the table."""
    assert position.listener is not None
    sight = build_view(position, seat)
    unbroken: list[EarlierPly] = []
    for one in reversed(earlier_plies if position.phase_number == phase else []):
        if (one.seat, one.stage) != (seat, sight.stage):
            break
        unbroken.insert(0, one)
    heard = [event for event in of_this_round(position.listener) if event.visible_to(seat)]
    return Table(sight, seat, heard, int(position.cards_to_draw()), unbroken)


def check(position: SanJuanPosition, asked: Table) -> None:
    """Exactly what the book allows is legal, in order, each answer once."""
    legal = legal_texts(position)
    assert len(set(legal)) == len(legal)
    assert list(position.legal_moves()) == sorted(position.legal_moves())
    assert set(legal) == independent_rules.answers(asked)


def check_passed_over(position: SanJuanPosition, before: Table, asked: Table | None, same_phase: bool) -> None:
    """Clockwise from the picker, and nobody who could have done something was left out."""
    assert position.listener is not None
    phase, picker, last = before.view.phase, before.view.picker, before.number
    assert picker is not None
    order = list(clockwise(before.view, picker))
    if before.view.stage == "role":
        picks = [event for event in position.listener if event.kind == "picks"][-1]
        phase, idle_from = str(picks.data["role"]), 0
    else:
        idle_from = order.index(last) + 1
    idle_to = len(order)
    if same_phase and asked is not None:
        if (asked.number, FOLLOWS.get(asked.view.stage)) == (last, before.view.stage) or asked.earlier_plies:
            return
        idle_to = order.index(asked.number)
        assert idle_to >= idle_from
    if phase is None or (phase == "builder" and position.is_over()):
        return
    for seat in order[idle_from:idle_to]:
        passed = knows(position, seat, [], -1)
        picked = replace(passed, view=replace(passed.view, picker=picker))
        assert independent_rules.has_nothing_to_do(picked, phase)


def check_ahead(position: SanJuanPosition, promised: dict[tuple[int, int, int], list[str]]) -> None:
    """Who may decide ahead of their time is offered what they will be offered then."""
    mine = promised.get((int(position.phase_number), int(position.actor), int(position.stage)))
    if mine is not None:
        assert mine == legal_texts(position)
    for seat in range(position.seats):
        ahead = position.ahead(seat)
        if ahead is not None:
            assert ahead.actor == seat
            offered = promised.setdefault((int(position.phase_number), seat, int(ahead.stage)), legal_texts(ahead))
            assert offered == legal_texts(ahead)


def chosen(position: SanJuanPosition, dice: random.Random) -> str:
    """At random, but to pass is rare."""
    legal = legal_texts(position)
    busy = [ply for ply in legal if ply != "pass"]
    return dice.choice(busy if busy and dice.random() < 0.85 else legal)


def follow_game(position: SanJuanPosition, dice: random.Random) -> Counter[str]:
    """Check every question of a game; how often each stage came."""
    stages: Counter[str] = Counter()
    earlier_plies: list[EarlierPly] = []
    promised: dict[tuple[int, int, int], list[str]] = {}
    before: Table | None = None
    phase = -1
    position.listener = []
    while not position.is_over():
        asked = knows(position, int(position.actor), earlier_plies, phase)
        stages[asked.view.stage] += 1
        check(position, asked)
        if before is not None:
            check_passed_over(position, before, asked, position.phase_number == phase or before.view.stage == "role")
        if not asked.earlier_plies:
            check_ahead(position, promised)
        before, phase = asked, int(position.phase_number)
        ply = chosen(position, dice)
        earlier_plies.append(EarlierPly(asked.number, asked.view.stage, ply))
        position.play(MOVES[ply])
    return stages


def furnished(seats: int, dice: random.Random, *, scarce: bool = False) -> SanJuanPosition:
    """A game that has been going on for a while: some of everything before every seat.

    scarce: the draw pile is nearly empty, and one seat holds all that is left of the box.
    """
    deck = [name for name, copies in zip(CARD_NAMES, COPIES, strict=True) for _copy in range(int(copies))]
    dice.shuffle(deck)
    players = []
    for _seat in range(seats):
        buildings: list[str] = []
        wanted = dice.randint(3, 9)
        for card in list(deck):
            if len(buildings) < wanted and (card in PLANTS or card not in buildings):
                buildings.append(card)
                deck.remove(card)
        hand = [deck.pop() for _card in range(dice.randint(0, 9))]
        goods = [PLANTS[one] for one in buildings if one in PLANTS and dice.random() < 0.5]
        players.append(Player(", ".join(hand), ", ".join(buildings), ", ".join(goods)))
    governor, prices = dice.randrange(seats), dice.choice(PRICES)
    if not scarce:
        return table(*players, governor=governor, prices=prices)
    pile, hoarder = ", ".join(deck.pop() for _card in range(dice.randint(0, 9))), dice.randrange(seats)
    return table(*players, governor=governor, prices=prices, pile=pile, hoarder=hoarder)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_exactly_the_legal_answers_are_offered_in_whole_games(seats: int) -> None:
    dice = random.Random(seats)
    for game in range(3):
        secret = bytes([seats, game] * 16)
        stages = follow_game(new_position(seats, game == 0, from_secret(secret, "deal")), dice)
        assert stages["role"] > 5


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_exactly_the_legal_answers_are_offered_where_much_stands(seats: int) -> None:
    dice = random.Random(seats)
    stages: Counter[str] = Counter()
    for _game in range(12):
        stages += follow_game(furnished(seats, dice), dice)
    assert set(STAGES) - {"deal", "strike"} <= set(stages)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_exactly_the_legal_answers_are_offered_where_cards_run_out(seats: int) -> None:
    """docs/rules §5 Draw pile"""
    dice = random.Random(seats)
    for _game in range(12):
        follow_game(furnished(seats, dice, scarce=True), dice)
