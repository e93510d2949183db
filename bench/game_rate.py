"""Random games per second of the engine that is found first on the path.

`python game_rate.py SEATS SECONDS` prints the rate of the first game. It works with another tree's engine too, as it
needs only the engine's contract and registry. Rates are per second of processor time, so a busy machine matters little.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping

from games.engine.contract import Game
from games.engine.playout import play_at_random
from games.engine.random import from_secret
from games.engine.registry import games

PLY_CAP = 100_000
AT_ONCE = 10
"""The number of games between two readings of the clock."""


def games_per_second(
    game: Game, seats: int, seconds: float, options: Mapping[str, str] | None = None, first: int = 0
) -> float:
    """The rate over so many seconds. first: the number of the first game, so that parts of a measurement can differ."""
    played = 0
    started = time.process_time()
    while (spent := time.process_time() - started) < seconds:
        for _ in range(AT_ONCE):
            secret = (first + played).to_bytes(32, "big")
            play_at_random(game.new(seats, options or {}, secret), from_secret(secret, "bench"), PLY_CAP)
            played += 1
    return played / spent


if __name__ == "__main__":
    print(games_per_second(games()[0], int(sys.argv[1]), float(sys.argv[2])))
