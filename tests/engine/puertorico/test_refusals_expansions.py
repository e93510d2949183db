"""What a person is told when the rules of the expansions do not allow a move that can be read."""

from __future__ import annotations

import pytest

from games.engine.contract import Position
from tests.engine.puertorico.games import refusal_of, start
from tests.engine.puertorico.positions import PUERTO_RICO, Player, play, question_of, set_up

EMPTY = Player()


def picked(role: str, *players: Player, **details: object) -> Position:
    """The first of three seats has picked this role; seats not given are empty."""
    seats = [*players, *[EMPTY] * (3 - len(players))]
    position = set_up(*seats, **details)
    play(position, role)
    return position


# --- draft ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("choose hacienda", "The hacienda is chosen already."),
        ("choose forest house", "The forest house is out of this game, since the hacienda is chosen."),
        ("choose chapel", "The chapel does not belong to the boxes of this game."),
        ("choose sugar mill", "The sugar mill is in every game."),
        ("choose storehouse", "All spaces for a price of 3 are taken."),
        ("settler", "Now the question is another: choose a building for this game."),
        ("pass", "You cannot pass here: choose a building for this game."),
    ],
)
def test_choosing_a_kind(line: str, reason: str) -> None:
    position = start(3, buildings="draft")
    for choice in ("choose hacienda", "choose small warehouse"):
        PUERTO_RICO.submit(position, choice)
    assert refusal_of(position, line) == reason


def test_a_kind_cannot_be_chosen_after_the_draft() -> None:
    assert refusal_of(start(3, buildings="random"), "choose statue") == "Now the question is another: pick a role."


# --- settler ----------------------------------------------------------------------------------------------------------


def test_placing_a_forest() -> None:
    without = picked("settler", Player(city={"forest house": 0}), face_up={"corn": 1})
    assert refusal_of(without, "forest corn") == "You have no occupied forest house."
    forester = picked("settler", Player(city={"forest house": 1, "construction hut": 1}), face_up={"corn": 1})
    assert refusal_of(forester, "forest coffee") == "No coffee plantation lies face up."
    assert refusal_of(forester, "forest quarry") == "A quarry never becomes a forest."


def test_placing_the_drawn_tile() -> None:
    position = set_up(
        Player(city={"hacienda": 1, "forest house": 1}), EMPTY, EMPTY, face_up={"corn": 1},
        stage="forest", role="settler", taken={"settler": 0}, stage_state={"drawn": "coffee"},
    )  # fmt: skip
    must = "The tile that you have drawn must be placed: plant or forest."
    assert refusal_of(position, "take corn") == must
    assert refusal_of(position, "forest corn") == must
    assert refusal_of(position, "pass") == "You cannot pass here: plantation or forest."


def test_the_second_tile() -> None:
    position = picked("settler", Player(city={"library": 1, "hacienda": 1}), face_up={"corn": 2})
    play(position, "take quarry", "pass", "pass")
    only = "The library's second tile is a quarry only with an occupied construction hut."
    assert refusal_of(position, "take quarry") == only
    assert refusal_of(position, "draw") == "The hacienda draws only before your first tile."


def hunting(**city: int) -> Position:
    hunter = Player(island={"corn": (1, 1), "quarry": (1, 1)}, forests={"sugar": 1}, city={"hunting lodge": 1, **city})
    position = picked("settler", hunter, face_up={"corn": 1})
    play(position, "pass", "pass", "pass")
    assert question_of(position) == ("hunting lodge", 0)
    return position


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("discard quarry", "Quarries are never discarded."),
        ("discard coffee", "You have no coffee plantation."),
        ("discard forest coffee", "None of your forests was a coffee plantation."),
        ("take corn", "Now the question is another: use the hunting lodge."),
    ],
)
def test_discarding_a_tile(line: str, reason: str) -> None:
    assert refusal_of(hunting(), line) == reason


