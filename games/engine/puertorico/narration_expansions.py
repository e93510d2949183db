"""The sentences for the kinds of events that only games with expansions have (events.py)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from games.engine.puertorico import names
from games.engine.puertorico.building_texts import BUILDING_TEXTS, INCOME
from games.engine.puertorico.event_reader import PuertoRicoEventReader
from games.engine.words import Message, ngettext_noop
from games.engine.words import gettext_noop as _


def _chooses(event: PuertoRicoEventReader) -> Message:
    return event.sentence(_("{player} chooses the {building}."), building=names.building(event.word("building")))


# --- tiles ------------------------------------------------------------------------------------------------------------


def _looks_at(event: PuertoRicoEventReader) -> Message:
    return event.sentence(_("{player} draws {tile} with the hacienda and looks at it."), tile=event.tile())


def _draws_forest(event: PuertoRicoEventReader) -> Message:
    return event.sentence(_("{player} draws a plantation with the hacienda and places it as a forest."))


def _takes_forest(event: PuertoRicoEventReader) -> Message:
    return event.sentence(_("{player} takes {tile} and places it as a forest."), tile=event.tile())


def _discards(event: PuertoRicoEventReader) -> Message:
    return event.sentence(_("{player} discards {tile}."), tile=event.tile())


def _discards_forest(event: PuertoRicoEventReader) -> Message:
    return event.sentence(_("{player} discards a forest that was {tile}."), tile=event.tile())


def _buys_land(event: PuertoRicoEventReader) -> Message:
    return event.sentence(_("{player} buys {tile} for 1 doubloon."), tile=event.tile())


def _buys_forest(event: PuertoRicoEventReader) -> Message:
    return event.sentence(_("{player} buys {tile} for 1 doubloon and places it as a forest."), tile=event.tile())


def _sells_land(event: PuertoRicoEventReader) -> Message:
    return event.sentence(_("{player} gives back {tile} for 1 doubloon."), tile=event.tile())


# --- people -----------------------------------------------------------------------------------------------------------


def _takes_aboard(event: PuertoRicoEventReader) -> Message:
    if event.noble():
        return event.sentence(_("{player} takes the noble from the ship."))
    return event.sentence(_("{player} takes a colonist from the ship."))


def _guest_moves(event: PuertoRicoEventReader) -> Message:
    place = names.place_in_full(event.word("place"))
    if event.noble():
        return event.sentence(_("{player} sends a noble guest to the {place}."), place=place)
    return event.sentence(_("{player} sends a guest to the {place}."), place=place)


def _pays_colonist(event: PuertoRicoEventReader) -> Message:
    place = names.place_in_full(event.word("place"))
    if event.word("place") == "San Juan":
        if event.noble():
            return event.sentence(_("{player} returns a noble from San Juan."))
        return event.sentence(_("{player} returns a colonist from San Juan."))
    if event.noble():
        return event.sentence(_("{player} returns a noble from the {place}."), place=place)
    return event.sentence(_("{player} returns a colonist from the {place}."), place=place)


def _pays_good(event: PuertoRicoEventReader) -> Message:
    return event.sentence(_("{player} returns 1 {good}."), good=event.good())


def _pays_vp(event: PuertoRicoEventReader) -> Message:
    return event.sentence(_("{player} returns 1 VP."))


# --- what buildings earn ----------------------------------------------------------------------------------------------


def _earns_vp(event: PuertoRicoEventReader, building: str) -> Message:
    return event.sentence(
        _("{player}'s {building} earns {points} VP."), building=names.building(building), points=event.number("vp")
    )


def _earns_doubloons(event: PuertoRicoEventReader, building: str) -> Message:
    return event.count_sentence(
        ngettext_noop(
            "{player}'s {building} earns {count} doubloon.", "{player}'s {building} earns {count} doubloons."
        ),
        event.number("doubloons"),
        building=names.building(building),
    )


def _chapel(event: PuertoRicoEventReader) -> Message:
    return _earns_vp(event, "chapel") if event.has("vp") else _earns_doubloons(event, "chapel")


def _earns_for_good(event: PuertoRicoEventReader, building: str) -> Message:
    return event.count_sentence(
        ngettext_noop(
            "{player}'s {building} earns {count} doubloon for {good}.",
            "{player}'s {building} earns {count} doubloons for {good}.",
        ),
        event.number("doubloons"),
        building=names.building(building),
        good=event.good(),
    )


def _income(building: str) -> Callable[[PuertoRicoEventReader], Message]:
    """The sentence for what a building pays."""
    texts = BUILDING_TEXTS[building]
    sentence = _earns_vp if texts.pays == "vp" else _earns_for_good if texts.for_good else _earns_doubloons
    return partial(sentence, building=building)


# --- goods ------------------------------------------------------------------------------------------------------------


def _sells_at_post(event: PuertoRicoEventReader) -> Message:
    return event.count_sentence(
        ngettext_noop(
            "{player} sells {good} at the trading post for {count} doubloon.",
            "{player} sells {good} at the trading post for {count} doubloons.",
        ),
        event.number("doubloons"),
        good=event.good(),
    )


def _supplies(event: PuertoRicoEventReader) -> Message:
    return event.sentence(
        _("{player} gives 1 {good} to the royal supplier: {points} VP."), good=event.good(), points=event.number("vp")
    )


def _small_wharf(event: PuertoRicoEventReader) -> Message:
    return event.sentence(
        _("{player} ships {goods} by the small wharf: {points} VP."),
        goods=names.amounts(event.counts("goods")),
        points=event.number("vp"),
    )


SENTENCES_OF_EXPANSIONS: Final[dict[str, Callable[[PuertoRicoEventReader], Message]]] = {
    "chooses": _chooses,
    "looks_at": _looks_at,
    "draws_forest": _draws_forest,
    "takes_forest": _takes_forest,
    "discards": _discards,
    "discards_forest": _discards_forest,
    "takes_aboard": _takes_aboard,
    "pays_colonist": _pays_colonist,
    "pays_good": _pays_good,
    "pays_vp": _pays_vp,
    "guest_moves": _guest_moves,
    "chapel": _chapel,
    "sells_at_post": _sells_at_post,
    "buys_land": _buys_land,
    "buys_forest": _buys_forest,
    "sells_land": _sells_land,
    "supplies": _supplies,
    "small_wharf": _small_wharf,
    **{kind: _income(building) for kind, building in INCOME.items()},
}
