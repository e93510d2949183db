"""docs/rules §3 crane: building over other buildings."""

from __future__ import annotations

import pytest

from games.engine.contract import IllegalMove
from tests.engine.sanjuan.tables import (
    SAN_JUAN,
    Player,
    buildings,
    cards,
    discarded,
    events_of_kind,
    goods,
    hand,
    legal_texts,
    play,
    question_of,
    score,
    table,
    under_the_chapel,
)

NOBODY = Player()
SPARE = "hero, hero, guild hall, guild hall, city hall, triumphal arch"


def price_over(kind: str, below: str, *, owned: str = "", as_builder: bool = False, goods_on: str = "") -> int:
    """What a kind costs over another one, for a seat with a crane and these buildings besides."""
    standing = "" if below == "indigo plant" else f", {below}"
    player = Player(hand=f"{kind}, {SPARE}", buildings=f"indigo plant, crane{standing}, {owned}", goods=goods_on)
    position = table(player, NOBODY, NOBODY) if as_builder else table(NOBODY, NOBODY, player)
    play(position, "builder")
    if not as_builder:
        play(position, "pass", "pass")
    return int(str(events_of_kind(play(position, f"build {kind} over {below}"), "builds")[0]["price"]))


def test_example_8_the_palace_over_the_chapel_costs_three() -> None:
    """docs/rules §4.8: the cards under the chapel still count, the chapel's own points do not."""
    player = Player(hand="palace, smithy, well, hero", buildings="indigo plant, crane, chapel", chapel="well, well")
    position = table(NOBODY, player, NOBODY)
    play(position, "builder", "pass")
    events = play(position, "build palace over chapel")
    assert events_of_kind(events, "builds") == [{"seat": 1, "building": "palace", "price": 3, "over": "chapel"}]
    assert buildings(position, 1) == "indigo plant, crane, palace"
    assert under_the_chapel(position, 1) == "well, well"
    assert (cards(position, 1), discarded(position)) == (0, "smithy, well, hero")
    # Indigo plant 1, crane 1, two cards under the chapel; of these four the palace makes one.
    assert score(position, 1) == 1 + 1 + 2 + 1


def test_example_8_the_statue_over_the_coffee_roaster_is_free_and_no_card_comes_back() -> None:
    """docs/rules §4.8"""
    player = Player(hand="statue, well", buildings="indigo plant, crane, coffee roaster")
    position = table(NOBODY, player, NOBODY)
    play(position, "builder", "pass")
    events = play(position, "build statue over coffee roaster")
    assert events_of_kind(events, "builds")[0]["price"] == 0
    assert events_of_kind(events, "draws") == []
    assert hand(position, 1) == "well"


def test_without_the_crane_nothing_is_built_over() -> None:
    position = table(Player(hand="statue, well, well, well"), NOBODY, NOBODY)
    play(position, "builder")
    assert legal_texts(position) == ["pass", "build well", "build statue"]


def test_the_crane_itself_is_not_built_over_nor_a_building_by_an_equal_one() -> None:
    player = Player(hand="sugar mill, palace, well, well", buildings="indigo plant, sugar mill, crane")
    position = table(player, NOBODY, NOBODY)
    play(position, "builder")
    assert legal_texts(position) == [
        "pass",
        "build sugar mill",
        "build well",
        "build sugar mill over indigo plant",
        "build well over indigo plant",
        "build well over sugar mill",
        "build palace over sugar mill",
    ]


def test_a_violet_building_that_stands_cannot_be_built_over_another_one_either() -> None:
    player = Player(hand="smithy, hero", buildings="indigo plant, crane, smithy, well")
    position = table(player, NOBODY, NOBODY)
    play(position, "builder")
    assert legal_texts(position) == ["pass"]


def test_a_new_crane_covers_nothing_in_the_phase_in_which_it_is_built() -> None:
    position = table(Player(hand="crane, statue, well, well, well"), NOBODY, NOBODY)
    play(position, "builder", "build crane with well")
    assert question_of(position) == ("builder", 1)


