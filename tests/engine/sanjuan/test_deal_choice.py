"""docs/rules §1: the set-up, plain and with the choice of the first hands."""

from __future__ import annotations

from collections import Counter

import pytest

from games.engine.random import from_secret
from games.engine.sanjuan.components import CARD_NAMES, COPIES, KINDS
from games.engine.sanjuan.flow import SanJuanPosition, new_position
from tests.engine.sanjuan.tables import buildings, cards, hand, legal_texts, play, question_of, step


def start(seats: int, *, deal_choice: bool = False, game: int = 1) -> SanJuanPosition:
    position = new_position(seats, deal_choice, from_secret(game.to_bytes(32, "big"), "deal"))
    position.listener = []
    return position


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everybody_starts_with_an_indigo_plant_and_four_cards(seats: int) -> None:
    position = start(seats)
    for seat in range(seats):
        assert buildings(position, seat) == "indigo plant"
        assert cards(position, seat) == 4
    assert position.draw_pile_count == 110 - 5 * seats
    assert position.discard_count == 0
    assert question_of(position) == ("role", position.governor)
    assert legal_texts(position)[:5] == ["builder", "producer", "trader", "councillor", "prospector"]
    assert position.round == 1


def test_the_box_holds_110_cards() -> None:
    box = dict(zip(CARD_NAMES, COPIES, strict=True))
    assert sum(box.values()) == 110
    assert box["indigo plant"] == 10
    assert [box[kind] for kind in ("sugar mill", "tobacco storage", "coffee roaster", "silver smelter")] == [8] * 4
    assert [box[kind] for kind in ("guild hall", "city hall", "triumphal arch", "palace")] == [2] * 4
    assert {box[kind] for kind in CARD_NAMES[5:25]} == {3}


def test_all_cards_of_the_box_are_in_play() -> None:
    position = start(4)
    there = Counter(CARD_NAMES[card] for card in position.draw_pile if card >= 0)
    for seat in range(4):
        there.update([*hand(position, seat).split(", "), "indigo plant"])
    assert there == Counter(dict(zip(CARD_NAMES, map(int, COPIES), strict=True)))


def test_who_starts_and_what_comes_is_drawn() -> None:
    governors, hands, tops = Counter[int](), Counter[str](), Counter[int]()
    for game in range(300):
        position = start(3, game=game)
        governors[int(position.governor)] += 1
        hands.update(hand(position, 0).split(", "))
        tops[int(position.draw_pile[position.draw_pile_count - 1])] += 1
    assert set(governors) == {0, 1, 2}
    assert min(governors.values()) > 60
    assert set(hands) == set(CARD_NAMES)
    assert set(tops) == set(range(KINDS))


@pytest.mark.parametrize(("seats", "discarded"), [(2, 3), (3, 6), (4, 10)])
def test_example_32_from_five_to_eight_cards_four_are_chosen(seats: int, discarded: int) -> None:
    """docs/rules §4.32"""
    position = start(seats, deal_choice=True)
    order = [(position.governor + turn) % seats for turn in range(seats)]
    assert [cards(position, seat) for seat in order] == [5, 6, 7, 8][:seats]
    for turn, seat in enumerate(order):
        assert question_of(position) == ("deal", seat)
        for _card in range(turn + 1):
            step(position, legal_texts(position)[-1])
        assert cards(position, seat) == 4
    assert position.discard_count == discarded
    assert question_of(position) == ("role", position.governor)
    assert position.round == 1


def test_the_cards_of_the_own_choice_stay() -> None:
    position = start(2, deal_choice=True)
    governor = int(position.governor)
    held = hand(position, governor).split(", ")
    play(position, f"discard {held[2]}")
    assert hand(position, governor) == ", ".join([*held[:2], *held[3:]])


def test_all_choose_their_first_hands_at_the_same_time() -> None:
    position = start(4, deal_choice=True)
    for turn in range(1, 4):
        seat = (position.governor + turn) % 4
        ahead = position.ahead(seat)
        assert ahead is not None
        assert question_of(ahead) == ("deal", seat)
        assert ahead.cards_to_choose[seat] == turn + 1
    assert position.ahead(int(position.governor)) is None


def test_what_is_discarded_is_told_to_its_owner_alone() -> None:
    position = start(3, deal_choice=True)
    governor = int(position.governor)
    events = step(position, legal_texts(position)[0])
    assert [event.kind for event in events if event.visible_to(governor)] == ["discards"]
    assert [event for event in events if event.visible_to((governor + 1) % 3)] == []


def test_without_the_choice_nobody_is_asked() -> None:
    assert question_of(start(4))[0] == "role"
