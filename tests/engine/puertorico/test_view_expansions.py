"""What a seat may know of the expansions (docs/rules §7, §8, §9); hidden tiles have tests of their own."""

from __future__ import annotations

import dataclasses
import json

from games.engine.contract import Position
from games.engine.puertorico.components import BUILDINGS
from games.engine.puertorico.view_types import OptionsView, PaymentView, PuertoRicoView, ShippingView
from tests.engine.puertorico.games import random_game, start
from tests.engine.puertorico.positions import OF_THE_RULEBOOKS, PUERTO_RICO, Player, play, set_up

EMPTY = Player()


def view(position: Position, seat: int | None = None) -> PuertoRicoView:
    seen = PUERTO_RICO.view(position, seat)
    assert isinstance(seen, PuertoRicoView)
    return seen


def price(position: Position, seat: int, building: str) -> tuple[int | None, bool | None]:
    sale = next(sale for sale in view(position, seat).buildings if sale.building == building)
    return sale.price_now, sale.buyable


def test_a_game_without_expansions_has_neutral_values() -> None:
    seen = view(start(3), 0)
    assert seen.options == OptionsView("2014", "off", "0", "base", (), "on", "on", "off", "off")
    assert (seen.noble_supply, seen.noble_ship, seen.draft) == (0, 0, None)
    assert all(sale.box == "base" for sale in seen.buildings)
    for player in seen.players:
        assert (player.nobles, player.nobles_in_san_juan, player.guests, player.forests) == (0, 0, 0, {})
        assert player.shipping == ShippingView(False, False, False, False)
    assert (seen.turn.drawn, seen.turn.payment, seen.turn.loaded, seen.turn.extras_left) == (None, None, {}, 0)


def test_options_show_what_the_game_was_opened_with() -> None:
    listed = view(start(3, buildings="list", violet_buildings="wharf, chapel", nobles="on", long_game="on")).options
    assert (listed.buildings, listed.violet_buildings) == ("list", ("wharf", "chapel"))
    assert (listed.nobles, listed.long_game) == ("on", "on")
    drawn = view(start(3, buildings="random", exclusions="off")).options
    assert (drawn.buildings, drawn.violet_buildings, drawn.exclusions) == ("random", (), "off")


def test_an_option_without_a_meaning_in_this_game_is_shown_as_by_default() -> None:
    position = start(3, exclusions="off")
    assert view(position).options.exclusions == "on"
    assert view(position.copy()) == view(position)


def test_only_the_buildings_in_play_are_listed() -> None:
    some = [
        sale.building
        for sale in view(start(3, buildings="list", violet_buildings="library, chapel", nobles="on")).buildings
    ]
    assert some == [building.name for building in BUILDINGS[:6]] + ["library", "chapel"]
    everything = view(start(3, buildings="all", nobles="on")).buildings
    assert [sale.building for sale in everything] == [building.name for building in OF_THE_RULEBOOKS]
    assert {sale.box for sale in everything} == {"base", "expansion I", "expansion II"}


def test_a_draft_shows_what_can_still_be_chosen() -> None:
    position = start(3, buildings="draft")
    position.listener = []
    play(position, "choose black market", "choose hacienda")
    draft = view(position).draft
    assert draft is not None
    assert (draft.kinds, draft.chosen) == (17, 2)
    assert [(space.price, space.spaces) for space in draft.board] == [
        (1, 1), (2, 2), (3, 1), (4, 1), (5, 2), (6, 1), (7, 1), (8, 2), (9, 1), (10, 5),
    ]  # fmt: skip
    assert draft.board[1].chosen == ("hacienda", "black market")
    assert draft.board[1].open == ()
    assert draft.board[0].open == ("small market", "aqueduct")
    seen = view(position)
    assert [sale.building for sale in seen.buildings if sale.kind == "violet"] == ["hacienda", "black market"]
    assert (seen.stage, seen.role, seen.picker, seen.to_move) == ("draft", None, None, 2)


def test_exclusions_show_in_the_draft() -> None:
    position = start(3, buildings="draft")
    position.listener = []
    play(position, "choose forest house")
    draft = view(position).draft
    assert draft is not None
    assert draft.board[1].open == ("construction hut", "black market")


def test_nobles_are_counted_wherever_they_are() -> None:
    owner = Player(
        san_juan=3, island={"corn": (2, 2)}, city={"chapel": 1}, nobles={"San Juan": 2, "corn": 1, "chapel": 1}
    )
    seen = view(set_up(owner, EMPTY, EMPTY))
    player = seen.players[0]
    assert (player.colonists, player.nobles, player.san_juan, player.nobles_in_san_juan) == (6, 4, 3, 2)
    assert [(tiles.occupied, tiles.nobles) for tiles in player.island] == [(2, 1)]
    assert [(owned.colonists, owned.nobles) for owned in player.city] == [(1, 1)]
    assert (seen.noble_supply, seen.noble_ship, seen.colonist_ship) == (15, 1, 2)
    assert player.total == 1 + 4, "the chapel, and every noble"


