"""Looking back at a game with expansions: what was drawn by lot, what is laid open, and what its figures count."""

from __future__ import annotations

import pytest

from games.engine import registry
from games.engine.contract import Event, Position
from games.engine.puertorico.view_types import PuertoRicoView
from tests.engine.puertorico.games import start
from tests.engine.puertorico.positions import PUERTO_RICO, Player, events_of_kind, play, public_view, set_up

CHRONICLE = registry.chronicle("puerto-rico")
NAMES = ["Anna", "Bob", "Chris"]
EMPTY = Player()


def opening(position: Position) -> list[str]:
    return [sentence.render() for sentence in CHRONICLE.opening_draws(PUERTO_RICO, position, NAMES)]


def disclosed(position: Position) -> PuertoRicoView:
    view = CHRONICLE.full_view(PUERTO_RICO, position)
    assert isinstance(view, PuertoRicoView)
    return view


def figures(events: list[Event]) -> dict[str, dict[str, tuple[int | None, ...]]]:
    """By title and label, the numbers of three seats."""
    return {
        tally.title.render(): {label.render(): values for label, values in tally.rows}
        for tally in CHRONICLE.tallies(3, events)
    }


# --- draws ------------------------------------------------------------------------------------------------------------


def test_buildings_drawn_by_lot_are_told_before_the_plantations() -> None:
    position = start(3, buildings="random")
    governor, buildings, plantations = opening(position)
    assert governor == "Anna is the governor."
    for building in public_view(position).buildings:
        chosen = building.kind != "production" or building.building == "jeweler"
        assert (f" {building.building}" in buildings) == chosen
    assert buildings.startswith("Buildings drawn: ")
    assert plantations.startswith("Plantations laid out: ")


@pytest.mark.parametrize("buildings", ["base", "all"])
def test_buildings_that_were_not_drawn_are_not_told(buildings: str) -> None:
    assert len(opening(start(3, buildings=buildings))) == 2


def test_the_first_plantations_of_a_draft_are_told_when_they_are_laid_out() -> None:
    position = start(3, buildings="draft")
    assert opening(position) == ["Anna is the governor."]
    position.listener = []
    while public_view(position).stage == "draft":
        position.play(int(next(iter(position.legal_moves()))))
    draws = [event for event in position.listener if CHRONICLE.is_draw(event)]
    laid_out = {kind: public_view(position).face_up.count(kind) for kind in public_view(position).face_up}
    assert [(event.kind, event.data) for event in draws] == [("plantations", {"discarded": {}, "drawn": laid_out})]
    assert position.listener.index(draws[0]) == 17, "after all choices"


def test_what_a_forest_house_looks_at_is_one_draw() -> None:
    position = set_up(Player(city={"hacienda": 1, "forest house": 1}), EMPTY, EMPTY, face_up={"corn": 1})
    story = play(position, "settler", "draw", "forest")
    assert [event.kind for event in story if CHRONICLE.is_draw(event)] == ["draws_forest"]


# --- what is laid open ------------------------------------------------------------------------------------------------


def test_forests_that_only_their_owner_has_seen_are_disclosed() -> None:
    owner = Player(forests={"coffee": 2, "corn": 1}, secret_forests={"coffee": 2})
    position = set_up(owner, EMPTY, EMPTY)
    assert public_view(position).players[0].forests_unknown == 2
    shown = disclosed(position).players[0]
    assert (shown.forests, shown.forests_unknown) == ({"corn": 1, "coffee": 2}, 0)


def test_the_tile_just_drawn_is_disclosed() -> None:
    position = set_up(
        Player(city={"hacienda": 1, "forest house": 1}), EMPTY, EMPTY,
        stage="forest", role="settler", taken={"settler": 0}, stage_state={"drawn": "coffee"},
    )  # fmt: skip
    hidden, shown = public_view(position), disclosed(position)
    assert (hidden.turn.drawn, shown.turn.drawn) == (None, "coffee")
    assert sum(shown.stock.face_down_by_kind.values()) == shown.stock.face_down
    assert shown.viewer is None


