"""What is asked, and the answers that are offered: selections, what they bring, what they point at."""

from __future__ import annotations

import pytest

from games.engine.contract import Offer, Question, Selection
from games.engine.sanjuan.flow import SanJuanPosition
from tests.engine.sanjuan.tables import SAN_JUAN, Player, hand, play, step, table


def question(position: SanJuanPosition) -> Question:
    return SAN_JUAN.question(position)


def offer(position: SanJuanPosition, beginning: str) -> Offer:
    """The one offer whose text begins like this."""
    (found,) = [offer for offer in question(position).offers if offer.text.startswith(beginning)]
    return found


def selection(position: SanJuanPosition, beginning: str) -> Selection:
    found = offer(position, beginning).selection
    assert found is not None
    return found


def labels(position: SanJuanPosition) -> list[str]:
    return [offer.label.render() for offer in question(position).offers]


def effects(position: SanJuanPosition) -> dict[str, str]:
    return {offer.text: offer.effect.render() for offer in question(position).offers if offer.effect is not None}


def at_builder(seats: int = 3, **player: str) -> SanJuanPosition:
    """The governor is the builder."""
    position = table(Player(**player), *(Player() for _seat in range(seats - 1)))
    step(position, "builder")
    return position


# --- roles ------------------------------------------------------------------------------------------------------------


def test_all_roles_left_are_offered() -> None:
    position = table(Player(hand="well"), Player(), Player())
    assert question(position).prompt.render() == "Which role do you pick?"
    assert [offer.text for offer in question(position).offers] == [
        "builder",
        "producer",
        "trader",
        "councillor",
        "prospector",
    ]
    assert offer(position, "trader").targets == ("role:trader",)
    assert effects(position)["councillor"] == "everybody draws 2 cards and keeps 1; you draw 5"


def test_the_library_is_told_with_every_role_of_more_than_two() -> None:
    position = table(Player(buildings="library"), Player(), Player())
    assert len(question(position).offers) == 5
    assert effects(position)["councillor"] == "everybody draws 2 cards and keeps 1; you draw 8"


def test_of_two_the_library_s_owner_chooses_whether_it_works() -> None:
    position = table(Player(buildings="library"), Player())
    assert len(question(position).offers) == 10
    assert effects(position)["prospector"] == "1 card for you"
    assert effects(position)["prospector with library"] == "2 cards for you"
    assert offer(position, "trader with").label.render() == "Pick the trader, with the library"


# --- building ---------------------------------------------------------------------------------------------------------


def test_every_building_comes_with_what_can_pay_for_it() -> None:
    position = at_builder(hand="well, tower, library, palace")
    assert labels(position) == [
        "Build the well for 1 card",
        "Build the tower for 2 cards",
        "Build nothing",
    ]
    paid = selection(position, "build tower")
    assert (paid.stem, paid.least, paid.most) == ("build tower with", 2, 2)
    assert [(item.word, item.target) for item in paid.items] == [
        ("well", "hand:0"),
        ("library", "hand:2"),
        ("palace", "hand:3"),
    ]
    assert offer(position, "build tower").text == "build tower with well, library"
    assert offer(position, "build tower").targets == ("hand:1",)
    assert effects(position)["build tower with well, library"] == "2 VP, 1 card saved, round's start: hand limit 12"


def test_where_the_whole_hand_must_pay_nothing_is_chosen() -> None:
    position = at_builder(hand="tower, library, palace")
    tower = offer(position, "build tower")
    assert (tower.text, tower.selection) == ("build tower", None)


def test_what_is_free_is_said_to_be() -> None:
    position = at_builder(hand="smithy", buildings="quarry")
    assert labels(position) == ["Build the smithy for free", "Build nothing"]
    assert offer(position, "build").selection is None


@pytest.mark.parametrize(
    ("hand", "buildings", "suggested"),
    [
        ("library, palace, hero, smithy, well, tower", "smithy", "smithy, well, tower, hero"),
        ("library, palace, palace, hero, tower, city hall", "indigo plant", "tower, hero, city hall, palace"),
        ("library, library, palace, hero, tower, well", "indigo plant", "well, tower, library, hero"),
        (
            "library, well, indigo plant, sugar mill, smithy, tower",
            "indigo plant",
            "indigo plant, sugar mill, smithy, well",
        ),
    ],
)
def test_those_cards_are_suggested_that_one_misses_least(hand: str, buildings: str, suggested: str) -> None:
    """Useless violet ones first, then the cheapest, production buildings before violet ones."""
    position = at_builder(hand=hand, buildings=buildings)
    assert offer(position, "build library").text == f"build library with {suggested}"


