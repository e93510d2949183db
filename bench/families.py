"""Random games per second of every family of options, compared with the game's first family in the same run."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Final

from bench.game_rate import games_per_second
from games.engine.contract import Game
from games.engine.registry import games

SEATS = 4
SECONDS = 1.5
ROUNDS = 5
"""Every family is measured in so many parts, alternately, so that a machine that is busy for a while slows all."""

PUERTO_RICO: Mapping[str, Mapping[str, str]] = {
    "base": {},
    "long game": {"long_game": "on"},
    "expansion I by draft": {"buildings": "draft"},
    "expansion I at random": {"buildings": "random"},
    "expansion I, all": {"buildings": "all"},
    "nobles with base": {"buildings": "all", "new_buildings": "off", "nobles": "on"},
    "both, all": {"buildings": "all", "nobles": "on"},
    "both by draft": {"buildings": "draft", "nobles": "on"},
}
"""The ways to play Puerto Rico by what is in play, as options (docs/rules §9 Options); the first is the base game."""

SAN_JUAN: Mapping[str, Mapping[str, str]] = {"base": {}, "first hands by choice": {"deal_choice": "on"}}

FAMILIES: Final[Mapping[str, Mapping[str, Mapping[str, str]]]] = {"puerto-rico": PUERTO_RICO, "san-juan": SAN_JUAN}
"""By the game's key. The first family of a game has the default options."""


def families(game: Game) -> Mapping[str, Mapping[str, str]]:
    """A game's families by name, as options. A game that is not in FAMILIES has one, with default options."""
    return FAMILIES.get(game.key, {"base": {}})


def measure(game: Game) -> dict[str, float]:
    seats = min(SEATS, game.max_seats)
    rates = dict.fromkeys(families(game), 0.0)
    for part in range(ROUNDS):
        for family, options in families(game).items():
            rates[family] += games_per_second(game, seats, SECONDS / ROUNDS, options, part * 1_000_000) / ROUNDS
    return rates


def main() -> int:
    for game in games():
        rates = measure(game)
        base = next(iter(rates.values()))
        print(f"{game.key:>24} {'games/s':>10} {'of base':>9}")
        for family, rate in rates.items():
            print(f"{family:>24} {rate:10,.0f} {rate / base:9.0%}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
