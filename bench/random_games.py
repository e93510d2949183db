"""Random games per second, compiled against interpreted, by the number of players; and in passes of the calibration.

Processor time is counted, so that a busy machine does not decide.
"""

from __future__ import annotations

import sys
import time

from bench.comparison import Rates, compare
from bench.pace import games_per_second
from games.engine.calibration import calibrate
from games.engine.registry import game

SECONDS = 1.5
ROUNDS = 3
"""Every row is measured in so many parts, by turns, so that a machine that is busy for a while slows all of them."""
BAR = 38
"""How many times faster the compiled engine has to be."""
SEATS_OF_THE_BAR = "4"
CALIBRATION = "calibration"
PASSES = 100


def passes_per_second(seconds: float) -> float:
    done = 0
    started = time.process_time()
    while (spent := time.process_time() - started) < seconds:
        calibrate(PASSES)
        done += PASSES
    return done / spent


def measure() -> Rates:
    puerto_rico = game("puerto-rico")
    rates: Rates = {}
    for part in range(ROUNDS):
        for seats in range(puerto_rico.min_seats, puerto_rico.max_seats + 1):
            pace = games_per_second(seats, SECONDS / ROUNDS, first=part * 1_000_000)
            rates[str(seats)] = rates.get(str(seats), 0.0) + pace / ROUNDS
        rates[CALIBRATION] = rates.get(CALIBRATION, 0.0) + passes_per_second(SECONDS / ROUNDS) / ROUNDS
    return rates


def report(compiled: Rates, interpreted: Rates) -> bool:
    print(f"{'players':>12} {'compiled/s':>12} {'interpreted/s':>14} {'ratio':>7}")
    ratios = {row: rate / interpreted[row] for row, rate in compiled.items()}
    for row, ratio in ratios.items():
        print(f"{row:>12} {compiled[row]:12,.0f} {interpreted[row]:14,.0f} {ratio:7.1f}")
    in_passes = compiled[CALIBRATION] / compiled[SEATS_OF_THE_BAR]
    print(f"A game of four costs {in_passes:.1f} passes of the calibration loop, whatever the machine.")
    met = ratios[SEATS_OF_THE_BAR] >= BAR
    print(f"Four players: {ratios[SEATS_OF_THE_BAR]:.1f} times the interpreted rate; the aim is {BAR}.")
    return met


if __name__ == "__main__":
    sys.exit(compare("bench.random_games", measure, report))
