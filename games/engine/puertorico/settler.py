"""The settler: plantations, quarries, and the clean-up of the face-up tiles (docs/rules §3 Settler).

With the expansions a plantation may become a forest, the library takes a second tile after everybody, and then come the
hunting lodges (docs/rules §7 Forest house, Library, §8 Hunting lodge).
"""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from games.engine.contract import NOBODY
from games.engine.puertorico import hunting_lodges, newcomers
from games.engine.puertorico.components import (
    CONSTRUCTION_HUT,
    FACE_UP_TILES,
    FIRST_EDITION,
    FOREST,
    FOREST_HOUSE,
    GOODS,
    HACIENDA,
    HOSPICE,
    LIBRARY,
    NO_PLACE,
    NO_TILE,
    QUARRY,
    RULES_GUESTS_AT_ANY_TIME,
    TILE_NAMES,
)
from games.engine.puertorico.guests import guest_count, guest_targets, move_guest, with_guest_moves
from games.engine.puertorico.moves import AS_FOREST, AS_PLANTATION, DRAW, PASS, TAKE, TAKE_AS_FOREST, is_guest
from games.engine.puertorico.position import State, goods_by_name
from games.engine.puertorico.stages import (
    STAGE_FOREST,
    STAGE_HOSPICE,
    STAGE_HUNTING_LODGE,
    STAGE_PHASE_END,
    STAGE_SETTLER,
)


def begin(state: State) -> None:
    state.actor = state.picker
    _ask_from_actor(state)


def legal_tiles(state: State) -> vec[i64]:
    tile: i64
    seat = state.actor
    moves = vec[i64]([PASS], capacity=8)
    if state.may_draw:
        moves = append(moves, DRAW)
    face_up = state.face_up
    if _may_take(state, seat):
        for tile in range(GOODS):
            if face_up[tile]:
                moves = append(moves, TAKE + tile)
        if _may_take_quarry(state, seat):
            moves = append(moves, TAKE + QUARRY)
        if state.has_expansions and state.works(seat, FOREST_HOUSE):
            for tile in range(GOODS):
                if face_up[tile]:
                    moves = append(moves, TAKE_AS_FOREST + tile)
    if state.has_expansions:
        moves = with_guest_moves(state, seat, moves, _useful_guest_targets(state, seat))
    return moves


def play(state: State, move: i64) -> None:
    seat = state.actor
    if move == DRAW:
        _draw(state, seat)
    elif move == PASS:
        if state.listener is not None:
            state.emit_pass(seat, "settler", state.second_tile != 0)
        _advance_seat(state)
    elif is_guest(move):
        move_guest(state, move)
        if not _ask_seat(state, seat):
            _advance_seat(state)
    elif move >= TAKE_AS_FOREST:
        _take_as_forest(state, seat, move - TAKE_AS_FOREST)
    else:
        _take(state, seat, move - TAKE)


def legal_tile_placings(state: State) -> vec[i64]:
    """The drawn tile becomes a forest only with the forest house, to which a guest may move now."""
    seat = state.actor
    if state.works(seat, FOREST_HOUSE):
        return vec[i64]([AS_PLANTATION, AS_FOREST])
    return with_guest_moves(state, seat, vec[i64]([AS_PLANTATION]), guest_targets(state, seat, 1 << FOREST_HOUSE))


def play_tile_placing(state: State, move: i64) -> None:
    """Place the tile that the hacienda has drawn; only its owner has seen it."""
    seat = state.actor
    if is_guest(move):
        move_guest(state, move)
        return
    tile = state.drawn_tile
    state.drawn_tile = NO_TILE
    if move == AS_FOREST:
        state.lay_forest(seat, tile, 1)
        if state.listener is not None:
            state.emit("draws_forest", seat, {})
    else:
        state.revealed += 1
        state.lay_tile(seat, tile)
        if state.listener is not None:
            state.emit("draws", seat, {"tile": TILE_NAMES[tile]})
    _after_draw(state, seat)


def legal_hospice(state: State) -> vec[i64]:
    return newcomers.legal_newcomers(state, hospice_takes_from_ship(state))


def play_hospice(state: State, move: i64) -> None:
    """The hospice's colonist goes to the tile just taken; to San Juan if it is a forest."""
    newcomers.play_newcomer(state, move, "hospice", hospice_takes_from_ship(state))
    _advance_seat(state)


def play_lodge(state: State, move: i64) -> None:
    hunting_lodges.play(state, move)
    if state.stage != STAGE_HUNTING_LODGE:
        _clean_up(state)


