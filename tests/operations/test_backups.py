"""A backup brings everything back, on both databases, and nothing goes by mistake."""

from __future__ import annotations

import io
import json
import tarfile
from pathlib import Path

import pytest

from games.models import Game
from prweb.accounts.models import User
from prweb.operations.backups import BackupError, back_up, restore
from tests.operations.conftest import Site
from tests.operations.played import DIGESTS, END_EVERYTHING, PLAY_ON, a_site_with_games
from tests.table.games import opened


def test_what_was_backed_up_comes_back_and_plays_on(site: Site) -> None:
    a_site_with_games(site)
    before = site.ask(DIGESTS)
    assert [game[1] for game in before[0]].count("finished") == 1
    file = str(site.folder / "evening.backup")
    assert "2 games, 2 people" in site.manage("backup", file)
    key = (site.folder / "var" / "secret_key").read_bytes().strip()
    assert key not in (site.folder / "evening.backup").read_bytes()

    site.ask(END_EVERYTHING)
    assert "2 users, 2 games" in site.refuses("restore", file)
    assert site.ask(DIGESTS) != before
    site.manage("restore", file, "--wipe")

    assert site.ask(DIGESTS) == before
    assert "2 games replayed, all equal" in site.manage("replay")
    site.ask(PLAY_ON)
    assert "all equal" in site.manage("replay")


def test_a_backup_goes_into_a_database_without_tables(db: None, tmp_path: Path) -> None:
    back_up(tmp_path / "one.backup")
    site = Site(tmp_path, f"sqlite:///{tmp_path}/new.sqlite3")
    site.manage("restore", str(tmp_path / "one.backup"))
    assert "0 running games" in site.manage("upgrade", "--no-backup")


def test_a_backup_never_replaces_a_file(db: None, tmp_path: Path) -> None:
    (tmp_path / "there").write_text("precious")
    with pytest.raises(BackupError, match="is there already"):
        back_up(tmp_path / "there")
    assert (tmp_path / "there").read_text() == "precious"


def test_a_backup_is_for_its_owner_only(db: None, tmp_path: Path) -> None:
    back_up(tmp_path / "one.backup")
    assert (tmp_path / "one.backup").stat().st_mode & 0o077 == 0
    assert list(tmp_path.iterdir()) == [tmp_path / "one.backup"]


def rewritten(file: Path, database: bytes = b"", **changes: object) -> Path:
    """The backup with another manifest, or with another database."""
    with tarfile.open(file) as archive:
        parts = {name: archive.extractfile(name).read() for name in ("manifest.json", "database")}  # type: ignore[union-attr]
    parts["database"] = database or parts["database"]
    parts["manifest.json"] = json.dumps({**json.loads(parts["manifest.json"]), **changes}).encode()
    other = file.with_name("rewritten.backup")
    with tarfile.open(other, "w") as archive:
        for name, content in parts.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return other


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"format": 99}, "has the format 99"),
        ({"engine": "oracle"}, "is of a oracle database"),
        ({"migrations": {"games": ["9999_later"]}}, "games.9999_later is not known here"),
        ({"database": b"damaged"}, "is damaged"),
        ({"more": "than we know"}, "is no backup"),
    ],
)
def test_what_is_no_backup_of_ours_changes_nothing(
    anna: User, bob: User, tmp_path: Path, changes: dict[str, object], reason: str
) -> None:
    back_up(tmp_path / "good.backup")
    game = opened(anna, bob)
    with pytest.raises(BackupError, match=reason):
        restore(rewritten(tmp_path / "good.backup", **changes), wipe=True)  # type: ignore[arg-type]
    assert Game.objects.get() == game


@pytest.mark.parametrize("content", [None, "", "no archive at all"])
def test_a_file_that_is_nothing_or_something_else_is_refused(db: None, tmp_path: Path, content: str | None) -> None:
    if content is not None:
        (tmp_path / "file").write_text(content)
    with pytest.raises(BackupError, match="is no backup"):
        restore(tmp_path / "file")


def test_people_and_games_do_not_go_unless_told_to(anna: User, bob: User, tmp_path: Path) -> None:
    back_up(tmp_path / "one.backup")
    opened(anna, bob)
    with pytest.raises(BackupError, match="This database holds 2 users, 1 games"):
        restore(tmp_path / "one.backup")
