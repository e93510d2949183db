"""The kinds of games of Puerto Rico that bots must be able to play: seats and options (docs/rules §9 Options)."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine.puertorico.flow import PuertoRicoPosition, new_position
from games.engine.random import from_secret

FAMILIES = {
    "expansion I by draft": (4, {"buildings": "draft"}),
    "expansion I at random for two": (2, {"buildings": "random"}),
    "nobles with the base buildings": (3, {"buildings": "random", "nobles": "on", "new_buildings": "off"}),
    "both expansions": (5, {"buildings": "random", "nobles": "on"}),
    "every building": (4, {"buildings": "all", "nobles": "on"}),
    "a long game by draft": (3, {"buildings": "draft", "nobles": "on", "long_game": "on"}),
}


def start(family: str, secret: bytes = b"families") -> PuertoRicoPosition:
    seats, options = FAMILIES[family]
    return new_position(seats, options, from_secret(secret, "deal"))


def random_game(family: str, secret: bytes = b"families") -> Iterator[PuertoRicoPosition]:
    """Every position of a game of random moves, which come where real players never do."""
    position = start(family, secret)
    random = from_secret(secret, "moves")
    while not position.is_over():
        yield position
        legal = position.legal_moves()
        position.play(legal[random.below(len(legal))])
