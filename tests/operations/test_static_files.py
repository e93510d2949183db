"""Static files of the embedded site: kept by browsers for a year under names with a hash of what is in them."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Final

import pytest

from tests import prepared
from tests.function_calls import ROOT, call_in_process
from tests.operations.settings_functions import static_files_of_a_page

pytestmark = pytest.mark.processes

STATIC: Final = ROOT / "games" / "static"


def request_static_files(tmp_path: Path, **more: str) -> list[tuple[int, str, str]]:
    """Of every static file that a page names: status, path and how long it is kept."""
    environment = {"PATH": os.environ["PATH"], "PRWEB_VAR": str(tmp_path / "var"), "BROKER_URL": "memory://", **more}
    prepared.sqlite(tmp_path / "var" / "prweb.sqlite3")
    return call_in_process(environment, static_files_of_a_page)


def test_embedded_static_files_are_kept_for_a_year_by_their_content(tmp_path: Path) -> None:
    files = request_static_files(tmp_path)
    assert {Path(path).suffix for _status, path, _kept in files} >= {".css", ".js", ".svg"}
    for status, path, kept in files:
        assert status == 200
        assert re.search(r"\.[0-9a-f]{12}\.[a-z]+$", path), path
        (seconds,) = re.findall(r"max-age=([0-9]+)", kept)
        assert int(seconds) >= 365 * 86400
        assert "immutable" in kept


def test_an_edit_shows_at_once_in_development(tmp_path: Path) -> None:
    """With DEBUG files have the names they have in their folders, and nobody keeps them."""
    files = request_static_files(tmp_path, DEBUG="1")
    assert files
    for status, path, kept in files:
        assert status == 200
        assert (STATIC / path.removeprefix("/static/")).exists()
        assert "immutable" not in kept
