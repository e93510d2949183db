"""A backup brings everything back, on both databases, and nothing goes by mistake."""

from __future__ import annotations

import hashlib
import io
import json
import shutil
import tarfile
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path

import pytest
import time_machine
from django.core.management import call_command
from django.utils import timezone
from pytest_django import Settings

from games.models import Game
from games.people.models import User
from prweb.operations.backup_retention import ANY_BACKUP, Retention, prune
from prweb.operations.backups import BackupError, back_up, restore
from tests.operations.conftest import Site
from tests.operations.site_functions import (
    damage_everything,
    fill_sessions,
    finished_games,
    games_summary,
    memory_of_restore,
    play_on,
    sessions_summary,
)
from tests.table.games import opened

pytestmark = pytest.mark.processes


def test_what_was_backed_up_comes_back_and_plays_on(site: Site) -> None:
    site.play_games()
    before = site.call(games_summary)
    assert site.call(finished_games) == 1
    file = str(site.folder / "evening.backup")
    assert "2 games, 2 people" in site.manage("backup", file)
    key = (site.folder / "var" / "secret_key").read_bytes().strip()
    assert key not in (site.folder / "evening.backup").read_bytes()

    site.call(damage_everything)
    assert "2 users, 2 games" in site.refuses("restore", file)
    assert site.call(games_summary) != before
    site.manage("restore", file, "--wipe")

    assert site.call(games_summary) == before
    assert "2 games replayed, all equal" in site.manage("replay")
    site.call(play_on)
    assert "all equal" in site.manage("replay")


def test_of_several_databases_the_one_that_takes_writes_is_backed_up(tmp_path: Path) -> None:
    program = tmp_path / "pg_dump"
    program.write_text(f"#!/bin/sh\nenv > {tmp_path}/told\nexit 1\n")
    program.chmod(0o755)
    url = "postgres://prweb@db1.example.org:5432,db2.example.org:5433/prweb?target_session_attrs=read-write"
    assert "pg_dump failed" in Site(tmp_path, url, tmp_path).refuses("backup", str(tmp_path / "one.backup"))
    variables = (tmp_path / "told").read_text().splitlines()
    assert {"PGHOST=db1.example.org,db2.example.org", "PGPORT=5432,5433"} <= set(variables)
    # One that does not answer is not waited for much longer than the site itself does.
    assert {"PGTARGETSESSIONATTRS=read-write", "PGCONNECT_TIMEOUT=3"} <= set(variables)


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


def test_a_restore_holds_a_few_pieces_of_the_database_in_memory_and_one_that_breaks_off_changes_nothing(
    site: Site,
) -> None:
    site.migrate()
    site.call(fill_sessions)
    before, file = site.call(sessions_summary), site.folder / "large.backup"
    assert before[1] > 14_000_000
    site.manage("backup", str(file))
    assert file.stat().st_size > 6_000_000
    assert site.call(memory_of_restore, str(file)) < 5_000_000
    assert site.call(sessions_summary) == before

    with tarfile.open(file) as archive:
        database = archive.extractfile("database").read()  # type: ignore[union-attr]
    cut = database[: len(database) * 3 // 4]
    message = site.refuses(
        "restore", str(rewritten(file, database=cut, sha256=hashlib.sha256(cut).hexdigest())), "--wipe"
    )
    assert "failed" in message or "damaged" in message
    assert site.call(sessions_summary) == before


def aged(file: Path, days: int) -> Path:
    """A backup that was made so many days ago."""
    made_at = (timezone.now() - timedelta(days=days)).isoformat()
    rewritten(file, made_at=made_at).replace(file)
    return file


def a_folder_of_backups(folder: Path, *days: int) -> list[Path]:
    files = [folder / f"{number}.backup" for number in range(len(days))]
    back_up(files[0])
    for file, age in zip(files[1:], days[1:], strict=True):
        shutil.copy(files[0], file)
        aged(file, age)
    aged(files[0], days[0])
    return files


@pytest.mark.parametrize(
    ("keep", "stay"),
    [
        (Retention(3, 0), [0, 1, 2]),
        (Retention(9, 15), [0, 1]),
        (Retention(2, 365), [0, 1]),
        (Retention(1, 1), [0]),
        (Retention(9, 365), range(4)),
    ],
)
def test_of_old_backups_so_many_stay_for_so_long(
    db: None, tmp_path: Path, keep: Retention, stay: Sequence[int]
) -> None:
    files = a_folder_of_backups(tmp_path, 5, 10, 20, 40)
    (tmp_path / "notes.backup").write_text("not a backup of ours")
    (tmp_path / "notes.txt").write_text("of the operator")
    gone = prune(tmp_path, ANY_BACKUP, keep)
    left = [file for number, file in enumerate(files) if number in stay]
    assert sorted(gone) == sorted(set(files) - set(left))
    assert sorted(tmp_path.iterdir()) == sorted([*left, tmp_path / "notes.backup", tmp_path / "notes.txt"])


def test_a_backup_deletes_old_ones_only_when_it_is_told_to(
    db: None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old = a_folder_of_backups(tmp_path, 100)
    call_command("backup", str(tmp_path / "evening.backup"))
    assert old[0].exists()
    call_command("backup", str(tmp_path / "night.backup"), "--prune", "--keep", "2", "--keep-days", "30")
    assert f"{old[0]}: deleted" in capsys.readouterr().out
    assert sorted(file.name for file in tmp_path.iterdir()) == ["evening.backup", "night.backup"]


def test_an_upgrade_keeps_as_many_of_its_backups_as_the_settings_say(
    anna: User, bob: User, tmp_path: Path, settings: Settings
) -> None:
    game, other = opened(anna, bob), tmp_path / "by-hand.backup"
    back_up(other)
    settings.KEEP_BACKUPS, settings.KEEP_BACKUPS_DAYS = 2, 0
    for day in range(1, 5):
        with time_machine.travel(timezone.now() + timedelta(days=day), tick=False):
            Game.objects.filter(pk=game.pk).update(rules_version=0)
            call_command("upgrade", "--backup-folder", str(tmp_path))
    left = sorted(file.name for file in tmp_path.iterdir())
    assert len(left) == 3
    assert "by-hand.backup" in left