def test_the_difference_is_at_least_nothing_before_reductions() -> None:
    """docs/rules §5 Crane: a cheaper card over a dearer one is free, and nothing is drawn."""
    assert price_over("smithy", "library") == 0
    assert price_over("hero", "library", as_builder=True) == 0
    assert price_over("palace", "library") == 1


def test_reductions_come_after_the_difference() -> None:
    """docs/rules §5 Crane"""
    assert price_over("palace", "chapel", as_builder=True) == 2
    assert price_over("palace", "chapel", owned="quarry") == 2
    assert price_over("palace", "chapel", owned="quarry, library", as_builder=True) == 0
    assert price_over("silver smelter", "chapel", owned="smithy", as_builder=True) == 0
    assert price_over("silver smelter", "indigo plant", owned="smithy") == 3


@pytest.mark.parametrize(
    ("kind", "below", "price"),
    [
        ("silver smelter", "smithy", 4),
        ("palace", "quarry", 2),
        ("silver smelter", "quarry", 1),
        ("palace", "smithy", 5),
    ],
)
def test_a_covered_smithy_or_quarry_does_not_reduce(kind: str, below: str, price: int) -> None:
    """docs/rules §5 Crane"""
    assert price_over(kind, below) == price


def test_a_covered_library_leaves_the_single_privilege() -> None:
    """docs/rules §5 Crane: no card costs two more than the library, so one card off is all that it can matter."""
    assert price_over("palace", "library") == 1
    assert price_over("palace", "library", as_builder=True) == 0
    assert price_over("palace", "chapel", owned="library", as_builder=True) == 1


def test_a_covered_carpenter_and_poor_house_bring_nothing() -> None:
    """docs/rules §5 Crane"""
    for below in ("carpenter", "poor house"):
        player = Player(hand="hero, well, well, well", buildings=f"indigo plant, crane, {below}")
        position = table(player, NOBODY, NOBODY)
        paid = " with well" if below == "carpenter" else " with well, well"
        events = play(position, "builder", f"build hero over {below}{paid}")
        assert events_of_kind(events, "draws") == []


def test_carpenter_and_poor_house_work_when_something_else_is_covered() -> None:
    player = Player(hand="hero, smithy", buildings="indigo plant, crane, quarry, carpenter, poor house")
    position = table(player, NOBODY, NOBODY, pile="palace, palace")
    events = play(position, "builder", "build hero over quarry")
    assert events_of_kind(events, "builds")[0]["price"] == 0
    assert [event["by"] for event in events_of_kind(events, "draws")] == ["carpenter"]


def test_example_25_a_good_on_the_covered_plant_is_lost() -> None:
    """docs/rules §4.25"""
    for kind in ("tobacco storage", "tower"):
        player = Player(hand=f"{kind}, well, well, well", buildings="indigo plant, crane, sugar mill", goods="sugar")
        position = table(player, NOBODY, NOBODY)
        before = position.discard_count
        events = play(position, "builder", f"build {kind} over sugar mill")
        assert events_of_kind(events, "builds") == [
            {"seat": 0, "building": kind, "price": 0, "over": "sugar mill", "lost": "sugar"}
        ]
        assert goods(position, 0) == ""
        assert position.discard_count == before + 1


def test_of_equal_plants_one_without_a_good_is_covered() -> None:
    """docs/rules §5 Crane"""
    player = Player(hand="tower, well, well", buildings="indigo plant, sugar mill, sugar mill, crane", goods="sugar")
    position = table(player, NOBODY, NOBODY)
    events = play(position, "builder", "build tower over sugar mill")
    assert "lost" not in events_of_kind(events, "builds")[0]
    assert goods(position, 0) == "sugar"
    assert buildings(position, 0) == "indigo plant, sugar mill, tower, crane"


