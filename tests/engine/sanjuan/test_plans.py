"""What can be planned in San Juan, by examples: games.engine.plans with docs/rules §2 and §3."""

from __future__ import annotations

import pytest

from games.engine import plans
from games.engine.contract import RulesError
from games.engine.sanjuan.flow import SanJuanPosition
from tests.engine.sanjuan.tables import SAN_JUAN, Player, buildings, goods, hand, legal_texts, play, question_of, table

NOBODY = Player()
MINER = Player(buildings="indigo plant, gold mine")
RICH = "quarry, smithy, tobacco storage, library"
"""Costs 4, 1, 3, 5."""
FULL_CITY = ", ".join(["indigo plant"] * 8 + ["sugar mill"] * 3)
"""Eleven buildings."""


def planned(position: SanJuanPosition, seat: int, *lines: str) -> plans.Plan:
    """The plan that a seat writes now."""
    questions = plans.foreseen_questions(position, seat)
    wishes: list[plans.Wish] = []
    for line in lines:
        wishes.append(plans.read_wish(SAN_JUAN, questions, line, wishes[-1] if wishes else None))
    return plans.Plan(tuple(wishes), position.end_in_sight())


def follow(position: SanJuanPosition, plan: plans.Plan) -> list[str]:
    """Play the plan of the seat to move as far as it goes in this turn; returns the lines played."""
    seat, phase, played = position.to_move(), position.phase(), []
    while (position.to_move(), position.phase()) == (seat, phase):
        step = plans.next_step(SAN_JUAN, position, plan)
        if step is None:
            break
        played.append(SAN_JUAN.decision_text(position, step.plies))
        for ply in step.plies:
            position.play(ply)
        plan = step.rest
    return played


def stages_foreseen(position: SanJuanPosition, seat: int) -> list[str]:
    return list(dict.fromkeys(SAN_JUAN.question_key(question) for question in position.foreseen(seat)))


def test_everybody_foresees_what_they_build_except_who_visibly_cannot() -> None:
    position = table(NOBODY, Player(hand="well, smithy"), NOBODY)
    play(position, "builder")
    assert stages_foreseen(position, 1) == ["builder"]
    assert stages_foreseen(position, 2) == []
    play(position, "pass", "pass")
    assert position.foreseen(1) == []


def test_of_trader_and_producer_who_has_goods_or_empty_plants_foresees_a_question() -> None:
    two_plants = Player(buildings="indigo plant, sugar mill")
    position = table(Player(goods="indigo"), Player(goods="indigo"), two_plants)
    play(position, "trader")
    assert [stages_foreseen(position, seat) for seat in range(3)] == [["trader"], ["trader"], []]
    play(position, "pass", "pass", "producer")
    assert question_of(position) == ("producer", 2)


def test_with_few_cards_left_a_production_is_foreseen_as_things_lie() -> None:
    plants = Player(buildings="indigo plant, sugar mill, sugar mill")
    position = table(plants, plants, NOBODY, pile="well, smithy", hoarder=2)
    play(position, "producer")
    assert position.ahead(1) is None
    plan = planned(position, 1, "produce sugar", "pass")
    play(position, "produce indigo")
    assert follow(position, plan) == ["produce sugar"]
    assert goods(position, 1) == "sugar"


def test_the_councillors_cards_are_not_planned_before_they_are_seen() -> None:
    position = table(NOBODY, NOBODY, NOBODY, pile="well, smithy, hero, library, statue", hoarder=2)
    play(position, "councillor")
    assert question_of(position) == ("councillor", 0)
    assert position.foreseen(1) == []
    position = table(NOBODY, NOBODY, NOBODY)
    assert "councillor" not in stages_foreseen(position, 0)
    play(position, "councillor")
    assert stages_foreseen(position, 1) == ["councillor"]


def test_a_card_already_spent_makes_its_line_illegal() -> None:
    before, after = (
        table(NOBODY, Player(cards), NOBODY) for cards in ("archive, archive, smithy, well", "archive, well")
    )
    for position in (before, after):
        play(position, "builder")
    plan = planned(
        before, 1, "build well with smithy, archive", "build smithy with 4", "build archive with well", "pass"
    )
    assert plan.wishes[1].line == "build smithy with well"
    play(after, "pass")
    assert follow(after, plan) == ["build archive"]


def test_a_building_without_its_payment_asks_before_anything_is_played() -> None:
    position = table(NOBODY, Player(hand="well, library, smithy, quarry"), NOBODY)
    play(position, "builder")
    asks = planned(position, 1, "build well", "build smithy with quarry")
    pays = planned(position, 1, "build well", "pay smithy, quarry")
    play(position, "pass")
    assert follow(position.copy(), asks) == []
    assert question_of(position) == ("builder", 1)
    assert follow(position, pays) == ["build well with smithy, quarry"]
    assert hand(position, 1) == "library"


def test_a_line_that_does_not_pay_the_price_is_refused() -> None:
    position = table(NOBODY, Player(hand="well, library, smithy, quarry"), NOBODY)
    play(position, "builder", "pass")
    with pytest.raises(RulesError):
        planned(position, 1, "build smithy with quarry, library")


