"""Who has blocked somebody has nothing to do with them any more, and the other never learns why nothing comes."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.conf import LazySettings
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.access import Permission, may
from games.access.blocks import apart_from, are_apart
from games.models import FriendWish, Game, Notification, Seat
from games.notifications.relevance import drop_reason
from games.people.models import User
from games.table import blocks
from games.table.blocks import block, unblock
from games.table.bot_accounts import create_bot_account
from games.table.errors import BadSeats, CannotBlock, Full, NoSuchPerson, SeatLocked, TooMany
from games.table.friends import friends_of, unfriend
from games.table.open_games import SeatPlan, join
from games.table.queries import invitations_of
from games.table.rematch import rematch_of
from games.table.resignation import resign
from games.table.takeover import take_over
from games.table.vacant_offers import offers_for, offers_of
from tests.api.programs import program_of
from tests.people.company import table, waiting
from tests.people.test_friends import made_friends
from tests.table.finished_games import finished_game
from tests.table.games import answer, audit_entries, fresh, offers, person_turn
from tests.web.pages import client_of

pytestmark = pytest.mark.django_db
BOTH_WAYS = pytest.mark.parametrize("blocker", ["anna", "bob"])


@pytest.fixture
def people(anna: User, bob: User, chris: User) -> dict[str, User]:
    return {one.username: one for one in (anna, bob, chris)}


@pytest.fixture
def blocker(request: pytest.FixtureRequest) -> str:
    return str(getattr(request, "param", "anna"))


def keep_apart(people: dict[str, User], blocker: str) -> None:
    block(people[blocker], "bob" if blocker == "anna" else "anna")


def again(person: User) -> User:
    """The person as the next request reads them."""
    return User.objects.get(pk=person.pk)


def lobby(reader: User) -> str:
    return client_of(reader).get("/games/").content.decode()


@BOTH_WAYS
def test_neither_sees_the_open_games_of_the_other(people: dict[str, User], blocker: str) -> None:
    anna, bob, chris = people.values()
    game = waiting(anna)
    assert game.name in lobby(bob)
    keep_apart(people, blocker)
    assert game.name not in lobby(bob)
    assert game.name in lobby(chris)
    assert program_of(bob).ask("games/?show=open")["results"] == []
    assert len(program_of(chris).ask("games/?show=open")["results"]) == 1


def test_games_where_the_other_only_sits_are_hidden_too_but_for_those_one_is_in(people: dict[str, User]) -> None:
    anna, bob, chris = people.values()
    game = waiting(chris, SeatPlan("free"), SeatPlan("free"))
    join(game.pk, anna)
    block(anna, "bob")
    assert game.name not in lobby(bob)
    other = waiting(chris, SeatPlan("free"), SeatPlan("free"), SeatPlan("free"))
    unblock(anna, "bob")
    for person in (anna, bob):
        join(other.pk, person)
    block(anna, "bob")
    assert other.status == Game.Status.OPEN
    for person in (anna, bob):
        assert client_of(person).get(f"/games/{other.pk}/").status_code == 200


KEPT = "The seats left are kept for those who were invited; sign in with the invited address."


@BOTH_WAYS
@pytest.mark.parametrize("visibility", ["public", "private"])
def test_an_open_game_of_the_other_is_like_one_whose_seats_are_kept_for_invited_people(
    people: dict[str, User], blocker: str, visibility: str
) -> None:
    anna, bob, chris = people.values()
    game = waiting(anna, visibility=visibility)
    like = waiting(chris, SeatPlan("invited", email="dora@example.org"), visibility=visibility)
    Game.objects.filter(pk__in=[game.pk, like.pk]).update(name="A table", opened_at=timezone.now(), secret="ab" * 32)
    keep_apart(people, blocker)
    bob, client, program = again(bob), client_of(bob), program_of(bob)
    seen: list[list[object]] = []
    for one in (fresh(game), fresh(like)):
        answers: list[object] = []
        for code in ("", one.invitation_code):
            with pytest.raises(Full, match=KEPT):
                join(one.pk, bob, code)
            page, link = f"/games/{one.pk}/", f"/games/{one.pk}/join/" + (f"{code}/" if code else "")
            given = {"code": code} if code else {}
            answers += [client.get(page, follow=True), client.get(link), client.post(link)]
            answers += [program.raw("GET", f"games/{one.pk}/")]
            answers += [program.raw("POST", f"games/{one.pk}/join/", given, {"Idempotency-Key": f"{one.pk}{code}"})]
        assert not may(Permission.JOIN, bob, one, code=one.invitation_code)
        seen.append([as_of_any(answer, one) for answer in answers])
    for ours, theirs in zip(*seen, strict=True):
        assert ours == theirs
    assert "kept for an invited person" in str(seen[0])
    assert "free<" not in str(seen[0])


def as_of_any(answer: Any, game: Game) -> tuple[int, str]:
    """What an answer says, without what names the game, its host and this request."""
    text = answer.content.decode()
    for own in (game.pk, game.invitation_code, game.host.username):
        text = text.replace(own, "…")
    return answer.status_code, re.sub(r'(nonce|csrf\w*" value)="[^"]*"|"(request_id|instance)": ?"[^"]*"', "", text)


def test_a_program_is_kept_apart_with_its_owner(people: dict[str, User]) -> None:
    anna, bob, _chris = people.values()
    robo = create_bot_account(bob, "robo")
    game = waiting(anna)
    block(anna, "bob")
    assert are_apart(anna, robo)
    assert are_apart(robo, again(anna))
    with pytest.raises(Full):
        join(game.pk, robo, game.invitation_code)


@BOTH_WAYS
def test_neither_invites_the_other_by_name(people: dict[str, User], blocker: str) -> None:
    anna, bob, _chris = people.values()
    earlier = finished_game(anna, bob)
    keep_apart(people, blocker)
    found = rematch_of(earlier.pk, again(anna))
    assert found is not None
    assert (found.people, found.missing) == ({}, ["bob"])
    with pytest.raises(BadSeats) as refused:
        waiting(again(anna), SeatPlan("person", person="bob"))
    assert str(refused.value) == "bob cannot be invited now."


@BOTH_WAYS
def test_an_invitation_by_mail_to_the_other_never_comes_and_leads_nowhere(
    people: dict[str, User], blocker: str
) -> None:
    anna, bob, chris = people.values()
    keep_apart(people, blocker)
    game = waiting(again(anna), *(SeatPlan("invited", email=one.email) for one in (bob, chris)))
    told = Notification.objects.filter(kind=Notification.Kind.INVITATION)
    assert {one.address for one in told} == {chris.email}
    assert game.seats.filter(invited_email=bob.email).exists(), "the host sees nothing unusual"
    assert list(invitations_of(again(bob))) == []
    assert list(invitations_of(chris)) == [game]
    with pytest.raises(Full):
        join(game.pk, again(bob))


@BOTH_WAYS
def test_the_mail_of_an_invitation_that_has_not_gone_out_yet_does_not_come(
    people: dict[str, User], blocker: str
) -> None:
    anna, bob, chris = people.values()
    waiting(anna, *(SeatPlan("invited", email=one.email) for one in (bob, chris)))
    keep_apart(people, blocker)
    told = Notification.objects.filter(kind=Notification.Kind.INVITATION)
    assert {one.address: drop_reason(one) for one in told} == {
        bob.email: "the invitation does not stand any more",
        chris.email: None,
    }


@BOTH_WAYS
def test_an_invitation_that_never_comes_counts_like_any_other(
    people: dict[str, User], blocker: str, settings: LazySettings
) -> None:
    """Else a host could tell by how many more they may send."""
    settings.INVITATIONS_PER_HOST_PER_DAY = 1
    keep_apart(people, blocker)
    waiting(again(people["anna"]), SeatPlan("invited", email=people["bob"].email))
    with pytest.raises(TooMany):
        waiting(again(people["anna"]), SeatPlan("invited", email="somebody@example.com"))


def test_an_invitation_of_before_is_gone_with_the_block(people: dict[str, User]) -> None:
    anna, bob, _chris = people.values()
    game = waiting(anna, SeatPlan("invited", email=bob.email))
    assert list(invitations_of(bob)) == [game]
    block(bob, "anna")
    assert list(invitations_of(again(bob))) == []


@BOTH_WAYS
def test_vacant_seats_of_the_others_games_are_not_offered(people: dict[str, User], blocker: str) -> None:
    anna, bob, chris = people.values()
    game = table(anna, chris)
    resign(game.pk, chris)
    index = Seat.objects.get(game=game, user=chris).index
    assert len(offers_for(bob, 10)) == 1
    keep_apart(people, blocker)
    assert offers_for(again(bob), 10) == []
    with pytest.raises(SeatLocked):
        take_over(game.pk, index, again(bob), game.invitation_code)
    assert offers_of(fresh(game), chris)
    page = client_of(bob).get(f"/games/{game.pk}/seats/{game.invitation_code}/").content.decode()
    assert "No seat of this game is vacant now." in page


def test_games_at_which_both_sit_go_on(people: dict[str, User]) -> None:
    anna, bob, _chris = people.values()
    game = table(anna, bob)
    block(anna, "bob")
    for _turn in range(3):
        turn = person_turn(fresh(game))
        answer(turn, offers(turn)[0])


def test_a_block_ends_a_friendship_and_nobody_is_told(people: dict[str, User]) -> None:
    anna, bob, _chris = people.values()
    table(anna, bob)
    made_friends(anna, bob)
    told = Notification.objects.count()
    block(anna, "bob")
    assert list(friends_of(anna)) == list(friends_of(bob)) == []
    assert Notification.objects.count() == told
    assert client_of(bob).get("/people/anna/").status_code == 200, "what they could see they see still"
    page = client_of(bob).get("/friends/").content.decode()
    assert "anna" not in page


def test_a_block_can_be_ended_and_is_written_once(people: dict[str, User]) -> None:
    anna, bob, _chris = people.values()
    for _time in range(2):
        block(anna, "BOB")
    assert apart_from(again(bob)) == {anna.pk}
    for _time in range(2):
        unblock(anna, "bob")
    assert apart_from(again(bob)) == frozenset()
    entries = audit_entries("block")
    assert [(entry.actor, entry.person, entry.details) for entry in entries] == [
        (anna, None, {}),
        (anna, None, {"ended": True}),
    ]


def test_blocks_are_bounded(people: dict[str, User], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blocks, "MAX_BLOCKS", 1)
    block(people["anna"], "bob")
    with pytest.raises(TooMany):
        block(people["anna"], "chris")


def test_a_block_on_an_account_that_closed_meanwhile_does_not_count(
    people: dict[str, User], monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, bob, chris = people.values()
    monkeypatch.setattr(blocks, "MAX_BLOCKS", 1)
    block(anna, "bob")
    User.objects.filter(pk=bob.pk).update(closed_at=timezone.now())
    assert blocks.blocked_by(anna) == []
    block(anna, "chris")
    assert [row.blocked for row in blocks.blocked_by(anna)] == [chris]


@pytest.mark.parametrize("ends", [block, unfriend])
def test_wishes_of_two_people_are_locked_in_one_order_before_they_are_deleted(
    people: dict[str, User], ends: Callable[[User, str], User]
) -> None:
    anna, bob, _chris = people.values()
    table(anna, bob)
    made_friends(anna, bob)
    with CaptureQueriesContext(connection) as asked:
        ends(bob, "anna")
    said = [query["sql"] for query in asked if "games_friendwish" in query["sql"].casefold()]
    assert "ORDER BY" in said[0]
    assert said[1].startswith("DELETE")
    assert not FriendWish.objects.exists()


def test_nobody_blocks_themselves_or_nobody(anna: User) -> None:
    with pytest.raises(CannotBlock):
        block(anna, "anna")
    with pytest.raises(NoSuchPerson):
        block(anna, "nobody-at-all")


def test_it_is_said_that_a_block_holds_for_seeks_and_talk_too(anna: User, bob: User) -> None:
    table(anna, bob)
    for page in ("/friends/", "/people/bob/"):
        text = client_of(anna).get(page).content.decode()
        assert "seeks never bring you together. What they say at a table is not shown to you." in text


def test_the_page_lists_whom_one_has_blocked(anna: User, bob: User) -> None:
    browser = client_of(anna)
    browser.post("/friends/block/", {"name": "bob"})
    assert "Unblock" in browser.get("/friends/").content.decode()
    browser.post("/friends/unblock/", {"name": "bob"})
    assert "You have blocked nobody." in browser.get("/friends/").content.decode()
