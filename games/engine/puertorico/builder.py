"""The builder: everybody may buy one building (docs/rules §3 Builder, §5)."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, remove, vec
from mypy_extensions import i64

from games.engine.puertorico import black_market, game_end, newcomers
from games.engine.puertorico.components import (
    ALWAYS_IN_PLAY,
    BLACK_MARKET,
    BUILDINGS_IN_COLUMN,
    BUILDINGS_PRICED_UP_TO,
    CHURCH,
    CITY_SPACES,
    COLUMN,
    FIRST_BUILDING,
    LARGE_BUILDINGS,
    LIBRARY,
    MAX_COLUMN,
    MAX_PRICE,
    NO_PLACE,
    PLACE_NAMES,
    PLACES,
    QUARRY,
    UNIVERSITY,
    ZONING_OFFICE,
    bit,
    bit_count,
)
from games.engine.puertorico.discounts import price_of, reduction, zoning_by_guests
from games.engine.puertorico.guests import guest_count, guest_targets, move_guest, with_guest_moves
from games.engine.puertorico.moves import BUILD, PASS, is_guest
from games.engine.puertorico.position import State
from games.engine.puertorico.stages import (
    END_CITY,
    STAGE_BLACK_MARKET,
    STAGE_BUILDER,
    STAGE_PHASE_END,
    STAGE_UNIVERSITY,
)
from games.engine.puertorico.victory_points import gain_vp

_USEFUL_TO_BUILDERS: Final = (
    (1 << QUARRY) | (1 << UNIVERSITY) | (1 << BLACK_MARKET) | (1 << CHURCH) | (1 << ZONING_OFFICE)
)
"""Where a guest can be of use while its owner builds, besides the library."""


def begin(state: State) -> None:
    state.actor = state.picker
    _ask_from_actor(state)


def builder_privilege(state: State, seat: i64) -> i64:
    """How much less the builder pays than others; with the library twice that (docs/rules §7 Library)."""
    if seat != state.picker:
        return 0
    return 2 if state.works(seat, LIBRARY) else 1


def legal_buildings(state: State) -> vec[i64]:
    moves = vec[i64]([PASS], capacity=24)
    seat = state.actor
    rest = _buildable(state, seat) >> FIRST_BUILDING
    move: i64 = BUILD + FIRST_BUILDING
    while rest:
        if rest & 1:
            moves = append(moves, move)
        rest >>= 1
        move += 1
    if state.has_expansions:
        moves = with_guest_moves(state, seat, moves, _useful_guest_targets(state, seat))
    return moves


def play(state: State, move: i64) -> None:
    seat = state.actor
    if move == PASS:
        if state.listener is not None:
            state.emit("passes", seat, {"stage": "builder"})
        _advance_seat(state)
        return
    if is_guest(move):
        move_guest(state, move)
        if not _has_decision(state, seat):
            _advance_seat(state)
        return
    building = move - BUILD
    price = price_of(state, seat, building, builder_privilege(state, seat))
    short = price - state.doubloons[seat]
    if short > 0:
        state.unpaid_building = building
        state.owed = short
        state.paid = 0
        state.stage = STAGE_BLACK_MARKET
    else:
        state.doubloons[seat] -= price
        _build(state, seat, building, price, 0)


def play_payment(state: State, move: i64) -> None:
    """One of the things that the black market takes instead of a doubloon. At the end all doubloons are paid too."""
    black_market.pay(state, move)
    if state.owed:
        return
    seat = state.actor
    building = state.unpaid_building
    paid = state.doubloons[seat]
    state.doubloons[seat] = 0
    short = bit_count(state.paid)
    state.paid = 0
    state.unpaid_building = NO_PLACE
    _build(state, seat, building, paid, short)


def _build(state: State, seat: i64, building: i64, price: i64, short: i64) -> None:
    """Put the paid building into the city. short: how much of the price the black market made up for."""
    state.build(seat, building)
    if state.listener is not None:
        data: dict[str, object] = {"building": PLACE_NAMES[building], "price": int(price)}
        if short:
            data["black_market"] = int(short)
        state.emit("builds", seat, data)
    if state.works(seat, CHURCH) and COLUMN[building] > 1:
        points: i64 = 2 if COLUMN[building] == MAX_COLUMN else 1
        if state.listener is not None:
            state.emit("church", seat, {"vp": int(points)})
        gain_vp(state, seat, points)
    if state.city_used[seat] == CITY_SPACES:
        game_end.trigger(state, END_CITY, seat)
    # Both editions let the university take from the ship when the supply is empty (docs/rules §5 University).
    if state.works(seat, UNIVERSITY) and newcomers.available_colonists(state, True) > 0:
        state.acquired_place = building
        state.stage = STAGE_UNIVERSITY
    else:
        _advance_seat(state)


def legal_university(state: State) -> vec[i64]:
    return newcomers.legal_newcomers(state, True)


def play_university(state: State, move: i64) -> None:
    """The university's colonist goes to the building just bought; to San Juan if that has no circle."""
    newcomers.play_newcomer(state, move, "university", True)
    _advance_seat(state)


