"""docs/rules §8 and §11 Nobles: how nobles come, where they stand, what they are worth in the ordinary roles."""

from __future__ import annotations

import pytest

from games.engine.puertorico import scoring
from games.engine.puertorico.components import BASE_SELECTION, BUILDINGS, EXPANSION_2_BUILDINGS, PLACE_NAMES
from games.engine.puertorico.flow import PuertoRicoPosition, new_position
from games.engine.puertorico.moves import CHOOSE
from games.engine.random import Random
from tests.engine.puertorico.positions import OF_THE_RULEBOOKS, Player
from tests.engine.puertorico.tables import (
    EVERYTHING,
    events_of_kind,
    goods,
    legal_texts,
    people,
    place,
    play,
    question_of,
    table,
    workers,
)

NOBODY = Player()
POOL = BASE_SELECTION | EXPANSION_2_BUILDINGS


def opened(seats: int, **options: str) -> PuertoRicoPosition:
    return new_position(
        seats, {"nobles": "on", "first_governor": "0", "buildings": "all"} | options, Random(1, 2, 3, 4)
    )


# --- the set-up and the ship ---


@pytest.mark.parametrize(("seats", "aboard", "supply"), [(2, 1, 99), (3, 2, 98), (4, 3, 97), (5, 4, 96)])
@pytest.mark.parametrize("long_game", ["off", "on"])
def test_example_55_a_noble_is_aboard_and_all_colonists_and_nobles_are_in_the_game(
    seats: int, aboard: int, supply: int, long_game: str
) -> None:
    position = opened(seats, long_game=long_game)
    assert (position.colonist_ship, position.noble_ship) == (aboard, 1)
    assert (position.colonist_supply, position.noble_supply) == (supply, 19)


def refill(required: int, colonist_supply: int | None = None, noble_supply: int | None = None) -> PuertoRicoPosition:
    """A mayor phase at the end of which so many circles on buildings are empty."""
    owner = Player(city=dict.fromkeys(EVERYTHING.split(", ")[:required], 0))
    position = table(owner, NOBODY, NOBODY, colonist_supply=colonist_supply, noble_supply=noble_supply)
    play(position, "mayor")
    if question_of(position)[0] == "mayor":
        play(position, "pass")
    assert question_of(position)[0] == "role"
    return position


def test_example_56_one_of_the_six_on_the_refilled_ship_is_a_noble() -> None:
    position = refill(6)
    assert (position.colonist_ship, position.noble_ship) == (5, 1)


def test_example_56_without_a_noble_left_they_are_all_colonists() -> None:
    position = refill(6, noble_supply=0)
    assert (position.colonist_ship, position.noble_ship) == (6, 0)


def test_example_56_running_out_of_colonists_puts_all_aboard_and_ends_nothing() -> None:
    position = refill(6, colonist_supply=3, noble_supply=1)
    assert (position.colonist_ship, position.noble_ship) == (3, 1)
    assert (position.colonist_supply, position.noble_supply) == (0, 0)
    assert position.ends == 0


def test_the_last_noble_may_sail_alone_and_then_an_empty_ship() -> None:
    position = refill(6, colonist_supply=0, noble_supply=1)
    assert (position.colonist_ship, position.noble_ship, position.ends) == (0, 1, 0)
    position = refill(6, colonist_supply=0, noble_supply=0)
    assert (position.colonist_ship, position.noble_ship, position.ends) == (0, 0, 0)


def test_two_on_the_ship_of_two_players_are_a_colonist_and_a_noble() -> None:
    position = table(NOBODY, NOBODY)
    play(position, "mayor", "pass")
    assert (position.colonist_ship, position.noble_ship) == (1, 1)