def test_goods_are_suggested_only_where_the_cards_do_not_suffice() -> None:
    plants = "indigo plant, sugar mill, black market"
    position = at_builder(hand="library, palace, well, tower", buildings=plants, goods="indigo, sugar")
    library = offer(position, "build library")
    assert library.text == "build library with indigo good, well, tower, palace"
    paid = selection(position, "build library")
    assert [(item.label.render(), item.target) for item in paid.items[:2]] == [
        ("indigo (good)", "good:0"),
        ("sugar (good)", "good:1"),
    ]
    play(position, paid.line((0, 1, 2, 3)))
    assert hand(position, 0) == "palace"


def test_with_more_goods_than_may_pay_two_are_offered_and_others_can_be_written() -> None:
    plants = "indigo plant, sugar mill, silver smelter, black market"
    cards = "library, palace, well, tower, hero"
    some = at_builder(hand=cards, buildings=plants, goods="indigo, sugar")
    many = at_builder(hand=cards, buildings=plants, goods="indigo, sugar, silver")
    assert question(some).form == "choice"
    assert question(many).form == "suggestions"
    offered = [item.word for item in selection(many, "build library").items if item.word.endswith("good")]
    assert offered == ["indigo good", "sugar good"]
    play(many, "build library with silver good, indigo good, well, tower")
    assert hand(many, 0) == "hero, palace"


def test_building_over_others_stands_under_a_heading_of_its_own() -> None:
    buildings = "crane, chapel, coffee roaster"
    position = at_builder(hand="palace, well, tower", buildings=buildings, goods="coffee")
    grouped = {offer.text: offer for offer in question(position).offers if offer.group is not None}
    assert all(" over " in text for text in grouped)
    assert not any(" over crane" in text for text in grouped)
    over_chapel = grouped["build palace over chapel"]
    assert over_chapel.group is not None
    assert over_chapel.group.render() == "Over another building, with the crane"
    assert over_chapel.label.render() == "Build the palace over the chapel for 2 cards"
    assert over_chapel.targets == ("hand:2", "building:chapel")
    assert over_chapel.effect is not None
    assert over_chapel.effect.render() == "-2 VP, 1 card saved, end: 1 VP per 4 VP"
    over_roaster = grouped["build palace over coffee roaster with well"]
    assert over_roaster.effect is not None
    assert "the coffee on it is lost" in over_roaster.effect.render()


def test_a_payment_says_how_much_and_what_for() -> None:
    position = at_builder(hand="library, palace, well, tower, hero, smithy")
    step(position, "build library")
    assert question(position).prompt.render() == "Pay 4 cards for the library."
    (only,) = question(position).offers
    assert only.text == "pay smithy, well, tower, hero"
    assert only.selection is not None
    assert (only.selection.least, only.selection.most) == (4, 4)


def test_a_payment_goes_on_behind_what_was_named() -> None:
    position = at_builder(hand="library, palace, well, tower, hero, smithy")
    play(position, "build library", "pay well, more")
    assert question(position).prompt.render() == "Pay 3 cards for the library."
    (only,) = question(position).offers
    assert (only.text, only.selection) == ("pay tower, hero, palace", None)


def test_goods_that_may_still_pay_are_named() -> None:
    plants = "indigo plant, sugar mill, black market"
    position = at_builder(hand="library, palace, well, tower, hero", buildings=plants, goods="indigo, sugar")
    step(position, "build library")
    expected = "Pay 4 cards for the library; goods may be among them, at most 2."
    assert question(position).prompt.render() == expected


# --- goods ------------------------------------------------------------------------------------------------------------


def test_few_ways_to_sell_are_listed_with_what_they_bring() -> None:
    plants = "indigo plant, sugar mill, market stand"
    position = table(Player(buildings=plants, goods="indigo, sugar"), Player(), Player(), prices=(1, 2, 2, 3, 3))
    step(position, "trader")
    assert question(position).prompt.render() == "Which goods do you sell? Up to 2; the prices are 1 2 2 3 3."
    assert effects(position) == {
        "sell indigo, sugar": "draw 4 cards",
        "sell sugar": "draw 2 cards",
        "sell indigo": "draw 1 card",
    }
    assert offer(position, "sell indigo, sugar").targets == ("good:0", "good:1")
    assert question(position).offers[-1].text == "pass"


def test_many_ways_to_sell_are_one_answer_to_complete() -> None:
    plants = "silver smelter, indigo plant, sugar mill, tobacco storage, coffee roaster"
    position = table(Player(buildings=plants, goods="indigo, sugar, tobacco, coffee, silver"), Player(), Player())
    step(position, "trader")
    sale = selection(position, "sell")
    assert (sale.least, sale.most) == (1, 2)
    assert [item.label.render() for item in sale.items] == [
        "indigo (1 card)",
        "sugar (1 card)",
        "tobacco (1 card)",
        "coffee (2 cards)",
        "silver (2 cards)",
    ]
    assert sale.items[-1].target == "good:0"
    assert offer(position, "sell").text == "sell coffee, silver"
    assert [offer.text for offer in question(position).offers] == ["sell coffee, silver", "pass"]