def foresee_turn(state: State, seat: i64) -> bool:
    """In a copy, ask a seat whose turn is still to come for its tile; False if there is nothing that it could do."""
    if _is_after_everybody(state) or not state.comes_after_actor(seat):
        return False
    _forget_turn(state)
    state.actor = seat
    return _ask_seat(state, seat)


def foresee_second_tile(state: State) -> bool:
    """In a copy, ask the settler for the library's second tile; False if that question will not come as things lie."""
    if _is_after_everybody(state) or not state.has_expansions:
        return False
    _forget_turn(state)
    state.actor = state.picker
    state.second_tile = 1
    return _ask_seat(state, state.picker)


def foresee_discard(state: State, seat: i64) -> bool:
    """In a copy, ask for the hunting lodge's discard (hunting_lodges.foresee_discard)."""
    _forget_turn(state)
    state.second_tile = 0
    state.may_draw = 0
    return hunting_lodges.foresee_discard(state, seat)


def _is_after_everybody(state: State) -> bool:
    """Whether everybody has had the turn for a first tile."""
    return state.second_tile != 0 or state.stage == STAGE_HUNTING_LODGE


def _forget_turn(state: State) -> None:
    """Leave the actor's turn as it stands; a tile that is drawn, but not placed, goes back."""
    if state.drawn_tile != NO_TILE:
        state.face_down[state.drawn_tile] += 1
        state.drawn_tile = NO_TILE
    state.acquired_place = NO_PLACE
    state.hacienda_used = 0


def _may_take(state: State, seat: i64) -> bool:
    """The second tile needs the library, perhaps with a guest who has moved there (docs/rules §11 Library)."""
    return not state.second_tile or state.works(seat, LIBRARY)


def _may_take_quarry(state: State, seat: i64) -> bool:
    privilege = seat == state.picker and not state.second_tile
    return state.quarries > 0 and (privilege or state.works(seat, CONSTRUCTION_HUT))


def _can_take(state: State, seat: i64) -> bool:
    return _may_take(state, seat) and _tile_available(state, seat)


def _tile_available(state: State, seat: i64) -> bool:
    """Whether there is a space for a tile, and a tile to take."""
    tile: i64
    if state.free_island_spaces(seat) == 0:
        return False
    face_up = state.face_up
    for tile in range(GOODS):
        if face_up[tile]:
            return True
    return _may_take_quarry(state, seat)


def _may_draw(state: State, seat: i64) -> bool:
    if state.hacienda_used or state.second_tile:
        return False
    return state.works(seat, HACIENDA) and state.free_island_spaces(seat) > 0 and state.can_draw()


def _useful_guest_targets(state: State, seat: i64) -> i64:
    """Places where guests would change what the seat can do now."""
    if guest_count(state, seat) == 0 or state.free_island_spaces(seat) == 0:
        return 0
    useful = guest_targets(state, seat, 1 << CONSTRUCTION_HUT) if state.quarries > 0 else 0
    if not _may_take(state, seat):
        # One guest must occupy the library before another could be of use.
        takes = _tile_available(state, seat) or (useful != 0 and guest_count(state, seat) > 1)
        return guest_targets(state, seat, 1 << LIBRARY) if takes else 0
    takes = _tile_available(state, seat) or useful != 0
    if takes or state.may_draw:
        useful |= 1 << FOREST_HOUSE
    if not state.second_tile:
        if not state.hacienda_used and state.can_draw():
            useful |= 1 << HACIENDA
        if takes and newcomers.available_colonists(state, hospice_takes_from_ship(state)) > 0:
            useful |= 1 << HOSPICE
        if takes and seat == state.picker:
            useful |= 1 << LIBRARY
    return guest_targets(state, seat, useful)


def _ask_seat(state: State, seat: i64) -> bool:
    """Ask the seat, if there is anything that it can do. Returns whether there is."""
    hacienda = _may_draw(state, seat)
    state.may_draw = 1 if hacienda else 0
    if hacienda or _has_action(state, seat):
        state.stage = STAGE_SETTLER
        return True
    return False


def _has_action(state: State, seat: i64) -> bool:
    return _can_take(state, seat) or (state.has_expansions != 0 and _useful_guest_targets(state, seat) != 0)


def _ask_from_actor(state: State) -> None:
    """Ask the actor, or the next seat after the actor that can do anything."""
    while not _ask_seat(state, state.actor):
        state.actor = state.next_seat(state.actor)
        if state.actor == state.picker:
            _after_everybody(state)
            return


