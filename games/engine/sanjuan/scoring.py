"""The final score (docs/rules §2, §3 the 6-cost buildings)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from games.engine.sanjuan.components import (
    CITY_HALL,
    FIRST_VIOLET,
    GUILD_HALL,
    HERO,
    KINDS,
    PALACE,
    STATUE,
    TRIUMPHAL_ARCH,
    VICTORY_COLUMN,
    VP,
)
from games.engine.sanjuan.position import State

PALACE_SHARE: Final = 4
"""The palace brings 1 VP for every so many other points."""


def score(state: State, seat: i64) -> i64:
    total = without_palace(state, seat)
    if state.owns(seat, PALACE):
        total += total // PALACE_SHARE
    return total


def without_palace(state: State, seat: i64) -> i64:
    return (
        building_vp(state, seat)
        + state.chapel_count[seat]
        + bonus(state, seat, GUILD_HALL)
        + bonus(state, seat, CITY_HALL)
        + bonus(state, seat, TRIUMPHAL_ARCH)
    )


def building_vp(state: State, seat: i64) -> i64:
    """The points printed on the buildings."""
    kind: i64
    owned = state.owned_count
    points: i64 = 0
    for kind in range(KINDS):
        points += owned[seat * KINDS + kind] * VP[kind]
    return points


def bonus(state: State, seat: i64, kind: i64) -> i64:
    """What a 6-cost building brings its owner; 0 without it."""
    if not state.owns(seat, kind):
        return 0
    if kind == GUILD_HALL:
        return 2 * plants(state, seat)
    if kind == CITY_HALL:
        return state.building_count[seat] - plants(state, seat)
    if kind == TRIUMPHAL_ARCH:
        standing = monuments(state, seat)
        return 2 + 2 * standing if standing else 0
    if kind == PALACE:
        return without_palace(state, seat) // PALACE_SHARE
    return 0


def plants(state: State, seat: i64) -> i64:
    """Production buildings."""
    kind: i64
    count: i64 = 0
    for kind in range(FIRST_VIOLET):
        count += state.owned_count[seat * KINDS + kind]
    return count


def monuments(state: State, seat: i64) -> i64:
    base = seat * KINDS
    return state.owned_count[base + STATUE] + state.owned_count[base + VICTORY_COLUMN] + state.owned_count[base + HERO]


def tie_break(state: State, seat: i64) -> i64:
    """Cards in the hand and goods together (docs/rules §2, §5 End)."""
    return state.hand_count[seat] + state.goods_count[seat]
