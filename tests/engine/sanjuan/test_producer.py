"""docs/rules §2 Producer, §3 aqueduct, well, library."""

from __future__ import annotations

import pytest

from games.engine.contract import IllegalMove
from tests.engine.sanjuan.tables import (
    SAN_JUAN,
    Player,
    cards,
    events_of_kind,
    goods,
    hand,
    legal_texts,
    play,
    question_of,
    step,
    table,
)

NOBODY = Player(goods="indigo")
"""His plant is full: nothing to produce, nothing to ask."""
PLANTS = "indigo plant, sugar mill, tobacco storage, coffee roaster, silver smelter"


def most(owned: str, *, as_producer: bool) -> int:
    """How many goods a seat with five empty plants can produce."""
    player = Player(buildings=f"{PLANTS}, {owned}")
    position = table(player, NOBODY, NOBODY) if as_producer else table(NOBODY, player, NOBODY)
    play(position, "producer")
    seat = 0 if as_producer else 1
    made = 0
    while question_of(position) == ("producer", seat):
        answer = legal_texts(position)
        step(position, next((ply for ply in answer if ply.endswith(", more")), answer[-1]))
        made += 1
    assert goods(position, seat).count(",") == made - 1
    return made


def test_everybody_makes_a_good_and_the_producer_two() -> None:
    assert most("", as_producer=True) == 2
    assert most("", as_producer=False) == 1


def test_example_5_the_aqueduct_makes_one_more() -> None:
    """docs/rules §4.5: 2; as producer 3; with the library 4."""
    assert most("aqueduct", as_producer=False) == 2
    assert most("aqueduct", as_producer=True) == 3
    assert most("aqueduct, library", as_producer=True) == 4


def test_example_22_the_library_doubles_the_producers_privilege() -> None:
    """docs/rules §4.22"""
    assert most("library", as_producer=True) == 3
    assert most("library", as_producer=False) == 1


def test_example_14_the_producer_fills_a_sugar_mill_and_a_tobacco_storage() -> None:
    """docs/rules §4.14: two empty plants are filled unasked; the others make one good."""
    producer = Player(buildings="sugar mill, tobacco storage")
    position = table(producer, Player(), NOBODY)
    events = play(position, "producer")
    assert [goods(position, seat) for seat in range(3)] == ["sugar, tobacco", "indigo", "indigo"]
    assert events_of_kind(events, "produces") == [
        {"seat": 0, "goods": {"sugar": 1, "tobacco": 1}},
        {"seat": 1, "goods": {"indigo": 1}},
    ]
    assert question_of(position) == ("role", 1)


def test_who_has_more_empty_plants_than_goods_to_make_chooses_among_them() -> None:
    position = table(NOBODY, Player(buildings="sugar mill, silver smelter"), NOBODY)
    play(position, "producer")
    assert legal_texts(position) == ["pass", "produce sugar", "produce silver"]
    play(position, "produce silver")
    assert goods(position, 1) == "silver"


def test_several_goods_are_named_in_ascending_order_and_the_last_one_ends_it() -> None:
    position = table(Player(buildings=PLANTS), NOBODY, NOBODY)
    play(position, "producer")
    assert legal_texts(position) == [
        "pass",
        "produce indigo",
        "produce sugar",
        "produce tobacco",
        "produce coffee",
        "produce silver",
        "produce indigo, more",
        "produce sugar, more",
        "produce tobacco, more",
        "produce coffee, more",
    ]
    step(position, "produce coffee, more")
    assert legal_texts(position) == ["produce silver"]
    play(position, "produce silver")
    assert goods(position, 0) == "coffee, silver"


def test_equal_plants_take_a_good_each() -> None:
    position = table(Player(buildings="sugar mill, sugar mill, sugar mill"), NOBODY, NOBODY)
    play(position, "producer", "produce sugar, sugar")
    assert goods(position, 0) == "sugar, sugar"


def test_nobody_has_to_produce() -> None:
    position = table(Player(buildings=PLANTS), NOBODY, NOBODY)
    events = play(position, "producer", "pass")
    assert goods(position, 0) == ""
    assert events_of_kind(events, "passes") == [{"seat": 0, "stage": "producer"}]


def test_the_producer_may_make_fewer_than_he_could() -> None:
    position = table(Player(buildings=PLANTS), NOBODY, NOBODY)
    play(position, "producer", "produce tobacco")
    assert goods(position, 0) == "tobacco"
    assert question_of(position) == ("role", 1)


def test_a_plant_never_holds_two_goods() -> None:
    full = Player(buildings="indigo plant, sugar mill", goods="indigo, sugar")
    position = table(full, NOBODY, NOBODY)
    events = play(position, "producer")
    assert events_of_kind(events, "produces") == []
    assert goods(position, 0) == "indigo, sugar"


