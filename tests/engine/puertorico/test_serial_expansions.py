"""The JSON of positions with expansions: written only where used, read back wholly, refused where it cannot be."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable
from typing import Any

import pytest

from games.engine.contract import Position, PositionError
from tests.engine.puertorico.games import SECRET, start
from tests.engine.puertorico.positions import PUERTO_RICO, Player, legal_texts, play, position_data, set_up

Change = Callable[[dict[str, Any]], object]

KEYS_OF_THE_BASIC_GAME = [
    "game", "version", "seats", "options", "plies", "revealed", "random", "round", "picks", "governor", "stage",
    "to_move", "picker", "role", "stage_state", "ends", "role_cards", "colonist_supply", "colonist_ship", "vp_pool",
    "quarries", "face_up", "face_down", "discards", "goods_supply", "buildings", "ships", "trading_house", "players",
]  # fmt: skip
BASE_OPTIONS = {"edition": "2014", "open_vp": "off", "first_governor": "0"}
KEYS_OF_ITS_PLAYERS = ["doubloons", "vp_chips", "vp_beyond_pool", "san_juan", "goods", "island", "city"]
NOBLE_GAME = {"nobles": "on", "buildings": "all"}


def again(position: Position) -> Position:
    return PUERTO_RICO.from_json(json.loads(json.dumps(PUERTO_RICO.to_json(position))))


def start_json(**options: str) -> dict[str, Any]:
    return PUERTO_RICO.to_json(start(3, SECRET, **options))


def test_a_game_without_expansions_knows_nothing_of_them() -> None:
    stored = start_json()
    assert stored.pop("rules") == 2
    assert list(stored) == KEYS_OF_THE_BASIC_GAME
    assert all(list(player) == KEYS_OF_ITS_PLAYERS for player in stored["players"])
    assert stored["options"] == BASE_OPTIONS
    assert len(stored["buildings"]) == 23


@pytest.mark.parametrize(
    ("options", "added"),
    [
        ({"buildings": "all"}, {"buildings": "all"}),
        (NOBLE_GAME, NOBLE_GAME),
        ({"long_game": "on"}, {"long_game": "on"}),
        ({"exclusions": "off"}, {}),
        ({"buildings": "all", "exclusions": "off"}, {"buildings": "all"}),
        (
            {"buildings": "list", "violet_buildings": "small market, library"},
            {"buildings": "list", "violet_buildings": ["small market", "library"]},
        ),
        (
            {"buildings": "draft", "exclusions": "off"},
            {"buildings": "draft", "violet_buildings": [], "exclusions": "off"},
        ),
        ({**NOBLE_GAME, "new_buildings": "off"}, {**NOBLE_GAME, "new_buildings": "off"}),
    ],
)
def test_options_are_written_only_where_they_say_something(options: dict[str, str], added: dict[str, object]) -> None:
    assert start_json(**options)["options"] == {**BASE_OPTIONS, **added}


def test_what_was_drawn_by_lot_is_written() -> None:
    stored = start_json(buildings="random")
    assert len(stored["options"]["violet_buildings"]) == 17
    assert set(stored["options"]["violet_buildings"]) < set(stored["buildings"])


def test_nobles_are_written_only_in_games_with_nobles() -> None:
    without, with_nobles = start_json(buildings="all"), start_json(**NOBLE_GAME)
    assert "noble_supply" not in without
    assert "nobles_in_san_juan" not in without["players"][0]
    assert (with_nobles["noble_supply"], with_nobles["noble_ship"], with_nobles["colonist_ship"]) == (19, 1, 2)
    assert with_nobles["players"][0]["island"] == {"indigo": {"tiles": 1, "colonists": 0, "nobles": 0}}


def test_forests_are_written_only_where_the_forest_house_is_in_play() -> None:
    assert "forests" in start_json(buildings="all")["players"][0]
    assert "forests" not in start_json(buildings="list", violet_buildings="library")["players"][0]


def test_a_long_game_alone_survives() -> None:
    position = again(start(2, long_game="on"))
    assert PUERTO_RICO.to_json(position)["colonist_supply"] == 98
    assert PUERTO_RICO.to_json(position)["vp_pool"] == 126
    assert PUERTO_RICO.to_json(position.copy()) == PUERTO_RICO.to_json(position)


FORESTER = Player(city={"hacienda": 1, "forest house": 1})
SHIPPER = Player(
    goods={"corn": 3, "sugar": 2},
    city={"small wharf": 1, "royal supplier": 1, "union hall": 1, "lighthouse": 1},
    nobles={"royal supplier": 1, "San Juan": 1},
    san_juan=1,
)
NEIGHBOUR = Player(goods={"corn": 1, "coffee": 2}, city={"guesthouse": 2, "wharf": 0, "harbor": 0})
RICH = Player(doubloons=6, san_juan=1, vp=2, goods={"corn": 1}, city={"black market": 1, "university": 1})
OWNER = Player(
    doubloons=9,
    san_juan=3,
    goods={"indigo": 3, "sugar": 3, "tobacco": 2},
    island={"indigo": (3, 2), "corn": (2, 2), "quarry": (2, 1)},
    forests={"corn": 1, "tobacco": 1},
    secret_forests={"tobacco": 1},
    city={"library": 1, "guesthouse": 2, "storehouse": 1, "specialty factory": 1, "indigo plant": 2, "land office": 1},
    nobles={"San Juan": 2, "guesthouse": 1, "indigo": 1},
)
LINES: dict[str, tuple[Position, tuple[str, ...]]] = {
    "forest": (set_up(FORESTER, Player(), Player(), face_up={"corn": 3}), ("settler", "draw")),
    "supplied": (set_up(SHIPPER, NEIGHBOUR, Player()), ("captain", "supply corn")),
    "small wharf": (set_up(SHIPPER, NEIGHBOUR, Player()), ("captain", "ship small wharf")),
    "owed": (set_up(RICH, Player(), Player()), ("builder", "build harbor")),
    "paid": (set_up(RICH, Player(), Player(), nobles=True), ("builder", "build wharf", "pay corn")),
    "guests": (set_up(OWNER, NEIGHBOUR, Player()), ("craftsman",)),
    "second extra": (set_up(OWNER, NEIGHBOUR, Player()), ("craftsman", "pass", "extra corn")),
    "land": (set_up(OWNER, NEIGHBOUR, Player(), face_up={"coffee": 2}), ("trader", "sell sugar")),
    "ship": (set_up(OWNER, NEIGHBOUR, Player()), ("mayor", "pass")),
}


@pytest.mark.parametrize("name", LINES)
def test_in_the_middle_of_a_decision_a_position_is_written_and_played_on(name: str) -> None:
    begun, lines = LINES[name]
    position = begun.copy()
    position.listener = []
    play(position, *lines)
    stored = PUERTO_RICO.to_json(position)
    other = again(position)
    assert PUERTO_RICO.to_json(other) == stored
    dice = random.Random(name)
    for _ply in range(60):
        if position.is_over():
            break
        assert list(other.legal_moves()) == list(position.legal_moves())
        move = dice.choice(list(position.legal_moves()))
        position.play(move)
        other.play(move)
    assert PUERTO_RICO.digest(other) == PUERTO_RICO.digest(position)


def settled(**details: Any) -> dict[str, Any]:
    """A written position with a little of everything of both expansions."""
    return position_data(OWNER, NEIGHBOUR, Player(san_juan=1), face_up={"corn": 2, "tobacco": 2}, **details)


@pytest.mark.parametrize(
    ("field", "change"),
    [
        ("options.nobles", lambda p: p.update(options={**BASE_OPTIONS, "nobles": "on"})),
        ("options.buildings", lambda p: p["options"].update(buildings="few")),
        ("options.violet_buildings", lambda p: p["options"].update(violet_buildings=[])),
        ("options.violet_buildings", lambda p: p["options"].update(violet_buildings=["wharf", "wharf"])),
        ("options.violet_buildings[0]", lambda p: p["options"].update(violet_buildings=["indigo plant"])),
        ("options.violet_buildings", lambda p: p["options"].update(nobles="off")),
        ("options.violet_buildings", lambda p: p["options"].update(buildings="all")),
        ("options.violet_buildings", lambda p: p["options"].update(buildings="draft")),
        ("buildings.library", lambda p: p["options"]["violet_buildings"].remove("library")),
        ("colonist_supply", lambda p: p["players"][2].update(san_juan=2)),
        ("noble_supply", lambda p: p.update(noble_supply=3)),
        ("colonist_supply", lambda p: p["players"][0]["island"]["corn"].update(nobles=1)),
        ("noble_ship", lambda p: p.update(noble_ship=2, noble_supply=p["noble_supply"] - 1)),
        ("noble_ship", lambda p: p.pop("noble_ship")),
        ("players[0].city.library", lambda p: p["players"][0]["city"].update(library=1)),
        ("players[0].city.library.nobles", lambda p: p["players"][0]["city"]["library"].update(nobles=2)),
        ("players[0].nobles_in_san_juan", lambda p: p["players"][0].update(nobles_in_san_juan=9)),
        ("players[0].nobles_in_san_juan", lambda p: p["players"][0].pop("nobles_in_san_juan")),
        ("face_down.sugar", lambda p: p["players"][0]["forests"].update(sugar=1)),
        ("players[0].secret_forests", lambda p: p["players"][0]["secret_forests"].update(tobacco=2)),
        ("players[0].secret_forests", lambda p: p["players"][0]["secret_forests"].update(sugar=1)),
        ("players[0].island.forest", lambda p: p["players"][0]["island"].update(forest={"tiles": 1, "colonists": 0})),
        ("players[0].forests.quarry", lambda p: p["players"][0]["forests"].update(quarry=1)),
        ("players[0].island", lambda p: p["players"][0]["forests"].update(coffee=8)),
        ("ends", lambda p: p.update(ends=["colonists"])),
        ("ends", lambda p: p.update(ends=["buildings"])),
        ("ends", lambda p: p["options"].update(long_game="on") or p.update(ends=["victory points"], vp_pool=126)),
        ("options.new_buildings", lambda p: p["options"].update(new_buildings="no")),
        ("stage", lambda p: p.update(stage="draft", picks=0, picker=None)),
        ("stage_state.drew", lambda p: p.update(stage_state={"drew": True})),
    ],
)
def test_what_cannot_be_is_refused_with_the_field_named(field: str, change: Change) -> None:
    position = copy.deepcopy(settled())
    change(position)
    with pytest.raises(PositionError) as refused:
        PUERTO_RICO.from_json(json.loads(json.dumps(position)))
    assert refused.value.field == field


SHIPPING = {"captain_has_loaded": False, "wharfs_used": [], "turns_without_loading": 0}
PLACED = {"placed": [1, 2]}


@pytest.mark.parametrize(
    ("field", "stage", "role", "state"),
    [
        ("stage_state.second_tile", "settler", "settler", {"may_draw": False, "second_tile": True, "to_move": 1}),
        ("stage_state.drew", "settler", "settler", {"may_draw": False, "drew": True}),
        ("stage", "forest", "settler", {"drawn": "coffee"}),
        ("stage", "hunting lodge", "settler", {}),
        ("colonist_ship", "colonists", "mayor", {**PLACED, "asked_for": None}),
        ("stage", "black market", "builder", {"building": "harbor", "owed": 1, "paid": []}),
        ("stage_state.owed", "black market", "builder", {"building": "harbor", "owed": 4, "paid": []}),
        ("stage_state.paid[0]", "black market", "builder", {"building": "harbor", "owed": 1, "paid": ["hope"]}),
        ("stage_state.extras_left", "craftsman", "craftsman", {"produced": ["corn"], "extras_left": 3, "made": {}}),
        ("stage_state.lowest_extra", "craftsman", "craftsman",
         {"produced": ["corn"], "extras_left": 2, "lowest_extra": "sugar", "made": {"corn": 1}}),
        ("stage_state.made.corn", "craftsman", "craftsman", {"produced": ["corn"], "made": {}}),
        ("stage_state.traded[0]", "trader", "trader", {"traded": ["time"]}),
        ("stage", "trader", "trader", {"traded": ["good", "land"]}),
        ("stage_state.have_supplied[0]", "captain", "captain", {**SHIPPING, "have_supplied": [3]}),
        ("stage_state.have_loaded", "captain", "captain", {**SHIPPING, "small_wharfs_used": [1]}),
        ("stage_state.had_a_turn", "captain", "captain", {**SHIPPING, "had_a_turn": [2]}),
        ("stage_state.supplied_last", "captain", "captain", {**SHIPPING, "supplied_now": 1}),
        ("stage_state.supplied_now", "captain", "captain", {**SHIPPING, "supplied_now": 1, "supplied_last": "corn"}),
        ("stage", "small wharf", "captain", {**SHIPPING, "loaded": {}, "asked_for": "corn"}),
        ("stage_state.warehoused", "storing", "captain", {"stored": [1, 2], "warehoused": ["sugar"]}),
        ("stage_state.singles", "storing", "captain", {"stored": [1, 2], "warehoused": [], "singles": {"sugar": 4}}),
        ("stage_state.singles.coffee", "storing", "captain",
         {"stored": [1, 2], "warehoused": [], "singles": {"coffee": 1}}),
    ],
)  # fmt: skip
def test_a_stage_that_does_not_fit_is_refused(field: str, stage: str, role: str, state: dict[str, Any]) -> None:
    to_move = state.pop("to_move", 0)
    stored = settled(stage=stage, role=role, taken={role: 0}, stage_state=state, to_move=to_move)
    with pytest.raises(PositionError) as refused:
        PUERTO_RICO.from_json(stored)
    assert refused.value.field == field


def named(**nobles: int) -> dict[str, Any]:
    """Seat 0 names its nobles: everybody of its four, two of them noble, has a place."""
    city = {"library": 1, "chapel": 1, "land office": 1}
    owner = Player(island={"corn": (1, 1)}, city=city, nobles={"San Juan": 2, **nobles})
    return position_data(
        owner, Player(), Player(), colonist_ship=0, noble_ship=0, stage="nobles", role="mayor", taken={"mayor": 0},
        stage_state={"placed": [1, 2], "asked_for": "land office"},
    )  # fmt: skip


def test_naming_nobles_is_resumed_where_it_was() -> None:
    position = PUERTO_RICO.from_json(named())
    assert PUERTO_RICO.to_json(again(position)) == PUERTO_RICO.to_json(position)
    assert all("land office" in text for text in legal_texts(position))


def test_nobles_that_were_not_named_yet_are_refused() -> None:
    with pytest.raises(PositionError, match=r"players\[0\]"):
        PUERTO_RICO.from_json(named(corn=1))


def drafted(*chosen: str, **details: Any) -> dict[str, Any]:
    return position_data(
        Player(), Player(), Player(),
        buildings="draft", violet_buildings=chosen, stage="draft", picks=0, to_move=len(chosen) % 3, **details,
    )  # fmt: skip


def test_a_draft_is_resumed_where_it_was() -> None:
    position = PUERTO_RICO.from_json(drafted("aqueduct", "library"))
    assert position.to_move() == 2
    assert position.phase() == 3
    assert PUERTO_RICO.to_json(again(position)) == PUERTO_RICO.to_json(position)


@pytest.mark.parametrize(
    ("field", "chosen", "change"),
    [
        ("to_move", ("aqueduct",), lambda p: p.update(to_move=0)),
        ("round", ("aqueduct",), lambda p: p.update(round=2)),
        ("picks", ("aqueduct",), lambda p: p.update(picks=1)),
        ("picker", ("aqueduct",), lambda p: p.update(picker=0)),
        ("options.violet_buildings", ("aqueduct", "small market"), lambda _p: None),
        ("options.violet_buildings", ("hacienda", "forest house"), lambda _p: None),
        ("options.violet_buildings", ("villa",), lambda _p: None),
        ("options.violet_buildings", ("aqueduct",), lambda p: p.update(stage="role", picks=1, picker=0, to_move=0)),
    ],
)
def test_a_draft_that_cannot_be_is_refused(field: str, chosen: tuple[str, ...], change: Change) -> None:
    position = drafted(*chosen)
    change(position)
    with pytest.raises(PositionError) as refused:
        PUERTO_RICO.from_json(position)
    assert refused.value.field == field


def test_without_exclusions_both_of_a_pair_may_be_drafted() -> None:
    PUERTO_RICO.from_json(drafted("hacienda", "forest house", exclusions="off"))


def test_the_pool_may_hold_chips_again_where_a_black_market_pays() -> None:
    market = Player(city={"black market": 1})
    beyond = Player(beyond=2)
    set_up(market, beyond, Player(), vp_pool=1, ends=["victory points"])
    set_up(market, beyond, Player(), vp_pool=1, long_game=True)
    with pytest.raises(PositionError, match="vp_beyond_pool"):
        set_up(market, beyond, Player(), vp_pool=1)
    with pytest.raises(PositionError, match="vp_beyond_pool"):
        set_up(Player(), beyond, Player(), vp_pool=1, ends=["victory points"])


def test_an_empty_pool_ends_nothing_in_a_long_game() -> None:
    set_up(Player(), Player(), Player(), vp_pool=0, long_game=True)
    with pytest.raises(PositionError, match="ends"):
        set_up(Player(), Player(), Player(), vp_pool=0)


def test_the_trading_house_may_be_full_while_trading_posts_go_on() -> None:
    merchant = Player(goods={"coffee": 1}, city={"trading post": 1})
    house = ["corn", "indigo", "sugar", "tobacco"]
    position = set_up(
        Player(), merchant, Player(), house=house, stage="trader", role="trader", taken={"trader": 0}, to_move=1
    )
    assert PUERTO_RICO.to_json(again(position)) == PUERTO_RICO.to_json(position)
    with pytest.raises(PositionError, match="trading_house"):
        set_up(Player(), merchant, Player(), house=house)