def test_a_noble_in_the_hunting_lodge_discards_nothing() -> None:
    hunters = Player(island={"corn": (1, 0)}, city={"hunting lodge": 1, "guesthouse": 1}, nobles={"hunting lodge": 1})
    position = picked("settler", hunters, face_up={"corn": 1})
    assert refusal_of(position, "discard corn") == "Now the question is another: take a tile."


# --- people -----------------------------------------------------------------------------------------------------------


def test_the_mayors_privilege() -> None:
    position = picked("mayor", EMPTY, nobles=True)
    assert refusal_of(position, "take 2 colonists") == "Only an occupied library doubles the mayor's privilege."
    assert refusal_of(position, "take noble") == "The mayor's privilege is a colonist, never a noble."
    reader = picked("mayor", Player(city={"library": 1}), colonist_supply=1)
    assert refusal_of(reader, "take 2 colonists") == "The supply has only one colonist left."


def test_a_noble_where_there_are_none() -> None:
    position = picked("mayor", Player(city={"library": 1}))
    assert refusal_of(position, "take noble") == "There are no nobles in this game."


def test_hospice_and_university_bring_no_noble_while_there_are_colonists() -> None:
    position = picked("builder", Player(9, city={"university": 1}), nobles=True)
    play(position, "build harbor")
    only = "Hospice and university bring a noble only from the ship, when the supply is empty."
    assert refusal_of(position, "take noble") == only
    assert refusal_of(position, "take 2 colonists") == "Only one is taken here."


def test_from_an_empty_supply_who_is_on_the_ship_comes() -> None:
    student = Player(9, city={"university": 1})
    colonists = picked("builder", student, nobles=True, colonist_supply=0, colonist_ship=2, noble_ship=0)
    play(colonists, "build harbor")
    assert refusal_of(colonists, "take noble") == "There is no noble on the ship."
    noble = picked("builder", student, nobles=True, colonist_supply=0, colonist_ship=0, noble_ship=1)
    play(noble, "build harbor")
    assert refusal_of(noble, "take colonist") == "There is no colonist on the ship."


def test_single_plies_say_who_is_noble_in_their_order() -> None:
    lord = Player(san_juan=3, island={"corn": (1, 0)}, city={"chapel": 0, "land office": 0}, nobles={"San Juan": 1})
    position = picked("mayor", lord, colonist_ship=0, noble_ship=0, colonist_supply=0)
    assert question_of(position) == ("nobles", 0)
    assert refusal_of(position, "nobles chapel 2") == "You have 1 noble, not 2."
    assert refusal_of(position, "take noble") == "Now the question is another: place nobles."
    assert refusal_of(position, "pass") == "You cannot pass here: place nobles."


# --- guests -----------------------------------------------------------------------------------------------------------


def host(guests: int = 1, nobles: int = 0, **details: object) -> Position:
    city = {"guesthouse": guests, "library": 0, "office": 0, "statue": 0, "hacienda": 1}
    owner = Player(city=city, nobles={"guesthouse": nobles} if nobles else {})
    return set_up(owner, EMPTY, EMPTY, **details)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("guest harbor", "You have no harbor."),
        ("guest hacienda", "There is no empty circle on your hacienda."),
        ("guest guesthouse", "There is no empty circle on your guesthouse."),
        ("guest statue", "There is no empty circle on your statue."),
        ("guest office", "On the office a guest would change nothing now: the guest can go there later."),
        ("noble guest library", "None of your guests is a noble."),
    ],
)
def test_sending_a_guest(line: str, reason: str) -> None:
    assert refusal_of(host(), line) == reason


def test_who_has_no_guests_sends_none() -> None:
    assert refusal_of(host(guests=0), "guest library") == "You have no guests in a guesthouse."
    assert refusal_of(start(3), "guest hacienda") == "You have no guests in a guesthouse."


# --- builder ----------------------------------------------------------------------------------------------------------


