"""People wait for a seat of an open game, and get the first one that comes free."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.access import Permission, may
from games.models import AuditEntry, Game, Notification, Seat, WaitingPerson
from games.people.models import User
from games.table.account_closing import close_account
from games.table.blocks import block
from games.table.bot_accounts import create_bot_account
from games.table.errors import (
    AlreadySeated,
    BadInvitation,
    Full,
    NotAllowed,
    NotOpen,
    NotWaiting,
    SeatForYou,
    Suspended,
    TooMany,
)
from games.table.invitation_expiry import expire_invitations
from games.table.moderation.abort import abort
from games.table.open_games import SeatPlan, cancel, decline, fill_with_bots, join, leave, open_game
from games.table.suspension import suspend
from games.table.tasks import fill_seats
from games.table.waiting_list import MAX_WAITING, give_due, stop_waiting, wait
from games.time_control import TimeControl
from tests.factories import UserFactory
from tests.table.games import LIMIT, fresh

pytestmark = pytest.mark.django_db

SEATED = "a seat came free for you"
OVER = "no seat came free"
DORA = SeatPlan("invited", email="dora@example.org")


@pytest.fixture
def dora(db: None) -> User:
    return UserFactory.create(username="dora")


@pytest.fixture
def emil(db: None) -> User:
    return UserFactory.create(username="emil")


def opened(host: User, *others: SeatPlan, **more: Any) -> Game:
    chosen: dict[str, Any] = {"name": "Round table", "kind": "puerto-rico", "options": {}, **more}
    return open_game(host, seats=[SeatPlan("me"), *others], time_control=TimeControl(LIMIT), **chosen)


@pytest.fixture
def full(anna: User, bob: User) -> Game:
    """Anna and Bob sit there, the third seat is kept for Dora. Everybody could have come to it."""
    game = opened(anna, SeatPlan("free"), DORA)
    join(game.pk, bob)
    return game


def seated(game: Game) -> set[str]:
    return {seat.user.username for seat in game.seats.select_related("user") if seat.user is not None}


def waiting(game: Game) -> list[str]:
    return [row.person.username for row in game.waiting.select_related("person")]


def told(person: User) -> list[str]:
    rows = Notification.objects.filter(user=person, kind=Notification.Kind.NOTICE).order_by("pk")
    return [row.content["topic"] for row in rows]


# --- who gets a seat -----------------------------------------------------------------------------------------------


def test_a_seat_whose_invitation_is_declined_goes_to_whoever_has_waited_longest(
    full: Game, chris: User, dora: User, emil: User
) -> None:
    wait(full.pk, chris)
    wait(full.pk, emil)
    decline(full.pk, dora)
    assert seated(full) == {"anna", "bob", "chris"}
    # It was the last seat, so the game begins.
    assert fresh(full).status == Game.Status.RUNNING
    assert Notification.objects.filter(user=chris, kind=Notification.Kind.START).exists()
    assert (told(chris), told(emil)) == ([], [OVER])
    assert waiting(full) == []


def test_the_seat_of_somebody_who_leaves_goes_to_them_and_they_are_told(full: Game, bob: User, chris: User) -> None:
    wait(full.pk, chris)
    leave(full.pk, bob)
    assert seated(full) == {"anna", "chris"}
    assert fresh(full).status == Game.Status.OPEN
    assert told(chris) == [SEATED]
    assert waiting(full) == []
    entry = AuditEntry.objects.get(game=full, action="seated from the waiting list")
    assert (entry.actor, entry.person) == (None, chris)


def test_a_seat_whose_invitation_has_lapsed_goes_to_them(full: Game, chris: User) -> None:
    wait(full.pk, chris)
    Game.objects.filter(pk=full.pk).update(opened_at=timezone.now() - timedelta(days=1000))
    assert expire_invitations() == 1
    assert seated(full) == {"anna", "bob", "chris"}
    assert fresh(full).status == Game.Status.RUNNING


def test_as_many_as_wait_get_the_seats_that_lapse_together(anna: User, bob: User, chris: User, emil: User) -> None:
    game = opened(anna, SeatPlan("free"), DORA, SeatPlan("invited", email="finn@example.org"))
    join(game.pk, bob)
    for person in (chris, emil):
        wait(game.pk, person)
    Game.objects.filter(pk=game.pk).update(opened_at=timezone.now() - timedelta(days=1000))
    expire_invitations()
    assert seated(game) == {"anna", "bob", "chris", "emil"}


def test_the_seat_of_a_closed_account_is_given_before_bots_come(full: Game, bob: User, chris: User) -> None:
    wait(full.pk, chris)
    close_account(bob, bob)
    Game.objects.filter(pk=full.pk).update(bots_at=timezone.now(), bots_level="random")
    fill_seats()
    assert {"anna", "chris"} <= seated(full)
    assert [seat.bot_level for seat in full.seats.filter(user=None)] == ["random"]


def test_the_seat_of_somebody_invited_goes_to_them_before_bots_come(full: Game, chris: User, dora: User) -> None:
    wait(full.pk, chris)
    Game.objects.filter(pk=full.pk).update(bots_at=timezone.now(), bots_level="random")
    fill_seats()
    assert seated(full) == {"anna", "bob", "chris"}
    assert fresh(full).status == Game.Status.RUNNING
    assert Notification.objects.filter(user=chris, kind=Notification.Kind.START).exists()
    assert not Notification.objects.filter(user=dora, kind=Notification.Kind.START).exists()


def test_bots_take_what_those_who_wait_cannot(anna: User, bob: User, chris: User, emil: User) -> None:
    game = opened(anna, SeatPlan("free"), DORA, SeatPlan("invited", email="fritz@example.org"))
    join(game.pk, bob)
    for person in (chris, emil):
        wait(game.pk, person)
    block(bob, "chris")
    Game.objects.filter(pk=game.pk).update(bots_at=timezone.now(), bots_level="random")
    fill_seats()
    assert seated(game) == {"anna", "bob", "emil"}
    assert [seat.bot_level for seat in game.seats.filter(user=None)] == ["random"]
    assert (told(chris), told(emil)) == ([OVER], [SEATED])


def test_whoever_cannot_take_the_seat_is_passed_over_and_gets_the_next_one(
    full: Game, bob: User, chris: User, emil: User, settings: Any
) -> None:
    settings.SEATS_PER_PERSON = 1
    wait(full.pk, chris)
    other = opened(chris, SeatPlan("free"), SeatPlan("free"))
    wait(full.pk, emil)
    leave(full.pk, bob)
    assert seated(full) == {"anna", "emil"}
    assert (waiting(full), told(chris)) == (["chris"], [])
    cancel(other.pk, chris)
    leave(full.pk, emil)
    assert seated(full) == {"anna", "chris"}


def test_who_could_not_take_a_free_seat_gets_it_as_soon_as_they_can(
    full: Game, bob: User, chris: User, settings: Any
) -> None:
    settings.SEATS_PER_PERSON = 1
    wait(full.pk, chris)
    other = opened(chris, SeatPlan("free"), SeatPlan("free"))
    leave(full.pk, bob)
    assert give_due() == 0
    cancel(other.pk, chris)
    assert (give_due(), give_due()) == (1, 0)
    assert seated(full) == {"anna", "chris"}


def test_suspended_people_and_those_whose_account_is_closed_get_none(
    full: Game, bob: User, chris: User, emil: User
) -> None:
    wait(full.pk, chris)
    wait(full.pk, emil)
    suspend(chris, None, "spam")
    close_account(emil, emil)
    leave(full.pk, bob)
    assert seated(full) == {"anna"}
    assert waiting(full) == ["chris"]


def test_who_takes_a_seat_themselves_waits_no_more(full: Game, bob: User, chris: User, settings: Any) -> None:
    settings.SEATS_PER_PERSON = 1
    wait(full.pk, chris)
    other = opened(chris, SeatPlan("free"), SeatPlan("free"))
    leave(full.pk, bob)
    cancel(other.pk, chris)
    join(full.pk, chris)
    assert waiting(full) == []
    assert told(chris) == []


def test_a_game_that_cannot_begin_keeps_no_other_from_getting_its_people(
    full: Game, anna: User, bob: User, chris: User, dora: User
) -> None:
    broken = opened(anna, SeatPlan("free"), DORA)
    join(broken.pk, bob)
    for game in (broken, full):
        wait(game.pk, chris)
        game.seats.exclude(invited_email="").update(invited_email="")
    Game.objects.filter(pk=broken.pk).update(kind="of-another-release")
    assert give_due() == 1
    assert "chris" in seated(full)
    assert waiting(broken) == ["chris"]


# --- the end of the list -------------------------------------------------------------------------------------------


def test_all_are_told_once_when_the_game_begins_without_them(full: Game, chris: User, dora: User) -> None:
    wait(full.pk, chris)
    join(full.pk, dora)
    assert fresh(full).status == Game.Status.RUNNING
    assert (told(chris), waiting(full)) == ([OVER], [])
    text = Notification.objects.get(user=chris, kind=Notification.Kind.NOTICE).content["text"]
    assert text == "You have waited for a seat of “Round table”. It has begun without you: no seat came free."


@pytest.mark.parametrize("how", ["by its host", "by a moderator", "with its host's account"])
def test_all_are_told_when_the_game_is_called_off(full: Game, anna: User, chris: User, how: str) -> None:
    wait(full.pk, chris)
    match how:
        case "by its host":
            cancel(full.pk, anna)
        case "by a moderator":
            abort(full.pk, None, "Spam.")
        case _:
            close_account(anna, anna)
    assert (told(chris), waiting(full)) == ([OVER], [])
    text = Notification.objects.get(user=chris, kind=Notification.Kind.NOTICE).content["text"]
    assert text.endswith("It was called off before it began.")


def test_they_are_told_when_bots_take_the_seats(full: Game, anna: User, chris: User) -> None:
    wait(full.pk, chris)
    fill_with_bots(full.pk, anna, "random")
    assert (told(chris), waiting(full)) == ([OVER], [])


def test_one_can_stop_waiting(full: Game, bob: User, chris: User) -> None:
    wait(full.pk, chris)
    stop_waiting(full.pk, chris)
    with pytest.raises(NotWaiting):
        stop_waiting(full.pk, chris)
    leave(full.pk, bob)
    assert (seated(full), told(chris)) == ({"anna"}, [])


def test_so_can_somebody_who_was_passed_over_and_could_take_a_free_seat_by_now(
    full: Game, bob: User, chris: User, settings: Any
) -> None:
    settings.SEATS_PER_PERSON = 1
    wait(full.pk, chris)
    other = opened(chris, SeatPlan("free"), SeatPlan("free"))
    leave(full.pk, bob)
    assert (waiting(full), may(Permission.JOIN, chris, fresh(full))) == (["chris"], True)
    stop_waiting(full.pk, chris)
    cancel(other.pk, chris)
    assert (give_due(), waiting(full)) == (0, [])


def test_who_has_left_and_waits_again_is_told_of_the_next_seat_too(full: Game, bob: User, chris: User) -> None:
    for _time in range(2):
        wait(full.pk, chris)
        leave(full.pk, bob)
        assert seated(full) == {"anna", "chris"}
        leave(full.pk, chris)
        join(full.pk, bob)
    assert told(chris) == [SEATED, SEATED]


# --- who may wait --------------------------------------------------------------------------------------------------


def test_waiting_twice_is_waiting_once(full: Game, chris: User) -> None:
    wait(full.pk, chris)
    wait(full.pk, chris)
    assert waiting(full) == ["chris"]
    assert AuditEntry.objects.filter(action=Permission.WAIT).count() == 1


def test_whoever_can_take_a_seat_or_has_one_need_not_wait(full: Game, bob: User, dora: User) -> None:
    with pytest.raises(AlreadySeated):
        wait(full.pk, bob)
    with pytest.raises(SeatForYou):
        wait(full.pk, dora)


def test_a_private_game_for_invited_people_is_waited_for_by_link_only(anna: User, chris: User) -> None:
    game = opened(anna, DORA, SeatPlan("invited", email="emil@example.org"))
    assert not may(Permission.SEE_GAME, chris, game)
    with pytest.raises(NotAllowed):
        wait(game.pk, chris)
    with pytest.raises(BadInvitation):
        wait(game.pk, chris, "wrong")
    wait(game.pk, chris, game.invitation_code)
    # From now on they find it without the link.
    assert may(Permission.SEE_GAME, chris, game)
    assert not may(Permission.WATCH, chris, game)


def test_a_game_that_has_begun_has_no_waiting_list(full: Game, chris: User, dora: User) -> None:
    join(full.pk, dora)
    with pytest.raises(NotOpen):
        wait(full.pk, chris)


def test_suspended_people_and_programs_cannot_wait(full: Game, chris: User, emil: User) -> None:
    suspend(chris, None, "spam")
    with pytest.raises(Suspended):
        wait(full.pk, User.objects.get(pk=chris.pk))
    program = create_bot_account(emil, "robot")
    with pytest.raises(NotAllowed):
        wait(full.pk, program, full.invitation_code)


def test_how_many_wait_is_bounded(full: Game, anna: User, bob: User, chris: User, emil: User, settings: Any) -> None:
    settings.WAITING_PER_PERSON = 1
    other = opened(anna, SeatPlan("free"), DORA)
    join(other.pk, bob)
    wait(full.pk, chris)
    with pytest.raises(TooMany, match="a seat of 1 game at a time"):
        wait(other.pk, chris)
    people = UserFactory.create_batch(MAX_WAITING - 1)
    WaitingPerson.objects.bulk_create(WaitingPerson(game=full, person=one, since=timezone.now()) for one in people)
    with pytest.raises(Full, match="So many wait"):
        wait(full.pk, emil)


# --- blocks --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("blocker", ["anna", "chris"])
def test_who_is_kept_apart_from_somebody_there_waits_like_others_and_gets_nothing(
    full: Game, anna: User, bob: User, chris: User, emil: User, blocker: str
) -> None:
    wait(full.pk, chris)
    block(*((anna, "chris") if blocker == "anna" else (chris, "anna")))
    wait(full.pk, emil)
    chris = User.objects.get(pk=chris.pk)
    assert may(Permission.SEE_GAME, chris, fresh(full))
    leave(full.pk, bob)
    assert seated(full) == {"anna", "emil"}
    assert (waiting(full), told(chris)) == (["chris"], [])
    # The seat that is free now is none for them either: they go on waiting, as at a full game.
    leave(full.pk, emil)
    assert give_due() == 0
    assert (waiting(full), told(chris)) == (["chris"], [])
    cancel(full.pk, anna)
    assert told(chris) == [OVER]


def test_by_a_link_they_wait_for_a_game_with_free_seats_as_if_it_were_full(anna: User, chris: User) -> None:
    game = opened(anna, SeatPlan("free"), SeatPlan("free"))
    block(anna, "chris")
    chris = User.objects.get(pk=chris.pk)
    with pytest.raises(NotAllowed):
        wait(game.pk, chris)
    wait(game.pk, chris, game.invitation_code)
    assert give_due() == 0
    assert waiting(game) == ["chris"]
    assert Seat.objects.filter(game=game, user=None).count() == 2
