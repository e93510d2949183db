"""Puerto Rico as the search asks for it: moves worth a look, how good they look, how players play on."""

from __future__ import annotations

import math
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from bots.knowledge.puertorico.judgement import prospects
from bots.knowledge.puertorico.outlook import doubloon_worth, rounds_left
from bots.knowledge.puertorico.placement import BALANCED, TASTES, arrangement
from bots.knowledge.puertorico.worth import (
    purchase_worth,
    role_worth,
    sale_price,
    tile_worth,
)
from bots.search.knowledge import Knowledge
from games.engine.contract import Position
from games.engine.puertorico.components import CORN, GOOD_PRICE, HARBOR, HOUSE_SPACES, NO_GOOD, ship_size
from games.engine.puertorico.flow import PuertoRicoPosition
from games.engine.puertorico.moves import (
    BUILD,
    BY_WHARF,
    DRAW,
    EXTRA,
    KEEP,
    PASS,
    PICK,
    SELL,
    STORE,
    TAKE,
    TAKE_COLONIST,
    loaded_good,
    loaded_ship,
    placing,
)
from games.engine.puertorico.position import (
    BUILDER,
    CAPTAIN,
    COLONISTS,
    CRAFTSMAN,
    ROLE,
    SETTLER,
    STORING,
    TRADER,
    State,
)
from games.engine.random import Random

MOST_BUILDINGS: Final = 6
"""So many of the best looking purchases are searched, and keeping the money."""
TEMPERATURE: Final = 1.6
"""A move that looks this much better (victory points) gets e times the looks."""
ROLE_NOISE: Final = 2.0
MOVE_NOISE: Final = 1.0
"""How far (victory points) playouts stray from the best looking move."""
WORDS: Final = 4294967296.0
"""A random word is below this."""


class PuertoRicoExpertise(Knowledge):
    """The first edition of what we know; released levels rest on it, so it changes no more."""

    def __init__(self) -> None:
        self._planned_for: Position | None = None
        self._next_ply: i64 = 0
        self._next_hand: i64 = 0
        self._plan: vec[i64] = vec[i64]()

    def candidates(self, position: Position, legal: vec[i64]) -> vec[i64]:
        assert isinstance(position, PuertoRicoPosition)
        stage = position.stage
        if len(legal) == 1 or stage in (ROLE, TRADER, CAPTAIN):
            # Not to sell may be right: corn brings nothing, and a kind in the house keeps others from selling theirs.
            return legal
        if stage == COLONISTS:
            return sensible_placings(position, legal)
        if stage == BUILDER:
            return best_purchases(position, legal)
        if stage == SETTLER:
            # A tile is always worth a space; the tile drawn unseen costs nothing.
            return vec[i64]([DRAW]) if legal[1] == DRAW else legal[1:]
        if stage in (CRAFTSMAN, STORING):
            return without_pass(legal)
        # The mayor's privilege, hospice, university: a colonist more is never refused.
        return vec[i64]([TAKE_COLONIST])

    def weights(self, position: Position, moves: vec[i64]) -> vec[float]:
        assert isinstance(position, PuertoRicoPosition)
        weights = vec[float]()
        if position.stage == COLONISTS:
            favourite = arrangement(position, rounds_left(position), BALANCED)[position.placing]
            for move in moves:
                weights = append(weights, 3.0 if move == placing(position.placing, favourite) else 1.0)
            return weights
        rounds = rounds_left(position)
        worths = vec[float]()
        best = -1.0e9
        for move in moves:
            worth = move_worth(position, move, rounds)
            worths = append(worths, worth)
            if worth > best:
                best = worth
        for index in range(len(worths)):
            weights = append(weights, 0.05 + math.exp((worths[index] - best) / TEMPERATURE))
        return weights

    def playout_move(self, position: Position, random: Random) -> i64:
        assert isinstance(position, PuertoRicoPosition)
        stage = position.stage
        if stage == COLONISTS:
            return self.planned_placing(position)
        legal = position.legal_moves()
        if len(legal) == 1:
            return legal[0]
        if stage == SETTLER and legal[1] == DRAW:
            return DRAW
        rounds = rounds_left(position)
        noise = (ROLE_NOISE if stage == ROLE else MOVE_NOISE) / WORDS
        best = legal[0]
        best_worth = -1.0e9
        for move in legal:
            worth = move_worth(position, move, rounds) + noise * float(random.word())
            if worth > best_worth:
                best = move
                best_worth = worth
        return best

    def prospects(self, position: Position) -> vec[float]:
        assert isinstance(position, PuertoRicoPosition)
        return prospects(position)

    def planned_placing(self, position: PuertoRicoPosition) -> i64:
        """The actor's whole arrangement is made once and then followed ply by ply."""
        followed = self._planned_for is position and self._next_ply == position.plies
        if not followed or self._next_hand != position.hand or not position.begun:
            self._plan = arrangement(position, rounds_left(position), BALANCED)
            self._planned_for = position
        colonists = self._plan[position.placing]
        self._next_ply = position.plies + 1
        self._next_hand = position.hand - colonists
        return placing(position.placing, colonists)


