"""The staff's page of a person: what they did, and suspending, reinstating and appointing them."""

from __future__ import annotations

from django.test import Client

from games.models import AuditEntry, Game
from games.people.models import User
from tests.staff.signing_in import staff_client

REASON = "wrote insults at the table"


def test_it_tells_seats_mails_and_trail(staff: Client, game: Game, anna: User) -> None:
    text = staff.get("/staff/people/anna/").content.decode()
    assert f"/staff/games/{game.pk}/" in text
    assert "anna@example.org" in text
    assert anna.password not in text
    assert staff.get("/staff/people/zoe/").status_code == 404


def test_suspending_tells_which_games_bots_take_over_and_reinstating_gives_them_back(
    staff: Client, game: Game, anna: User, mona: User
) -> None:
    page = "/staff/people/anna/suspend/"
    assert game.name in staff.get(page).content.decode()
    assert staff.post(page, {"reason": ""}).status_code == 200
    anna.refresh_from_db()
    assert anna.suspended_at is None
    assert staff.post(page, {"reason": REASON})["Location"] == "/staff/people/anna/"
    anna.refresh_from_db()
    assert anna.is_suspended
    assert game.seats.get(user=anna).caretaker_cause == "suspended"
    entry = AuditEntry.objects.filter(action="suspend", game=None).get()
    assert (entry.actor, entry.person, entry.reason) == (mona, anna, REASON)

    page = "/staff/people/anna/reinstate/"
    assert game.name in staff.get(page).content.decode()
    staff.post(page, {"reason": "has apologised"})
    anna.refresh_from_db()
    assert not anna.is_suspended
    assert not game.seats.get(user=anna).caretaker


def test_nobody_suspends_themselves_and_moderators_suspend_no_staff(staff: Client, mona: User, admin: User) -> None:
    for name in ("mona", "ada"):
        response = staff.post(f"/staff/people/{name}/suspend/", {"reason": REASON})
        assert response.status_code == 200
        assert "note error" in response.content.decode()
    assert not User.objects.exclude(suspended_at=None).exists()


def test_administrators_say_who_is_staff(admin: User, anna: User) -> None:
    client = staff_client(admin)
    assert (
        client.post("/staff/people/anna/rank/", {"rank": "moderator", "reason": "knows the rules"}).status_code == 302
    )
    anna.refresh_from_db()
    assert (anna.is_staff, anna.is_superuser) == (True, False)
    entry = AuditEntry.objects.get(action="administer")
    assert (entry.actor, entry.person, entry.details) == (admin, anna, {"from": "", "to": "moderator"})
    client.post("/staff/people/anna/rank/", {"rank": "", "reason": "has left"})
    anna.refresh_from_db()
    assert not anna.is_staff


def test_who_is_staff_is_said_only_with_a_fresh_proof(admin: User, anna: User) -> None:
    client = staff_client(admin, seconds_ago=3600)
    assert client.get("/staff/").status_code == 200
    response = client.post("/staff/people/anna/rank/", {"rank": "moderator", "reason": "knows the rules"})
    assert "reauthenticate" in response["Location"]
    anna.refresh_from_db()
    assert not anna.is_staff


def test_moderators_do_not_say_who_is_staff_and_nobody_says_it_of_themselves(
    staff: Client, anna: User, admin: User
) -> None:
    assert staff.post("/staff/people/anna/rank/", {"rank": "moderator", "reason": "a friend"}).status_code == 403
    response = staff_client(admin).post("/staff/people/ada/rank/", {"rank": "", "reason": "tired"})
    assert "ask another administrator" in response.content.decode()
    admin.refresh_from_db()
    assert admin.is_superuser
    anna.refresh_from_db()
    assert not anna.is_staff


def test_what_was_asked_for_by_who_is_no_staff_any_more_is_refused(staff: Client, game: Game, mona: User) -> None:
    mona.is_staff = False
    mona.save()
    assert staff.post(f"/staff/games/{game.pk}/pause/", {"reason": "late"}).status_code in (403, 404)
    game.refresh_from_db()
    assert game.paused_at is None
