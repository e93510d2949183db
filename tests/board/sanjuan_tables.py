"""Tables of San Juan to be drawn: random positions of every size, as the seat to move sees them, and laid out ones."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from games.engine.contract import Position
from games.engine.registry import game
from games.engine.sanjuan.view_types import SanJuanView
from tests.board.tables import NAMES

SAN_JUAN = game("san-juan")


@dataclass(frozen=True)
class Table:
    """What somebody is shown: the view of the seat to move, and the targets of what it is offered."""

    view: SanJuanView
    names: tuple[str, ...]
    highlighted: frozenset[str]


def seen(position: Position, viewer: int | None) -> Table:
    view = SAN_JUAN.view(position, viewer)
    assert isinstance(view, SanJuanView)
    highlighted = set[str]()
    if viewer is not None and not position.is_over():
        question = SAN_JUAN.question(position)
        for offer in question.offers if question.seat == viewer else ():
            highlighted.update(offer.targets)
            highlighted.update(item.target for item in (offer.selection.items if offer.selection else ()))
    return Table(view, NAMES[: len(view.seats)], frozenset(highlighted - {"pass"}))


def tables(seats: int, seed: int, every: int = 60, options: Mapping[str, str] = {}) -> Iterator[Table]:
    """A game at random: its start, each first question of a stage, every so many plies, and its end."""
    position = SAN_JUAN.new(seats, options, bytes([seed]) * 32)
    dice = random.Random(seed)
    stages = set[str]()
    while not position.is_over():
        question = SAN_JUAN.question(position)
        if question.stage not in stages or position.plies % every == 0:
            stages.add(question.stage)
            yield seen(position, question.seat)
        moves = list(position.legal_moves())
        # Passing comes first: who can do something mostly does, so that there is something to be seen.
        position.play(dice.choice(moves[1:] if len(moves) > 1 and dice.random() < 0.8 else moves))
    yield seen(position, None)
    yield seen(position, 0)
