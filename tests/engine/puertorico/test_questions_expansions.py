"""What people are asked with the expansions: prompts, offers with effect and targets, suggestions, guests."""

from __future__ import annotations

import re

import pytest

from games.engine.contract import Position
from tests.engine.puertorico.games import offered_texts, random_game, start
from tests.engine.puertorico.positions import PUERTO_RICO, Player, play, set_up
from tests.engine.puertorico.tables import EVERYTHING

EMPTY = Player()
FOREST_EFFECT = "every two forests take 1 off all prices"


def prompt(position: Position) -> str:
    return PUERTO_RICO.question(position).prompt.render()


def offer(position: Position, text: str) -> tuple[str, str | None, tuple[str, ...]]:
    found = next(offer for offer in PUERTO_RICO.question(position).offers if offer.text == text)
    return found.label.render(), found.effect.render() if found.effect else None, found.targets


def picked(role: str, owner: Player, **details: object) -> Position:
    """The first of three seats has picked this role."""
    position = set_up(owner, EMPTY, EMPTY, **details)
    play(position, role)
    return position


# --- draft and roles --------------------------------------------------------------------------------------------------


def test_a_kind_to_choose_tells_its_price_and_what_it_does() -> None:
    position = start(3, buildings="draft")
    assert prompt(position) == "Which building do you choose for this game?"
    assert offer(position, "choose library") == (
        "Choose the library",
        "costs 8 doubloons; doubles your privileges",
        ("building:library",),
    )


def test_roles_tell_what_the_library_doubles() -> None:
    position = set_up(Player(city={"library": 1}), EMPTY, EMPTY, EMPTY, card_doubloons={"captain": 1})
    assert offer(position, "builder")[1] == "everybody may build; you pay 2 doubloons less"
    assert offer(position, "captain")[1] == "everybody ships; 2 VP more for you; +1 doubloon on the card"
    assert offer(position, "prospector")[1] == "2 doubloons for you"


# --- tiles ------------------------------------------------------------------------------------------------------------


def test_a_face_up_plantation_can_be_taken_as_a_forest() -> None:
    position = picked("settler", Player(city={"forest house": 1}), face_up={"corn": 1})
    assert offered_texts(position) == ["take corn", "take quarry", "forest corn", "pass"]
    label, effect, targets = offer(position, "forest corn")
    assert (label, effect) == ("Take a corn plantation as a forest", FOREST_EFFECT)
    assert targets == ("plantation:corn",)


def test_the_drawn_tile_is_named_to_who_has_drawn_it() -> None:
    position = set_up(
        Player(city={"hacienda": 1, "forest house": 1}), EMPTY, EMPTY,
        stage="forest", role="settler", taken={"settler": 0}, stage_state={"drawn": "coffee"},
    )  # fmt: skip
    assert prompt(position) == "You have drawn a coffee plantation. How do you place it?"
    assert offer(position, "plant") == ("Place it as a coffee plantation", None, ("stack",))
    assert offer(position, "forest") == ("Place it as a forest", FOREST_EFFECT, ("stack",))


def test_the_second_tile_is_asked_for_as_the_librarys() -> None:
    position = picked("settler", Player(city={"library": 1}), face_up={"corn": 2})
    assert prompt(position) == "Which tile do you take?"
    play(position, "take quarry", "pass", "pass")
    assert prompt(position) == "Which second tile do you take with the library?"


def test_the_colonist_beside_a_forest_comes_to_san_juan() -> None:
    position = picked("settler", Player(city={"hospice": 1, "forest house": 1}), face_up={"corn": 1})
    play(position, "take corn as forest")
    assert prompt(position) == "Does the hospice bring a colonist to San Juan?"
    assert offer(position, "take colonist") == ("Bring a colonist to San Juan", None, ("colonist", "place:San Juan"))


def test_the_hunting_lodge_tells_whose_worker_leaves() -> None:
    hunter = Player(island={"corn": (2, 1), "sugar": (1, 1)}, forests={"coffee": 1}, city={"hunting lodge": 1})
    position = picked("settler", hunter, face_up={"corn": 1})
    play(position, "pass", "pass", "pass")
    assert prompt(position) == "What does the hunting lodge discard?"
    assert offer(position, "discard corn") == ("Discard a corn plantation", None, ("place:corn",))
    assert offer(position, "discard sugar")[1] == "its worker goes to San Juan"
    assert offer(position, "discard forest coffee")[0] == "Discard a forest that was a coffee plantation"
    assert offer(position, "pass")[0] == "Discard nothing"


