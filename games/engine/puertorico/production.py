"""What a seat produces: plantations, the plants for their goods, the aqueduct (docs/rules §3 Craftsman, §7 Aqueduct).

With it goes what guests could change in that (docs/rules §7 Guesthouse). craftsman.py has the phase.
"""

from __future__ import annotations

from mypy_extensions import i64

from games.engine.puertorico.components import (
    AQUEDUCT,
    CIRCLES,
    CORN,
    FIRST_BUILDING,
    INDIGO,
    LARGE_PLANT,
    NO_PLACE,
    PLACES,
    SMALL_PLANT,
    SUGAR,
    bit,
)
from games.engine.puertorico.guests import guest_targets
from games.engine.puertorico.position import State


def production(state: State, seat: i64, good: i64) -> i64:
    """Barrels that the seat could make with enough supply: the smaller of occupied plantations and circles."""
    workers = state.workers
    base = seat * PLACES
    fields = workers[base + good]
    if good == CORN or fields == 0:
        return fields
    circles = workers[base + LARGE_PLANT[good]]
    small = SMALL_PLANT[good]
    if small != NO_PLACE:
        circles += workers[base + small]
    return fields if fields < circles else circles


def output(state: State, seat: i64, good: i64) -> i64:
    """Barrels of a good that the seat would make, with its aqueduct, if the supply had enough."""
    barrels = production(state, seat, good)
    if state.has_expansions and barrels:
        barrels += extra_by_aqueduct(state, seat, good)
    return barrels


def extra_by_aqueduct(state: State, seat: i64, good: i64) -> i64:
    """One more indigo or sugar if the large plant makes any; it is supplied first (docs/rules §7 Aqueduct)."""
    if good != INDIGO and good != SUGAR:
        return 0
    if state.works(seat, AQUEDUCT) and state.workers_on(seat, LARGE_PLANT[good]) > 0:
        return 1
    return 0


# --- with guests ---


def output_with_guests(state: State, seat: i64, good: i64, guests: i64, supply: i64) -> i64:
    """Barrels of a good, without the aqueduct, if so many guests went to its plantations and plants.

    supply: barrels of the good that are left for the seat.
    """
    fields = state.workers_on(seat, good)
    field_room = state.circles(seat, good) - fields
    if good == CORN:
        return min(fields + min(guests, field_room), supply)
    plants = _plants(good)
    circles = _workers_in(state, seat, plants)
    plant_room = _circles_in(state, seat, plants) - circles
    most: i64 = 0
    for to_fields in range(guests + 1):
        barrels = min(fields + min(to_fields, field_room), circles + min(guests - to_fields, plant_room))
        if barrels > most:
            most = barrels
    return min(most, supply)


def places_for_guests(state: State, seat: i64, good: i64, guests: i64, supply: i64) -> i64:
    """The plantations of a good, its plants and the aqueduct, where so many guests could bring another barrel."""
    field = bit(good)
    wanted: i64 = 0
    barrels = output_with_guests(state, seat, good, 0, supply)
    if output_with_guests(state, seat, good, guests, supply) > barrels:
        plants = _plants(good)
        fields, circles = state.workers_on(seat, good), _workers_in(state, seat, plants)
        if good == CORN or fields <= circles:
            wanted = field
        if circles <= fields:
            wanted |= plants
    if good in (INDIGO, SUGAR) and barrels < supply:
        large = LARGE_PLANT[good]
        fields, men = state.workers_on(seat, good), state.workers_on(seat, large)
        if state.works(seat, AQUEDUCT):
            if fields > 0 and men == 0:
                wanted |= bit(large)
        elif (fields > 0 and men > 0) or (guests > 1 and _one_guest_starts_production(state, seat, good, large)):
            wanted |= 1 << AQUEDUCT
    return wanted


def _one_guest_starts_production(state: State, seat: i64, good: i64, large: i64) -> bool:
    """Whether one guest, on a plantation or in the large plant, would start its production."""
    if state.workers_on(seat, good) > 0:
        return guest_targets(state, seat, bit(large)) != 0
    return state.workers_on(seat, large) > 0 and guest_targets(state, seat, bit(good)) != 0


def _plants(good: i64) -> i64:
    """The set of production buildings of a good."""
    if good == CORN:
        return 0
    plants = bit(LARGE_PLANT[good])
    if SMALL_PLANT[good] != NO_PLACE:
        plants |= bit(SMALL_PLANT[good])
    return plants


def _workers_in(state: State, seat: i64, buildings: i64) -> i64:
    place: i64
    workers: i64 = 0
    for place in range(FIRST_BUILDING, PLACES):
        if (buildings >> place) & 1:
            workers += state.workers_on(seat, place)
    return workers


def _circles_in(state: State, seat: i64, buildings: i64) -> i64:
    """Circles of those of the buildings that the seat owns."""
    place: i64
    circles: i64 = 0
    owned = buildings & state.owned_places[seat]
    for place in range(FIRST_BUILDING, PLACES):
        if (owned >> place) & 1:
            circles += CIRCLES[place]
    return circles
