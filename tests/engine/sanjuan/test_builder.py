"""docs/rules §2 Builder, and the violet buildings that work in it but crane and black market."""

from __future__ import annotations

import pytest

from tests.engine.sanjuan.tables import (
    Player,
    buildings,
    cards,
    discarded,
    events_of_kind,
    hand,
    legal_texts,
    play,
    question_of,
    step,
    table,
)

NOBODY = Player()


def price(kind: str, *, owned: str = "", as_builder: bool = True) -> int:
    """What a kind costs a seat with these buildings, who picks the builder himself or follows."""
    spare = "hero, hero, guild hall, guild hall, city hall, city hall, palace"
    player = Player(hand=f"{kind}, {spare}", buildings=f"indigo plant, {owned}")
    others = (NOBODY, NOBODY)
    position = table(player, *others) if as_builder else table(*others, player)
    play(position, "builder")
    if not as_builder:
        play(position, "pass", "pass")
    return int(str(events_of_kind(play(position, f"build {kind}"), "builds")[0]["price"]))


# --- the action -------------------------------------------------------------------------------------------------------


def test_a_building_is_paid_with_as_many_other_cards_as_it_costs() -> None:
    position = table(NOBODY, Player(hand="coffee roaster, well, well, smithy, hero, palace"), NOBODY)
    play(position, "builder", "pass")
    assert question_of(position) == ("builder", 1)
    play(position, "build coffee roaster with smithy, well, well, palace")
    assert buildings(position, 1) == "indigo plant, coffee roaster"
    assert hand(position, 1) == "hero"
    assert discarded(position) == "smithy, well, well, palace"


def test_the_builder_pays_one_card_less_than_the_others() -> None:
    assert price("coffee roaster") == 3
    assert price("coffee roaster", as_builder=False) == 4


def test_everybody_may_build_clockwise_from_the_builder_on() -> None:
    player = Player(hand="indigo plant, indigo plant")
    position = table(player, Player(hand="sugar mill, well, well"), Player(hand="smithy, hero"), governor=1)
    events = play(position, "builder", "build sugar mill with well", "build smithy", "build indigo plant")
    assert [event["seat"] for event in events_of_kind(events, "builds")] == [1, 2, 0]


def test_nobody_has_to_build_whatever_he_holds() -> None:
    player = Player(hand="indigo plant, hero")
    position = table(player, player, NOBODY)
    play(position, "builder", "pass", "pass", "pass")
    assert [hand(position, seat) for seat in (0, 1)] == ["indigo plant, hero"] * 2
    assert question_of(position) == ("role", 1)


def test_who_cannot_pay_cannot_build() -> None:
    position = table(Player(hand="library, sugar mill, tobacco storage, smithy"), NOBODY, NOBODY)
    play(position, "builder")
    assert legal_texts(position) == ["pass", "build sugar mill", "build tobacco storage", "build smithy"]


def test_the_card_that_is_built_does_not_pay() -> None:
    position = table(NOBODY, Player(hand="sugar mill, sugar mill"), Player(hand="sugar mill, sugar mill, sugar mill"))
    play(position, "builder", "pass")
    assert legal_texts(position) == ["pass"]
    play(position, "pass")
    assert legal_texts(position) == ["pass", "build sugar mill"]


def test_the_whole_hand_pays_by_itself_where_all_of_it_must_go() -> None:
    position = table(NOBODY, Player(hand="tobacco storage, well, palace, hero"), NOBODY)
    play(position, "builder", "pass", "build tobacco storage")
    assert question_of(position) == ("builder", 2)
    assert (cards(position, 1), discarded(position)) == (0, "well, hero, palace")


def test_what_pays_is_named_in_ascending_order_and_never_so_that_the_rest_falls_short() -> None:
    position = table(NOBODY, Player(hand="tobacco storage, smithy, well, well, palace"), NOBODY)
    play(position, "builder", "pass")
    step(position, "build tobacco storage")
    assert legal_texts(position) == ["pay smithy", "pay well"]
    step(position, "pay well")
    assert legal_texts(position) == ["pay well"]
    step(position, "pay well")
    assert legal_texts(position) == ["pay palace"]


