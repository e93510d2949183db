"""A complete game of every family of options, as it was recorded once: it replays to the same end for ever.

`python -m tests.engine.test_recorded_games` writes them anew, for a change of the rules that is meant.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import pytest

from bench.families import FAMILIES
from bots.knowledge.registry import knowledge_of
from games.engine import record
from games.engine.puertorico.stages import STAGE_NAMES
from games.engine.random import from_secret
from games.engine.registry import game
from tests.engine.conformance import NAMES

RECORDS = Path(__file__).parent / "records"
PUERTO_RICO = game("puerto-rico")
STRAY = 6
"""Every so many plies a move by chance, so that a game sees what sensible players avoid."""


@dataclass(frozen=True)
class Recorded:
    """A game to record: its players and options, and stages that it has to come to, rare ones."""

    seats: int
    options: Mapping[str, str]
    stages: frozenset[str] = frozenset()


GAMES = {
    "base": Recorded(4, FAMILIES["base"], frozenset({"university"})),
    "expansion-1-draft": Recorded(4, FAMILIES["expansion I by draft"]),
    "expansion-1-random-for-two": Recorded(2, FAMILIES["expansion I at random"]),
    "expansion-1-all": Recorded(
        3, {**FAMILIES["expansion I, all"], "edition": "first"}, frozenset({"forest", "small wharf"})
    ),
    "nobles-with-base": Recorded(3, FAMILIES["nobles with base"], frozenset({"hunting lodge"})),
    "both-draft": Recorded(5, FAMILIES["both by draft"]),
    "both-all": Recorded(4, FAMILIES["both, all"], frozenset({"guests"})),
    "long-game": Recorded(3, {**FAMILIES["long game"], "open_vp": "on"}),
}


@pytest.fixture(params=list(GAMES), scope="module")
def recorded(request: pytest.FixtureRequest) -> record.Record:
    return record.parse((RECORDS / f"{request.param}.record").read_text())


def test_a_recorded_game_replays_to_the_end_it_had(recorded: record.Record) -> None:
    assert recorded.digest is not None
    position = record.replay(PUERTO_RICO, recorded)
    assert position.is_over()
    assert PUERTO_RICO.digest(position) == recorded.digest


def test_every_line_of_a_recorded_game_is_still_the_canonical_one(recorded: record.Record) -> None:
    assert recorded.secret is not None
    position = PUERTO_RICO.new(len(recorded.seats), recorded.options, recorded.secret)
    for entry in recorded.entries:
        assert isinstance(entry, record.MoveEntry)
        ply = PUERTO_RICO.parse(position, entry.text)[0]
        assert PUERTO_RICO.move_text(position, ply) == entry.text
        position.play(ply)


def test_the_recorded_games_come_to_every_stage() -> None:
    met = [stages_of(record.parse(path.read_text())) for path in RECORDS.glob("*.record")]
    assert set().union(*met) == set(STAGE_NAMES)


def write_games() -> None:
    """Played as searches play their games out, with the first secret that brings the stages wanted."""
    RECORDS.mkdir(exist_ok=True)
    for name, wanted in GAMES.items():
        games = (played(wanted, f"{name} {number}".encode().ljust(32, b".")) for number in count())
        story = next(story for story in games if wanted.stages <= stages_of(story))
        (RECORDS / f"{name}.record").write_text(record.export(story))


def stages_of(story: record.Record) -> set[object]:
    return {PUERTO_RICO.to_json(position)["stage"] for position in record.positions(PUERTO_RICO, story)}


def played(wanted: Recorded, secret: bytes) -> record.Record:
    position = PUERTO_RICO.new(wanted.seats, wanted.options, secret)
    random = from_secret(secret, "players")
    entries = []
    while not position.is_over():
        legal = position.legal_moves()
        if random.below(STRAY) == 0:
            move = int(legal[random.below(len(legal))])
        else:
            move = int(knowledge_of(position, 1).playout_move(position, random))
        entries.append(record.MoveEntry(int(position.to_move()), PUERTO_RICO.move_text(position, move)))
        position.play(move)
    return record.Record(
        game=PUERTO_RICO.key,
        rules_version=PUERTO_RICO.rules_version,
        options=dict(wanted.options),
        seats=NAMES[: wanted.seats],
        secret_hash=record.hash_of(secret),
        secret=secret,
        digest=PUERTO_RICO.digest(position),
        entries=tuple(entries),
    )


if __name__ == "__main__":
    write_games()
