"""What a game counts for those who played in it: written with its end, taken away with it, the same from a pack."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.conf import LazySettings
from django.db import transaction
from django.utils import timezone

from games.models import Delivery, Game, PlayedGame, SeatHolder, Turn
from games.people.models import User
from games.table import bot_accounts, guests, played_games, tasks
from games.table.account_closing import close_account
from games.table.locks import lock_game
from games.table.moderation.abort import abort
from games.table.moderation.rewind import rewind
from games.table.moderation.seat_replacement import replace_by_person
from games.table.open_games import SeatPlan, join, open_game, seat_bot_account
from games.table.packing import pack
from games.table.pausing import pause, resume
from games.table.resignation import resign
from games.table.takeover import return_to_seat, take_over
from games.time_control import TimeControl
from tests.table.finished_games import brought_to_its_end, finished_game
from tests.table.games import LIMIT, answer, fresh, offers, opened, over, person_turn, player

pytestmark = pytest.mark.django_db


def row_of(game: Game, person: User) -> PlayedGame:
    return PlayedGame.objects.get(game=game, person=person)


def values(game: Game) -> list[dict[str, Any]]:
    names = [field.attname for field in PlayedGame._meta.concrete_fields if field.name != "id"]
    return list(PlayedGame.objects.filter(game=game).order_by("person").values(*names))


def table(*people: User) -> Game:
    return opened(*people, kind="san-juan")


def quick(game: Game) -> User:
    """Whoever is to move answers."""
    turn = person_turn(fresh(game))
    answer(turn, offers(turn)[0])
    return player(turn)


def called_off(game: Game) -> Game:
    abort(game.pk, None, "nobody wants it")
    return fresh(game)


def test_a_game_is_counted_with_its_end_for_each_person_and_with_the_end_that_is_taken_away(
    anna: User, bob: User
) -> None:
    game = opened(anna, bob)
    assert not PlayedGame.objects.exists()
    game = brought_to_its_end(game)
    assert over(game)
    assert {row.person for row in PlayedGame.objects.all()} == {anna, bob}
    for person in (anna, bob):
        row, seat = row_of(game, person), game.seats.get(user=person)
        assert (row.kind, row.players, row.other_people) == ("puerto-rico", 2, 1)
        assert (row.seat, row.rank, row.score, row.left) == (seat.index, seat.rank, seat.score, "")
        assert (row.ended_at, row.from_at) == (game.ended_at, game.started_at)
        assert row.asked == row.in_time == sum(row.answer_times) > 0
        assert row.picks
    rewind(game.pk, None, "a mistake", game.plies - 1)
    assert not over(fresh(game))
    assert not PlayedGame.objects.exists()
    assert fresh(game).counted_at is None


def test_nobody_against_bots_alone_has_other_people(anna: User) -> None:
    row = row_of(finished_game(anna, bots=2), anna)
    assert (row.players, row.other_people) == (3, 0)
    assert row.rank is not None


def test_a_game_that_was_called_off_has_no_result(anna: User, bob: User) -> None:
    game = table(anna, bob)
    quick(game)
    called_off(game)
    rows = list(PlayedGame.objects.filter(game=game))
    assert [(row.rank, row.score, row.left) for row in rows] == [(None, None, "")] * 2
    assert sum(row.in_time for row in rows) == 1


def test_a_game_that_never_started_counts_nothing(anna: User) -> None:
    seats = [SeatPlan("me"), SeatPlan("free")]
    game = open_game(anna, name="", kind="san-juan", options={}, seats=seats, time_control=TimeControl(LIMIT))
    abort(game.pk, None, "nobody comes")
    assert not PlayedGame.objects.exists()
    assert played_games.count_old_games() == (0, False)


def test_whoever_left_has_abandoned_it_and_whoever_took_the_seat_has_it(anna: User, bob: User, chris: User) -> None:
    game = table(anna, bob)
    index = game.seats.get(user=anna).index
    resign(game.pk, anna)
    take_over(game.pk, index, chris)
    game = called_off(game)
    left, taken, stayed = (row_of(game, person) for person in (anna, chris, bob))
    assert (left.left, left.abandoned, left.seat) == ("resigned", True, index)
    assert (taken.left, taken.abandoned, taken.seat) == ("", False, index)
    assert (left.other_people, taken.other_people, stayed.other_people) == (2, 1, 1)
    assert game.ended_at is not None
    assert left.to_at < taken.to_at == game.ended_at


def test_whoever_lost_their_seat_has_the_game_behind_them_and_its_end_changes_nothing(
    anna: User, bob: User, chris: User
) -> None:
    game = table(anna, bob)
    quick(game)
    resign(game.pk, anna)
    assert not PlayedGame.objects.exists(), "she can return"
    take_over(game.pk, game.seats.get(user=anna).index, chris)
    hidden = {"id", "other_people", "ended_at"}
    (before,) = values(game)
    assert (before["person_id"], before["left"], before["rank"]) == (anna.pk, "resigned", None)
    for _end in range(2):
        called_off(game)
        (after,) = [row for row in values(game) if row["person_id"] == anna.pk]
        assert {name for name in before if before[name] != after[name]} <= hidden
        with transaction.atomic():
            # As when staff take the end back.
            game = lock_game(game.pk)
            game.status, game.ended_at = Game.Status.RUNNING, None
            played_games.forget(game)
            game.save()
        (after,) = values(game)
        assert {name for name in before if before[name] != after[name]} <= hidden


def test_whoever_gets_their_seat_again_has_not_left(anna: User, bob: User, chris: User) -> None:
    game = table(anna, bob)
    index = game.seats.get(user=anna).index
    replace_by_person(game.pk, index, None, "a substitute", chris)
    assert row_of(game, anna).left == "staff"
    replace_by_person(game.pk, index, None, "she is here again", anna)
    assert {row.person for row in PlayedGame.objects.all()} == {chris}


def test_whoever_returned_has_not_left(anna: User, bob: User) -> None:
    game = table(anna, bob)
    resign(game.pk, anna)
    return_to_seat(game.pk, anna)
    row = row_of(called_off(game), anna)
    assert (row.left, row.from_at) == ("", game.started_at)


def test_a_missed_deadline_is_not_in_time(anna: User, bob: User) -> None:
    game = table(anna, bob)
    turn = person_turn(game)
    late = player(turn)
    Turn.objects.filter(pk=turn.pk).update(timed_out=True)
    quick(game)
    while quick(game) == late:
        pass
    called_off(game)
    row, other = row_of(game, late), row_of(game, bob if late == anna else anna)
    assert row.asked == row.in_time + 1
    assert other.asked == other.in_time == 1


def test_times_to_answer_leave_pauses_out(anna: User, bob: User) -> None:
    with time_machine.travel(timezone.now(), tick=False) as clock:
        game = table(anna, bob)
        clock.shift(timedelta(hours=2))
        pause(game.pk, None, "a rest")
        clock.shift(timedelta(days=9))
        resume(game.pk, None, "enough")
        whoever = quick(game)
        called_off(game)
    # Of the classes up to 5 and 15 minutes, 1, 3, 6, 12, 24, 48 and 72 hours, a week, and more.
    assert row_of(game, whoever).answer_times == [0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]


def test_programs_and_guests_are_not_counted_until_a_guest_signs_up(anna: User, bob: User) -> None:
    bot_accounts.create_bot_account(anna, "robo")
    seats = [SeatPlan("me"), SeatPlan("free"), SeatPlan("free")]
    game = open_game(anna, name="", kind="puerto-rico", options={}, seats=seats, time_control=TimeControl(LIMIT))
    seat_bot_account(game.pk, anna, "robo")
    join(game.pk, bob)
    abort(game.pk, None, "over")
    assert {row.person for row in PlayedGame.objects.filter(game=game)} == {anna, bob}
    guest, tried = guests.open_guest_game("san-juan", "random", time_zone="UTC", language="en")
    abort(tried.pk, None, "over")
    assert not PlayedGame.objects.filter(game=tried).exists()
    assert fresh(tried).counted_at is not None
    guests.take_over_game(guest.pk, anna)
    assert row_of(tried, anna).other_people == 0


def test_games_of_before_are_counted_the_same_from_rows_and_from_packs(
    anna: User, bob: User, chris: User, settings: LazySettings
) -> None:
    settings.PACK_GAMES_DAYS = 1
    game = table(anna, bob)
    for _turn in range(4):
        quick(game)
    resign(game.pk, anna)
    take_over(game.pk, game.seats.get(user=anna).index, chris)
    game = called_off(game)
    at_the_end = values(game)
    assert any(row["picks"] for row in at_the_end)
    as_before()
    tasks.count_games()
    assert values(game) == at_the_end
    with time_machine.travel(timezone.now() + timedelta(days=200)):
        Delivery.objects.filter(game=game).update(status=Delivery.Status.SENT)
        assert pack(game.pk)
    as_before()
    tasks.count_games()
    assert values(game) == at_the_end
    assert played_games.count_old_games() == (0, False)


def test_old_games_are_counted_in_bounded_steps_and_a_broken_one_keeps_none_waiting(anna: User, bob: User) -> None:
    games = [called_off(table(anna, bob)) for _number in range(3)]
    as_before()
    assert played_games.count_old_games(at_most=2) == (2, True)
    as_before()
    # Its pack is nowhere.
    Game.objects.filter(pk=games[0].pk).update(packed_at=timezone.now())
    assert played_games.count_old_games() == (2, False)
    assert set(PlayedGame.objects.values_list("game", flat=True)) == {game.pk for game in games[1:]}


def test_seats_of_games_that_began_before_their_holders_were_kept_are_counted(anna: User, bob: User) -> None:
    game = table(anna, bob)
    resign(game.pk, anna)
    called_off(game)
    SeatHolder.objects.all().delete()
    as_before()
    played_games.count_old_games()
    assert (row_of(game, anna).left, row_of(game, bob).left) == ("resigned", "")


def test_a_closed_account_keeps_its_rows_for_the_others(anna: User, bob: User) -> None:
    game = called_off(table(anna, bob))
    close_account(anna, by=anna)
    assert row_of(game, anna).person.shown_name == "former player"


def as_before() -> None:
    """As if all games had ended before they were counted."""
    PlayedGame.objects.all().delete()
    Game.objects.update(counted_at=None)
