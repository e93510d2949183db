"""Whether the fields of one stage fit the rest of the position, and leave something to decide (docs/rules §1-§3, §5).

Every error is a PositionError that names the field of the JSON.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from games.engine.contract import PositionError
from games.engine.fields import check_fields
from games.engine.json_reader import require
from games.engine.sanjuan import councillor, producer, trader
from games.engine.sanjuan.builder import MAX_GOODS_PAID
from games.engine.sanjuan.components import (
    ARCHIVE,
    BLACK_MARKET,
    BUILDER,
    CHAPEL,
    COST,
    COUNCILLOR,
    FIRST_HAND_CARDS,
    FIRST_HAND_CHOICE_CARDS,
    GOLD_MINE,
    GOLD_MINE_CARDS,
    GOODS,
    KINDS,
    LIBRARY,
    NO_CARD,
    ROLES,
    TWO_PLAYERS,
)
from games.engine.sanjuan.fields import FIELDS
from games.engine.sanjuan.flow import SanJuanPosition
from games.engine.sanjuan.prospector import all_costs_differ
from games.engine.sanjuan.stages import (
    STAGE_ARCHIVE,
    STAGE_CHAPEL,
    STAGE_COUNCILLOR,
    STAGE_DEAL,
    STAGE_GOLD_MINE,
    STAGE_LIMIT,
    STAGE_OVER,
    STAGE_PAYMENT,
    STAGE_PRODUCER,
    STAGE_STRIKE,
    STAGE_TRADER,
)


def check_stage(position: SanJuanPosition) -> None:
    """Check the fields that matter in this phase only."""
    _check_library(position)
    _check_draws(position)
    checked = _CHECKS.get(int(position.stage))
    if checked is not None:
        checked(position)
    if position.stage != STAGE_OVER and not len(position.legal_moves()):
        raise PositionError("stage_state.from", "leaves nothing to name for the seat to move")
    check_fields(FIELDS, position, int(position.phase_kind))


def _check_library(position: SanJuanPosition) -> None:
    """The library doubles its owner's privilege, with two players when the owner says so. In the builder phase the
    owner may have covered it."""
    field, picker = "stage_state.library", position.picker
    role = position.phase_kind
    in_role = 0 <= role < ROLES
    if not position.library_doubles:
        due = in_role and role != BUILDER and position.seats != TWO_PLAYERS and position.owns(picker, LIBRARY)
        require(not due, field, "doubles the privilege of its owner")
        return
    require(in_role, field, "doubles nothing in this stage")
    covered = role == BUILDER and position.covered[LIBRARY] > 0
    require(position.owns(picker, LIBRARY) or covered, field, "the picker has none")
    used = position.seats != TWO_PLAYERS or role == BUILDER or position.library_used[picker]
    require(bool(used), "libraries_used", "must name the picker, whose privilege it doubles")


# --- cards to choose among ---


def _check_draws(position: SanJuanPosition) -> None:
    """Cards drawn and not chosen from yet, and how many are to be chosen (docs/rules §2 Councillor)."""
    for seat in range(position.seats):
        at = f"players[{seat}]"
        drawn, to_name = _due_of(position, seat)
        named = position.cards_to_choose[seat]
        if seat == position.actor and position.stage in (STAGE_COUNCILLOR, STAGE_ARCHIVE):
            require(0 < named <= to_name, f"{at}.to_name", f"must be from 1 to {to_name}")
            _check_own_draw(position, seat)
            continue
        require(position.drawn_count[seat] == drawn, f"{at}.drawn", f"must be {drawn} cards")
        if position.stage not in (STAGE_DEAL, STAGE_LIMIT):
            require(named == to_name, f"{at}.to_name", f"must be {to_name}")


def _due_of(position: SanJuanPosition, seat: int) -> tuple[int, int]:
    """How many drawn cards a seat has beside its hand in a councillor phase, and how many cards it has to choose."""
    waits = seat == position.actor or (position.all_drew and not position.seat_done[seat])
    if position.phase_kind != COUNCILLOR or not waits:
        return 0, 0
    draws, keeps = int(councillor.draw_count(position, seat)), int(councillor.keep_count(position, seat))
    if position.owns(seat, ARCHIVE):
        return 0, max(draws - keeps, 0)
    return (draws, keeps) if draws > keeps else (0, 0)


def _check_own_draw(position: SanJuanPosition, seat: int) -> None:
    """The actor's drawn cards: without those already kept; fewer if the piles were empty."""
    field = f"players[{seat}].drawn"
    drawn, named = int(position.drawn_count[seat]), int(position.cards_to_choose[seat])
    if position.stage == STAGE_ARCHIVE:
        require(position.owns(seat, ARCHIVE), "stage", "needs an archive")
        require(drawn == 0, field, "must be in the hand, with an archive")
        return
    require(not position.owns(seat, ARCHIVE), "stage", "does not go with an archive")
    require(drawn > named, field, "must be more than are kept of them")
    most = int(councillor.draw_count(position, seat) - councillor.keep_count(position, seat)) + named
    require(drawn <= most, field, f"must be at most {most} cards")
    require(not position.all_drew or drawn == most, field, f"must be {most} cards")