# --- people -----------------------------------------------------------------------------------------------------------


def test_a_library_offers_one_colonist_or_two() -> None:
    position = picked("mayor", Player(city={"library": 1}))
    assert offered_texts(position) == ["take colonist", "take 2 colonists", "pass"]
    assert offer(position, "take 2 colonists")[0] == "Take two more colonists"


def test_on_the_ship_a_noble_tells_his_victory_point() -> None:
    position = picked("mayor", EMPTY, nobles=True)
    play(position, "pass")
    assert prompt(position) == "Whom do you take from the ship?"
    assert offer(position, "take noble") == ("Take a noble", "1 VP at the end", ("noble",))
    assert offer(position, "take colonist") == ("Take a colonist", None, ("colonist",))


def test_from_an_empty_supply_the_university_may_fetch_the_noble() -> None:
    student = Player(9, city={"university": 1})
    position = picked("builder", student, nobles=True, colonist_supply=0, colonist_ship=2)
    play(position, "build large market")
    assert offer(position, "take noble") == (
        "Put a noble on the large market",
        "1 VP at the end",
        ("noble", "place:large market"),
    )


def test_the_universitys_colonist_for_a_statue_comes_to_san_juan() -> None:
    position = picked("builder", Player(10, city={"university": 1}), buildings="list")
    play(position, "build statue")
    assert prompt(position) == "Does the university bring a colonist to San Juan?"
    assert offer(position, "take colonist")[0] == "Bring a colonist to San Juan"


def test_where_every_circle_is_filled_people_say_only_who_is_noble() -> None:
    lord = Player(san_juan=3, island={"corn": (1, 0)}, city={"chapel": 0, "land office": 0}, nobles={"San Juan": 1})
    position = picked("mayor", lord, colonist_ship=0, noble_ship=0, colonist_supply=0)
    assert prompt(position) == "Where is your 1 noble?"
    assert offer(position, "nobles chapel 1") == ("Nobles: chapel 1", None, ("place:chapel",))
    assert offer(position, "nobles chapel 0")[0] == "None of these"


def test_a_suggested_placement_names_the_nobles() -> None:
    lord = Player(san_juan=3, island={"corn": (2, 0)}, city={"chapel": 0, "land office": 0}, nobles={"San Juan": 1})
    position = picked("mayor", lord, colonist_ship=0, noble_ship=0, colonist_supply=0)
    assert offered_texts(position) == ["place auto", "place corn 2, chapel 1 noble"]
    assert offer(position, "place auto")[1] == "corn 2, chapel 1 (1 noble)"


# --- guests -----------------------------------------------------------------------------------------------------------

HOST = Player(
    goods={"corn": 1, "coffee": 1},
    city={"guesthouse": 2, "library": 0, "trading post": 0},
    nobles={"guesthouse": 1},
)


def test_guests_moves_come_after_all_other_answers() -> None:
    position = set_up(HOST, EMPTY, EMPTY)
    assert offered_texts(position)[-2:] == ["guest library", "noble guest library"]
    play(position, "trader")
    assert offered_texts(position)[:3] == ["sell corn", "sell coffee", "pass"]
    assert all("guest" in text for text in offered_texts(position)[3:])


def test_a_guest_tells_what_he_opens() -> None:
    position = set_up(HOST, EMPTY, EMPTY)
    assert offer(position, "guest library") == (
        "Send a guest to the library",
        "doubles your privileges",
        ("place:guesthouse", "place:library"),
    )
    assert offer(position, "noble guest library")[0] == "Send a noble guest to the library"


def test_before_the_production_guests_are_asked_for_their_own_sake() -> None:
    position = picked("craftsman", Player(island={"corn": (2, 1)}, city={"guesthouse": 1}))
    assert prompt(position) == "Do your guests move before the production?"
    assert offered_texts(position) == ["pass", "guest corn"]
    assert offer(position, "pass")[0] == "No guest moves"
    assert offer(position, "guest corn") == (
        "Send a guest to the corn plantation",
        "works at once",
        ("place:guesthouse", "place:corn"),
    )


# --- builder ----------------------------------------------------------------------------------------------------------


def merchant(**city: int) -> Player:
    return Player(
        3, 2, san_juan=1, goods={"corn": 2}, city={"black market": 1, "chapel": 1, **city}, nobles={"chapel": 1}
    )


