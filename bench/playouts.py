"""MCTS playouts per second of every level that searches, compiled against interpreted, in a game's middle.

Processor time is counted, so that a busy machine does not decide.
"""

from __future__ import annotations

import sys
import time
from math import inf

from bench.comparison import Rates, compare
from bots.knowledge.registry import knowledge_of
from bots.levels import LEVELS, Level
from bots.search.search import Search
from games.engine.contract import Position
from games.engine.random import from_secret
from games.engine.registry import game

SEATS = 4
PLIES = 120
"""How far into a random game the positions lie."""
POSITIONS = 3
SECONDS = 1.0
SECRET = b"playouts".ljust(32, b".")


def middle(number: int) -> Position:
    position = game("puerto-rico").new(SEATS, {}, SECRET)
    random = from_secret(SECRET, f"moves {number}")
    while position.plies < PLIES:
        legal = position.legal_moves()
        position.play(legal[random.below(len(legal))])
    return position


def playouts_per_second(level: Level) -> float:
    played = 0
    started = time.process_time()
    for number in range(POSITIONS):
        position = middle(number)
        random = from_secret(SECRET, f"search {number}")
        search = Search(position, position.to_move(), random, knowledge_of(position, level.knowledge), level.settings)
        end = time.process_time() + SECONDS / POSITIONS
        while time.process_time() < end:
            played += search.run(10, inf)
    return played / (time.process_time() - started)


def measure() -> Rates:
    return {name: playouts_per_second(level) for name, level in LEVELS.items() if level.playouts}


def report(compiled: Rates, interpreted: Rates) -> bool:
    print(f"{'level':>14} {'compiled/s':>12} {'interpreted/s':>14} {'ratio':>7} {'s/turn':>8}")
    for name, rate in compiled.items():
        turn = LEVELS[name].playouts / rate
        print(f"{name:>14} {rate:12,.0f} {interpreted[name]:14,.0f} {rate / interpreted[name]:7.1f} {turn:8.3f}")
    return True


if __name__ == "__main__":
    sys.exit(compare("bench.playouts", measure, report))
