"""The settler: plantations, quarries, and the clean-up of the face-up tiles (docs/rules §3 Settler)."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from games.engine.contract import NOBODY
from games.engine.puertorico.components import (
    CONSTRUCTION_HUT,
    FACE_UP_TILES,
    FIRST_EDITION,
    GOODS,
    HACIENDA,
    HOSPICE,
    NO_PLACE,
    NO_TILE,
    PLACE_NAMES,
    QUARRY,
    TILE_NAMES,
)
from games.engine.puertorico.moves import DRAW, PASS, TAKE, TAKE_COLONIST
from games.engine.puertorico.position import HOSPICE as HOSPICE_STAGE
from games.engine.puertorico.position import PHASE_END, SETTLER, State, goods_by_name


def begin(state: State) -> None:
    state.actor = state.picker
    _come_to(state)


def legal_tiles(state: State) -> vec[i64]:
    tile: i64
    seat = state.actor
    moves = vec[i64]([PASS], capacity=8)
    if state.may_draw:
        moves = append(moves, DRAW)
    face_up = state.face_up
    for tile in range(GOODS):
        if face_up[tile]:
            moves = append(moves, TAKE + tile)
    if _may_take_quarry(state, seat):
        moves = append(moves, TAKE + QUARRY)
    return moves


def play(state: State, move: i64) -> None:
    seat = state.actor
    if move == DRAW:
        _draw(state, seat)
    elif move == PASS:
        if state.listener is not None:
            state.tell("passes", seat, {"stage": "settler"})
        _next_seat(state)
    else:
        _take(state, seat, move - TAKE)


def play_hospice(state: State, move: i64) -> None:
    """The hospice's colonist, for the tile just taken."""
    seat = state.actor
    if move == TAKE_COLONIST:
        source = state.fetch_colonist(seat, state.latest, state.edition == FIRST_EDITION)
        if state.listener is not None:
            place = PLACE_NAMES[state.latest]
            state.tell("gets_colonist", seat, {"by": "hospice", "place": place, "source": source})
    elif state.listener is not None:
        state.tell("passes", seat, {"stage": "hospice"})
    state.latest = NO_PLACE
    _next_seat(state)


def _may_take_quarry(state: State, seat: i64) -> bool:
    return state.quarries > 0 and (seat == state.picker or state.works(seat, CONSTRUCTION_HUT))


def _can_take(state: State, seat: i64) -> bool:
    tile: i64
    if state.island_free(seat) == 0:
        return False
    face_up = state.face_up
    for tile in range(GOODS):
        if face_up[tile]:
            return True
    return _may_take_quarry(state, seat)


def _come_to(state: State) -> None:
    """Ask the actor, or the next seat after him that can do anything."""
    while True:
        seat = state.actor
        hacienda = state.works(seat, HACIENDA) and state.island_free(seat) > 0 and state.can_draw()
        state.may_draw = 1 if hacienda else 0
        if hacienda or _can_take(state, seat):
            state.stage = SETTLER
            return
        state.actor = state.after(seat)
        if state.actor == state.picker:
            _clean_up(state)
            return


def _next_seat(state: State) -> None:
    state.actor = state.after(state.actor)
    if state.actor == state.picker:
        _clean_up(state)
    else:
        _come_to(state)


def _draw(state: State, seat: i64) -> None:
    """The tile must be placed; then comes the normal action, if a space is left for it."""
    tile = state.draw_tile()
    state.lay_tile(seat, tile)
    state.may_draw = 0
    if state.listener is not None:
        state.tell("draws", seat, {"tile": TILE_NAMES[tile]})
    if not _can_take(state, seat):
        _next_seat(state)


def _take(state: State, seat: i64, tile: i64) -> None:
    if tile == QUARRY:
        state.quarries -= 1
    else:
        state.face_up[tile] -= 1
    state.lay_tile(seat, tile)
    if state.listener is not None:
        state.tell("takes", seat, {"tile": TILE_NAMES[tile]})
    # The supply empty: the first edition's hospice takes from the ship, the one of 2014 not (docs/rules §5).
    colonists = state.colonist_supply
    if state.edition == FIRST_EDITION:
        colonists += state.colonist_ship
    if colonists > 0 and state.works(seat, HOSPICE):
        state.latest = tile
        state.stage = HOSPICE_STAGE
    else:
        _next_seat(state)


def _clean_up(state: State) -> None:
    """Discard what is left face up and lay out players + 1 new plantations."""
    tile: i64
    discarded = None if state.listener is None else goods_by_name(state.face_up, 0)
    for tile in range(GOODS):
        state.discards[tile] += state.face_up[tile]
        state.face_up[tile] = 0
    lay_out(state)
    if discarded is not None:
        state.tell("plantations", NOBODY, {"discarded": discarded, "drawn": goods_by_name(state.face_up, 0)})
    state.may_draw = 0
    state.stage = PHASE_END


def lay_out(state: State) -> None:
    """Turn up players + 1 plantations, or as many as there are."""
    for _turn in range(FACE_UP_TILES[state.seats]):
        tile = state.draw_tile()
        if tile == NO_TILE:
            return
        state.face_up[tile] += 1
