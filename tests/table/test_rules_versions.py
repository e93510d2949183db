"""Games go on, are taken back and are replayed under the version of the rules that they began with."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from django.core.management import call_command

from games.engine import record, registry
from games.engine.record import RecordError
from games.models import Game
from games.people.models import User
from games.table.errors import BadPosition
from games.table.moderation.correction import position_text, preview_correction
from games.table.moderation.rewind import rewind
from games.table.records import check_replay, export_record, import_record
from games.table.rules_upgrade import upgrade_rules
from tests.table.games import fresh, opened, over, play_on

pytestmark = pytest.mark.django_db

RECORDS = Path(__file__).parents[1] / "engine" / "records"
OF_VERSION_1 = [path for path in sorted(RECORDS.glob("*.record")) if '[Rules "1"]' in path.read_text()]
MOMENTS = (0.02, 0.4, 0.9)
"""Parts of a recorded game after which it is taken up again."""


def taken_up(path: Path, part: float, anna: User) -> Game:
    """A game under way that began under the first version of the rules: this record, broken off and imported."""
    read = record.parse(path.read_text())
    entries = read.entries[: int(len(read.entries) * part)]
    broken_off = record.export(replace(read, entries=entries, digest=None))
    return import_record(broken_off, anna, [(anna, ""), *[(None, "random")] * (len(read.seats) - 1)])


def test_there_are_games_of_the_first_version_of_both_games() -> None:
    assert {path.name.partition("-")[0] for path in OF_VERSION_1} == {"puerto", "san"}


def has_come_to(plies: int, game: Game) -> bool:
    return game.plies >= plies or over(game)


@pytest.mark.parametrize("path", OF_VERSION_1[::3], ids=lambda path: path.stem)
def test_a_game_of_the_first_version_goes_on_under_it_to_its_end(path: Path, anna: User) -> None:
    for part in MOMENTS:
        game = taken_up(path, part, anna)
        assert not upgrade_rules(game.pk), "its rules are played as ever"
        game = fresh(game)
        assert (game.rules_version, game.status) == (1, Game.Status.RUNNING)
        assert game.position is not None
        assert "rules" not in game.position
        check_replay(game)
        until = game.plies + 40
        game = play_on(game, partial(has_come_to, until))
        check_replay(game)
        assert '[Rules "1"]' in export_record(game, with_secret=True)


def test_a_game_of_the_first_version_ends_and_is_taken_back_under_it(anna: User, moderator: User) -> None:
    path = next(path for path in OF_VERSION_1 if path.stem == "puerto-rico-both-all")
    game = play_on(taken_up(path, 0.9, anna), over)
    rewind(game.pk, moderator, "a misclick", game.plies - 20)
    game = play_on(game, over)
    check_replay(game)
    read = record.parse(export_record(game))
    assert read.rules_version == 1
    rules = registry.game(read.game)
    assert rules.digest(record.replay(rules, read)) == game.digest


@pytest.mark.parametrize("path", OF_VERSION_1[::2], ids=lambda path: path.stem)
def test_the_deal_of_a_game_of_the_first_version_is_verified(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("verify_deal", str(path))
    assert capsys.readouterr().out.rstrip().endswith("OK")


def test_a_new_game_follows_the_newest_version_and_says_so(anna: User, bob: User) -> None:
    game = opened(anna, bob)
    assert game.rules_version == 2
    assert game.position is not None
    assert game.position["rules"] == 2
    assert '[Rules "2"]' in export_record(game)


def test_no_position_of_another_version_is_set_up_in_a_game(anna: User, bob: User) -> None:
    game = opened(anna, bob)
    stored = json.loads(position_text(game))
    del stored["rules"]
    with pytest.raises(BadPosition, match="version 2 of the rules, and the position version 1"):
        preview_correction(game.pk, json.dumps(stored))
    written = record.parse(export_record(game, with_secret=True))
    mixed = replace(written, entries=(record.SetUpEntry(stored),), digest=None)
    with pytest.raises(RecordError, match="a position of version 1 of the rules, not 2"):
        record.replay(registry.game(game.kind), mixed)
