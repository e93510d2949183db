"""Nobles and the buildings of the nobles at the black market (docs/rules §7 black market, §11)."""

from __future__ import annotations

from tests.engine.puertorico.positions import Player
from tests.engine.puertorico.tables import doubloons, legal_texts, people, play, question_of, table, vp, workers

NOBODY = Player()


def buyer(short: int = 1, **more: object) -> Player:
    """The builder who lacks so much for the harbor (8), with somebody at their black market."""
    kept = {"doubloons": 7 - short, "city": {"black market": 1}}
    return Player(**(kept | more))  # type: ignore[arg-type]


def test_a_noble_may_pay_as_well_as_a_colonist_and_goes_to_the_supply_of_nobles() -> None:
    owner = buyer(island={"corn": (2, 2)}, san_juan=1, nobles={"corn": 1})
    position = table(owner, NOBODY, NOBODY)
    colonists, nobles = position.colonist_supply, position.noble_supply
    play(position, "builder", "build harbor")
    assert legal_texts(position) == ["pay colonist corn", "pay colonist san juan", "pay noble corn"]
    play(position, "pay noble corn")
    assert (position.colonist_supply, position.noble_supply) == (colonists, nobles + 1)
    assert people(position, 0) == (3, 0)
    assert workers(position, 0) == {"corn": (1, 0), "San Juan": (1, 0), "black market": (1, 0)}


def test_a_noble_from_san_juan_pays() -> None:
    position = table(buyer(san_juan=1, nobles={"San Juan": 1}), NOBODY, NOBODY)
    play(position, "builder", "build harbor")
    assert legal_texts(position) == ["pay noble san juan"]
    play(position, "pay noble san juan")
    assert people(position, 0) == (1, 0)
    assert doubloons(position, 0) == 0


def test_the_noble_at_the_black_market_does_not_pay() -> None:
    owner = buyer(nobles={"black market": 1}, vp=1)
    position = table(owner, NOBODY, NOBODY)
    play(position, "builder", "build harbor")
    assert legal_texts(position) == ["pay vp"]


def test_colonist_and_noble_are_not_two_different_things() -> None:
    owner = buyer(short=2, san_juan=2, nobles={"San Juan": 1})
    position = table(owner, NOBODY, NOBODY)
    play(position, "builder")
    assert "build harbor" not in legal_texts(position)
    owner = buyer(short=2, san_juan=2, nobles={"San Juan": 1}, goods={"corn": 1})
    position = table(owner, NOBODY, NOBODY)
    play(position, "builder", "build harbor", "pay noble san juan")
    assert legal_texts(position) == ["pay corn"]


def test_a_guest_pays_and_the_noble_guest_too() -> None:
    owner = buyer(city={"black market": 1, "guesthouse": 2}, nobles={"guesthouse": 1})
    position = table(owner, NOBODY, NOBODY)
    play(position, "builder", "build harbor")
    assert legal_texts(position) == ["pay colonist guesthouse", "pay noble guesthouse"]
    play(position, "pay noble guesthouse")
    assert workers(position, 0)["guesthouse"] == (1, 0)


def test_the_noble_guest_at_the_black_market_opens_it() -> None:
    owner = buyer(city={"black market": 0, "guesthouse": 1}, nobles={"guesthouse": 1}, vp=1)
    position = table(owner, NOBODY, NOBODY)
    play(position, "builder")
    assert "build harbor" not in legal_texts(position)
    play(position, "noble guest black market", "build harbor", "pay vp")
    assert vp(position, 0) == 0
    assert workers(position, 0) == {"black market": (0, 1)}


def test_who_gives_back_the_noble_of_the_university_gets_nobody_for_this_building() -> None:
    owner = buyer(city={"black market": 1, "university": 1}, nobles={"university": 1})
    position = table(owner, NOBODY, NOBODY)
    play(position, "builder", "build harbor", "pay noble university")
    assert question_of(position)[0] != "university"
    assert "university" not in workers(position, 0)


def test_a_returned_noble_comes_again_with_the_next_ship_or_villa() -> None:
    owner = buyer(san_juan=1, nobles={"San Juan": 1})
    position = table(owner, Player(city={"villa": 1}), NOBODY, noble_supply=0)
    play(position, "builder", "build harbor", "pay noble san juan")
    while question_of(position)[0] == "builder":
        play(position, "pass")
    play(position, "mayor")
    if question_of(position)[0] == "mayor":
        play(position, "pass")
    assert people(position, 1)[1] == 1
