"""Which positions and games of Puerto Rico are kept, and which options go together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bench.families import PUERTO_RICO
from games.engine.contract import Position
from games.engine.puertorico import consistency
from games.engine.puertorico.components import (
    BUILDINGS,
    CARD_NAMES,
    GOOD_NAMES,
    PLACE_NAMES,
    TILE_NAMES,
)
from games.engine.puertorico.fields import BUILDING_NAMES
from games.engine.puertorico.flow import PuertoRicoPosition
from games.engine.puertorico.position_json import CHOOSABLE_NAMES
from games.engine.puertorico.stage_table import STAGE_BY_NAME
from games.engine.puertorico.stages import STAGE_NAMES
from tests.engine.puertorico.positions import OF_THE_RULEBOOKS
from tests.engine.wanted import WantedGame, WantedPosition

SEATS = (2, 3, 4, 5)
PHASES = 8
"""After so many for each seat a game is in its middle."""
OTHER_BUILDINGS = [building.name for building in BUILDINGS if building not in OF_THE_RULEBOOKS]
"""Buildings that come into play only when the host lists them."""
STAGES = frozenset(
    name
    for name, stage in STAGE_BY_NAME.items()
    if stage.building is None or PLACE_NAMES[stage.building] not in OTHER_BUILDINGS
)

OF_EXPANSION_1 = PUERTO_RICO["expansion I, all"]
OF_NOBLES = PUERTO_RICO["nobles with base"]
OF_BOTH = PUERTO_RICO["both, all"]
OF_THE_EXPANSIONS: Mapping[str, tuple[int, Mapping[str, str]]] = {
    "draft": (4, PUERTO_RICO["both by draft"]),
    "forest": (3, OF_EXPANSION_1),
    "hunting lodge": (5, OF_NOBLES),
    "ship": (2, OF_NOBLES),
    "nobles": (4, OF_BOTH),
    "black market": (3, OF_EXPANSION_1),
    "guests": (5, OF_BOTH),
    "small wharf": (2, OF_EXPANSION_1),
}
"""The stages that the expansions bring: with how many players and which options one of them is looked for."""
COMBINED: Mapping[str, tuple[int, Mapping[str, str]]] = {
    "trader": (5, OF_BOTH),
    "builder": (2, {**OF_BOTH, "long_game": "on"}),
}
"""Stages of the base game in which the expansions change much."""
OF_THE_BASE = [stage for stage in STAGE_NAMES if stage in STAGES - {"role", "over", *OF_THE_EXPANSIONS}]
"""Of the first stage there are the starts, of the last one nothing to count."""


def count(position: Position) -> None:
    assert isinstance(position, PuertoRicoPosition)
    consistency.check(position)


def is_at_the_end(position: Position) -> bool:
    assert isinstance(position, PuertoRicoPosition)
    return position.at_phase_end == 1


def _wanted(stage: str, seats: int, options: Mapping[str, str]) -> WantedPosition:
    """From the middle of a game; the draft, which comes before it, from its own."""
    return WantedPosition(stage, seats, options, after=PHASES if stage == "draft" else PHASES * seats)


POSITIONS = {
    **{
        f"{seats}-{stage}": _wanted(stage, seats, {})
        for number, stage in enumerate(OF_THE_BASE)
        for seats in [SEATS[number % len(SEATS)]]
    },
    **{
        f"{seats}-{stage.replace(' ', '-')}": _wanted(stage, seats, options)
        for stage, (seats, options) in OF_THE_EXPANSIONS.items()
    },
    **{
        f"{seats}-{stage}-with-expansions": _wanted(stage, seats, options)
        for stage, (seats, options) in COMBINED.items()
    },
    "5-guests-at-the-end-of-a-phase": replace(_wanted("guests", 5, OF_BOTH), matches=is_at_the_end, rules_version=2),
}

RECORDS = {
    "base": WantedGame(4, PUERTO_RICO["base"], frozenset({"university"})),
    "expansion-1-draft": WantedGame(4, PUERTO_RICO["expansion I by draft"]),
    "expansion-1-random-for-two": WantedGame(2, PUERTO_RICO["expansion I at random"]),
    "expansion-1-all": WantedGame(
        3, {**PUERTO_RICO["expansion I, all"], "edition": "first"}, frozenset({"forest", "small wharf"})
    ),
    "nobles-with-base": WantedGame(3, PUERTO_RICO["nobles with base"], frozenset({"hunting lodge"})),
    "both-draft": WantedGame(5, PUERTO_RICO["both by draft"]),
    "both-all": WantedGame(4, PUERTO_RICO["both, all"], frozenset({"guests"})),
    "both-all-of-version-2": WantedGame(4, PUERTO_RICO["both, all"], frozenset({"guests"}), rules_version=2),
    "long-game": WantedGame(3, {**PUERTO_RICO["long game"], "open_vp": "on"}),
}

HIDDEN_TILES = (
    "hacienda, construction hut, hospice, forest house, storehouse, guesthouse, small wharf, library, hunting lodge"
)
"""Few kinds, so that random games often build them: these make forests that only their owner has seen."""
FAMILIES: tuple[tuple[int, Mapping[str, str]], ...] = (
    (2, {"buildings": "all", "nobles": "on", "long_game": "on"}),
    (3, {"buildings": "random", "exclusions": "off", "edition": "first"}),
    (3, {"buildings": "list", "violet_buildings": HIDDEN_TILES, "nobles": "on", "open_vp": "on"}),
    (4, {"buildings": "draft", "nobles": "on", "new_buildings": "off"}),
    (5, {"buildings": "random", "nobles": "on"}),
    *[(3, {"buildings": "list", "violet_buildings": name}) for name in OTHER_BUILDINGS],
)

OPENING = {
    "role": "the phase is that of the role picked",
    "ship": "who takes the noble decides who has whom to place",
}
UNFORESEEN = {
    "guests": "whether a guest matters to the production depends on the guests before",
    "villa": "whether the mayor can follow is known when the phase ends",
    "craftsman": "what can be taken is known when everybody has produced",
    "hunting lodge/guests": "whether a guest can hunt depends on what others take before",
    "captain > storing": "where loading is forced, what is left to store depends on what others load before",
    "captain/guests": "where only guests can move, nobody is to say beforehand that they stay",
}

WORDS = {
    "GOOD": GOOD_NAMES,
    "TILE": TILE_NAMES,
    "PLACE": PLACE_NAMES,
    "BUILDING": BUILDING_NAMES,
    "CHOOSABLE": CHOOSABLE_NAMES,
    "ROLE": CARD_NAMES,
    "STAGE": STAGE_NAMES,
}
