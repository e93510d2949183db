"""All games by their keys: here a game is registered, with what it has besides the contract."""

from __future__ import annotations

from typing import Final

from games.engine.chronicle import Chronicle
from games.engine.contract import Game
from games.engine.puertorico.chronicle import PuertoRicoChronicle
from games.engine.puertorico.game import PuertoRico
from games.engine.puertorico.samples import SAMPLES as PUERTO_RICO_SAMPLES
from games.engine.samples import Sample, plain_sample
from games.engine.sanjuan.chronicle import SanJuanChronicle
from games.engine.sanjuan.game import SanJuan
from games.engine.sanjuan.samples import SAMPLES as SAN_JUAN_SAMPLES

GAMES: Final[dict[str, Game]] = {known.key: known for known in (PuertoRico(), SanJuan())}
"""In the order to list them; the first is the default."""
CHRONICLES: Final[dict[str, Chronicle]] = {PuertoRico.key: PuertoRicoChronicle(), SanJuan.key: SanJuanChronicle()}
SAMPLES: Final[dict[str, tuple[Sample, ...]]] = {PuertoRico.key: PUERTO_RICO_SAMPLES, SanJuan.key: SAN_JUAN_SAMPLES}
DEFAULT_SAMPLE_SEATS: Final = 4
"""For a game without samples, if that many can play it."""


def game(key: str) -> Game:
    """The game with this key. Raises KeyError, which names the key and those there are."""
    try:
        return GAMES[key]
    except KeyError:
        raise KeyError(f"no game {key!r}; there are {', '.join(GAMES)}") from None


def games() -> tuple[Game, ...]:
    """All games, in the order to list them."""
    return tuple(GAMES.values())


def chronicle(key: str) -> Chronicle:
    """A game's chronicle; the default one for a game that has none of its own."""
    return CHRONICLES.get(key, Chronicle())


def samples(key: str) -> tuple[Sample, ...]:
    """The sample games of this game; one with default options for a game that names none. Raises KeyError."""
    rules = game(key)
    return SAMPLES.get(key) or (plain_sample(rules.title, min(DEFAULT_SAMPLE_SEATS, rules.max_seats)),)