def test_a_good_is_the_top_card_laid_down_unseen() -> None:
    position = table(NOBODY, Player(), NOBODY, pile="palace, hero")
    seen_before = position.revealed
    events = play(position, "producer")
    assert [position.good_card[slot] for slot in range(12, 24) if position.good_card[slot] >= 0] == [28]
    assert position.revealed == seen_before
    assert "palace" not in str([event.to_json() for event in events])


def test_everybody_produces_clockwise_from_the_producer_on() -> None:
    player = Player(buildings="sugar mill, tobacco storage")
    position = table(player, player, player, governor=2)
    play(position, "producer")
    assert question_of(position) == ("producer", 0)
    play(position, "produce sugar")
    assert question_of(position) == ("producer", 1)
    assert goods(position, 2) == "sugar, tobacco"


# --- the well ---------------------------------------------------------------------------------------------------------


def test_example_20_the_well_brings_a_card_for_two_goods_whoever_is_the_producer() -> None:
    """docs/rules §4.20"""
    owner = Player(buildings="sugar mill, tobacco storage, aqueduct, well")
    position = table(NOBODY, owner, NOBODY, pile="hero, hero, palace")
    events = play(position, "producer")
    assert events_of_kind(events, "draws") == [{"seat": 1, "by": "well", "cards": 1}]
    assert hand(position, 1) == "palace"


def test_example_20_the_well_brings_nothing_for_one_good() -> None:
    """docs/rules §4.20"""
    position = table(Player(buildings="indigo plant, sugar mill, tobacco storage, well"), NOBODY, NOBODY)
    events = play(position, "producer", "produce sugar")
    assert events_of_kind(events, "draws") == []


@pytest.mark.parametrize("line", ["produce indigo, sugar", "produce indigo, sugar, tobacco"])
def test_the_well_brings_one_card_for_two_goods_and_for_three(line: str) -> None:
    position = table(Player(buildings=f"{PLANTS}, well, aqueduct"), NOBODY, NOBODY)
    play(position, "producer", line)
    assert cards(position, 0) == 1


def test_goods_that_lay_there_before_do_not_count_for_the_well() -> None:
    position = table(NOBODY, Player(buildings="indigo plant, sugar mill, well", goods="sugar"), NOBODY)
    play(position, "producer")
    assert (goods(position, 1), cards(position, 1)) == ("indigo, sugar", 0)


# --- when cards are short ---------------------------------------------------------------------------------------------


def test_without_a_card_to_draw_there_is_no_good_and_nothing_is_made_up_for_later() -> None:
    """docs/rules §5 Draw pile"""
    empty = Player(buildings="indigo plant, sugar mill")
    position = table(empty, empty, NOBODY, pile="well, well", hoarder=2)
    events = play(position, "producer")
    assert [goods(position, seat) for seat in (0, 1)] == ["indigo, sugar", ""]
    assert [event["seat"] for event in events_of_kind(events, "produces")] == [0]
    assert question_of(position) == ("role", 1)


def test_who_has_more_plants_than_there_are_cards_chooses_among_them() -> None:
    """docs/rules §5 Draw pile"""
    position = table(Player(buildings="indigo plant, silver smelter"), NOBODY, NOBODY, pile="well", hoarder=2)
    play(position, "producer")
    assert legal_texts(position) == ["pass", "produce indigo", "produce silver"]
    play(position, "produce silver")
    assert goods(position, 0) == "silver"


def test_no_more_goods_are_offered_than_there_are_cards_to_draw() -> None:
    """docs/rules §5 Draw pile"""
    position = table(Player(buildings="indigo plant, sugar mill"), NOBODY, NOBODY, pile="well", hoarder=2)
    play(position, "producer")
    question = SAN_JUAN.question(position)
    assert question.prompt.render() == "Which good do you produce?"
    assert [offer.text for offer in question.offers] == ["produce sugar", "produce indigo", "pass"]
    with pytest.raises(IllegalMove, match="You produce at most 1 good"):
        play(position, "produce indigo, sugar")
    assert SAN_JUAN.digest(SAN_JUAN.from_json(SAN_JUAN.to_json(position))) == SAN_JUAN.digest(position)


def test_nobody_decides_ahead_while_cards_could_run_out() -> None:
    player = Player(buildings=PLANTS)
    plenty = table(player, player, NOBODY)
    play(plenty, "producer")
    assert plenty.ahead(1) is not None
    scarce = table(player, player, NOBODY, pile="well, well, hero, hero", hoarder=2)
    play(scarce, "producer")
    assert scarce.ahead(1) is None
