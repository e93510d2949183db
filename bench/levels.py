"""The cost of a bot's turn, by game and level, and how many running games one core is enough for.

Bots of one level play whole games against each other; times are processor time. It is assumed that a core is busy for
seven tenths of the time at a peak of three times the average, with twenty answers of people per game and day.
"""

from __future__ import annotations

import statistics
import sys
import time
from typing import Final

from bots.levels import LEVELS, Level
from games.bot_levels import LEVELS_FOR_PEOPLE
from games.engine.contract import Game
from games.engine.registry import games

GAMES: Final = 2
SEATS: Final = 4
ANSWERS_A_DAY: Final = 20
PEAK: Final = 3
BUSY: Final = 0.7
DAY_S: Final = 86_400


def main() -> None:
    played = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    print("| game | level | ms a turn | 95 % | turns a game | running games for one core, three bots in each |")
    print("|---|---|---|---|---|---|")
    for game in games():
        for level in (LEVELS[each.name] for each in LEVELS_FOR_PEOPLE):
            times = [seconds for number in range(played) for seconds in turns(game, level, number)]
            mean, tail = statistics.mean(times), statistics.quantiles(times, n=20)[-1]
            a_day = ANSWERS_A_DAY * (SEATS - 1) * mean
            print(
                f"| {game.key} | `{level.name}` | {mean * 1000:.0f} | {tail * 1000:.0f} | {len(times) / played:.0f} "
                f"| {DAY_S * BUSY / PEAK / a_day:,.0f} |",
                flush=True,
            )


def turns(game: Game, level: Level, number: int) -> list[float]:
    """The seconds of processor time of every turn of a whole game."""
    position = game.new(min(SEATS, game.max_seats), {}, number.to_bytes(32, "big"))
    times: list[float] = []
    while not position.is_over():
        began = time.process_time()
        plies = level.turn(position, int(position.to_move()), seed=int(position.plies))
        times.append(time.process_time() - began)
        for ply in plies:
            position.play(ply)
    return times


if __name__ == "__main__":
    main()
