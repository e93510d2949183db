"""Games that run are brought along when the site is upgraded."""

from __future__ import annotations

import pytest
from django.core.management import CommandError, call_command

from games.models import Game
from games.table.records import check_replay
from prweb.accounts.models import User
from tests.operations.conftest import Site
from tests.operations.played import DIGESTS, PLAY_ON, a_site_with_games
from tests.table.games import answer, fresh, offers, opened, person_turn


def test_games_that_run_since_before_the_newest_tables_go_on(site: Site) -> None:
    a_site_with_games(site)
    before = site.ask(DIGESTS)
    for app in ("games", "accounts"):
        site.manage("migrate", app, "0001", "--verbosity", "0")

    told = site.manage("upgrade")
    assert "backed up to" in told
    assert "1 running games replay to what is stored" in told
    assert len(list((site.folder / "var" / "backups").iterdir())) == 1
    assert site.ask(DIGESTS) == before
    site.ask(PLAY_ON)
    assert "2 games replayed, all equal" in site.manage("replay")


def test_games_of_earlier_rules_are_carried_over_and_play_on(
    anna: User, bob: User, capsys: pytest.CaptureFixture[str]
) -> None:
    game = opened(anna, bob)
    Game.objects.filter(pk=game.pk).update(rules_version=0)
    call_command("upgrade", "--no-backup")
    assert f"game {game.pk}: carried over to the rules of now" in capsys.readouterr().out
    turn = person_turn(game)
    answer(turn, offers(turn)[0])
    check_replay(fresh(game))
    call_command("upgrade", "--no-backup")
    assert "carried over" not in capsys.readouterr().out


def test_a_game_that_does_not_replay_is_named_loudly(anna: User, bob: User, capsys: pytest.CaptureFixture[str]) -> None:
    broken, well = opened(anna, bob), opened(anna, bob)
    Game.objects.filter(pk=broken.pk).update(digest="0" * 64)
    with pytest.raises(CommandError, match=f"1 running games do not replay: {broken.pk}") as raised:
        call_command("upgrade", "--no-backup")
    assert well.pk not in str(raised.value)
    assert "1 running games replay to what is stored" in capsys.readouterr().out