def _check_deal(position: SanJuanPosition) -> None:
    """From the governor on five cards, six and so on, of which four stay (docs/rules §1 `deal_choice`)."""
    for seat in range(position.seats):
        turn = (seat - position.governor) % position.seats
        hand, dealt = int(position.hand_count[seat]), FIRST_HAND_CHOICE_CARDS + turn
        least = (
            FIRST_HAND_CARDS + 1 if seat == position.actor else FIRST_HAND_CARDS if position.seat_done[seat] else dealt
        )
        most = FIRST_HAND_CARDS if position.seat_done[seat] else dealt
        if not least <= hand <= most:
            raise PositionError(f"players[{seat}].hand", f"must be from {least} to {most} cards")
        require(
            position.cards_to_choose[seat] == hand - FIRST_HAND_CARDS,
            f"players[{seat}].to_name",
            f"must be {hand - FIRST_HAND_CARDS}",
        )


def _check_limit(position: SanJuanPosition) -> None:
    for seat in range(position.seats):
        surplus = int(position.hand_count[seat] - position.hand_limit(seat)) if seat == position.actor else 0
        require(seat != position.actor or surplus > 0, f"players[{seat}].hand", "is not above the limit")
        require(position.cards_to_choose[seat] == surplus, f"players[{seat}].to_name", f"must be {surplus}")


def _check_tucking(position: SanJuanPosition) -> None:
    seat = position.actor
    require(position.owns(seat, CHAPEL), "stage", "needs a chapel")
    require(position.hand_count[seat] > 0, f"players[{seat}].hand", "holds nothing to put under the chapel")


# --- building, producing, selling ---


def _check_payment(position: SanJuanPosition) -> None:
    """The new building stands already; something is owed, but not the whole hand (docs/rules §2 Builder)."""
    seat, latest = position.actor, position.new_building
    require(latest != NO_CARD and position.owns(seat, latest), "stage_state.building", "does not stand there")
    owed, goods, hand = position.owed, position.goods_payable, position.hand_count[seat]
    most = int(COST[latest])
    require(0 < owed <= most, "stage_state.owed", f"must be from 1 to {most}")
    if goods:
        market = latest != BLACK_MARKET and position.owns(seat, BLACK_MARKET)
        require(market, "stage_state.goods_payable", "the seat to move has no black market")
        there = sum(int(position.goods[seat * GOODS + good]) for good in range(int(position.smallest_good), GOODS))
        payable = min(there, int(MAX_GOODS_PAID))
        require(goods <= payable, "stage_state.goods_payable", f"must be at most {payable}")
    require(owed <= hand + goods, "stage_state.owed", "is more than the seat to move can pay")
    require(owed != hand or goods > 0, "stage_state.owed", "is the whole hand, which would have been paid")


def _check_production(position: SanJuanPosition) -> None:
    """A seat that is asked cannot fill all its empty plants (docs/rules §2 Producer)."""
    seat = position.actor
    _check_progress(position, int(position.goods_produced), int(producer.capacity(position, seat)))
    can_make = producer.remaining_production(position, seat)
    require(can_make > 0, "draw_pile", "there is nothing left to produce with")
    require(position.all_empty_plants(seat) > can_make, f"players[{seat}].buildings", "would all have been filled")


def _check_sale(position: SanJuanPosition) -> None:
    made, income = int(position.goods_sold), int(position.cards_earned)
    _check_progress(position, made, int(trader.capacity(position, position.actor)))
    require(made <= income <= 3 * made, "stage_state.income", "does not fit the goods sold")


def _check_progress(position: SanJuanPosition, made: int, capacity: int) -> None:
    require(made < capacity, "stage_state.made", f"must be less than {capacity}")
    require(made > 0 or position.smallest_good == 0, "stage_state.from", "nothing has been named yet")


# --- the gold mine ---


def _check_mine(position: SanJuanPosition) -> None:
    require(position.owns(position.actor, GOLD_MINE), "stage", "needs a gold mine")
    require(position.cards_to_draw() >= GOLD_MINE_CARDS, "draw_pile", "is too low for a gold mine")


def _check_strike(position: SanJuanPosition) -> None:
    require(position.owns(position.actor, GOLD_MINE), "stage", "needs a gold mine")
    there = all(0 <= card < KINDS for card in position.turned_up)
    require(there and all_costs_differ(position.turned_up), "stage_state.turned", "must be of four different costs")


_CHECKS: Final[dict[int, Callable[[SanJuanPosition], None]]] = {
    STAGE_DEAL: _check_deal,
    STAGE_PAYMENT: _check_payment,
    STAGE_PRODUCER: _check_production,
    STAGE_TRADER: _check_sale,
    STAGE_GOLD_MINE: _check_mine,
    STAGE_STRIKE: _check_strike,
    STAGE_CHAPEL: _check_tucking,
    STAGE_LIMIT: _check_limit,
}