def test_where_the_whole_hand_must_pay_the_building_alone_is_enough() -> None:
    position = table(NOBODY, Player(hand="well, library, smithy"), NOBODY)
    play(position, "builder")
    plan = planned(position, 1, "build well")
    play(position, "pass")
    assert follow(position, plan) == ["build well"]


def test_after_the_carpenter_the_lines_below_go_on_and_those_above_are_gone() -> None:
    """docs/rules §3 carpenter: what it draws was not known when the plan was written."""
    owner = Player(hand="well, library, smithy", buildings="indigo plant, carpenter")
    position = table(NOBODY, owner, NOBODY)
    play(position, "builder")
    plan = planned(position, 1, "build smithy with library if 0 or less", "build well", "build smithy", "pass")
    play(position, "pass")
    step = plans.next_step(SAN_JUAN, position, plan)
    assert step is not None
    assert SAN_JUAN.decision_text(position, step.plies) == "build well"
    assert [wish.text for wish in step.rest.wishes] == ["build smithy", "pass"]


def test_the_gold_mine_is_planned_with_what_it_may_turn_up() -> None:
    """docs/rules §3 gold mine, §4.7: the first planned card that lies there is taken."""
    position = table(MINER, NOBODY, MINER, pile=f"well, {RICH}")
    play(position, "prospector")
    assert stages_foreseen(position, 2) == ["gold mine", "strike"]
    plan = planned(position, 2, "use gold mine", "take palace", "take library", "take quarry")
    play(position, "pass")
    assert follow(position, plan) == ["use gold mine", "take library"]
    assert hand(position, 2) == "library"


def test_a_plan_that_ends_with_the_gold_mine_asks_what_to_take() -> None:
    position = table(NOBODY, MINER, NOBODY, pile=f"well, {RICH}")
    play(position, "prospector")
    plan = planned(position, 1, "use gold mine", "take palace", "ask", "take quarry")
    assert follow(position, plan) == ["use gold mine"]
    assert legal_texts(position) == ["take tobacco storage", "take smithy", "take quarry", "take library"]


def test_a_card_that_cannot_come_or_has_no_number_yet_is_not_planned_for_the_gold_mine() -> None:
    position = table(Player(buildings="indigo plant, palace"), MINER, Player(hand="palace"), pile=f"well, {RICH}")
    play(position, "prospector")
    assert planned(position, 1, "take palace").wishes
    position = table(Player(buildings="indigo plant, palace"), Player("palace", MINER.buildings), NOBODY)
    play(position, "prospector")
    for line in ("take palace", "take 2", "build well"):
        with pytest.raises(RulesError):
            planned(position, 1, line)


def test_the_picker_can_decline_the_gold_mine_beforehand() -> None:
    position = table(MINER, NOBODY, NOBODY)
    plan = planned(position, 0, "no gold mine")
    play(position, "prospector")
    assert follow(position, plan) == ["pass"]


def test_when_the_end_comes_in_sight_lines_for_the_builder_ask() -> None:
    """docs/rules §2: the twelfth building ends the game with the phase."""
    builder = Player(hand="smithy, hero")
    position = table(Player(hand="well, smithy, smithy", buildings=FULL_CITY), builder, NOBODY)
    play(position, "builder")
    plan = planned(position, 1, "build smithy")
    play(position, "build well with smithy")
    assert position.end_in_sight()
    assert follow(position.copy(), plan) == []
    assert follow(position, planned(position, 1, "build smithy")) == ["build smithy"]
    assert buildings(position, 1) == "indigo plant, smithy"


def test_without_the_twelfth_building_the_end_is_not_in_sight() -> None:
    position = table(Player(hand="well, smithy, smithy", buildings=FULL_CITY), Player(hand="smithy, hero"), NOBODY)
    play(position, "builder")
    plan = planned(position, 1, "build smithy")
    play(position, "pass")
    assert not position.end_in_sight()
    assert follow(position, plan) == ["build smithy"]


def test_a_sale_is_measured_with_all_bonuses() -> None:
    """docs/rules §4.3: indigo 1, tobacco 2, silver 3, one for the stand."""
    trader = Player(
        buildings="indigo plant, tobacco storage, silver smelter, market stand, trading post",
        goods="indigo, tobacco, silver",
    )
    position = table(trader, NOBODY, NOBODY, prices=(1, 1, 2, 2, 3))
    play(position, "trader")
    assert follow(position.copy(), planned(position, 0, "sell indigo, tobacco, silver if 8")) == []
    sold = planned(position, 0, "sell indigo, tobacco, silver if 8", "sell indigo, tobacco, silver if 7")
    assert follow(position, sold) == ["sell indigo, tobacco, silver"]


def test_a_building_is_measured_by_its_price() -> None:
    position = table(NOBODY, Player(hand="library, well, well, hero, statue, quarry", buildings="quarry"), NOBODY)
    play(position, "builder", "pass")
    dear = planned(position, 1, "build hero with well, well, statue, quarry if 3 or less", "pass")
    assert follow(position.copy(), dear) == ["pass"]
    cheap = planned(position, 1, "build hero with well, well, statue, quarry if 4 or less")
    assert follow(position, cheap) == ["build hero with well, well, quarry, statue"]
