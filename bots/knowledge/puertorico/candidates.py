"""Candidate moves: those that a player would think of."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from bots.knowledge.puertorico.expansion_moves import is_free_move
from bots.knowledge.puertorico.move_worth import move_worth
from bots.knowledge.puertorico.placement import PREFERENCES, arrangement
from bots.knowledge.puertorico.plans import NOBLES_MATTER, best_barrel_to_keep, best_cargo, best_noble_count
from bots.knowledge.puertorico.rounds import rounds_left
from games.engine.puertorico.components import GOODS, HUNTING_LODGE, STOREHOUSE, bit
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
    guest_target,
    placing_move,
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
    STAGE_HOSPICE,
    STAGE_HUNTING_LODGE,
    STAGE_MAYOR,
    STAGE_NOBLES,
    STAGE_ROLE,
    STAGE_SETTLER,
    STAGE_SHIP,
    STAGE_SMALL_WHARF,
    STAGE_STORING,
    STAGE_TRADER,
    STAGE_UNIVERSITY,
)

MAX_PURCHASES: Final = 6
"""So many purchases are searched, the best by worth, and buying nothing."""
MAX_DRAFT_KINDS: Final = 5
"""So many of the buildings that a draft offers are searched."""
MAX_FREE_MOVES: Final = 3
"""So many free moves are searched beside the actions."""
MIN_FREE_MOVE_WORTH: Final = -0.3
"""Free moves are searched only if their worth is above this."""


def candidate_moves(state: State, legal: vec[i64]) -> vec[i64]:
    """Some of the legal moves, in their order, at least one."""
    if state.has_expansions:
        return expansion_candidates(state, legal)
    stage = state.stage
    if stage in (STAGE_ROLE, STAGE_TRADER, STAGE_CAPTAIN):
        # Selling nothing may be right: corn brings nothing, and what is in the trading house cannot be sold again.
        return legal
    if stage == STAGE_COLONISTS:
        return candidate_placings(state, legal)
    if stage == STAGE_BUILDER:
        return candidate_purchases(state, legal)
    if stage == STAGE_SETTLER:
        # A tile is always worth its space, and the tile drawn unseen costs nothing.
        return vec[i64]([DRAW]) if legal[1] == DRAW else legal[1:]
    if stage in (STAGE_CRAFTSMAN, STAGE_STORING):
        return without_pass(legal)
    # The mayor's privilege, hospice, university: another colonist is never refused.
    return vec[i64]([TAKE_COLONIST])


def candidate_placings(state: State, legal: vec[i64]) -> vec[i64]:
    """The numbers of colonists for this place in the arrangements by every preference."""
    rounds = rounds_left(state)
    wanted: i64 = 0
    for preference in range(PREFERENCES):
        wanted |= bit(arrangement(state, rounds, preference)[state.place_asked])
    moves = vec[i64]()
    for move in legal:
        if (wanted >> (move - placing_move(state.place_asked, 0))) & 1:
            moves = append(moves, move)
    return moves if len(moves) > 0 else legal


def candidate_purchases(state: State, legal: vec[i64]) -> vec[i64]:
    """Passing, and the few best purchases by worth."""
    if len(legal) <= MAX_PURCHASES + 1:
        return legal
    return best_by_worth(state, legal, MAX_PURCHASES, rounds_left(state))


def best_by_worth(state: State, moves: vec[i64], count: i64, rounds: float) -> vec[i64]:
    """Passing, if it is among the moves, and the `count` best of the others by worth, in the same order."""
    worths = vec[float]()
    for move in moves:
        worths = append(worths, move_worth(state, move, rounds) if move != PASS else 1.0e9)
    kept = vec[i64]()
    places = count + 1 if moves[0] == PASS else count
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


def expansion_candidates(state: State, legal: vec[i64]) -> vec[i64]:
    stage = state.stage
    if stage == STAGE_COLONISTS:
        return candidate_placings(state, legal)
    rounds = rounds_left(state)
    if stage == STAGE_NOBLES:
        if (NOBLES_MATTER >> state.place_asked) & 1:
            return legal
        return vec[i64]([best_noble_count(state, legal, rounds)])
    if stage == STAGE_SMALL_WHARF:
        return candidate_cargoes(state, legal)
    if stage == STAGE_DRAFT:
        return best_by_worth(state, legal, MAX_DRAFT_KINDS, rounds)
    if stage == STAGE_BLACK_MARKET:
        return candidate_payments(state, legal, rounds)
    if stage == STAGE_FOREST:
        return legal
    moves = candidate_actions(state, legal, rounds)
    return add_best_free_moves(state, legal, moves, rounds)


def candidate_actions(state: State, legal: vec[i64], rounds: float) -> vec[i64]:
    """The actions worth searching, without the free moves."""
    stage = state.stage
    moves = vec[i64]()
    for move in legal:
        if not is_free_move(move):
            moves = append(moves, move)
    if len(moves) <= 1 or stage in (STAGE_ROLE, STAGE_CAPTAIN, STAGE_GUESTS):
        return moves
    if stage == STAGE_BUILDER:
        return best_by_worth(state, moves, MAX_PURCHASES, rounds) if len(moves) > MAX_PURCHASES + 1 else moves
    if stage == STAGE_SETTLER:
        return candidate_tiles(state, moves, rounds)
    if stage == STAGE_TRADER:
        return keep_best_in_range(state, moves, SELL_AT_POST, BUY_LAND, rounds)
    if stage == STAGE_HUNTING_LODGE:
        return best_by_worth(state, moves, 2, rounds)
    if stage == STAGE_STORING:
        return candidate_barrels_to_keep(state, moves, rounds) if chooses_several_barrels(state, moves) else moves
    if stage == STAGE_CRAFTSMAN:
        return without_pass(moves)
    if stage in (STAGE_MAYOR, STAGE_SHIP, STAGE_HOSPICE, STAGE_UNIVERSITY):
        # Never refuse, take two rather than one, a noble rather than a colonist.
        return moves[len(moves) - 1 :]
    return moves


def candidate_tiles(state: State, moves: vec[i64], rounds: float) -> vec[i64]:
    """As in the basic game, and one plantation as a forest. The owner of a hunting lodge may want empty spaces."""
    if moves[1] == DRAW:
        return vec[i64]([DRAW])
    hunts = state.works_by_noble(state.actor, HUNTING_LODGE)
    return keep_best_in_range(state, moves if hunts else moves[1:], TAKE_AS_FOREST, TAKE_AS_FOREST + GOODS, rounds)


def keep_best_in_range(state: State, moves: vec[i64], first: i64, end: i64, rounds: float) -> vec[i64]:
    """The moves, but of those from `first` up to `end` (not included) only the best by worth."""
    best: i64 = -1
    best_worth = -1.0e9
    for move in moves:
        if first <= move < end:
            worth = move_worth(state, move, rounds)
            if worth > best_worth:
                best = move
                best_worth = worth
    kept = vec[i64]()
    for move in moves:
        if move == best or not first <= move < end:
            kept = append(kept, move)
    return kept


def add_best_free_moves(state: State, legal: vec[i64], actions: vec[i64], rounds: float) -> vec[i64]:
    """The actions and the best free moves, in the order of `legal`."""
    free_moves = vec[i64]()
    for move in legal:
        if (
            is_free_move(move)
            and not is_needless_noble(move, legal)
            and move_worth(state, move, rounds) > MIN_FREE_MOVE_WORTH
        ):
            free_moves = append(free_moves, move)
    if len(free_moves) == 0:
        return actions
    if len(free_moves) > MAX_FREE_MOVES:
        free_moves = best_by_worth(state, free_moves, MAX_FREE_MOVES, rounds)
    for move in free_moves:
        actions = append(actions, move)
    kept = vec[i64]()
    for move in legal:
        if move in actions:
            kept = append(kept, move)
    return kept


def is_needless_noble(move: i64, legal: vec[i64]) -> bool:
    """Whether a colonist of the guesthouse would serve as well as this noble."""
    if move < NOBLE_GUEST or (NOBLES_MATTER >> guest_target(move)) & 1:
        return False
    return move - NOBLE_GUEST + GUEST in legal


def candidate_payments(state: State, legal: vec[i64], rounds: float) -> vec[i64]:
    """The person and the barrel whose loss costs least, and the victory point."""
    people = keep_best_in_range(state, legal, PAY_COLONIST, PAY_GOOD, rounds)
    return keep_best_in_range(state, people, PAY_GOOD, PAY_VP, rounds)


def candidate_cargoes(state: State, legal: vec[i64]) -> vec[i64]:
    """All barrels of the good, as few as possible, and those that no ship takes."""
    best = best_cargo(state, legal)
    moves = vec[i64]([legal[0]])
    if best != legal[0]:
        moves = append(moves, best)
    last = legal[len(legal) - 1]
    if last != best and last != legal[0]:
        moves = append(moves, last)
    return moves


def chooses_several_barrels(state: State, moves: vec[i64]) -> bool:
    """Whether the question is which single barrels to keep, and a storehouse keeps several."""
    return moves[0] >= KEEP and state.works(state.actor, STOREHOUSE)


def candidate_barrels_to_keep(state: State, moves: vec[i64], rounds: float) -> vec[i64]:
    """Two choices for the next barrel: the best, and the first one, which leaves all later kinds possible."""
    best = best_barrel_to_keep(state, moves, rounds)
    return vec[i64]([moves[0]]) if best == moves[0] else vec[i64]([moves[0], best])
