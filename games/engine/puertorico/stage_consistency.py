"""Whether the fields of one stage fit the rest of the position (docs/rules §3, §7, §8, §11).

Every error is a PositionError that names the field of the JSON.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from games.engine.contract import PositionError
from games.engine.json_reader import require
from games.engine.puertorico import building_selection, mayor, newcomers, nobles, storing, villas
from games.engine.puertorico.builder import builder_privilege
from games.engine.puertorico.captain import has_small_wharf
from games.engine.puertorico.components import (
    BLACK_MARKET,
    CIRCLELESS_BUILDINGS,
    CITY_SPACES,
    CRAFTSMAN_CARD,
    FIRST_BUILDING,
    FIRST_EDITION,
    FOREST,
    FOREST_HOUSE,
    GOOD_NAMES,
    GOODS,
    GUESTHOUSE,
    HACIENDA,
    HOSPICE,
    LAND_OFFICE,
    LIBRARY,
    NO_PLACE,
    PLACE_NAMES,
    PLACES,
    QUARRY,
    ROYAL_SUPPLIER,
    RULES_GUESTS_AT_ANY_TIME,
    SAN_JUAN,
    SPACES,
    SPECIALTY_FACTORY,
    STOREHOUSE,
    UNION_HALL,
    UNIVERSITY,
    bit_count,
)
from games.engine.puertorico.discounts import price_of
from games.engine.puertorico.fields import in_play
from games.engine.puertorico.flow import PuertoRicoPosition
from games.engine.puertorico.moves import PASS
from games.engine.puertorico.stages import (
    PAID_COLONIST,
    STAGE_BLACK_MARKET,
    STAGE_CAPTAIN,
    STAGE_CRAFTSMAN,
    STAGE_DRAFT,
    STAGE_FOREST,
    STAGE_GUESTS,
    STAGE_HOSPICE,
    STAGE_MAYOR,
    STAGE_OVER,
    STAGE_SETTLER,
    STAGE_SHIP,
    STAGE_SMALL_WHARF,
    STAGE_STORING,
    STAGE_TRADER,
    STAGE_UNIVERSITY,
    TRADED_LAND,
)

_COLONIST_REDUCES: Final = 2
"""How much a colonist returned to the black market can have taken off the price before, at most."""


def check_stage(position: PuertoRicoPosition) -> None:
    """Check the fields of the stage, and that there is something to decide."""
    checked = _CHECKS.get(int(position.stage))
    if checked is not None:
        checked(position)
    moves = list(position.legal_moves())
    if position.stage != STAGE_OVER and (not moves or moves == [PASS]):
        raise PositionError("stage", "leaves nothing to decide for the seat to move")


def check_placing(position: PuertoRicoPosition, asked_for: int) -> None:
    """The seat that is asked to place has a choice; it has placed in canonical order so far."""
    _check_placers(position)
    seat = position.actor
    require(mayor.can_choose_places(position, seat), "stage", "the seat to move cannot choose where to place anybody")
    if asked_for == NO_PLACE:
        within = position.nobles_at(seat, SAN_JUAN) <= position.san_juan[seat]
        require(within, f"players[{seat}].nobles_in_san_juan", "are more than there are colonists")
        return
    askable = position.owns(seat, asked_for) and not (CIRCLELESS_BUILDINGS >> asked_for) & 1
    require(askable, "stage_state.asked_for", "is not a place of the seat to move")
    for place in range(PLACES):
        if place >= asked_for and position.workers_on(seat, place):
            raise PositionError("stage_state.asked_for", f"{PLACE_NAMES[place]} comes later and has colonists already")
        if place != SAN_JUAN and position.nobles_at(seat, place):
            raise PositionError(f"players[{seat}]", "names nobles only when everybody has a place")


def check_noble_placing(position: PuertoRicoPosition) -> None:
    """All colonists of the actor have a place; nobles have been placed on earlier places only."""
    _check_placers(position)
    seat, asked_for = position.actor, position.place_asked
    placed = position.colonists_of(seat) - position.san_juan[seat]
    fit = min(position.colonists_of(seat), position.circles_of(seat))
    require(placed == fit, f"players[{seat}].san_juan", "holds nobody that a circle is empty for")
    trial = position.copy()
    nobles.recall_nobles(trial, seat)
    place = nobles.next_choice(trial, seat, 0)
    while place != NO_PLACE and place < asked_for:
        named = position.nobles_at(seat, place)
        fewest, most = nobles.noble_range(trial, seat, place)
        require(fewest <= named <= most, f"players[{seat}]", f"has no {named} nobles for {PLACE_NAMES[place]}")
        nobles.place_nobles(trial, seat, place, named)
        place = nobles.next_choice(trial, seat, place + 1)
    require(place == asked_for, "stage_state.asked_for", "the seat to move has no choice there")
    for place in range(PLACES):
        same = trial.nobles_at(seat, place) == position.nobles_at(seat, place)
        require(same, f"players[{seat}]", f"cannot have these nobles on {PLACE_NAMES[place]} yet")


def _check_placers(position: PuertoRicoPosition) -> None:
    require(position.colonist_ship == 0, "colonist_ship", "is empty while colonists are placed")
    require(position.noble_ship == 0, "noble_ship", "is empty while colonists are placed")
    for seat in range(position.seats):
        waiting = not (position.seats_done >> seat) & 1
        if waiting and not mayor.has_choice(position, seat):
            raise PositionError("stage_state.placed", f"seat {seat} has no choice and must be among them")
    waits = not (position.seats_done >> position.actor) & 1
    require(waits, "stage_state.placed", "the seat to move is not among them")


def _check_draft(position: PuertoRicoPosition) -> None:
    for seat in range(position.seats):
        require(position.city_used[seat] == 0, f"players[{seat}].city", "nobody has built during the draft")
    laid = any(position.face_up[tile] for tile in range(GOODS))
    require(not laid, "face_up", "no plantations lie there during the draft")
    require(building_selection.choosable_kinds(position) != 0, "stage", "the draft is done")


def _check_settler(position: PuertoRicoPosition) -> None:
    seat = position.actor
    if position.may_draw:
        able = position.works(seat, HACIENDA) and position.free_island_spaces(seat) > 0 and position.can_draw()
        able = able and not position.hacienda_used and not position.second_tile
        require(able, "stage_state.may_draw", "the seat to move cannot draw")
    drew = not position.hacienda_used or (position.works(seat, HACIENDA) and not position.second_tile)
    require(drew, "stage_state.drew", "the seat to move cannot have drawn")
    second = not position.second_tile or (seat == position.picker and position.owns(seat, LIBRARY))
    require(second, "stage_state.second_tile", "is for the settler with a library")


def _check_drawn(position: PuertoRicoPosition) -> None:
    """A guest may still move to the forest house, or may have moved elsewhere since the tile was drawn."""
    seat = position.actor
    require(position.works(seat, HACIENDA), "stage", f"needs an occupied {PLACE_NAMES[HACIENDA]}")
    by_guest = position.rules_version >= RULES_GUESTS_AT_ANY_TIME and position.owns(seat, FOREST_HOUSE)
    by_guest = by_guest and in_play(GUESTHOUSE)(position)
    planted = by_guest or position.works(seat, FOREST_HOUSE)
    require(planted, "stage", f"needs an occupied {PLACE_NAMES[FOREST_HOUSE]}")
    require(position.free_island_spaces(seat) > 0, f"players[{seat}].island", "has no space for the tile drawn")


def _check_hospice(position: PuertoRicoPosition) -> None:
    forest = (
        position.acquired_place == FOREST
        and position.works(position.actor, FOREST_HOUSE)
        and _has_known_forest(position)
    )
    _check_new_place(position, HOSPICE, position.acquired_place <= QUARRY, forest)
    fetched = newcomers.available_colonists(position, position.edition == FIRST_EDITION)
    require(fetched > 0, "colonist_supply", "the hospice needs a colonist")


def _has_known_forest(position: PuertoRicoPosition) -> bool:
    """Whether the actor has a forest that was a face-up tile, so that everybody knows what it was."""
    if not position.has_expansions:
        return False
    first = position.actor * GOODS
    return any(position.forests[place] > position.secret_forests[place] for place in range(first, first + GOODS))


def _check_university(position: PuertoRicoPosition) -> None:
    statue = (CIRCLELESS_BUILDINGS >> position.acquired_place) & 1 == 1 and position.owns(
        position.actor, position.acquired_place
    )
    _check_new_place(position, UNIVERSITY, position.acquired_place >= FIRST_BUILDING, statue)
    require(newcomers.available_colonists(position, True) > 0, "colonist_supply", "the university needs a colonist")


def _check_new_place(position: PuertoRicoPosition, building: int, fits: bool, circleless: bool) -> None:
    """The hospice's or the university's colonist goes to the acquired place: to its empty circle, or to San Juan."""
    seat = position.actor
    place = position.acquired_place
    require(position.works(seat, building), "stage", f"needs an occupied {PLACE_NAMES[building]}")
    empty = fits and position.owns(seat, place) and position.workers_on(seat, place) < position.circles(seat, place)
    require(empty or circleless, "stage_state.latest", "has no empty circle for a colonist")


def _check_mayor(position: PuertoRicoPosition) -> None:
    require(position.actor == position.picker, "to_move", "only the mayor has the privilege")
    require(position.colonist_supply > 0, "colonist_supply", "the mayor's privilege needs a colonist")


def _check_ship(position: PuertoRicoPosition) -> None:
    require(position.noble_ship > 0, "noble_ship", "needs a noble to choose from")
    require(position.colonist_ship > 0, "colonist_ship", "needs a colonist to choose from")


def _check_payment(position: PuertoRicoPosition) -> None:
    """The price was fixed before the payment, even if a returned colonist reduced it (docs/rules §11 Black market)."""
    seat, building = position.actor, position.unpaid_building
    require(position.works(seat, BLACK_MARKET), "stage", "needs an occupied black market")
    free = position.stock[building] > 0 and not position.owns(seat, building)
    free = free and position.city_used[seat] + SPACES[building] <= CITY_SPACES
    require(free, "stage_state.building", "cannot be built by the seat to move")
    short = position.owed + bit_count(position.paid)
    above = price_of(position, seat, building, builder_privilege(position, seat)) - (position.doubloons[seat] + short)
    most = _COLONIST_REDUCES if position.paid & PAID_COLONIST else 0
    require(0 <= above <= most, "stage_state.owed", "is not what the doubloons are short of")


def _check_guests(position: PuertoRicoPosition) -> None:
    """Guests move to villas at the end of a phase, to all other places before the production."""
    if not position.at_phase_end:
        require(position.role == CRAFTSMAN_CARD, "stage_state.at_end", "no goods are produced in this phase")
        return
    follows = position.nobles_on == 1 and position.mayor_may_follow()
    require(follows, "stage_state.at_end", "no mayor can follow")
    asked = villas.is_asked(position, position.actor)
    require(asked, "to_move", "has no guest for a villa, or picks next")


def _check_craftsman(position: PuertoRicoPosition) -> None:
    seat = position.actor
    require(seat == position.picker, "to_move", "only the craftsman has the privilege")
    if in_play(LIBRARY)(position):
        doubled = position.works(seat, LIBRARY)
        require(position.extras_left == 1 or doubled, "stage_state.extras_left", "needs an occupied library")
        named = position.lowest_extra == 0 or (doubled and position.extras_left == 1)
        require(named, "stage_state.lowest_extra", "no good has been taken yet")
    if in_play(SPECIALTY_FACTORY)(position):
        for good in range(GOODS):
            made = position.barrels_made[good]
            field = f"stage_state.made.{GOOD_NAMES[good]}"
            require((made > 0) == ((position.kinds_produced >> good) & 1 == 1), field, "does not fit what was produced")
            require(made <= position.barrels_of(seat, good), field, "is more than the craftsman has")


def _check_trader(position: PuertoRicoPosition) -> None:
    if position.traded & TRADED_LAND:
        dealt = position.works(position.actor, LAND_OFFICE)
        require(dealt, "stage_state.traded", "the seat to move has no occupied land office")


def _check_shipping(position: PuertoRicoPosition) -> None:
    if in_play(UNION_HALL)(position):
        everybody = (1 << position.seats) - 1
        first_turns, seat = 0, position.picker
        while seat != position.actor:
            first_turns |= 1 << seat
            seat = position.next_seat(seat)
        fits = position.had_turn in (first_turns, everybody)
        require(fits, "stage_state.had_a_turn", "is everybody, or who comes before the seat to move")
    if in_play(ROYAL_SUPPLIER)(position):
        loaded = (position.wharfs_used | position.small_wharfs_used) & ~position.have_loaded == 0
        require(loaded, "stage_state.have_loaded", "must name whose wharf or small wharf is used")


def _check_captain(position: PuertoRicoPosition) -> None:
    _check_shipping(position)
    if not in_play(ROYAL_SUPPLIER)(position):
        return
    seat = position.actor
    tried = position.last_supplied + 1
    require((position.supplied_now == 0) == (tried == 0), "stage_state.supplied_last", "does not fit supplied_now")
    if position.supplied_now:
        able = position.works(seat, ROYAL_SUPPLIER) and position.supplied_now <= min(tried, position.noble_count[seat])
        able = able and not ((position.have_loaded | position.suppliers_done) >> seat) & 1
        require(able, "stage_state.supplied_now", "the seat to move cannot have supplied so many kinds")


def _check_small_wharf(position: PuertoRicoPosition) -> None:
    _check_shipping(position)
    seat = position.actor
    require(has_small_wharf(position, seat), "stage", "needs an occupied small wharf that is not used yet")
    require(position.barrels_of(seat, position.cargo_good) > 0, "stage_state.asked_for", "the seat to move has none")
    for good in range(GOODS):
        most = position.barrels_of(seat, good) if good < position.cargo_good else 0
        held = position.cargo[good] <= most
        require(held, f"stage_state.loaded.{GOOD_NAMES[good]}", f"must be at most {most} by now")


def _check_storing(position: PuertoRicoPosition) -> None:
    for seat in range(position.seats):
        waiting = not (position.seats_done >> seat) & 1
        if waiting and not storing.has_choice(position, seat):
            raise PositionError("stage_state.stored", f"seat {seat} has no choice and must be among them")
    seat = position.actor
    require(not (position.seats_done >> seat) & 1, "stage_state.stored", "the seat to move is not among them")
    for good in range(GOODS):
        if (position.kinds_stored >> good) & 1 and not position.barrels_of(seat, good):
            raise PositionError("stage_state.warehoused", f"the seat to move has no {GOOD_NAMES[good]}")
    kinds = bit_count(position.kinds_stored)
    room = storing.warehouse_capacity(position, seat)
    require(kinds <= room, "stage_state.warehoused", "is more than the warehouses hold")
    if in_play(STOREHOUSE)(position) and storing.single_barrels_named(position):
        able = position.works(seat, STOREHOUSE) and kinds == room
        able = able and storing.single_barrels_named(position) < storing.single_barrel_capacity(position, seat)
        require(able, "stage_state.singles", "the seat to move cannot have kept these yet")
        for good in range(GOODS):
            loose = 0 if (position.kinds_stored >> good) & 1 else position.barrels_of(seat, good)
            fits = position.singles[good] <= loose
            require(fits, f"stage_state.singles.{GOOD_NAMES[good]}", f"must be at most {loose}")


_CHECKS: Final[dict[int, Callable[[PuertoRicoPosition], None]]] = {
    STAGE_DRAFT: _check_draft,
    STAGE_SETTLER: _check_settler,
    STAGE_FOREST: _check_drawn,
    STAGE_HOSPICE: _check_hospice,
    STAGE_MAYOR: _check_mayor,
    STAGE_SHIP: _check_ship,
    STAGE_BLACK_MARKET: _check_payment,
    STAGE_UNIVERSITY: _check_university,
    STAGE_CRAFTSMAN: _check_craftsman,
    STAGE_GUESTS: _check_guests,
    STAGE_TRADER: _check_trader,
    STAGE_CAPTAIN: _check_captain,
    STAGE_SMALL_WHARF: _check_small_wharf,
    STAGE_STORING: _check_storing,
}
