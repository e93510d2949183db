"""What plain search costs besides the random games that it plays: playouts from the opening, and copies of positions.

The three are measured by turns, in processor time, so that a machine that is busy for a while slows all of them.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from math import inf

from bench.pace import games_per_second
from bots.knowledge.registry import knowledge_of
from bots.levels import LEVELS
from bots.search.search import Search
from games.engine.contract import Position
from games.engine.random import from_secret
from games.engine.registry import game

SEATS = 4
SECONDS = 0.6
ROUNDS = 5
LEVEL = LEVELS["uct-1500"]
SECRET = b"opening".ljust(32, b".")
LEAST_SHARE = 0.85
MOST_COPYING = 0.03
"""The aims: playouts at most 15 % slower than random games, and less than 3 % of a playout spent on its copy."""
COPIES = 1_000


def opening() -> Position:
    return game("puerto-rico").new(SEATS, {}, SECRET)


def playouts_per_second(number: int) -> float:
    """Of one search from the opening, its tree growing as in a bot's turn."""
    position = opening()
    search = Search(
        position,
        position.to_move(),
        from_secret(SECRET, f"search {number}"),
        knowledge_of(position, LEVEL.knowledge),
        LEVEL.settings,
    )
    return per_second(lambda: search.run(10, inf))


def resamples_per_second(number: int) -> float:
    """What a playout begins with: a copy that the seat cannot tell from the truth."""
    position = opening()
    random = from_secret(SECRET, f"copies {number}")
    seat = position.to_move()

    def some() -> int:
        for _ in range(COPIES):
            position.resample(seat, random)
        return COPIES

    return per_second(some)


def per_second(some: Callable[[], int]) -> float:
    """How many of what `some` does, and counts, go into a second."""
    done = 0
    started = time.process_time()
    while (spent := time.process_time() - started) < SECONDS:
        done += some()
    return done / spent


def main() -> int:
    games = playouts = copies = 0.0
    for number in range(ROUNDS):
        games += games_per_second(SEATS, SECONDS, first=number * 1_000_000) / ROUNDS
        playouts += playouts_per_second(number) / ROUNDS
        copies += resamples_per_second(number) / ROUNDS
    share, copying = playouts / games, playouts / copies
    print(f"random games           {games:12,.0f} /s")
    print(f"playouts of plain UCT  {playouts:12,.0f} /s   {share:.0%} of that; the aim is {LEAST_SHARE:.0%}")
    print(f"copies of the opening  {copies:12,.0f} /s   {copying:.1%} of a playout; the aim is {MOST_COPYING:.0%}")
    return 0 if share >= LEAST_SHARE and copying <= MOST_COPYING else 1


if __name__ == "__main__":
    sys.exit(main())
