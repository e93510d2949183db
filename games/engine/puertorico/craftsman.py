"""The craftsman: everybody produces (docs/rules §3 Craftsman).

First guests may move, then chapels pay, then everybody produces. Last comes the craftsman's privilege, before which the
craftsman's guests may move again (docs/rules §7 Guesthouse, §8 Chapel).
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from games.engine.contract import NOBODY
from games.engine.puertorico.components import (
    CHAPEL,
    CORN,
    FACTORY,
    GOOD_NAMES,
    GOODS,
    JEWELER,
    LIBRARY,
    RULES_GUESTS_AT_ANY_TIME,
    SPECIALTY_FACTORY,
    bit,
)
from games.engine.puertorico.guests import guest_count, guest_targets, move_guest, with_guest_moves
from games.engine.puertorico.moves import EXTRA, PASS, guest_target, is_guest
from games.engine.puertorico.position import State
from games.engine.puertorico.production import extra_by_aqueduct, output, output_with_guests, places_for_guests
from games.engine.puertorico.stages import STAGE_CRAFTSMAN, STAGE_GUESTS, STAGE_PHASE_END
from games.engine.puertorico.victory_points import gain_vp

FACTORY_INCOME: Final = vec[i64]([0, 0, 1, 2, 3, 5])
"""By the number of kinds actually produced."""


def begin(state: State) -> None:
    state.seats_done = 0
    if state.has_expansions:
        _ask_guests(state)
    else:
        _produce_all(state)


def legal_guests(state: State) -> vec[i64]:
    """Guests move before anybody produces; their owner has no other decision."""
    seat = state.actor
    return with_guest_moves(state, seat, vec[i64]([PASS]), _useful_targets_before_production(state, seat))


def play_guest(state: State, move: i64) -> None:
    seat = state.actor
    if move == PASS:
        if state.listener is not None:
            state.emit("passes", seat, {"stage": "guests"})
        state.seats_done |= bit(seat)
    else:
        move_guest(state, move)
    _ask_guests(state)


def legal_extras(state: State) -> vec[i64]:
    """One extra good, with the library two; of two goods the lower one is named first."""
    good: i64
    moves = vec[i64]([PASS], capacity=6)
    offered = _extra_goods(state)
    for good in range(GOODS):
        if (offered >> good) & 1:
            moves = append(moves, EXTRA + good)
    if state.has_expansions and state.rules_version >= RULES_GUESTS_AT_ANY_TIME:
        moves = with_guest_moves(state, state.actor, moves, _useful_targets_after_production(state, state.actor))
    return moves


def play(state: State, move: i64) -> None:
    seat = state.actor
    if move == PASS:
        if state.listener is not None:
            _emit_pass(state, seat)
        _end(state)
        return
    if is_guest(move):
        move_guest(state, move)
        if guest_target(move) == LIBRARY:
            state.extras_left += 1
        if not _has_decision(state, seat):
            _end(state)
        return
    good = move - EXTRA
    state.goods_supply[good] -= 1
    state.goods[seat * GOODS + good] += 1
    if state.listener is not None:
        state.emit("extra", seat, {"good": GOOD_NAMES[good]})
    if state.has_expansions:
        state.barrels_made[good] += 1
        state.extras_left -= 1
        state.lowest_extra = good
        if state.extras_left > 0 and _extra_goods(state):
            return
    _end(state)


def _emit_pass(state: State, seat: i64) -> None:
    if _extra_goods(state):
        state.emit_pass(seat, "craftsman", state.extras_left == 1 and state.works(seat, LIBRARY))
    else:
        state.emit("passes", seat, {"stage": "guests"})


def _end(state: State) -> None:
    if state.has_expansions:
        _pay_specialty(state, state.picker, state.barrels_made)
        for good in range(GOODS):
            state.barrels_made[good] = 0
        state.extras_left = 0
        state.lowest_extra = 0
    state.kinds_produced = 0
    state.stage = STAGE_PHASE_END


def _extra_goods(state: State) -> i64:
    """Set of the goods that the craftsman has produced and the supply still has."""
    good: i64
    goods: i64 = 0
    for good in range(state.lowest_extra, GOODS):
        if state.goods_supply[good]:
            goods |= bit(good)
    return goods & state.kinds_produced


def _ask_guests(state: State) -> None:
    """Ask the next seat, clockwise from the craftsman, whose guests could change its production; then produce."""
    while True:
        seat = state.next_waiting_seat()
        if seat == NOBODY:
            break
        if _useful_targets_before_production(state, seat):
            state.actor = seat
            state.stage = STAGE_GUESTS
            return
        state.seats_done |= bit(seat)
    state.seats_done = 0
    _produce_all(state)


def _produce_all(state: State) -> None:
    seat = state.picker
    if state.nobles_on:
        _pay_chapels(state)
    for _turn in range(state.seats):
        produced = _produce(state, seat)
        if seat == state.picker:
            state.kinds_produced = produced
        seat = state.next_seat(seat)
    state.actor = seat
    if state.has_expansions:
        state.extras_left = 2 if state.works(seat, LIBRARY) else 1
    if _has_decision(state, seat):
        state.stage = STAGE_CRAFTSMAN
    else:
        _end(state)


def _has_decision(state: State, seat: i64) -> bool:
    """Whether the craftsman can take an extra good, or their guests could still change what they get."""
    if _extra_goods(state):
        return True
    return (
        state.has_expansions != 0
        and state.rules_version >= RULES_GUESTS_AT_ANY_TIME
        and _useful_targets_after_production(state, seat) != 0
    )


def _pay_chapels(state: State) -> None:
    """A colonist in a chapel brings a doubloon, a noble 1 VP (docs/rules §8 Chapel)."""
    seat = state.picker
    for _turn in range(state.seats):
        if state.works(seat, CHAPEL):
            if state.works_by_noble(seat, CHAPEL):
                if state.listener is not None:
                    state.emit("chapel", seat, {"vp": 1})
                gain_vp(state, seat, 1)
            else:
                state.doubloons[seat] += 1
                if state.listener is not None:
                    state.emit("chapel", seat, {"doubloons": 1})
        seat = state.next_seat(seat)


def _produce(state: State, seat: i64) -> i64:
    """The seat's goods, as far as the supply lasts, and what its buildings pay. Returns the set of goods produced."""
    good: i64
    supply = state.goods_supply
    goods = state.goods
    kinds: i64 = 0
    produced: i64 = 0
    made: dict[str, object] | None = None if state.listener is None else {}
    counted = vec[i64]()
    if state.has_expansions:
        counted = vec[i64]([0] * GOODS)
    for good in range(GOODS):
        barrels = output(state, seat, good)
        if barrels > supply[good]:
            barrels = supply[good]
        if barrels:
            supply[good] -= barrels
            goods[seat * GOODS + good] += barrels
            kinds += 1
            produced |= bit(good)
            if made is not None:
                made[GOOD_NAMES[good]] = int(barrels)
            if state.has_expansions:
                counted[good] = barrels
    if made is not None:
        state.emit("produces", seat, {"goods": made})
    if kinds > 1 and state.works(seat, FACTORY):
        income = FACTORY_INCOME[kinds]
        state.doubloons[seat] += income
        if state.listener is not None:
            state.emit("factory", seat, {"kinds": int(kinds), "doubloons": int(income)})
    if state.has_expansions:
        _pay_jeweler(state, seat)
        if seat == state.picker:
            state.barrels_made = counted
        else:
            _pay_specialty(state, seat, counted)
    return produced


