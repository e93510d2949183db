"""docs/rules §8 chapel and jeweler: the buildings of the nobles in the craftsman phase."""

from __future__ import annotations

from games.engine.puertorico import scoring
from games.engine.puertorico.components import PLACE_NAMES
from tests.engine.puertorico.positions import Player
from tests.engine.puertorico.tables import doubloons, events_of_kind, play, question_of, table, vp

NOBODY = Player()


def test_example_60_a_colonist_in_the_chapel_brings_a_doubloon_though_nothing_is_produced() -> None:
    position = table(NOBODY, Player(city={"chapel": 1}), NOBODY)
    events = play(position, "craftsman")
    assert events_of_kind(events, "chapel") == [{"seat": 1, "doubloons": 1}]
    assert (doubloons(position, 1), vp(position, 1)) == (1, 0)


def test_example_60_a_noble_in_the_chapel_brings_a_victory_point() -> None:
    position = table(NOBODY, Player(city={"chapel": 1}, nobles={"chapel": 1}), NOBODY)
    pool = position.vp_pool
    events = play(position, "craftsman")
    assert events_of_kind(events, "chapel") == [{"seat": 1, "vp": 1}]
    assert (doubloons(position, 1), vp(position, 1), position.vp_pool) == (0, 1, pool - 1)


def test_an_empty_chapel_brings_nothing() -> None:
    position = table(NOBODY, Player(city={"chapel": 0}, nobles={"San Juan": 1}, san_juan=1), NOBODY)
    play(position, "craftsman")
    assert (doubloons(position, 1), vp(position, 1)) == (0, 0)


def test_chapels_pay_before_anybody_produces() -> None:
    owner = Player(city={"chapel": 1}, island={"corn": (1, 1)})
    position = table(NOBODY, Player(island={"corn": (1, 1)}), owner)
    kinds = [event.kind for event in play(position, "craftsman")]
    assert kinds.index("chapel") < kinds.index("produces")


def test_the_last_chip_goes_to_the_chapel_and_ends_the_game() -> None:
    position = table(NOBODY, Player(city={"chapel": 1}, nobles={"chapel": 1}), NOBODY, vp_pool=1)
    play(position, "craftsman")
    assert position.ends != 0


def test_example_65_the_jeweler_brings_a_doubloon_for_every_noble_wherever_he_is() -> None:
    owner = Player(
        city={"jeweler": 1, "guesthouse": 2},
        island={"corn": (1, 1)},
        san_juan=1,
        nobles={"guesthouse": 2, "corn": 1, "San Juan": 1},
    )
    position = table(NOBODY, owner, NOBODY, goods_supply={"corn": 0})
    events = play(position, "craftsman")
    if question_of(position)[0] == "guests":
        events += play(position, "pass")
    assert events_of_kind(events, "jeweler") == [{"seat": 1, "doubloons": 4}]
    assert doubloons(position, 1) == 4


def test_the_jeweler_pays_nothing_for_colonists_and_nothing_when_it_is_empty() -> None:
    position = table(
        Player(city={"jeweler": 1}), Player(city={"jeweler": 0}, san_juan=2, nobles={"San Juan": 2}), NOBODY
    )
    events = play(position, "craftsman")
    assert events_of_kind(events, "jeweler") == []


def test_the_jeweler_makes_no_goods_and_no_kind_for_the_factory() -> None:
    owner = Player(city={"jeweler": 1, "factory": 1}, island={"corn": (1, 1)}, nobles={"jeweler": 1})
    position = table(NOBODY, owner, NOBODY)
    events = play(position, "craftsman")
    assert events_of_kind(events, "factory") == []
    assert events_of_kind(events, "produces")[1]["goods"] == {"corn": 1}


def test_two_jewelers_both_pay() -> None:
    owner = Player(city={"jeweler": 1}, nobles={"jeweler": 1})
    position = table(owner, owner, NOBODY)
    events = play(position, "craftsman")
    assert [entry["seat"] for entry in events_of_kind(events, "jeweler")] == [0, 1]


def test_example_65_the_jeweler_is_a_large_production_building() -> None:
    hall = Player(city={"guild hall": 1, "jeweler": 0, "small sugar mill": 0})
    council = Player(city={"city hall": 1, "jeweler": 1, "small market": 0})
    position = table(hall, council)
    assert scoring.bonus(position, 0, PLACE_NAMES.index("guild hall")) == 3
    assert scoring.bonus(position, 1, PLACE_NAMES.index("city hall")) == 2


def test_the_university_and_the_ship_know_the_circle_of_the_jeweler() -> None:
    builder = Player(doubloons=7, city={"university": 1})
    position = table(builder, NOBODY, NOBODY)
    play(position, "builder", "build jeweler", "take colonist")
    assert position.workers_on(0, PLACE_NAMES.index("jeweler")) == 1
    position = table(Player(city={"jeweler": 0, "hacienda": 0, "office": 0, "wharf": 0}), NOBODY, NOBODY)
    events = play(position, "mayor", "pass")
    assert events_of_kind(events, "colonist_ship")[0]["required"] == 4