def foresee_turn(state: State, seat: i64) -> bool:
    """In a copy, ask a seat whose turn is still to come what it builds; False if there is nothing that it could do."""
    if not state.comes_after_actor(seat) or not _has_decision(state, seat):
        return False
    state.unpaid_building = NO_PLACE
    state.owed = 0
    state.paid = 0
    state.acquired_place = NO_PLACE
    state.actor = seat
    state.stage = STAGE_BUILDER
    return True


def _excluded_buildings(state: State, seat: i64) -> i64:
    """Set of the buildings that the seat owns or has no space for."""
    return state.owned_places[seat] | (LARGE_BUILDINGS if state.free_city_spaces(seat) == 1 else 0)


def _buildable(state: State, seat: i64) -> i64:
    """Set of the buildings that the seat can build now: in stock, not owned, with space and money for it."""
    if state.free_city_spaces(seat) == 0:
        return 0
    return affordable_buildings(
        state, seat, purchasing_power(state, seat), builder_privilege(state, seat), _excluded_buildings(state, seat)
    )


def purchasing_power(state: State, seat: i64) -> i64:
    """The seat's doubloons, and what the black market could make up for."""
    money = state.doubloons[seat]
    if state.has_expansions and state.works(seat, BLACK_MARKET):
        money += black_market.max_payment(state, seat)
    return money


def affordable_buildings(state: State, seat: i64, money: i64, privilege: i64, barred: i64) -> i64:
    """Set of the buildings in stock, not in `barred`, that can be bought with so much money."""
    column: i64
    payable: i64 = 0
    for column in range(1, MAX_COLUMN + 1):
        reach = money + privilege + reduction(state, seat, column)
        payable |= BUILDINGS_PRICED_UP_TO[reach if reach < MAX_PRICE else MAX_PRICE] & BUILDINGS_IN_COLUMN[column]
    payable &= (state.kinds_in_play | ALWAYS_IN_PLAY) & ~barred
    stock = state.stock
    rest = payable >> FIRST_BUILDING
    building: i64 = FIRST_BUILDING
    while rest:
        if rest & 1 and stock[building] == 0:
            payable &= ~bit(building)
        rest >>= 1
        building += 1
    return payable


def _useful_guest_targets(state: State, seat: i64) -> i64:
    """Places where guests would change what the seat can build, or what it gets for building."""
    if state.free_city_spaces(seat) == 0 or guest_count(state, seat) == 0:
        return 0
    wanted: i64 = _USEFUL_TO_BUILDERS
    if seat == state.picker:
        wanted |= 1 << LIBRARY
    targets = guest_targets(state, seat, wanted)
    if targets and not _buildable(state, seat) and not _guests_make_affordable(state, seat, targets):
        return 0
    return targets


def _guests_make_affordable(state: State, seat: i64, targets: i64) -> bool:
    """Whether a seat that can afford no building could afford one with its guests on these places."""
    building: i64
    money, privilege, barred = (
        purchasing_power(state, seat),
        builder_privilege(state, seat),
        _excluded_buildings(state, seat),
    )
    for building in range(FIRST_BUILDING, PLACES):
        if state.stock[building] and not (barred >> building) & 1:
            short = price_of(state, seat, building, privilege) - money
            if short <= _max_savings(state, seat, COLUMN[building], targets):
                return True
    return False


def _max_savings(state: State, seat: i64, column: i64, targets: i64) -> i64:
    """How much guests on these places could take off the price of a building, or pay for it at the black market."""
    quarries = state.workers_on(seat, QUARRY)
    savings = vec[i64]()
    if (targets >> BLACK_MARKET) & 1:
        savings = append(savings, black_market.max_payment(state, seat))
    if (targets >> ZONING_OFFICE) & 1:
        savings = append(savings, zoning_by_guests(state, seat, column))
    if (targets >> LIBRARY) & 1:
        savings = append(savings, 1)
    if (targets >> QUARRY) & 1:
        for _quarry in range(quarries, min(column, state.circles(seat, QUARRY))):
            savings = append(savings, 1)
    total: i64 = 0
    for _guest in range(guest_count(state, seat)):
        if len(savings):
            most = max(savings)
            total += most
            savings = remove(savings, most)
    return total


def _ask_from_actor(state: State) -> None:
    """Ask the actor, or the next seat after the actor that can build."""
    while not _has_decision(state, state.actor):
        state.actor = state.next_seat(state.actor)
        if state.actor == state.picker:
            state.stage = STAGE_PHASE_END
            return
    state.stage = STAGE_BUILDER


def _has_decision(state: State, seat: i64) -> bool:
    if _buildable(state, seat):
        return True
    return state.has_expansions != 0 and _useful_guest_targets(state, seat) != 0


def _advance_seat(state: State) -> None:
    state.actor = state.next_seat(state.actor)
    if state.actor == state.picker:
        state.stage = STAGE_PHASE_END
    else:
        _ask_from_actor(state)
