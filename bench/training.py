"""The training run for compilation by a profile (scripts/compile): what the engine does in production.

The games and searches are always the same, and their number is fixed, so that the same sources give the same counts.
"""

from __future__ import annotations

import sys
from math import inf

from bench.families import families
from bots.knowledge.registry import knowledge_of
from bots.levels import LEVELS
from bots.search.search import Search
from games.engine import contract
from games.engine.contract import Position
from games.engine.playout import play_at_random
from games.engine.random import from_secret
from games.engine.registry import games

GAMES = 60
"""The games of every family and number of seats. Ten times as many with default options, as most games have these."""
SEATS = 4
PLIES = 120
SHARE_OF_BUDGET = 0.2
PLY_CAP = 100_000


def play_games() -> None:
    for game in games():
        for family, options in families(game).items():
            for seats in range(game.min_seats, game.max_seats + 1):
                for number in range(GAMES if options else 10 * GAMES):
                    secret = f"{family} {number}".encode().ljust(32, b".")
                    play_at_random(game.new(seats, options, secret), from_secret(secret, "training"), PLY_CAP)


def search() -> None:
    """A turn's search of every level, at the beginning and in the middle of a game."""
    for game in games():
        for options in families(game).values():
            secret = b"training".ljust(32, b".")
            position = game.new(min(SEATS, game.max_seats), options, secret)
            for plies in (0, PLIES):
                play_at_random(position, from_secret(secret, "plies"), plies)
                for level in () if position.is_over() else LEVELS.values():
                    think(position, level.name)


def think(position: Position, name: str) -> None:
    level = LEVELS[name]
    random = from_secret(bytes(32), f"search {name}")
    search = Search(position, position.to_move(), random, knowledge_of(position, level.knowledge), level.settings)
    left = round(level.playouts * SHARE_OF_BUDGET)
    while left > 0:
        left -= search.run(left, inf)


def main() -> int:
    if str(contract.__file__).endswith(".py"):
        print("The engine is not compiled here: there is nothing to train.")
        return 1
    play_games()
    search()
    return 0


if __name__ == "__main__":
    sys.exit(main())