def test_ways_to_produce_tell_of_the_well() -> None:
    plants = "indigo plant, indigo plant, sugar mill, well"
    position = table(Player(buildings=plants), Player(), Player())
    step(position, "producer")
    assert question(position).prompt.render() == "Which goods do you produce? Up to 2."
    assert [offer.text for offer in question(position).offers] == [
        "produce indigo, sugar",
        "produce indigo, indigo",
        "produce sugar",
        "produce indigo",
        "pass",
    ]
    assert effects(position) == {
        "produce indigo, sugar": "and 1 card by the well",
        "produce indigo, indigo": "and 1 card by the well",
    }


# --- cards ------------------------------------------------------------------------------------------------------------


def test_a_councillor_s_cards_are_offered_by_kind() -> None:
    position = table(Player(), Player(), Player(), pile="well, palace, smithy, tower, well")
    step(position, "councillor")
    assert question(position).prompt.render() == "Which card do you keep?"
    assert [(offer.text, offer.targets) for offer in question(position).offers] == [
        ("keep smithy", ("drawn:0",)),
        ("keep well", ("drawn:1",)),
        ("keep tower", ("drawn:3",)),
        ("keep palace", ("drawn:4",)),
    ]
    assert effects(position)["keep palace"] == "cost 6; end: 1 VP per 4 VP"
    assert effects(position)["keep tower"] == "cost 3, 2 VP; round's start: hand limit 12"


def test_with_the_prefecture_two_are_chosen_the_dearest_are_suggested() -> None:
    position = table(Player(buildings="prefecture"), Player(), Player(), pile="well, palace, smithy, tower, well")
    step(position, "councillor")
    assert question(position).prompt.render() == "Which 2 cards do you keep?"
    (only,) = question(position).offers
    assert only.text == "keep tower, palace"
    assert selection(position, "keep").most == 2


def test_with_the_archive_the_hand_is_chosen_from() -> None:
    owner = Player(hand="hero", buildings="archive")
    position = table(owner, Player(), Player(), pile="well, palace, smithy, tower, well")
    step(position, "councillor")
    assert question(position).prompt.render() == "The cards drawn have joined your hand: discard 4 cards."
    discard = selection(position, "discard")
    assert [item.target for item in discard.items] == [f"hand:{place}" for place in range(6)]
    assert (discard.least, discard.most) == (4, 4)


def test_the_first_hand_is_chosen() -> None:
    position = SAN_JUAN.new(3, {"deal_choice": "on"}, bytes(32))
    asked = SAN_JUAN.question(position)
    assert asked.prompt.render() == "Discard 1 card of your first hand, to begin with 4 cards."
    assert asked.offers[0].selection is not None
    assert len(asked.offers[0].selection.items) == 5


def test_the_gold_mine_may_be_left_alone_and_its_cards_are_shown_with_their_cost() -> None:
    position = table(Player(buildings="gold mine"), Player(), Player(), pile="hero, library, indigo plant, well, tower")
    step(position, "prospector")
    assert labels(position) == ["Use the gold mine", "Do not use the gold mine"]
    step(position, "use gold mine")
    assert question(position).prompt.render() == "Four different costs: which card do you take?"
    assert [offer.targets for offer in question(position).offers] == [
        ("card:indigo plant",),
        ("card:well",),
        ("card:tower",),
        ("card:library",),
    ]
    assert effects(position)["take library"] == "cost 5, 3 VP; doubles your privileges"


def test_chapel_and_limit_are_asked_one_after_the_other() -> None:
    cards = "smithy, well, well, well, chapel, chapel, hero, palace, palace"
    position = table(Player(buildings="smithy"), Player(hand=cards, buildings="chapel"))
    step(position, "prospector", "producer", "trader")
    assert question(position).prompt.render() == (
        "Which card goes under your chapel? You have 9 cards and may hold 7 after that."
    )
    assert offer(position, "chapel smithy").targets == ("hand:0",)
    assert len(question(position).offers) == 6
    step(position, "chapel hero")
    assert question(position).prompt.render() == "You may hold 7 cards and have 8: discard 1."
    assert offer(position, "discard").text == "discard well"


def test_when_the_game_is_over_nothing_is_asked() -> None:
    eleven = "crane, tower, well, smithy, archive, quarry, statue, hero, library, aqueduct, chapel"
    position = table(Player(hand="indigo plant, well", buildings=eleven), Player())
    step(position, "builder", "build indigo plant")
    while not position.is_over():
        step(position, "pass")
    asked = question(position)
    assert (asked.seat, asked.stage, asked.offers) == (-1, "over", ())
    assert asked.prompt.render() == "The game is over."
