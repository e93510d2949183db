"""One sentence for every kind of event (events.py). narration_expansions.py has those of the expansions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from games.engine import event_reader
from games.engine.contract import Event
from games.engine.puertorico import names
from games.engine.puertorico.event_reader import PuertoRicoEventReader
from games.engine.puertorico.narration_expansions import SENTENCES_OF_EXPANSIONS
from games.engine.puertorico.stage_table import STAGE_BY_NAME
from games.engine.words import Message, count_message, count_term, list_message, ngettext_noop, term
from games.engine.words import gettext_noop as _


def narrate(event: Event, players: Sequence[str]) -> Message:
    """The sentence for an event; players are the names by seat."""
    return _SENTENCES[event.kind](PuertoRicoEventReader(event, players))


def _picks(event: PuertoRicoEventReader) -> Message:
    role = names.role(event.word("role"))
    doubloons = event.number("doubloons")
    if doubloons == 0:
        return event.sentence(_("{player} picks the {role}."), role=role)
    return event.count_sentence(
        ngettext_noop(
            "{player} picks the {role}, with {count} doubloon on it.",
            "{player} picks the {role}, with {count} doubloons on it.",
        ),
        doubloons,
        role=role,
    )


def _prospects(event: PuertoRicoEventReader) -> Message:
    return event.count_sentence(
        ngettext_noop("{player} takes {count} doubloon.", "{player} takes {count} doubloons."),
        event.number("doubloons"),
    )


def _passes(event: PuertoRicoEventReader) -> Message:
    stage = STAGE_BY_NAME[event.word("stage")]
    return event.sentence(stage.passes_on_more if event.has("more") else stage.passes)


def _draws(event: PuertoRicoEventReader) -> Message:
    return event.sentence(_("{player} draws {tile} with the hacienda."), tile=event.tile())


def _takes(event: PuertoRicoEventReader) -> Message:
    return event.sentence(_("{player} takes {tile}."), tile=event.tile())


def _gets_colonist(event: PuertoRicoEventReader) -> Message:
    by = event.word("by")
    if by == "mayor":
        return event.sentence(_("{player} takes the mayor's colonist."))
    building, noble = names.building(by), event.noble()
    if by == "villa":
        msgid = _("{player}'s villa takes in a noble.") if noble else _("{player}'s villa takes in a colonist.")
        return event.sentence(msgid)
    if event.word("place") == "San Juan":
        if noble:
            return event.sentence(_("{player}'s {building} brings a noble to San Juan."), building=building)
        return event.sentence(_("{player}'s {building} brings a colonist to San Juan."), building=building)
    place = names.place_in_full(event.word("place"))
    if noble:
        return event.sentence(
            _("{player}'s {building} puts the noble from the ship on the {place}."), building=building, place=place
        )
    if event.word("source") == "ship":
        return event.sentence(
            _("{player}'s {building} puts a colonist from the ship on the {place}."), building=building, place=place
        )
    return event.sentence(_("{player}'s {building} puts a colonist on the {place}."), building=building, place=place)


def _shuffles(event: PuertoRicoEventReader) -> Message:
    return count_message(
        ngettext_noop(
            "{count} discarded plantation is shuffled into a new stack.",
            "{count} discarded plantations are shuffled into a new stack.",
        ),
        event.number("tiles"),
    )


def _plantations(event: PuertoRicoEventReader) -> Message:
    drawn, discarded = event.counts("drawn"), event.counts("discarded")
    if not drawn:
        return Message(_("No plantations are left to lay out."))
    if not discarded:
        return Message(_("New plantations: {drawn_goods}."), {"drawn_goods": names.amounts(drawn)})
    return Message(
        _("New plantations: {drawn_goods}. Discarded: {discarded_goods}."),
        {"drawn_goods": names.amounts(drawn), "discarded_goods": names.amounts(discarded)},
    )


def _colonists_arrive(event: PuertoRicoEventReader) -> Message:
    shares = [
        term("share of colonists", "{count} for {player}", count=count, player=player)
        for player, count in zip(event.players, event.numbers("counts"), strict=True)
        if count
    ]
    if not shares:
        return Message(_("The colonist ship is empty."))
    return Message(_("Colonists arrive: {shares}."), {"shares": list_message(shares)})


def _places(event: PuertoRicoEventReader) -> Message:
    nobles = event.counts("nobles") if event.has("nobles") else {}
    places = list_message(
        [names.people_on(place, count, nobles.get(place, 0)) for place, count in event.counts("places").items()]
    )
    left = event.number("san_juan")
    if left == 0:
        return event.sentence(_("{player}'s colonists: {places}."), places=places)
    left_nobles = nobles.get("San Juan", 0)
    if left_nobles:
        return event.count_sentence(
            ngettext_noop(
                "{player}'s colonists: {places}; {left} in San Juan ({count} noble).",
                "{player}'s colonists: {places}; {left} in San Juan ({count} nobles).",
            ),
            left_nobles,
            places=places,
            left=left,
        )
    return event.sentence(_("{player}'s colonists: {places}; {left} in San Juan."), places=places, left=left)


def _colonist_ship(event: PuertoRicoEventReader) -> Message:
    colonists, required = event.number("colonists"), event.number("required")
    nobles = event.number("nobles") if event.has("nobles") else 0
    if colonists + nobles < required:
        return count_message(
            ngettext_noop(
                "The colonist ship should carry {count} colonist and gets only {aboard}.",
                "The colonist ship should carry {count} colonists and gets only {aboard}.",
            ),
            required,
            aboard=colonists + nobles,
        )
    aboard = count_message(
        ngettext_noop("{count} colonist boards the ship.", "{count} colonists board the ship."), colonists
    )
    if nobles:
        return count_message(
            ngettext_noop(
                "{count} colonist and a noble board the ship.",
                "{count} colonists and a noble board the ship.",
            ),
            colonists,
        )
    return aboard


def _builds(event: PuertoRicoEventReader) -> Message:
    building = names.building(event.word("building"))
    if event.has("black_market"):
        return event.count_sentence(
            ngettext_noop(
                "{player} builds the {building} for {count} doubloon, and {short_doubloons} by the black market.",
                "{player} builds the {building} for {count} doubloons, and {short_doubloons} by the black market.",
            ),
            event.number("price"),
            building=building,
            short_doubloons=names.doubloons(event.number("black_market")),
        )
    return event.count_sentence(
        ngettext_noop(
            "{player} builds the {building} for {count} doubloon.",
            "{player} builds the {building} for {count} doubloons.",
        ),
        event.number("price"),
        building=building,
    )


def _produces(event: PuertoRicoEventReader) -> Message:
    goods = event.counts("goods")
    if not goods:
        return event.sentence(_("{player} produces nothing."))
    return event.sentence(_("{player} produces {goods}."), goods=names.amounts(goods))


def _factory(event: PuertoRicoEventReader) -> Message:
    return event.count_sentence(
        ngettext_noop(
            "{player}'s factory earns {count} doubloon for {kinds}.",
            "{player}'s factory earns {count} doubloons for {kinds}.",
        ),
        event.number("doubloons"),
        kinds=count_term("counted kinds of goods", "{count} kind", "{count} kinds", event.number("kinds")),
    )


def _extra(event: PuertoRicoEventReader) -> Message:
    return event.sentence(_("{player} takes one more {good}."), good=event.good())


def _sells(event: PuertoRicoEventReader) -> Message:
    return event.count_sentence(
        ngettext_noop("{player} sells {good} for {count} doubloon.", "{player} sells {good} for {count} doubloons."),
        event.number("doubloons"),
        good=event.good(),
    )


def _house_emptied(event: PuertoRicoEventReader) -> Message:
    return Message(
        _("The trading house is full and is emptied: {goods}."), {"goods": names.amounts(event.counts("goods"))}
    )


def _ships(event: PuertoRicoEventReader) -> Message:
    return event.sentence(
        _("{player} ships {goods} on ship {ship}: {points} VP."),
        goods=event.barrels(),
        ship=event.number("ship"),
        points=event.number("vp"),
    )


def _wharf(event: PuertoRicoEventReader) -> Message:
    return event.sentence(
        _("{player} ships {goods} by the wharf: {points} VP."),
        goods=event.barrels(),
        points=event.number("vp"),
    )


def _stores(event: PuertoRicoEventReader) -> Message:
    whole, single = event.counts("whole"), event.data["single"]
    singles = event.counts("singles") if event.has("singles") else {}
    if single is not None:
        singles = {str(single): 1}
    kept = {good: whole.get(good, singles.get(good, 0)) for good in names.GOODS}
    discarded = event.counts("discarded")
    if not any(kept.values()):
        return event.sentence(_("{player} keeps nothing."))
    if not discarded:
        return event.sentence(_("{player} keeps {kept_goods}."), kept_goods=names.amounts(kept))
    return event.sentence(
        _("{player} keeps {kept_goods} and gives back {discarded_goods}."),
        kept_goods=names.amounts(kept),
        discarded_goods=names.amounts(discarded),
    )


def _ship_emptied(event: PuertoRicoEventReader) -> Message:
    return Message(_("Ship {ship} sails with {goods}."), {"ship": event.number("ship"), "goods": event.barrels()})


_TRIGGERS: Final = {
    "city": _("{player}'s city is full: the game ends with this round."),
    "colonists": _("The colonist ship cannot be filled: the game ends with this round."),
    "victory points": _("The last victory point is taken: the game ends with this round."),
    "buildings": _("Nobody can ever build again: the game ends with this round."),
}


def _end_triggered(event: PuertoRicoEventReader) -> Message:
    msgid = _TRIGGERS[event.word("condition")]
    return Message(msgid) if event.word("condition") != "city" else event.sentence(msgid)


def _round_ends(event: PuertoRicoEventReader) -> Message:
    cards = list_message([names.role(role) for role in event.counts("doubloons")])
    return Message(
        _("Round {round} ends. One doubloon goes on: {roles}."), {"round": event.number("round"), "roles": cards}
    )


_SENTENCES: Final[dict[str, Callable[[PuertoRicoEventReader], Message]]] = {
    "picks": _picks,
    "prospects": _prospects,
    "passes": _passes,
    "draws": _draws,
    "takes": _takes,
    "gets_colonist": _gets_colonist,
    "shuffles": _shuffles,
    "plantations": _plantations,
    "colonists_arrive": _colonists_arrive,
    "places": _places,
    "colonist_ship": _colonist_ship,
    "builds": _builds,
    "produces": _produces,
    "factory": _factory,
    "extra": _extra,
    "sells": _sells,
    "house_emptied": _house_emptied,
    "ships": _ships,
    "wharf": _wharf,
    "stores": _stores,
    "ship_emptied": _ship_emptied,
    "end_triggered": _end_triggered,
    "round_ends": _round_ends,
    "governor": event_reader.governor,
    "game_over": event_reader.game_over_with_vp,
    **SENTENCES_OF_EXPANSIONS,
}
