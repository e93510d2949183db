"""One sentence for every kind of event (events.py), with the players' names; the expansions' kinds have a module."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from games.engine import telling
from games.engine.contract import Event
from games.engine.puertorico import names
from games.engine.puertorico.narration_expansions import SENTENCES_OF_EXPANSIONS
from games.engine.puertorico.telling import Told
from games.engine.words import Message, counted, listed, ngettext_noop
from games.engine.words import gettext_noop as _


def narrate(event: Event, players: Sequence[str]) -> Message:
    """The sentence for an event; players are the names by seat."""
    return _SENTENCES[event.kind](Told(event, players))


def _picks(told: Told) -> Message:
    role = names.role(told.word("role"))
    doubloons = told.number("doubloons")
    if doubloons == 0:
        return told.sentence(_("{player} picks the {role}."), role=role)
    return told.counting(
        ngettext_noop(
            "{player} picks the {role}, with {count} doubloon on it.",
            "{player} picks the {role}, with {count} doubloons on it.",
        ),
        doubloons,
        role=role,
    )


def _prospects(told: Told) -> Message:
    return told.counting(
        ngettext_noop("{player} takes {count} doubloon.", "{player} takes {count} doubloons."), told.number("doubloons")
    )


_PASSES: Final = {
    "settler": _("{player} takes no tile."),
    "hospice": _("{player} does not use the hospice."),
    "mayor": _("{player} declines the mayor's colonist."),
    "builder": _("{player} builds nothing."),
    "university": _("{player} does not use the university."),
    "craftsman": _("{player} takes no extra good."),
    "trader": _("{player} sells nothing."),
    "captain": _("{player} loads nothing."),
    "guests": _("{player} moves no guest."),
    "hunting lodge": _("{player} discards nothing."),
}
_PASSES_ON_MORE: Final = {
    "settler": _("{player} takes no second tile."),
    "craftsman": _("{player} takes no second extra good."),
    "trader": _("{player} trades nothing more."),
}


def _passes(told: Told) -> Message:
    return told.sentence((_PASSES_ON_MORE if told.has("more") else _PASSES)[told.word("stage")])


def _draws(told: Told) -> Message:
    return told.sentence(_("{player} draws {tile} with the hacienda."), tile=told.tile())


def _takes(told: Told) -> Message:
    return told.sentence(_("{player} takes {tile}."), tile=told.tile())


def _gets_colonist(told: Told) -> Message:
    by = told.word("by")
    if by == "mayor":
        return told.sentence(_("{player} takes the mayor's colonist."))
    building, noble = names.building(by), told.noble()
    if by == "villa":
        msgid = _("{player}'s villa takes in a noble.") if noble else _("{player}'s villa takes in a colonist.")
        return told.sentence(msgid)
    if told.word("place") == "San Juan":
        if noble:
            return told.sentence(_("{player}'s {building} brings a noble to San Juan."), building=building)
        return told.sentence(_("{player}'s {building} brings a colonist to San Juan."), building=building)
    place = names.place_in_full(told.word("place"))
    if noble:
        return told.sentence(
            _("{player}'s {building} puts the noble from the ship on the {place}."), building=building, place=place
        )
    if told.word("source") == "ship":
        return told.sentence(
            _("{player}'s {building} puts a colonist from the ship on the {place}."), building=building, place=place
        )
    return told.sentence(_("{player}'s {building} puts a colonist on the {place}."), building=building, place=place)


def _shuffles(told: Told) -> Message:
    return counted(
        ngettext_noop(
            "{count} discarded plantation is shuffled into a new stack.",
            "{count} discarded plantations are shuffled into a new stack.",
        ),
        told.number("tiles"),
    )


def _plantations(told: Told) -> Message:
    drawn, discarded = told.counts("drawn"), told.counts("discarded")
    if not drawn:
        return Message(_("No plantations are left to lay out."))
    if not discarded:
        return Message(_("New plantations: {drawn}."), {"drawn": names.amounts(drawn)})
    return Message(
        _("New plantations: {drawn}. Discarded: {discarded}."),
        {"drawn": names.amounts(drawn), "discarded": names.amounts(discarded)},
    )


def _colonists_arrive(told: Told) -> Message:
    shares = [
        Message(_("{count} for {player}"), {"player": player, "count": count})
        for player, count in zip(told.players, told.by_seat("counts"), strict=True)
        if count
    ]
    if not shares:
        return Message(_("The colonist ship is empty."))
    return Message(_("Colonists arrive: {shares}."), {"shares": listed(shares)})


def _places(told: Told) -> Message:
    nobles = told.counts("nobles") if told.has("nobles") else {}
    places = listed([_placed(place, count, nobles.get(place, 0)) for place, count in told.counts("places").items()])
    left = told.number("san_juan")
    if left == 0:
        return told.sentence(_("{player}'s colonists: {places}."), places=places)
    left_nobles = nobles.get("San Juan", 0)
    if left_nobles:
        return told.counting(
            ngettext_noop(
                "{player}'s colonists: {places}; {left} in San Juan ({count} noble).",
                "{player}'s colonists: {places}; {left} in San Juan ({count} nobles).",
            ),
            left_nobles,
            places=places,
            left=left,
        )
    return told.sentence(_("{player}'s colonists: {places}; {left} in San Juan."), places=places, left=left)


def _placed(place: str, count: int, nobles: int) -> Message:
    if nobles == 0:
        return Message(_("{place} {count}"), {"place": names.place(place), "count": count})
    return counted(
        ngettext_noop("{place} {all} ({count} noble)", "{place} {all} ({count} nobles)"),
        nobles,
        place=names.place(place),
        all=count,
    )


def _colonist_ship(told: Told) -> Message:
    colonists, required = told.number("colonists"), told.number("required")
    nobles = told.number("nobles") if told.has("nobles") else 0
    if colonists + nobles < required:
        return Message(
            _("The colonist ship should carry {required} and gets only {colonists}."),
            {"required": required, "colonists": colonists + nobles},
        )
    aboard = counted(ngettext_noop("{count} colonist boards the ship.", "{count} colonists board the ship."), colonists)
    if nobles:
        return counted(
            ngettext_noop(
                "{count} colonist and a noble board the ship.",
                "{count} colonists and a noble board the ship.",
            ),
            colonists,
        )
    return aboard


def _builds(told: Told) -> Message:
    building = names.building(told.word("building"))
    if told.has("black_market"):
        return told.counting(
            ngettext_noop(
                "{player} builds the {building} for {count} doubloon, and {short} by the black market.",
                "{player} builds the {building} for {count} doubloons, and {short} by the black market.",
            ),
            told.number("price"),
            building=building,
            short=told.number("black_market"),
        )
    return told.counting(
        ngettext_noop(
            "{player} builds the {building} for {count} doubloon.",
            "{player} builds the {building} for {count} doubloons.",
        ),
        told.number("price"),
        building=building,
    )


def _produces(told: Told) -> Message:
    goods = told.counts("goods")
    if not goods:
        return told.sentence(_("{player} produces nothing."))
    return told.sentence(_("{player} produces {goods}."), goods=names.amounts(goods))


def _factory(told: Told) -> Message:
    return told.counting(
        ngettext_noop(
            "{player}'s factory earns {count} doubloon for {kinds} kinds.",
            "{player}'s factory earns {count} doubloons for {kinds} kinds.",
        ),
        told.number("doubloons"),
        kinds=told.number("kinds"),
    )


def _extra(told: Told) -> Message:
    return told.sentence(_("{player} takes one more {good}."), good=told.good())


def _sells(told: Told) -> Message:
    return told.counting(
        ngettext_noop("{player} sells {good} for {count} doubloon.", "{player} sells {good} for {count} doubloons."),
        told.number("doubloons"),
        good=told.good(),
    )


def _house_emptied(told: Told) -> Message:
    return Message(
        _("The trading house is full and is emptied: {goods}."), {"goods": names.amounts(told.counts("goods"))}
    )


def _ships(told: Told) -> Message:
    return told.sentence(
        _("{player} ships {barrels} {good} on ship {ship}: {points} VP."),
        barrels=told.number("barrels"),
        good=told.good(),
        ship=told.number("ship"),
        points=told.number("vp"),
    )


def _wharf(told: Told) -> Message:
    return told.sentence(
        _("{player} ships {barrels} {good} by the wharf: {points} VP."),
        barrels=told.number("barrels"),
        good=told.good(),
        points=told.number("vp"),
    )


def _stores(told: Told) -> Message:
    whole, single = told.counts("whole"), told.data["single"]
    singles = told.counts("singles") if told.has("singles") else {}
    if single is not None:
        singles = {str(single): 1}
    kept = {good: whole.get(good, singles.get(good, 0)) for good in names.GOODS}
    discarded = told.counts("discarded")
    if not any(kept.values()):
        return told.sentence(_("{player} keeps nothing."))
    if not discarded:
        return told.sentence(_("{player} keeps {kept}."), kept=names.amounts(kept))
    return told.sentence(
        _("{player} keeps {kept} and gives back {discarded}."),
        kept=names.amounts(kept),
        discarded=names.amounts(discarded),
    )


def _ship_emptied(told: Told) -> Message:
    return Message(
        _("Ship {ship} sails with {barrels} {good}."),
        {"ship": told.number("ship"), "barrels": told.number("barrels"), "good": told.good()},
    )


_TRIGGERS: Final = {
    "city": _("{player}'s city is full: the game ends with this round."),
    "colonists": _("The colonist ship cannot be filled: the game ends with this round."),
    "victory points": _("The last victory point is taken: the game ends with this round."),
    "buildings": _("Nobody can ever build again: the game ends with this round."),
}


def _end_triggered(told: Told) -> Message:
    msgid = _TRIGGERS[told.word("condition")]
    return Message(msgid) if told.word("condition") != "city" else told.sentence(msgid)


def _round_ends(told: Told) -> Message:
    cards = listed([names.role(role) for role in told.counts("doubloons")])
    return Message(
        _("Round {round} ends. One doubloon goes on: {cards}."), {"round": told.number("round"), "cards": cards}
    )


_SENTENCES: Final[dict[str, Callable[[Told], Message]]] = {
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
    "governor": telling.governor,
    "game_over": telling.game_over,
    **SENTENCES_OF_EXPANSIONS,
}
