"""The producer: everybody may put an unseen card on an empty plant (docs/rules §2 Producer)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from games.engine.sanjuan.components import AQUEDUCT, GOOD_NAMES, GOODS, WELL
from games.engine.sanjuan.moves import PASS, PRODUCE, PRODUCE_MORE
from games.engine.sanjuan.ordered_choice import good_choice_moves
from games.engine.sanjuan.position import State
from games.engine.sanjuan.stages import STAGE_PRODUCER, STAGE_SEAT_DONE

WELL_GOODS: Final = 2
"""With so many goods produced the well draws a card."""


def capacity(state: State, seat: i64) -> i64:
    """Goods that the seat may produce in this phase."""
    goods = 1 + state.privilege_count(seat)
    if state.owns(seat, AQUEDUCT):
        goods += 1
    return goods


def remaining_production(state: State, seat: i64) -> i64:
    """Goods that the seat may still produce, at most as many as cards are left to draw (docs/rules §5 Draw pile)."""
    goods = capacity(state, seat) - state.goods_produced
    cards = state.cards_to_draw()
    return goods if goods < cards else cards


def ask(state: State, seat: i64) -> bool:
    """Whether the seat has to choose. A seat that can fill all its empty plants does so automatically."""
    good: i64
    empty = state.all_empty_plants(seat)
    state.goods_produced = 0
    state.smallest_good = 0
    can_make = remaining_production(state, seat)
    if empty == 0 or can_make == 0:
        return False
    if empty <= can_make:
        made = vec[i64]([0] * GOODS)
        for good in range(GOODS):
            for _plant in range(state.empty_plants(seat, good)):
                state.produce_good(seat, good)
                made[good] += 1
                state.goods_produced += 1
        if state.listener is not None:
            goods = {name: int(made[good]) for good, name in enumerate(GOOD_NAMES) if made[good]}
            state.emit("produces", seat, {"goods": goods})
        _finish(state, seat)
        return False
    state.stage = STAGE_PRODUCER
    state.actor = seat
    return True


def legal_productions(state: State) -> vec[i64]:
    """Goods as the last one to produce, and as one before another, in ascending order."""
    good: i64
    seat = state.actor
    empty = vec[i64]([0] * GOODS)
    for good in range(GOODS):
        empty[good] = state.empty_plants(seat, good)
    return good_choice_moves(
        state, empty, state.goods_produced, remaining_production(state, seat), PRODUCE, PRODUCE_MORE
    )


def play(state: State, move: i64) -> None:
    seat = state.actor
    if move == PASS:
        if state.listener is not None:
            state.emit("passes", seat, {"stage": "producer"})
    else:
        follows = move >= PRODUCE_MORE
        good = move - PRODUCE_MORE if follows else move - PRODUCE
        state.produce_good(seat, good)
        state.goods_produced += 1
        if state.listener is not None:
            state.emit("produces", seat, {"goods": {GOOD_NAMES[good]: 1}})
        state.smallest_good = good
        if follows:
            return
    _finish(state, seat)
    state.stage = STAGE_SEAT_DONE


def cards_suffice(state: State) -> bool:
    """Whether there are cards for all that can still be produced in this phase, so that no seat affects another."""
    needed: i64 = 0
    for seat in range(state.seats):
        if not state.seat_done[seat]:
            needed += capacity(state, seat) + 1
    return needed <= state.cards_to_draw()


def _finish(state: State, seat: i64) -> None:
    if state.goods_produced >= WELL_GOODS and state.owns(seat, WELL):
        state.draw_to_hand(seat, 1, "well")
    state.goods_produced = 0
    state.smallest_good = 0
