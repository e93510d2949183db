"""Why a readable move is not legal, as precisely as the rules allow; one function per question."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from games.engine.contract import NO_MOVE, IllegalMove
from games.engine.puertorico import builder, captain, moves, names, notation, storing, wording
from games.engine.puertorico.components import (
    BUILDINGS,
    CARD_NAMES,
    FIRST_BUILDING,
    GOOD_NAMES,
    HACIENDA,
    NO_GOOD,
    PLACE_NAMES,
    QUARRY,
    TILE_NAMES,
    WHARF,
    cards_in_game,
    ship_size,
    size_of,
)
from games.engine.puertorico.position import (
    BUILDER,
    CAPTAIN,
    COLONISTS,
    CRAFTSMAN,
    ROLE,
    SETTLER,
    STAGE_NAMES,
    STORING,
    TRADER,
    State,
)
from games.engine.words import Message, counted, listed, ngettext_noop
from games.engine.words import gettext_noop as _


def refusal(position: State, text: str) -> IllegalMove:
    """The error for a line that `notation.parse` reads but that cannot be played."""
    if position.is_over():
        return notation.illegal(position, text, Message(_("The game is over.")))
    seat = position.actor
    trial = position.copy()
    assert isinstance(trial, State)
    for move in notation.parse(position, text):
        if trial.actor != seat or trial.phase() != position.phase():
            return notation.illegal(position, text, _too_much(position))
        if move not in trial.legal_moves():
            return notation.illegal(position, text, reason(trial, move))
        trial.play(move)
    return notation.illegal(position, text, Message(_("This cannot be played.")))


def _too_much(position: State) -> Message:
    if position.stage == STORING:
        return Message(_("That is more than can be kept."))
    return Message(_("That is more than is asked now."))


def reason(position: State, move: int) -> Message:
    """Why the seat to move may not play this move."""
    if move == moves.PASS:
        return _why_no_pass(position)
    if move == NO_MOVE or not _fits_stage(position, move):
        return Message(_("Now the question is another: {stage}."), {"stage": names.stage(STAGE_NAMES[position.stage])})
    return _REASONS[int(position.stage)](position, move)


def _fits_stage(position: State, move: int) -> bool:
    stage = int(position.stage)
    return stage in _REASONS and _KINDS[stage](move)


def _why_no_pass(position: State) -> Message:
    if position.stage == CAPTAIN:
        possible = listed([wording.move_text(position, move) for move in wording.listed_moves(position)])
        return Message(_("You must load: {moves}."), {"moves": possible})
    return Message(_("You cannot pass here: {stage}."), {"stage": names.stage(STAGE_NAMES[position.stage])})


def _why_not_pick(position: State, move: int) -> Message:
    card = move - moves.PICK
    role = names.role(CARD_NAMES[card])
    if not cards_in_game(position.seats) >> card & 1:
        return Message(_("There is no {role} in this game."), {"role": role})
    if not position.cards_left >> card & 1:
        return Message(_("The {role} is already taken in this round."), {"role": role})
    return Message(_("Both prospectors carry the same: pick the first one."))


def _why_not_tile(position: State, move: int) -> Message:
    if move == moves.DRAW:
        if not position.works(position.actor, HACIENDA):
            return Message(_("You have no occupied hacienda."))
        return Message(_("The hacienda draws once, before a tile is taken."))
    tile = TILE_NAMES[move - moves.TAKE]
    if move - moves.TAKE != QUARRY:
        return Message(_("No {tile} lies face up."), {"tile": names.tile(tile)})
    if position.quarries == 0:
        return Message(_("No quarries are left."))
    return Message(_("Only the settler, or an occupied construction hut, may take a quarry."))


def _why_not_build(position: State, move: int) -> Message:
    seat, place = position.actor, move - moves.BUILD
    building = names.building(PLACE_NAMES[place])
    if position.owns(seat, place):
        return Message(_("You already have the {building}."), {"building": building})
    if position.stock[place] == 0:
        return counted(
            ngettext_noop(
                "No {building} is left: the only one is sold.", "No {building} is left: all {count} are sold."
            ),
            int(position.all_buildings()[place]),
            building=building,
        )
    free = int(position.city_free(seat))
    if free == 0:
        return Message(_("No free city space."))
    if free < BUILDINGS[place - FIRST_BUILDING].spaces:
        return Message(_("The {building} takes two city spaces, one is free."), {"building": building})
    return Message(
        _("The {building} costs {price}, you have {doubloons}."),
        {
            "building": building,
            "price": int(position.price(seat, place, builder.privilege_of(position, seat))),
            "doubloons": int(position.doubloons[seat]),
        },
    )


def _why_not_extra(position: State, move: int) -> Message:
    good = move - moves.EXTRA
    if position.produced >> good & 1:
        return Message(_("The supply has no {good} left."), {"good": names.good(GOOD_NAMES[good])})
    return Message(_("You have produced no {good} in this phase."), {"good": names.good(GOOD_NAMES[good])})


def _has_no(good: int) -> Message:
    return Message(_("You have no {good}."), {"good": names.good(GOOD_NAMES[good])})


def _why_not_sell(position: State, move: int) -> Message:
    good = move - moves.SELL
    if position.good_of(position.actor, good) == 0:
        return _has_no(good)
    return Message(_("The trading house already holds {good}."), {"good": names.good(GOOD_NAMES[good])})


def _why_not_load(position: State, move: int) -> Message:
    seat, good, ship = position.actor, int(moves.loaded_good(move)), int(moves.loaded_ship(move))
    barrels = position.good_of(seat, good)
    if barrels == 0:
        return _has_no(good)
    if ship == moves.BY_WHARF:
        if not position.works(seat, WHARF):
            return Message(_("You have no occupied wharf."))
        return Message(_("Your wharf has sailed already in this phase."))
    size = int(ship_size(position.seats, ship))
    carried = int(position.ship_good[ship])
    if carried == good:
        return Message(_("Ship {ship} is full."), {"ship": size})
    if carried != NO_GOOD:
        return Message(_("Ship {ship} carries {good}."), {"ship": size, "good": names.good(GOOD_NAMES[carried])})
    return _why_not_empty_ship(position, good, size)


def _why_not_empty_ship(position: State, good: int, size: int) -> Message:
    """A kind lies on one ship only, and among empty ships the one that takes the most must be chosen."""
    name = names.good(GOOD_NAMES[good])
    for ship in range(len(position.ship_good)):
        if position.ship_good[ship] == good:
            return Message(
                _("Ship {ship} carries {good} already, and a kind goes on one ship only."),
                {"ship": int(ship_size(position.seats, ship)), "good": name},
            )
    best = captain.ships_for(position, good, position.good_of(position.actor, good))
    larger = [str(ship_size(position.seats, ship)) for ship in range(len(position.ship_good)) if best >> ship & 1]
    return Message(
        _("Ship {ship} is too small: the {good} must go where most of it fits: {ships}."),
        {"ship": size, "good": name, "ships": listed(larger)},
    )


def _why_not_store(position: State, move: int) -> Message:
    seat = position.actor
    good = move - (moves.STORE if moves.is_storing(move) else moves.KEEP)
    if position.good_of(seat, good) == 0:
        return _has_no(good)
    if position.stored >> good & 1:
        return Message(_("Your {good} is in a warehouse already."), {"good": names.good(GOOD_NAMES[good])})
    kinds = int(storing.warehoused_kinds(position, seat))
    if kinds == 0:
        return Message(_("You have no occupied warehouse: keep one barrel."))
    free = kinds - int(size_of(position.stored))
    if moves.is_keeping(move) or free:
        return counted(
            ngettext_noop(
                "Your warehouses still hold {count} whole kind: name it first.",
                "Your warehouses still hold {count} whole kinds: name them first.",
            ),
            free,
        )
    return counted(
        ngettext_noop("Your warehouses hold {count} kind, no more.", "Your warehouses hold {count} kinds, no more."),
        kinds,
    )


def _why_not_place(position: State, move: int) -> Message:
    """Only for the single plies of a placement; whole lines are judged in arrangement.py."""
    asked = names.place(PLACE_NAMES[position.placing])
    if moves.placed_on(move) != position.placing:
        return Message(_("The next place to fill is: {place}."), {"place": asked})
    counts = [moves.placed_colonists(possible) for possible in position.legal_moves()]
    return Message(
        _("On {place} go from {fewest} to {most} colonists now."),
        {"place": asked, "fewest": int(min(counts)), "most": int(max(counts))},
    )


_KINDS: Final[dict[int, Callable[[int], bool]]] = {
    ROLE: moves.is_pick,
    SETTLER: lambda move: move == moves.DRAW or moves.is_take(move),
    BUILDER: moves.is_building,
    CRAFTSMAN: moves.is_extra,
    TRADER: moves.is_sale,
    CAPTAIN: moves.is_loading,
    STORING: lambda move: moves.is_storing(move) or moves.is_keeping(move),
    COLONISTS: moves.is_placing,
}
"""Which moves answer which question; the remaining questions are yes or no."""

_REASONS: Final[dict[int, Callable[[State, int], Message]]] = {
    ROLE: _why_not_pick,
    SETTLER: _why_not_tile,
    BUILDER: _why_not_build,
    CRAFTSMAN: _why_not_extra,
    TRADER: _why_not_sell,
    CAPTAIN: _why_not_load,
    STORING: _why_not_store,
    COLONISTS: _why_not_place,
}
