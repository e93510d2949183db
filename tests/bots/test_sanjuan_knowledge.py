"""The knowledge of San Juan answers in every position, and prefers what any player would."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bots.knowledge.registry import knowledge_of
from bots.knowledge.sanjuan.knowledge import SanJuanKnowledge
from bots.search.knowledge import Knowledge
from games.engine.random import from_secret
from games.engine.sanjuan.components import (
    BUILDER,
    COUNCILLOR,
    HERO,
    INDIGO_PLANT,
    LIBRARY,
    PALACE,
    PRODUCER,
    PROSPECTOR,
    SILVER_SMELTER,
    SMITHY,
    SUGAR_MILL,
    TRADER,
    VICTORY_COLUMN,
    WELL,
)
from games.engine.sanjuan.flow import SanJuanPosition, new_position
from games.engine.sanjuan.moves import (
    BUILD,
    BUILD_OVER,
    DISCARD,
    KEEP,
    OVER_SLOTS,
    PASS,
    PAY,
    PAY_GOOD,
    PICK,
    PICK_WITH_LIBRARY,
    PRODUCE,
    SELL,
    SELL_MORE,
    TUCK,
    USE_GOLD_MINE,
)
from games.engine.sanjuan.stages import STAGE_CHAPEL, STAGE_GOLD_MINE, STAGE_LIMIT, STAGE_PAYMENT, STAGE_PRODUCER
from tests.bots.playing import informed_result
from tests.engine.sanjuan.tables import Player, table

SEATS = [2, 3, 4]
POOR = Player()


def start(seats: int, secret: bytes = b"knowledge") -> SanJuanPosition:
    return new_position(seats, True, from_secret(secret, "deal"))


def random_game(seats: int) -> Iterator[SanJuanPosition]:
    """Every position of a game of random moves, which come where real players never do."""
    position = start(seats)
    random = from_secret(b"knowledge", "moves")
    while not position.is_over():
        yield position
        legal = position.legal_moves()
        position.play(legal[random.below(len(legal))])


def candidates(position: SanJuanPosition) -> list[int]:
    return [int(move) for move in SanJuanKnowledge().candidate_moves(position, position.legal_moves())]


def priors(position: SanJuanPosition) -> dict[int, float]:
    legal = position.legal_moves()
    return dict(zip((int(move) for move in legal), SanJuanKnowledge().priors(position, legal), strict=True))


def quick(position: SanJuanPosition) -> int:
    return int(SanJuanKnowledge().playout_move(position, from_secret(b"quick", "playout")))


def test_the_game_finds_its_knowledge_by_its_positions() -> None:
    assert isinstance(knowledge_of(start(2), 1), SanJuanKnowledge)
    assert type(knowledge_of(start(2), 0)) is Knowledge


# --- in every position ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", SEATS)
def test_candidates_are_legal_in_order_and_never_none(seats: int) -> None:
    for position in random_game(seats):
        legal = [int(move) for move in position.legal_moves()]
        searched = candidates(position)
        assert searched
        assert [move for move in legal if move in searched] == searched


@pytest.mark.parametrize("seats", SEATS)
def test_priors_are_positive_and_one_for_each_move(seats: int) -> None:
    for position in random_game(seats):
        by_move = priors(position)
        assert list(by_move) == list(position.legal_moves())
        assert min(by_move.values()) > 0


@pytest.mark.parametrize("seats", SEATS)
def test_playout_moves_are_legal_and_worth_a_search(seats: int) -> None:
    for position in random_game(seats):
        assert quick(position) in candidates(position)


@pytest.mark.parametrize("seats", SEATS)
def test_seats_that_decide_ahead_of_time_get_moves_too(seats: int) -> None:
    answered = 0
    for position in random_game(seats):
        for seat in range(seats):
            ahead = position.ahead(seat)
            if ahead is not None:
                assert quick(ahead) in list(ahead.legal_moves())
                answered += 1
    assert answered


@pytest.mark.parametrize("seats", SEATS)
def test_evaluations_sum_to_one_win(seats: int) -> None:
    for position in random_game(seats):
        values = list(SanJuanKnowledge().evaluate(position))
        assert sum(values) == pytest.approx(1.0)
        assert min(values) >= 0


def test_asking_changes_nothing() -> None:
    knowledge = SanJuanKnowledge()
    for position in random_game(3):
        twin = position.copy()
        knowledge.candidate_moves(position, position.legal_moves())
        knowledge.priors(position, position.legal_moves())
        knowledge.playout_move(position, from_secret(b"playout", "playout"))
        knowledge.evaluate(position)
        assert position.smallest_card == twin.smallest_card
        assert list(position.hands) == list(twin.hands)
        assert list(position.legal_moves()) == list(twin.legal_moves())


def test_a_hero_is_valued_above_a_well() -> None:
    def value_with(building: str) -> float:
        position = table(POOR, Player(buildings=f"indigo plant, {building}"), POOR)
        return SanJuanKnowledge().evaluate(position)[1]

    assert value_with("hero") > value_with("well") > 0


def test_playing_by_rule_of_thumb_beats_playing_at_random() -> None:
    deals = [new_position(4, False, from_secret(bytes([deal]), "deal")) for deal in range(8)]
    wins = sum(informed_result(position, SanJuanKnowledge())[0] == 1 for position in deals)
    assert wins >= 7


# --- cards to pay, discard and keep -----------------------------------------------------------------------------------

TEN = "indigo plant, smithy, library, hero, statue, well, tower, market hall, carpenter, quarry"


def test_nobody_pays_with_the_palace_when_a_smithy_does() -> None:
    position = table(Player(hand="silver smelter, smithy, palace, smithy, well, well", buildings=TEN), POOR, POOR)
    position.play(PICK + BUILDER)
    position.play(BUILD + SILVER_SMELTER)
    assert position.stage == STAGE_PAYMENT
    paid = []
    while position.stage == STAGE_PAYMENT and position.to_move() == 0:
        assert PAY + PALACE not in candidates(position)
        paid.append(quick(position))
        position.play(paid[-1])
    assert paid
    assert PAY + PALACE not in paid


def test_the_councillor_keeps_what_promises_most() -> None:
    position = table(
        Player(hand="palace", buildings=TEN), POOR, POOR, pile="smithy, victory column, well, smithy, well"
    )
    position.play(PICK + COUNCILLOR)
    assert KEEP + VICTORY_COLUMN in candidates(position)
    assert len(candidates(position)) <= 2
    assert quick(position) == KEEP + VICTORY_COLUMN


def quiet_round(position: SanJuanPosition) -> None:
    """The roles of a round of two in which nobody has anything to decide; to the start of the next round."""
    for role in (PROSPECTOR, TRADER, PRODUCER):
        library = position.owns(position.to_move(), LIBRARY)
        position.play(role + (PICK_WITH_LIBRARY if library else PICK))


def test_a_hand_that_is_too_large_loses_second_cards_of_what_stands() -> None:
    hand = (
        "victory column, palace, city hall, guild hall, triumphal arch, smithy, smithy, well, library, silver smelter"
    )
    position = table(POOR, Player(hand=hand, buildings=TEN.replace(", tower", "")))
    quiet_round(position)
    assert (position.stage, position.to_move()) == (STAGE_LIMIT, 1)
    gone = []
    while position.stage == STAGE_LIMIT:
        gone.append(quick(position))
        position.play(gone[-1])
    assert gone
    assert set(gone) <= {DISCARD + SMITHY, DISCARD + WELL, DISCARD + LIBRARY}


def test_an_indigo_pays_before_any_card() -> None:
    position = table(
        Player(
            hand="library, hero, statue, palace, city hall, quarry",
            buildings="indigo plant, black market",
            goods="indigo",
        ),
        POOR,
    )
    position.play(PICK + BUILDER)
    position.play(BUILD + LIBRARY)
    assert quick(position) == PAY_GOOD + INDIGO_PLANT


# --- what is always or never done -------------------------------------------------------------------------------------


def test_a_producer_makes_the_most_expensive_goods() -> None:
    position = table(POOR, Player(buildings="indigo plant, sugar mill, silver smelter"), POOR)
    position.play(PICK + PRODUCER)
    while position.to_move() != 1:
        position.play(quick(position))
    assert position.stage == STAGE_PRODUCER
    assert candidates(position) == [PRODUCE + SILVER_SMELTER]


def test_a_trader_sells_the_most_expensive_goods() -> None:
    position = table(
        Player(buildings="indigo plant, sugar mill, silver smelter", goods="indigo, sugar, silver"), POOR, POOR
    )
    position.play(PICK + TRADER)
    assert quick(position) == SELL_MORE + SUGAR_MILL
    position.play(SELL_MORE + SUGAR_MILL)
    assert quick(position) == SELL + SILVER_SMELTER


def test_a_gold_mine_is_always_tried() -> None:
    position = table(Player(buildings="indigo plant, gold mine"), POOR, POOR)
    position.play(PICK + PROSPECTOR)
    assert position.stage == STAGE_GOLD_MINE
    assert candidates(position) == [USE_GOLD_MINE]


def test_a_chapel_takes_the_card_that_is_of_least_use() -> None:
    position = table(POOR, Player(hand="well, palace", buildings=f"{TEN}, chapel"))
    quiet_round(position)
    assert position.stage == STAGE_CHAPEL
    assert candidates(position) == [PASS, TUCK + WELL]
    assert quick(position) == TUCK + WELL


def test_of_many_ways_to_build_over_another_building_few_are_searched() -> None:
    position = table(
        Player(hand="palace, city hall, guild hall, archive, tower, statue", buildings=TEN + ", crane"), POOR
    )
    position.play(PICK_WITH_LIBRARY + BUILDER)
    legal = [int(move) for move in position.legal_moves()]
    searched = candidates(position)
    assert len(legal) > 30
    assert len(searched) <= 7
    assert PASS in searched
    assert not [move for move in searched if move >= BUILD_OVER and (move - BUILD_OVER) % OVER_SLOTS == HERO]


def test_the_library_is_not_kept_for_a_pick_that_does_not_come() -> None:
    """With two players the governor picks twice in a round, the other one once (docs/rules §2 The round)."""
    library = Player(hand="well, hero", buildings="indigo plant, library")
    position = table(library, library)
    assert PICK + PROSPECTOR in candidates(position)
    position.play(PICK + PROSPECTOR)
    assert position.to_move() == 1
    assert all(move >= PICK_WITH_LIBRARY for move in candidates(position))


def test_the_prospector_has_a_low_prior_for_a_seat_that_can_build_a_hero() -> None:
    position = table(Player(hand="hero, smithy, smithy, well, well", buildings="indigo plant"), POOR, POOR)
    by_move = priors(position)
    assert by_move[PICK + BUILDER] > by_move[PICK + PROSPECTOR]
