"""Tables to be drawn: random positions of every size, as the seat to move sees them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from games.engine.contract import Position
from games.engine.puertorico.game import PuertoRico
from games.engine.puertorico.view_types import PuertoRicoView

PUERTO_RICO = PuertoRico()
NAMES = ("Anna", "Bob & <Co>", "Chris", "Dávid", "Éva-Maria von und zu Hohenlohe-Schillingsfürst")


@dataclass(frozen=True)
class Table:
    """What somebody is shown: the view of the seat to move, and the targets of what it is offered."""

    view: PuertoRicoView
    names: tuple[str, ...]
    highlighted: frozenset[str]


def table_of(position: Position, viewer: int | None) -> Table:
    view = PUERTO_RICO.view(position, viewer)
    assert isinstance(view, PuertoRicoView)
    question = PUERTO_RICO.question(position)
    asked = question.offers if viewer == question.seat else ()
    return Table(view, NAMES[: view.seats], frozenset(target for offer in asked for target in offer.targets))


EXPANSIONS: Final[dict[str, tuple[int, dict[str, str]]]] = {
    "everything": (5, {"buildings": "all", "nobles": "on"}),
    "drafted": (3, {"buildings": "draft", "nobles": "on"}),
    "expansion I": (4, {"buildings": "random", "long_game": "on", "open_vp": "on"}),
    "expansion II": (2, {"buildings": "random", "nobles": "on", "new_buildings": "off"}),
    "singles for two": (2, {"buildings": "all"}),
}
"""Games with expansions: seats and options."""


def tables(seats: int, seed: int, every: int = 60, options: Mapping[str, str] = {}) -> Iterator[Table]:
    """A game at random: its start, each first question of a stage, every so many plies, and its end."""
    position = PUERTO_RICO.new(seats, options, bytes([seed]) * 32)
    dice = random.Random(seed)
    stages = set[str]()
    while True:
        question = PUERTO_RICO.question(position)
        if question.stage not in stages or position.plies % every == 0 or position.is_over():
            stages.add(question.stage)
            yield table_of(position, None if position.is_over() else question.seat)
        if position.is_over():
            return
        position.play(dice.choice(list(position.legal_moves())))
