"""A position's JSON: what cannot be is refused, and the complaint names the field."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from games.engine.contract import Event, PositionError
from games.engine.playout import play_at_random
from games.engine.puertorico.events import EVENTS, EVENTS_OF_BASE, SOMETIMES
from games.engine.random import from_secret
from tests.engine.puertorico.positions import PUERTO_RICO, Player, play, position_data, set_up

Change = Callable[[dict[str, Any]], object]


def settled(**details: Any) -> dict[str, Any]:
    """A written position with a little of everything."""
    return position_data(
        Player(doubloons=3, goods={"corn": 2}, island={"corn": (2, 1), "quarry": (1, 1)}, city={"hospice": 1}),
        Player(vp=5, goods={"sugar": 1}, city={"indigo plant": 2}),
        Player(san_juan=1),
        ships={5: ("sugar", 2)},
        house=["coffee"],
        face_up={"corn": 2, "tobacco": 2},
        **details,
    )


def test_the_position_as_written_can_be_set_up() -> None:
    stored = PUERTO_RICO.to_json(PUERTO_RICO.from_json(settled()))
    for name, value in settled().items():
        if name not in ("face_up", "discards", "players"):
            assert stored[name] == value
    assert stored["face_up"] == {"corn": 2, "indigo": 0, "sugar": 0, "tobacco": 2, "coffee": 0}


@pytest.mark.parametrize(
    ("field", "change"),
    [
        ("goods_supply.corn", lambda p: p["goods_supply"].update(corn=9)),
        ("goods_supply.sugar", lambda p: p["players"][0]["goods"].update(sugar=1)),
        ("goods_supply.coffee", lambda p: p["trading_house"].update(coffee=0)),
        ("face_down.tobacco", lambda p: p["face_up"].update(tobacco=1)),
        ("face_down.corn", lambda p: p["players"][0]["island"]["corn"].update(tiles=3)),
        ("quarries", lambda p: p.update(quarries=8)),
        ("colonist_supply", lambda p: p["players"][2].update(san_juan=2)),
        ("colonist_supply", lambda p: p.update(colonist_ship=9)),
        ("buildings.hospice", lambda p: p["buildings"].update(hospice=2)),
        ("buildings.harbor", lambda p: p["players"][2]["city"].update(harbor=0)),
        ("vp_pool", lambda p: p["players"][1].update(vp_chips=6)),
        ("players[1].vp_beyond_pool", lambda p: p["players"][1].update(vp_beyond_pool=1)),
        ("players[0].island.corn.colonists", lambda p: p["players"][0]["island"]["corn"].update(colonists=3)),
        ("players[1].city.indigo plant", lambda p: p["players"][1]["city"].update({"indigo plant": 4})),
        ("players[0].doubloons", lambda p: p["players"][0].update(doubloons=-1)),
        ("players[0].doubloons", lambda p: p["players"][0].update(doubloons=1.5)),
        ("players[0].doubloons", lambda p: p["players"][0].update(doubloons=True)),
        ("players[0].doubloons", lambda p: p["players"][0].update(doubloons=1 << 70)),
        ("players[0].island.rice", lambda p: p["players"][0]["island"].update(rice={"tiles": 1, "colonists": 0})),
        ("players[0].city.palace", lambda p: p["players"][0]["city"].update(palace=0)),
        ("players[0].hat", lambda p: p["players"][0].update(hat=1)),
        ("players", lambda p: p["players"].pop()),
        ("ships[1].barrels", lambda p: p["ships"][1].update(barrels=6)),
        ("ships[0].good", lambda p: p["ships"][0].update(good="tea")),
        ("ships[1].size", lambda p: p["ships"][1].update(size=7)),
        ("ships[0].barrels", lambda p: p["ships"][0].update(good="coffee")),
        ("role_cards.mayor.taken_by", lambda p: p["role_cards"]["mayor"].update(taken_by=3)),
        ("role_cards", lambda p: p["role_cards"]["mayor"].update(taken_by=1)),
        ("role_cards.mayor", lambda p: p["role_cards"].pop("mayor")),
        ("role_cards.prospector", lambda p: p["role_cards"].update(prospector={"doubloons": 0, "taken_by": None})),
        ("governor", lambda p: p.update(governor=3)),
        ("picker", lambda p: p.update(picker=2)),
        ("to_move", lambda p: p.update(to_move=1)),
        ("to_move", lambda p: p.update(to_move=None)),
        ("stage", lambda p: p.update(stage="siesta")),
        ("stage", lambda p: p.update(stage="trader", role="mayor")),
        ("role", lambda p: p.update(stage="trader")),
        ("role", lambda p: p.update(role="mayor")),
        ("ends[0]", lambda p: p.update(ends=["rain"])),
        ("ends", lambda p: p.update(ends=["city", "city"])),
        ("random", lambda p: p.update(random=[1, 2, 3])),
        ("random[3]", lambda p: p.update(random=[1, 2, 3, 1 << 32])),
        ("options.edition", lambda p: p["options"].update(edition="third")),
        ("version", lambda p: p.update(version=2)),
        ("game", lambda p: p.update(game="chess")),
        ("stage_state.may_draw", lambda p: p.update(stage_state={"may_draw": True})),
    ],
)
def test_what_cannot_be_is_refused_with_the_field_named(field: str, change: Change) -> None:
    position = copy.deepcopy(settled())
    change(position)
    with pytest.raises(PositionError) as refused:
        PUERTO_RICO.from_json(json.loads(json.dumps(position)))
    assert refused.value.field == field


def in_captain_phase(**details: Any) -> dict[str, Any]:
    return position_data(
        Player(goods={"corn": 2, "indigo": 3}),
        Player(goods={"corn": 2, "indigo": 3}),
        Player(),
        role="captain",
        taken={"captain": 0},
        **details,
    )


CAPTAIN_STATE = {"captain_has_loaded": True, "wharfs_used": [], "turns_without_loading": 0}


@pytest.mark.parametrize(
    ("field", "stage", "state"),
    [
        ("stage_state.stored", "storing", {"stored": [], "warehoused": []}),
        ("stage_state.stored", "storing", {"stored": [0, 2], "warehoused": []}),
        ("stage_state.warehoused", "storing", {"stored": [2], "warehoused": ["corn"]}),
        ("stage_state.warehoused", "storing", {"stored": [2], "warehoused": ["coffee"]}),
        ("stage_state.captain_has_loaded", "captain", {}),
        ("stage_state.turns_without_loading", "captain", {**CAPTAIN_STATE, "turns_without_loading": 3}),
        ("stage_state.hurry", "captain", {**CAPTAIN_STATE, "hurry": True}),
        ("stage", "settler", {"may_draw": False}),
    ],
)
def test_a_stage_that_does_not_fit_is_refused(field: str, stage: str, state: dict[str, Any]) -> None:
    with pytest.raises(PositionError) as refused:
        PUERTO_RICO.from_json(in_captain_phase(stage=stage, stage_state=state))
    assert refused.value.field == field


def test_a_full_ship_outside_the_captain_phase_is_refused() -> None:
    with pytest.raises(PositionError, match="ships"):
        set_up(Player(), Player(), Player(), ships={4: ("corn", 4)})


def test_a_full_trading_house_is_refused() -> None:
    with pytest.raises(PositionError, match="trading_house"):
        set_up(Player(), Player(), Player(), house=["corn", "indigo", "sugar", "coffee"])


def test_a_full_city_must_have_triggered_the_end() -> None:
    city = dict.fromkeys(["guild hall", "residence", "fortress", "customs house", "city hall", "office", "wharf"], 0)
    with pytest.raises(PositionError) as refused:
        set_up(Player(city=city), Player(), Player())
    assert refused.value.field == "ends"
    set_up(Player(city=city), Player(), Player(), ends=["city"])


def test_placing_that_has_begun_is_resumed_where_it_was() -> None:
    mover = Player(island={"corn": (2, 2), "indigo": (2, 0), "sugar": (2, 0)})
    position = set_up(mover, Player(), Player(), colonist_ship=0)
    play(position, "mayor", "pass", "place corn 1, ...")
    again = PUERTO_RICO.from_json(PUERTO_RICO.to_json(position))
    assert list(again.legal_moves()) == list(position.legal_moves())
    assert PUERTO_RICO.digest(again) == PUERTO_RICO.digest(position)


def events_of(games: int, **options: str) -> Iterator[Event]:
    """All that happens in random games of two to five in turn."""
    for number in range(games):
        secret = bytes([number]) * 32
        position = PUERTO_RICO.new(2 + number % 4, options, secret)
        position.listener = []
        play_at_random(position, from_secret(secret, "events"), 5_000)
        yield from position.listener


def fits_its_table(event: Event) -> bool:
    always, sometimes = set(EVENTS[event.kind]), set(SOMETIMES.get(event.kind, ()))
    return always <= set(event.data) <= always | sometimes


def test_every_event_of_the_basic_game_has_the_fields_that_its_table_says() -> None:
    kinds = set()
    for event in events_of(40):
        assert set(event.data) - {"more"} == set(EVENTS_OF_BASE[event.kind]), event.kind
        assert fits_its_table(event), event.kind
        kinds.add(event.kind)
    assert kinds == set(EVENTS_OF_BASE)


def test_every_event_of_the_expansions_has_the_fields_that_its_table_says() -> None:
    kinds = set()
    for event in events_of(8, buildings="all", nobles="on"):
        assert fits_its_table(event), event.kind
        kinds.add(event.kind)
    assert len(kinds - set(EVENTS_OF_BASE)) > 15
