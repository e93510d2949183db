"""Why goods cannot be taken, sold, loaded or stored like this (docs/rules §3, §7, §8), and plantations not traded."""

from __future__ import annotations

from games.engine.puertorico import answers, captain, moves, names, storing
from games.engine.puertorico.components import (
    FOREST_HOUSE,
    GOOD_NAMES,
    LAND_OFFICE,
    NO_GOOD,
    QUARRY,
    ROYAL_SUPPLIER,
    SMALL_WHARF,
    STOREHOUSE,
    TILE_KINDS,
    TILE_NAMES,
    TRADING_HOUSE_SPACES,
    TRADING_POST,
    WHARF,
    bit_count,
    ship_size,
)
from games.engine.puertorico.position import State
from games.engine.puertorico.stages import TRADED_GOOD, TRADED_LAND
from games.engine.puertorico.trader import LAND_PRICE
from games.engine.words import Message, count_message, list_message, ngettext_noop
from games.engine.words import gettext_noop as _


def _named(good: int) -> Message:
    return names.good(GOOD_NAMES[good])


def has_no(good: int) -> Message:
    return Message(_("You have no {good}."), {"good": _named(good)})


def why_not_extra(position: State, move: int) -> Message:
    good = move - moves.EXTRA
    if not position.kinds_produced >> good & 1:
        return Message(_("You have produced no {good} in this phase."), {"good": _named(good)})
    if position.goods_supply[good] == 0:
        return Message(_("The supply has no {good} left."), {"good": _named(good)})
    return Message(_("Name both goods in one line: extra {good}, ..."), {"good": _named(good)})


# --- trader -----------------------------------------------------------------------------------------------------------


def why_not_trade(position: State, move: int) -> Message:
    if moves.is_sale(move):
        return _why_not_sell(position, move - moves.SELL)
    if move < moves.BUY_LAND:
        return _why_not_at_post(position, move - moves.SELL_AT_POST)
    return _why_no_land(position, move)


def _why_not_sell(position: State, good: int) -> Message:
    if position.traded & TRADED_GOOD:
        return Message(_("You have sold a good already in this phase."))
    if position.barrels_of(position.actor, good) == 0:
        return has_no(good)
    if position.trading_house_barrels() == TRADING_HOUSE_SPACES:
        return Message(_("The trading house is full."))
    return Message(_("The trading house already holds {good}."), {"good": _named(good)})


def _why_not_at_post(position: State, good: int) -> Message:
    if not position.works(position.actor, TRADING_POST):
        return Message(_("You have no occupied trading post."))
    if position.traded & TRADED_GOOD:
        return Message(_("You have sold a good already in this phase."))
    return has_no(good)


def _why_no_land(position: State, move: int) -> Message:
    """A colonist in the land office buys, a noble sells (docs/rules §8 Land office)."""
    seat = position.actor
    if not position.works(seat, LAND_OFFICE):
        return Message(_("You have no occupied land office."))
    if position.traded & TRADED_LAND:
        return Message(_("The land office works once in this phase."))
    if move >= moves.SELL_LAND:
        return _why_land_not_sold(position, move - moves.SELL_LAND)
    if position.works_by_noble(seat, LAND_OFFICE):
        return Message(_("The noble in your land office sells plantations and buys none."))
    if position.doubloons[seat] < LAND_PRICE:
        return Message(_("A plantation costs 1 doubloon, you have none."))
    if position.free_island_spaces(seat) == 0:
        return Message(_("Your island has no empty space."))
    tile = move - (moves.BUY_FOREST if move >= moves.BUY_FOREST else moves.BUY_LAND)
    if tile == QUARRY:
        return Message(_("The land office deals in no quarries."))
    if move >= moves.BUY_FOREST and not position.works(seat, FOREST_HOUSE):
        return Message(_("You have no occupied forest house."))
    return Message(_("No {tile} lies face up."), {"tile": names.tile(TILE_NAMES[tile])})


def _why_land_not_sold(position: State, tile: int) -> Message:
    if not position.works_by_noble(position.actor, LAND_OFFICE):
        return Message(_("The colonist in your land office buys plantations and sells none."))
    if tile == QUARRY:
        return Message(_("The land office deals in no quarries."))
    assert position.island[position.actor * TILE_KINDS + tile] == 0
    return Message(_("You have no {tile}."), {"tile": names.tile(TILE_NAMES[tile])})


# --- captain ----------------------------------------------------------------------------------------------------------


def why_no_ship(position: State, good: int) -> Message:
    """Why no ship takes a good, whichever ship it might be."""
    if position.barrels_of(position.actor, good) == 0:
        return has_no(good)
    return Message(_("No ship takes {good} now."), {"good": _named(good)})


def why_must_load(position: State) -> Message:
    """Why the seat may not pass in the captain phase: whoever can load a ship must."""
    loadings = [
        answers.answer_line(position, plies)
        for plies in answers.offered_answers(position)
        if moves.is_loading(plies[0])
    ]
    return Message(_("You must load: {moves}."), {"moves": list_message(loadings)})