def test_from_the_mayor_on_everybody_takes_colonist_or_noble_until_the_noble_is_gone() -> None:
    position = table(NOBODY, NOBODY, NOBODY, governor=1, colonist_ship=4, noble_ship=1)
    play(position, "mayor", "pass")
    assert question_of(position) == ("ship", 1)
    assert legal_texts(position) == ["take colonist", "take noble"]
    play(position, "take colonist")
    assert question_of(position) == ("ship", 2)
    events = play(position, "take noble")
    assert events_of_kind(events, "takes_aboard") == [{"seat": 2, "noble": True}]
    assert events_of_kind(events, "colonists_arrive") == [{"seat": -1, "counts": [1, 1, 1]}], (
        "the rest goes around from seat 0 on"
    )
    assert [people(position, seat) for seat in range(3)] == [(1, 0), (2, 0), (1, 1)]


def test_the_noble_whom_nobody_wanted_falls_to_the_last() -> None:
    position = table(NOBODY, NOBODY, NOBODY, colonist_ship=2, noble_ship=1)
    play(position, "mayor", "pass", "take colonist")
    play(position, "take colonist")
    assert [people(position, seat) for seat in range(3)] == [(1, 0), (1, 0), (0, 1)]


def test_a_noble_alone_on_the_ship_goes_to_the_mayor() -> None:
    position = table(NOBODY, NOBODY, NOBODY, governor=2, noble_ship=1)
    play(position, "mayor", "pass")
    assert [people(position, seat) for seat in range(3)] == [(0, 0), (0, 0), (0, 1)]


def test_the_privilege_of_the_mayor_is_a_colonist_from_the_supply() -> None:
    position = table(NOBODY, NOBODY, NOBODY, noble_ship=1)
    play(position, "mayor")
    assert legal_texts(position) == ["pass", "take colonist"]
    play(position, "take colonist")
    assert people(position, 0) == (1, 1)
    position = table(NOBODY, NOBODY, NOBODY, colonist_supply=0)
    play(position, "mayor")
    assert question_of(position)[0] == "role", "nobles in the supply are no privilege"


def test_the_library_doubles_the_privilege_in_colonists() -> None:
    position = table(Player(city={"library": 1}), NOBODY, NOBODY, noble_ship=1)
    play(position, "mayor", "take 2 colonists")
    assert people(position, 0) == (3, 1)


# --- the villa ---


def test_example_64_the_villa_takes_a_noble_from_the_supply() -> None:
    position = table(NOBODY, Player(city={"villa": 1}), NOBODY)
    events = play(position, "mayor", "pass")
    assert events_of_kind(events, "gets_colonist") == [
        {"seat": 1, "by": "villa", "place": "San Juan", "source": "supply", "noble": True}
    ]
    assert people(position, 1) == (1, 1)


def test_example_64_with_no_noble_left_the_villa_takes_a_colonist_and_without_anybody_nothing() -> None:
    position = table(NOBODY, Player(city={"villa": 1}), NOBODY, noble_supply=0)
    play(position, "mayor", "pass")
    assert people(position, 1) == (2, 0)
    position = table(NOBODY, Player(city={"villa": 1}), NOBODY, noble_supply=0, colonist_supply=0)
    events = play(position, "mayor")
    assert events_of_kind(events, "gets_colonist") == []
    assert people(position, 1) == (1, 0)


def test_the_villa_does_not_take_the_noble_of_the_ship() -> None:
    position = table(NOBODY, Player(city={"villa": 1}), NOBODY, noble_supply=0, colonist_supply=0, noble_ship=1)
    play(position, "mayor")
    assert [people(position, seat) for seat in range(3)] == [(0, 1), (1, 0), (0, 0)]


def test_an_empty_villa_takes_nobody() -> None:
    position = table(NOBODY, Player(city={"villa": 0}), NOBODY)
    play(position, "mayor", "pass")
    assert people(position, 1) == (0, 0)


def test_the_villa_opens_before_anybody_takes_from_the_ship() -> None:
    position = table(NOBODY, Player(city={"villa": 1}), NOBODY, colonist_ship=2, noble_ship=1)
    play(position, "mayor", "pass")
    assert question_of(position) == ("ship", 0)
    assert people(position, 1) == (1, 1)


