"""docs/rules §7 forest house: plantations face down, what they save, and who knows what they were."""

from __future__ import annotations

import pytest

from games.engine.puertorico.components import GOOD_NAMES
from games.engine.puertorico.flow import PuertoRicoPosition
from tests.engine.puertorico.positions import Player
from tests.engine.puertorico.tables import (
    doubloons,
    events_of_kind,
    island,
    legal_texts,
    play,
    question_of,
    without_nobles,
    workers,
)


def stack_of(position: PuertoRicoPosition, tile: str) -> None:
    """Let all plantations that lie face down be of one kind; the others are discarded."""
    for good, name in enumerate(GOOD_NAMES):
        if name != tile:
            position.discards[good] += position.face_down[good]
            position.face_down[good] = 0


def price_of(building: str, buyer: Player) -> object:
    """What the second seat, no builder, pays."""
    buyer.doubloons = 20
    position = without_nobles(Player(), buyer, Player())
    play(position, "builder", "pass")
    return events_of_kind(play(position, f"build {building}"), "builds")[0]["price"]


def price_for_builder(building: str, builder: Player) -> object:
    builder.doubloons = 20
    position = without_nobles(builder, Player(), Player())
    return events_of_kind(play(position, "builder", f"build {building}"), "builds")[0]["price"]


def test_example_26_forests_and_quarries_add_up() -> None:
    forests = {"corn": 3, "sugar": 2}
    builder = Player(forests=forests, island={"quarry": (2, 2)}, city={"forest house": 1})
    assert price_for_builder("large warehouse", builder) == 1
    builder = Player(forests=forests, island={"quarry": (4, 4)}, city={"forest house": 1})
    assert price_for_builder("wharf", builder) == 3, "three quarries count in the third column, and both pairs"


@pytest.mark.parametrize("city", [{}, {"forest house": 0}], ids=["no forest house", "unoccupied forest house"])
def test_example_40_forests_save_without_an_occupied_forest_house(city: dict[str, int]) -> None:
    assert price_of("office", Player(forests={"corn": 2}, city=dict(city))) == 4
    assert price_of("office", Player(forests={"corn": 1}, city=dict(city))) == 5
    assert price_of("small market", Player(forests={"corn": 4}, city=dict(city))) == 0


def test_forests_know_no_limit_by_the_column() -> None:
    assert price_of("small warehouse", Player(forests={"corn": 6}, island={"quarry": (2, 2)})) == 0
    assert price_of("university", Player(forests={"corn": 10})) == 3
    assert price_of("guild hall", Player(forests={"corn": 10, "sugar": 2})) == 4


def test_a_price_is_never_below_nothing() -> None:
    buyer = Player(doubloons=3, forests={"corn": 8})
    position = without_nobles(Player(), buyer, Player())
    play(position, "builder", "pass", "build small market")
    assert doubloons(position, 1) == 3


def test_example_41_the_hospices_colonist_goes_to_san_juan_beside_a_forest() -> None:
    settler = Player(city={"forest house": 1, "hospice": 1, "small market": 0})
    position = without_nobles(settler, Player(), Player(), face_up={"corn": 1})
    supply = position.colonist_supply
    play(position, "settler", "forest corn")
    assert question_of(position) == ("hospice", 0)
    events = play(position, "take colonist")
    assert events_of_kind(events, "gets_colonist") == [
        {"seat": 0, "by": "hospice", "place": "San Juan", "source": "supply"}
    ]
    assert workers(position, 0) == {"San Juan": (1, 0), "forest house": (1, 0), "hospice": (1, 0)}
    assert position.colonist_supply == supply - 1


def test_example_41_beside_a_plantation_he_works_there() -> None:
    settler = Player(city={"forest house": 1, "hospice": 1, "small market": 0})
    position = without_nobles(settler, Player(), Player(), face_up={"corn": 1})
    play(position, "settler", "take corn", "take colonist")
    assert workers(position, 0) == {"corn": (1, 0), "forest house": (1, 0), "hospice": (1, 0)}


def test_the_colonist_beside_a_forest_may_be_declined() -> None:
    settler = Player(city={"forest house": 1, "hospice": 1})
    position = without_nobles(settler, Player(), Player(), face_up={"corn": 1})
    play(position, "settler", "forest corn", "pass")
    assert workers(position, 0) == {"forest house": (1, 0), "hospice": (1, 0)}


def test_the_first_editions_hospice_takes_from_the_ship_beside_a_forest_too() -> None:
    settler = Player(city={"forest house": 1, "hospice": 1})
    details = {"face_up": {"corn": 1}, "colonist_supply": 0, "colonist_ship": 3}
    position = without_nobles(settler, Player(), Player(), edition="first", **details)
    play(position, "settler", "forest corn", "take colonist")
    assert (position.colonist_ship, position.san_juan[0]) == (2, 1)
    position = without_nobles(settler, Player(), Player(), **details)
    play(position, "settler", "forest corn")
    assert question_of(position)[0] != "hospice", "the edition of 2014 does not take from the ship"


def drawing(**details: object) -> PuertoRicoPosition:
    """The settler has drawn a coffee plantation with their hacienda; two corn lie face up."""
    settler = Player(city={"forest house": 1, "hacienda": 1})
    position = without_nobles(settler, Player(), Player(), face_up={"corn": 2}, **details)
    stack_of(position, "coffee")
    play(position, "settler")
    assert legal_texts(position) == ["pass", "draw", "take corn", "take quarry", "forest corn"]
    return position


