"""Random games per second of every family of options, against the base game's in the same run."""

from __future__ import annotations

import sys
from collections.abc import Mapping

from bench.pace import games_per_second

SEATS = 4
SECONDS = 1.5
ROUNDS = 5
"""Every family is measured in so many parts, by turns, so that a machine that is busy for a while slows all of them."""

FAMILIES: Mapping[str, Mapping[str, str]] = {
    "base": {},
    "long game": {"long_game": "on"},
    "expansion I by draft": {"buildings": "draft"},
    "expansion I at random": {"buildings": "random"},
    "expansion I, all": {"buildings": "all"},
    "nobles with base": {"buildings": "all", "new_buildings": "off", "nobles": "on"},
    "both, all": {"buildings": "all", "nobles": "on"},
    "both by draft": {"buildings": "draft", "nobles": "on"},
}
"""The ways to play Puerto Rico by what is in play, as options (docs/rules §9); the first is the base game."""


def main() -> int:
    rates = dict.fromkeys(FAMILIES, 0.0)
    for part in range(ROUNDS):
        for family, options in FAMILIES.items():
            rates[family] += games_per_second(SEATS, SECONDS / ROUNDS, options, first=part * 1_000_000) / ROUNDS
    base = next(iter(rates.values()))
    print(f"{'family':>24} {'games/s':>10} {'of base':>9}")
    for family, rate in rates.items():
        print(f"{family:>24} {rate:10,.0f} {rate / base:9.0%}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