def test_a_building_that_is_not_in_the_game() -> None:
    position = picked("builder", Player(9), violet_buildings=["office", "library"])
    assert refusal_of(position, "build harbor") == "The harbor is not in this game."


def test_nobody_in_san_juan_can_be_returned() -> None:
    owner = Player(5, 1, city={"black market": 1, "chapel": 1}, nobles={"chapel": 1})
    position = picked("builder", owner)
    assert refusal_of(position, "build harbor, pay colonist san juan, pay vp") == (
        "There is no colonist of yours in San Juan."
    )
    assert refusal_of(position, "build harbor, pay noble san juan, pay vp") == "There is no noble of yours in San Juan."


def test_who_has_no_victory_points_returns_none() -> None:
    position = picked("builder", Player(6, san_juan=1, goods={"corn": 1}, city={"black market": 1}))
    assert refusal_of(position, "build harbor, pay vp") == "You have no VP."
    play(position, "build harbor")
    assert refusal_of(position, "pay vp") == "You have no VP."


# --- craftsman and trader ---------------------------------------------------------------------------------------------


def test_two_extra_goods_are_named_in_ascending_order() -> None:
    maker = Player(island={"corn": (1, 1), "indigo": (1, 1)}, city={"small indigo plant": 1, "library": 1})
    position = picked("craftsman", maker)
    play(position, "extra indigo")
    assert refusal_of(position, "extra corn") == "Name both goods in one line: extra corn, ..."


def trading(noble: bool = False, **details: object) -> Position:
    seller = Player(
        1,
        goods={"corn": 1, "coffee": 1},
        island={"corn": (1, 0)},
        city={"land office": 1, "trading post": 1},
        nobles={"land office": 1} if noble else {},
    )
    return picked("trader", seller, face_up={"sugar": 1}, **details)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("buy coffee", "No coffee plantation lies face up."),
        ("buy quarry", "The land office deals in no quarries."),
        ("buy sugar as forest", "You have no occupied forest house."),
        ("sell land corn", "The colonist in your land office buys plantations and sells none."),
        ("sell sugar at trading post", "You have no sugar."),
    ],
)
def test_a_colonist_in_the_land_office(line: str, reason: str) -> None:
    assert refusal_of(trading(), line) == reason


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("buy sugar", "The noble in your land office sells plantations and buys none."),
        ("sell land coffee", "You have no coffee plantation."),
        ("sell land quarry", "The land office deals in no quarries."),
    ],
)
def test_a_noble_in_the_land_office(line: str, reason: str) -> None:
    assert refusal_of(trading(noble=True), line) == reason


def test_one_good_and_one_piece_of_land_in_a_phase() -> None:
    sold = trading()
    play(sold, "sell coffee at trading post")
    once = "You have sold a good already in this phase."
    assert refusal_of(sold, "sell corn") == once
    assert refusal_of(sold, "sell corn at trading post") == once
    bought = trading()
    play(bought, "buy sugar")
    assert refusal_of(bought, "buy sugar") == "The land office works once in this phase."


def test_trading_without_what_it_takes() -> None:
    seller = Player(goods={"corn": 1}, city={"trading post": 0, "land office": 0})
    position = picked("trader", seller)
    assert refusal_of(position, "sell corn at trading post") == "You have no occupied trading post."
    assert refusal_of(position, "buy sugar") == "You have no occupied land office."
    poor = picked("trader", Player(goods={"corn": 1}, city={"land office": 1}), face_up={"sugar": 1})
    assert refusal_of(poor, "buy sugar") == "A plantation costs 1 doubloon, you have none."
    full = Player(1, goods={"corn": 1}, island={"corn": (6, 0), "indigo": (6, 0)}, city={"land office": 1})
    crowded = picked("trader", full, face_up={"sugar": 1})
    assert refusal_of(crowded, "buy sugar") == "Your island has no empty space."


