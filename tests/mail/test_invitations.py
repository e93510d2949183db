"""Mails to people who did not ask for them: bounded, without words that could mislead, and ended by one click."""

from __future__ import annotations

import re
from datetime import timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage

import pytest
import time_machine
from django.contrib.auth.hashers import MD5PasswordHasher
from django.test import Client
from django.utils import timezone
from django.utils.html import urlize
from pytest_django import Settings

from games.mail.compose import compose
from games.mail.message import build_message
from games.models import Delivery, Game, InvitationOptOut, Notification
from games.people.models import User
from games.table.errors import TooMany
from games.table.open_games import SeatPlan, open_game
from games.time_control import TimeControl
from tests.access.world import KIND
from tests.api.programs import Program, program_of
from tests.factories import UserFactory
from tests.mail.conftest import delivered
from tests.web.pages import client_of

pytestmark = pytest.mark.django_db
Kind, Status = Notification.Kind, Delivery.Status
STRANGER = "stranger@example.net"


def invited(host: User, *addresses: str, name: str = "Friday table") -> Game:
    seats = [SeatPlan("me"), *(SeatPlan("invited", email=address) for address in addresses)]
    return open_game(host, name=name, kind=KIND, options={}, seats=seats, time_control=TimeControl(timedelta(days=3)))


def invitation(game: Game) -> Delivery:
    return Delivery.objects.get(kind=Kind.INVITATION, game=game)


def as_sent(row: Delivery) -> EmailMessage:
    return message_from_bytes(build_message(row, compose(row)).message().as_bytes(), policy=policy.default)


def way_out(game: Game) -> str:
    """The address behind List-Unsubscribe."""
    return str(as_sent(invitation(game))["List-Unsubscribe"]).strip("<> ").removeprefix("http://127.0.0.1:8000")


# What it says


def test_the_subject_of_an_invitation_says_nothing_that_its_sender_chose(db: None) -> None:
    host = UserFactory.create(username="winner")
    composed = compose(invitation(invited(host, STRANGER, name="Your parcel is waiting")))
    assert composed.subject == "[prweb] an invitation to a game of Puerto Rico"


def test_what_the_inviter_chose_makes_no_link_and_no_markup(db: None) -> None:
    host = UserFactory.create(username="www.evil.example")
    name = "claim@evil.example http://evil.example/x <b>now</b> \u202egro.live"
    game = invited(host, STRANGER)
    Game.objects.filter(pk=game.pk).update(name=name)  # as names were taken once
    composed = compose(invitation(game))
    assert "evil" in composed.text
    for line in composed.text.splitlines():
        if "127.0.0.1" not in line:
            assert "<a" not in urlize(line), line
    assert "\u202e" not in composed.text + composed.html
    assert not re.search(r"evil\.example", composed.html)
    assert not re.search(r'href="[^"]*evil', composed.html)
    assert not re.search(r"<a [^>]*>[^<]*evil", composed.html)
    assert "<b>now" not in composed.html


# Never again


