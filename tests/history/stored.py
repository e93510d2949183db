"""Reads what earlier releases left behind, and puts their databases in the place of the tests' own."""

from __future__ import annotations

import json
import lzma
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import Any, Final, Literal

from django.contrib.contenttypes.models import ContentType
from django.db import connections

HISTORY: Final = Path(__file__).parent
Engine = Literal["sqlite", "postgresql"]
ENGINES: Final[tuple[Engine, ...]] = ("sqlite", "postgresql")


@dataclass(frozen=True)
class StoredSite:
    """A filled site of an earlier release, on one of the databases."""

    release: str
    engine: Engine

    def __str__(self) -> str:
        return f"{self.release}-{self.engine}"

    @property
    def folder(self) -> Path:
        return HISTORY / self.release / self.engine

    @cached_property
    def known(self) -> dict[str, Any]:
        """What was known outside of the database (tests.history.filling)."""
        read: dict[str, Any] = compressed(self.folder / "site.json.xz")
        return read

    @property
    def at(self) -> datetime:
        """The moment in which the site was stored."""
        return datetime.fromisoformat(self.known["at"])

    def backup(self, folder: Path) -> Path:
        """Its database as `manage.py backup` wrote it, laid into a folder."""
        file = folder / f"{self}.backup"
        file.write_bytes(lzma.decompress((self.folder / "backup.xz").read_bytes()))
        return file

    def records(self) -> dict[str, str]:
        """The records of its games, by their ids."""
        read: dict[str, str] = compressed(self.folder / "records.json.xz")
        return read


def releases() -> list[str]:
    """All that are kept, the oldest first."""
    kept = [file.parent.name for file in HISTORY.glob("*/schema.json.xz")]
    return sorted(kept, key=lambda release: [int(part) for part in release.split(".")])


def stored_sites() -> list[StoredSite]:
    return [StoredSite(release, engine) for release in releases() for engine in ENGINES]


def stored_schema(release: str) -> dict[str, Any]:
    """What version 1 of the API told of itself."""
    read: dict[str, Any] = compressed(HISTORY / release / "schema.json.xz")
    return read


def compressed(file: Path) -> Any:
    return json.loads(lzma.decompress(file.read_bytes()))


@contextmanager
def another_database(settings: dict[str, Any]) -> Iterator[None]:
    """Until the block ends all queries go to this database instead of the tests' own."""
    ours, ours_settings = connections["default"], connections.settings["default"]
    ours.close()
    connections.settings["default"] = connections.configure_settings({"default": settings})["default"]
    connections["default"] = connections.create_connection("default")
    ContentType.objects.clear_cache()
    try:
        yield
    finally:
        connections["default"].close()
        connections.settings["default"], connections["default"] = ours_settings, ours
        ContentType.objects.clear_cache()
