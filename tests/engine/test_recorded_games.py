"""Complete games of every kind, as they were recorded once: they replay to the same end for ever.

`python -m tests.engine.test_recorded_games [GAME...]` writes them anew, for a change of the rules that is meant.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from itertools import count
from pathlib import Path

import pytest

from bots.knowledge.registry import knowledge_of
from games.engine import record
from games.engine.contract import Game, Position
from games.engine.random import from_secret
from games.engine.registry import game
from tests.engine.conformance import NAMES
from tests.engine.repertoire import REPERTOIRES
from tests.engine.wanted import WantedGame

RECORDS = Path(__file__).parent / "records"
STRAY = 6
"""Every so many plies a move by chance, so that a game sees what sensible players avoid."""


RECORDED = [(key, name) for key, kept in REPERTOIRES.items() for name in kept.records]


def path_of(key: str, name: str) -> Path:
    return RECORDS / f"{key}-{name}.record"


@pytest.fixture(params=RECORDED, ids="-".join, scope="module")
def recorded(request: pytest.FixtureRequest) -> record.Record:
    return record.parse(path_of(*request.param).read_text())


def test_a_recorded_game_replays_to_the_end_it_had(recorded: record.Record) -> None:
    rules = game(recorded.game)
    assert recorded.digest is not None
    position = record.replay(rules, recorded)
    assert position.is_over()
    assert rules.digest(position) == recorded.digest


def test_every_line_of_a_recorded_game_is_still_the_canonical_one(recorded: record.Record) -> None:
    rules = game(recorded.game)
    assert recorded.secret is not None
    position = rules.new(len(recorded.seats), recorded.options, recorded.secret, recorded.rules_version)
    for entry in recorded.entries:
        assert isinstance(entry, record.MoveEntry)
        ply = rules.parse(position, entry.text)[0]
        assert rules.move_text(position, ply) == entry.text
        position.play(ply)


@pytest.mark.parametrize("key", REPERTOIRES)
def test_the_recorded_games_come_to_every_stage(key: str) -> None:
    kept = REPERTOIRES[key]
    for name, wanted in kept.records.items():
        assert has_move(record.parse(path_of(key, name).read_text()), wanted.texts)
    met = [stages_of(record.parse(path_of(key, name).read_text())) for name in kept.records]
    assert set().union(*met) == kept.stages


def write_games(keys: Sequence[str]) -> None:
    """Played as searches play their games out, with the first secret that brings the stages wanted."""
    RECORDS.mkdir(exist_ok=True)
    for key, name in RECORDED:
        if key not in keys:
            continue
        wanted = REPERTOIRES[key].records[name]
        stories = (played(game(key), wanted, f"{name} {number}".encode().ljust(32, b".")) for number in count())
        story = next(story for story in stories if wanted.stages <= stages_of(story) and has_move(story, wanted.texts))
        path_of(key, name).write_text(record.export(story))


def has_move(story: record.Record, words: str) -> bool:
    return any(words in entry.text for entry in story.entries if isinstance(entry, record.MoveEntry))


def stages_of(story: record.Record) -> set[str]:
    rules = game(story.game)
    return {stage_of(rules, position) for position in record.positions(rules, story)}


def stage_of(rules: Game, position: Position) -> str:
    return "over" if position.is_over() else rules.question(position).stage


def played(rules: Game, wanted: WantedGame, secret: bytes) -> record.Record:
    position = rules.new(wanted.seats, wanted.options, secret, wanted.rules_version)
    random = from_secret(secret, "players")
    entries = []
    while not position.is_over():
        legal = position.legal_moves()
        if random.below(STRAY) == 0:
            move = int(legal[random.below(len(legal))])
        else:
            move = int(knowledge_of(position, 1).playout_move(position, random))
        entries.append(record.MoveEntry(int(position.to_move()), rules.move_text(position, move)))
        position.play(move)
    return record.Record(
        game=rules.key,
        rules_version=wanted.rules_version,
        options=dict(wanted.options),
        seats=NAMES[: wanted.seats],
        secret_hash=record.hash_secret(secret),
        secret=secret,
        digest=rules.digest(position),
        entries=tuple(entries),
    )


if __name__ == "__main__":
    write_games(sys.argv[1:] or list(REPERTOIRES))
