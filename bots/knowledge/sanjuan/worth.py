"""The worth of buildings, cards and roles in victory points, by the weights of the evaluation."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bots.knowledge.sanjuan.trade import cards_from_production, cards_from_sale, trade_growth
from bots.knowledge.sanjuan.weights import HAND, SPACES_FREE, TRADE, ability_worth, feature_worth
from games.engine.sanjuan import builder, producer, trader
from games.engine.sanjuan.components import (
    ARCHIVE,
    BUILDER,
    CARPENTER,
    CITY_HALL,
    COST,
    COUNCILLOR,
    FIRST_VIOLET,
    GOLD_MINE,
    GUILD_HALL,
    HERO,
    KINDS,
    MARKET_HALL,
    MARKET_STAND,
    NO_CARD,
    PALACE,
    POOR_HOUSE,
    PREFECTURE,
    PRODUCER,
    QUARRY,
    SMITHY,
    STATUE,
    TRADER,
    TRIUMPHAL_ARCH,
    VP,
    WELL,
)
from games.engine.sanjuan.position import State
from games.engine.sanjuan.scoring import PALACE_SHARE, monuments, plants, without_palace

ONLY_TO_PAY: Final = -4.0
"""The gain by a card that can never be built, only used to pay."""
DELAY: Final = 0.25
"""The loss for every card that is still missing to pay for a building."""
CARDS_PER_ROUND: Final = 2.5
"""How many cards a hand grows by in a round."""


def card_worth(rounds: float) -> float:
    """The worth of a card to pay with."""
    return feature_worth(HAND, rounds)


def building_points(state: State, seat: i64, kind: i64) -> float:
    """What the building adds to the score as it would be now (docs/rules §3 Cards); a palace's share is a fraction."""
    worth = float(VP[kind])
    base = seat * KINDS
    owned = state.owned_count
    if kind < FIRST_VIOLET:
        if owned[base + GUILD_HALL]:
            worth += 2.0
    else:
        if owned[base + CITY_HALL]:
            worth += 1.0
        if STATUE <= kind <= HERO:
            if owned[base + TRIUMPHAL_ARCH]:
                worth += 2.0 if monuments(state, seat) else 4.0
        elif kind == GUILD_HALL:
            worth += 2.0 * float(plants(state, seat))
        elif kind == CITY_HALL:
            worth += float(state.building_count[seat] - plants(state, seat) + 1)
        elif kind == TRIUMPHAL_ARCH:
            standing = monuments(state, seat)
            if standing:
                worth += 2.0 + 2.0 * float(standing)
        elif kind == PALACE:
            worth += float(without_palace(state, seat)) / float(PALACE_SHARE)
    if owned[base + PALACE]:
        worth *= 1.25
    return worth


def building_worth(state: State, seat: i64, kind: i64, rounds: float) -> float:
    """The worth of another building until the end, by points and ability, without its price."""
    worth = building_points(state, seat, kind) + ability_worth(kind, rounds)
    growth = trade_growth(state, seat, kind)
    if growth > 0.0:
        worth += growth * feature_worth(TRADE, rounds)
    return worth


def usual_price(state: State, seat: i64, kind: i64) -> i64:
    """Cards to pay without a privilege."""
    cost = COST[kind]
    helper: i64 = SMITHY if kind < FIRST_VIOLET else QUARRY
    return cost - 1 if state.owns(seat, helper) else cost


def card_gain(state: State, seat: i64, kind: i64, rounds: float) -> float:
    """The gain that a card in the hand promises beyond paying with it: its building's worth less the price.

    A building that must wait for cards is worth less; one that can never be paid for is worth nothing.
    """
    if not builder.may_own(state, seat, kind):
        return ONLY_TO_PAY
    price = usual_price(state, seat, kind)
    missing = float(price - (state.hand_count[seat] - 1))
    gain = building_worth(state, seat, kind, rounds) - float(price) * card_worth(rounds)
    if missing > 0.0:
        if missing > CARDS_PER_ROUND * rounds:
            return ONLY_TO_PAY
        gain -= DELAY * missing
    return gain