def sensible_placings(state: State, legal: vec[i64]) -> vec[i64]:
    """The numbers for this place in some sensible arrangement."""
    rounds = rounds_left(state)
    wanted: i64 = 0
    for taste in range(TASTES):
        wanted |= 1 << arrangement(state, rounds, taste)[state.placing]
    moves = vec[i64]()
    for move in legal:
        if (wanted >> (move - placing(state.placing, 0))) & 1:
            moves = append(moves, move)
    return moves if len(moves) > 0 else legal


def best_purchases(state: State, legal: vec[i64]) -> vec[i64]:
    """Passing, and the few purchases that look best."""
    if len(legal) <= MOST_BUILDINGS + 1:
        return legal
    rounds = rounds_left(state)
    worths = vec[float]()
    for move in legal:
        worths = append(worths, move_worth(state, move, rounds) if move != PASS else 1.0e9)
    moves = vec[i64]()
    for index in range(len(legal)):
        better: i64 = 0
        for other in range(len(legal)):
            if worths[other] > worths[index] or (worths[other] == worths[index] and other < index):
                better += 1
        if better <= MOST_BUILDINGS:
            moves = append(moves, legal[index])
    return moves


def without_pass(legal: vec[i64]) -> vec[i64]:
    return legal[1:] if legal[0] == PASS else legal


def move_worth(state: State, move: i64, rounds: float) -> float:
    """What a move brings the actor, in victory points, by rule of thumb; only moves of one question compare."""
    seat = state.actor
    stage = state.stage
    if stage == ROLE:
        return role_worth(state, seat, move - PICK, rounds)
    if stage == CAPTAIN:
        return loading_worth(state, seat, move, rounds)
    if move == PASS:
        return 0.0
    if stage == BUILDER:
        building = move - BUILD
        privilege: i64 = 1 if seat == state.picker else 0
        return purchase_worth(state, seat, building, state.price(seat, building, privilege), rounds)
    if stage == SETTLER:
        return 10.0 if move == DRAW else tile_worth(state, seat, move - TAKE, rounds)
    if stage == TRADER:
        return float(sale_price(state, seat, move - SELL)) * doubloon_worth(rounds) - 0.3
    if stage == CRAFTSMAN:
        return barrel_worth(state, seat, move - EXTRA, rounds)
    if stage == STORING:
        if move >= KEEP:
            return barrel_worth(state, seat, move - KEEP, rounds)
        good = move - STORE
        return barrel_worth(state, seat, good, rounds) * float(state.good_of(seat, good))
    # A colonist: mayor, hospice, university.
    return 10.0


def barrel_worth(state: State, seat: i64, good: i64, rounds: float) -> float:
    """A barrel kept: to be shipped, or the first of a dear kind to be sold."""
    worth = 0.8
    if state.house[good] == 0 and state.house_filled() < HOUSE_SPACES:
        worth += 0.5 * float(GOOD_PRICE[good]) * doubloon_worth(rounds)
    elif state.good_of(seat, good) <= 1:
        worth += 0.3 * float(GOOD_PRICE[good]) * doubloon_worth(rounds)
    return worth


def loading_worth(state: State, seat: i64, move: i64, rounds: float) -> float:
    if move == PASS:
        return 0.0
    good = loaded_good(move)
    ship = loaded_ship(move)
    barrels = state.good_of(seat, good)
    loaded = barrels
    worth = 0.0
    if ship != BY_WHARF:
        room = ship_size(state.seats, ship) - state.ship_barrels[ship]
        if barrels > room:
            loaded = room
        if state.ship_good[ship] == NO_GOOD:
            # An empty ship is taken from those who wanted it for something else.
            worth += 0.3
    worth += float(loaded)
    if state.works(seat, HARBOR):
        worth += 1.0
    if loaded == barrels and good != CORN:
        # The last barrel of a dear kind could have been sold.
        worth -= 0.35 * float(GOOD_PRICE[good]) * doubloon_worth(rounds)
    return worth
