"""docs/rules §7 guesthouse, §11 Guesthouse: when guests may move, where to, and who is asked for their sake."""

from __future__ import annotations

import pytest

from games.engine.puertorico.components import FIRST_BUILDING, PLACE_NAMES, PLACES
from games.engine.puertorico.flow import PuertoRicoPosition
from tests.engine.puertorico.positions import Player
from tests.engine.puertorico.tables import (
    doubloons,
    events_of_kind,
    goods,
    island,
    legal_texts,
    place,
    play,
    question_of,
    vp,
    without_nobles,
    workers,
)

FULL_SHIPS = {4: ("corn", 4), 5: ("indigo", 5), 6: ("sugar", 6)}
FULL_HOUSE = ("corn", "indigo", "sugar", "tobacco")


def host(guests: int = 1, **more: object) -> Player:
    """The owner of a guesthouse with guests; `city` are their other buildings."""
    city = more.pop("city", {})
    assert isinstance(city, dict)
    return Player(city={"guesthouse": guests, **city}, **more)  # type: ignore[arg-type]


def guests(position: PuertoRicoPosition, seat: int = 0) -> int:
    return workers(position, seat).get("guesthouse", (0, 0))[0]


def offered(position: PuertoRicoPosition) -> set[str]:
    """Where guests of the seat to move may go."""
    return {text.removeprefix("guest ") for text in legal_texts(position) if text.startswith("guest ")}


def pass_to(position: PuertoRicoPosition, stage: str, seat: int | None = None) -> None:
    while question_of(position)[0] != stage or seat not in (None, question_of(position)[1]):
        play(position, "pass")


# --- examples ---


def test_example_37_to_the_storehouse_and_later_to_the_library() -> None:
    owner = host(2, goods={"coffee": 6}, city={"storehouse": 0, "library": 0})
    position = without_nobles(owner, Player(), Player(), ships=FULL_SHIPS)
    play(position, "captain")
    assert question_of(position) == ("storing", 0)
    assert legal_texts(position) == ["keep coffee", "guest storehouse"]
    play(position, "guest storehouse")
    assert goods(position, 0) == {"coffee": 4}, "three more barrels"
    play(position, "craftsman")
    pass_to(position, "role")
    play(position, "builder")
    pass_to(position, "role", 1)
    play(position, "craftsman")
    pass_to(position, "role")
    play(position, "builder")
    pass_to(position, "role", 0)
    events = play(position, "trader", "guest library", "sell coffee")
    assert events_of_kind(events, "sells") == [{"seat": 0, "good": "coffee", "doubloons": 4 + 2}]
    assert workers(position, 0) == {"storehouse": (1, 0), "library": (1, 0)}


def test_example_52_to_a_sugar_plantation_before_producing() -> None:
    owner = host(2, island={"sugar": (2, 0)}, city={"sugar mill": 1})
    position = without_nobles(Player(), owner, Player())
    play(position, "craftsman")
    assert (question_of(position), legal_texts(position)) == (("guests", 1), ["pass", "guest sugar"])
    events = play(position, "guest sugar")
    assert events_of_kind(events, "guest_moves") == [{"seat": 1, "place": "sugar", "noble": False}]
    pass_to(position, "role")
    assert goods(position, 1) == {"sugar": 1}
    assert workers(position, 1) == {"sugar": (1, 0), "guesthouse": (1, 0), "sugar mill": (1, 0)}


def test_example_52_who_has_moved_moves_again_only_when_the_mayor_comes() -> None:
    owner = host(1, island={"sugar": (1, 0)}, city={"sugar mill": 1})
    position = without_nobles(owner, Player(), Player())
    play(position, "craftsman", "guest sugar", "extra sugar", "mayor", "pass")
    assert question_of(position) == ("colonists", 0)
    place(position, 0, {"guesthouse": 2}, {})
    assert workers(position, 0) == {"guesthouse": (2, 0)}


# --- moving ---


