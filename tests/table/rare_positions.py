"""Positions in which something rare is asked, found by dice that lean towards it."""

from __future__ import annotations

from functools import cache
from itertools import count
from random import Random
from typing import Final

from django.utils import timezone

from games.engine.puertorico.components import FIRST_BUILDING, PLACE_NAMES, SELECTABLE_BUILDINGS
from games.engine.puertorico.flow import PuertoRicoPosition
from games.engine.puertorico.moves import BUILD
from games.engine.puertorico.stages import STAGE_NAMES
from games.engine.puertorico.view_types import PuertoRicoView
from games.engine.registry import game as rules_of
from games.models import Game
from games.people.models import User
from games.table.game_update import GameUpdate
from tests.table.games import fresh, opened

RULES: Final = rules_of("puerto-rico")
SEATS: Final = 3
EVERY_KIND: Final = ", ".join(
    name for place, name in enumerate(PLACE_NAMES) if place >= FIRST_BUILDING and SELECTABLE_BUILDINGS >> place & 1
)
EVERYTHING: Final = {"buildings": "list", "violet_buildings": EVERY_KIND, "nobles": "on"}
LEANINGS: Final = {
    "forest": ("hacienda", "forest house"),
    "hunting lodge": ("hunting lodge",),
    "colonists": ("chapel", "zoning office", "land office"),
    "nobles": ("chapel", "zoning office", "land office"),
    "black market": ("black market", "large market"),
    "guests": ("guesthouse", "indigo plant"),
    "small wharf": ("small wharf", "sugar mill"),
    "storing": ("storehouse", "indigo plant", "small warehouse"),
}
"""What everybody builds who can, where a building is what leads to the question."""


@cache
def _found(stage: str, form: str, nobles: bool) -> PuertoRicoPosition:
    wanted = {BUILD + PLACE_NAMES.index(building) for building in LEANINGS.get(stage, ())}
    for seed in count():
        lots = Random(seed)
        position = RULES.new(SEATS, EVERYTHING, bytes([seed % 256] * 32))
        assert isinstance(position, PuertoRicoPosition)
        while not position.is_over():
            moves = [int(move) for move in position.legal_moves()]
            if (
                STAGE_NAMES[position.stage] == stage
                and len(moves) > 1
                and form in ("", RULES.question(position).form)
                and (not nobles or _nobles_matter(position))
            ):
                return position
            position.play(lots.choice([move for move in moves if move in wanted] or moves))
    raise AssertionError("dice never end")


def _nobles_matter(position: PuertoRicoPosition) -> bool:
    seen = RULES.view(position, int(position.actor))
    assert isinstance(seen, PuertoRicoView)
    placement = seen.placement
    return placement is not None and any(place.nobles_matter for place in placement.places)


def found(stage: str, form: str = "", *, nobles: bool = False) -> PuertoRicoPosition:
    """A position of a game with everything in it in which this is asked.

    form: of the question, where it matters; nobles: in which one says who of the colonists is noble.
    """
    return _found(stage, form, nobles).copy()


def set_before(position: PuertoRicoPosition, *people: User) -> Game:
    """A running game of these people that has come to this position; whoever is to decide in it is asked."""
    game = opened(*people, buildings="list", violet_buildings=EVERY_KIND, nobles="on")
    update = GameUpdate(game, timezone.now())
    update.set_up(position)
    update.advance()
    update.save()
    return fresh(game)
