"""Translatable names and short effects by canonical term.

Canonical terms (the keys) are in the notation, records, views and events, and never change. People read the names.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.engine.puertorico.building_texts import BUILDING_TEXTS
from games.engine.puertorico.stage_table import STAGE_BY_NAME
from games.engine.words import Message, list_message
from games.engine.words import gettext_noop as _

ROLES: Final = {
    "settler": Message(_("settler")),
    "mayor": Message(_("mayor")),
    "builder": Message(_("builder")),
    "craftsman": Message(_("craftsman")),
    "trader": Message(_("trader")),
    "captain": Message(_("captain")),
    "prospector": Message(_("prospector")),
    "prospector 2": Message(_("second prospector")),
}

GOODS: Final = {
    "corn": Message(_("corn")),
    "indigo": Message(_("indigo")),
    "sugar": Message(_("sugar")),
    "tobacco": Message(_("tobacco")),
    "coffee": Message(_("coffee")),
}

TILES: Final = {**GOODS, "quarry": Message(_("quarry")), "forest": Message(_("forest"))}

PLANTATIONS: Final = {
    "corn": Message(_("corn plantation")),
    "indigo": Message(_("indigo plantation")),
    "sugar": Message(_("sugar plantation")),
    "tobacco": Message(_("tobacco plantation")),
    "coffee": Message(_("coffee plantation")),
    "quarry": Message(_("quarry")),
    "forest": Message(_("forest")),
}
"""Island tiles where the bare name would read as the good."""

ONE_TILE: Final = {
    "corn": Message(_("a corn plantation")),
    "indigo": Message(_("an indigo plantation")),
    "sugar": Message(_("a sugar plantation")),
    "tobacco": Message(_("a tobacco plantation")),
    "coffee": Message(_("a coffee plantation")),
    "quarry": Message(_("a quarry")),
    "forest": Message(_("a forest")),
}
"""With an article, for sentences about taking or drawing one."""

SAN_JUAN: Final = {"San Juan": Message(_("San Juan"))}
"""No place to work: where colonists without a circle are."""

PEOPLE: Final = {
    "colonist": Message(_("colonist")),
    "noble": Message(_("noble")),
    "guest": Message(_("guest")),
}
"""Who stands on circles; a guest is a colonist or noble in the guesthouse."""

BUILDINGS: Final = {word: texts.name for word, texts in BUILDING_TEXTS.items()}

EFFECTS: Final = {word: texts.effect for word, texts in BUILDING_TEXTS.items()}

STAGES: Final = {word: stage.name for word, stage in STAGE_BY_NAME.items()}

_PLACES: Final = {**TILES, **SAN_JUAN, **BUILDINGS}


def role(term: str) -> Message:
    return ROLES[term]


def good(term: str) -> Message:
    return GOODS[term]


def tile(term: str) -> Message:
    """A good's plantation or the quarry, by its full name."""
    return PLANTATIONS[term]


def one_tile(term: str) -> Message:
    """A tile with its article, as the object of a sentence."""
    return ONE_TILE[term]


def building(term: str) -> Message:
    return BUILDINGS[term]


def place(term: str) -> Message:
    """A place for colonists: a kind of island tile, a building, or San Juan."""
    return _PLACES[term]


def place_in_full(term: str) -> Message:
    """A place for colonists where a bare "corn" would read as the good: "corn plantation"."""
    return PLANTATIONS[term] if term in PLANTATIONS else _PLACES[term]


def effect(term: str) -> Message:
    return EFFECTS[term]


def stage(term: str) -> Message:
    return STAGES[term]


def amounts(goods: Mapping[str, int]) -> Message:
    """Barrels by good as an enumeration, the kinds without any left out: "2 corn, 1 sugar"."""
    return list_message(
        [
            Message(_("{barrels} {good}"), {"barrels": barrels, "good": GOODS[name]})
            for name, barrels in goods.items()
            if barrels
        ]
    )