def test_an_invitation_says_how_to_get_no_more_of_them(anna: User) -> None:
    game = invited(anna, STRANGER)
    sent = as_sent(invitation(game))
    assert sent["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    composed = compose(invitation(game))
    assert way_out(game) in composed.text
    assert way_out(game) in composed.html


def test_looking_at_the_way_out_changes_nothing(anna: User, client: Client) -> None:
    page = client.get(way_out(invited(anna, STRANGER)))
    assert page.status_code == 200
    assert not InvitationOptOut.objects.exists()


def test_one_click_of_a_mail_program_ends_all_invitations_to_the_address(anna: User, bob: User) -> None:
    program = Client(enforce_csrf_checks=True)
    first = invited(anna, STRANGER)
    assert program.post(way_out(first), {"List-Unsubscribe": "One-Click"}).status_code == 200
    invited(bob, "Stranger@Example.net")
    invited(bob, "another@example.net")
    assert [sent.to for sent in delivered()] == [["another@example.net"]]


def test_of_who_wants_no_invitations_no_address_is_kept(anna: User, client: Client) -> None:
    game = invited(anna, STRANGER)
    client.post(way_out(game))
    client.post(way_out(game))
    (row,) = InvitationOptOut.objects.values_list()
    assert "stranger" not in str(row)
    assert "stranger" not in way_out(game)


def test_who_changes_their_mind_is_invited_again(anna: User, bob: User, client: Client) -> None:
    path = way_out(invited(anna, STRANGER))
    client.post(path)
    client.post(path, {"again": "yes"})
    invited(bob, STRANGER)
    assert len(delivered()) == 2


@pytest.mark.parametrize("change", ["x", "%00", ":"])
def test_a_forged_way_out_is_not_found(anna: User, client: Client, change: str) -> None:
    path = way_out(invited(anna, STRANGER))
    assert client.post(f"{path[:-2]}{change}/").status_code == 404
    assert not InvitationOptOut.objects.exists()


def test_a_new_key_of_the_site_forgets_nobody_who_wants_no_invitations(
    anna: User, client: Client, settings: Settings
) -> None:
    path = way_out(invited(anna, STRANGER))
    delivered()
    client.post(path)
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another-key-of-the-site-that-is-long-enough"
    again = invitation(invited(anna, STRANGER))
    delivered()
    again.refresh_from_db()
    assert again.status == Status.DROPPED
    assert client.get(path).status_code == 200


def test_the_inviter_is_not_told_who_wants_no_invitations(anna: User, client: Client) -> None:
    client.post(way_out(invited(anna, STRANGER)))
    pages = []
    for address in (STRANGER, "another@example.net"):
        game = invited(anna, address)
        delivered()
        page = client_of(anna).get(f"/games/{game.pk}/").content.decode()
        for own in (game.pk, game.invitation_code, address):
            page = page.replace(own, "")
        pages.append("".join(line for line in page.splitlines() if "csrf" not in line))
    assert pages[0] == pages[1]


# How many


def test_nobody_invites_more_people_a_day_than_allowed_by_pages_and_programs_together(
    anna: User, bob: User, settings: Settings
) -> None:
    settings.INVITATIONS_PER_HOST_PER_DAY = 3
    form = {
        "name": "By the page",
        "seat_count": "3",
        "turn_limit": "86400",
        "seat0_kind": "me",
        "seat1_kind": "invited",
        "seat1_email": "a@example.net",
        "seat2_kind": "invited",
        "seat2_email": "b@example.net",
    }
    assert client_of(anna).post("/games/new/", form).status_code == 302
    body = {"kind": KIND, "seats": [{"kind": "me"}, *({"kind": "invited", "email": f"{n}@example.net"} for n in "cd")]}
    program: Program = program_of(anna)
    problem = program.post("games/", body, 409)
    assert "3" in problem["detail"]
    refused = client_of(anna).post("/games/new/", form)
    assert refused.status_code == 422
    assert "invite" in refused.content.decode()
    assert Delivery.objects.filter(kind=Kind.INVITATION).count() == 2
    invited(anna, "e@example.net")
    invited(bob, "f@example.net")
    with pytest.raises(TooMany):
        invited(anna, "g@example.net")
    with time_machine.travel(timezone.now() + timedelta(days=1, minutes=1)):
        invited(anna, "g@example.net")


def test_who_wants_no_invitations_counts_as_invited_all_the_same(
    anna: User, client: Client, settings: Settings
) -> None:
    client.post(way_out(invited(anna, STRANGER)))
    settings.INVITATIONS_PER_HOST_PER_DAY = 2
    invited(anna, STRANGER)
    delivered()
    with pytest.raises(TooMany):
        invited(anna, "another@example.net")


def test_nobody_gets_more_mails_a_day_that_they_did_not_ask_for_than_allowed(
    anna: User, bob: User, settings: Settings
) -> None:
    settings.MAIL_UNASKED_PER_DAY = 3
    invited(bob, anna.email)
    for _time in range(2):
        Client().post("/accounts/login/code/", {"email": anna.email.upper()})
        Client().post("/accounts/password/reset/", {"email": anna.email})
    assert len(delivered()) == 3
    assert Delivery.objects.filter(status=Status.DROPPED, notification__content={}).count() == 2


@pytest.mark.usefixtures("one_moment")
def test_one_client_does_not_use_up_the_codes_that_an_address_gets_in_a_day(anna: User, settings: Settings) -> None:
    settings.RATE_LIMITS_ON, settings.RATE_LIMITS = True, {"unknown": [(99, 60)], "account mail": [(2, 86400)]}
    attacked = [Client(REMOTE_ADDR="192.0.2.1").post("/accounts/login/code/", {"email": anna.email}) for _time in "abc"]
    assert {(answer.status_code, answer["Location"]) for answer in attacked} == {(302, "/accounts/login/code/confirm/")}
    assert len(delivered()) == 2
    Client(REMOTE_ADDR="192.0.2.2").post("/accounts/login/code/", {"email": anna.email})
    assert len(delivered()) == 3


def test_what_was_done_to_the_account_is_told_however_many_mails_came(anna: User, settings: Settings) -> None:
    settings.MAIL_UNASKED_PER_DAY = 0
    browser = Client()
    browser.post("/accounts/login/", {"login": "anna", "password": "password"})
    new = "another-long-password-3"
    browser.post("/accounts/password/change/", {"oldpassword": "password", "password1": new, "password2": new})
    assert len(delivered()) == 1


# Who has an account


def what_is_told(path: str, form: dict[str, str]) -> list[object]:
    """All that somebody sees who sends a form and goes where it leads, but for the address they typed themselves."""
    browser = Client()
    answer = browser.post(path, form)
    page = browser.get(answer["Location"])
    text = page.content.decode().replace(form["email"], "")
    text = "".join(line for line in text.splitlines() if "csrf" not in line)
    cookies = sorted((name, cookie["max-age"]) for name, cookie in browser.cookies.items())
    return [answer.status_code, answer["Location"], page.status_code, text, cookies, sorted(browser.session.keys())]


@pytest.mark.parametrize("path", ["/accounts/signup/", "/accounts/password/reset/", "/accounts/login/code/"])
def test_what_an_address_is_answered_is_the_same_with_and_without_an_account(anna: User, path: str) -> None:
    forms = [
        {"email": address, "username": f"newcomer{number}", "password1": "kHj38-bvA-long"}
        for number, address in enumerate((anna.email, "nobody@example.org"))
    ]
    known, unknown = (what_is_told(path, form) for form in forms)
    assert known == unknown


def test_a_sign_up_does_the_same_work_with_and_without_an_account(anna: User, monkeypatch: pytest.MonkeyPatch) -> None:
    hashed: list[str] = []
    encode = MD5PasswordHasher.encode

    def counted(hasher: MD5PasswordHasher, password: str, salt: str) -> str:
        hashed.append(password)
        return encode(hasher, password, salt)

    monkeypatch.setattr(MD5PasswordHasher, "encode", counted)
    counts = []
    for number, address in enumerate((anna.email, "nobody@example.org")):
        hashed.clear()
        form = {"email": address, "username": f"newcomer{number}", "password1": "kHj38-bvA-long"}
        Client().post("/accounts/signup/", form)
        counts.append(len(hashed))
    assert counts == [1, 1]


@pytest.mark.parametrize("path", ["/accounts/password/reset/", "/accounts/login/code/"])
def test_an_address_without_an_account_gets_no_mail_when_somebody_types_it(client: Client, db: None, path: str) -> None:
    client.post(path, {"email": "nobody@example.org"})
    assert not Delivery.objects.exists()


def test_a_code_that_was_never_sent_is_asked_for_and_refused_like_any_other(anna: User) -> None:
    shown = []
    for address in (anna.email, "nobody@example.org"):
        browser = Client()
        browser.post("/accounts/login/code/", {"email": address})
        answers = [browser.post("/accounts/login/code/confirm/", {"code": "AAAA-AAAA"}) for _time in range(4)]
        shown.append([(answer.status_code, answer.get("Location", "")) for answer in answers])
    assert shown[0] == shown[1]
