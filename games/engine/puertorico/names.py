"""Translatable names and short effects by canonical term.

Canonical terms (the keys) are in the notation, records, views and events, and never change. People read the names.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

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

BUILDINGS: Final = {
    "small indigo plant": Message(_("small indigo plant")),
    "small sugar mill": Message(_("small sugar mill")),
    "indigo plant": Message(_("indigo plant")),
    "sugar mill": Message(_("sugar mill")),
    "tobacco storage": Message(_("tobacco storage")),
    "coffee roaster": Message(_("coffee roaster")),
    "small market": Message(_("small market")),
    "hacienda": Message(_("hacienda")),
    "construction hut": Message(_("construction hut")),
    "small warehouse": Message(_("small warehouse")),
    "hospice": Message(_("hospice")),
    "office": Message(_("office")),
    "large market": Message(_("large market")),
    "large warehouse": Message(_("large warehouse")),
    "factory": Message(_("factory")),
    "university": Message(_("university")),
    "harbor": Message(_("harbor")),
    "wharf": Message(_("wharf")),
    "guild hall": Message(_("guild hall")),
    "residence": Message(_("residence")),
    "fortress": Message(_("fortress")),
    "customs house": Message(_("customs house")),
    "city hall": Message(_("city hall")),
    "aqueduct": Message(_("aqueduct")),
    "forest house": Message(_("forest house")),
    "black market": Message(_("black market")),
    "storehouse": Message(_("storehouse")),
    "guesthouse": Message(_("guesthouse")),
    "trading post": Message(_("trading post")),
    "church": Message(_("church")),
    "small wharf": Message(_("small wharf")),
    "lighthouse": Message(_("lighthouse")),
    "library": Message(_("library")),
    "specialty factory": Message(_("specialty factory")),
    "union hall": Message(_("union hall")),
    "cloister": Message(_("cloister")),
    "statue": Message(_("statue")),
    "land office": Message(_("land office")),
    "chapel": Message(_("chapel")),
    "hunting lodge": Message(_("hunting lodge")),
    "zoning office": Message(_("zoning office")),
    "royal supplier": Message(_("royal supplier")),
    "villa": Message(_("villa")),
    "jeweler": Message(_("jeweler")),
    "royal garden": Message(_("royal garden")),
}

EFFECTS: Final = {
    "small indigo plant": Message(_("makes indigo")),
    "small sugar mill": Message(_("makes sugar")),
    "indigo plant": Message(_("makes indigo")),
    "sugar mill": Message(_("makes sugar")),
    "tobacco storage": Message(_("makes tobacco")),
    "coffee roaster": Message(_("makes coffee")),
    "small market": Message(_("trader: +1 doubloon")),
    "hacienda": Message(_("settler: draw a tile first")),
    "construction hut": Message(_("settler: may take a quarry")),
    "small warehouse": Message(_("stores one kind more")),
    "hospice": Message(_("settler: colonist on the new tile")),
    "office": Message(_("trader: sells kinds already sold")),
    "large market": Message(_("trader: +2 doubloons")),
    "large warehouse": Message(_("stores two kinds more")),
    "factory": Message(_("craftsman: doubloons for variety")),
    "university": Message(_("builder: colonist on the new building")),
    "harbor": Message(_("captain: +1 VP per loading")),
    "wharf": Message(_("captain: a ship of your own, once")),
    "guild hall": Message(_("end: 1 VP per small, 2 per other plant")),
    "residence": Message(_("end: 4 to 7 VP for island tiles")),
    "fortress": Message(_("end: 1 VP per 3 colonists")),
    "customs house": Message(_("end: 1 VP per 4 VP chips")),
    "city hall": Message(_("end: 1 VP per violet building")),
    "aqueduct": Message(_("indigo plant, sugar mill: +1 barrel")),
    "forest house": Message(_("settler: forests; every two save 1")),
    "black market": Message(_("builder: pays up to 3 in kind")),
    "storehouse": Message(_("stores three barrels more")),
    "guesthouse": Message(_("two guests move where you need them")),
    "trading post": Message(_("trader: sells past the trading house")),
    "church": Message(_("builder: +1 VP, for large ones +2")),
    "small wharf": Message(_("captain: 1 VP per two barrels, once")),
    "lighthouse": Message(_("captain: +1 doubloon per loading")),
    "library": Message(_("doubles your privileges")),
    "specialty factory": Message(_("craftsman: doubloons for one kind")),
    "union hall": Message(_("captain: 1 VP per two of a kind")),
    "cloister": Message(_("end: 1 to 10 VP for threes of tiles")),
    "statue": Message(_("8 VP, needs no colonist")),
    "land office": Message(_("trader: buys a plantation; noble: sells")),
    "chapel": Message(_("craftsman: 1 doubloon; noble: 1 VP")),
    "hunting lodge": Message(_("settler: discards a tile; noble: 2 VP")),
    "zoning office": Message(_("builder: 1 less; noble: large 2 less")),
    "royal supplier": Message(_("captain: 1 VP per barrel, one per noble")),
    "villa": Message(_("mayor: one more noble")),
    "jeweler": Message(_("craftsman: 1 doubloon per noble")),
    "royal garden": Message(_("end: 1 VP per noble")),
}
"""What a building does once it is occupied (docs/rules §5, §7, §8), short enough to stand on its tile."""

STAGES: Final = {
    "draft": Message(_("choose a building for this game")),
    "role": Message(_("pick a role")),
    "settler": Message(_("take a tile")),
    "forest": Message(_("plantation or forest")),
    "hospice": Message(_("use the hospice")),
    "hunting lodge": Message(_("use the hunting lodge")),
    "mayor": Message(_("use the mayor's privilege")),
    "ship": Message(_("take a colonist or a noble")),
    "colonists": Message(_("place colonists")),
    "nobles": Message(_("place nobles")),
    "builder": Message(_("build")),
    "black market": Message(_("pay at the black market")),
    "university": Message(_("use the university")),
    "guests": Message(_("move guests")),
    "craftsman": Message(_("use the craftsman's privilege")),
    "trader": Message(_("sell a good")),
    "captain": Message(_("load a ship")),
    "small wharf": Message(_("load the small wharf")),
    "storing": Message(_("store goods")),
    "over": Message(_("game over")),
}

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
