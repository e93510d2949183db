"""Which moves are worth searching: those that a player would think of."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from bots.knowledge.puertorico.move_worth import move_worth
from bots.knowledge.puertorico.new_moves import leaves_the_action
from bots.knowledge.puertorico.outlook import rounds_left
from bots.knowledge.puertorico.placement import TASTES, arrangement
from bots.knowledge.puertorico.plans import NOBLES_MATTER, next_single, sensible_cargo, sensible_nobles
from games.engine.puertorico.components import GOODS, HUNTING_LODGE, STOREHOUSE, only
from games.engine.puertorico.moves import (
    BUY_LAND,
    DRAW,
    GUEST,
    KEEP,
    NOBLE_GUEST,
    PASS,
    PAY_COLONIST,
    PAY_GOOD,
    PAY_VP,
    SELL_AT_POST,
    TAKE_AS_FOREST,
    TAKE_COLONIST,
    guest_room,
    placing,
)
from games.engine.puertorico.position import State
from games.engine.puertorico.stages import (
    STAGE_BLACK_MARKET,
    STAGE_BUILDER,
    STAGE_CAPTAIN,
    STAGE_COLONISTS,
    STAGE_CRAFTSMAN,
    STAGE_DRAFT,
    STAGE_FOREST,
    STAGE_GUESTS,
    STAGE_HUNTING_LODGE,
    STAGE_NOBLES,
    STAGE_ROLE,
    STAGE_SETTLER,
    STAGE_SMALL_WHARF,
    STAGE_STORING,
    STAGE_TRADER,
)

MOST_BUILDINGS: Final = 6
"""So many of the best looking purchases are searched, and keeping the money."""
MOST_KINDS: Final = 5
"""So many of a draft's kinds are searched."""
MOST_OPENINGS: Final = 3
"""So many of the moves that leave the action open are searched beside the actions."""
HOPELESS: Final = -0.3
"""They are searched only if they look better than this."""


def sensible_moves(state: State, legal: vec[i64]) -> vec[i64]:
    """Some of the legal moves, in their order, at least one."""
    if state.has_expansions:
        return sensible_in_expansions(state, legal)
    stage = state.stage
    if stage in (STAGE_ROLE, STAGE_TRADER, STAGE_CAPTAIN):
        # Not to sell may be right: corn brings nothing, and a kind in the house keeps others from selling theirs.
        return legal
    if stage == STAGE_COLONISTS:
        return sensible_placings(state, legal)
    if stage == STAGE_BUILDER:
        return best_purchases(state, legal)
    if stage == STAGE_SETTLER:
        # A tile is always worth a space; the tile drawn unseen costs nothing.
        return vec[i64]([DRAW]) if legal[1] == DRAW else legal[1:]
    if stage in (STAGE_CRAFTSMAN, STAGE_STORING):
        return without_pass(legal)
    # The mayor's privilege, hospice, university: a colonist more is never refused.
    return vec[i64]([TAKE_COLONIST])


def sensible_placings(state: State, legal: vec[i64]) -> vec[i64]:
    """The numbers for this place in some sensible arrangement."""
    rounds = rounds_left(state)
    wanted: i64 = 0
    for taste in range(TASTES):
        wanted |= only(arrangement(state, rounds, taste)[state.place_asked])
    moves = vec[i64]()
    for move in legal:
        if (wanted >> (move - placing(state.place_asked, 0))) & 1:
            moves = append(moves, move)
    return moves if len(moves) > 0 else legal


def best_purchases(state: State, legal: vec[i64]) -> vec[i64]:
    """Passing, and the few purchases that look best."""
    if len(legal) <= MOST_BUILDINGS + 1:
        return legal
    return best_looking(state, legal, MOST_BUILDINGS, rounds_left(state))


def best_looking(state: State, moves: vec[i64], most: i64, rounds: float) -> vec[i64]:
    """Passing, where it is among the moves, and so many of the others that look best; the order stays."""
    worths = vec[float]()
    for move in moves:
        worths = append(worths, move_worth(state, move, rounds) if move != PASS else 1.0e9)
    kept = vec[i64]()
    places = most + 1 if moves[0] == PASS else most
    for index in range(len(moves)):
        better: i64 = 0
        for other in range(len(moves)):
            if worths[other] > worths[index] or (worths[other] == worths[index] and other < index):
                better += 1
        if better < places:
            kept = append(kept, moves[index])
    return kept


def without_pass(legal: vec[i64]) -> vec[i64]:
    return legal[1:] if legal[0] == PASS else legal


# --- with the expansions ----------------------------------------------------------------------------------------------