def test_example_25_a_covered_smithy_does_not_work_any_more() -> None:
    """docs/rules §4.25"""
    player = Player(hand="well, sugar mill, sugar mill, hero, hero", buildings="indigo plant, crane, smithy")
    position = table(player, NOBODY, NOBODY)
    play(position, "builder", "build well over smithy", "pass", "pass", "prospector", "trader")
    events = play(position, "builder", "pass", "pass", "build sugar mill with hero, hero")
    assert events_of_kind(events, "builds")[0]["price"] == 2


def test_example_25_a_covered_violet_building_may_be_built_again() -> None:
    """docs/rules §4.25"""
    player = Player(hand="well, smithy, hero", buildings="indigo plant, crane, smithy")
    position = table(player, NOBODY, NOBODY)
    play(position, "builder", "build well over smithy", "pass", "pass", "prospector", "trader")
    play(position, "builder", "pass", "pass", "build smithy")
    assert buildings(position, 0) == "indigo plant, crane, well, smithy"


TWELVE_CARDS = "sugar mill, sugar mill, tobacco storage, coffee roaster, silver smelter, smithy, archive, well, tower"


def test_example_26_a_building_over_another_one_is_no_twelfth() -> None:
    """docs/rules §4.26: twelve cards, one of them below another, are eleven buildings."""
    player = Player(hand="statue", buildings=f"indigo plant, crane, {TWELVE_CARDS}")
    position = table(player, NOBODY, NOBODY)
    play(position, "builder", "build statue over tower", "pass", "pass")
    assert position.building_count[0] == 11
    assert question_of(position) == ("role", 1)


def test_example_26_the_same_place_may_be_built_over_again() -> None:
    """docs/rules §4.26: only the card on top is a building, with its own cost."""
    player = Player(hand="tower, palace, well, well, well", buildings="indigo plant, crane, sugar mill")
    position = table(player, NOBODY, NOBODY)
    play(position, "builder", "build tower over sugar mill", "pass", "pass", "prospector", "trader")
    events = play(position, "builder", "pass", "pass", "build palace over tower")
    assert events_of_kind(events, "builds") == [{"seat": 0, "building": "palace", "price": 3, "over": "tower"}]
    assert buildings(position, 0) == "indigo plant, crane, palace"
    assert score(position, 0) == 2


def test_the_points_of_the_covered_building_are_gone() -> None:
    player = Player(hand="smithy", buildings="indigo plant, crane, library")
    position = table(player, NOBODY, NOBODY)
    assert score(position, 0) == 1 + 1 + 3
    play(position, "builder", "build smithy over library")
    assert score(position, 0) == 1 + 1 + 1


def test_example_27_what_lies_under_a_covered_chapel_counts_beside_the_new_building() -> None:
    """docs/rules §4.27"""
    player = Player(hand="hero, well", buildings="indigo plant, crane, chapel", chapel="smithy, palace, hero")
    position = table(player, NOBODY, NOBODY)
    play(position, "builder", "build hero over chapel")
    assert score(position, 0) == 1 + 1 + 5 + 3


# --- which of several equal plants ---

TWO_MILLS = Player(
    hand="tower, well, well", buildings="indigo plant, sugar mill, sugar mill, crane, well", goods="sugar"
)
"""A good lies on the first of the mills."""


def test_which_of_several_equal_plants_is_covered_is_the_owners_choice() -> None:
    """docs/rules §5 Crane: the plain line covers one without a good, as ever."""
    position = table(TWO_MILLS, NOBODY, NOBODY)
    play(position, "builder")
    assert "build tower over sugar mill" in legal_texts(position)
    assert "build tower over full sugar mill" in legal_texts(position)
    plain = position.copy()
    plain.listener = []
    play(plain, "build tower over sugar mill")
    assert (goods(plain, 0), buildings(plain, 0)) == ("sugar", "indigo plant, sugar mill, tower, crane, well")
    discards = position.discard_count
    events = play(position, "build tower over full sugar mill")
    assert events_of_kind(events, "builds") == [
        {"seat": 0, "building": "tower", "price": 0, "over": "sugar mill", "lost": "sugar"}
    ]
    assert (goods(position, 0), buildings(position, 0)) == ("", "indigo plant, tower, sugar mill, crane, well")
    assert position.discard_count == discards + 1


