"""A backup brings everything back, on both databases, and nothing goes by mistake."""

from __future__ import annotations

import io
import json
import tarfile
from pathlib import Path

from tests.operations.conftest import Site

PLAY = """
from datetime import timedelta
from random import Random
from allauth.account.models import EmailAddress
from bots import tasks
from games.models import Game, Turn
from games.table.opening import SeatPlan, join, open_game
from games.table.playing import play
from games.table.reading import question_for
from prweb.accounts.models import User
people = []
for name in ("anna", "bob"):
    person = User.objects.create_user(name, f"{name}@example.org", "puerto-rico")
    EmailAddress.objects.create(user=person, email=person.email, verified=True, primary=True)
    people.append(person)
anna, bob = people
for number, turns in enumerate((30, 60, 100_000)):
    seats = [SeatPlan("me"), SeatPlan("free"), SeatPlan("bot", level="random")]
    limit = timedelta(days=3)
    game = open_game(anna, name=f"Game {number}", kind="puerto-rico", options={}, seats=seats, turn_limit=limit)
    join(game.pk, bob)
    for _ in range(turns):
        turn = Turn.objects.filter(game=game, status="open", ahead=False).select_related("seat__user", "game").first()
        if turn is None:
            break
        if turn.seat.user is None:
            tasks.think(turn.pk)
        else:
            line = Random(turn.pk).choice(question_for(turn).offers).text
            play(turn.pk, [line], by=turn.seat.user, source="web", key=str(turn.pk) + line)
answer = None
"""
DIGESTS = """
from games.models import Game, Move, Turn
answer = [
    sorted(Game.objects.values_list("pk", "status", "plies", "digest", "secret")),
    Move.objects.count(), list(Turn.objects.order_by("pk").values_list("token", flat=True)),
]
"""
PLAY_ON = """
from bots import tasks
from games.models import Turn
from games.table.playing import play
from games.table.reading import question_for
turn = Turn.objects.filter(status="open", ahead=False, seat__bot_level="").select_related("seat__user", "game").first()
play(turn.pk, [question_for(turn).offers[0].text], by=turn.seat.user, source="web", key="after the restore")
answer = None
"""
END_EVERYTHING = """
from games.models import Game, Move
Move.objects.all().delete()
Game.objects.update(secret="00" * 32)
answer = None
"""


def a_site_with_games(site: Site) -> Site:
    site.manage("migrate", "--verbosity", "0")
    site.ask(PLAY)
    return site


def test_what_was_backed_up_comes_back_and_plays_on(site: Site) -> None:
    a_site_with_games(site)
    before = site.ask(DIGESTS)
    assert [game[1] for game in before[0]].count("finished") == 1
    file = str(site.folder / "evening.backup")
    assert "3 games, 2 people" in site.manage("backup", file)
    assert "EMAIL" not in (site.folder / "evening.backup").read_text(errors="replace")

    site.ask(END_EVERYTHING)
    assert "2 users, 3 games" in site.refuses("restore", file)
    assert site.ask(DIGESTS) != before
    site.manage("restore", file, "--wipe")

    assert site.ask(DIGESTS) == before
    assert "3 games replayed, all equal" in site.manage("replay")
    site.ask(PLAY_ON)
    assert "all equal" in site.manage("replay")


def test_a_backup_goes_into_an_empty_database_before_any_migration(site: Site, tmp_path: Path) -> None:
    site.manage("migrate", "--verbosity", "0")
    file = str(tmp_path / "empty.backup")
    site.manage("backup", file)
    site.manage("restore", file)
    assert "0 running games" in site.manage("upgrade", "--no-backup")


def test_the_backup_does_not_hold_the_key_of_the_site(site: Site, tmp_path: Path) -> None:
    site.manage("migrate", "--verbosity", "0")
    site.manage("backup", str(tmp_path / "one.backup"))
    key = (site.folder / "var" / "secret_key").read_bytes().strip()
    assert key not in (tmp_path / "one.backup").read_bytes()
    assert (tmp_path / "one.backup").stat().st_mode & 0o077 == 0


def test_a_backup_never_replaces_a_file(site: Site, tmp_path: Path) -> None:
    site.manage("migrate", "--verbosity", "0")
    (tmp_path / "there").write_text("precious")
    assert "is there already" in site.refuses("backup", str(tmp_path / "there"))
    assert (tmp_path / "there").read_text() == "precious"


def rewritten(file: Path, **changes: object) -> Path:
    """The backup with another manifest, or with another database."""
    with tarfile.open(file) as archive:
        parts = {name: archive.extractfile(name).read() for name in ("manifest.json", "database")}  # type: ignore[union-attr]
    database = changes.pop("database", None)
    if isinstance(database, bytes):
        parts["database"] = database
    parts["manifest.json"] = json.dumps({**json.loads(parts["manifest.json"]), **changes}).encode()
    other = file.with_name("rewritten.backup")
    with tarfile.open(other, "w") as archive:
        for name, content in parts.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return other


def test_what_is_no_backup_of_ours_changes_nothing(tmp_path: Path) -> None:
    site = Site(tmp_path, f"sqlite:///{tmp_path}/site.sqlite3")
    site.manage("migrate", "--verbosity", "0")
    site.manage("backup", str(tmp_path / "good.backup"))
    good = tmp_path / "good.backup"
    (tmp_path / "noise").write_text("not a backup")
    for file, reason in [
        (tmp_path / "noise", "is no backup"),
        (tmp_path / "nowhere", "is no backup"),
        (rewritten(good, format=99), "has the format 99"),
        (rewritten(good, engine="postgresql"), "is of a postgresql database"),
        (rewritten(good, migrations={"games": ["9999_later"]}), "games.9999_later is not known here"),
        (rewritten(good, database=b"damaged"), "is damaged"),
    ]:
        assert reason in site.refuses("restore", str(file), "--wipe")
    site.manage("restore", str(good), "--wipe")
