"""What a bot may think of: positions in which all that its seat has not seen is dealt anew."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from games.engine.playout import play_at_random
from games.engine.random import Random, from_secret
from games.engine.sanjuan import consistency
from games.engine.sanjuan.build_view import build_view
from games.engine.sanjuan.components import CARD_NAMES, CARDS, COPIES, MAX_BUILDINGS
from games.engine.sanjuan.flow import SanJuanPosition, new_position
from games.engine.sanjuan.position_json import to_json
from games.engine.sanjuan.stages import STAGE_PAYMENT
from tests.engine.sanjuan.tables import (
    MOVES,
    Player,
    discarded,
    goods,
    hand,
    legal_texts,
    play,
    question_of,
    table,
    under_the_chapel,
)

SAMPLES = 250


@pytest.fixture
def dice() -> Random:
    return from_secret(bytes(32), "search")


def settled() -> SanJuanPosition:
    position = table(
        Player(
            hand="well, smithy, library, hero",
            buildings="indigo plant, sugar mill, chapel",
            goods="sugar",
            chapel="statue",
        ),
        Player(hand="palace, palace", buildings="indigo plant, gold mine, chapel", goods="indigo", chapel="hero, hero"),
        Player(hand="quarry, quarry, quarry", buildings="indigo plant"),
        discards="tower",
    )
    play(position, "builder", "build well with smithy", "pass", "pass")
    return position


def samples(position: SanJuanPosition, seat: int, dice: Random) -> list[SanJuanPosition]:
    return [position.resample(seat, dice) for _sample in range(SAMPLES)]


def sizes(position: SanJuanPosition) -> list[list[int]]:
    """How many cards lie where."""
    return [
        list(position.hand_count),
        list(position.drawn_count),
        list(position.chapel_count),
        list(position.goods),
        [int(position.draw_pile_count), int(position.discard_count)],
    ]


def test_the_seat_keeps_its_hand_and_its_chapel(dice: Random) -> None:
    position = settled()
    for other in samples(position, 0, dice)[:50]:
        assert hand(other, 0) == "library, hero"
        assert under_the_chapel(other, 0) == "statue"


def test_what_it_saw_going_to_the_discards_stays_there(dice: Random) -> None:
    position = settled()
    others = samples(position, 0, dice)
    assert all("smithy" in discarded(other) for other in others)
    assert not all("smithy" in discarded(other) for other in samples(position, 1, dice))
    assert len({discarded(other) for other in others}) > 10


def test_hands_chapels_goods_and_piles_are_dealt_anew_and_keep_their_sizes(dice: Random) -> None:
    position = settled()
    others = samples(position, 0, dice)
    assert len({hand(other, 1) for other in others}) > 100
    assert len({hand(other, 2) for other in others}) > 100
    assert len({under_the_chapel(other, 1) for other in others}) > 50
    assert len({other.good_card[1] for other in others}) > 10
    assert len({other.good_card[MAX_BUILDINGS] for other in others}) > 10
    assert len({other.draw_pile[0] for other in others}) > 10
    assert all(sizes(other) == sizes(position) for other in others)
    assert all(goods(other, 0) == "sugar" and goods(other, 1) == "indigo" for other in others)


def test_every_sample_is_a_whole_position_and_the_true_one_stays_as_it_was(dice: Random) -> None:
    position = settled()
    before = to_json(position)
    for seat in range(3):
        for other in samples(position, seat, dice)[:4]:
            consistency.check(other)
            play_at_random(other, dice, 5_000)
            assert other.is_over()
    assert to_json(position) == before


def test_every_unseen_card_is_as_likely_in_a_hand_as_any_other(dice: Random) -> None:
    """The other seat holds both palaces: that must not show."""
    position = settled()
    dealt: Counter[str] = Counter()
    for other in samples(position, 0, dice):
        dealt.update(hand(other, 1).split(", "))
    box = Counter({name: int(copies) for name, copies in zip(CARD_NAMES, COPIES, strict=True)})
    unseen = box - Counter(_seen_by_the_first(position))
    assert sum(unseen.values()) == CARDS - 12
    assert sum(dealt.values()) == 2 * SAMPLES
    for name, count in unseen.items():
        expected = 2 * SAMPLES * count / sum(unseen.values())
        assert abs(dealt[name] - expected) < 5 * expected**0.5, name
    assert set(dealt) <= set(unseen)


def _seen_by_the_first(position: SanJuanPosition) -> list[str]:
    """The cards that the first seat has before its eyes."""
    shown = build_view(position, 0)
    cards = [*(shown.seats[0].cards or ()), *(shown.seats[0].chapel or ()), *shown.discards]
    return cards + [building.building for seat in shown.seats for building in seat.buildings]


def test_a_card_that_everybody_saw_going_into_a_hand_stays_in_it(dice: Random) -> None:
    position = table(
        Player(),
        Player(hand="quarry, quarry", buildings="indigo plant, gold mine"),
        pile="hero, smithy, well, chapel, library",
    )
    play(position, "prospector", "use gold mine", "take library")
    others = samples(position, 0, dice)
    assert all("library" in hand(other, 1) for other in others)
    assert len({hand(other, 1) for other in others}) > 100
    assert all("smithy" in discarded(other) and "chapel" in discarded(other) for other in others)


def test_a_councillors_draw_is_kept_by_who_looks_at_it_alone(dice: Random) -> None:
    position = table(Player(), Player(), pile="hero, statue, palace, tower, crane, carpenter, poor house")
    play(position, "councillor")
    own = build_view(position, 0).seats[0].drawn_cards
    assert all(build_view(other, 0).seats[0].drawn_cards == own for other in samples(position, 0, dice)[:50])
    assert len({build_view(other, 0).seats[0].drawn_cards for other in samples(position, 1, dice)}) > 100
    assert len({build_view(other, 1).seats[1].drawn_cards for other in samples(position, 0, dice)}) > 100


def test_price_tiles_that_have_lain_open_keep_their_place_and_the_others_come_in_any_order(dice: Random) -> None:
    position = table(Player(), Player())
    play(position, "trader")
    before = list(position.price_tiles)
    others = samples(position, 0, dice)
    assert all(other.price_tiles[0] == before[0] for other in others)
    assert len({tuple(other.price_tiles) for other in others}) == 24


def test_when_all_price_tiles_have_lain_open_their_order_stays(dice: Random) -> None:
    position = table(Player(), Player())
    position.tiles_seen = 5
    assert {tuple(other.price_tiles) for other in samples(position, 0, dice)} == {tuple(position.price_tiles)}


def paying() -> SanJuanPosition:
    """The first seat has paid the second highest card that it can."""
    position = table(
        Player(hand="library, indigo plant, tower, statue, hero, palace, palace"),
        Player(hand="quarry", buildings="well"),
    )
    play(position, "builder", "build library")
    position.play(MOVES["pay statue"])
    assert question_of(position) == ("payment", 0)
    return position


def test_somebody_in_the_middle_of_his_own_payment_goes_on_from_there(dice: Random) -> None:
    position = paying()
    for other in samples(position, 0, dice)[:50]:
        assert legal_texts(other) == legal_texts(position)


def test_somebody_elses_payment_can_go_on_with_any_cards(dice: Random) -> None:
    """What he has paid so far is hidden, and so is what he can still pay: the bot must find him something to do."""
    position = paying()
    for other in samples(position, 1, dice):
        assert question_of(other) == ("payment", 0)
        assert legal_texts(other)
        lowest = min(int(move) for move in other.legal_moves())
        assert MOVES[f"pay {hand(other, 0).split(', ')[0]}"] == lowest
        while question_of(other) == ("payment", 0):
            other.play(other.legal_moves()[0])
        consistency.check(other)


def test_whoever_decides_ahead_of_his_turn_may_think_of_the_whole_game(dice: Random) -> None:
    """The copy in which he decides draws nothing for him; what a bot makes of it does."""
    position = table(
        Player(buildings="indigo plant, sugar mill", goods="indigo"),
        Player(buildings="indigo plant, market stand", goods="indigo"),
    )
    play(position, "trader")
    ahead = position.ahead(1)
    assert ahead is not None
    thought = ahead.resample(1, dice)
    thought.play(MOVES["sell indigo"])
    assert thought.hand_count[1] == 1
    play_at_random(thought, dice, 5_000)
    assert thought.is_over()


def test_nobody_sees_ahead_of_his_turn_what_his_decision_will_draw() -> None:
    position = table(
        Player(buildings="indigo plant, sugar mill", goods="indigo"),
        Player(hand="well", buildings="indigo plant, market hall", goods="indigo"),
        pile="hero, palace",
    )
    play(position, "trader")
    ahead = position.ahead(1)
    assert ahead is not None
    ahead.listener = []
    ahead.play(MOVES["sell indigo"])
    assert isinstance(ahead, SanJuanPosition)
    assert hand(ahead, 1) == "well"
    assert not [event for event in ahead.listener if event.kind in ("draws", "gets")]


def test_in_every_stage_of_a_game_every_seat_can_be_thought_for() -> None:
    random = from_secret(bytes(32), "moves")
    stages: set[str] = set()
    middles = 0
    for seats in (2, 3, 4):
        for number in range(2):
            position = new_position(seats, True, from_secret(bytes([seats, number] * 16), "deal"))
            while not position.is_over():
                stages.add(question_of(position)[0])
                middles += position.stage == STAGE_PAYMENT and position.smallest_card > 0
                for seat in range(seats):
                    other = position.resample(seat, random)
                    moves = [int(move) for move in other.legal_moves()]
                    assert moves
                    assert all(low < high for low, high in pairwise(moves))
                    if seat == position.to_move():
                        assert moves == [int(move) for move in position.legal_moves()]
                moves = [int(move) for move in position.legal_moves()]
                position.play(moves[random.below(len(moves))])
    assert middles > 10
    assert len(stages) >= 10
