"""How long the game still goes, and what a doubloon is worth until then."""

from __future__ import annotations

from mypy_extensions import i64

from bots.knowledge.puertorico.production import barrels_in_reach
from games.engine.puertorico.components import CITY_SPACES
from games.engine.puertorico.position import State


def rounds_left(state: State) -> float:
    """Rounds to come, roughly: until the colonists, the victory points or somebody's city spaces run out."""
    if state.ends:
        return 0.0
    seats = float(state.seats)
    if state.nobles_on or state.long_game:
        return rounds_with_plenty(state)
    # Three rounds in four have a mayor phase, which takes about one colonist per player and one more.
    by_colonists = float(state.colonist_supply) / (seats + 1.0) / 0.75
    produced = 0.0
    fullest: i64 = 0
    for seat in range(state.seats):
        produced += float(barrels_in_reach(state, seat))
        if state.city_used[seat] > fullest:
            fullest = state.city_used[seat]
    # About two barrels of three end up on a ship; early on, production is still to grow.
    by_points = float(state.vp_pool) / max(0.8 * seats, 0.65 * produced)
    by_city = float(CITY_SPACES - fullest) / 0.85
    return min(by_colonists, by_points, by_city)


def rounds_with_plenty(state: State) -> float:
    """The same where colonists last for ever (docs/rules §8), in a long game the points too (docs/rules §9)."""
    produced = 0.0
    fullest: i64 = 0
    for seat in range(state.seats):
        produced += float(barrels_in_reach(state, seat))
        if state.city_used[seat] > fullest:
            fullest = state.city_used[seat]
    by_city = float(CITY_SPACES - fullest) / 0.85
    if state.long_game:
        return by_city
    return min(by_city, float(state.vp_pool) / max(0.8 * float(state.seats), 0.65 * produced))


def doubloon_worth(rounds: float) -> float:
    """Victory points that a doubloon turns into: much while there is time to build with it, little at the end."""
    return min(0.8, 0.1 + 0.12 * rounds)