def test_the_good_of_the_plant_that_is_chosen_does_not_pay() -> None:
    player = Player(
        hand="hero, well", buildings="indigo plant, sugar mill, sugar mill, crane, black market", goods="sugar, indigo"
    )
    position = table(NOBODY, player, NOBODY)
    play(position, "builder", "pass")
    assert "build hero over sugar mill" in legal_texts(position), "5 - 2: two goods and a card"
    assert "build hero over full sugar mill" not in legal_texts(position)


def test_nothing_is_to_be_chosen_where_the_goods_do_not_differ() -> None:
    for lying in ("", "sugar, sugar"):
        player = Player(hand="tower, well, well", buildings="indigo plant, sugar mill, sugar mill, crane", goods=lying)
        position = table(player, NOBODY, NOBODY)
        play(position, "builder")
        assert not [text for text in legal_texts(position) if "full" in text]


def test_the_first_version_of_the_rules_covers_the_plant_without_a_good() -> None:
    position = table(TWO_MILLS, NOBODY, NOBODY, rules_version=1)
    play(position, "builder")
    assert not [text for text in legal_texts(position) if "full" in text]
    with pytest.raises(IllegalMove, match="earlier version of the rules"):
        SAN_JUAN.submit(position, "build tower over full sugar mill")


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("build tower over the full sugar mill", "build tower over full sugar mill"),
        ("BUILD Tower OVER sugar mill FULL", "build tower over full sugar mill"),
        ("build tower over an empty sugar mill", "build tower over sugar mill"),
        ("build tower over sugar mill", "build tower over sugar mill"),
    ],
)
def test_the_choice_is_said_before_the_plant(line: str, meant: str) -> None:
    position = table(TWO_MILLS, NOBODY, NOBODY)
    play(position, "builder")
    plies = SAN_JUAN.parse(position, line)
    assert SAN_JUAN.decision_text(position, plies) == meant


def test_full_says_nothing_where_every_equal_plant_has_its_good() -> None:
    player = Player(hand="tower, well, well", buildings="indigo plant, sugar mill, crane", goods="sugar")
    position = table(player, NOBODY, NOBODY)
    play(position, "builder")
    plies = SAN_JUAN.parse(position, "build tower over full sugar mill")
    assert SAN_JUAN.decision_text(position, plies) == "build tower over sugar mill"
    with pytest.raises(IllegalMove, match="Every sugar mill of yours has a good"):
        SAN_JUAN.parse(position, "build tower over empty sugar mill")
    with pytest.raises(IllegalMove, match="No indigo plant of yours has a good"):
        SAN_JUAN.parse(position, "build tower over full indigo plant")


def test_the_offers_tell_the_two_plants_apart_and_name_where_they_stand() -> None:
    player = Player(hand="palace, smithy, smithy, smithy, archive", buildings=TWO_MILLS.buildings, goods="sugar")
    position = table(player, NOBODY, NOBODY)
    play(position, "builder")
    offers = SAN_JUAN.question(position).offers
    empty, full = (offer for offer in offers if offer.text.startswith("build palace over") and "mill" in offer.text)
    assert empty.label.render() == "Build the palace over the sugar mill without a good for 3 cards"
    assert full.label.render() == "Build the palace over the sugar mill with its good for 3 cards"
    assert full.effect is not None
    assert "sugar on it is lost" in full.effect.render()
    assert (empty.targets, full.targets) == (
        ("hand:4", "building:sugar mill", "good:2"),
        ("hand:4", "building:sugar mill", "good:1"),
    )
    assert full.selection is not None
    line = full.selection.line(full.selection.chosen)
    assert line == full.text
    assert line.startswith("build palace over full sugar mill with smithy")
