"""MCTS playouts per second of every level that searches, compiled against interpreted, in a game's middle.

Processor time is counted, so a busy machine matters little.
"""

from __future__ import annotations

import sys
import time
from math import inf

from bench.comparison import Rates, compare
from bots.knowledge.registry import knowledge_of
from bots.levels import LEVELS, Level
from bots.search.search import Search
from games.engine.contract import Game, Position
from games.engine.playout import play_at_random
from games.engine.random import from_secret
from games.engine.registry import games

SEATS = 4
PLIES = 120
"""After how many plies of a random game the positions are taken."""
POSITIONS = 3
SECONDS = 1.0
SECRET = b"playouts".ljust(32, b".")


def middle(game: Game, number: int) -> Position:
    """A position in the middle of a random game; the initial position if the game is too short."""
    position = game.new(min(SEATS, game.max_seats), {}, SECRET)
    opening = position.copy()
    play_at_random(position, from_secret(SECRET, f"moves {number}"), PLIES)
    return opening if position.is_over() else position


def playouts_per_second(game: Game, level: Level) -> float:
    played = 0
    started = time.process_time()
    for number in range(POSITIONS):
        position = middle(game, number)
        random = from_secret(SECRET, f"search {number}")
        search = Search(position, position.to_move(), random, knowledge_of(position, level.knowledge), level.settings)
        end = time.process_time() + SECONDS / POSITIONS
        while time.process_time() < end:
            played += search.run(10, inf)
    return played / (time.process_time() - started)


def row_of(game: Game, level: Level) -> str:
    return f"{game.key} {level.name}"


def searches() -> list[tuple[Game, Level]]:
    return [(game, level) for game in games() for level in LEVELS.values() if level.playouts]


def measure() -> Rates:
    return {row_of(game, level): playouts_per_second(game, level) for game, level in searches()}


def report(compiled: Rates, interpreted: Rates) -> bool:
    print(f"{'game, level':>26} {'compiled/s':>12} {'interpreted/s':>14} {'ratio':>7} {'s/turn':>8}")
    for game, level in searches():
        row = row_of(game, level)
        rate = compiled[row]
        turn = level.playouts / rate
        print(f"{row:>26} {rate:12,.0f} {interpreted[row]:14,.0f} {rate / interpreted[row]:7.1f} {turn:8.3f}")
    return True


if __name__ == "__main__":
    sys.exit(compare("bench.playouts", measure, report))
