"""Suspended people play nowhere, lose nothing, and get back exactly what the suspension took."""

from __future__ import annotations

import pytest

from games.access import Permission, may
from games.models import Delivery, Game, Notification, Seat
from games.people.models import User
from games.table import bot_accounts
from games.table.errors import (
    CannotModerate,
    CannotReplace,
    NoReason,
    NotAllowed,
    NotModerator,
    Refused,
    Suspended,
)
from games.table.moderation.seat_replacement import give_seat_back, replace_by_person
from games.table.open_games import SeatPlan, join, open_game, seat_bot_account
from games.table.records import check_replay
from games.table.resignation import resign
from games.table.suspension import reinstate, suspend
from games.time_control import TimeControl
from tests.factories import UserFactory
from tests.table.games import (
    LIMIT,
    answer,
    audit_entries,
    bots_play,
    fresh,
    gone_on,
    notices,
    opened,
    over,
    person_turn,
    play_on,
    player,
)

pytestmark = pytest.mark.django_db


def lobby(host: User, *others: User) -> Game:
    """An open game of these people with a free seat left."""
    seats = [SeatPlan("me"), *(SeatPlan("free") for _ in others), SeatPlan("free")]
    game = open_game(host, name="Open", kind="puerto-rico", options={}, seats=seats, time_control=TimeControl(LIMIT))
    for person in others:
        join(game.pk, person)
    return fresh(game)


def seat_of(game: Game, person: User) -> Seat:
    return game.seats.get(user=person)


def test_a_caretaker_plays_in_all_running_games_of_a_suspended_person(anna: User, bob: User, moderator: User) -> None:
    games = [opened(anna, bob), opened(anna, bob)]
    assert suspend(anna, moderator, "insults")
    anna.refresh_from_db()
    assert anna.is_suspended
    assert anna.suspension_reason == "insults"
    for game in games:
        assert seat_of(game, anna).caretaker_cause == Seat.Cause.SUSPENDED
        assert not seat_of(game, bob).caretaker
        bots_play(game)
        check_replay(fresh(game))
    play_on(games[0], over)


def test_a_suspended_person_cannot_move(anna: User, bob: User, moderator: User) -> None:
    turn = person_turn(opened(anna, bob))
    suspend(player(turn), moderator, "insults")
    with pytest.raises(Refused):
        answer(turn, "settler")


def test_a_suspended_person_is_told_why_and_may_read_on(anna: User, bob: User, moderator: User) -> None:
    game = opened(anna, bob)
    suspend(anna, moderator, "insults")
    (notice,) = notices(anna)
    assert "insults" in notice.content["text"]
    assert not any("insults" in str(notification.content) for notification in Notification.objects.exclude(user=anna))
    anna.refresh_from_db()
    assert may(Permission.SEE_SEAT, anna, game, seat_of(game, anna))
    assert not may(Permission.PLAY, anna, game, seat_of(game, anna))


def test_seats_at_open_games_are_left_and_own_open_games_called_off(
    anna: User, bob: User, chris: User, moderator: User
) -> None:
    own, others = lobby(anna, bob), lobby(chris, anna)
    suspend(anna, moderator, "insults")
    assert fresh(own).status == Game.Status.ABORTED
    assert fresh(others).status == Game.Status.OPEN
    assert not others.seats.filter(user=anna).exists()
    assert own.name in notices(bob)[0].content["text"]
    assert "insults" not in notices(bob)[0].content["text"]


def test_reinstating_gives_back_the_seats_that_the_suspension_took_and_no_others(
    anna: User, bob: User, chris: User, moderator: User
) -> None:
    kept, resigned, given_away = opened(anna, bob), opened(anna, bob), opened(anna, bob)
    resign(resigned.pk, anna)
    suspend(anna, moderator, "insults")
    replace_by_person(given_away.pk, seat_of(given_away, anna).index, moderator, "it goes on", chris)
    assert reinstate(anna, moderator, "apologised")
    anna.refresh_from_db()
    assert not anna.is_suspended
    assert anna.suspension_reason == ""
    assert not seat_of(kept, anna).caretaker
    assert seat_of(resigned, anna).caretaker_cause == Seat.Cause.RESIGNED
    assert not given_away.seats.filter(user=anna).exists()
    assert "apologised" in notices(anna)[-1].content["text"]
    check_replay(gone_on(kept))