def test_production_buildings_may_be_owned_several_times() -> None:
    position = table(
        Player(hand="indigo plant, sugar mill, well, well", buildings="indigo plant, sugar mill"), *[NOBODY] * 2
    )
    play(position, "builder", "build sugar mill with well")
    assert buildings(position, 0) == "indigo plant, sugar mill, sugar mill"


def test_example_29_nobody_owns_two_of_a_violet_building() -> None:
    """docs/rules §4.29: one statue and never a second one."""
    player = Player(hand="statue, well, well, smithy, indigo plant", buildings="indigo plant, statue, well")
    position = table(player, NOBODY, NOBODY)
    play(position, "builder")
    assert legal_texts(position) == ["pass", "build indigo plant", "build smithy"]


def test_two_players_may_own_the_same_violet_building() -> None:
    position = table(Player(hand="smithy"), Player(hand="smithy, well"), NOBODY)
    play(position, "builder", "build smithy", "build smithy")
    assert [buildings(position, seat) for seat in (0, 1)] == ["indigo plant, smithy"] * 2


def test_only_the_owner_is_told_what_pays() -> None:
    position = table(Player(hand="sugar mill, palace, well"), NOBODY, NOBODY)
    events = play(position, "builder", "build sugar mill with palace")
    (paid,) = [event for event in events if event.kind == "pays"]
    assert (paid.visible_to(0), paid.visible_to(1), paid.visible_to(None)) == (True, False, False)


# --- reductions -------------------------------------------------------------------------------------------------------


def test_example_1_smithy_and_library_make_the_sugar_mill_free_and_nothing_is_drawn_for_the_excess() -> None:
    """docs/rules §4.1"""
    position = table(Player(hand="sugar mill, well", buildings="indigo plant, smithy, library"), NOBODY, NOBODY)
    events = play(position, "builder", "build sugar mill")
    assert events_of_kind(events, "builds") == [{"seat": 0, "building": "sugar mill", "price": 0}]
    assert hand(position, 0) == "well"
    assert events_of_kind(events, "draws") == []


def test_example_2_the_quarry_makes_the_crane_free_for_the_builder() -> None:
    """docs/rules §4.2"""
    assert price("crane", owned="quarry") == 0


@pytest.mark.parametrize(("kind", "cost"), [("hero", 2), ("library", 5), ("palace", 3), ("chapel", 0)])
def test_example_2_library_and_quarry_take_three_off_a_violet_building(kind: str, cost: int) -> None:
    """docs/rules §4.2; of a library itself only who has none pays."""
    owned = "quarry" if kind == "library" else "library, quarry"
    less = 2 if kind == "library" else 3
    assert price(kind, owned=owned) == max(0, {"library": 5, "hero": 5, "palace": 6, "chapel": 3}[kind] - less)
    assert price(kind, owned=owned) == (3 if kind == "library" else cost)


def test_example_19_the_smithy_helps_with_production_buildings_alone() -> None:
    """docs/rules §4.19"""
    for kind, plain in (("silver smelter", 5), ("coffee roaster", 4), ("indigo plant", 1)):
        assert price(kind, owned="smithy", as_builder=False) == plain - 1
    for kind, plain in (("hero", 5), ("market hall", 4), ("archive", 1)):
        assert price(kind, owned="smithy", as_builder=False) == plain


def test_example_19_the_quarry_helps_with_violet_buildings_alone() -> None:
    """docs/rules §4.19"""
    for kind, plain in (("hero", 5), ("market hall", 4), ("archive", 1), ("palace", 6)):
        assert price(kind, owned="quarry", as_builder=False) == plain - 1
    for kind, plain in (("silver smelter", 5), ("coffee roaster", 4), ("indigo plant", 1)):
        assert price(kind, owned="quarry", as_builder=False) == plain