def test_both_move_to_different_places_or_one_of_them_or_none() -> None:
    owner = host(2, doubloons=9, city={"university": 0, "church": 0})
    position = without_nobles(Player(), owner, Player())
    play(position, "builder", "pass", "guest university", "guest church", "build office", "take colonist")
    assert vp(position, 1) == 1
    assert workers(position, 1) == {"university": (1, 0), "church": (1, 0), "office": (1, 0)}
    position = without_nobles(Player(), owner, Player())
    play(position, "builder", "pass", "guest church", "build office")
    assert (vp(position, 1), guests(position, 1)) == (1, 1)


def test_both_move_to_one_place() -> None:
    owner = host(2, doubloons=3, island={"quarry": (3, 0)})
    position = without_nobles(Player(), owner, Player())
    play(position, "builder", "pass", "guest quarry", "guest quarry")
    events = play(position, "build large market")
    assert events_of_kind(events, "builds") == [{"seat": 1, "building": "large market", "price": 5 - 2}]


def test_only_to_empty_circles_of_the_owners_and_never_back() -> None:
    owner = host(1, doubloons=9, san_juan=1, island={"quarry": (1, 1)}, city={"university": 1, "church": 0})
    position = without_nobles(Player(city={"library": 0}), owner, Player())
    play(position, "builder", "pass")
    assert offered(position) == {"church"}
    play(position, "guest church")
    assert offered(position) == set()


def test_only_guests_move() -> None:
    owner = Player(doubloons=9, san_juan=2, city={"guesthouse": 0, "church": 0})
    position = without_nobles(Player(), owner, Player())
    play(position, "builder", "pass")
    assert offered(position) == set()


def test_a_guesthouse_without_guests_is_empty_for_the_ship() -> None:
    owner = host(2, island={"sugar": (2, 0)}, city={"sugar mill": 3})
    position = without_nobles(Player(), owner, Player(), Player())
    play(position, "craftsman", "guest sugar", "guest sugar")
    assert guests(position, 1) == 0
    assert position.empty_building_circles(1) == 2


def test_the_universitys_colonist_in_a_guesthouse_is_a_guest() -> None:
    owner = Player(doubloons=5, island={"corn": (1, 0)}, city={"university": 1})
    position = without_nobles(owner, Player(), Player())
    play(position, "builder", "build guesthouse", "take colonist", "craftsman")
    assert (question_of(position), offered(position)) == (("guests", 0), {"corn"})


def test_the_mayor_places_up_to_two_guests() -> None:
    owner = Player(san_juan=2, island={"corn": (2, 0)}, city={"guesthouse": 0})
    position = without_nobles(owner, Player(), Player(), colonist_supply=0)
    play(position, "mayor")
    place(position, 0, {"guesthouse": 2}, {})
    assert guests(position) == 2


# --- before a role is picked ---


def test_before_picking_to_the_library_for_prospector_and_mayor() -> None:
    owner = host(1, city={"library": 0})
    position = without_nobles(owner, Player(), Player(), Player())
    assert offered(position) == {"library"}
    play(position, "guest library", "prospector")
    assert doubloons(position, 0) == 2
    position = without_nobles(owner, Player(), Player())
    play(position, "guest library", "mayor")
    assert "take 2 colonists" in legal_texts(position)


def test_before_picking_no_guest_needs_to_move_for_roles_that_have_a_guest_stage_of_their_own() -> None:
    owner = host(1, city={"library": 0, "university": 0, "small wharf": 0}, island={"corn": (2, 0)})
    position = without_nobles(owner, Player(), Player(), colonist_supply=1)
    assert offered(position) == set(), "no prospector, and one colonist is all a mayor could get"


def test_no_guest_moves_in_the_mayor_phase() -> None:
    owner = host(1, city={"library": 0}, island={"corn": (1, 0)})
    position = without_nobles(owner, Player(), Player())
    play(position, "mayor")
    assert legal_texts(position) == ["pass", "take colonist"]


# --- settler ---


