"""The suggested placement of colonists, for `place auto` and for pages.

It is greedy by worth per colonist, in about tenths of a victory point. A barrel needs a worker on the plantation and
one in the production building (corn only the first): a pair costs two colonists, the missing half of a pair one.
Further barrels of a good, and further quarries, are worth less than the first; a quarry is worth less than either of
the two workers that make a barrel. Nobles (docs/rules §8) go to places where they do more than a colonist, and avoid
places where they do less.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from games.engine.puertorico.components import (
    BLACK_MARKET,
    CHAPEL,
    CHURCH,
    CIRCLELESS_BUILDINGS,
    CONSTRUCTION_HUT,
    CORN,
    FIRST_BUILDING,
    FIRST_VIOLET,
    FOREST_HOUSE,
    GOODS,
    GUESTHOUSE,
    HACIENDA,
    HOSPICE,
    HUNTING_LODGE,
    JEWELER,
    LAND_OFFICE,
    LARGE_PLANT,
    NO_PLACE,
    PLACES,
    QUARRY,
    ROYAL_GARDEN,
    ROYAL_SUPPLIER,
    SMALL_PLANT,
    UNIVERSITY,
    ZONING_OFFICE,
)
from games.engine.puertorico.hunting_lodges import has_most_space
from games.engine.puertorico.moves import noble_placing_move, placing_move
from games.engine.puertorico.nobles import noble_range, places_that_matter
from games.engine.puertorico.position import State
from games.engine.puertorico.stages import STAGE_NOBLES

# By place; production buildings and plantations are worth what their barrels are.
_WORTH_OF_BASE: Final = [14, 9, 6, 9, 10, 6, 20, 11, 26, 12, 28, 30] + [60] * 5
_WORTH_OF_EXPANSION_1: Final = [13, 8, 7, 10, 9, 12, 12, 14, 18, 20, 20, 22, 60, 0]
_WORTH_OF_NOBLES: Final = [5, 14, 8, 9, 0, 13, 0, 0]
_WORTH_OF_OTHERS: Final = 10
"""A building of which nothing else is said here."""
_SAID: Final = [0] * FIRST_VIOLET + _WORTH_OF_BASE + _WORTH_OF_EXPANSION_1 + _WORTH_OF_NOBLES
_WORTH: Final = vec[i64](_SAID + [_WORTH_OF_OTHERS] * (PLACES - len(_SAID)))
_WORTH_OF_SUPPLYING: Final = 6
_WORTH_OF_JEWELRY: Final = 7
_WORTH_OF_GARDENING: Final = 60
"""Royal supplier and jeweler, by every noble of the owner's; the royal garden as the other large buildings."""
_BARREL_WORTH: Final = vec[i64]([17, 26, 30, 42, 50])
"""A good's first barrel, both workers together; corn needs one."""
_BARREL_DECAY: Final = 3
_QUARRY_WORTH: Final = 12
_ISLAND_BUILDERS: Final = (1 << HACIENDA) | (1 << CONSTRUCTION_HUT) | (1 << HOSPICE) | (1 << FOREST_HOUSE)
_CITY_BUILDERS: Final = (1 << UNIVERSITY) | (1 << BLACK_MARKET) | (1 << CHURCH) | (1 << ZONING_OFFICE)
_NOBLE_COUNTING: Final = (1 << ROYAL_SUPPLIER) | (1 << JEWELER) | (1 << ROYAL_GARDEN)
_MANY_DOUBLOONS: Final = 6
"""With so many a large building is within reach, which a noble in the zoning office makes cheaper."""


def suggested_move(state: State) -> i64:
    """The suggested ply for the seat that is asked to place colonists or nobles, given what it has placed already."""
    if state.stage == STAGE_NOBLES:
        return _suggested_nobles(state)
    seat = state.actor
    place = state.place_asked
    colonists = _suggest_colonists(state, seat, place, state.colonists_to_place)[place]
    fewest = state.colonists_to_place - state.circles_after
    return placing_move(place, colonists if colonists > fewest else fewest)