COSTS = {
    1: "indigo plant, smithy, gold mine, archive",
    2: "sugar mill, poor house, black market, trading post, well, market stand, crane",
    3: "tobacco storage, chapel, tower, aqueduct, carpenter, prefecture, statue",
    4: "coffee roaster, market hall, quarry, victory column",
    5: "silver smelter, library, hero",
    6: "guild hall, city hall, triumphal arch, palace",
}
PLANTS = ("indigo plant", "sugar mill", "tobacco storage", "coffee roaster", "silver smelter")


@pytest.mark.parametrize(
    ("kind", "cost"), [(kind, cost) for cost, kinds in COSTS.items() for kind in kinds.split(", ")]
)
def test_every_building_costs_what_is_printed_and_one_less_with_its_helper(kind: str, cost: int) -> None:
    """docs/rules §3: the smithy helps with plants, the quarry with all others, the smithy itself too."""
    spare = "hero, hero, statue, tower, archive, city hall"
    for owned, less in (("", 0), ("smithy", kind in PLANTS), ("quarry", kind not in PLANTS)):
        if owned != kind:
            player = Player(hand=f"{kind}, {spare}", buildings=f"indigo plant, {owned}")
            position = table(NOBODY, player, NOBODY)
            play(position, "builder", "pass")
            assert events_of_kind(step(position, f"build {kind}"), "builds")[0]["price"] == cost - less


def test_example_22_the_library_takes_two_off_for_the_builder() -> None:
    """docs/rules §4.22"""
    assert price("silver smelter", owned="library") == 3
    assert price("silver smelter", owned="library, smithy") == 2


def test_the_library_helps_its_owner_only_with_the_role_that_he_picked_himself() -> None:
    assert price("silver smelter", owned="library", as_builder=False) == 5


def test_example_36_a_smithy_just_built_does_not_help_before_the_next_builder_phase() -> None:
    """docs/rules §4.36"""
    player = Player(hand="smithy, sugar mill, sugar mill, well, well")
    position = table(player, NOBODY, NOBODY)
    events = play(position, "builder", "build smithy", "pass", "pass")
    assert events_of_kind(events, "builds")[0]["price"] == 0
    play(position, "prospector", "trader")
    assert question_of(position) == ("role", 1)
    events = play(position, "builder", "pass", "pass", "build sugar mill with well")
    assert events_of_kind(events, "builds")[0]["price"] == 1


# --- carpenter and poor house -----------------------------------------------------------------------------------------


def test_the_carpenter_brings_a_card_after_a_violet_building() -> None:
    player = Player(hand="tower, well, well, archive, hero", buildings="indigo plant, carpenter")
    position = table(player, NOBODY, NOBODY, pile="palace")
    events = play(position, "builder", "build tower with well, well")
    assert events_of_kind(events, "draws") == [{"seat": 0, "by": "carpenter", "cards": 1}]
    assert hand(position, 0) == "archive, hero, palace"


def test_example_18_the_carpenter_brings_nothing_for_itself_nor_for_production_buildings() -> None:
    """docs/rules §4.18"""
    player = Player(hand="carpenter, sugar mill, archive, well, well, hero")
    position = table(player, NOBODY, NOBODY)
    events = play(position, "builder", "build carpenter with well, well", "pass", "pass")
    play(position, "prospector", "trader")
    events += play(position, "builder", "pass", "pass", "build sugar mill")
    assert events_of_kind(events, "draws") == []


def test_example_18_the_next_violet_building_after_the_carpenter_brings_a_card() -> None:
    """docs/rules §4.18"""
    player = Player(hand="carpenter, sugar mill, archive, well, well, hero")
    position = table(player, NOBODY, NOBODY)
    play(position, "builder", "build carpenter with well, well", "pass", "pass")
    play(position, "prospector", "trader")
    events = play(position, "builder", "pass", "pass", "build archive with sugar mill")
    assert events_of_kind(events, "draws") == [{"seat": 0, "by": "carpenter", "cards": 1}]


