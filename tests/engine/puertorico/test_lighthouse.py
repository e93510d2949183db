"""docs/rules §7 lighthouse: a doubloon for every loading, and one more for the captain."""

from __future__ import annotations

from tests.engine.puertorico.positions import Player
from tests.engine.puertorico.tables import doubloons, events_of_kind, play, question_of, vp, without_nobles

FULL = {4: ("corn", 4), 5: ("indigo", 5), 6: ("coffee", 6)}


def test_example_29_captain_with_wharf_and_small_wharf() -> None:
    city = {"lighthouse": 1, "wharf": 1, "small wharf": 1}
    captain = Player(goods={"corn": 2, "indigo": 3, "sugar": 3}, city=city)
    ships = {4: ("corn", 1), 5: ("coffee", 5), 6: ("tobacco", 6)}
    position = without_nobles(captain, Player(), Player(), ships=ships)
    play(position, "captain", "ship corn 4")
    assert (vp(position, 0), doubloons(position, 0)) == (3, 2)
    play(position, "ship indigo wharf")
    assert (vp(position, 0), doubloons(position, 0)) == (3 + 3, 2 + 1)
    play(position, "ship small wharf", "cargo sugar 3")
    assert (vp(position, 0), doubloons(position, 0)) == (3 + 3 + 1, 2 + 1 + 1)


def test_example_48_a_captain_who_loads_nothing_gets_his_doubloon() -> None:
    position = without_nobles(Player(city={"lighthouse": 1}), Player(), Player())
    events = play(position, "captain")
    assert events_of_kind(events, "lighthouse") == [{"seat": 0, "doubloons": 1}]
    assert (vp(position, 0), doubloons(position, 0)) == (0, 1)


def test_example_48_one_loading_of_several_kinds_one_doubloon() -> None:
    owner = Player(goods={"corn": 1, "tobacco": 1, "sugar": 1}, city={"lighthouse": 1, "small wharf": 1})
    position = without_nobles(Player(), owner, Player(), ships=FULL)
    play(position, "captain", "ship small wharf", "cargo corn 1", "cargo sugar 1", "cargo tobacco 1")
    assert doubloons(position, 1) == 1


def test_the_captains_doubloon_comes_once_a_phase() -> None:
    captain = Player(goods={"corn": 1, "sugar": 1}, city={"lighthouse": 1})
    position = without_nobles(captain, Player(goods={"tobacco": 1}), Player())
    play(position, "captain", "ship corn 4", "ship tobacco 5", "ship sugar 6")
    assert doubloons(position, 0) == 1 + 2


def test_every_loading_pays_whoever_is_captain() -> None:
    owner = Player(goods={"corn": 1, "sugar": 1}, city={"lighthouse": 1})
    position = without_nobles(Player(), owner, Player())
    play(position, "captain", "ship corn 4", "ship sugar 5")
    assert doubloons(position, 1) == 2


def test_the_library_does_not_double_the_captains_doubloon() -> None:
    captain = Player(goods={"corn": 1}, city={"lighthouse": 1, "library": 1})
    position = without_nobles(captain, Player(), Player())
    play(position, "captain", "ship corn 4")
    assert (vp(position, 0), doubloons(position, 0)) == (1 + 2, 1 + 1)


def test_an_unoccupied_lighthouse_pays_nothing() -> None:
    position = without_nobles(Player(goods={"corn": 1}, city={"lighthouse": 0}), Player(), Player())
    play(position, "captain", "ship corn 4")
    assert (doubloons(position, 0), question_of(position)) == (0, ("role", 1))