@pytest.mark.parametrize(("drawn", "then"), [("plant", "coffee"), ("forest", "forest")])
@pytest.mark.parametrize(("taken", "also"), [("take corn", "corn"), ("forest corn", "forest")])
def test_example_42_the_drawn_tile_is_looked_at_and_placed_either_way(
    drawn: str, then: str, taken: str, also: str
) -> None:
    position = drawing()
    play(position, "draw")
    assert (question_of(position), legal_texts(position)) == (("forest", 0), ["plant", "forest"])
    play(position, drawn)
    assert island(position, 0) == {then: 1}
    assert legal_texts(position) == ["pass", "take corn", "take quarry", "forest corn"]
    play(position, taken)
    assert island(position, 0) == ({then: 1, also: 1} if then != also else {then: 2})


def test_only_the_owner_sees_what_was_drawn_until_it_is_planted() -> None:
    position = drawing()
    looked_at = play(position, "draw")
    assert [(event.kind, event.data, event.audience) for event in looked_at] == [("looks_at", {"tile": "coffee"}, [0])]
    placed = play(position, "forest")
    assert [(event.kind, event.data, event.audience) for event in placed] == [("draws_forest", {}, None)]
    position = drawing()
    play(position, "draw")
    placed = play(position, "plant")
    assert [(event.kind, event.data, event.audience) for event in placed] == [("draws", {"tile": "coffee"}, None)]


def test_what_a_face_up_plantation_was_everybody_knows() -> None:
    position = drawing()
    events = play(position, "forest corn")
    assert events_of_kind(events, "takes_forest") == [{"seat": 0, "tile": "corn"}]


def test_to_others_the_forest_that_was_drawn_may_be_anything_that_was_face_down() -> None:
    position = without_nobles(Player(city={"forest house": 1, "hacienda": 1}), Player(), Player())
    play(position, "settler", "draw", "forest", "pass")
    of_owner = {tuple(position.resample(0, position.random.copy()).forests) for _ in range(3)}
    assert of_owner == {tuple(position.forests)}
    seen = set()
    random = position.random.copy()
    for _ in range(60):
        seen.add(tuple(position.resample(1, random).forests))
    assert len(seen) == 5, "one forest, of any of the five kinds"


def test_an_unoccupied_forest_house_neither_looks_nor_plants_forests() -> None:
    settler = Player(city={"forest house": 0, "hacienda": 1})
    position = without_nobles(settler, Player(), Player(), face_up={"corn": 2})
    play(position, "settler")
    assert legal_texts(position) == ["pass", "draw", "take corn", "take quarry"]
    play(position, "draw")
    assert question_of(position) == ("settler", 0)
    assert "forest" not in island(position, 0)


def test_example_42_with_the_library_two_one_or_no_forest() -> None:
    settler = Player(city={"forest house": 1, "library": 1})
    for first, second in (
        ("take corn", "take corn"),
        ("take corn", "forest corn"),
        ("forest corn", "take corn"),
        ("forest corn", "forest corn"),
    ):
        position = without_nobles(settler, Player(), Player(), face_up={"corn": 2})
        play(position, "settler", first)
        assert question_of(position) == ("settler", 1)
        play(position, "pass", "pass", second)
        forests = (first, second).count("forest corn")
        assert island(position, 0) == {
            name: count for name, count in (("corn", 2 - forests), ("forest", forests)) if count
        }


def test_example_42_of_a_quarry_and_a_plantation_only_the_plantation() -> None:
    settler = Player(city={"forest house": 1, "library": 1, "construction hut": 1})
    position = without_nobles(settler, Player(), Player(), face_up={"corn": 2})
    play(position, "settler")
    assert legal_texts(position) == ["pass", "take corn", "take quarry", "forest corn"], "a quarry is never a forest"
    play(position, "take quarry", "pass", "pass")
    assert legal_texts(position) == ["pass", "take corn", "take quarry", "forest corn"]
    play(position, "forest corn")
    assert island(position, 0) == {"quarry": 1, "forest": 1}


def test_who_is_not_the_settler_plants_forests_too() -> None:
    position = without_nobles(Player(), Player(city={"forest house": 1}), Player(), face_up={"corn": 2})
    play(position, "settler", "take corn", "forest corn")
    assert island(position, 1) == {"forest": 1}


def test_a_forest_fills_a_space() -> None:
    settler = Player(city={"forest house": 1, "hacienda": 1}, island={"corn": (10, 0)}, forests={"sugar": 1})
    position = without_nobles(settler, Player(), Player(), face_up={"indigo": 1})
    stack_of(position, "coffee")
    play(position, "settler", "draw", "forest")
    assert question_of(position) == ("settler", 1), "the island is full"
    assert island(position, 0) == {"corn": 10, "forest": 2}


def test_a_forest_has_no_circle() -> None:
    settler = Player(san_juan=2, forests={"corn": 2}, island={"corn": (1, 0)}, city={"small market": 0})
    position = without_nobles(settler, Player(), Player(), colonist_supply=0)
    play(position, "mayor")
    assert question_of(position) == ("role", 1), "both circles are filled, there is nothing to choose"
    assert workers(position, 0) == {"corn": (1, 0), "small market": (1, 0)}


def test_a_forest_never_turns_back() -> None:
    owner = Player(forests={"corn": 2}, city={"forest house": 1})
    position = without_nobles(owner, Player(), Player(), face_up={"sugar": 1})
    play(position, "settler")
    assert legal_texts(position) == ["pass", "take sugar", "take quarry", "forest sugar"]


def test_a_plantation_that_became_a_forest_is_not_drawn_again() -> None:
    position = without_nobles(Player(city={"forest house": 1}), Player(), Player(), face_up={"corn": 1})
    lying = sum(position.face_down) + sum(position.face_up) + sum(position.discards)
    play(position, "settler", "forest corn")
    assert sum(position.face_down) + sum(position.face_up) + sum(position.discards) == lying - 1