def test_a_building_tells_how_much_the_black_market_makes_up_for() -> None:
    position = picked("builder", merchant())
    assert offer(position, "build hospice")[0] == "Build the hospice for 3 doubloons"
    assert offer(position, "build office")[0] == "Build the office for 3 doubloons and 1 thing at the black market"
    assert offer(position, "build factory")[0] == "Build the factory for 3 doubloons and 3 things at the black market"
    position = picked("builder", Player(1, 2, city={"black market": 1}))
    assert offer(position, "build hacienda")[0] == "Build the hacienda for 1 doubloon"
    assert offer(position, "build small warehouse")[0].startswith(
        "Build the small warehouse for 1 doubloon and 1 thing"
    )


def test_what_can_be_returned_is_named_with_where_it_is() -> None:
    position = picked("builder", merchant())
    play(position, "build factory")
    assert prompt(position) == "What do you return for the factory, instead of 3 doubloons?"
    assert offer(position, "pay colonist san juan") == (
        "Return a colonist from San Juan",
        None,
        ("place:San Juan",),
    )
    assert offer(position, "pay noble chapel") == ("Return a noble from the chapel", None, ("place:chapel",))
    play(position, "pay noble chapel")
    assert offer(position, "pay corn") == ("Return 1 corn", None, ("good:corn",))
    play(position, "pay corn")
    assert offer(position, "pay vp") == ("Return 1 VP", None, ("vp",))


@pytest.mark.parametrize(
    ("building", "effect"),
    [
        ("small market", "trader: +1 doubloon"),
        ("office", "trader: sells kinds already sold, church: 1 VP"),
        ("city hall", "end: 1 VP per violet building, church: 2 VP"),
    ],
)
def test_a_building_tells_what_the_church_earns_for_it(building: str, effect: str) -> None:
    position = picked("builder", Player(10, city={"church": 1}))
    assert offer(position, f"build {building}")[1] == effect


# --- trader -----------------------------------------------------------------------------------------------------------


def test_at_the_trading_post_a_good_brings_its_own_price() -> None:
    seller = Player(goods={"coffee": 2}, city={"trading post": 1, "small market": 1})
    position = picked("trader", seller)
    assert offer(position, "sell coffee")[1] == "6 doubloons"
    assert offer(position, "sell coffee at trading post") == (
        "Sell coffee at the trading post",
        "5 doubloons",
        ("good:coffee", "place:trading post"),
    )


def test_land_is_bought_as_a_plantation_or_as_a_forest() -> None:
    buyer = Player(3, goods={"coffee": 1}, city={"land office": 1, "forest house": 1})
    position = picked("trader", buyer, face_up={"sugar": 1})
    assert prompt(position) == "What do you trade?"
    assert offer(position, "buy sugar") == (
        "Buy a sugar plantation",
        "for 1 doubloon",
        ("plantation:sugar", "place:land office"),
    )
    assert offer(position, "buy sugar as forest")[1] == f"for 1 doubloon; {FOREST_EFFECT}"
    play(position, "sell coffee")
    assert prompt(position) == "What else do you trade?"


def test_a_plantation_given_back_tells_whose_worker_leaves() -> None:
    seller = Player(island={"corn": (1, 1), "sugar": (2, 1)}, city={"land office": 1}, nobles={"land office": 1})
    position = picked("trader", seller)
    assert offer(position, "sell land corn")[:2] == (
        "Give back a corn plantation",
        "1 doubloon, its worker goes to San Juan",
    )
    assert offer(position, "sell land sugar")[1] == "1 doubloon"


# --- captain ----------------------------------------------------------------------------------------------------------

SHIPPER = Player(
    goods={"corn": 5, "sugar": 4, "coffee": 2},
    city={"small wharf": 1, "lighthouse": 1, "harbor": 1, "royal supplier": 1},
    nobles={"royal supplier": 1},
)


def test_a_loading_tells_the_lighthouses_doubloon() -> None:
    position = picked("captain", SHIPPER)
    assert offer(position, "ship sugar 6")[1] == "6 VP, 1 doubloon"
    play(position, "ship sugar 6")
    assert offer(position, "ship corn 5")[1] == "6 VP, 1 doubloon", "the privilege is for the first loading"


def test_the_royal_supplier_takes_goods_for_a_point_each() -> None:
    label, effect, targets = offer(picked("captain", SHIPPER), "supply corn")
    assert (label, effect) == ("Give 1 corn to the royal supplier", "1 VP; only before you load")
    assert targets == ("good:corn", "place:royal supplier")


def test_the_small_wharf_tells_the_most_that_it_can_earn() -> None:
    position = picked("captain", SHIPPER)
    assert offer(position, "ship small wharf")[1] == "up to 7 VP; what goes on it is asked next"
    play(position, "ship small wharf")
    best = max(int((offer(position, text)[1] or "0 ").split()[0]) for text in offered_texts(position))
    assert best == 7