def _advance_seat(state: State) -> None:
    state.hacienda_used = 0
    if state.second_tile:
        _start_hunting_lodges(state)
        return
    state.actor = state.next_seat(state.actor)
    if state.actor == state.picker:
        _after_everybody(state)
    else:
        _ask_from_actor(state)


def _after_everybody(state: State) -> None:
    """The library's second tile, the hunting lodges, the clean-up."""
    if not state.has_expansions:
        _clean_up(state)
        return
    state.second_tile = 1
    if _ask_seat(state, state.picker):
        return
    _start_hunting_lodges(state)


def _start_hunting_lodges(state: State) -> None:
    state.second_tile = 0
    state.may_draw = 0
    hunting_lodges.begin(state)
    if state.stage != STAGE_HUNTING_LODGE:
        _clean_up(state)


def _draw(state: State, seat: i64) -> None:
    """Draw a tile, which must be placed. Then comes the normal action, if a space is left for it."""
    tile = state.draw_tile()
    state.may_draw = 0
    if state.has_expansions:
        state.hacienda_used = 1
        if state.works(seat, FOREST_HOUSE) or _guests_may_plant_a_forest(state, seat):
            state.drawn_tile = tile
            state.stage = STAGE_FOREST
            if state.listener is not None:
                state.emit("looks_at", seat, {"tile": TILE_NAMES[tile]}, seat)
            return
    state.lay_tile(seat, tile)
    if state.listener is not None:
        state.emit("draws", seat, {"tile": TILE_NAMES[tile]})
    _after_draw(state, seat)


def _guests_may_plant_a_forest(state: State, seat: i64) -> bool:
    return state.rules_version >= RULES_GUESTS_AT_ANY_TIME and guest_targets(state, seat, 1 << FOREST_HOUSE) != 0


def _after_draw(state: State, seat: i64) -> None:
    if _has_action(state, seat):
        state.stage = STAGE_SETTLER
    else:
        _advance_seat(state)


def _take(state: State, seat: i64, tile: i64) -> None:
    if tile == QUARRY:
        state.quarries -= 1
    else:
        state.face_up[tile] -= 1
    state.lay_tile(seat, tile)
    if state.listener is not None:
        state.emit("takes", seat, {"tile": TILE_NAMES[tile]})
    _ask_hospice(state, seat, tile)


def _take_as_forest(state: State, seat: i64, tile: i64) -> None:
    state.face_up[tile] -= 1
    state.lay_forest(seat, tile, 0)
    if state.listener is not None:
        state.emit("takes_forest", seat, {"tile": TILE_NAMES[tile]})
    _ask_hospice(state, seat, FOREST)


def hospice_takes_from_ship(state: State) -> bool:
    """With an empty supply the hospice takes from the ship in the first edition only (docs/rules §5 Hospice)."""
    return state.edition == FIRST_EDITION


def _ask_hospice(state: State, seat: i64, tile: i64) -> None:
    if (
        not state.second_tile
        and state.works(seat, HOSPICE)
        and newcomers.available_colonists(state, hospice_takes_from_ship(state)) > 0
    ):
        state.acquired_place = tile
        state.stage = STAGE_HOSPICE
    else:
        _advance_seat(state)


def _clean_up(state: State) -> None:
    """Discard what is left face up and lay out players + 1 new plantations."""
    tile: i64
    discarded = None if state.listener is None else goods_by_name(state.face_up, 0)
    for tile in range(GOODS):
        state.discards[tile] += state.face_up[tile]
        state.face_up[tile] = 0
    lay_out_tiles(state)
    if discarded is not None:
        state.emit("plantations", NOBODY, {"discarded": discarded, "drawn": goods_by_name(state.face_up, 0)})
    state.may_draw = 0
    state.stage = STAGE_PHASE_END


def lay_out_first_tiles(state: State) -> None:
    """Turn up the first plantations after a draft. Without a draft this is part of the set-up, which emits no event."""
    lay_out_tiles(state)
    if state.listener is not None:
        state.emit("plantations", NOBODY, {"discarded": {}, "drawn": goods_by_name(state.face_up, 0)})


def lay_out_tiles(state: State) -> None:
    """Turn up players + 1 plantations, or as many as there are."""
    for _turn in range(FACE_UP_TILES[state.seats]):
        tile = state.draw_tile()
        if tile == NO_TILE:
            return
        state.face_up[tile] += 1
