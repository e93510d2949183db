"""What is looked at of each game besides what every game is asked: one entry in a table, for whoever adds a game.

A game without an entry is held to the contract, fuzzed and submitted to all the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from games.engine.contract import Game, Position
from tests.engine.puertorico import repertoire as puertorico
from tests.engine.sanjuan import repertoire as sanjuan
from tests.engine.wanted import WantedGame, WantedPosition


@dataclass(frozen=True)
class Repertoire:
    """stages: all that a position can be in. positions: of which the nodes are counted, by name (golden/).

    records: whole games that are kept, by name (records/). families: numbers of seats with options that go together.
    count: what counts everything on the table, for every ply; without it reading a written position does it.
    words: what the words in capitals of docs/position-format.md stand for.
    opening: the kinds of questions (Game.question_key) that decide what others are asked afterwards, with the reason.
    unforeseen: those that a seat may be asked in a phase without having foreseen them, perhaps only after another's
    answer to a question of some kind ("captain > storing"), with the reason.
    """

    stages: frozenset[str] = frozenset()
    positions: Mapping[str, WantedPosition] = field(default_factory=dict)
    records: Mapping[str, WantedGame] = field(default_factory=dict)
    families: tuple[tuple[int, Mapping[str, str]], ...] = ()
    count: Callable[[Position], None] | None = None
    words: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    opening: Mapping[str, str] = field(default_factory=dict)
    unforeseen: Mapping[str, str] = field(default_factory=dict)


REPERTOIRES: Mapping[str, Repertoire] = {
    "puerto-rico": Repertoire(
        stages=puertorico.STAGES,
        positions=puertorico.POSITIONS,
        records=puertorico.RECORDS,
        families=puertorico.FAMILIES,
        count=puertorico.count,
        words=puertorico.WORDS,
        opening=puertorico.OPENING,
        unforeseen=puertorico.UNFORESEEN,
    ),
    "san-juan": Repertoire(
        stages=sanjuan.STAGES,
        positions=sanjuan.POSITIONS,
        records=sanjuan.RECORDS,
        count=sanjuan.count,
        words=sanjuan.WORDS,
        opening=sanjuan.OPENING,
        unforeseen=sanjuan.UNFORESEEN,
    ),
}
"""By the game's key."""


def repertoire(game: Game) -> Repertoire:
    return REPERTOIRES.get(game.key, Repertoire())
