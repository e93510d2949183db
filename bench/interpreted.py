"""Runs the code without its compiled extensions: a copy of the sources, in a separate process."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

TREE = Path(__file__).resolve().parent.parent
PACKAGES = ("games", "bots", "bench")


@contextmanager
def interpreted_tree() -> Iterator[Path]:
    """A temporary folder with the Python sources of the engine and the bots, without anything compiled."""
    with tempfile.TemporaryDirectory(prefix="prweb-interpreted-") as folder:
        for package in PACKAGES:
            shutil.copytree(TREE / package, Path(folder) / package, ignore=_all_but_sources)
        yield Path(folder)


def run_interpreted(*arguments: str) -> str:
    """The output of `python <arguments>` in such a folder. Raises CalledProcessError when it fails."""
    with interpreted_tree() as folder:
        # The folder goes first on the path; the working tree with its extensions must not be on it at all.
        environment = {**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
        done = subprocess.run(
            [sys.executable, *arguments], cwd=folder, env=environment, check=True, capture_output=True, text=True
        )
    return done.stdout


def _all_but_sources(folder: str, names: list[str]) -> list[str]:
    return [name for name in names if not (name.endswith(".py") or (Path(folder) / name).is_dir())] + ["__pycache__"]