@pytest.mark.parametrize("building", ["hacienda", "forest house", "construction hut", "hospice"])
def test_before_taking_a_tile(building: str) -> None:
    owner = host(1, city={building: 0})
    position = without_nobles(Player(), owner, Player(), face_up={"corn": 3})
    play(position, "settler", "take corn")
    assert offered(position) == {building}
    play(position, f"guest {building}")
    if building == "hacienda":
        assert "draw" in legal_texts(position)
    elif building == "forest house":
        assert "forest corn" in legal_texts(position)
    elif building == "construction hut":
        assert "take quarry" in legal_texts(position)
    else:
        play(position, "take corn")
        assert question_of(position) == ("hospice", 1)


def test_the_guest_in_the_hacienda_draws_and_the_other_looks() -> None:
    owner = host(2, city={"hacienda": 0, "forest house": 0})
    position = without_nobles(Player(), owner, Player(), face_up={"corn": 1})
    play(position, "settler", "pass", "guest hacienda", "guest forest house", "draw", "forest")
    assert island(position, 1) == {"forest": 1}


@pytest.mark.parametrize("building", ["hacienda", "construction hut"])
def test_who_could_take_nothing_is_asked_for_a_guest_who_changes_that(building: str) -> None:
    position = without_nobles(Player(), host(1, city={building: 0}), Player())
    play(position, "settler", "pass")
    assert (question_of(position), legal_texts(position)) == (("settler", 1), ["pass", f"guest {building}"])
    play(position, f"guest {building}")
    assert question_of(position) == ("settler", 1)


@pytest.mark.parametrize(
    ("owner", "details"),
    [
        (host(1, city={"hospice": 0, "forest house": 0}), {}),
        (host(1, city={"construction hut": 0}), {"quarries": 0}),
        (host(1, city={"hacienda": 0, "construction hut": 0}, island={"indigo": (12, 12)}), {"face_up": {"corn": 1}}),
        (host(1, city={"library": 0}), {}),
        (host(0, city={"hacienda": 0, "construction hut": 0}), {}),
    ],
    ids=["no tile", "no quarry", "full island", "not the settler", "no guest"],
)
def test_no_settler_question_for_a_guest_of_no_use(owner: Player, details: dict[str, object]) -> None:
    position = without_nobles(Player(), owner, Player(), **details)
    play(position, "settler")
    asked_seats = set()
    while question_of(position)[0] != "role":
        asked_seats.add(question_of(position)[1])
        play(position, "pass")
    assert 1 not in asked_seats


def test_the_library_may_be_opened_before_the_second_tile() -> None:
    position = without_nobles(host(1, city={"library": 0}), Player(), Player(), face_up={"corn": 3})
    play(position, "settler", "take corn", "pass", "pass")
    assert (question_of(position), legal_texts(position)) == (("settler", 0), ["pass", "guest library"])
    play(position, "guest library")
    assert legal_texts(position) == ["pass", "take corn"]
    play(position, "take corn")
    assert island(position, 0) == {"corn": 2}


def test_the_library_may_be_opened_before_the_first_tile() -> None:
    position = without_nobles(host(1, city={"library": 0}), Player(), Player(), face_up={"corn": 3})
    play(position, "settler", "guest library", "take corn", "pass", "pass", "take corn")
    assert island(position, 0) == {"corn": 2}


def test_the_library_stays_closed_where_no_second_tile_is_left() -> None:
    position = without_nobles(host(1, city={"library": 0}), Player(), Player(), face_up={"corn": 1})
    play(position, "settler", "take corn")
    assert question_of(position) == ("role", 1)


def test_two_guests_open_library_and_hut_for_a_quarry() -> None:
    owner = host(2, city={"library": 0, "construction hut": 0})
    position = without_nobles(owner, Player(), Player())
    play(position, "settler", "take quarry")
    assert legal_texts(position) == ["pass", "guest library"]
    play(position, "guest library", "guest construction hut", "take quarry")
    assert island(position, 0) == {"quarry": 2}
    owner = host(1, city={"library": 0, "construction hut": 0})
    position = without_nobles(owner, Player(), Player())
    play(position, "settler", "take quarry")
    assert question_of(position) == ("role", 1), "one guest is not enough"


