"""Games that run are brought along when the site is upgraded."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from games import site_state
from games.access import Permission
from games.models import Game
from games.nudge import CHECK_REPLAYS
from games.people.models import User
from games.table import broken_games, replay_checks, tasks
from games.table.errors import GamePaused
from games.table.records import check_replay
from prweb.operations import upgrades
from tests.factories import UserFactory
from tests.operations.conftest import Site
from tests.operations.site_functions import (
    break_a_game,
    games_summary,
    open_games_with_bots,
    paused_games,
    play_on,
)
from tests.staff.signing_in import staff_client
from tests.table.games import answer, audit_entries, fresh, notices, offers, opened, person_turn

pytestmark = pytest.mark.processes


@pytest.fixture
def staff(db: None) -> Client:
    return staff_client(UserFactory.create(username="mona", is_staff=True))


@pytest.fixture
def begun(anna: User, bob: User) -> Game:
    """A game in which one person has answered."""
    game = opened(anna, bob)
    answer(person_turn(game), "settler", "take quarry")
    return game


@pytest.mark.parametrize("site", ["postgresql"], indirect=True)
def test_games_that_run_since_before_the_newest_tables_go_on(site: Site) -> None:
    """On SQLite too: tests/history."""
    site.play_games()
    before = site.call(games_summary)
    for app in ("games", "accounts"):
        site.manage("migrate", app, "0001", "--verbosity", "0")

    output = site.manage("upgrade")
    assert "backed up to" in output
    assert "1 running games replay to what is stored" in output
    assert len(list((site.folder / "var" / "backups").iterdir())) == 1
    assert site.call(games_summary) == before
    site.call(play_on)
    assert "2 games replayed, all equal" in site.manage("replay")


@pytest.mark.parametrize("site", ["postgresql"], indirect=True)
def test_several_processes_look_at_the_games_and_the_operator_reads_sentences(site: Site) -> None:
    site.migrate()
    site.call(open_games_with_bots, 3)
    broken = site.call(break_a_game)
    settings = {"PRWEB_LOG_JSON": "true", "BROKER_URL": "folder://localhost/"}
    done = site.run("upgrade", "--no-backup", "--processes", "2", **settings)
    assert (done.returncode, done.stdout.splitlines()) == (
        0,
        ["migrated", "2 running games replay to what is stored"],
    )
    assert f"\ngame {broken}: " in f"\n{done.stderr}"
    assert "{" not in done.stderr
    assert site.call(paused_games) == [broken]


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


def upgraded(capsys: pytest.CaptureFixture[str]) -> tuple[str, str]:
    call_command("upgrade", "--no-backup")
    output = capsys.readouterr()
    return output.out, output.err


def test_a_game_that_does_not_replay_is_paused_for_staff_and_the_others_go_on(
    anna: User, bob: User, begun: Game, capsys: pytest.CaptureFixture[str], staff: Client
) -> None:
    broken, well = begun, opened(anna, bob)
    Game.objects.filter(pk=broken.pk).update(digest="0" * 64)
    out, err = upgraded(capsys)
    assert "1 running games replay to what is stored" in out
    assert f"1 running games do not replay: {broken.pk}." in err
    assert fresh(broken).paused_at is not None
    assert fresh(well).paused_at is None
    (entry,) = audit_entries(broken_games.DOES_NOT_REPLAY)
    assert (entry.game_id, entry.actor) == (broken.pk, None)
    assert len(audit_entries(Permission.PAUSE)) == 1
    for person in (anna, bob):
        assert "has to be looked at" in notices(person)[-1].content["text"]

    page = staff.get(f"/staff/games/{broken.pk}/").content.decode()
    assert "This game does not replay" in page
    assert "This game does not replay" not in staff.get(f"/staff/games/{well.pk}/").content.decode()
    assert broken.pk in staff.get("/staff/figures/not-replaying/").content.decode()

    upgraded(capsys)
    assert len(audit_entries(broken_games.DOES_NOT_REPLAY)) == len(audit_entries(Permission.PAUSE)) == 1


def test_the_way_back_to_an_earlier_move_works(
    anna: User, bob: User, capsys: pytest.CaptureFixture[str], staff: Client
) -> None:
    game = opened(anna, bob)
    for _ in range(4):
        answer(person_turn(game), offers(person_turn(game))[0])
    wrong = game.moves.filter(undone_at=None).exclude(digest="").latest("ply")
    type(wrong).objects.filter(pk=wrong.pk).update(digest="0" * 64)
    _out, err = upgraded(capsys)
    assert f"after ply {wrong.ply}" in err
    page = staff.get(f"/staff/games/{game.pk}/").content.decode()
    assert f"from move {wrong.ply} on" in page
    done(staff, game, "take-back", plies=wrong.ply)
    goes_on(game, staff, capsys)


def test_the_position_as_it_is_stored_can_be_where_the_game_goes_on_from(
    begun: Game, capsys: pytest.CaptureFixture[str], staff: Client
) -> None:
    """What stands before a position that was set up, the game does not depend on any more."""
    game = begun
    first = game.moves.filter(undone_at=None).earliest("ply")
    type(first).objects.filter(pk=first.pk).update(text="mayor")
    upgraded(capsys)
    assert fresh(game).paused_at is not None
    looked = staff.post(f"/staff/games/{game.pk}/correct/", {"reason": "it is right", "text": ""})
    text = looked.context["text"]
    done(staff, game, "correct", text=text)
    goes_on(game, staff, capsys)


def test_a_position_that_cannot_be_read_can_be_set_up_anew_and_meanwhile_is_no_mistake_of_the_pages(
    anna: User, begun: Game, capsys: pytest.CaptureFixture[str], staff: Client
) -> None:
    game = begun
    whole = dict(fresh(game).position or {})
    without = {name: part for name, part in whole.items() if name != "players"}
    Game.objects.filter(pk=game.pk).update(position=without)
    upgraded(capsys)

    client = Client(raise_request_exception=False)
    client.force_login(anna)
    shown = client.get(f"/games/{game.pk}/")
    assert (shown.status_code, "cannot be shown now" in shown.content.decode()) == (503, True)
    response = client.get(f"/api/v1/games/{game.pk}/view/")
    assert (response.status_code, response.json()["type"]) == (503, "/api/v1/problems/unavailable/")
    assert client.get("/").status_code == 200
    page = staff.get(f"/staff/games/{game.pk}/")
    assert "The stored position cannot be read" in page.content.decode()
    for address in ("log/", "take-back/?plies=0&look=1", "correct/", "resume/", "abort/"):
        assert staff.get(f"/staff/games/{game.pk}/{address}").status_code == 200
    assert staff.post(f"/staff/games/{game.pk}/look/", {"seat": "0", "reason": "so"}).status_code == 302
    with pytest.raises(CommandError, match="1 of 1 games do not replay"):
        call_command("replay", game.pk)
    assert "cannot be read" in capsys.readouterr().err
    call_command("export_record", game.pk, "--with-secret")
    assert game.secret in capsys.readouterr().out

    looked = staff.post(f"/staff/games/{game.pk}/correct/", {"reason": "it is unreadable", "text": ""})
    assert json.loads(looked.context["text"]) == without
    right = {"reason": "as it was", "text": json.dumps(whole)}
    shown = staff.post(f"/staff/games/{game.pk}/correct/", right)
    assert shown.context["correction"].changes
    done(staff, game, "correct", text=right["text"])
    goes_on(game, staff, capsys)


def test_a_game_that_cannot_go_on_can_be_called_off(
    anna: User, bob: User, capsys: pytest.CaptureFixture[str], staff: Client
) -> None:
    game = opened(anna, bob)
    Game.objects.filter(pk=game.pk).update(position={"no": "position"})
    upgraded(capsys)
    done(staff, game, "abort")
    assert fresh(game).status == Game.Status.ABORTED
    _out, err = upgraded(capsys)
    assert not err


def done(staff: Client, game: Game, action: str, **details: object) -> None:
    form = {"reason": "so it is right", "step": "do", "version": fresh(game).version, **details}
    assert staff.post(f"/staff/games/{game.pk}/{action}/", form).status_code == 302


def goes_on(game: Game, staff: Client, capsys: pytest.CaptureFixture[str]) -> None:
    """Once it is resumed: an upgrade finds nothing wrong, and it can be played."""
    done(staff, game, "resume")
    out, err = upgraded(capsys)
    assert "1 running games replay to what is stored" in out
    assert not err
    turn = person_turn(game)
    assert answer(turn, offers(turn)[0]).done
    assert fresh(game).paused_at is None


def test_an_upgrade_backs_up_only_what_it_changes(
    anna: User, bob: User, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = opened(anna, bob)
    call_command("upgrade", "--backup-folder", str(tmp_path))
    assert "no backup is needed" in capsys.readouterr().out
    assert list(tmp_path.iterdir()) == []
    Game.objects.filter(pk=game.pk).update(rules_version=0)
    call_command("upgrade", "--backup-folder", str(tmp_path))
    assert "backed up to" in capsys.readouterr().out
    assert len(list(tmp_path.iterdir())) == 1


def many_games(anna: User, bob: User) -> list[Game]:
    return [opened(anna, bob, secret=f"{number:02}" * 32) for number in range(3)]


@pytest.fixture
def sample_of_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(upgrades, "SAMPLE_SIZE", 1)


def break_off(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(digest="0" * 64)


@pytest.mark.usefixtures("sample_of_one")
def test_of_many_games_a_sample_is_looked_at_before_play_and_the_others_in_the_background(
    anna: User, bob: User, capsys: pytest.CaptureFixture[str], sent: list[str]
) -> None:
    games = many_games(anna, bob)
    out, _err = upgraded(capsys)
    assert "2 more are looked at while people play" in out
    assert CHECK_REPLAYS in sent
    assert replay_checks.unchecked().count() == 2
    for game in replay_checks.unchecked():
        break_off(game)
    tasks.check_replays()
    assert replay_checks.unchecked().count() == 0
    assert Game.objects.exclude(paused_at=None).count() == 2
    assert site_state.current_status().unchecked_since is None
    playing = Game.objects.get(paused_at=None)
    assert playing in games
    assert answer(person_turn(playing), offers(person_turn(playing))[0]).done


@pytest.mark.usefixtures("sample_of_one")
def test_a_game_that_was_not_looked_at_yet_is_before_somebody_plays_in_it(
    anna: User, bob: User, capsys: pytest.CaptureFixture[str], sent: list[str]
) -> None:
    many_games(anna, bob)
    upgraded(capsys)
    broken, well = replay_checks.unchecked().order_by("pk")
    break_off(broken)
    with pytest.raises(GamePaused):
        answer(person_turn(broken), offers(person_turn(broken))[0])
    assert broken_games.broken_game_note(fresh(broken)) is not None
    assert answer(person_turn(well), offers(person_turn(well))[0]).done
    assert replay_checks.unchecked().count() == 0
    new = opened(anna, bob, secret="ab" * 32)
    assert answer(person_turn(new), offers(person_turn(new))[0]).done
    assert fresh(new).checked_at is None


@pytest.mark.usefixtures("sample_of_one")
def test_if_the_sample_is_not_well_all_are_looked_at_before_play(
    anna: User, bob: User, capsys: pytest.CaptureFixture[str]
) -> None:
    for game in many_games(anna, bob):
        break_off(game)
    _out, err = upgraded(capsys)
    assert "3 running games do not replay" in err
    assert replay_checks.unchecked().count() == 0