def _suggest_colonists(state: State, seat: i64, first: i64, hand: i64) -> vec[i64]:
    """Colonists by place. The places below `first` are fixed already; `hand` colonists are left for the others."""
    place: i64
    arranged = vec[i64]([0] * PLACES)
    owned = state.owned_places[seat]
    rest = state.occupied_places[seat]
    place = 0
    while rest and place < first:
        if rest & 1:
            arranged[place] = state.workers_on(seat, place)
        rest >>= 1
        place += 1
    violet = _open_violet(owned, first)
    while hand > 0:
        most, best, partner = _best_for_barrels(state, seat, first, hand, arranged)
        if (owned >> QUARRY) & 1 and first <= QUARRY and arranged[QUARRY] < state.circles(seat, QUARRY):
            worth: i64 = _QUARRY_WORTH - 2 * arranged[QUARRY] if state.free_city_spaces(seat) else 0
            if worth > most:
                most, best, partner = worth, QUARRY, NO_PLACE
        worth, place = _best_violet(state, seat, violet, arranged)
        if worth > most:
            best, partner = place, NO_PLACE
        if best == NO_PLACE:
            _fill_up(state, seat, first, hand, arranged)
            return arranged
        arranged[best] += 1
        hand -= 1
        if partner != NO_PLACE:
            arranged[partner] += 1
            hand -= 1
    return arranged


def _best_for_barrels(state: State, seat: i64, first: i64, hand: i64, arranged: vec[i64]) -> tuple[i64, i64, i64]:
    """The next colonist for another barrel of some good: worth, place, and the place for a second one, if it takes two.

    NO_PLACE with a worth of -1 if there is none.
    """
    good: i64
    best: i64 = NO_PLACE
    partner: i64 = NO_PLACE
    most: i64 = -1
    owned = state.owned_places[seat]
    for good in range(GOODS):
        if not (owned >> good) & 1:
            continue
        field = good if good >= first and arranged[good] < state.circles(seat, good) else NO_PLACE
        if good == CORN:
            worth = _BARREL_WORTH[CORN] - arranged[CORN]
            if field != NO_PLACE and worth > most:
                most, best, partner = worth, field, NO_PLACE
            continue
        circle = _open_circle(state, seat, good, first, arranged)
        fields = arranged[good]
        circles = _staffed_circles(good, arranged)
        worth = _BARREL_WORTH[good] - _BARREL_DECAY * (fields if fields < circles else circles)
        if fields < circles:
            if field != NO_PLACE and worth > most:
                most, best, partner = worth, field, NO_PLACE
        elif circles < fields:
            if circle != NO_PLACE and worth > most:
                most, best, partner = worth, circle, NO_PLACE
        elif field != NO_PLACE and circle != NO_PLACE and hand > 1 and worth // 2 > most:
            most, best, partner = worth // 2, field, circle
    return most, best, partner


def _best_violet(state: State, seat: i64, violet: i64, arranged: vec[i64]) -> tuple[i64, i64]:
    """The worth and the place of the best violet building with an empty circle; -1 if there is none."""
    best: i64 = NO_PLACE
    most: i64 = -1
    place: i64 = FIRST_VIOLET
    while violet:
        if violet & 1 and arranged[place] < state.circles(seat, place):
            worth = _violet_worth(state, seat, place)
            if worth > most:
                most, best = worth, place
        violet >>= 1
        place += 1
    return most, best


def _open_violet(owned: i64, first: i64) -> i64:
    """Set of the violet buildings from `first` on, shifted so that bit 0 is the first of them."""
    if first > FIRST_VIOLET:
        owned = (owned >> first) << first
    return (owned & ~CIRCLELESS_BUILDINGS) >> FIRST_VIOLET


