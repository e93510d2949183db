"""docs/rules §3 black market: goods pay for buildings."""

from __future__ import annotations

from tests.engine.sanjuan.tables import (
    Player,
    buildings,
    discarded,
    events_of_kind,
    goods,
    hand,
    legal_texts,
    play,
    question_of,
    step,
    table,
)

NOBODY = Player()
MARKET = "indigo plant, tobacco storage, silver smelter, black market"


def test_example_9_a_library_for_an_indigo_a_tobacco_and_three_cards() -> None:
    """docs/rules §4.9"""
    owner = Player(hand="library, smithy, well, well, hero", buildings=MARKET, goods="indigo, tobacco")
    position = table(NOBODY, owner, NOBODY)
    play(position, "builder", "pass")
    play(position, "build library with indigo good, tobacco good, smithy, well, well")
    assert buildings(position, 1) == f"{MARKET}, library"
    assert (goods(position, 1), hand(position, 1)) == ("", "hero")
    assert position.discard_count == 5


def test_any_two_goods_pay_one_card_each_whatever_they_are() -> None:
    owner = Player(hand="tobacco storage, well, well, hero", buildings=MARKET, goods="indigo, tobacco, silver")
    position = table(NOBODY, owner, NOBODY)
    play(position, "builder", "pass")
    step(position, "build tobacco storage")
    assert legal_texts(position) == [
        "pay indigo good",
        "pay tobacco good",
        "pay silver good",
        "pay well",
    ]
    step(position, "pay tobacco good")
    assert legal_texts(position) == ["pay silver good", "pay well"]
    step(position, "pay silver good")
    assert legal_texts(position) == ["pay well", "pay hero"]
    step(position, "pay hero")
    assert (goods(position, 1), hand(position, 1)) == ("indigo", "well, well")


def test_no_third_good_pays() -> None:
    owner = Player(hand="library, well, well", buildings=MARKET, goods="indigo, tobacco, silver")
    position = table(NOBODY, owner, NOBODY)
    play(position, "builder", "pass")
    assert legal_texts(position) == ["pass", "build well"]
    owner = Player(hand="library, well, well, hero", buildings=MARKET, goods="indigo, tobacco, silver")
    position = table(NOBODY, owner, NOBODY)
    play(position, "builder", "pass")
    step(position, "build library")
    assert legal_texts(position) == ["pay indigo good", "pay tobacco good"]


def test_goods_need_not_pay_where_the_hand_suffices() -> None:
    owner = Player(hand="sugar mill, well, well, hero", buildings=MARKET, goods="indigo, tobacco")
    position = table(NOBODY, owner, NOBODY)
    play(position, "builder", "pass", "build sugar mill with well, well")
    assert goods(position, 1) == "indigo, tobacco"


def test_after_a_card_no_good_pays_any_more() -> None:
    """Goods are named first, so that there is one way to say every payment."""
    owner = Player(hand="tobacco storage, smithy, well, well, hero", buildings=MARKET, goods="indigo, tobacco")
    position = table(NOBODY, owner, NOBODY)
    play(position, "builder", "pass")
    step(position, "build tobacco storage", "pay smithy")
    assert legal_texts(position) == ["pay well"]
    step(position, "pay well")
    assert legal_texts(position) == ["pay well", "pay hero"]


def test_what_hand_and_goods_must_give_cannot_be_kept_back() -> None:
    """Library 5, three cards: both goods must go; passing over the first one would leave too little."""
    owner = Player(hand="library, well, well, hero", buildings=MARKET, goods="indigo, tobacco")
    position = table(NOBODY, owner, NOBODY)
    play(position, "builder", "pass")
    step(position, "build library")
    assert legal_texts(position) == ["pay indigo good"]
    step(position, "pay indigo good")
    assert legal_texts(position) == ["pay tobacco good"]
    step(position, "pay tobacco good")
    assert question_of(position) == ("builder", 2)
    assert discarded(position).count("well") >= 2


def test_two_equal_goods_both_pay() -> None:
    standing = "indigo plant, indigo plant, black market"
    owner = Player(hand="sugar mill, hero", buildings=standing, goods="indigo, indigo")
    position = table(NOBODY, owner, NOBODY)
    play(position, "builder", "pass", "build sugar mill with indigo good, indigo good")
    assert (goods(position, 1), hand(position, 1)) == ("", "hero")