def test_games_that_ended_meanwhile_stay_as_they_are(anna: User, bob: User, moderator: User) -> None:
    game = opened(anna, bob)
    suspend(anna, moderator, "insults")
    before = play_on(game, over)
    reinstate(anna, moderator, "apologised")
    assert (fresh(game).version, fresh(game).digest) == (before.version, before.digest)


def test_a_suspended_persons_seat_is_not_given_back_before_the_person_is_reinstated(
    anna: User, bob: User, moderator: User
) -> None:
    game = opened(anna, bob)
    suspend(anna, moderator, "insults")
    with pytest.raises(CannotReplace):
        give_seat_back(game.pk, seat_of(game, anna).index, moderator, "so")


def test_bot_accounts_are_suspended_with_their_owner(anna: User, bob: User, moderator: User) -> None:
    program = UserFactory.create(username="program", owner=anna)
    game = opened(bob, UserFactory.create(username="carl"))
    seat = seat_of(game, bob)
    Seat.objects.filter(pk=seat.pk).update(user=program)
    suspend(anna, moderator, "insults")
    seat.refresh_from_db()
    assert seat.caretaker_cause == Seat.Cause.SUSPENDED
    assert not Delivery.objects.filter(address=program.email).exists()
    with pytest.raises(CannotModerate):
        suspend(program, moderator, "so")
    reinstate(anna, moderator, "apologised")
    seat.refresh_from_db()
    assert not seat.caretaker


def test_suspending_twice_is_suspending_once(anna: User, bob: User, moderator: User) -> None:
    assert suspend(anna, moderator, "insults")
    assert not suspend(anna, moderator, "other insults")
    anna.refresh_from_db()
    assert anna.suspension_reason == "insults"
    assert not reinstate(bob, moderator, "so")
    assert len(audit_entries(Permission.SUSPEND)) == 1


def test_only_staff_suspend_and_only_administrators_suspend_staff(
    anna: User, bob: User, moderator: User, administrator: User
) -> None:
    colleague = UserFactory.create(username="colleague", is_staff=True)
    with pytest.raises(NoReason):
        suspend(anna, moderator, " ")
    with pytest.raises(NotModerator):
        suspend(anna, bob, "insults")
    for staff in (colleague, administrator):
        with pytest.raises(NotModerator):
            suspend(staff, moderator, "insults")
    with pytest.raises(CannotModerate):
        suspend(administrator, administrator, "tired")
    assert suspend(colleague, administrator, "insults")
    assert suspend(administrator, None, "from the console")


def test_the_trail_tells_every_seat_that_was_handed_over(anna: User, bob: User, moderator: User) -> None:
    game = opened(anna, bob)
    suspend(anna, moderator, "insults")
    person, seat = audit_entries(Permission.SUSPEND)
    assert (person.person, person.game, person.reason) == (anna, None, "insults")
    assert (seat.game_id, seat.seat, seat.actor) == (game.pk, seat_of(game, anna).index, moderator)


def test_who_was_suspended_while_the_request_was_under_way_gets_no_seat_and_no_game(
    anna: User, bob: User, moderator: User
) -> None:
    game = lobby(bob)
    suspend(User.objects.get(pk=anna.pk), moderator, "insults")
    assert not anna.is_suspended  # as the request has read it
    with pytest.raises(Suspended):
        join(game.pk, anna)
    with pytest.raises(Suspended):
        lobby(anna)
    assert not Seat.objects.filter(user=anna).exists()
    running = opened(bob, UserFactory.create())
    with pytest.raises(CannotReplace):
        replace_by_person(running.pk, 0, moderator, "somebody new", anna)


def test_a_bot_account_whose_owner_was_suspended_meanwhile_gets_no_seat(anna: User, bob: User, moderator: User) -> None:
    robo = bot_accounts.create_bot_account(anna, "robo")
    game = lobby(bob)
    suspend(User.objects.get(pk=anna.pk), moderator, "insults")
    with pytest.raises(Suspended):
        join(game.pk, robo, game.invitation_code)
    with pytest.raises(Suspended):
        seat_bot_account(lobby(bob).pk, anna, "robo")


def test_a_bot_account_that_was_closed_meanwhile_gets_no_seat(anna: User, bob: User) -> None:
    robo = bot_accounts.create_bot_account(anna, "robo")
    game = lobby(bob)
    bot_accounts.close_bot_account(anna, "robo")
    with pytest.raises(NotAllowed):
        join(game.pk, robo, game.invitation_code)
