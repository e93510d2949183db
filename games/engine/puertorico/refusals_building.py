"""Why a building cannot be chosen, bought, or paid for like this (docs/rules §3 Builder, §7 Black market)."""

from __future__ import annotations

from games.engine.puertorico import black_market, builder, building_selection, moves, names
from games.engine.puertorico.components import (
    BLACK_MARKET,
    BUILDINGS,
    FIRST_BUILDING,
    GOOD_NAMES,
    PLACE_NAMES,
    PLACES,
    PRICE,
    SAN_JUAN,
    SELECTABLE_BUILDINGS,
)
from games.engine.puertorico.discounts import price_of
from games.engine.puertorico.position import State
from games.engine.puertorico.stages import PAID_COLONIST, PAID_GOOD, PAID_VP
from games.engine.words import Message, count_message, ngettext_noop
from games.engine.words import gettext_noop as _


def why_not_choose(position: State, move: int) -> Message:
    """Why a kind cannot be chosen in the draft."""
    place = move - moves.CHOOSE
    building = names.building(PLACE_NAMES[place])
    if not SELECTABLE_BUILDINGS >> place & 1:
        return Message(_("The {building} is in every game."), {"building": building})
    if position.kinds_in_play >> place & 1:
        return Message(_("The {building} is chosen already."), {"building": building})
    if not building_selection.selectable_kinds(position) >> place & 1:
        return Message(_("The {building} does not belong to the boxes of this game."), {"building": building})
    other = _excluded_by(position, place)
    if other is not None:
        return Message(
            _("The {building} is out of this game, since the {other_building} is chosen."),
            {"building": building, "other_building": names.building(other)},
        )
    return Message(_("All spaces for a price of {price} are taken."), {"price": int(PRICE[place])})


def _excluded_by(position: State, place: int) -> str | None:
    """The other of a pair of which only one may be in play, if it is chosen."""
    if position.exclusions:
        for pair in building_selection.EXCLUDED_PAIRS:
            for other in range(FIRST_BUILDING, PLACES):
                if other != place and pair >> place & 1 and (pair & position.kinds_in_play) >> other & 1:
                    return PLACE_NAMES[other]
    return None


def why_not_build(position: State, move: int) -> Message:
    """Why a building cannot be bought; also why nothing can be returned before one is."""
    if not moves.is_building(move):
        return Message(_("First say what you build, then what you return for it."))
    seat, place = position.actor, move - moves.BUILD
    building = names.building(PLACE_NAMES[place])
    if position.owns(seat, place):
        return Message(_("You already have the {building}."), {"building": building})
    copies = int(position.all_buildings()[place])
    if copies == 0:
        return Message(_("The {building} is not in this game."), {"building": building})
    if position.stock[place] == 0:
        return count_message(
            ngettext_noop(
                "No {building} is left: the only one is sold.", "No {building} is left: all {count} are sold."
            ),
            copies,
            building=building,
        )
    free = int(position.free_city_spaces(seat))
    if free == 0:
        return Message(_("No free city space."))
    if free < BUILDINGS[place - FIRST_BUILDING].spaces:
        return Message(_("The {building} takes two city spaces, one is free."), {"building": building})
    return _too_dear(position, place)


def _too_dear(position: State, place: int) -> Message:
    """The black market makes up for one doubloon with each kind of thing that its owner can return."""
    seat = position.actor
    price = int(price_of(position, seat, place, builder.builder_privilege(position, seat)))
    params: dict[str, int | str | Message] = {
        "building": names.building(PLACE_NAMES[place]),
        "price_doubloons": names.doubloons(price),
        "owned": int(position.doubloons[seat]),
    }
    if not (position.has_expansions and position.works(seat, BLACK_MARKET)):
        return Message(_("The {building} costs {price_doubloons}, you have {owned}."), params)
    return Message(
        _(
            "The {building} costs {price_doubloons}, you have {owned}, and the black market makes up for at most "
            "{worth}."
        ),
        {**params, "worth": int(black_market.max_payment(position, seat))},
    )


def why_not_pay(position: State, move: int) -> Message:
    """Why something cannot be returned to the black market, at least not now."""
    kind, missing = _judged(position, move)
    if missing is not None:
        return missing
    if position.paid & kind:
        return Message(_("Only different things can be returned: one colonist, one good, one VP."))
    return Message(_("The colonist is named first, then the good, then the VP; and all that is owed must be named."))


def _judged(position: State, move: int) -> tuple[int, Message | None]:
    """The kind of thing that a move returns, and why the seat does not have it, if it does not."""
    seat = position.actor
    if move == moves.PAY_VP:
        return PAID_VP, None if position.vp(seat) else Message(_("You have no VP."))
    if move >= moves.PAY_GOOD:
        good = move - moves.PAY_GOOD
        has_none = Message(_("You have no {good}."), {"good": names.good(GOOD_NAMES[good])})
        return PAID_GOOD, None if position.barrels_of(seat, good) else has_none
    noble = move >= moves.PAY_NOBLE
    place = move - (moves.PAY_NOBLE if noble else moves.PAY_COLONIST)
    if place == BLACK_MARKET:
        return PAID_COLONIST, Message(_("Who works on the black market cannot be returned."))
    there = position.nobles_at(seat, place) if noble else position.ordinary_colonists_on(seat, place)
    if there:
        return PAID_COLONIST, None
    name = names.place_in_full(PLACE_NAMES[place])
    if place == SAN_JUAN and noble:
        return PAID_COLONIST, Message(_("There is no noble of yours in San Juan."))
    if place == SAN_JUAN:
        return PAID_COLONIST, Message(_("There is no colonist of yours in San Juan."))
    if noble:
        return PAID_COLONIST, Message(_("There is no noble of yours on the {place}."), {"place": name})
    return PAID_COLONIST, Message(_("There is no colonist of yours on the {place}."), {"place": name})
