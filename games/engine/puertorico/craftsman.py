"""The craftsman: everybody produces (docs/rules §3 Craftsman)."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from games.engine.puertorico.components import FACTORY, GOOD_NAMES, GOODS
from games.engine.puertorico.moves import EXTRA, PASS
from games.engine.puertorico.position import CRAFTSMAN, PHASE_END, State

FACTORY_INCOME: Final = vec[i64]([0, 0, 1, 2, 3, 5])
"""By the number of kinds actually produced."""


def begin(state: State) -> None:
    seat = state.picker
    for _turn in range(state.seats):
        produced = _produce(state, seat)
        if seat == state.picker:
            state.produced = produced
        seat = state.after(seat)
    state.actor = seat
    state.stage = CRAFTSMAN if _extra_goods(state) else PHASE_END
    if state.stage == PHASE_END:
        state.produced = 0


def legal_extras(state: State) -> vec[i64]:
    good: i64
    moves = vec[i64]([PASS], capacity=6)
    offered = _extra_goods(state)
    for good in range(GOODS):
        if (offered >> good) & 1:
            moves = append(moves, EXTRA + good)
    return moves


def play(state: State, move: i64) -> None:
    seat = state.actor
    if move != PASS:
        good = move - EXTRA
        state.goods_supply[good] -= 1
        state.goods[seat * GOODS + good] += 1
        if state.listener is not None:
            state.tell("extra", seat, {"good": GOOD_NAMES[good]})
    elif state.listener is not None:
        state.tell("passes", seat, {"stage": "craftsman"})
    state.produced = 0
    state.stage = PHASE_END


def _extra_goods(state: State) -> i64:
    """The set of goods that the craftsman has produced and the supply still has."""
    good: i64
    goods: i64 = 0
    for good in range(GOODS):
        if state.goods_supply[good]:
            goods |= 1 << good
    return goods & state.produced


def _produce(state: State, seat: i64) -> i64:
    """Take the goods as far as the supply lasts, and the factory's income; returns the set of kinds produced."""
    good: i64
    supply = state.goods_supply
    goods = state.goods
    kinds: i64 = 0
    produced: i64 = 0
    made: dict[str, object] | None = None if state.listener is None else {}
    for good in range(GOODS):
        barrels = state.production(seat, good)
        if barrels > supply[good]:
            barrels = supply[good]
        if barrels:
            supply[good] -= barrels
            goods[seat * GOODS + good] += barrels
            kinds += 1
            produced |= 1 << good
            if made is not None:
                made[GOOD_NAMES[good]] = int(barrels)
    if made is not None:
        state.tell("produces", seat, {"goods": made})
    if kinds > 1 and state.works(seat, FACTORY):
        income = FACTORY_INCOME[kinds]
        state.doubloons[seat] += income
        if state.listener is not None:
            state.tell("factory", seat, {"kinds": int(kinds), "doubloons": int(income)})
    return produced
