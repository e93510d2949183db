"""All games of the house by their keys: here a game is registered, with what it adds beside the contract."""

from __future__ import annotations

from typing import Final

from games.engine.chronicle import Chronicle
from games.engine.contract import Game
from games.engine.puertorico.chronicle import PuertoRicoChronicle
from games.engine.puertorico.game import PuertoRico
from games.engine.puertorico.samples import SAMPLES as PUERTO_RICO_SAMPLES
from games.engine.samples import PLAIN_NAME, TURNS, Sample
from games.engine.sanjuan.chronicle import SanJuanChronicle
from games.engine.sanjuan.game import SanJuan
from games.engine.sanjuan.samples import SAMPLES as SAN_JUAN_SAMPLES

GAMES: Final[dict[str, Game]] = {known.key: known for known in (PuertoRico(), SanJuan())}
"""In the order to list them; the first is what is played where nobody says which."""
CHRONICLES: Final[dict[str, Chronicle]] = {PuertoRico.key: PuertoRicoChronicle(), SanJuan.key: SanJuanChronicle()}
SAMPLES: Final[dict[str, tuple[Sample, ...]]] = {PuertoRico.key: PUERTO_RICO_SAMPLES, SanJuan.key: SAN_JUAN_SAMPLES}
DEFAULT_SAMPLE_SEATS: Final = 4
"""Of a game that does not say it, if so many can play it."""


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
    """What a game adds to the looking back at one; a game without a chronicle of its own gets the plain one."""
    return CHRONICLES.get(key, Chronicle())


def samples(key: str) -> tuple[Sample, ...]:
    """Games to look at of this kind; of a game that names none, one as it is opened by itself. Raises KeyError."""
    seats = min(DEFAULT_SAMPLE_SEATS, game(key).max_seats)
    return SAMPLES.get(key, (Sample(PLAIN_NAME, {}, seats, TURNS),))
