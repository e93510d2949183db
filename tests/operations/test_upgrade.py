"""Games that run are brought along when the site is upgraded, on both databases."""

from __future__ import annotations

from tests.operations.conftest import Site
from tests.operations.played import DIGESTS, PLAY_ON, a_site_with_games

OLDER_RULES = """
from games.models import Game
answer = Game.objects.filter(status="running").update(rules_version=0)
"""
ANOTHER_DIGEST = """
from games.models import Game
Game.objects.filter(status="running").update(digest="0" * 64)
answer = Game.objects.get(status="running").pk
"""


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


def test_games_of_earlier_rules_are_carried_over_and_play_on(site: Site) -> None:
    a_site_with_games(site)
    assert site.ask(OLDER_RULES) == 1
    assert "carried over to the rules of now" in site.manage("upgrade", "--no-backup")
    site.ask(PLAY_ON)
    assert "all equal" in site.manage("replay")
    assert "carried over" not in site.manage("upgrade", "--no-backup")


def test_a_game_that_does_not_replay_is_named_loudly(site: Site) -> None:
    a_site_with_games(site)
    game_id = site.ask(ANOTHER_DIGEST)
    assert f"1 running games do not replay: {game_id}" in site.refuses("upgrade", "--no-backup")