# --- builder ---


def test_before_building_to_quarry_university_church_black_market_and_library() -> None:
    owner = host(
        1,
        doubloons=6,
        island={"quarry": (1, 0), "corn": (1, 0)},
        city={"university": 0, "church": 0, "black market": 0, "library": 0, "wharf": 0},
    )
    position = without_nobles(owner, Player(), Player())
    play(position, "builder")
    assert offered(position) == {"quarry", "university", "church", "black market", "library"}
    position = without_nobles(Player(), owner, Player())
    play(position, "builder", "pass")
    assert offered(position) == {"quarry", "university", "church", "black market"}, "the privilege is the builder's"


@pytest.mark.parametrize(
    ("owner", "building"),
    [
        (host(1, island={"quarry": (1, 0)}), "small market"),
        (host(1, goods={"corn": 1}, city={"black market": 0}), "small market"),
        (host(2, san_juan=1, goods={"corn": 1}, island={"quarry": (1, 0)}, city={"black market": 0}), "storehouse"),
    ],
    ids=["quarry", "black market", "both"],
)
def test_a_guest_may_bring_a_building_within_reach(owner: Player, building: str) -> None:
    position = without_nobles(Player(), owner, Player())
    play(position, "builder", "pass")
    assert question_of(position) == ("builder", 1)
    while offered(position):
        play(position, f"guest {min(offered(position))}")
    assert f"build {building}" in legal_texts(position)


def leave_in_stock(position: PuertoRicoPosition, *buildings: str) -> None:
    for building in range(FIRST_BUILDING, PLACES):
        if PLACE_NAMES[building] not in buildings:
            position.stock[building] = 0


@pytest.mark.parametrize(
    ("owner", "stock"),
    [
        (host(2, city={"university": 0, "church": 0}), ("small market",)),
        (host(2, city={"black market": 1}, island={"quarry": (3, 1)}), ("wharf",)),
        (host(2, doubloons=20, city={"university": 0}), ()),
        (host(1, doubloons=1, island={"quarry": (2, 1)}), ("small warehouse",)),
    ],
    ids=["nothing saved", "too dear all the same", "nothing to build", "quarry beyond the column"],
)
def test_no_builder_question_for_a_guest_of_no_use(owner: Player, stock: tuple[str, ...]) -> None:
    position = without_nobles(Player(), owner, Player())
    leave_in_stock(position, *stock)
    owner_asked = False
    play(position, "builder")
    while question_of(position)[0] != "role":
        owner_asked = owner_asked or question_of(position)[1] == 1
        play(position, "pass")
    assert not owner_asked


# --- craftsman ---


def test_owners_are_asked_once_clockwise_from_the_craftsman() -> None:
    owner = host(1, island={"corn": (1, 0)})
    position = without_nobles(owner, Player(), owner, governor=1)
    play(position, "craftsman")
    asked_seats = []
    while question_of(position)[0] == "guests":
        asked_seats.append(question_of(position)[1])
        play(position, "pass")
    assert asked_seats == [2, 0]


def test_the_answers_of_a_guest_stage_are_those_that_change_something() -> None:
    owner = host(
        1,
        island={"corn": (1, 0), "indigo": (2, 1), "sugar": (1, 0), "quarry": (1, 0)},
        city={"indigo plant": 1, "small sugar mill": 0, "office": 0, "aqueduct": 0, "library": 0, "factory": 0},
    )
    position = without_nobles(owner, Player(), Player())
    play(position, "craftsman")
    assert offered(position) == {"corn", "aqueduct"}, "the library has a guest stage after the production"
    play(position, "pass")
    assert offered(position) == {"library"}
    position = without_nobles(Player(), owner, Player())
    play(position, "craftsman")
    assert offered(position) == {"corn", "aqueduct"}


