"""Fixed positions and their node counts: the golden files tell when a rule counts, or JSON writes, differently.

`python -m tests.engine.test_perft` writes them anew, for a change that is meant.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from games.engine.contract import Game
from games.engine.puertorico.position import STAGE_NAMES
from games.engine.registry import game
from tests.engine.conformance import Setup, perft, walk

GOLDEN = Path(__file__).parent / "golden"
FILES = sorted(GOLDEN.glob("perft-*.json"))
MOST_NODES = 4_000
STAGES = [stage for stage in STAGE_NAMES if stage not in ("role", "over")]
"""Of the first stage there are the starts, of the last one nothing to count."""


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


def test_there_are_golden_positions_of_every_stage() -> None:
    stages = {json.loads(path.read_text())["position"]["stage"] for path in FILES}
    assert stages == {"role", *STAGES}


def write_golden_files() -> None:
    """The start for every number of seats, and one later position of every other stage, seats taken by turns."""
    puerto_rico = game("puerto-rico")
    all_seats = range(puerto_rico.min_seats, puerto_rico.max_seats + 1)
    for seats in all_seats:
        write(puerto_rico, f"{seats}-start", puerto_rico.to_json(Setup(puerto_rico, seats, seed=1).new()))
    for number, stage in enumerate(STAGES):
        seats = all_seats[number % len(all_seats)]
        write(puerto_rico, f"{seats}-{stage}", position_of(puerto_rico, seats, stage))


def position_of(a_game: Game, seats: int, stage: str) -> dict[str, object]:
    """The first position of a stage from the middle of a random game on."""
    for seed in range(1, 100):
        for position, _ in walk(Setup(a_game, seats, seed=seed), "perft"):
            if position.phase() > 8 * seats and not position.is_over() and a_game.question(position).stage == stage:
                return a_game.to_json(position)
    raise AssertionError(f"no {stage} in a hundred games")


def write(a_game: Game, name: str, position: dict[str, object]) -> None:
    nodes: list[int] = []
    while not nodes or (nodes[-1] < MOST_NODES and len(nodes) < 6):
        nodes.append(perft(a_game.from_json(position), len(nodes) + 1))
    golden = {"game": a_game.key, "nodes": nodes, "position": position}
    (GOLDEN / f"perft-{a_game.key}-{name}.json").write_text(json.dumps(golden, indent=1) + "\n")


if __name__ == "__main__":
    write_golden_files()