def building_gain(state: State, seat: i64, kind: i64, below: i64, rounds: float) -> float:
    """The gain from building this card now (over the building `below`, or NO_CARD) instead of passing."""
    card = card_worth(rounds)
    price = builder.price(state, seat, kind, below)
    gain = building_worth(state, seat, kind, rounds) - float(price + 1) * card
    if below == NO_CARD:
        gain -= feature_worth(SPACES_FREE, rounds)
    else:
        gain -= building_worth(state, seat, below, rounds)
    if kind >= FIRST_VIOLET and below != CARPENTER and state.owns(seat, CARPENTER):
        gain += card
    if state.hand_count[seat] - 1 - price <= 1 and below != POOR_HOUSE and state.owns(seat, POOR_HOUSE):
        gain += card
    return gain


def best_gain(state: State, seat: i64, rounds: float) -> float:
    """The best gain of the seat in a builder phase now, with the privilege that it has; 0 for passing."""
    kind: i64
    best = 0.0
    spare = state.hand_count[seat] - 1
    hands = state.hands
    for kind in range(KINDS):
        if hands[seat * KINDS + kind] and builder.may_own(state, seat, kind):
            if builder.price(state, seat, kind, NO_CARD) <= spare:
                gain = building_gain(state, seat, kind, NO_CARD, rounds)
                if gain > best:
                    best = gain
    return best


# --- roles ------------------------------------------------------------------------------------------------------------

CHOICE_WORTH: Final = vec[float]([0.0, 0.2, 0.7, 0.9])
"""The worth of choosing the card to keep; from 1 on: among two, five, eight (docs/rules §2 The round)."""


def role_worth(state: State, picker: i64, role: i64, doubled: bool, rounds: float) -> float:
    """What the role brings the picker, less the mean of what it brings the others."""
    others = 0.0
    own = 0.0
    for seat in range(state.seats):
        times: i64 = 0
        if seat == picker:
            times = 2 if doubled else 1
        brought = phase_worth(state, seat, role, times, rounds)
        if seat == picker:
            own = brought
        else:
            others += brought
    return own - others / float(state.seats - 1)


def phase_worth(state: State, seat: i64, role: i64, times: i64, rounds: float) -> float:
    """What a role's phase brings a seat that has the privilege so many times."""
    card = card_worth(rounds)
    # A seat that is about to pick counts as having the privilege already, but not the library's.
    more = times - state.privilege_count(seat)
    if role == BUILDER:
        best = best_gain(state, seat, rounds)
        return best + float(more) * card if best > 0.0 else 0.0
    if role == PRODUCER:
        return _production_worth(state, seat, more, card)
    if role == TRADER:
        return _sale_worth(state, seat, more, card)
    if role == COUNCILLOR:
        worth = card + CHOICE_WORTH[times + 1]
        if state.owns(seat, PREFECTURE):
            worth += card
        if state.owns(seat, ARCHIVE):
            worth += 0.2
        return worth
    worth = float(times) * card
    if state.owns(seat, GOLD_MINE):
        worth += 0.2 * (card + 0.5)
    return worth


def _production_worth(state: State, seat: i64, more: i64, card: float) -> float:
    count = producer.capacity(state, seat) + more
    empty = state.all_empty_plants(seat)
    if empty < count:
        count = empty
    worth = cards_from_production(state, seat, count) * card * 0.8
    if count >= producer.WELL_GOODS and state.owns(seat, WELL):
        worth += card
    return worth


def _sale_worth(state: State, seat: i64, more: i64, card: float) -> float:
    count = trader.capacity(state, seat) + more
    if state.goods_count[seat] < count:
        count = state.goods_count[seat]
    if count == 0:
        return 0.0
    cards = cards_from_sale(state, seat, count)
    if state.owns(seat, MARKET_HALL):
        cards += 1.0
    if count >= trader.STAND_GOODS and state.owns(seat, MARKET_STAND):
        cards += 1.0
    # The plants are free to produce again.
    return cards * card * 0.8
