"""Random games per second, compiled and interpreted, by game and players; also in passes of the calibration loop.

Processor time is counted, so a busy machine matters little.
"""

from __future__ import annotations

import sys
import time

from bench.comparison import Rates, compare
from bench.game_rate import games_per_second
from games.engine.calibration import calibrate
from games.engine.contract import Game
from games.engine.registry import games

SECONDS = 1.5
ROUNDS = 3
"""Every row is measured in so many parts, alternately, so that a machine that is busy for a while slows all of them."""
MIN_RATIOS = {"puerto-rico": 38, "san-juan": 30}
"""By game, how many times faster the compiled engine must be with four players."""
DEFAULT_MIN_RATIO = 30
"""The same for a game that is not in the table."""
RATIO_SEATS = 4
CALIBRATION = "calibration"
PASSES = 100


def passes_per_second(seconds: float) -> float:
    done = 0
    started = time.process_time()
    while (spent := time.process_time() - started) < seconds:
        calibrate(PASSES)
        done += PASSES
    return done / spent


def row_of(game: Game, seats: int) -> str:
    return f"{game.key} {seats}"


def measure() -> Rates:
    rates: Rates = {}
    for part in range(ROUNDS):
        for game in games():
            for seats in range(game.min_seats, game.max_seats + 1):
                pace = games_per_second(game, seats, SECONDS / ROUNDS, first=part * 1_000_000)
                rates[row_of(game, seats)] = rates.get(row_of(game, seats), 0.0) + pace / ROUNDS
        rates[CALIBRATION] = rates.get(CALIBRATION, 0.0) + passes_per_second(SECONDS / ROUNDS) / ROUNDS
    return rates


def report(compiled: Rates, interpreted: Rates) -> bool:
    print(f"{'game, players':>16} {'compiled/s':>12} {'interpreted/s':>14} {'ratio':>7}")
    ratios = {row: rate / interpreted[row] for row, rate in compiled.items()}
    for row, ratio in ratios.items():
        print(f"{row:>16} {compiled[row]:12,.0f} {interpreted[row]:14,.0f} {ratio:7.1f}")
    met = True
    for game in games():
        row = row_of(game, min(RATIO_SEATS, game.max_seats))
        bar = MIN_RATIOS.get(game.key, DEFAULT_MIN_RATIO)
        in_passes = compiled[CALIBRATION] / compiled[row]
        print(f"{row}: {ratios[row]:.1f} times the interpreted rate; the aim is {bar}.")
        print(f"A game costs {in_passes:.1f} passes of the calibration loop, whatever the machine.")
        met = met and ratios[row] >= bar
    return met


if __name__ == "__main__":
    sys.exit(compare("bench.random_games", measure, report))
