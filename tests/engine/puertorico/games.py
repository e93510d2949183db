"""Whole games at random, and how a line of notation is refused."""

from __future__ import annotations

import random
from collections.abc import Iterator

from games.engine.contract import IllegalMove, NotationError, Position
from games.engine.puertorico.flow import PuertoRicoPosition
from tests.engine.puertorico.positions import PUERTO_RICO

SECRET = bytes(range(32))


def start(seats: int = 4, secret: bytes = SECRET, **options: str) -> PuertoRicoPosition:
    """A new game; seat 0 is the governor unless an option says otherwise."""
    position = PUERTO_RICO.new(seats, {"first_governor": "0", **options}, secret)
    assert isinstance(position, PuertoRicoPosition)
    return position


def random_game(seats: int, seed: int, **options: str) -> Iterator[PuertoRicoPosition]:
    """Every position of a game at random, the last one included; the same object each time."""
    dice = random.Random(seed)
    position = start(seats, secret=bytes([seed]) * 32, **options)
    position.listener = []
    while not position.is_over():
        yield position
        position.play(dice.choice(list(position.legal_moves())))
    yield position


def offered_texts(position: Position) -> list[str]:
    return [offer.text for offer in PUERTO_RICO.question(position).offers]


def refusal_of(position: Position, line: str) -> str:
    """The message with which a line is refused; that nothing has changed is checked on the way."""
    before = PUERTO_RICO.to_json(position)
    try:
        PUERTO_RICO.submit(position, line)
    except (NotationError, IllegalMove) as error:
        assert PUERTO_RICO.to_json(position) == before
        return str(error)
    raise AssertionError(f"{line!r} was not refused")