def test_two_guests_may_fill_plantation_and_plant_together() -> None:
    owner = host(2, island={"coffee": (1, 0)}, city={"coffee roaster": 0})
    position = without_nobles(Player(), owner, Player())
    play(position, "craftsman")
    assert offered(position) == {"coffee", "coffee roaster"}
    play(position, "guest coffee roaster", "guest coffee")
    assert goods(position, 1) == {"coffee": 1}


def test_a_guest_in_the_specialty_factory_or_the_factory_earns() -> None:
    owner = host(
        1,
        island={"sugar": (2, 2), "indigo": (1, 1)},
        city={"sugar mill": 2, "indigo plant": 1, "factory": 0, "specialty factory": 0},
    )
    position = without_nobles(Player(), owner, Player())
    play(position, "craftsman")
    assert offered(position) == {"factory", "specialty factory"}
    play(position, "guest specialty factory")
    pass_to(position, "role")
    assert doubloons(position, 1) == 1


@pytest.mark.parametrize(
    ("owner", "details"),
    [
        (host(1, island={"coffee": (1, 0)}, city={"coffee roaster": 0}), {}),
        (host(2, island={"corn": (1, 0)}), {"goods_supply": {"corn": 0}}),
        (host(2, island={"corn": (3, 3)}, city={"aqueduct": 0, "factory": 0, "specialty factory": 0}), {}),
        (host(2, island={"quarry": (1, 0)}, city={"office": 0, "harbor": 0}), {}),
        (host(1, island={"sugar": (1, 1)}, city={"small sugar mill": 1, "aqueduct": 0, "sugar mill": 0}), {}),
        (host(1, island={"corn": (1, 1)}, city={"library": 0}), {}),
    ],
    ids=[
        "one of two needed",
        "no barrels left",
        "only corn",
        "nothing to produce",
        "aqueduct alone",
        "not their privilege",
    ],
)
def test_no_question_before_producing_for_a_guest_of_no_use(owner: Player, details: dict[str, object]) -> None:
    position = without_nobles(Player(), owner, Player(), **details)
    play(position, "craftsman")
    assert question_of(position) == ("role", 1)


# --- trader ---


def test_before_selling_to_markets_office_trading_post_and_library() -> None:
    city = dict.fromkeys(("small market", "large market", "office", "trading post", "library", "harbor"), 0)
    owner = host(2, goods={"coffee": 1}, city=city)
    position = without_nobles(owner, Player(), Player())
    play(position, "trader")
    assert offered(position) == {"small market", "large market", "office", "trading post", "library"}
    play(position, "guest large market", "guest library", "sell coffee")
    assert doubloons(position, 0) == 4 + 2 + 2
    position = without_nobles(Player(), owner, Player())
    play(position, "trader")
    assert offered(position) == {"small market", "large market", "office", "trading post"}


def test_who_could_sell_nothing_is_asked_for_a_guest_who_changes_that() -> None:
    city = dict.fromkeys(("small market", "office", "trading post"), 0)
    position = without_nobles(Player(), host(1, goods={"corn": 1}, city=city), Player(), house=("corn",))
    play(position, "trader")
    assert question_of(position) == ("trader", 1)
    assert "pass" in legal_texts(position)
    assert {"office", "trading post"} <= offered(position)
    play(position, "guest office", "sell corn")
    assert sum(position.trading_house) == 2


def test_to_a_full_house_only_the_trading_post_is_of_use() -> None:
    city = dict.fromkeys(("small market", "large market", "office", "trading post"), 0)
    position = without_nobles(Player(), host(1, goods={"coffee": 1}, city=city), Player(), house=FULL_HOUSE)
    play(position, "trader")
    assert legal_texts(position) == ["pass", "guest trading post"]


@pytest.mark.parametrize(
    ("owner", "house"),
    [
        (host(2, city=dict.fromkeys(("small market", "office", "trading post"), 0)), ()),
        (host(2, goods={"corn": 1}, city=dict.fromkeys(("small market", "library"), 0)), ("corn",)),
        (host(2, goods={"coffee": 1}, city=dict.fromkeys(("small market", "office"), 0)), FULL_HOUSE),
    ],
    ids=["no goods", "kind in the house", "full house"],
)
def test_no_trader_question_for_a_guest_of_no_use(owner: Player, house: tuple[str, ...]) -> None:
    position = without_nobles(Player(), owner, Player(), house=house)
    play(position, "trader")
    assert question_of(position) == ("role", 1)


