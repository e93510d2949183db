"""What a seat may know, and that nothing else can be told from it (docs/rules §1, §9 `open_vp`)."""

from __future__ import annotations

import dataclasses
import json

import pytest

from games.engine.contract import Position
from games.engine.puertorico.components import BASE, BUILDINGS, CARD_NAMES, GOOD_NAMES
from games.engine.puertorico.view_types import PuertoRicoView
from games.engine.random import Random
from tests.engine.puertorico.games import random_game, start
from tests.engine.puertorico.positions import PUERTO_RICO, Player, play, set_up

EMPTY = Player()


def view(position: Position, seat: int | None) -> PuertoRicoView:
    seen = PUERTO_RICO.view(position, seat)
    assert isinstance(seen, PuertoRicoView)
    return seen


def test_a_new_game_shows_the_whole_table() -> None:
    seen = view(start(4), 1)
    assert (seen.round, seen.phase, seen.stage, seen.role) == (1, 1, "role", None)
    assert (seen.governor, seen.to_move, seen.viewer) == (0, 0, 1)
    assert [card.role for card in seen.role_cards] == list(CARD_NAMES[:7])
    assert [(ship.size, ship.good, ship.barrels) for ship in seen.ships] == [(5, None, 0), (6, None, 0), (7, None, 0)]
    assert len(seen.face_up) == 5
    assert seen.stock.face_down == 50 - 4 - 5
    assert seen.goods_supply == {"corn": 10, "indigo": 11, "sugar": 11, "tobacco": 9, "coffee": 9}
    assert (seen.colonist_supply, seen.colonist_ship, seen.vp_pool, seen.quarries) == (75, 4, 100, 8)
    assert [sale.building for sale in seen.buildings] == [
        building.name for building in BUILDINGS if building.box == BASE
    ]
    assert [player.island[0].kind for player in seen.players] == ["indigo", "indigo", "corn", "corn"]
    assert seen.players[0].governor
    assert seen.placement is None


def test_what_lies_before_a_seat() -> None:
    owner = Player(
        doubloons=3,
        vp=5,
        goods={"sugar": 2},
        island={"corn": (3, 2), "sugar": (2, 2), "quarry": (1, 0)},
        city={"sugar mill": 1, "city hall": 0},
    )
    player = view(set_up(owner, EMPTY, EMPTY), None).players[0]
    assert [(tiles.kind, tiles.count, tiles.occupied) for tiles in player.island] == [
        ("corn", 3, 2),
        ("sugar", 2, 2),
        ("quarry", 1, 0),
    ]
    assert [(owned.building, owned.circles, owned.colonists, owned.spaces) for owned in player.city] == [
        ("sugar mill", 3, 1, 1),
        ("city hall", 1, 0, 2),
    ]
    assert (player.island_free, player.city_used, player.city_free) == (6, 3, 9)
    assert player.goods == {"corn": 0, "indigo": 0, "sugar": 2, "tobacco": 0, "coffee": 0}
    assert player.can_produce == {"corn": 2, "indigo": 0, "sugar": 1, "tobacco": 0, "coffee": 0}
    assert (player.doubloons, player.san_juan, player.colonists) == (3, 0, 5)
    assert (player.vp, player.building_vp, player.total) == (5, 6, 11)


def test_prices_are_those_of_the_viewer_now() -> None:
    position = set_up(Player(6, island={"quarry": (3, 3)}), Player(9, city={"harbor": 0}), EMPTY)

    def harbor(seat: int | None) -> tuple[int | None, bool | None]:
        sale = next(sale for sale in view(position, seat).buildings if sale.building == "harbor")
        assert sale.price == 8
        return sale.price_now, sale.buyable

    assert harbor(0) == (5, True)
    assert harbor(1) == (8, False), "he has one already"
    assert harbor(2) == (8, False), "he has no money"
    assert harbor(None) == (None, None)
    play(position, "builder")
    assert harbor(0) == (4, True), "the builder pays one less"
    assert harbor(1) == (8, False)


