"""What plain search costs besides the random games that it plays: playouts from the opening, and copies of positions.

The three are measured by turns, in processor time, so that a machine that is busy for a while slows all of them.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from math import inf

from bench.game_rate import games_per_second
from bots.knowledge.registry import knowledge_of
from bots.levels import LEVELS
from bots.search.search import Search
from games.engine.contract import Game, Position
from games.engine.random import from_secret
from games.engine.registry import games

SEATS = 4
SECONDS = 0.6
ROUNDS = 5
LEVEL = LEVELS["uct-1500"]
SECRET = b"opening".ljust(32, b".")
MIN_SHARE = 0.85
MAX_COPY_SHARE = 0.03
"""The aims: playouts at most 15 % slower than random games, and less than 3 % of a playout for copying its position."""
COPIES = 1_000


def seats_of(game: Game) -> int:
    return min(SEATS, game.max_seats)


def opening(game: Game) -> Position:
    return game.new(seats_of(game), {}, SECRET)


def playouts_per_second(game: Game, number: int) -> float:
    """The rate of one search from the opening, whose tree grows as in a bot's turn."""
    position = opening(game)
    search = Search(
        position,
        position.to_move(),
        from_secret(SECRET, f"search {number}"),
        knowledge_of(position, LEVEL.knowledge),
        LEVEL.settings,
    )
    return per_second(lambda: search.run(10, inf))


def resamples_per_second(game: Game, number: int) -> float:
    """The rate of resampling a position, with which every playout begins."""
    position = opening(game)
    random = from_secret(SECRET, f"copies {number}")
    seat = position.to_move()

    def some() -> int:
        for _ in range(COPIES):
            position.resample(seat, random)
        return COPIES

    return per_second(some)


def per_second(some: Callable[[], int]) -> float:
    """The rate of what `some` does and counts, per second of processor time."""
    done = 0
    started = time.process_time()
    while (spent := time.process_time() - started) < SECONDS:
        done += some()
    return done / spent


def report(game: Game) -> bool:
    """Print the measurements of a game. Returns whether the aims are met."""
    dealt = playouts = copies = 0.0
    for number in range(ROUNDS):
        dealt += games_per_second(game, seats_of(game), SECONDS, first=number * 1_000_000) / ROUNDS
        playouts += playouts_per_second(game, number) / ROUNDS
        copies += resamples_per_second(game, number) / ROUNDS
    share, copying = playouts / dealt, playouts / copies
    print(game.key)
    print(f"random games           {dealt:12,.0f} /s")
    print(f"playouts of plain UCT  {playouts:12,.0f} /s   {share:.0%} of that; the aim is {MIN_SHARE:.0%}")
    print(f"copies of the opening  {copies:12,.0f} /s   {copying:.1%} of a playout; the aim is {MAX_COPY_SHARE:.0%}")
    return share >= MIN_SHARE and copying <= MAX_COPY_SHARE


def main() -> int:
    met = [report(game) for game in games()]
    return 0 if all(met) else 1


if __name__ == "__main__":
    sys.exit(main())
