"""Translatable names and short effects by canonical term.

Canonical terms (the keys) are in the notation, records, views and events, and never change. People read the names.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.engine.puertorico.building_texts import BUILDING_TEXTS
from games.engine.puertorico.stage_table import STAGE_BY_NAME
from games.engine.words import Message, count_term, list_message, term
from games.engine.words import gettext_noop as _

ROLES: Final = {
    "settler": term("role of Puerto Rico", "settler"),
    "mayor": term("role of Puerto Rico", "mayor"),
    "builder": term("role of Puerto Rico", "builder"),
    "craftsman": term("role of Puerto Rico", "craftsman"),
    "trader": term("role of Puerto Rico", "trader"),
    "captain": term("role of Puerto Rico", "captain"),
    "prospector": term("role of Puerto Rico", "prospector"),
    "prospector 2": term("role of Puerto Rico", "second prospector"),
}

ROLE_EFFECTS: Final = {
    "settler": Message(_("Everybody may take a face-up plantation; the settler may take a quarry instead.")),
    "mayor": Message(
        _(
            "Everybody takes colonists from the ship in turn, and places all of their colonists anew. The mayor gets"
            " one more from the supply."
        )
    ),
    "builder": Message(_("Everybody may buy a building; the builder pays 1 doubloon less.")),
    "craftsman": Message(
        _("Everybody makes goods; the craftsman gets one more barrel of a kind that the craftsman has made.")
    ),
    "trader": Message(_("Everybody may sell one good; the trader gets 1 doubloon more for it.")),
    "captain": Message(
        _(
            "Everybody loads goods for as long as they can, for 1 VP a barrel, and then stores the rest. The captain"
            " gets 1 VP more for the first loading."
        )
    ),
    "prospector": Message(_("The others do nothing; whoever picks the prospector gets 1 doubloon.")),
}
"""What everybody does, and the picker's privilege (docs/rules §3)."""

GOODS: Final = {
    "corn": term("good of Puerto Rico", "corn"),
    "indigo": term("good of Puerto Rico", "indigo"),
    "sugar": term("good of Puerto Rico", "sugar"),
    "tobacco": term("good of Puerto Rico", "tobacco"),
    "coffee": term("good of Puerto Rico", "coffee"),
}

TILES: Final = {
    "corn": term("short tile of Puerto Rico", "corn"),
    "indigo": term("short tile of Puerto Rico", "indigo"),
    "sugar": term("short tile of Puerto Rico", "sugar"),
    "tobacco": term("short tile of Puerto Rico", "tobacco"),
    "coffee": term("short tile of Puerto Rico", "coffee"),
    "quarry": term("tile of Puerto Rico", "quarry"),
    "forest": term("tile of Puerto Rico", "forest"),
}
"""Where there is little room, and nobody takes the tile for the good."""

PLANTATIONS: Final = {
    "corn": term("tile of Puerto Rico", "corn plantation"),
    "indigo": term("tile of Puerto Rico", "indigo plantation"),
    "sugar": term("tile of Puerto Rico", "sugar plantation"),
    "tobacco": term("tile of Puerto Rico", "tobacco plantation"),
    "coffee": term("tile of Puerto Rico", "coffee plantation"),
    "quarry": term("tile of Puerto Rico", "quarry"),
    "forest": term("tile of Puerto Rico", "forest"),
}
"""Island tiles where the bare name would read as the good."""

ONE_TILE: Final = {
    "corn": term("one tile of Puerto Rico", "a corn plantation"),
    "indigo": term("one tile of Puerto Rico", "an indigo plantation"),
    "sugar": term("one tile of Puerto Rico", "a sugar plantation"),
    "tobacco": term("one tile of Puerto Rico", "a tobacco plantation"),
    "coffee": term("one tile of Puerto Rico", "a coffee plantation"),
    "quarry": term("one tile of Puerto Rico", "a quarry"),
    "forest": term("one tile of Puerto Rico", "a forest"),
}
"""With an article, for sentences about taking or drawing one."""

SAN_JUAN: Final = {"San Juan": term("place of Puerto Rico", "San Juan")}
"""No place to work: where colonists without a circle are."""

PEOPLE: Final = {
    "colonist": term("worker of Puerto Rico", "colonist"),
    "noble": term("worker of Puerto Rico", "noble"),
    "guest": term("worker of Puerto Rico", "guest"),
}
"""Who stands on circles; a guest is a colonist or noble in the guesthouse."""

BUILDINGS: Final = {word: texts.name for word, texts in BUILDING_TEXTS.items()}

EFFECTS: Final = {word: texts.effect for word, texts in BUILDING_TEXTS.items()}

STAGES: Final = {word: stage.name for word, stage in STAGE_BY_NAME.items()}

_PLACES: Final = {**TILES, **SAN_JUAN, **BUILDINGS}


def role(term: str) -> Message:
    return ROLES[term]


def role_effect(term: str) -> Message:
    """The two prospectors do the same."""
    return ROLE_EFFECTS[term.partition(" ")[0]]


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
    return list_message([amount(name, barrels) for name, barrels in goods.items() if barrels])


def amount(good: str, barrels: int) -> Message:
    """Barrels of one good: "2 corn"."""
    return count_term("counted good of Puerto Rico", "{count} {good}", "{count} {good}", barrels, good=GOODS[good])


def people_on(place: str, people: int, nobles: int = 0) -> Message:
    """How many stand on a place: "corn 2", "chapel 2 (1 noble)"."""
    if nobles == 0:
        return term("counted place of Puerto Rico", "{place} {count}", place=_PLACES[place], count=people)
    return count_term(
        "counted place of Puerto Rico",
        "{place} {all} ({count} noble)",
        "{place} {all} ({count} nobles)",
        nobles,
        place=_PLACES[place],
        all=people,
    )


def doubloons(count: int) -> Message:
    return count_term("counted doubloons of Puerto Rico", "{count} doubloon", "{count} doubloons", count)
