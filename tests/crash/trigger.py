"""How a process is told to die at a point: a file in a folder that all of them look into.

The file's name counts the passes still to let go; renaming it is what counts one, so that of several processes at once
each pass counts once, and one process alone is hit.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

MOST_PASSES: Final = 3


def arm(folder: Path, point: str, *, passes: int, whole: bool) -> None:
    """Let a number of passes go and strike at the next. whole: with all of its children, else the process alone."""
    assert passes <= MOST_PASSES
    draft = folder / "draft"
    draft.write_text(json.dumps({"point": point, "whole": whole}))
    draft.rename(folder / f"armed-{passes}")


def disarm(folder: Path) -> None:
    for path in folder.glob("armed-*"):
        path.unlink(missing_ok=True)


def was_hit(folder: Path) -> bool:
    """Whether the armed point was hit; says so once."""
    try:
        (folder / "hit").unlink()
    except FileNotFoundError:
        return False
    return True


def armed(folder: Path, point: str) -> tuple[Path, bool] | None:
    """The armed file and `whole`, if it is this point's."""
    for passes in range(MOST_PASSES + 1):
        path = folder / f"armed-{passes}"
        try:
            asked = json.loads(path.read_text())
        except FileNotFoundError:
            continue
        return (path, bool(asked["whole"])) if asked["point"] == point else None
    return None


def count(path: Path) -> bool:
    """Count one pass; whether it is the one to strike at."""
    passes = int(path.name.rpartition("-")[2])
    try:
        path.rename(path.with_name(f"armed-{passes - 1}" if passes else "hit"))
    except FileNotFoundError:
        return False
    return passes == 0
