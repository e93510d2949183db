"""`manage.py newgame KEY`: the beginning of a new game, which can be played, drawn and tested (docs/add-a-game.md)."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module, invalidate_caches
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.engine import registry
from games.engine.contract import Game

ROOT: Final[Path] = settings.BASE_DIR
SKELETON: Final = ROOT / "skeleton"
POSITIONS: Final = "position-format.md"
"""Of the skeleton: what is added to docs/position-format.md."""
NOT_COPIED: Final = frozenset({"README.md", POSITIONS})
KEY: Final = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
SECRET: Final = bytes(32)


@dataclass(frozen=True)
class Names:
    """What the new game is called in paths and texts."""

    key: str
    title: str

    @property
    def folder(self) -> str:
        return self.key.replace("-", "")

    @property
    def class_name(self) -> str:
        return "".join(word.capitalize() for word in self.key.split("-"))

    def filled(self, text: str) -> str:
        """A path or text of the skeleton, with the names of the new game."""
        stands_for = {"mygame": self.folder, "my-game": self.key, "MyGame": self.class_name, "My Game": self.title}
        return re.sub("|".join(stands_for), lambda found: stands_for[found[0]], text)


@dataclass(frozen=True)
class Registration:
    """A line to be added to a table of games in `path`, after its last entry, and the imports that it needs."""

    path: str
    table: str
    """A regular expression: what comes before the end of the table, as a group, and the end."""
    entry: str
    imports: tuple[str, ...] = ()


REGISTRATIONS: Final = (
    Registration(
        "games/engine/registry.py",
        r"(\nGAMES: .*?for known in \(.*?)(,?\s*\)\s*\}\n)",
        "MyGame()",
        ("from games.engine.mygame.game import MyGame",),
    ),
    Registration(
        "games/board/__init__.py",
        r"(\nRENDERERS: .*? = \{.*?)(,?\s*\}\n)",
        '"my-game": MyGameRenderer()',
        ("from games.board.mygame.renderer import MyGameRenderer",),
    ),
    Registration(
        "tests/engine/repertoire.py",
        r"(\nREPERTOIRES: .*? = \{.*?)(,?\s*\n\}\n)",
        '"my-game": Repertoire(stages=mygame.STAGES, records=mygame.RECORDS)',
        ("from tests.engine.mygame import repertoire as mygame",),
    ),
)


class Command(BaseCommand):
    help = "Write the skeleton of a new game into this copy of the project and register it; for whoever develops one."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("key", help='in lower case, as in addresses and records: "nine-mens-morris"')
        parser.add_argument("--title", help="what people call it (the key with capitals)")

    def handle(self, *_args: Any, **options: Any) -> None:
        key: str = options["key"]
        if not KEY.fullmatch(key):
            raise CommandError(f"“{key}” is no key: lower-case words and digits, joined by hyphens.")
        names = Names(key, options["title"] or key.replace("-", " ").title())
        files = {ROOT / names.filled(str(path.relative_to(SKELETON))): path for path in _copied()}
        if not files:
            raise CommandError(f"There is no skeleton in {SKELETON}: this copy of the project is not for development.")
        there = [path for path in files if path.exists()]
        if there or any(game.key.replace("-", "") == names.folder for game in registry.games()):
            raise CommandError(f"There is something of that name already: {', '.join(map(str, there)) or key}.")
        for path, source in files.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(names.filled(source.read_text()))
        for registration in REGISTRATIONS:
            register(names, registration)
        _describe_positions(names)
        for command in (
            ("-m", "ruff", "check", "--quiet", "--fix", "--select", "I", *_changed(files)),
            ("-m", "ruff", "format", "--quiet", *_changed(files)),
            ("-m", "tests.engine.test_perft", key),
            ("-m", "tests.engine.test_recorded_games", key),
            ("manage.py", "draw_samples", "--game", key),
        ):
            subprocess.run([sys.executable, *command], cwd=ROOT, check=True)
        for path in sorted(files):
            self.stdout.write(str(path.relative_to(ROOT)))
        self.stdout.write(f"It can be played and tested: pytest -k {key}. What comes next: docs/add-a-game.md.")


def _copied() -> Iterator[Path]:
    for path in sorted(SKELETON.rglob("*")):
        if (
            path.is_file()
            and path.relative_to(SKELETON).as_posix() not in NOT_COPIED
            and "__pycache__" not in path.parts
        ):
            yield path


def _changed(files: dict[Path, Path]) -> list[str]:
    """The Python files that were written or changed."""
    written = [str(path) for path in files if path.suffix == ".py"]
    return [*written, *(str(ROOT / registration.path) for registration in REGISTRATIONS)]


def register(names: Names, registration: Registration) -> None:
    path = ROOT / registration.path
    text = path.read_text()
    text, found = re.subn(
        registration.table,
        lambda table: f"{table[1]}, {names.filled(registration.entry)}{table[2]}",
        text,
        count=1,
        flags=re.DOTALL,
    )
    if not found:
        raise CommandError(f"{registration.path} has no table of games any more; add {registration.entry} by hand.")
    first = text.index("\nfrom ", text.index("from __future__")) + 1
    added = "".join(f"{names.filled(line)}\n" for line in registration.imports)
    path.write_text(text[:first] + added + text[first:])


def _describe_positions(names: Names) -> None:
    """Add the JSON of its positions to the documentation, with an example that the game itself makes."""
    invalidate_caches()
    rules: Game = getattr(import_module(f"games.engine.{names.folder}.game"), names.class_name)()
    position = rules.new(rules.min_seats, {}, SECRET)
    for _ply in range(2):
        position.play(position.legal_moves()[0])
    example = json.dumps(rules.to_json(position), indent=2)
    part = names.filled((SKELETON / POSITIONS).read_text())
    with (ROOT / "docs" / POSITIONS).open("a") as document:
        document.write("\n" + part.replace("DIGEST", rules.digest(position)).replace("EXAMPLE", example))
