"""The sentences for the kinds of events that only games with expansions have (events.py)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from games.engine.puertorico import names
from games.engine.puertorico.telling import Told
from games.engine.words import Message, ngettext_noop
from games.engine.words import gettext_noop as _


def _chooses(told: Told) -> Message:
    return told.sentence(_("{player} chooses the {building}."), building=names.building(told.word("building")))


# --- tiles ------------------------------------------------------------------------------------------------------------


def _looks_at(told: Told) -> Message:
    return told.sentence(_("{player} draws {tile} with the hacienda and looks at it."), tile=told.tile())


def _draws_forest(told: Told) -> Message:
    return told.sentence(_("{player} draws a plantation with the hacienda and places it as a forest."))


def _takes_forest(told: Told) -> Message:
    return told.sentence(_("{player} takes {tile} and places it as a forest."), tile=told.tile())


def _discards(told: Told) -> Message:
    return told.sentence(_("{player} discards {tile}."), tile=told.tile())


def _discards_forest(told: Told) -> Message:
    return told.sentence(_("{player} discards a forest that was {tile}."), tile=told.tile())


def _buys_land(told: Told) -> Message:
    return told.sentence(_("{player} buys {tile} for 1 doubloon."), tile=told.tile())


def _buys_forest(told: Told) -> Message:
    return told.sentence(_("{player} buys {tile} for 1 doubloon and places it as a forest."), tile=told.tile())


def _sells_land(told: Told) -> Message:
    return told.sentence(_("{player} gives back {tile} for 1 doubloon."), tile=told.tile())


# --- people -----------------------------------------------------------------------------------------------------------


def _takes_aboard(told: Told) -> Message:
    if told.noble():
        return told.sentence(_("{player} takes the noble from the ship."))
    return told.sentence(_("{player} takes a colonist from the ship."))


def _guest_moves(told: Told) -> Message:
    place = names.place_in_full(told.word("place"))
    if told.noble():
        return told.sentence(_("{player} sends a noble guest to the {place}."), place=place)
    return told.sentence(_("{player} sends a guest to the {place}."), place=place)


def _pays_colonist(told: Told) -> Message:
    place = names.place_in_full(told.word("place"))
    if told.word("place") == "San Juan":
        if told.noble():
            return told.sentence(_("{player} returns a noble from San Juan."))
        return told.sentence(_("{player} returns a colonist from San Juan."))
    if told.noble():
        return told.sentence(_("{player} returns a noble from the {place}."), place=place)
    return told.sentence(_("{player} returns a colonist from the {place}."), place=place)


def _pays_good(told: Told) -> Message:
    return told.sentence(_("{player} returns 1 {good}."), good=told.good())


def _pays_vp(told: Told) -> Message:
    return told.sentence(_("{player} returns 1 VP."))


# --- what buildings earn ----------------------------------------------------------------------------------------------


def _earns_vp(told: Told, building: str) -> Message:
    return told.sentence(
        _("{player}'s {building} earns {points} VP."), building=names.building(building), points=told.number("vp")
    )


def _earns_doubloons(told: Told, building: str) -> Message:
    return told.counting(
        ngettext_noop(
            "{player}'s {building} earns {count} doubloon.", "{player}'s {building} earns {count} doubloons."
        ),
        told.number("doubloons"),
        building=names.building(building),
    )


def _chapel(told: Told) -> Message:
    return _earns_vp(told, "chapel") if told.has("vp") else _earns_doubloons(told, "chapel")


def _specialty_factory(told: Told) -> Message:
    return told.counting(
        ngettext_noop(
            "{player}'s specialty factory earns {count} doubloon for {good}.",
            "{player}'s specialty factory earns {count} doubloons for {good}.",
        ),
        told.number("doubloons"),
        good=told.good(),
    )


# --- goods ------------------------------------------------------------------------------------------------------------


def _sells_at_post(told: Told) -> Message:
    return told.counting(
        ngettext_noop(
            "{player} sells {good} at the trading post for {count} doubloon.",
            "{player} sells {good} at the trading post for {count} doubloons.",
        ),
        told.number("doubloons"),
        good=told.good(),
    )


def _supplies(told: Told) -> Message:
    return told.sentence(
        _("{player} gives 1 {good} to the royal supplier: {points} VP."), good=told.good(), points=told.number("vp")
    )


def _small_wharf(told: Told) -> Message:
    return told.sentence(
        _("{player} ships {goods} by the small wharf: {points} VP."),
        goods=names.amounts(told.counts("goods")),
        points=told.number("vp"),
    )


SENTENCES_OF_EXPANSIONS: Final[dict[str, Callable[[Told], Message]]] = {
    "chooses": _chooses,
    "looks_at": _looks_at,
    "draws_forest": _draws_forest,
    "takes_forest": _takes_forest,
    "hunts": partial(_earns_vp, building="hunting lodge"),
    "discards": _discards,
    "discards_forest": _discards_forest,
    "takes_aboard": _takes_aboard,
    "pays_colonist": _pays_colonist,
    "pays_good": _pays_good,
    "pays_vp": _pays_vp,
    "church": partial(_earns_vp, building="church"),
    "guest_moves": _guest_moves,
    "chapel": _chapel,
    "jeweler": partial(_earns_doubloons, building="jeweler"),
    "specialty_factory": _specialty_factory,
    "sells_at_post": _sells_at_post,
    "buys_land": _buys_land,
    "buys_forest": _buys_forest,
    "sells_land": _sells_land,
    "lighthouse": partial(_earns_doubloons, building="lighthouse"),
    "union_hall": partial(_earns_vp, building="union hall"),
    "supplies": _supplies,
    "small_wharf": _small_wharf,
}
