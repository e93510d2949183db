"""The record is the truth: written from the moves, replayed against what is stored, read back as a game."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.engine import record, registry
from games.engine.record import RecordError
from games.models import Game, Move
from games.people.models import User
from games.table.positions import ReplayError
from games.table.records import check_replay, export_record, import_record
from games.table.takeback import undo
from tests.table.games import answer, fresh, opened, over, person_turn, play_on, player

pytestmark = pytest.mark.django_db


@pytest.fixture
def finished(anna: User, bob: User) -> Game:
    """A whole game, with a move taken back at its beginning."""
    game = opened(anna, bob)
    turn = person_turn(game)
    answer(turn, "settler", "take quarry")
    undo(game.pk, player(turn))
    return play_on(game, over)


@pytest.fixture
def running(anna: User, bob: User) -> Game:
    return play_on(opened(anna, bob), lambda game: game.plies >= 20)


def test_a_finished_games_record_replays_to_its_last_position(finished: Game) -> None:
    text = export_record(finished)
    assert "take back to 0" in text
    rules = registry.game(finished.kind)
    last = record.replay(rules, record.parse(text))
    assert rules.digest(last) == finished.digest


def test_the_record_of_a_game_under_way_does_not_tell_its_secret(running: Game) -> None:
    text = export_record(running)
    assert running.secret not in text
    assert record.parse(text).secret_hash == record.hash_secret(bytes.fromhex(running.secret))


def test_a_move_taken_back_last_is_taken_back_in_the_record(anna: User, bob: User) -> None:
    game = opened(anna, bob)
    turn = person_turn(game)
    answer(turn, "settler")
    answer(turn, "take quarry")
    undo(game.pk, player(turn))
    assert export_record(fresh(game)).rstrip().endswith("take back to 1")


def test_every_digest_that_was_kept_is_compared(running: Game) -> None:
    check_replay(running)
    kept = running.moves.exclude(digest="").first()
    assert kept is not None
    Move.objects.filter(pk=kept.pk).update(digest="0" * 64)
    with pytest.raises(ReplayError, match=f"ply {kept.ply}"):
        check_replay(running)


def test_a_stored_position_that_is_not_where_the_moves_lead_is_found(running: Game, anna: User, bob: User) -> None:
    running.position = opened(anna, bob).position
    running.save()
    with pytest.raises(ReplayError):
        check_replay(running)


def test_the_replay_command_names_the_games_that_differ(running: Game, finished: Game) -> None:
    call_command("replay", stdout=StringIO())
    Game.objects.filter(pk=running.pk).update(digest="0" * 64)
    errors = StringIO()
    with pytest.raises(CommandError):
        call_command("replay", stdout=StringIO(), stderr=errors)
    assert running.pk in errors.getvalue()
    assert finished.pk not in errors.getvalue()


def test_a_record_names_a_clock_that_is_more_than_a_time_for_each_turn(anna: User, bob: User) -> None:
    game = opened(anna, bob)
    text = export_record(game)
    assert "[Clock" not in text, "such games are exported as by earlier releases"
    assert record.parse(text).clock is None
    Game.objects.filter(pk=game.pk).update(clock={"bank": 864000})
    text = export_record(fresh(game))
    assert '[Clock "turn=259200 bank=864000"]' in text
    assert record.parse(text).clock == "turn=259200 bank=864000"


def test_a_record_becomes_a_game_that_goes_on(running: Game, anna: User, bob: User) -> None:
    copy = import_record(export_record(running, with_secret=True), anna, [(anna, ""), (bob, "")])
    assert (copy.digest, copy.plies) == (running.digest, running.plies)
    assert person_turn(copy).stage == person_turn(running).stage
    play_on(copy, over)
    check_replay(fresh(copy))


def test_a_record_goes_out_and_in_again_by_commands(finished: Game, anna: User, tmp_path: Path) -> None:
    out = StringIO()
    call_command("export_record", finished.pk, stdout=out)
    (tmp_path / "game.txt").write_text(out.getvalue())
    call_command("import_record", str(tmp_path / "game.txt"), host="anna", seat=["0=anna"], stdout=StringIO())
    copy = Game.objects.exclude(pk=finished.pk).get()
    assert (copy.status, copy.digest) == (Game.Status.FINISHED, finished.digest)


def test_a_record_without_secret_or_with_other_seats_becomes_no_game(running: Game, anna: User, bob: User) -> None:
    games = Game.objects.count()
    with pytest.raises(RecordError, match="secret"):
        import_record(export_record(running), anna, [(anna, ""), (bob, "")])
    with pytest.raises(RecordError, match="seats"):
        import_record(export_record(running, with_secret=True), anna, [(anna, "")])
    assert Game.objects.count() == games


@pytest.mark.parametrize("seats", [["5=anna"], ["0=anna", "1=anna"], ["0=anna", "0=bob"], ["0"], ["0=nobody"]])
def test_a_record_is_not_imported_for_seats_that_do_not_fit(
    running: Game, anna: User, bob: User, tmp_path: Path, seats: list[str]
) -> None:
    (tmp_path / "game.txt").write_text(export_record(running, with_secret=True))
    with pytest.raises(CommandError):
        call_command("import_record", str(tmp_path / "game.txt"), host="anna", seat=seats, stdout=StringIO())
    assert Game.objects.count() == 1


def test_a_record_that_is_not_there_is_refused(anna: User, tmp_path: Path) -> None:
    with pytest.raises(CommandError):
        call_command("import_record", str(tmp_path / "none.txt"), host="anna")
