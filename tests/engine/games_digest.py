"""Prints a digest of many random games of every registered game: `python games_digest.py`, compiled or not.

Run as a script by test_compiled.py on a copy of the sources, so it imports the engine only.
"""

from __future__ import annotations

import hashlib

from games.engine.contract import Game
from games.engine.playout import play_at_random
from games.engine.random import from_secret
from games.engine.registry import games

GAMES = 20
STEP = 40
PLY_CAP = 5_000


def digest_of_random_games() -> str:
    """One digest of the positions along random games of all games, for every number of seats."""
    digest = hashlib.sha256()
    for game in games():
        for seats in range(game.min_seats, game.max_seats + 1):
            for number in range(GAMES):
                digest.update(" ".join(digests_along(game, seats, number)).encode())
    return digest.hexdigest()


def digests_along(game: Game, seats: int, number: int) -> list[str]:
    """The position's digest after every STEP plies of a random game, and what happened as a last one."""
    secret = number.to_bytes(32, "big")
    position = game.new(seats, {}, secret)
    position.listener = []
    random = from_secret(secret, "digest")
    digests = [game.digest(position)]
    while not position.is_over() and position.plies < PLY_CAP:
        play_at_random(position, random, STEP)
        digests.append(game.digest(position))
    told = repr([event.to_json() for event in position.listener])
    return [*digests, hashlib.sha256(told.encode()).hexdigest()]


if __name__ == "__main__":
    print(digest_of_random_games())