def test_of_many_ways_to_load_the_small_wharf_sensible_ones_are_suggested() -> None:
    position = picked("captain", SHIPPER)
    play(position, "ship small wharf")
    question = PUERTO_RICO.question(position)
    assert (question.form, question.stage, len(question.offers)) == ("suggestions", "small wharf", 12)
    assert offered_texts(position)[0] == "ship small wharf corn 5, sugar 4, coffee 1", (
        "an odd barrel would earn nothing"
    )
    points = [int((offer(position, text)[1] or "0 ").split()[0]) for text in offered_texts(position)[:6]]
    assert points == [7, 6, 5, 4, 3, 2], "first the cheapest way to every number of points"
    PUERTO_RICO.submit(position, "ship small wharf sugar 3, coffee 2")


def test_few_ways_to_load_the_small_wharf_are_all_offered() -> None:
    position = picked("captain", Player(goods={"corn": 1, "sugar": 1}, city={"small wharf": 1}))
    play(position, "ship small wharf")
    assert PUERTO_RICO.question(position).form == "choice"
    assert set(offered_texts(position)) == {
        "ship small wharf corn 1, sugar 1",
        "ship small wharf corn 1",
        "ship small wharf sugar 1",
    }


# --- storing ----------------------------------------------------------------------------------------------------------


def storing(owner: Player) -> Position:
    state = {"stored": [1, 2], "warehoused": []}
    return set_up(owner, EMPTY, EMPTY, role="captain", stage="storing", taken={"captain": 0}, stage_state=state)


def test_of_many_ways_to_fill_a_storehouse_sensible_ones_are_suggested() -> None:
    owned = {"corn": 5, "sugar": 4, "tobacco": 2, "coffee": 3}
    position = storing(Player(goods=owned, city={"storehouse": 1, "small warehouse": 1}))
    question = PUERTO_RICO.question(position)
    assert (question.form, len(question.offers)) == ("suggestions", 12)
    assert offered_texts(position)[0].startswith("store corn, "), "most barrels are kept first"
    assert offer(position, "store corn, keep sugar 2, keep tobacco, keep coffee") == (
        "Keep 5 corn, 2 sugar, 1 tobacco, 1 coffee",
        "gives back 2 sugar, 1 tobacco, 2 coffee",
        ("good:corn", "good:sugar", "good:tobacco", "good:coffee"),
    )
    PUERTO_RICO.submit(position, "store tobacco, keep corn 4")


def test_few_ways_to_fill_a_storehouse_are_all_offered() -> None:
    position = storing(Player(goods={"corn": 5, "sugar": 4}, city={"storehouse": 1}))
    assert PUERTO_RICO.question(position).form == "choice"
    assert set(offered_texts(position)) == {
        "keep sugar 4",
        "keep corn, keep sugar 3",
        "keep corn 2, keep sugar 2",
        "keep corn 3, keep sugar",
        "keep corn 4",
    }


def test_a_guest_may_be_sent_to_a_warehouse_instead() -> None:
    position = storing(Player(goods={"corn": 3, "sugar": 2}, city={"guesthouse": 1, "small warehouse": 0}))
    assert offered_texts(position) == ["keep corn", "keep sugar", "guest small warehouse"]
    play(position, "guest small warehouse")
    assert offered_texts(position) == ["store corn, keep sugar", "store sugar, keep corn"]


# --- whole games ------------------------------------------------------------------------------------------------------

TARGETS = re.compile(
    r"(role|plantation|building|good|ship|place):[A-Za-z0-9 ]+"
    r"|quarry|stack|house|wharf|small wharf|colonist|noble|vp|pass"
)


@pytest.mark.parametrize(
    "options",
    [
        {"buildings": "random", "nobles": "on"},
        {"buildings": "draft"},
        {"buildings": "list", "violet_buildings": EVERYTHING, "nobles": "on"},
    ],
)
def test_every_question_can_be_read_and_points_at_what_is_on_the_board(options: dict[str, str]) -> None:
    forms = set()
    for position in random_game(3, seed=7, **options):
        question = PUERTO_RICO.question(position)
        forms.add(question.form)
        assert "{" not in question.prompt.render()
        assert len({made.text for made in question.offers}) == len(question.offers)
        for made in question.offers:
            assert "{" not in made.label.render()
            assert made.effect is None or "{" not in made.effect.render()
            assert all(TARGETS.fullmatch(target) for target in made.targets)
    assert forms >= {"choice", "placement"}
