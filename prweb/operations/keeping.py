"""Which backups of a folder are kept: the newest ones, so many and for so long."""

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

from prweb.operations.backups import BackupError, manifest_of

EVERY: Final = re.compile(r".*\.backup")
"""The names of all backups in a folder."""


@dataclass(frozen=True)
class Keep:
    """number: of backups; days: since they were made, 0: however old. The newest one always stays."""

    number: int
    days: int


def add_keep(parser: CommandParser) -> None:
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


def keep_of(options: Mapping[str, Any]) -> Keep:
    return Keep(number=max(1, options["keep"]), days=max(0, options["keep_days"]))


def prune(folder: Path, names: re.Pattern[str], keep: Keep) -> list[Path]:
    """Delete the backups with such names that are too many or too old; which they were. Other files stay."""
    backups = sorted(_backups(folder, names), reverse=True)
    oldest = timezone.now() - timedelta(days=keep.days)
    gone = [
        file
        for place, (made_at, file) in enumerate(backups)
        if place and (place >= keep.number or (keep.days and made_at < oldest))
    ]
    for file in gone:
        file.unlink(missing_ok=True)
    return gone


def _backups(folder: Path, names: re.Pattern[str]) -> list[tuple[datetime, Path]]:
    """When each was made, and the file."""
    found = []
    for file in folder.iterdir():
        if names.fullmatch(file.name) and file.is_file():
            try:
                found.append((datetime.fromisoformat(manifest_of(file).made_at), file))
            except (BackupError, ValueError):
                continue  # whatever it is, it is not ours to delete
    return found
