"""docs/rules §8: what nobles are worth at the end, the royal garden."""

from __future__ import annotations

from games.engine.puertorico import scoring
from games.engine.puertorico.components import PLACE_NAMES
from tests.engine.puertorico.positions import Player
from tests.engine.puertorico.tables import table

FIVE = {"royal garden": 1, "corn": 2, "chapel": 1, "San Juan": 1}


def owner(garden: int) -> Player:
    nobles = dict(FIVE)
    nobles["San Juan"] += 1 - garden
    if not garden:
        del nobles["royal garden"]
    return Player(
        san_juan=2 - garden, island={"corn": (2, 2)}, city={"royal garden": garden, "chapel": 1}, nobles=nobles
    )


def test_example_66_every_noble_is_worth_1_vp_and_with_the_royal_garden_2() -> None:
    position = table(owner(1), Player())
    assert scoring.noble_vp(position, 0) == 5
    assert scoring.bonus(position, 0, PLACE_NAMES.index("royal garden")) == 5
    assert scoring.building_vp(position, 0) == 4 + 1, "the garden and the chapel"
    assert position.scores()[0] == 5 + 5 + 5


def test_example_66_an_unoccupied_garden_is_worth_its_printed_points() -> None:
    position = table(owner(0), Player())
    assert scoring.noble_vp(position, 0) == 5
    assert scoring.bonus(position, 0, PLACE_NAMES.index("royal garden")) == 0
    assert position.scores()[0] == 5 + 5


def test_a_colonist_can_occupy_the_garden() -> None:
    seat = Player(san_juan=3, city={"royal garden": 1}, nobles={"San Juan": 3})
    position = table(seat, Player())
    assert position.scores()[0] == 4 + 3 + 3


def test_example_58_the_fortress_counts_nobles_among_the_colonists() -> None:
    position = table(Player(san_juan=19, city={"fortress": 1}, nobles={"San Juan": 5}), Player())
    assert scoring.bonus(position, 0, PLACE_NAMES.index("fortress")) == 6


def test_the_royal_garden_is_violet_for_the_city_hall() -> None:
    position = table(Player(city={"city hall": 1, "royal garden": 0, "chapel": 0}), Player())
    assert scoring.bonus(position, 0, PLACE_NAMES.index("city hall")) == 3


def test_customs_house_and_tie_break_do_not_count_nobles() -> None:
    position = table(Player(vp=8, san_juan=3, city={"customs house": 1}, nobles={"San Juan": 3}), Player())
    assert scoring.bonus(position, 0, PLACE_NAMES.index("customs house")) == 2
    assert scoring.tie_break(position, 0) == 0


def test_a_last_guest_goes_to_the_garden_if_it_earns_most() -> None:
    seat = Player(city={"guesthouse": 1, "royal garden": 0, "city hall": 0}, san_juan=4, nobles={"San Juan": 4})
    position = table(seat, Player())
    scoring.move_last_guests(position)
    assert position.works(0, PLACE_NAMES.index("royal garden"))
    assert not position.works(0, PLACE_NAMES.index("city hall"))
    assert position.scores()[0] == 2 + 4 + 4 + 4 + 4


def test_guests_of_both_kinds_fill_the_large_buildings_and_stay_what_they_are() -> None:
    seat = Player(city={"guesthouse": 2, "royal garden": 0, "city hall": 0}, nobles={"guesthouse": 1})
    position = table(seat, Player())
    scoring.move_last_guests(position)
    assert position.works(0, PLACE_NAMES.index("royal garden"))
    assert position.works(0, PLACE_NAMES.index("city hall"))
    assert position.noble_count[0] == 1