def test_of_two_villas_the_one_nearer_to_the_mayor_gets_the_last_noble() -> None:
    owner = Player(city={"villa": 1})
    position = table(owner, owner, NOBODY, governor=1, noble_supply=1)
    play(position, "mayor", "pass")
    assert [people(position, seat) for seat in range(2)] == [(2, 0), (1, 1)]


# --- placing ---


def test_who_is_noble_is_asked_only_where_it_matters() -> None:
    owner = Player(
        san_juan=4,
        island={"corn": (2, 0), "quarry": (1, 0)},
        city={"chapel": 0, "office": 0, "zoning office": 0},
        nobles={"San Juan": 2},
    )
    position = table(owner, NOBODY, NOBODY)
    play(position, "mayor", "pass")
    for ply in ("place corn 2", "place quarry 0", "place office 0"):
        play(position, ply)
    assert question_of(position) == ("nobles", 0)
    assert legal_texts(position) == ["nobles chapel 0", "nobles chapel 1"]
    play(position, "nobles chapel 0")
    assert legal_texts(position) == ["nobles zoning office 0", "nobles zoning office 1"]
    play(position, "nobles zoning office 1")
    assert workers(position, 0) == {"corn": (1, 1), "chapel": (1, 0), "zoning office": (0, 1)}


def test_elsewhere_nobles_come_first_in_the_order_of_the_places() -> None:
    owner = Player(san_juan=3, island={"corn": (1, 0), "sugar": (1, 0)}, city={"office": 0}, nobles={"San Juan": 2})
    position = table(owner, NOBODY, NOBODY)
    play(position, "mayor", "pass")
    assert question_of(position)[0] == "role", "every circle is filled and nobody there can make a difference"
    assert workers(position, 0) == {"corn": (0, 1), "sugar": (0, 1), "office": (1, 0)}


def test_who_fills_all_circles_is_still_asked_who_of_them_is_noble() -> None:
    owner = Player(san_juan=2, island={"corn": (1, 0)}, city={"chapel": 0}, nobles={"San Juan": 1})
    position = table(owner, NOBODY, NOBODY)
    play(position, "mayor", "pass")
    assert question_of(position) == ("nobles", 0)
    assert legal_texts(position) == ["nobles chapel 0", "nobles chapel 1"]
    play(position, "nobles chapel 1")
    assert workers(position, 0) == {"corn": (1, 0), "chapel": (0, 1)}


@pytest.mark.parametrize(("san_juan", "nobles"), [(2, 2), (2, 0)])
def test_who_has_only_nobles_or_only_colonists_is_not_asked(san_juan: int, nobles: int) -> None:
    owner = Player(
        san_juan=san_juan, island={"corn": (1, 0)}, city={"chapel": 0}, nobles={"San Juan": nobles} if nobles else {}
    )
    position = table(owner, NOBODY, NOBODY)
    play(position, "mayor", "pass")
    assert question_of(position)[0] == "role"


def test_a_noble_may_stay_in_san_juan_while_colonists_fill_the_circles() -> None:
    owner = Player(san_juan=3, city={"chapel": 0, "land office": 0}, nobles={"San Juan": 1})
    position = table(owner, NOBODY, NOBODY)
    play(position, "mayor", "pass", "nobles land office 0", "nobles chapel 0")
    assert workers(position, 0) == {"San Juan": (0, 1), "land office": (1, 0), "chapel": (1, 0)}


def test_colonists_who_do_not_suffice_leave_no_choice() -> None:
    owner = Player(san_juan=3, city={"chapel": 0, "land office": 0, "hunting lodge": 0}, nobles={"San Juan": 2})
    position = table(owner, NOBODY, NOBODY)
    play(position, "mayor", "pass", "nobles land office 0")
    assert workers(position, 0) == {"land office": (1, 0), "chapel": (0, 1), "hunting lodge": (0, 1)}