def test_a_guest_sent_where_he_is_of_no_use_ends_the_turn() -> None:
    owner = host(1, goods={"corn": 1}, city=dict.fromkeys(("library", "trading post"), 0))
    position = without_nobles(owner, Player(), Player(), house=("corn",))
    play(position, "trader", "guest library")
    assert question_of(position) == ("role", 1), "without the trading post there is nothing to sell"


# --- captain and storing ---


def test_before_every_loading() -> None:
    city = dict.fromkeys(("wharf", "small wharf", "harbor", "lighthouse", "union hall", "library"), 0)
    owner = host(2, goods={"corn": 2, "sugar": 2}, city=city)
    position = without_nobles(owner, Player(goods={"tobacco": 1}), Player())
    play(position, "captain")
    assert offered(position) == {"wharf", "small wharf", "harbor", "lighthouse", "union hall", "library"}
    play(position, "ship corn 4", "ship tobacco 5")
    assert offered(position) == {"wharf", "small wharf", "harbor", "lighthouse"}, "the first turn is over"
    play(position, "guest harbor", "ship sugar 6")
    assert vp(position, 0) == (2 + 1) + (2 + 1)


def test_a_guest_in_the_union_hall_is_paid_at_once_in_the_first_turn() -> None:
    owner = host(1, goods={"coffee": 4}, city={"union hall": 0})
    position = without_nobles(Player(), owner, Player(), ships=FULL_SHIPS | {4: ("tobacco", 4)})
    play(position, "captain")
    assert legal_texts(position) == ["pass", "guest union hall"]
    events = play(position, "guest union hall")
    assert events_of_kind(events, "union_hall") == [{"seat": 1, "vp": 2}]
    assert question_of(position) == ("role", 1)


def test_who_stays_away_from_the_union_hall_in_the_first_turn_misses_it() -> None:
    owner = host(1, goods={"coffee": 4}, city={"union hall": 0})
    position = without_nobles(Player(), owner, Player(), ships=FULL_SHIPS | {4: ("tobacco", 4)})
    play(position, "captain", "pass")
    assert question_of(position) == ("role", 1)
    assert vp(position, 1) == 0


@pytest.mark.parametrize("building", ["wharf", "small wharf"])
def test_who_could_load_nothing_is_asked_for_a_guest_who_changes_that(building: str) -> None:
    owner = host(1, goods={"coffee": 1}, city={building: 0, "harbor": 0})
    position = without_nobles(Player(), owner, Player(), ships=FULL_SHIPS)
    play(position, "captain")
    assert question_of(position) == ("captain", 1)
    assert building in offered(position)
    play(position, f"guest {building}")
    assert any(text.startswith("ship ") for text in legal_texts(position))


def test_the_captain_without_goods_may_light_his_lighthouse() -> None:
    position = without_nobles(host(1, city={"lighthouse": 0}), Player(), Player())
    play(position, "captain")
    assert legal_texts(position) == ["pass", "guest lighthouse"]
    play(position, "guest lighthouse")
    assert (doubloons(position, 0), question_of(position)) == (1, ("role", 1))


@pytest.mark.parametrize(
    ("owner", "ships"),
    [
        (host(2, city=dict.fromkeys(("wharf", "small wharf", "harbor", "lighthouse", "union hall"), 0)), {}),
        (host(2, goods={"coffee": 1}, city=dict.fromkeys(("harbor", "lighthouse", "union hall"), 0)), FULL_SHIPS),
    ],
    ids=["no goods", "nothing to load"],
)
def test_no_captain_question_for_a_guest_of_no_use(owner: Player, ships: dict[int, tuple[str, int]]) -> None:
    position = without_nobles(Player(), owner, Player(), ships=ships)
    play(position, "captain")
    assert question_of(position) == ("role", 1)


