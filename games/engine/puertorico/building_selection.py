"""Which of the violet buildings, and the jeweler, are in play (docs/rules §7, §9 `buildings`, §11 Selection).

The board has a space for each violet building of the basic game; a selected building goes on an empty space of its
price. In the draft the players choose in turn, the governor first.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from games.engine.puertorico.components import (
    BASE_SELECTION,
    EXPANSION_1_BUILDINGS,
    EXPANSION_2_BUILDINGS,
    FIRST_BUILDING,
    FOREST_HOUSE,
    HACIENDA,
    MAX_PRICE,
    OFFICE,
    PLACE_NAMES,
    PLACES,
    PRICE,
    TRADING_POST,
    bit,
    bit_count,
)
from games.engine.puertorico.moves import CHOOSE
from games.engine.puertorico.position import State
from games.engine.puertorico.stages import (
    SELECT_ALL,
    SELECT_BASE,
    SELECT_DRAFT,
    SELECT_LIST,
    SELECT_RANDOM,
    STAGE_DRAFT,
    STAGE_PHASE_END,
)


def _spaces() -> vec[i64]:
    """By price, how many spaces the board has."""
    spaces = vec[i64]([0] * (MAX_PRICE + 1))
    for building in range(FIRST_BUILDING, PLACES):
        if (BASE_SELECTION >> building) & 1:
            spaces[PRICE[building]] += 1
    return spaces


SPACES_BY_PRICE: Final = _spaces()
KINDS_CHOSEN: Final = bit_count(BASE_SELECTION)
"""How many buildings are selected to fill the spaces of the board: as many as the basic game has."""

EXCLUDED_PAIRS: Final = ((1 << HACIENDA) | (1 << FOREST_HOUSE), (1 << OFFICE) | (1 << TRADING_POST))
"""With the option `exclusions` only one of each of these pairs may be in play."""


def selectable_kinds(state: State) -> i64:
    """Set of the buildings from which draft, random and all select."""
    kinds = BASE_SELECTION
    if state.expansion_1_selectable:
        kinds |= EXPANSION_1_BUILDINGS
    if state.nobles_on:
        kinds |= EXPANSION_2_BUILDINGS
    return kinds


def selects_from_pool(state: State) -> bool:
    """Whether the buildings in play are selected from `selectable_kinds`, and not those of the basic game or a list."""
    return state.buildings in (SELECT_DRAFT, SELECT_RANDOM, SELECT_ALL)


def fills_board_spaces(state: State) -> bool:
    """Whether the selected buildings fill the spaces of the board, so that the exclusions matter."""
    return state.buildings in (SELECT_DRAFT, SELECT_RANDOM)


def initial_kinds(state: State, listed: str) -> i64:
    """Set of the buildings in play from the start. listed: their names with commas between, if the host has a list."""
    if state.buildings == SELECT_LIST:
        return parse_kinds(listed)
    if state.buildings == SELECT_ALL:
        return selectable_kinds(state)
    return BASE_SELECTION if state.buildings == SELECT_BASE else 0


def parse_kinds(listed: str) -> i64:
    """Set of the buildings named in a list of canonical words with commas between."""
    kinds: i64 = 0
    for word in listed.split(","):
        if word.strip():
            place: i64 = PLACE_NAMES.index(word.strip())
            kinds |= bit(place)
    return kinds


def choosable_kinds(state: State) -> i64:
    """Set of the buildings that can still be chosen."""
    building: i64
    chosen = state.kinds_in_play
    left = _spaces_left(chosen)
    barred = chosen
    if state.exclusions:
        for pair in EXCLUDED_PAIRS:
            if chosen & pair:
                barred |= pair
    kinds = selectable_kinds(state) & ~barred
    for building in range(FIRST_BUILDING, PLACES):
        if left[PRICE[building]] <= 0:
            kinds &= ~bit(building)
    return kinds


def fits_board(state: State) -> bool:
    """Whether the board has spaces for the buildings in play, and the exclusions are kept."""
    price: i64
    left = _spaces_left(state.kinds_in_play)
    for price in range(MAX_PRICE + 1):
        if left[price] < 0:
            return False
    return not (state.exclusions and any(state.kinds_in_play & pair == pair for pair in EXCLUDED_PAIRS))


def _spaces_left(chosen: i64) -> vec[i64]:
    """By price, how many spaces the chosen buildings leave empty; below 0 if they are too many."""
    building: i64
    left = SPACES_BY_PRICE[:]
    for building in range(FIRST_BUILDING, PLACES):
        if (chosen >> building) & 1:
            left[PRICE[building]] -= 1
    return left


def draw_kinds(state: State) -> None:
    """Fill the spaces at random: one building after the other, each of those left with equal chance."""
    state.kinds_in_play = 0
    while True:
        kinds = choosable_kinds(state)
        if not kinds:
            break
        rank = state.random.below(bit_count(kinds))
        while rank:
            kinds &= kinds - 1
            rank -= 1
        state.kinds_in_play |= kinds & -kinds
    state.stock_buildings()


def begin_draft(state: State) -> None:
    state.stage = STAGE_DRAFT
    state.actor = state.governor
    state.phase_number = 1


def legal_choices(state: State) -> vec[i64]:
    moves = vec[i64](capacity=PLACES)
    rest = choosable_kinds(state) >> FIRST_BUILDING
    move: i64 = CHOOSE + FIRST_BUILDING
    while rest:
        if rest & 1:
            moves = append(moves, move)
        rest >>= 1
        move += 1
    return moves


def choose(state: State, move: i64) -> None:
    """Put a building into play; after the last one the game begins."""
    building = move - CHOOSE
    state.kinds_in_play |= bit(building)
    state.stock_buildings()
    if state.listener is not None:
        state.emit("chooses", state.actor, {"building": PLACE_NAMES[building]})
    if choosable_kinds(state):
        state.actor = state.next_seat(state.actor)
        state.phase_number += 1
    else:
        state.stage = STAGE_PHASE_END