def sensible_in_expansions(state: State, legal: vec[i64]) -> vec[i64]:
    stage = state.stage
    if stage == STAGE_COLONISTS:
        return sensible_placings(state, legal)
    rounds = rounds_left(state)
    if stage == STAGE_NOBLES:
        if (NOBLES_MATTER >> state.place_asked) & 1:
            return legal
        return vec[i64]([sensible_nobles(state, legal, rounds)])
    if stage == STAGE_SMALL_WHARF:
        return sensible_cargoes(state, legal)
    if stage == STAGE_DRAFT:
        return best_looking(state, legal, MOST_KINDS, rounds)
    if stage == STAGE_BLACK_MARKET:
        return best_payments(state, legal, rounds)
    if stage == STAGE_FOREST:
        return legal
    moves = best_actions(state, legal, rounds)
    return with_best_openings(state, legal, moves, rounds)


def best_actions(state: State, legal: vec[i64], rounds: float) -> vec[i64]:
    """The actions worth a look; what leaves the action open is not among them."""
    stage = state.stage
    moves = vec[i64]()
    for move in legal:
        if not leaves_the_action(move):
            moves = append(moves, move)
    if len(moves) <= 1 or stage in (STAGE_ROLE, STAGE_CAPTAIN, STAGE_GUESTS):
        return moves
    if stage == STAGE_BUILDER:
        return best_looking(state, moves, MOST_BUILDINGS, rounds) if len(moves) > MOST_BUILDINGS + 1 else moves
    if stage == STAGE_SETTLER:
        return tiles_to_take(state, moves, rounds)
    if stage == STAGE_TRADER:
        return with_one_of(state, moves, SELL_AT_POST, BUY_LAND, rounds)
    if stage == STAGE_HUNTING_LODGE:
        return best_looking(state, moves, 2, rounds)
    if stage == STAGE_STORING:
        return next_singles(state, moves, rounds) if keeps_several(state, moves) else moves
    if stage == STAGE_CRAFTSMAN:
        return without_pass(moves)
    # Mayor, ship, hospice, university: never refused, two before one, a noble before a colonist.
    return moves[len(moves) - 1 :]


def tiles_to_take(state: State, moves: vec[i64], rounds: float) -> vec[i64]:
    """As in the basic game, and one plantation as a forest; who hunts alone may want his empty spaces."""
    if moves[1] == DRAW:
        return vec[i64]([DRAW])
    hunts = state.works_by_noble(state.actor, HUNTING_LODGE)
    return with_one_of(state, moves if hunts else moves[1:], TAKE_AS_FOREST, TAKE_AS_FOREST + GOODS, rounds)


def with_one_of(state: State, moves: vec[i64], first: i64, after: i64, rounds: float) -> vec[i64]:
    """The moves, but of those from one number up to another only the one that looks best."""
    best: i64 = -1
    best_worth = -1.0e9
    for move in moves:
        if first <= move < after:
            worth = move_worth(state, move, rounds)
            if worth > best_worth:
                best = move
                best_worth = worth
    kept = vec[i64]()
    for move in moves:
        if move == best or not first <= move < after:
            kept = append(kept, move)
    return kept


def with_best_openings(state: State, legal: vec[i64], actions: vec[i64], rounds: float) -> vec[i64]:
    """The actions, and before them the best of what leaves the action open."""
    openings = vec[i64]()
    for move in legal:
        if leaves_the_action(move) and not is_spare_noble(move, legal) and move_worth(state, move, rounds) > HOPELESS:
            openings = append(openings, move)
    if len(openings) == 0:
        return actions
    if len(openings) > MOST_OPENINGS:
        openings = best_looking(state, openings, MOST_OPENINGS, rounds)
    for move in openings:
        actions = append(actions, move)
    kept = vec[i64]()
    for move in legal:
        if move in actions:
            kept = append(kept, move)
    return kept


def is_spare_noble(move: i64, legal: vec[i64]) -> bool:
    """Whether a colonist of the guesthouse would do as well as this noble."""
    if move < NOBLE_GUEST or (NOBLES_MATTER >> guest_room(move)) & 1:
        return False
    return move - NOBLE_GUEST + GUEST in legal


def best_payments(state: State, legal: vec[i64], rounds: float) -> vec[i64]:
    """Of people and of goods the one that is missed least, and the point."""
    people = with_one_of(state, legal, PAY_COLONIST, PAY_GOOD, rounds)
    return with_one_of(state, people, PAY_GOOD, PAY_VP, rounds)


def sensible_cargoes(state: State, legal: vec[i64]) -> vec[i64]:
    """All of the good, as little as possible, and what no ship takes."""
    sensible = sensible_cargo(state, legal)
    moves = vec[i64]([legal[0]])
    if sensible != legal[0]:
        moves = append(moves, sensible)
    last = legal[len(legal) - 1]
    if last != sensible and last != legal[0]:
        moves = append(moves, last)
    return moves


def keeps_several(state: State, moves: vec[i64]) -> bool:
    """Whether single barrels are asked for, and there is a storehouse for them."""
    return moves[0] >= KEEP and state.works(state.actor, STOREHOUSE)


def next_singles(state: State, moves: vec[i64], rounds: float) -> vec[i64]:
    """The next barrel in two tastes: the one worth most, and the first one that leaves the later kinds open."""
    best = next_single(state, moves, rounds)
    return vec[i64]([moves[0]]) if best == moves[0] else vec[i64]([moves[0], best])