# --- figures ----------------------------------------------------------------------------------------------------------


def test_what_the_black_market_takes_is_no_money_spent() -> None:
    owner = Player(5, 1, goods={"corn": 1}, city={"black market": 1})
    counted = figures(play(set_up(owner, EMPTY, EMPTY), "builder", "build harbor, pay corn, pay vp"))
    assert counted["Doubloons"] == {"spent on buildings": (5, 0, 0)}
    assert counted["Barrels"] == {"given to the black market": (1, 0, 0)}
    assert counted["Buildings, by the round they were built in"] == {"harbor": (1, None, None)}


def test_land_and_the_trading_post_are_counted_apart_from_sales() -> None:
    buyer = Player(1, goods={"coffee": 1, "corn": 1}, city={"land office": 1, "trading post": 1})
    position = set_up(buyer, EMPTY, EMPTY, face_up={"sugar": 1})
    counted = figures(play(position, "trader", "sell coffee at trading post", "buy sugar"))
    assert counted["Doubloons"] == {"from the trading post": (5, 0, 0), "spent on plantations": (1, 0, 0)}
    assert counted["Barrels"] == {"sold": (1, 0, 0)}
    seller = Player(island={"corn": (1, 0)}, city={"land office": 1}, nobles={"land office": 1})
    counted = figures(play(set_up(seller, EMPTY, EMPTY), "trader", "sell land corn"))
    assert counted["Doubloons"] == {"for plantations given back": (1, 0, 0)}


def test_a_forest_from_the_land_office_costs_a_doubloon_too() -> None:
    buyer = Player(1, city={"land office": 1, "forest house": 1})
    position = set_up(buyer, EMPTY, EMPTY, face_up={"sugar": 1})
    assert figures(play(position, "trader", "buy sugar as forest"))["Doubloons"] == {"spent on plantations": (1, 0, 0)}


def test_barrels_of_the_small_wharf_are_shipped_and_those_for_the_king_supplied() -> None:
    shipper = Player(
        goods={"corn": 3, "sugar": 3}, city={"small wharf": 1, "royal supplier": 1, "lighthouse": 1},
        nobles={"royal supplier": 1},
    )  # fmt: skip
    position = set_up(shipper, EMPTY, EMPTY)
    counted = figures(play(position, "captain", "supply corn", "ship small wharf corn 2, sugar 2"))
    assert counted["Barrels"]["shipped"] == (4, 0, 0)
    assert counted["Barrels"]["given to the royal supplier"] == (1, 0, 0)
    assert counted["Barrels shipped, by kind"] == {"corn": (2, 0, 0), "sugar": (2, 0, 0)}
    assert counted["Doubloons"] == {"from the lighthouse": (2, 0, 0)}, "one as the captain"


def test_what_buildings_earn_in_the_craftsman_phase_is_counted() -> None:
    maker = Player(
        island={"indigo": (3, 3)},
        city={"chapel": 1, "jeweler": 1, "specialty factory": 1, "indigo plant": 3},
        nobles={"jeweler": 1},
    )
    counted = figures(play(set_up(maker, EMPTY, EMPTY), "craftsman", "pass"))
    assert counted["Doubloons"] == {
        "from the specialty factory": (2, 0, 0),
        "from the chapel": (1, 0, 0),
        "from the jeweler": (1, 0, 0),
    }


def test_victory_points_of_a_nobles_chapel_are_no_doubloons() -> None:
    maker = Player(city={"chapel": 1}, nobles={"chapel": 1})
    story = play(set_up(maker, EMPTY, EMPTY), "craftsman")
    assert events_of_kind(story, "chapel") == [{"seat": 0, "vp": 1}]
    assert "Doubloons" not in figures(story)