def test_selling_to_a_full_house() -> None:
    farmer = Player(1, goods={"corn": 1}, city={"land office": 1})
    house = ["indigo", "sugar", "tobacco"]
    position = picked("trader", Player(goods={"coffee": 1}), farmer, house=house, face_up={"sugar": 1})
    play(position, "sell coffee")
    assert refusal_of(position, "sell corn") == "The trading house is full."


# --- captain and storing ----------------------------------------------------------------------------------------------


def test_the_small_wharf_sails_once() -> None:
    shipper = Player(goods={"corn": 3, "sugar": 2}, city={"small wharf": 1})
    position = picked("captain", shipper)
    play(position, "ship small wharf corn 2")
    assert refusal_of(position, "ship small wharf corn 1") == "Your small wharf has sailed already in this phase."
    without = picked("captain", Player(goods={"corn": 3}, city={"small wharf": 0}))
    assert refusal_of(without, "ship small wharf corn 1") == "You have no occupied small wharf."


def test_single_kinds_for_the_small_wharf_come_in_their_order() -> None:
    position = picked("captain", Player(goods={"corn": 3, "sugar": 2}, city={"small wharf": 1}))
    play(position, "ship small wharf")
    assert refusal_of(position, "ship small wharf corn 4, ...") == "You have only 3 corn."
    assert refusal_of(position, "pass") == "You cannot pass here: load the small wharf."
    play(position, "ship small wharf corn 0, ...")
    assert refusal_of(position, "ship small wharf sugar 0") == "At least one barrel goes on the small wharf."


def supplier(nobles: int = 1, **goods: int) -> Position:
    owner = Player(goods=goods, san_juan=nobles, city={"royal supplier": 1}, nobles={"San Juan": nobles})
    return picked("captain", owner)


def test_supplying_the_king() -> None:
    position = supplier(corn=3, sugar=1)
    assert refusal_of(position, "supply coffee") == "You have no coffee."
    assert refusal_of(position, "supply corn, sugar") == (
        "The royal supplier takes 1 barrel, one for each of your nobles."
    )
    twice = supplier(nobles=2, corn=3, sugar=1)
    different = "The royal supplier takes different kinds, and they are named in one line: supply corn, sugar."
    assert refusal_of(twice, "supply corn, corn") == different
    play(twice, "supply sugar")
    assert refusal_of(twice, "supply corn") == different
    play(position, "ship corn 4")
    assert refusal_of(position, "supply sugar") == "The royal supplier takes goods only before your first loading."


def test_supplying_without_a_supplier() -> None:
    position = picked("captain", Player(goods={"corn": 1}, city={"royal supplier": 0}))
    assert refusal_of(position, "supply corn") == "You have no occupied royal supplier."


def test_storing_whole_kinds_without_a_warehouse() -> None:
    position = set_up(
        Player(goods={"corn": 5, "sugar": 4}, city={"storehouse": 1}), EMPTY, EMPTY,
        role="captain", stage="storing", taken={"captain": 0}, stage_state={"stored": [1, 2], "warehoused": []},
    )  # fmt: skip
    assert refusal_of(position, "store corn") == "You have no occupied warehouse: keep four barrels."
    assert refusal_of(position, "keep sugar 5") == "That is more than can be kept."
    assert refusal_of(position, "keep coffee 4") == "You have no coffee."


# --- what is read, and why it is refused ------------------------------------------------------------------------------


def test_a_number_below_nothing_is_no_number() -> None:
    owner = Player(san_juan=1, island={"corn": (1, 0), "indigo": (1, 0), "quarry": (1, 0)})
    position = picked("mayor", owner, colonist_ship=0, colonist_supply=1)
    play(position, "take colonist")
    assert question_of(position) == ("colonists", 0)
    for line in ("place corn -1, indigo 1", "place corn \u22121, indigo 1", "place corn -1, indigo 2"):
        assert refusal_of(position, line).endswith("1” is less than nothing.")
    play(position, "place corn-1, indigo-1")
    assert PUERTO_RICO.to_json(position)["players"][0]["island"]["corn"]["colonists"] == 1  # type: ignore[index]