def test_the_guesthouse_takes_one_of_each() -> None:
    owner = Player(san_juan=4, city={"guesthouse": 0, "office": 0}, nobles={"San Juan": 2})
    position = table(owner, NOBODY, NOBODY)
    play(position, "mayor", "pass")
    assert legal_texts(position) == ["nobles guesthouse 0", "nobles guesthouse 1", "nobles guesthouse 2"]
    play(position, "nobles guesthouse 1")
    assert workers(position, 0) == {"San Juan": (1, 0), "office": (0, 1), "guesthouse": (1, 1)}


def test_the_owner_of_a_black_market_is_asked_everywhere() -> None:
    owner = Player(
        san_juan=4,
        island={"corn": (1, 0), "quarry": (1, 0)},
        city={"black market": 0, "office": 0},
        nobles={"San Juan": 2},
    )
    position = table(owner, NOBODY, NOBODY)
    play(position, "mayor", "pass", "nobles corn 0", "nobles quarry 1", "nobles office 1")
    assert workers(position, 0) == {"corn": (1, 0), "quarry": (0, 1), "office": (0, 1), "black market": (1, 0)}


def test_all_own_nobles_may_move_like_colonists() -> None:
    owner = Player(island={"corn": (2, 1), "sugar": (1, 0)}, city={"chapel": 1, "zoning office": 0}, nobles={"corn": 1})
    position = table(owner, NOBODY, NOBODY)
    play(position, "mayor", "pass")
    place(position, 0, {"sugar": 1, "zoning office": 1}, {"zoning office": 1})
    assert workers(position, 0) == {"sugar": (1, 0), "zoning office": (0, 1)}


def test_everybody_can_place_ahead_while_another_names_his_nobles() -> None:
    first, second, third = (
        Player(san_juan=2, island={"corn": (1, 0)}, city={building: 0}, nobles={"San Juan": 1})
        for building in ("chapel", "zoning office", "chapel")
    )
    position = table(first, second, third)
    play(position, "mayor", "pass")
    ahead = position.ahead(2)
    assert isinstance(ahead, PuertoRicoPosition)
    ahead.listener = []
    assert question_of(ahead) == ("nobles", 2)
    play(ahead, "nobles chapel 1")
    play(position, "nobles chapel 0", "nobles zoning office 0")
    assert question_of(position) == ("nobles", 2)
    play(position, "nobles chapel 1")
    assert workers(position, 2) == workers(ahead, 2)


def test_a_placement_that_was_broken_off_ahead_begins_anew() -> None:
    owner = Player(
        san_juan=3,
        island={"corn": (1, 0), "sugar": (1, 0)},
        city={"chapel": 0, "zoning office": 0},
        nobles={"San Juan": 2},
    )
    position = table(owner, owner, NOBODY)
    play(position, "mayor", "pass", "place corn 0")
    assert question_of(position) == ("nobles", 0)
    ahead = position.ahead(1)
    assert isinstance(ahead, PuertoRicoPosition)
    ahead.listener = []
    place(ahead, 1, {"corn": 1, "chapel": 1, "zoning office": 1}, {"chapel": 1})
    assert question_of(ahead) == ("colonists", 0)
    place(ahead, 0, {"corn": 1, "sugar": 1, "chapel": 1}, {"chapel": 0})
    assert workers(ahead, 0) == {"corn": (0, 1), "sugar": (0, 1), "chapel": (1, 0)}
    assert workers(ahead, 1) == {"corn": (0, 1), "chapel": (0, 1), "zoning office": (1, 0)}


# --- nobles at work ---


def test_example_58_nobles_on_plantation_and_plant_produce() -> None:
    seat = Player(island={"coffee": (1, 1)}, city={"coffee roaster": 1}, nobles={"coffee": 1, "coffee roaster": 1})
    position = table(NOBODY, seat, NOBODY)
    play(position, "craftsman")
    assert goods(position, 1) == {"coffee": 1}


