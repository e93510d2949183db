"""Fixed positions and their node counts: the golden files tell when a rule counts, or JSON writes, differently.

`python -m tests.engine.test_perft [GAME...]` writes them anew, for a change that is meant.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from games.engine.contract import Game
from games.engine.registry import game, games
from tests.engine.conformance import Setup, perft, random_plies
from tests.engine.repertoire import REPERTOIRES, repertoire
from tests.engine.wanted import WantedPosition

GOLDEN = Path(__file__).parent / "golden"
FILES = sorted(GOLDEN.glob("perft-*.json"))
MAX_NODES = 4_000
MAX_DEPTH = 6


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_as_many_positions_are_reached_as_ever(path: Path) -> None:
    golden = json.loads(path.read_text())
    position = game(golden["game"]).from_json(golden["position"])
    counts = [perft(position, depth) for depth in range(1, len(golden["nodes"]) + 1)]
    assert counts == golden["nodes"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_position_of_old_is_still_written_as_it_was(path: Path) -> None:
    """Digests in records and rows are of what is written: whatever is added later must not change them."""
    golden = json.loads(path.read_text())
    rules = game(golden["game"])
    assert rules.to_json(rules.from_json(golden["position"])) == golden["position"]


@pytest.mark.parametrize("kind", REPERTOIRES)
def test_there_are_golden_positions_of_every_stage(kind: str) -> None:
    files = [path for path in FILES if path.stem.startswith(f"perft-{kind}-")]
    rules = game(kind)
    positions = [rules.from_json(json.loads(path.read_text())["position"]) for path in files]
    assert {rules.question(position).stage for position in positions} == REPERTOIRES[kind].stages - {"over"}


@pytest.mark.parametrize("rules", games(), ids=lambda rules: rules.key)
def test_there_is_a_golden_start_for_every_number_of_seats(rules: Game) -> None:
    starts = {path.stem for path in FILES if path.stem.endswith("-start")}
    assert {f"perft-{rules.key}-{seats}-start" for seats in range(rules.min_seats, rules.max_seats + 1)} <= starts


def write_golden_files(keys: Sequence[str]) -> None:
    """The start for every number of seats, and what the game's repertoire seeks."""
    for rules in map(game, keys):
        for seats in range(rules.min_seats, rules.max_seats + 1):
            write(rules, f"{seats}-start", rules.to_json(Setup(rules, seats, seed=1, rules_version=1).new()))
        for name, sought in repertoire(rules).positions.items():
            write(rules, name, position_of(rules, sought))


def position_of(rules: Game, sought: WantedPosition) -> dict[str, object]:
    """The first one of random games."""
    for seed in range(1, 1_000):
        for position, _ in random_plies(setup_of(rules, sought, seed), "perft"):
            late = position.phase() > sought.after
            if not late or position.is_over() or rules.question(position).stage != sought.stage:
                continue
            if sought.matches(position):
                return rules.to_json(position)
    raise AssertionError(f"no {sought.stage} in a thousand games")


def setup_of(rules: Game, sought: WantedPosition, seed: int) -> Setup:
    return Setup(rules, sought.seats, tuple(sought.options.items()), seed, sought.rules_version)


def write(rules: Game, name: str, position: dict[str, object]) -> None:
    nodes: list[int] = []
    while not nodes or (nodes[-1] < MAX_NODES and len(nodes) < MAX_DEPTH):
        nodes.append(perft(rules.from_json(position), len(nodes) + 1))
    golden = {"game": rules.key, "nodes": nodes, "position": position}
    (GOLDEN / f"perft-{rules.key}-{name}.json").write_text(json.dumps(golden, indent=1) + "\n")


if __name__ == "__main__":
    write_golden_files(sys.argv[1:] or [rules.key for rules in games()])
