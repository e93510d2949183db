"""How long the game still goes, and what a doubloon is worth until then."""

from __future__ import annotations

from mypy_extensions import i64

from games.engine.puertorico.components import CITY_SPACES, GOODS
from games.engine.puertorico.position import State


def rounds_left(state: State) -> float:
    """Rounds to come, roughly: until the colonists, the victory points or somebody's city spaces run out."""
    if state.ends:
        return 0.0
    seats = float(state.seats)
    # Three rounds in four have a mayor phase, which takes about one colonist per player and one more.
    by_colonists = float(state.colonist_supply) / (seats + 1.0) / 0.75
    produced = 0.0
    fullest: i64 = 0
    for seat in range(state.seats):
        produced += float(barrels_in_reach(state, seat))
        if state.city[seat] > fullest:
            fullest = state.city[seat]
    # About two barrels of three end up on a ship; early on, production is still to grow.
    by_points = float(state.vp_pool) / max(0.8 * seats, 0.65 * produced)
    by_city = float(CITY_SPACES - fullest) / 0.85
    return min(by_colonists, by_points, by_city)


def barrels_in_reach(state: State, seat: i64) -> i64:
    """What the seat would produce now, the supply not looked at."""
    barrels: i64 = 0
    for good in range(GOODS):
        barrels += state.production(seat, good)
    return barrels


def doubloon_worth(rounds: float) -> float:
    """Victory points that a doubloon turns into: much while there is time to build with it, little at the end."""
    return min(0.8, 0.1 + 0.12 * rounds)
