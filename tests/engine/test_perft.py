"""Fixed positions and their node counts: the golden files tell when a rule counts, or JSON writes, differently.

`python -m tests.engine.test_perft` writes them anew, for a change that is meant.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from bench.families import FAMILIES
from games.engine.contract import Game
from games.engine.puertorico.stages import STAGE_NAMES
from games.engine.registry import game
from tests.engine.conformance import Setup, perft, walk

GOLDEN = Path(__file__).parent / "golden"
FILES = sorted(GOLDEN.glob("perft-*.json"))
MOST_NODES = 4_000
OF_EXPANSION_1 = FAMILIES["expansion I, all"]
OF_NOBLES = FAMILIES["nobles with base"]
OF_BOTH = FAMILIES["both, all"]
OF_THE_EXPANSIONS: Mapping[str, tuple[int, Mapping[str, str]]] = {
    "draft": (4, FAMILIES["both by draft"]),
    "forest": (3, OF_EXPANSION_1),
    "hunting lodge": (5, OF_NOBLES),
    "ship": (2, OF_NOBLES),
    "nobles": (4, OF_BOTH),
    "black market": (3, OF_EXPANSION_1),
    "guests": (5, OF_BOTH),
    "small wharf": (2, OF_EXPANSION_1),
}
"""The stages that the expansions bring: with how many players and which options one of them is looked for."""
COMBINED: Mapping[str, tuple[int, Mapping[str, str]]] = {
    "trader": (5, OF_BOTH),
    "builder": (2, {**OF_BOTH, "long_game": "on"}),
}
"""Stages of the base game in which the expansions change much."""
STAGES = [stage for stage in STAGE_NAMES if stage not in ("role", "over", *OF_THE_EXPANSIONS)]
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
    assert stages == {"role", *STAGES, *OF_THE_EXPANSIONS}


def write_golden_files() -> None:
    """The start for every number of seats, one later position of every other stage, seats taken by turns; and those
    of the expansions."""
    puerto_rico = game("puerto-rico")
    all_seats = range(puerto_rico.min_seats, puerto_rico.max_seats + 1)
    for seats in all_seats:
        write(puerto_rico, f"{seats}-start", puerto_rico.to_json(Setup(puerto_rico, seats, seed=1).new()))
    for number, stage in enumerate(STAGES):
        seats = all_seats[number % len(all_seats)]
        write(puerto_rico, f"{seats}-{stage}", position_of(puerto_rico, seats, stage, {}))
    for stage, (seats, options) in OF_THE_EXPANSIONS.items():
        name = f"{seats}-{stage.replace(' ', '-')}"
        write(puerto_rico, name, position_of(puerto_rico, seats, stage, options))
    for stage, (seats, options) in COMBINED.items():
        write(puerto_rico, f"{seats}-{stage}-with-expansions", position_of(puerto_rico, seats, stage, options))


def position_of(a_game: Game, seats: int, stage: str, options: Mapping[str, str]) -> dict[str, object]:
    """The first position of a stage from the middle of a random game on; of the draft one in its middle."""
    for seed in range(1, 1_000):
        for position, _ in walk(Setup(a_game, seats, tuple(options.items()), seed), "perft"):
            late = position.phase() > (8 if stage == "draft" else 8 * seats)
            if late and not position.is_over() and a_game.question(position).stage == stage:
                return a_game.to_json(position)
    raise AssertionError(f"no {stage} in a thousand games")


def write(a_game: Game, name: str, position: dict[str, object]) -> None:
    nodes: list[int] = []
    while not nodes or (nodes[-1] < MOST_NODES and len(nodes) < 6):
        nodes.append(perft(a_game.from_json(position), len(nodes) + 1))
    golden = {"game": a_game.key, "nodes": nodes, "position": position}
    (GOLDEN / f"perft-{a_game.key}-{name}.json").write_text(json.dumps(golden, indent=1) + "\n")


if __name__ == "__main__":
    write_golden_files()