def test_guests_do_not_put_off_the_duty_to_load() -> None:
    position = without_nobles(host(1, goods={"corn": 1}, city={"harbor": 0}), Player(), Player())
    play(position, "captain")
    assert "pass" not in legal_texts(position)
    play(position, "guest harbor")
    assert legal_texts(position) == ["ship corn 4", "ship corn 5", "ship corn 6"]


def test_passing_on_guests_lets_the_captain_phase_end() -> None:
    owner = host(1, goods={"coffee": 1}, city={"wharf": 0})
    position = without_nobles(owner, owner, Player(), ships=FULL_SHIPS)
    play(position, "captain", "pass", "pass")
    assert question_of(position) == ("role", 1)


@pytest.mark.parametrize("building", ["small warehouse", "large warehouse", "storehouse"])
def test_before_storing_to_a_warehouse_or_the_storehouse(building: str) -> None:
    owner = host(1, goods={"coffee": 3}, city={building: 0})
    position = without_nobles(Player(), owner, Player(), ships=FULL_SHIPS)
    play(position, "captain")
    assert (question_of(position), legal_texts(position)) == (("storing", 1), ["keep coffee", f"guest {building}"])
    play(position, f"guest {building}")
    assert goods(position, 1) == {"coffee": 3}


def test_two_guests_store_more() -> None:
    owner = host(2, goods={"coffee": 5, "tobacco": 6}, city={"small warehouse": 0, "storehouse": 0})
    position = without_nobles(Player(), owner, Player(), ships=FULL_SHIPS)
    play(position, "captain", "guest small warehouse", "guest storehouse", "store tobacco", "keep coffee")
    play(position, "keep coffee", "keep coffee", "keep coffee")
    assert goods(position, 1) == {"tobacco": 6, "coffee": 4}


@pytest.mark.parametrize(
    ("owned", "city"),
    [
        ({"coffee": 1}, {"storehouse": 0}),
        ({"coffee": 5}, {"storehouse": 0, "small warehouse": 1}),
        ({}, {"storehouse": 0}),
    ],
)
def test_no_storing_question_where_nothing_would_be_given_back(owned: dict[str, int], city: dict[str, int]) -> None:
    position = without_nobles(Player(), host(2, goods=owned, city=city), Player(), ships=FULL_SHIPS)
    play(position, "captain")
    assert question_of(position) == ("role", 1)


# --- the end ---


def last_round(owner: Player) -> PuertoRicoPosition:
    position = without_nobles(owner, Player(), Player(), vp_pool=1)
    position.goods[5] = 1
    position.goods_supply[0] -= 1
    play(position, "craftsman")
    pass_to(position, "role", 1)
    play(position, "captain", "ship corn 4", "trader")
    return position


def test_before_the_account_guests_go_to_the_large_buildings_that_earn_most() -> None:
    owner = host(2, island={"indigo": (12, 0)}, city=dict.fromkeys(("residence", "fortress", "city hall"), 0))
    position = last_round(owner)
    assert position.is_over()
    assert workers(position, 0) == {"residence": (1, 0), "city hall": (1, 0)}, "7 and 4, the fortress would earn 0"
    assert position.scores()[0] == (2 + 4 + 4 + 4) + 7 + 4


def test_a_guest_stays_where_no_large_building_would_earn_anything() -> None:
    position = last_round(host(1, city={"fortress": 0, "statue": 0, "cloister": 1}))
    assert workers(position, 0) == {"guesthouse": (1, 0), "cloister": (1, 0)}


# --- two players ---


def test_with_two_players_too() -> None:
    position = without_nobles(Player(), host(1, island={"corn": (1, 0)}, city={"library": 0}))
    play(position, "craftsman", "guest corn")
    assert goods(position, 1) == {"corn": 1}
    position = without_nobles(host(1, city={"library": 0}), Player())
    play(position, "guest library", "prospector")
    assert doubloons(position, 0) == 2
