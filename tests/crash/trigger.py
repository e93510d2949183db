"""How processes are told to die at points: a file for each in a folder that all of them look into.

The file's name ends with the passes still to let go; renaming it is what counts one, so that of several processes at
once each pass counts once, and one process alone is hit.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

MAX_PASSES: Final = 3


def arm(folder: Path, point: str, *, passes: int, whole: bool) -> None:
    """Let a number of passes go and strike at the next. whole: with all of its children, else the process alone."""
    assert passes <= MAX_PASSES
    draft = folder / "draft"
    draft.write_text("whole" if whole else "alone")
    draft.rename(folder / f"{_slug(point)}.{passes}")


def disarm(folder: Path, point: str) -> None:
    for path in folder.glob(f"{_slug(point)}.[0-9]"):
        path.unlink(missing_ok=True)


def was_hit(folder: Path, point: str) -> float | None:
    """When the armed point was hit, by the clock on the wall; says so once. None: it was not yet."""
    moment = struck_at(folder, point)
    if moment is not None:
        _hit(folder, point).unlink()
    return moment


def struck_at(folder: Path, point: str) -> float | None:
    """The same, as often as it is asked."""
    try:
        # The renaming that struck changed nothing but the inode.
        return _hit(folder, point).stat().st_ctime
    except FileNotFoundError:
        return None


def _hit(folder: Path, point: str) -> Path:
    return folder / f"{_slug(point)}.hit"


def armed(folder: Path, point: str) -> tuple[Path, bool] | None:
    """The file of the point and `whole`, if it is armed."""
    for passes in range(MAX_PASSES + 1):
        path = folder / f"{_slug(point)}.{passes}"
        try:
            return path, path.read_text() == "whole"
        except FileNotFoundError:
            continue
    return None


def count(path: Path) -> bool:
    """Count one pass; whether it is the one to strike at."""
    passes = int(path.suffix[1:])
    try:
        path.rename(path.with_suffix(f".{passes - 1}" if passes else ".hit"))
    except FileNotFoundError:
        return False
    return passes == 0


def ended(folder: Path, process: str) -> None:
    """Note that a process ended that nobody killed."""
    with (folder / "ended").open("a") as notes:
        notes.write(f"{process}\n")


def endings(folder: Path) -> str:
    """The processes that ended although nobody killed them, a line for each."""
    notes = folder / "ended"
    return notes.read_text() if notes.exists() else ""


def _slug(point: str) -> str:
    return re.sub(r"[^a-z]+", "-", point.lower())