def test_a_placement_says_where_nobles_matter_and_suggests_where_they_go() -> None:
    owner = Player(
        island={"corn": (1, 0), "quarry": (2, 0)},
        city={"chapel": 1, "land office": 0},
        nobles={"chapel": 1},
        san_juan=2,
    )  # fmt: skip
    position = set_up(owner, EMPTY, EMPTY, colonist_ship=0, noble_ship=0)
    play(position, "mayor", "pass")
    placement = view(position, 0).placement
    assert placement is not None
    assert (placement.colonists, placement.nobles) == (3, 1)
    assert {place.place: place.nobles_matter for place in placement.places} == {
        "corn": False, "quarry": False, "chapel": True, "land office": True,
    }  # fmt: skip
    assert {place.place: place.nobles_now for place in placement.places if place.nobles_now} == {"chapel": 1}
    assert all(place.suggested_nobles <= place.suggested for place in placement.places)
    assert sum(place.suggested_nobles for place in placement.places) <= 1


def test_it_matters_everywhere_who_is_noble_to_the_owner_of_a_black_market() -> None:
    owner = Player(
        island={"corn": (2, 0), "quarry": (1, 0)}, city={"black market": 0}, nobles={"San Juan": 1}, san_juan=2
    )
    position = set_up(owner, EMPTY, EMPTY, colonist_ship=0, noble_ship=0)
    play(position, "mayor", "pass")
    placement = view(position, 0).placement
    assert placement is not None
    assert all(place.nobles_matter for place in placement.places)


def test_prices_take_forests_zoning_and_library_into_account() -> None:
    owner = Player(doubloons=5, island={"quarry": (1, 1)}, forests={"corn": 4}, city={"zoning office": 1, "library": 1})
    position = set_up(owner, EMPTY, EMPTY)
    assert price(position, 0, "harbor") == (8 - 1 - 2 - 1, True)
    play(position, "builder")
    assert price(position, 0, "harbor") == (8 - 1 - 2 - 1 - 2, True)
    assert price(position, 0, "fortress") == (10 - 1 - 2 - 2, True)


def test_what_a_black_market_makes_up_for_counts_as_money() -> None:
    position = set_up(Player(doubloons=6, san_juan=1, goods={"corn": 1}, city={"black market": 1}), EMPTY, EMPTY)
    assert price(position, 0, "harbor") == (8, True)
    assert price(position, 0, "wharf") == (9, False)


def test_a_payment_at_the_black_market_is_shown() -> None:
    market = Player(doubloons=6, san_juan=1, vp=1, goods={"corn": 1}, city={"black market": 1})
    position = set_up(market, EMPTY, EMPTY)
    play(position, "builder", "build harbor, ...")
    assert view(position, 1).turn.payment == PaymentView("harbor", 1, ())


def test_the_aqueduct_counts_into_what_can_be_produced() -> None:
    owner = Player(
        island={"indigo": (1, 1), "sugar": (1, 1)}, city={"aqueduct": 1, "indigo plant": 1, "small sugar mill": 1}
    )
    player = view(set_up(owner, EMPTY, EMPTY)).players[0]
    assert player.can_produce == {"corn": 0, "indigo": 2, "sugar": 1, "tobacco": 0, "coffee": 0}


def test_a_trader_turn_shows_what_has_been_done() -> None:
    merchant = Player(doubloons=1, goods={"coffee": 1, "corn": 1}, city={"land office": 1})
    position = set_up(merchant, EMPTY, EMPTY, face_up={"sugar": 2})
    play(position, "trader", "buy sugar")
    turn = view(position, 2).turn
    assert (turn.sold, turn.dealt_in_land) == (False, True)
    play(position, "sell coffee")
    assert not view(position).turn.dealt_in_land, "their turn is over"


def test_a_captain_phase_shows_what_buildings_have_done() -> None:
    shipper = Player(
        goods={"corn": 3, "sugar": 2}, nobles={"royal supplier": 1}, vp=0,
        city={"small wharf": 1, "royal supplier": 1, "union hall": 1, "lighthouse": 1},
    )  # fmt: skip
    position = set_up(shipper, Player(goods={"sugar": 1}, city={"union hall": 1}), EMPTY)
    play(position, "captain", "supply corn")
    seen = view(position)
    assert seen.turn.supplied == 1
    assert seen.players[0].shipping == ShippingView(False, True, False, True)
    assert seen.players[1].shipping == ShippingView(False, False, False, False)
    play(position, "ship small wharf corn 2")
    seen = view(position)
    assert seen.players[0].shipping == ShippingView(True, True, True, True)
    assert seen.turn.supplied == 0


def test_what_is_named_for_the_small_wharf_is_shown() -> None:
    position = set_up(Player(goods={"corn": 3, "sugar": 2}, city={"small wharf": 1}), EMPTY, EMPTY)
    play(position, "captain", "ship small wharf, ...")
    position.play(int(position.legal_moves()[2]))
    assert view(position, 1).turn.loaded == {"corn": 2}


def test_the_second_tile_of_the_library_is_shown_as_such() -> None:
    position = set_up(Player(city={"library": 1}), EMPTY, EMPTY, face_up={"corn": 4})
    play(position, "settler", "take corn")
    assert not view(position).turn.second_tile
    play(position, "take corn", "take corn")
    seen = view(position)
    assert (seen.to_move, seen.turn.second_tile) == (0, True)


def test_guests_are_counted() -> None:
    assert view(set_up(Player(city={"guesthouse": 2}), EMPTY, EMPTY)).players[0].guests == 2


def test_a_view_of_the_expansions_is_json() -> None:
    for ply, position in enumerate(random_game(3, seed=6, buildings="draft", nobles="on")):
        if ply % 20 == 0:
            for viewer in (0, None):
                fields = dataclasses.asdict(view(position, viewer))
                assert json.loads(json.dumps(fields))["stage"] == view(position).stage