@pytest.mark.parametrize("building", ["construction hut", "hospice", "factory", "wharf", "library"])
def test_a_noble_occupies_every_other_building(building: str) -> None:
    position = table(Player(city={building: 1}, nobles={building: 1}), NOBODY)
    assert position.works(0, PLACE_NAMES.index(building))


def test_a_noble_on_a_quarry_lowers_prices() -> None:
    position = table(Player(doubloons=5, island={"quarry": (2, 2)}, nobles={"quarry": 2}), NOBODY, NOBODY)
    play(position, "builder", "build harbor")
    assert position.doubloons[0] == 0


# --- hospice and university ---


@pytest.mark.parametrize("edition", ["2014", "first"])
def test_hospice_and_university_fetch_a_colonist_from_the_supply_never_a_noble(edition: str) -> None:
    settler = Player(city={"hospice": 1})
    position = table(settler, NOBODY, NOBODY, face_up={"corn": 1}, noble_ship=1, edition=edition)
    play(position, "settler", "take corn")
    assert legal_texts(position) == ["pass", "take colonist"]
    builder = Player(doubloons=9, city={"university": 1})
    position = table(builder, NOBODY, NOBODY, noble_ship=1, edition=edition)
    play(position, "builder", "build chapel")
    assert legal_texts(position) == ["pass", "take colonist"]


def test_with_an_empty_supply_the_hospice_of_2014_fetches_nobody() -> None:
    settler = Player(city={"hospice": 1})
    position = table(
        settler, NOBODY, NOBODY, face_up={"corn": 1}, colonist_supply=0, colonist_ship=2, noble_ship=1, edition="2014"
    )
    play(position, "settler", "take corn")
    assert question_of(position)[0] == "role"


@pytest.mark.parametrize(
    ("ship", "noble", "offered"),
    [
        (2, 1, ["pass", "take colonist", "take noble"]),
        (0, 1, ["pass", "take noble"]),
        (2, 0, ["pass", "take colonist"]),
    ],
)
def test_with_an_empty_supply_the_hospice_of_the_first_edition_fetches_from_the_ship_whom_its_owner_likes(
    ship: int, noble: int, offered: list[str]
) -> None:
    settler = Player(city={"hospice": 1})
    position = table(
        settler,
        NOBODY,
        NOBODY,
        face_up={"corn": 1},
        colonist_supply=0,
        colonist_ship=ship,
        noble_ship=noble,
        edition="first",
    )
    play(position, "settler", "take corn")
    assert legal_texts(position) == offered
    events = play(position, offered[-1])
    took_noble = offered[-1] == "take noble"
    assert workers(position, 0)["corn"] == ((0, 1) if took_noble else (1, 0))
    assert events_of_kind(events, "gets_colonist")[0]["source"] == "ship"
    assert position.colonist_ship + position.noble_ship == ship + noble - 1


@pytest.mark.parametrize("edition", ["2014", "first"])
@pytest.mark.parametrize("building", ["chapel", "statue"])
def test_with_an_empty_supply_the_university_may_fetch_the_noble_from_the_ship(edition: str, building: str) -> None:
    builder = Player(doubloons=12, city={"university": 1})
    position = table(
        builder, NOBODY, NOBODY, colonist_supply=0, colonist_ship=1, noble_ship=1, noble_supply=5, edition=edition
    )
    play(position, "builder", f"build {building}")
    assert legal_texts(position) == ["pass", "take colonist", "take noble"]
    play(position, "take noble")
    assert workers(position, 0)["chapel" if building == "chapel" else "San Juan"] == (0, 1)
    assert people(position, 0) == (1, 1)
    assert (position.noble_ship, position.noble_supply) == (0, 5)