def _pay_jeweler(state: State, seat: i64) -> None:
    """A doubloon for every noble of the seat, wherever the noble is (docs/rules §8 Jeweler)."""
    if not state.works(seat, JEWELER) or state.noble_count[seat] == 0:
        return
    income = state.noble_count[seat]
    state.doubloons[seat] += income
    if state.listener is not None:
        state.emit("jeweler", seat, {"doubloons": int(income)})


def _pay_specialty(state: State, seat: i64, made: vec[i64]) -> None:
    """For the best good other than corn a doubloon less than barrels (docs/rules §7 Specialty factory)."""
    good: i64
    if not state.works(seat, SPECIALTY_FACTORY):
        return
    best: i64 = CORN
    income: i64 = 0
    for good in range(CORN + 1, GOODS):
        if made[good] - 1 > income:
            income = made[good] - 1
            best = good
    if income == 0:
        return
    state.doubloons[seat] += income
    if state.listener is not None:
        state.emit("specialty_factory", seat, {"good": GOOD_NAMES[best], "doubloons": int(income)})


def _useful_targets_before_production(state: State, seat: i64) -> i64:
    """Places where guests would change what the seat produces or earns by producing."""
    good: i64
    guests = guest_count(state, seat)
    if guests == 0:
        return 0
    of_old = state.rules_version < RULES_GUESTS_AT_ANY_TIME
    supply = state.goods_supply if of_old else _supply_for(state, seat)
    wanted: i64 = 1 << CHAPEL
    if state.nobles_on and state.noble_count[seat] > 0:
        wanted |= 1 << JEWELER
    for good in range(GOODS):
        wanted |= places_for_guests(state, seat, good, guests, supply[good])
    kinds, most = _output_with_most_guests(state, seat, guests, supply)
    if kinds > 1:
        wanted |= 1 << FACTORY
    if seat == state.picker and of_old:
        if kinds > 0:
            wanted |= 1 << LIBRARY
            if most:
                most += 2 if state.works(seat, LIBRARY) else guests
    elif seat == state.picker:
        # The specialty factory pays after the extra goods, before which the craftsman's guests may move again.
        most = 0
    if most > 1:
        wanted |= 1 << SPECIALTY_FACTORY
    return guest_targets(state, seat, wanted)


