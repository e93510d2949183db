"""Applies the worked examples of docs/add-a-building.md to copies of the tree, tests them and plays them.

`make building-examples`. It is no part of the suite: the patches belong to one state of the code, and a change that
they do not fit any more is no fault. Whoever makes one writes the patch anew.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Final

from bots.levels import LEVELS
from games.engine import table_writer
from games.engine.playout import play_at_random
from games.engine.random import from_secret
from games.engine.registry import game

TREE: Final = Path(__file__).resolve().parents[2]
PATCHES: Final = TREE / "docs" / "building-examples"
MAX_SOURCES: Final = {"brickyard": 8, "auction-house": 14}
"""By example, how many source files it may take, bots and tests among them."""
GAMES: Final = 200
BOT_GAMES: Final = 2
PLAYOUTS: Final = 10
PLY_CAP: Final = 20_000


def main() -> int:
    if sys.argv[1:]:
        play(sys.argv[1].replace("-", " "))
        return 0
    for name, most in MAX_SOURCES.items():
        with tempfile.TemporaryDirectory(prefix="prweb-building-") as folder:
            sources = apply(name, Path(folder))
            print(f"{name}: {len(sources)} source files, at most {most}", *sources, sep="\n  ", flush=True)
            tests = [path for path in sources if path.startswith("tests/")]
            run(folder, "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests)
            run(folder, "-m", "tests.engine.building_examples", name)
            if len(sources) > most:
                return 1
    return 0


def apply(name: str, folder: Path) -> list[str]:
    """Copy the tree, without anything compiled, and apply the example. Returns the source files that it touches."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=TREE, check=True, capture_output=True, text=True)
    for path in filter(None, listed.stdout.split("\0")):
        if (TREE / path).is_file():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(TREE / path, folder / path)
    patch = PATCHES / f"{name}.patch"
    subprocess.run(["git", "init", "-q"], cwd=folder, check=True)
    subprocess.run(["git", "apply", str(patch)], cwd=folder, check=True)
    touched = re.findall(r"^\+\+\+ b/(.*)$", patch.read_text(), re.MULTILINE)
    return [path for path in touched if not path.startswith("docs/")]


def run(folder: str, *arguments: str) -> None:
    subprocess.run([sys.executable, *arguments], cwd=folder, check=True)


def play(building: str) -> None:
    """Play games with the building, at random and by bots. Every position on the way must be one that can be read."""
    for declared in table_writer.modules():
        assert table_writer.written_module(declared).read_text() == table_writer.source_of(declared), declared
    rules = game("puerto-rico")
    options = {"buildings": "list", "violet_buildings": f"{building}, hacienda, small market, guesthouse"}
    counts: Counter[str] = Counter()
    for number in range(GAMES + BOT_GAMES):
        secret = number.to_bytes(32, "big")
        position = rules.new(2 + number % 4, options, secret)
        position.listener = []
        random = from_secret(secret, "example")
        while not position.is_over() and position.plies < PLY_CAP:
            if number < GAMES:
                play_at_random(position, random, 20)
            else:
                level = LEVELS["merchant-1"].with_playouts(PLAYOUTS)
                for move in level.turn(position, int(position.to_move()), position.plies):
                    position.play(move)
            assert rules.digest(rules.from_json(rules.to_json(position))) == rules.digest(position)
            rules.question(position)
        for event in position.listener:
            sentence = rules.narrate(event, [f"Player {seat}" for seat in range(position.seats)]).render()
            counts["built"] += event.kind == "builds" and event.data["building"] == building
            counts["said"] += f"'s {building} " in sentence
    print(f"{building}: {GAMES} games at random and {BOT_GAMES} of bots; {dict(counts)}")
    assert counts["built"]
    assert counts["said"]


if __name__ == "__main__":
    sys.exit(main())