def test_the_building_may_be_paid_with_goods_alone() -> None:
    owner = Player(hand="sugar mill", buildings=MARKET, goods="indigo, silver")
    position = table(NOBODY, owner, NOBODY)
    play(position, "builder", "pass", "build sugar mill with indigo good, silver good")
    assert buildings(position, 1) == f"{MARKET}, sugar mill"
    assert goods(position, 1) == ""


def test_without_the_black_market_goods_do_not_pay() -> None:
    position = table(NOBODY, Player(hand="indigo plant", goods="indigo"), NOBODY)
    play(position, "builder", "pass")
    assert legal_texts(position) == ["pass"]


def test_a_black_market_just_built_is_not_paid_by_its_goods() -> None:
    owner = Player(hand="black market, well", goods="indigo")
    position = table(NOBODY, owner, NOBODY)
    play(position, "builder", "pass")
    assert legal_texts(position) == ["pass"]


def test_the_poor_house_counts_the_hand_that_goods_have_spared() -> None:
    owner = Player(hand="sugar mill, well, hero", buildings=f"{MARKET}, poor house", goods="indigo, silver")
    position = table(NOBODY, owner, NOBODY)
    play(position, "builder", "pass")
    events = play(position, "build sugar mill with indigo good, silver good")
    assert events_of_kind(events, "draws") == []
    position = table(NOBODY, owner, NOBODY)
    play(position, "builder", "pass")
    events = play(position, "build sugar mill with indigo good, well")
    assert [event["by"] for event in events_of_kind(events, "draws")] == ["poor house"]


def test_everybody_hears_which_good_pays() -> None:
    owner = Player(hand="indigo plant", buildings=MARKET, goods="silver")
    position = table(NOBODY, owner, NOBODY)
    play(position, "builder", "pass")
    events = play(position, "build indigo plant with silver good")
    assert events_of_kind(events, "pays_good") == [{"seat": 1, "good": "silver"}]


# --- together with the crane ------------------------------------------------------------------------------------------


def test_a_good_on_the_covered_plant_does_not_pay() -> None:
    """docs/rules §5 Crane"""
    owner = Player(hand="sugar mill", buildings="indigo plant, crane, black market", goods="indigo")
    position = table(NOBODY, owner, NOBODY)
    play(position, "builder", "pass")
    # Over the indigo plant the mill costs 1, and there is neither a card nor a good left for it; over the market 0.
    assert legal_texts(position) == ["pass", "build sugar mill over black market"]


def test_of_three_goods_one_lost_by_covering_two_still_pay() -> None:
    """docs/rules §5 Crane"""
    owner = Player(
        hand="silver smelter, hero, hero, palace", buildings=f"{MARKET}, crane", goods="indigo, tobacco, silver"
    )
    position = table(NOBODY, owner, NOBODY)
    play(position, "builder", "pass", "build silver smelter over indigo plant")
    assert goods(position, 1) == "tobacco, silver"
    assert legal_texts(position) == ["pay tobacco good", "pay silver good"]


def test_of_equal_plants_the_one_without_a_good_is_covered_and_the_good_pays() -> None:
    """docs/rules §5 Crane"""
    standing = "indigo plant, indigo plant, crane, black market"
    owner = Player(hand="sugar mill", buildings=standing, goods="indigo")
    position = table(NOBODY, owner, NOBODY)
    play(position, "builder", "pass", "build sugar mill over indigo plant with indigo good")
    assert (buildings(position, 1), goods(position, 1)) == ("indigo plant, sugar mill, crane, black market", "")


def test_a_covered_black_market_takes_no_goods() -> None:
    """docs/rules §5 Crane"""
    owner = Player(hand="silver smelter, well, hero", buildings=f"{MARKET}, crane", goods="indigo, tobacco")
    position = table(NOBODY, owner, NOBODY)
    play(position, "builder", "pass")
    assert "build silver smelter over black market" not in legal_texts(position)
    assert "build silver smelter over tobacco storage" in legal_texts(position)
