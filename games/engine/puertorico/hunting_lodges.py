"""The hunting lodges, at the end of the settler phase (docs/rules §8 Hunting lodge, §11 Nobles).

From the settler clockwise: a colonist in the lodge may discard a plantation or a forest of the owner; a noble earns
2 VP if, at the owner's turn, the owner alone has the most empty island spaces.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from games.engine.puertorico.components import (
    FOREST,
    GOOD_NAMES,
    GOODS,
    GUESTHOUSE,
    HUNTING_LODGE,
    TILE_KINDS,
    TILE_NAMES,
)
from games.engine.puertorico.guests import guest_targets, move_guest, with_guest_moves
from games.engine.puertorico.moves import DISCARD, DISCARD_FOREST, PASS, is_guest
from games.engine.puertorico.position import State
from games.engine.puertorico.stages import STAGE_HUNTING_LODGE, STAGE_PHASE_END
from games.engine.puertorico.victory_points import gain_vp

NOBLE_HUNTER_VP: Final = 2


def begin(state: State) -> None:
    """Ask the first owner who has to decide; the stage is STAGE_PHASE_END if there is none."""
    state.actor = state.picker
    state.stage = STAGE_PHASE_END
    if not (state.nobles_on and (state.kinds_in_play >> HUNTING_LODGE) & 1):
        return
    if not _resolve_lodge(state, state.actor):
        _advance_seat(state)


def legal_discards(state: State) -> vec[i64]:
    kind: i64
    seat = state.actor
    moves = vec[i64]([PASS])
    if _has_colonist_hunter(state, seat):
        for kind in range(GOODS):
            if state.island[seat * TILE_KINDS + kind]:
                moves = append(moves, DISCARD + kind)
        for kind in range(GOODS):
            if state.forests[seat * GOODS + kind]:
                moves = append(moves, DISCARD_FOREST + kind)
    return with_guest_moves(state, seat, moves, _useful_guest_targets(state, seat))


def play(state: State, move: i64) -> None:
    seat = state.actor
    if is_guest(move):
        move_guest(state, move)
        if not _resolve_lodge(state, seat):
            _advance_seat(state)
        return
    if move == PASS:
        if state.listener is not None:
            state.emit("passes", seat, {"stage": "hunting lodge"})
    elif move >= DISCARD_FOREST:
        good = move - DISCARD_FOREST
        state.discard_forest(seat, good)
        if state.listener is not None:
            state.emit("discards_forest", seat, {"tile": GOOD_NAMES[good]})
    else:
        tile = move - DISCARD
        state.discard_tile(seat, tile)
        if state.listener is not None:
            state.emit("discards", seat, {"tile": TILE_NAMES[tile]})
    _advance_seat(state)


def foresee_discard(state: State, seat: i64) -> bool:
    """In a copy, ask a seat whose turn is still to come for its discard; False if it will not decide about any."""
    if not _has_colonist_hunter(state, seat) or not _can_discard(state, seat):
        return False
    if state.stage == STAGE_HUNTING_LODGE and not state.comes_after_actor(seat):
        return False
    state.actor = seat
    state.stage = STAGE_HUNTING_LODGE
    return True


def _advance_seat(state: State) -> None:
    while True:
        state.actor = state.next_seat(state.actor)
        if state.actor == state.picker:
            state.stage = STAGE_PHASE_END
            return
        if _resolve_lodge(state, state.actor):
            return


def _resolve_lodge(state: State, seat: i64) -> bool:
    """Pay a noble in the seat's lodge. Returns whether the seat has a decision."""
    if state.works_by_noble(seat, HUNTING_LODGE):
        if has_most_space(state, seat):
            if state.listener is not None:
                state.emit("hunts", seat, {"vp": NOBLE_HUNTER_VP})
            gain_vp(state, seat, NOBLE_HUNTER_VP)
        return False
    if (_has_colonist_hunter(state, seat) and _can_discard(state, seat)) or _useful_guest_targets(state, seat):
        state.stage = STAGE_HUNTING_LODGE
        return True
    return False


def _has_colonist_hunter(state: State, seat: i64) -> bool:
    return state.works(seat, HUNTING_LODGE) and not state.works_by_noble(seat, HUNTING_LODGE)


def _can_discard(state: State, seat: i64) -> bool:
    """Whether the seat has a plantation or a forest; quarries stay."""
    base = seat * TILE_KINDS
    if state.island[base + FOREST]:
        return True
    return any(state.island[base + tile] > 0 for tile in range(GOODS))


def _useful_guest_targets(state: State, seat: i64) -> i64:
    """The lodge, if a guest would be useful there: a colonist to discard a tile, a noble to earn the 2 VP."""
    discards = state.ordinary_colonists_on(seat, GUESTHOUSE) > 0 and _can_discard(state, seat)
    earns = state.nobles_at(seat, GUESTHOUSE) > 0 and has_most_space(state, seat)
    return guest_targets(state, seat, 1 << HUNTING_LODGE) if discards or earns else 0


def has_most_space(state: State, seat: i64) -> bool:
    """Whether the seat alone has the most empty island spaces."""
    own = state.free_island_spaces(seat)
    return all(other == seat or state.free_island_spaces(other) < own for other in range(state.seats))