def why_not_load(position: State, move: int) -> Message:
    if move == moves.BY_SMALL_WHARF:
        return _why_no_small_wharf(position)
    if move >= moves.SUPPLY:
        return _why_not_supply(position, move - moves.SUPPLY)
    seat, good, ship = position.actor, int(moves.loaded_good(move)), int(moves.loaded_ship(move))
    barrels = position.barrels_of(seat, good)
    if barrels == 0:
        return has_no(good)
    if ship == moves.BY_WHARF:
        if not position.works(seat, WHARF):
            return Message(_("You have no occupied wharf."))
        return Message(_("Your wharf has sailed already in this phase."))
    size = int(ship_size(position.seats, ship))
    carried = int(position.ship_good[ship])
    if carried == good:
        return Message(_("Ship {ship} is full."), {"ship": size})
    if carried != NO_GOOD:
        return Message(_("Ship {ship} carries {good}."), {"ship": size, "good": _named(carried)})
    return _why_not_empty_ship(position, good, size)


def _why_not_empty_ship(position: State, good: int, size: int) -> Message:
    """A good lies on one ship only, and of empty ships one that takes the most barrels must be chosen."""
    for ship in range(len(position.ship_good)):
        if position.ship_good[ship] == good:
            return Message(
                _("Ship {ship} carries {good} already, and a kind goes on one ship only."),
                {"ship": int(ship_size(position.seats, ship)), "good": _named(good)},
            )
    best = captain.ships_for(position, good, position.barrels_of(position.actor, good))
    larger = [str(ship_size(position.seats, ship)) for ship in range(len(position.ship_good)) if best >> ship & 1]
    return Message(
        _("Ship {ship} is too small: the {good} must go where most of it fits: {ships}."),
        {"ship": size, "good": _named(good), "ships": list_message(larger)},
    )


def _why_no_small_wharf(position: State) -> Message:
    seat = position.actor
    if not position.works(seat, SMALL_WHARF):
        return Message(_("You have no occupied small wharf."))
    if position.small_wharfs_used >> seat & 1:
        return Message(_("Your small wharf has sailed already in this phase."))
    return Message(_("You have no goods."))


def _why_not_supply(position: State, good: int) -> Message:
    """Before the first loading, once in a phase, one kind for each noble (docs/rules §8 Royal supplier)."""
    seat = position.actor
    if not position.works(seat, ROYAL_SUPPLIER):
        return Message(_("You have no occupied royal supplier."))
    if position.have_loaded >> seat & 1:
        return Message(_("The royal supplier takes goods only before your first loading."))
    if position.suppliers_done >> seat & 1:
        return Message(_("The royal supplier has had goods already in this phase."))
    nobles = int(position.noble_count[seat])
    if position.supplied_now >= nobles:
        return count_message(
            ngettext_noop(
                "The royal supplier takes {count} barrel, one for each of your nobles.",
                "The royal supplier takes {count} barrels, one for each of your nobles.",
            ),
            nobles,
        )
    if position.barrels_of(seat, good) == 0:
        return has_no(good)
    return Message(_("The royal supplier takes different kinds, and they are named in one line: supply corn, sugar."))


def why_not_cargo(position: State, move: int) -> Message:
    """Only for single plies; decisions.py judges whole lines."""
    if moves.cargo_good(move) != position.cargo_good:
        return Message(_("The next good to load is: {good}."), {"good": _named(int(position.cargo_good))})
    if moves.cargo_barrels(move) == 0:
        return Message(_("At least one barrel goes on the small wharf."))
    owned = int(position.barrels_of(position.actor, position.cargo_good))
    return Message(_("You have only {goods}."), {"goods": names.amount(GOOD_NAMES[position.cargo_good], owned)})


# --- storing ----------------------------------------------------------------------------------------------------------


def why_not_store(position: State, move: int) -> Message:
    seat = position.actor
    good = move - (moves.STORE if moves.is_storing(move) else moves.KEEP)
    if position.barrels_of(seat, good) == 0:
        return has_no(good)
    if position.kinds_stored >> good & 1:
        return Message(_("Your {good} is in a warehouse already."), {"good": _named(good)})
    kinds = int(storing.warehouse_capacity(position, seat))
    free = kinds - int(bit_count(position.kinds_stored))
    if moves.is_keeping(move) and free == 0:
        return _why_not_keep(position, good)
    if kinds == 0:
        if position.works(seat, STOREHOUSE):
            return Message(_("You have no occupied warehouse: keep four barrels."))
        return Message(_("You have no occupied warehouse: keep one barrel."))
    if moves.is_keeping(move) or free:
        return count_message(
            ngettext_noop(
                "Your warehouses still hold {count} whole kind: name it first.",
                "Your warehouses still hold {count} whole kinds: name them first.",
            ),
            free,
        )
    return count_message(
        ngettext_noop("Your warehouses hold {count} kind, no more.", "Your warehouses hold {count} kinds, no more."),
        kinds,
    )


def _why_not_keep(position: State, good: int) -> Message:
    """With a storehouse, single barrels are named in ascending order, as many as can be kept."""
    owned = int(position.barrels_of(position.actor, good))
    if position.singles[good] >= owned:
        return Message(_("You have only {goods}."), {"goods": names.amount(GOOD_NAMES[good], owned)})
    forms = ngettext_noop(
        "You keep {count} single barrels: name all of them in one line.",
        "You keep {count} single barrels: name all of them in one line.",
    )
    return count_message(forms, int(storing.single_barrel_capacity(position, position.actor)))
