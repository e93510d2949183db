"""The black market: up to three different things instead of the last doubloons of a price (docs/rules §7 Black market).

These are one colonist (a noble too, but not the one on the black market), one good and one VP, in this order, one ply
each. The price is fixed before anything is returned; the colonist may come from anywhere (docs/rules §11 Black market).
"""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from games.engine.puertorico.components import BLACK_MARKET, GOOD_NAMES, GOODS, PLACE_NAMES, PLACES
from games.engine.puertorico.moves import PAY_COLONIST, PAY_GOOD, PAY_NOBLE, PAY_VP
from games.engine.puertorico.position import State
from games.engine.puertorico.stages import PAID_COLONIST, PAID_GOOD, PAID_VP
from games.engine.puertorico.victory_points import return_vp


def max_payment(state: State, seat: i64) -> i64:
    """How many doubloons the black market can make up for: one for each kind of thing that the seat has."""
    kinds: i64 = 0
    for kind in (PAID_COLONIST, PAID_GOOD, PAID_VP):
        if _has_kind(state, seat, kind):
            kinds += 1
    return kinds


def legal_payments(state: State) -> vec[i64]:
    place: i64
    good: i64
    seat = state.actor
    moves = vec[i64](capacity=16)
    if _may_pay(state, seat, PAID_COLONIST):
        for place in range(PLACES):
            if place != BLACK_MARKET and state.ordinary_colonists_on(seat, place) > 0:
                moves = append(moves, PAY_COLONIST + place)
        for place in range(PLACES):
            if place != BLACK_MARKET and state.nobles_at(seat, place) > 0:
                moves = append(moves, PAY_NOBLE + place)
    if _may_pay(state, seat, PAID_GOOD):
        for good in range(GOODS):
            if state.barrels_of(seat, good) > 0:
                moves = append(moves, PAY_GOOD + good)
    if _may_pay(state, seat, PAID_VP):
        moves = append(moves, PAY_VP)
    return moves


def pay(state: State, move: i64) -> None:
    seat = state.actor
    state.owed -= 1
    if move == PAY_VP:
        state.paid |= PAID_VP
        return_vp(state, seat)
        if state.listener is not None:
            state.emit("pays_vp", seat, {})
    elif move >= PAY_GOOD:
        good = move - PAY_GOOD
        state.paid |= PAID_GOOD
        state.goods[seat * GOODS + good] -= 1
        state.goods_supply[good] += 1
        if state.listener is not None:
            state.emit("pays_good", seat, {"good": GOOD_NAMES[good]})
    else:
        noble: i64 = 1 if move >= PAY_NOBLE else 0
        place = move - PAY_NOBLE if noble else move - PAY_COLONIST
        state.paid |= PAID_COLONIST
        state.move_to_san_juan(seat, place, noble)
        state.return_to_supply(seat, noble)
        if state.listener is not None:
            state.emit("pays_colonist", seat, {"place": PLACE_NAMES[place], "noble": bool(noble)})


def _has_kind(state: State, seat: i64, kind: i64) -> bool:
    """Whether the seat has a thing of this kind; the colonist on the black market does not count."""
    if kind == PAID_COLONIST:
        return state.colonists_of(seat) > 1
    if kind == PAID_VP:
        return state.vp(seat) > 0
    return any(state.barrels_of(seat, good) > 0 for good in range(GOODS))


def _may_pay(state: State, seat: i64, kind: i64) -> bool:
    """Whether a thing of this kind may be returned next: the kinds after it must suffice for the rest."""
    if state.paid >= kind or not _has_kind(state, seat, kind):
        return False
    later: i64 = 0
    for other in (PAID_GOOD, PAID_VP):
        if other > kind and _has_kind(state, seat, other):
            later += 1
    return later >= state.owed - 1