def test_guests_are_refused_in_the_mayor_phase_for_what_is_true() -> None:
    owner = Player(city={"guesthouse": 2, "villa": 0, "chapel": 0}, nobles={"guesthouse": 1}, island={"corn": (1, 0)})
    position = picked("mayor", owner, nobles=True, colonist_ship=0, noble_ship=0)
    stages = set()
    while question_of(position)[0] != "role" and position.to_move() == 0:
        stages.add(question_of(position)[0])
        for line in ("noble guest villa", "guest villa"):
            assert refusal_of(position, line) == "In the mayor phase guests stay where they are."
        play(position, PUERTO_RICO.question(position).offers[0].text)
    assert {"mayor", "colonists"} <= stages


def test_the_black_market_takes_one_good() -> None:
    owner = Player(
        doubloons=5, city={"black market": 1}, goods={"sugar": 1, "tobacco": 1}, island={"corn": (2, 2)}, vp=2
    )
    position = picked("builder", owner)
    reason = "Only one good can be returned, besides one colonist and one VP."
    assert refusal_of(position, "build harbor, pay sugar, pay tobacco") == reason
    assert refusal_of(position, "build wharf, pay sugar, pay tobacco") == reason, "too dear as well"
    assert refusal_of(position, "build harbor, pay sugar, tobacco") == reason
    play(position, "build harbor, pay sugar, pay vp")


def test_the_union_hall_pays_in_the_first_turn_only() -> None:
    owner = Player(city={"guesthouse": 1, "union hall": 0}, goods={"corn": 2, "sugar": 2})
    position = picked("captain", owner, Player(goods={"tobacco": 1}))
    play(position, "ship corn 4", "ship tobacco 5")
    late = "The union hall pays only in your first turn of the captain phase: a guest comes too late."
    assert refusal_of(position, "guest union hall") == late


def with_everybody_placed(people: int = 6) -> Position:
    """Two circles that may be a noble's, and one that does not matter; four people and more, two of them nobles."""
    owner = Player(
        san_juan=people,
        nobles={"San Juan": 2},
        city={"chapel": 0, "land office": 0, "small market": 0},
    )
    position = picked("mayor", owner, nobles=True, colonist_ship=0, noble_ship=0)
    play(position, "pass")
    return position


@pytest.mark.parametrize(
    "line",
    [
        "place chapel 1 noble, land office 1, small market 1, san juan 3",
        "place chapel 1 noble, land office 1 colonist, small market 1 noble, san juan 3 colonists",
        "nobles chapel 1, land office 0, san juan 0",
    ],
)
def test_who_stays_in_san_juan_may_be_said(line: str) -> None:
    position = with_everybody_placed()
    assert question_of(position) == ("nobles", 0)
    play(position, line)
    assert PUERTO_RICO.to_json(position)["players"][0]["city"]["chapel"]["nobles"] == 1  # type: ignore[index]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("place chapel 1, land office 1, small market 1, san juan 1", "3 of your people stay in San Juan, not 1."),
        (
            "place chapel 1 noble, land office 1, small market 1, san juan 3 with 2 nobles",
            "0 nobles stay in San Juan then, not 2.",
        ),
    ],
)
def test_who_stays_in_san_juan_must_be_true(line: str, reason: str) -> None:
    assert refusal_of(with_everybody_placed(), line) == reason


def test_nobody_stays_in_san_juan_while_a_circle_is_empty() -> None:
    owner = Player(san_juan=1, island={"corn": (1, 0), "indigo": (1, 0), "quarry": (1, 0)})
    position = picked("mayor", owner, colonist_ship=0, colonist_supply=1)
    play(position, "take colonist")
    empty = "Nobody stays in San Juan while a circle of yours is empty."
    assert refusal_of(position, "place corn 1, san juan 1") == empty
    play(position, "place corn 1, indigo 1, san juan 0")