def _violet_worth(state: State, seat: i64, place: i64) -> i64:
    """What a violet building is worth. Buildings for taking tiles or building are worth nothing without free spaces."""
    if (_ISLAND_BUILDERS >> place) & 1:
        if state.free_island_spaces(seat) == 0:
            return 0
    elif (_CITY_BUILDERS >> place) & 1:
        if state.free_city_spaces(seat) == 0:
            return 0
    elif (_NOBLE_COUNTING >> place) & 1:
        return _worth_by_nobles(state, seat, place)
    return _WORTH[place]


def _worth_by_nobles(state: State, seat: i64, place: i64) -> i64:
    if place == ROYAL_GARDEN:
        return _WORTH_OF_GARDENING
    return state.noble_count[seat] * (_WORTH_OF_JEWELRY if place == JEWELER else _WORTH_OF_SUPPLYING)


def _staffed_circles(good: i64, arranged: vec[i64]) -> i64:
    circles = arranged[LARGE_PLANT[good]]
    small = SMALL_PLANT[good]
    return circles if small == NO_PLACE else circles + arranged[small]


def _open_circle(state: State, seat: i64, good: i64, first: i64, arranged: vec[i64]) -> i64:
    """A production building of a good with an empty circle, the small one first."""
    small = SMALL_PLANT[good]
    if small != NO_PLACE and small >= first and state.owns(seat, small) and arranged[small] == 0:
        return small
    large = LARGE_PLANT[good]
    if large >= first and state.owns(seat, large) and arranged[large] < state.circles(seat, large):
        return large
    return NO_PLACE


def _fill_up(state: State, seat: i64, first: i64, hand: i64, arranged: vec[i64]) -> None:
    """Place the rest on empty circles, in buildings first: plantations for them may still come."""
    owned = (state.owned_places[seat] >> first) << first
    hand = _fill_places(state, seat, owned >> FIRST_BUILDING, FIRST_BUILDING, hand, arranged)
    tiles: i64 = (1 << FIRST_BUILDING) - 1
    _fill_places(state, seat, owned & tiles, 0, hand, arranged)


def _fill_places(state: State, seat: i64, rest: i64, place: i64, hand: i64, arranged: vec[i64]) -> i64:
    """Fill the places of a set whose bit 0 is `place`. Returns how many colonists are left."""
    while rest and hand > 0:
        if rest & 1:
            space = state.circles(seat, place) - arranged[place]
            if space > hand:
                space = hand
            arranged[place] += space
            hand -= space
        rest >>= 1
        place += 1
    return hand


# --- nobles -----------------------------------------------------------------------------------------------------------


def _suggested_nobles(state: State) -> i64:
    """As many nobles as possible where they do more, as few as possible where they do less; elsewhere those that no
    later place needs."""
    seat = state.actor
    place = state.place_asked
    fewest, most = noble_range(state, seat, place)
    liking = _noble_preference(state, seat, place)
    if liking > 0:
        return noble_placing_move(place, most)
    if liking < 0:
        return noble_placing_move(place, fewest)
    spare = state.nobles_in_san_juan[seat] - _nobles_needed_later(state, seat, place)
    if spare < fewest:
        spare = fewest
    return noble_placing_move(place, spare if spare < most else most)


def _nobles_needed_later(state: State, seat: i64, place: i64) -> i64:
    later: i64
    wanted: i64 = 0
    asked = places_that_matter(state, seat) & state.occupied_places[seat]
    for later in range(place + 1, PLACES):
        if (asked >> later) & 1 and _noble_preference(state, seat, later) > 0:
            wanted += state.workers_on(seat, later)
    return wanted


def _noble_preference(state: State, seat: i64, place: i64) -> i64:
    """1 if a noble does more there than a colonist, -1 if less, 0 if it does not matter."""
    if place == CHAPEL:
        return 1
    if place == HUNTING_LODGE:
        return 1 if has_most_space(state, seat) else -1
    if place == ZONING_OFFICE:
        return 1 if state.free_city_spaces(seat) > 1 and state.doubloons[seat] >= _MANY_DOUBLOONS else -1
    if place == LAND_OFFICE:
        return 1 if state.free_island_spaces(seat) == 0 else -1
    return -1 if place == GUESTHOUSE else 0
