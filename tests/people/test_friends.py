"""Friends: both must agree, a request is told once, and friends are invited by name."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from games.models import AuditEntry, Delivery, FriendWish, Notification, Seat
from games.notifications import delivery
from games.people.models import User
from games.table import friends
from games.table.account_closing import close_account
from games.table.blocks import block
from games.table.errors import BadSeats, CannotBefriend, NoSuchPerson, Suspended, TooMany
from games.table.friends import befriend, circle_of, friends_of, unfriend
from games.table.open_games import SeatPlan, join
from games.table.preferences import set_profile_shown
from games.table.suspension import suspend
from tests.factories import UserFactory
from tests.people.company import table, waiting
from tests.table.games import audit_entries, notices
from tests.web.pages import client_of, forms

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def shown(anna: User, bob: User, chris: User) -> None:
    """Everybody shows their profile to everybody."""
    for person in (anna, bob, chris):
        set_profile_shown(person, User.ProfileShown.ALL)


def made_friends(one: User, other: User) -> None:
    befriend(one, other.username)
    befriend(other, one.username)


def standing(person: User) -> dict[str, list[str]]:
    circle = circle_of(person)
    return {name: [one.username for one in people] for name, people in vars(circle).items() if people}


def test_two_are_friends_when_both_want_it(anna: User, bob: User) -> None:
    befriend(anna, "bob")
    assert (standing(anna), standing(bob)) == ({"asked": ["bob"]}, {"asking": ["anna"]})
    befriend(bob, "Anna")
    assert (standing(anna), standing(bob)) == ({"friends": ["bob"]}, {"friends": ["anna"]})
    befriend(bob, "anna")
    assert FriendWish.objects.count() == 2
    assert list(friends_of(anna)) == [bob]


def test_either_ends_it_without_a_word(anna: User, bob: User) -> None:
    made_friends(anna, bob)
    told = Notification.objects.count()
    unfriend(bob, "anna")
    assert standing(anna) == standing(bob) == {}
    assert Notification.objects.count() == told


def test_a_request_is_told_once_however_often_it_is_repeated(anna: User, bob: User) -> None:
    for _time in range(3):
        befriend(anna, "bob")
        unfriend(anna, "bob")
    befriend(anna, "bob")
    unfriend(bob, "anna")
    befriend(anna, "bob")
    (notice,) = notices(bob)
    assert "anna wants to be friends with you" in notice.content["text"]
    assert notices(anna) == []


@pytest.mark.parametrize("gone", [False, True])
def test_a_request_of_whoever_is_blocked_or_gone_meanwhile_is_not_told(anna: User, bob: User, *, gone: bool) -> None:
    befriend(anna, "bob")
    if gone:
        close_account(anna, anna)
    else:
        block(bob, "anna")
    row = Delivery.objects.get(user=bob, kind=Notification.Kind.NOTICE)
    delivery.deliver(row.pk)
    row.refresh_from_db()
    assert row.status == Delivery.Status.DROPPED


def test_only_a_few_requests_of_a_day_are_told(anna: User) -> None:
    for number in range(friends.MAX_TOLD_PER_DAY + 2):
        befriend(UserFactory.create(username=f"many{number}"), "anna")
    assert len(notices(anna)) == friends.MAX_TOLD_PER_DAY
    assert len(circle_of(anna).asking) == friends.MAX_TOLD_PER_DAY + 2


def test_requests_of_a_day_are_bounded_also_by_those_withdrawn(anna: User, bob: User, chris: User) -> None:
    for _time in range(friends.MAX_REQUESTS_PER_DAY):
        befriend(anna, "bob")
        unfriend(anna, "bob")
    with pytest.raises(TooMany):
        befriend(anna, "bob")
    befriend(chris, "anna")
    assert befriend(anna, "chris") == chris, "to agree is no request"
    with time_machine.travel(timezone.now() + timedelta(days=1, minutes=1)):
        befriend(anna, "bob")


def test_friends_are_bounded(anna: User, bob: User, chris: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(friends, "MAX_FRIENDS", 1)
    befriend(anna, "bob")
    with pytest.raises(TooMany):
        befriend(anna, "chris")


def test_whose_profile_cannot_be_seen_cannot_be_asked_but_may_be_agreed_with(anna: User, bob: User) -> None:
    set_profile_shown(bob, User.ProfileShown.NOBODY)
    for name in ("bob", "nobody-at-all", "", "x" * 500):
        with pytest.raises(NoSuchPerson) as refused:
            befriend(anna, name)
        assert str(refused.value) == "There is nobody of that name here."
    befriend(bob, "anna")
    befriend(anna, "bob")
    assert list(friends_of(anna)) == [bob]


def test_nobody_is_their_own_friend_and_whoever_is_suspended_asks_nobody(anna: User, bob: User) -> None:
    with pytest.raises(CannotBefriend):
        befriend(anna, "anna")
    suspend(bob, None, "for a test")
    with pytest.raises(Suspended):
        befriend(User.objects.get(pk=bob.pk), "anna")


def test_a_request_to_whoever_has_blocked_comes_to_nothing_silently(anna: User, bob: User) -> None:
    block(bob, "anna")
    befriend(anna, "bob")
    assert standing(anna) == {"asked": ["bob"]}
    assert standing(bob) == {}
    assert notices(bob) == []
    with pytest.raises(CannotBefriend):
        befriend(bob, "anna")


def test_friends_are_invited_by_name_from_the_form(anna: User, bob: User, chris: User) -> None:
    made_friends(anna, bob)
    browser = client_of(anna)
    page = browser.get("/games/new/?kind=san-juan")
    assert "bob, by an invitation" in page.content.decode()
    assert "chris, by an invitation" not in page.content.decode()
    form = next(one for one in forms(page) if "seat_count" in {*one.fields, *one.ticked})
    sent: dict[str, Any] = form.pressed(name="Ours", seat_count="2", seat0_kind="me", seat1_kind="person:bob")
    assert browser.post("/games/new/?kind=san-juan", sent).status_code == 302
    seat = Seat.objects.get(invited_user=bob)
    assert Notification.objects.filter(kind=Notification.Kind.INVITATION, seat=seat).exists()
    assert join(seat.game_id, bob).user == bob


def test_who_is_no_friend_cannot_be_invited_by_name(anna: User, bob: User) -> None:
    befriend(anna, "bob")
    with pytest.raises(BadSeats):
        waiting(anna, SeatPlan("person", person="bob"))


def test_the_page_shows_friends_and_requests_with_their_buttons(anna: User, bob: User, chris: User) -> None:
    befriend(bob, "anna")
    browser = client_of(anna)
    assert "They want to be friends with you" in browser.get("/friends/").content.decode()
    browser.post("/friends/ask/", {"name": "bob"})
    assert list(friends_of(anna)) == [bob]
    assert "End the friendship" in browser.get("/people/bob/").content.decode()
    browser.post("/friends/end/", {"name": "bob"})
    assert standing(anna) == {}
    browser.post("/friends/ask/", {"name": "nobody-at-all"})
    assert "There is nobody of that name here." in browser.get("/friends/").content.decode()


def test_the_trail_tells_that_and_not_with_whom(anna: User, bob: User) -> None:
    made_friends(anna, bob)
    unfriend(anna, "bob")
    entries = audit_entries("befriend")
    assert [(entry.actor, entry.person) for entry in entries] == [(anna, None), (bob, None), (anna, None)]
    assert "bob" not in str([entry.details for entry in AuditEntry.objects.all()])


def test_a_closed_account_has_no_friends(anna: User, bob: User) -> None:
    table(anna, bob)
    made_friends(anna, bob)
    block(anna, "chris")
    close_account(anna, by=anna)
    assert standing(bob) == {}
    assert not anna.blocks.exists()