def test_with_nobody_left_but_nobles_in_the_supply_the_university_fetches_nobody() -> None:
    builder = Player(doubloons=9, city={"university": 1})
    position = table(builder, NOBODY, NOBODY, colonist_supply=0, noble_supply=5)
    play(position, "builder", "build chapel")
    assert question_of(position)[0] == "role"


def test_a_noble_fetched_for_a_forest_goes_to_san_juan() -> None:
    settler = Player(city={"hospice": 1, "forest house": 1})
    position = table(settler, NOBODY, NOBODY, face_up={"corn": 1}, colonist_supply=0, noble_ship=1, edition="first")
    play(position, "settler", "forest corn", "take noble")
    assert workers(position, 0)["San Juan"] == (0, 1)


def test_after_the_hospice_has_taken_the_noble_only_colonists_come_with_the_ship() -> None:
    settler = Player(city={"hospice": 1})
    position = table(
        settler, NOBODY, NOBODY, face_up={"corn": 1}, colonist_supply=0, colonist_ship=3, noble_ship=1, edition="first"
    )
    play(position, "settler", "take corn", "take noble")
    events = play(position, "mayor")
    assert events_of_kind(events, "colonists_arrive") == [{"seat": -1, "counts": [1, 1, 1]}]


# --- which buildings are in play ---


@pytest.mark.parametrize("seed", range(1, 21))
def test_example_57_base_and_nobles_without_the_new_buildings(seed: int) -> None:
    options = {"nobles": "on", "buildings": "random", "new_buildings": "off"}
    position = new_position(3, options, Random(seed, 2, 3, 4))
    chosen = {name for number, name in enumerate(PLACE_NAMES) if position.kinds_in_play >> number & 1}
    assert len(chosen) == 17
    assert {"small market", "wharf"} <= chosen
    for pair in (
        {"small warehouse", "chapel"},
        {"hospice", "hunting lodge"},
        {"large warehouse", "royal supplier"},
        {"factory", "villa"},
    ):
        assert len(chosen & pair) == 1
    for three in (
        {"hacienda", "construction hut", "land office"},
        {"office", "large market", "zoning office"},
        {"university", "harbor", "jeweler"},
    ):
        assert len(chosen & three) == 2
    large = {"guild hall", "residence", "fortress", "customs house", "city hall", "royal garden"}
    assert len(chosen & large) == 5


def test_in_the_draft_of_base_and_nobles_all_of_both_can_be_chosen() -> None:
    position = opened(4, buildings="draft", new_buildings="off")
    offered = {PLACE_NAMES[move - CHOOSE] for move in position.legal_moves()}
    assert offered == {PLACE_NAMES[number] for number in range(len(PLACE_NAMES)) if POOL >> number & 1}
    assert len(offered) == 17 + 8


def test_both_expansions_put_all_their_buildings_in_play_with_all() -> None:
    position = opened(3)
    kinds = [building.name for building in BUILDINGS if position.stock[PLACE_NAMES.index(building.name)]]
    assert len(kinds) == len(OF_THE_RULEBOOKS)
    assert position.stock[PLACE_NAMES.index("jeweler")] == 1
    assert opened(3, new_buildings="off").stock[PLACE_NAMES.index("library")] == 0


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_of_the_jeweler_there_are_two_whatever_the_number_of_players(seats: int) -> None:
    position = opened(seats, buildings="list", violet_buildings="jeweler, chapel")
    assert position.stock[PLACE_NAMES.index("jeweler")] == 2
    assert position.stock[PLACE_NAMES.index("chapel")] == (1 if seats == 2 else 2)
    assert position.stock[PLACE_NAMES.index("hacienda")] == 0


# --- the end ---


def test_every_noble_is_worth_a_point_at_the_end() -> None:
    position = table(Player(san_juan=3, nobles={"San Juan": 2}), Player())
    assert (scoring.score(position, 0), scoring.score(position, 1)) == (2, 0)
