"""How many rounds are to come, and the worth of a doubloon until then."""

from __future__ import annotations

from mypy_extensions import i64

from bots.knowledge.puertorico.production import current_production
from games.engine.puertorico.components import CITY_SPACES
from games.engine.puertorico.position import State


def rounds_left(state: State) -> float:
    """An estimate of the rounds to come, until the colonists, the victory points or somebody's city spaces run out."""
    if state.ends:
        return 0.0
    seats = float(state.seats)
    if state.nobles_on or state.long_game:
        return rounds_with_unlimited_colonists(state)
    # Three rounds in four have a mayor phase. It takes about one colonist per player, and one more.
    by_colonists = float(state.colonist_supply) / (seats + 1.0) / 0.75
    produced = 0.0
    fullest: i64 = 0
    for seat in range(state.seats):
        produced += float(current_production(state, seat))
        if state.city_used[seat] > fullest:
            fullest = state.city_used[seat]
    # About two barrels of three are shipped. Early in the game production is still to grow.
    by_points = float(state.vp_pool) / max(0.8 * seats, 0.65 * produced)
    by_city = float(CITY_SPACES - fullest) / 0.85
    return min(by_colonists, by_points, by_city)


def rounds_with_unlimited_colonists(state: State) -> float:
    """The same where colonists never run out (docs/rules §8 Nobles).

    In a long game the points never run out either (docs/rules §9 Options).
    """
    produced = 0.0
    fullest: i64 = 0
    for seat in range(state.seats):
        produced += float(current_production(state, seat))
        if state.city_used[seat] > fullest:
            fullest = state.city_used[seat]
    by_city = float(CITY_SPACES - fullest) / 0.85
    if state.long_game:
        return by_city
    return min(by_city, float(state.vp_pool) / max(0.8 * float(state.seats), 0.65 * produced))


def doubloon_worth(rounds: float) -> float:
    """The victory points that a doubloon turns into: many while there is time to build with it, few at the end."""
    return min(0.8, 0.1 + 0.12 * rounds)
