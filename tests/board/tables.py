"""Tables to be drawn: random positions of every size, as the seat to move sees them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from games.engine.puertorico.game import PuertoRico
from games.engine.puertorico.view import PuertoRicoView

PUERTO_RICO = PuertoRico()
NAMES = ("Anna", "Bob & <Co>", "Chris", "Dávid", "Éva-Maria von und zu Hohenlohe-Schillingsfürst")


@dataclass(frozen=True)
class Table:
    """What somebody is shown: the view of the seat to move, and the targets of what it is offered."""

    view: PuertoRicoView
    names: tuple[str, ...]
    lit: frozenset[str]


def tables(seats: int, seed: int, every: int = 60) -> Iterator[Table]:
    """A game at random: its start, each first question of a stage, every so many plies, and its end."""
    position = PUERTO_RICO.new(seats, {}, bytes([seed]) * 32)
    dice = random.Random(seed)
    stages = set[str]()
    while True:
        question = PUERTO_RICO.question(position)
        if question.stage not in stages or position.plies % every == 0 or position.is_over():
            stages.add(question.stage)
            viewer = None if position.is_over() else question.seat
            view = PUERTO_RICO.view(position, viewer)
            assert isinstance(view, PuertoRicoView)
            lit = frozenset(target for offer in question.offers for target in offer.targets)
            yield Table(view, NAMES[:seats], lit)
        if position.is_over():
            return
        position.play(dice.choice(list(position.legal_moves())))