def test_cards_tell_who_took_them_and_what_lies_on_them() -> None:
    position = set_up(EMPTY, EMPTY, EMPTY, EMPTY, card_doubloons={"trader": 2})
    play(position, "prospector")
    cards = {card.role: card for card in view(position, 3).role_cards}
    assert cards["prospector"].taken_by == 0
    assert (cards["trader"].doubloons, cards["trader"].taken_by) == (2, None)
    assert view(position, 3).players[0].roles == ("prospector",)


def test_a_pending_placement_is_shown_to_its_seat_in_turn_and_ahead() -> None:
    farmer = Player(island={"corn": (3, 1)}, city={"hacienda": 0})
    position = set_up(farmer, farmer, EMPTY)
    play(position, "mayor", "take colonist")
    first, second = view(position, 0).placement, view(position, 1).placement
    assert first is not None
    assert first.colonists == 3
    assert [(place.place, place.circles, place.now) for place in first.places] == [("corn", 3, 1), ("hacienda", 1, 0)]
    assert sum(place.suggested for place in first.places) == 3
    assert second is not None
    assert second.colonists == 2
    assert view(position, 2).placement is None
    assert view(position, None).placement is None


def test_victory_points_of_others_are_hidden_until_the_end() -> None:
    position = set_up(Player(vp=3), Player(vp=5), EMPTY, open_vp="off")
    assert [player.vp for player in view(position, 0).players] == [3, None, None]
    assert [player.total for player in view(position, 1).players] == [None, 5, None]
    assert [player.vp for player in view(position, None).players] == [None, None, None]


def test_open_victory_points_are_shown_to_all() -> None:
    position = set_up(Player(vp=3), Player(vp=5), EMPTY, open_vp="on")
    assert [player.vp for player in view(position, None).players] == [3, 5, 0]


def test_everything_is_shown_when_the_game_is_over() -> None:
    position = set_up(
        Player(vp=3), EMPTY, EMPTY, EMPTY, picks=4, ends=["city"], open_vp="off",
        taken={"settler": 0, "mayor": 1, "trader": 2},
    )  # fmt: skip
    play(position, "prospector")
    seen = view(position, None)
    assert (seen.over, seen.stage, seen.to_move, seen.end_triggers) == (True, "over", None, ("city",))
    assert [player.total for player in seen.players] == [3, 0, 0, 0]


def test_a_view_does_not_tell_how_hidden_points_are_shared_out() -> None:
    one = set_up(EMPTY, Player(vp=3), Player(vp=8), open_vp="off")
    other = set_up(EMPTY, Player(vp=8), Player(vp=3), open_vp="off")
    assert view(one, 0) == view(other, 0)
    assert view(one, None) == view(other, None)
    assert view(one, 1) != view(other, 1), "one's own points are known"
    assert PUERTO_RICO.question(one) == PUERTO_RICO.question(other)


@pytest.mark.parametrize("seats", [2, 5])
def test_a_view_does_not_tell_the_order_of_the_tiles(seats: int) -> None:
    for ply, position in enumerate(random_game(seats, seed=30 + seats)):
        if ply % 9:
            continue
        shown, asked = [view(position, viewer) for viewer in (*range(seats), None)], PUERTO_RICO.question(position)
        for seat in range(seats):
            redrawn = position.resample(seat, Random(ply, 1, 2, 3))
            assert [view(redrawn, viewer) for viewer in (*range(seats), None)] == shown
            assert PUERTO_RICO.question(redrawn) == asked


def test_a_view_is_json() -> None:
    for ply, position in enumerate(random_game(3, seed=5)):
        if ply % 20 == 0:
            fields = dataclasses.asdict(view(position, 0))
            assert json.loads(json.dumps(fields))["goods_supply"].keys() == set(GOOD_NAMES)
