"""docs/rules §8 zoning office."""

from __future__ import annotations

import pytest

from games.engine.puertorico.components import PLACE_NAMES
from games.engine.puertorico.flow import PuertoRicoPosition
from tests.engine.puertorico.positions import Player
from tests.engine.puertorico.tables import doubloons, legal_texts, play, question_of, table

NOBODY = Player()


def office(noble: bool, **more: object) -> Player:
    kept = {"doubloons": 20, "city": {"zoning office": 1}, "nobles": {"zoning office": 1} if noble else {}}
    return Player(**(kept | more))  # type: ignore[arg-type]


def paid(position: PuertoRicoPosition, seat: int, building: str) -> int:
    """What the building costs the seat to move, by what is left in its purse."""
    after = position.copy()
    after.listener = []
    play(after, f"build {building}")
    return doubloons(position, seat) - doubloons(after, seat)


def come_to(position: PuertoRicoPosition, seat: int) -> None:
    """Pick the builder; nobody builds before the seat."""
    play(position, "builder")
    while question_of(position)[1] != seat:
        play(position, "pass")


SMALL = {"coffee roaster": 5, "small market": 0, "wharf": 8, "hospice": 3, "jeweler": 7}
LARGE = {"royal garden": 10, "statue": 10, "city hall": 10}


@pytest.mark.parametrize(("building", "price"), [*SMALL.items(), *LARGE.items()])
def test_a_colonist_saves_a_doubloon_on_columns_1_to_3_and_nothing_on_large_buildings(
    building: str, price: int
) -> None:
    position = table(NOBODY, office(noble=False), NOBODY)
    come_to(position, 1)
    assert paid(position, 1, building) == price


@pytest.mark.parametrize(
    ("building", "price"),
    [("coffee roaster", 6), ("small market", 1), ("wharf", 9), ("royal garden", 8), ("statue", 8), ("fortress", 8)],
)
def test_a_noble_saves_two_doubloons_on_large_buildings_and_nothing_on_others(building: str, price: int) -> None:
    position = table(NOBODY, office(noble=True), NOBODY)
    come_to(position, 1)
    assert paid(position, 1, building) == price


def test_all_reductions_add_up() -> None:
    position = table(office(noble=True, island={"quarry": (4, 4)}), NOBODY, NOBODY)
    come_to(position, 0)
    assert paid(position, 0, "royal garden") == 3, "four quarries, the privilege, the noble"
    rich = office(noble=True, island={"quarry": (4, 4)}, forests={"corn": 4}, city={"zoning office": 1, "library": 1})
    position = table(rich, NOBODY, NOBODY)
    come_to(position, 0)
    assert paid(position, 0, "royal garden") == 0, "10 - 4 - 2 - 2 - 2"


def test_no_price_falls_below_nothing() -> None:
    position = table(office(noble=False, doubloons=0, island={"quarry": (2, 2)}), NOBODY, NOBODY)
    come_to(position, 0)
    assert paid(position, 0, "hacienda") == 0


def test_what_the_office_saves_decides_what_can_be_bought() -> None:
    position = table(office(noble=False, doubloons=7), NOBODY, NOBODY)
    come_to(position, 0)
    assert {"build wharf", "build union hall"} <= set(legal_texts(position)), "9 - 1 - 1"
    position = table(office(noble=True, doubloons=7), NOBODY, NOBODY)
    come_to(position, 0)
    assert "build wharf" not in legal_texts(position)
    assert {f"build {large}" for large in ("statue", "cloister", "royal garden")} <= set(legal_texts(position))


def test_an_unoccupied_office_saves_nothing() -> None:
    position = table(NOBODY, office(noble=False, city={"zoning office": 0}), NOBODY)
    come_to(position, 1)
    assert paid(position, 1, "coffee roaster") == 6


def test_forests_and_the_colonist_in_the_office_take_both_off() -> None:
    position = table(NOBODY, office(noble=False, forests={"corn": 5}), NOBODY)
    come_to(position, 1)
    assert paid(position, 1, "harbor") == 5
    assert paid(position, 1, "residence") == 8


def test_the_price_after_the_office_is_what_the_black_market_starts_from() -> None:
    short = office(noble=True, doubloons=7, vp=3, goods={"corn": 1}, city={"zoning office": 1, "black market": 1})
    position = table(NOBODY, short, NOBODY)
    come_to(position, 1)
    play(position, "build royal garden")
    assert PLACE_NAMES[position.unpaid_building] == "royal garden"
    assert position.owed == 1, "8 against 7"
    play(position, "pay noble zoning office")
    assert doubloons(position, 1) == 0, "the price does not rise for the noble who has left the office"
