"""Random games per second, compiled against interpreted, by the number of players.

Processor time is counted, so that a busy machine does not decide.
"""

from __future__ import annotations

import sys
import time

from bench.comparison import Rates, compare
from games.engine.playout import play_at_random
from games.engine.random import from_secret
from games.engine.registry import game

SECONDS = 1.5
PLY_CAP = 100_000
BAR = 25
"""How many times faster the compiled engine has to be."""


def games_per_second(seats: int) -> float:
    puerto_rico = game("puerto-rico")
    played = 0
    started = time.process_time()
    while (spent := time.process_time() - started) < SECONDS:
        for _ in range(10):
            secret = played.to_bytes(32, "big")
            play_at_random(puerto_rico.new(seats, {}, secret), from_secret(secret, "bench"), PLY_CAP)
            played += 1
    return played / spent


def measure() -> Rates:
    puerto_rico = game("puerto-rico")
    return {str(seats): games_per_second(seats) for seats in range(puerto_rico.min_seats, puerto_rico.max_seats + 1)}


def report(compiled: Rates, interpreted: Rates) -> bool:
    print(f"{'players':>8} {'compiled/s':>12} {'interpreted/s':>14} {'ratio':>7}")
    ratios = {seats: rate / interpreted[seats] for seats, rate in compiled.items()}
    for seats, ratio in ratios.items():
        verdict = "" if ratio >= BAR else f"  below {BAR}"
        print(f"{seats:>8} {compiled[seats]:12,.0f} {interpreted[seats]:14,.0f} {ratio:7.1f}{verdict}")
    return min(ratios.values()) >= BAR


if __name__ == "__main__":
    sys.exit(compare("bench.random_games", measure, report))
