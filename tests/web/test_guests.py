"""A visitor tries a game without an account, and keeps it by signing up or in; else it is gone after a day."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from games.access import Permission
from games.models import AuditEntry, Delivery, Game, Move, Notification, Seat, Submission, Turn
from games.people.models import User
from games.table import broken_games, clock, guests, pausing, tasks
from games.table.audit import note
from games.table.resignation import resign
from games.table.suspension import suspend
from games.table.takeback import can_undo, undo
from tests.factories import UserFactory
from tests.staff.signing_in import staff_client
from tests.table.games import bots_play, fresh
from tests.web.pages import answer_form, client_of, forms

pytestmark = pytest.mark.django_db
BANNER = "You are playing as a guest until"
DAY = timedelta(hours=25)
NEW = {"email": "nora@example.org", "username": "nora", "password1": "a long enough phrase"}


@pytest.fixture(autouse=True)
def celery(sent: list[str]) -> list[str]:
    return sent


def tried(client: Client, kind: str = "puerto-rico") -> Game:
    """As a visitor presses the button of the first page."""
    form = next(form for form in forms(client.get("/")) if form.action == "/try/" and form.fields["kind"] == kind)
    response = client.post("/try/", form.pressed(), follow=True)
    assert response.status_code == 200
    return Game.objects.get(pk=response.redirect_chain[-1][0].split("/")[2])


def stepped_out(client: Client, by: str = "sign-up") -> Any:
    return client.post("/try/keep/", {"by": by}, follow=True)


def signed_up(client: Client, **changes: str) -> str:
    """Sign up as the form says; the link in the mail that proves the address."""
    response = client.post("/accounts/signup/", NEW | changes)
    assert response["Location"] == "/accounts/confirm-email/"
    text = Notification.objects.filter(kind=Notification.Kind.ACCOUNT).latest("pk").content["text"]
    found = re.search(r"/accounts/confirm-email/[^/\s]+/", text)
    assert found
    return found[0]


def play_a_turn(client: Client, game: Game) -> None:
    bots_play(game)
    form = answer_form(client.get(f"/games/{game.pk}/"))
    assert form is not None
    pressed = form.pressed(form.buttons[0]) if form.buttons else {}
    assert client.post(form.action, pressed, follow=True).status_code == 200, form


def test_a_visitor_plays_the_first_turn_without_an_account(client: Client) -> None:
    game = tried(client, "san-juan")
    assert game.kind == "san-juan"
    assert game.status == Game.Status.RUNNING
    assert game.visibility == Game.Visibility.PRIVATE
    assert game.seat_count == 3
    assert game.host.username.startswith("guest-")
    play_a_turn(client, game)
    assert fresh(game).moves.filter(source=Move.Source.WEB).exists()
    assert Submission.objects.filter(by=game.host).exists()
    assert BANNER in client.get(f"/games/{game.pk}/").content.decode()
    assert BANNER in client.get("/").content.decode()
    assert client.get(f"/games/{game.pk}/rules/").status_code == 200
    assert client.get(f"/games/{game.pk}/replay/0/").status_code == 200
    assert client.get(f"/games/{game.pk}/log/").status_code == 200


def test_looking_at_the_first_page_makes_no_guest(client: Client) -> None:
    client.get("/")
    assert client.get("/try/").status_code == 405
    assert not User.objects.exists()
    unproved = Client(enforce_csrf_checks=True)
    assert unproved.post("/try/", {"kind": "puerto-rico"}).status_code == 403
    assert client.post("/try/", {"kind": "chess"}).status_code == 404
    assert not User.objects.exists()


def test_nobody_else_can_be_called_like_a_guest(client: Client) -> None:
    response = client.post("/accounts/signup/", NEW | {"username": "guest-7k3f"})
    assert "This name is kept for the site itself" in response.content.decode()


@pytest.mark.usefixtures("one_moment")
def test_one_client_makes_only_so_many_guests(settings: Settings) -> None:
    settings.RATE_LIMITS_ON = True
    settings.RATE_LIMITS = {**settings.RATE_LIMITS, "guest": [(2, 3600)]}
    for _time in range(2):
        tried(Client())
    response = Client().post("/try/", {"kind": "puerto-rico"})
    assert response.status_code == 429
    assert "/accounts/signup/" in response.content.decode()
    assert Client(REMOTE_ADDR="192.0.2.9").post("/try/", {"kind": "puerto-rico"}).status_code == 302
    assert User.objects.count() == 3


def test_there_are_only_so_many_guests_at_a_time(settings: Settings) -> None:
    settings.GUESTS = 1
    tried(Client())
    response = Client().post("/try/", {"kind": "puerto-rico"})
    assert response.status_code == 503
    assert "/accounts/signup/" in response.content.decode()
    assert Game.objects.count() == 1


def test_an_operator_can_do_without_guests(client: Client, settings: Settings) -> None:
    settings.GUESTS = 0
    assert "/try/" not in client.get("/").content.decode()
    assert client.post("/try/", {"kind": "puerto-rico"}).status_code == 503


def test_a_guest_is_offered_and_allowed_nothing_but_the_game(client: Client, anna: User) -> None:
    game = tried(client)
    page = client.get("/").content.decode()
    for address in ("/games/", "/games/new/", "/preferences/"):
        assert f'href="{address}"' not in page
        assert client.get(address).status_code == 403, address
    for address in ("/accounts/email/", "/accounts/password/set/", "/accounts/2fa/", "/preferences/programs/"):
        assert client.get(address).status_code == 403, address
    assert client.post("/try/", {"kind": "puerto-rico"}).status_code == 403
    assert client.post(f"/games/{game.pk}/visibility/", {"visibility": "public"}).status_code in (403, 404)
    assert client.post("/api/v1/games/", {}, content_type="application/json").status_code == 403


def test_no_mail_is_ever_written_for_a_guest(client: Client, settings: Settings) -> None:
    settings.CARETAKER_LEVEL = "random"
    game = tried(client, "san-juan")
    play_a_turn(client, game)
    bots_play(game)
    pausing.pause(game.pk, None, "a reason to be told")
    pausing.resume(game.pk, None, "another one")
    undo_if_possible(game)
    bots_play(game)
    with time_machine.travel(timezone.now() + guests.TIME_CONTROL.per_turn + timedelta(hours=1)):
        clock.tick()
        clock.tick()
    suspend(game.host, None, "for a test")
    assert not Delivery.objects.exists()


def undo_if_possible(game: Game) -> None:
    seat = game.seats.get(user=game.host)
    if can_undo(fresh(game), seat):
        undo(game.pk, game.host)


def test_a_guest_and_the_game_are_gone_after_a_day(client: Client) -> None:
    game = tried(client, "san-juan")
    play_a_turn(client, game)
    bots_play(game)
    undo_if_possible(game)
    note(clock.TIME_OUT, by=None, game=game, seat=0, person=game.host)
    assert guests.delete_expired_guests() == 0
    session = client.cookies["prweb"].value
    with time_machine.travel(timezone.now() + DAY):
        assert BANNER not in client.get("/").content.decode()
        assert client.get(f"/games/{game.pk}/").status_code == 302
        tasks.forget_guests()
        assert BANNER not in client.get("/").content.decode()
    for model in (User, Game, Seat, Turn, Submission, Move):
        assert not model._default_manager.exists(), model
    assert not Session.objects.filter(session_key=session).exists()
    (opened, *_more) = AuditEntry.objects.filter(action=Permission.OPEN_GAME)
    assert (opened.actor, opened.game, opened.person) == (None, None, None)
    assert opened.details["guest"] is True


def test_a_guest_s_game_that_does_not_replay_is_shown_to_staff_like_any_other(client: Client) -> None:
    game = tried(client)
    assert broken_games.pause_broken_game(game.pk, 3)
    assert broken_games.broken_game_note(fresh(game)) is not None


def test_a_guest_s_game_that_staff_acted_on_stays_with_a_former_player(client: Client, bob: User) -> None:
    bob.is_staff = True
    bob.save()
    staff_client(bob)
    game = tried(client)
    bob.two_factors = True
    pausing.pause(game.pk, bob, "to look at it")
    with time_machine.travel(timezone.now() + DAY):
        assert guests.delete_expired_guests() == 1
        assert guests.delete_expired_guests() == 0
    kept = fresh(game)
    assert kept.status == Game.Status.ABORTED
    assert kept.host.closed_at is not None
    assert kept.host.shown_name == "former player"
    assert not Delivery.objects.exists()


def test_staff_see_whose_game_a_guest_s_is(client: Client, bob: User) -> None:
    bob.is_staff = True
    bob.save()
    game = tried(client)
    staff = staff_client(bob)
    assert "a guest’s game" in staff.get(f"/staff/games/{game.pk}/").content.decode()
    assert "guest until" in staff.get(f"/staff/people/{game.host.username}/").content.decode()


def test_whoever_signs_up_and_proves_the_address_has_the_game(client: Client) -> None:
    game = tried(client, "san-juan")
    play_a_turn(client, game)
    guest = game.host
    key = client.session.session_key
    assert "Sign up" in stepped_out(client).content.decode()
    assert SESSION_KEY not in client.session
    assert client.session.session_key != key
    link = signed_up(client)
    assert not Seat.objects.filter(user__username="nora").exists()
    client.post(link)
    is_now_of(game, User.objects.get(username="nora"))
    before = client.session.session_key
    client.post("/accounts/login/", {"login": "nora", "password": NEW["password1"]})
    assert client.session.session_key != before
    assert not User.objects.filter(pk=guest.pk).exists()
    assert BANNER not in client.get("/").content.decode()
    bots_play(game)
    assert answer_form(client.get(f"/games/{game.pk}/")) is not None
    assert Delivery.objects.filter(kind=Notification.Kind.TURN, address="nora@example.org").exists()


def is_now_of(game: Game, person: User) -> None:
    now = fresh(game)
    assert now.host == person
    assert now.seats.filter(user=person).count() == 1
    assert not Submission.objects.filter(turn__game=game).exclude(by__in=[person]).exclude(by=None).exists()
    assert AuditEntry.objects.filter(action=Permission.KEEP_GUEST_GAME, actor=person, game=game).count() == 1


def test_the_address_may_be_proved_in_another_browser_while_the_guest_plays_on(client: Client) -> None:
    game = tried(client)
    stepped_out(client)
    link = signed_up(client)
    page = client.get("/").content.decode()
    assert "Go on playing as a guest" in page
    assert client.post("/try/return/", follow=True).redirect_chain[-1][0] == f"/games/{game.pk}/"
    play_a_turn(client, game)
    with time_machine.travel(timezone.now() + timedelta(days=2)):
        assert guests.delete_expired_guests() == 0
        phone = Client()
        assert phone.post(link).status_code in (200, 302)
        is_now_of(game, User.objects.get(username="nora"))
        assert BANNER not in client.get("/").content.decode()
        assert client.get(f"/games/{game.pk}/").status_code == 302


def test_a_sign_up_that_nobody_confirms_keeps_nothing(client: Client) -> None:
    game = tried(client)
    stepped_out(client)
    signed_up(client)
    with time_machine.travel(timezone.now() + timedelta(days=9)):
        assert guests.delete_expired_guests() == 1
    assert not Game.objects.filter(pk=game.pk).exists()
    assert not EmailAddress.objects.filter(verified=True).exists()


def test_signing_up_again_and_again_makes_no_guest_last_longer(client: Client) -> None:
    game = tried(client)
    stepped_out(client)
    signed_up(client)
    first = User.objects.get(pk=game.host_id).guest_until
    with time_machine.travel(timezone.now() + timedelta(days=2)):
        signed_up(client, username="nora2", email="nora2@example.org")
    assert User.objects.get(pk=game.host_id).guest_until == first


def test_a_guest_s_sign_up_does_not_tell_whether_there_is_an_account(anna: User) -> None:
    answers: list[str] = []
    for address in (anna.email, "nobody@example.org"):
        browser = Client()
        with time_machine.travel(timezone.now().replace(second=0, microsecond=0), tick=False):
            tried(browser)
            stepped_out(browser)
            answer = browser.post("/accounts/signup/", NEW | {"email": address, "username": f"n{len(answers)}nora"})
            page = browser.get(answer["Location"]).content.decode()
        answers.append(page.replace(address, "…").split("<main", 1)[1].split("</main", 1)[0])
    masked = [re.sub(r'value="[^"]+"', "", text) for text in answers]
    assert masked[0] == masked[1]
    assert "is kept until" in masked[0]


def test_whoever_has_an_account_signs_in_and_has_the_game(client: Client, anna: User) -> None:
    game = tried(client)
    assert stepped_out(client, "sign-in").redirect_chain[-1][0] == "/accounts/login/"
    response = client.post("/accounts/login/", {"login": "anna", "password": "password"}, follow=True)
    assert response.redirect_chain[-1][0] == f"/games/{game.pk}/"
    is_now_of(game, anna)


def test_whoever_has_too_many_games_is_told_so_and_can_take_it_over_later(
    client: Client, anna: User, settings: Settings
) -> None:
    settings.HOSTED_GAMES_PER_PERSON = 0
    game = tried(client)
    stepped_out(client, "sign-in")
    page = client.post("/accounts/login/", {"login": "anna", "password": "password"}, follow=True).content.decode()
    assert "You may be the host of 0" in page
    assert "Take it over" in page
    assert fresh(game).host.is_guest
    settings.HOSTED_GAMES_PER_PERSON = 20
    client.post("/try/keep/")
    is_now_of(game, anna)
    assert "Take it over" not in client.get("/").content.decode()


def test_suspended_people_take_no_game_over(client: Client, anna: User) -> None:
    suspend(anna, None, "for a test")
    game = tried(client)
    stepped_out(client, "sign-in")
    client.post("/accounts/login/", {"login": "anna", "password": "password"})
    client.post("/try/keep/")
    assert fresh(game).host.is_guest


def test_nobody_takes_over_the_game_of_a_guest_they_were_not(client: Client, anna: User) -> None:
    game = tried(client)
    browser = client_of(anna)
    assert browser.post("/try/keep/")["Location"] == "/"
    assert Client().post("/try/return/")["Location"] == "/"
    assert fresh(game).host.is_guest


def test_a_guest_resigns_like_anybody_and_is_forgotten_all_the_same(client: Client) -> None:
    game = tried(client, "san-juan")
    resign(game.pk, game.host)
    bots_play(game)
    assert fresh(game).status == Game.Status.FINISHED
    assert client.get(f"/results/{fresh(game).share_code}/").status_code == 200
    with time_machine.travel(timezone.now() + DAY):
        assert guests.delete_expired_guests() == 1
    assert not Game.objects.exists()


def test_a_person_takes_a_finished_game_over_too(client: Client) -> None:
    game = tried(client, "san-juan")
    resign(game.pk, game.host)
    bots_play(game)
    kept = guests.take_over_game(game.host_id, UserFactory.create(username="nora"))
    assert kept.host.username == "nora"