@pytest.mark.parametrize(("left", "helped"), [("", True), ("hero", True), ("hero, palace", False)])
def test_the_poor_house_brings_a_card_to_who_has_none_or_one_left(left: str, helped: bool) -> None:
    player = Player(hand=f"sugar mill, archive, {left}", buildings="indigo plant, poor house")
    position = table(player, NOBODY, NOBODY, pile="well")
    events = play(position, "builder", "build sugar mill" + (" with archive" if left else ""))
    assert events_of_kind(events, "draws") == ([{"seat": 0, "by": "poor house", "cards": 1}] if helped else [])


def test_the_poor_house_looks_at_the_hand_after_the_building_is_paid_for_free_too() -> None:
    player = Player(hand="archive, hero", buildings="indigo plant, poor house")
    position = table(player, NOBODY, NOBODY)
    events = play(position, "builder", "build archive")
    assert events_of_kind(events, "builds")[0]["price"] == 0
    assert events_of_kind(events, "draws") == [{"seat": 0, "by": "poor house", "cards": 1}]


def test_the_poor_house_brings_nothing_for_itself() -> None:
    position = table(Player(hand="poor house, hero"), NOBODY, NOBODY)
    assert events_of_kind(play(position, "builder", "build poor house"), "draws") == []


def test_example_16_the_carpenters_card_comes_before_the_poor_houses() -> None:
    """docs/rules §4.16: nothing left; the carpenter's card makes it one, the poor house's two."""
    player = Player(hand="tower, hero, palace", buildings="indigo plant, carpenter, poor house")
    position = table(player, NOBODY, NOBODY, pile="well, library")
    events = play(position, "builder", "build tower")
    assert [event["by"] for event in events_of_kind(events, "draws")] == ["carpenter", "poor house"]
    assert hand(position, 0) == "well, library"


def test_example_16_with_one_card_left_the_carpenter_makes_it_two_and_the_poor_house_gives_none() -> None:
    """docs/rules §4.16"""
    player = Player(hand="tower, hero, palace, smithy", buildings="indigo plant, carpenter, poor house")
    position = table(player, NOBODY, NOBODY, pile="well, library")
    events = play(position, "builder", "build tower with hero, palace")
    assert [event["by"] for event in events_of_kind(events, "draws")] == ["carpenter"]
    assert hand(position, 0) == "smithy, well"


def test_example_17_the_poor_house_brings_nothing_to_who_does_not_build() -> None:
    """docs/rules §4.17"""
    owner = Player(hand="", buildings="indigo plant, poor house")
    position = table(owner, Player(hand="sugar mill", buildings="indigo plant, poor house"), NOBODY)
    events = play(position, "builder", "pass", "pass", "pass")
    assert events_of_kind(events, "draws") == []
    assert (cards(position, 0), cards(position, 1)) == (0, 1)


# --- what everybody can see -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("player", "passes"),
    [
        (Player(), True),
        (Player(hand="palace"), True),
        (Player(hand="palace, palace"), False),
        (Player(hand="palace", buildings="indigo plant, smithy"), False),
        (Player(hand="palace", buildings="indigo plant, quarry"), False),
        (Player(hand="palace", buildings="indigo plant, crane"), False),
        (Player(hand="palace", buildings="indigo plant, black market", goods="indigo"), False),
        (Player(hand="palace", buildings="indigo plant, black market"), True),
    ],
)
def test_who_visibly_cannot_build_is_passed_over(player: Player, passes: bool) -> None:
    """The size of the hand and the buildings say it; what the hand holds must not show."""
    position = table(NOBODY, player, NOBODY)
    play(position, "builder", "pass")
    assert question_of(position) == ("builder", 1)
    assert position.forced_move() == (0 if passes else -1)


def test_the_builder_with_one_card_may_build_the_cheapest_for_nothing() -> None:
    position = table(Player(hand="palace"), NOBODY, NOBODY)
    play(position, "builder")
    assert legal_texts(position) == ["pass"]
    assert position.forced_move() == -1