def _output_with_most_guests(state: State, seat: i64, guests: i64, supply: vec[i64]) -> tuple[i64, i64]:
    """The kinds of goods that the seat could produce at most, and the barrels of one kind but corn."""
    good: i64
    of_old = state.rules_version < RULES_GUESTS_AT_ANY_TIME
    kinds: i64 = 0
    another_kind: i64 = 0
    most: i64 = 0
    for good in range(GOODS):
        # The first guest's place may be useful only with a second guest.
        barrels = output_with_guests(state, seat, good, guests - 1, supply[good])
        if barrels == 0:
            continue
        if output_with_guests(state, seat, good, 0, supply[good]) > 0:
            kinds += 1
        else:
            another_kind = 1
        barrels += extra_by_aqueduct(state, seat, good)
        if good != CORN and barrels > most:
            most = barrels if of_old else min(barrels, supply[good])
    return kinds + another_kind, most


def _useful_targets_after_production(state: State, seat: i64) -> i64:
    """Places where guests would change what the craftsman gets, once everybody has produced."""
    good: i64
    guests = guest_count(state, seat)
    if guests == 0:
        return 0
    extras = state.extras_left
    wanted: i64 = 0
    if not state.works(seat, LIBRARY) and _available_extras(state) > extras:
        wanted = guest_targets(state, seat, 1 << LIBRARY)
        if wanted and guests > 1:
            extras += 1
    if not state.works(seat, SPECIALTY_FACTORY):
        offered = _extra_goods(state)
        for good in range(CORN + 1, GOODS):
            made = state.barrels_made[good]
            if (offered >> good) & 1:
                made += min(extras, state.goods_supply[good])
            if made > 1:
                wanted |= 1 << SPECIALTY_FACTORY
    return guest_targets(state, seat, wanted)


def _available_extras(state: State) -> i64:
    """Barrels in the supply that the craftsman may still take as extra goods."""
    good: i64
    barrels: i64 = 0
    offered = _extra_goods(state)
    for good in range(GOODS):
        if (offered >> good) & 1:
            barrels += state.goods_supply[good]
    return barrels


def _supply_for(state: State, seat: i64) -> vec[i64]:
    """By good, what the seats before this one will leave in the supply; their guests have moved already."""
    good: i64
    supply = state.goods_supply[:]
    earlier = state.picker
    while earlier != seat:
        for good in range(GOODS):
            supply[good] -= min(output(state, earlier, good), supply[good])
        earlier = state.next_seat(earlier)
    return supply
