"""Which backups in a folder are kept, by number and by age."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.core.management.base import CommandParser
from django.utils import timezone

from prweb.operations.backups import BackupError, read_manifest

ANY_BACKUP: Final = re.compile(r".*\.backup")
"""Matches the names of all backups in a folder."""


@dataclass(frozen=True)
class Retention:
    """Which backups stay. The newest one always does."""

    number: int
    """At most so many."""
    days: int
    """At most so old; 0: of any age."""


def add_retention_options(parser: CommandParser) -> None:
    """The options of a command that deletes old backups."""
    parser.add_argument(
        "--keep", type=int, default=settings.KEEP_BACKUPS, metavar="N", help="so many backups stay (%(default)s)"
    )
    parser.add_argument(
        "--keep-days",
        type=int,
        default=settings.KEEP_BACKUPS_DAYS,
        metavar="DAYS",
        help="and those older than this go, 0: none for its age (%(default)s)",
    )


def read_retention(options: Mapping[str, Any]) -> Retention:
    return Retention(number=max(1, options["keep"]), days=max(0, options["keep_days"]))


def prune(folder: Path, names: re.Pattern[str], retention: Retention) -> list[Path]:
    """Delete the backups with matching names that are too many or too old; returns which. Other files stay."""
    backups = sorted(_find_backups(folder, names), reverse=True)
    oldest = timezone.now() - timedelta(days=retention.days)
    too_many_or_old = [
        file
        for index, (made_at, file) in enumerate(backups)
        if index and (index >= retention.number or (retention.days and made_at < oldest))
    ]
    for file in too_many_or_old:
        file.unlink(missing_ok=True)
    return too_many_or_old


def _find_backups(folder: Path, names: re.Pattern[str]) -> list[tuple[datetime, Path]]:
    """The time and the file of each backup."""
    found = []
    for file in folder.iterdir():
        if names.fullmatch(file.name) and file.is_file():
            try:
                found.append((datetime.fromisoformat(read_manifest(file).made_at), file))
            except (BackupError, ValueError):
                continue  # not a backup of ours: it is not deleted
    return found
