"""All games of the house by their keys."""

from __future__ import annotations

from typing import Final

from games.engine.chronicle import Chronicle
from games.engine.contract import Game
from games.engine.puertorico.chronicle import PuertoRicoChronicle
from games.engine.puertorico.game import PuertoRico

_ALL: Final[tuple[Game, ...]] = (PuertoRico(),)
_GAMES: Final = {known.key: known for known in _ALL}
_CHRONICLES: Final[dict[str, Chronicle]] = {PuertoRico.key: PuertoRicoChronicle()}


def game(key: str) -> Game:
    """The game with this key. Raises KeyError, which names the key and those there are."""
    try:
        return _GAMES[key]
    except KeyError:
        raise KeyError(f"no game {key!r}; there are {', '.join(_GAMES)}") from None


def games() -> tuple[Game, ...]:
    """All games, in the order to list them."""
    return _ALL


def chronicle(key: str) -> Chronicle:
    """What a game adds to the looking back at one; a game without a chronicle of its own gets the plain one."""
    return _CHRONICLES.get(key, Chronicle())
