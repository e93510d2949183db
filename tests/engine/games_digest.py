"""Prints a digest of many games of every registered game: `python games_digest.py`, compiled or not.

Random ones, of every family of options too, and the recorded ones. Run as a script by test_compiled.py on a copy of the
sources, so it imports the engine only, and what measures it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from pathlib import Path

from bench.families import families
from games.engine import record
from games.engine.contract import Game
from games.engine.playout import play_at_random
from games.engine.random import from_secret
from games.engine.registry import game as game_of
from games.engine.registry import games

GAMES = 20
GAMES_OF_A_FAMILY = 3
STEP = 40
PLY_CAP = 5_000
RECORDS = sorted((Path(__file__).parent / "records").glob("*.record"))


def digest_of_games() -> str:
    """One digest of the positions along all these games."""
    digest = hashlib.sha256()
    for line in (*digests_of_random_games(), *digests_of_recorded_games()):
        digest.update(line.encode())
    return digest.hexdigest()


def digests_of_random_games() -> Iterator[str]:
    """Of every game, number of seats and family of options."""
    for game in games():
        for options in families(game).values():
            for seats in range(game.min_seats, game.max_seats + 1):
                for number in range(GAMES_OF_A_FAMILY if options else GAMES):
                    yield " ".join(digests_along(game, seats, options, number))


def digests_of_recorded_games() -> Iterator[str]:
    for path in RECORDS:
        recorded = record.parse(path.read_text())
        game = game_of(recorded.game)
        yield " ".join(game.digest(position) for position in record.positions(game, recorded)[::STEP])
        yield game.digest(record.replay(game, recorded))


def digests_along(game: Game, seats: int, options: Mapping[str, str], number: int) -> list[str]:
    """The position's digest after every STEP plies of a random game, and what happened as a last one."""
    secret = number.to_bytes(32, "big")
    position = game.new(seats, options, secret)
    position.listener = []
    random = from_secret(secret, "digest")
    digests = [game.digest(position)]
    while not position.is_over() and position.plies < PLY_CAP:
        play_at_random(position, random, STEP)
        digests.append(game.digest(position))
    events = repr([event.to_json() for event in position.listener])
    return [*digests, hashlib.sha256(events.encode()).hexdigest()]


if __name__ == "__main__":
    print(digest_of_games())
