"""What asks anew who somebody is, and how they prove it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.totp.internal.auth import TOTP
from django.core import mail
from django.core.cache import cache
from django.test import Client

from games.models import Delivery, Notification
from games.notifications import delivery
from games.people.models import ApiToken, User
from games.table import api_tokens
from tests.api.programs import Program
from tests.deliveries import content_of
from tests.staff.codes import KEY, code_now
from tests.web.pages import client_of, forms, proved

pytestmark = pytest.mark.django_db
BY_MAIL = "/accounts/reauthenticate/code/"
TOKEN = {"name": "at home", "account": "anna", "scopes": ["read"], "key": "k"}
GOOD = "correct horse 9 battery"


@pytest.fixture
def passwordless(anna: User) -> User:
    """Signs in by mailed codes."""
    anna.set_unusable_password()
    anna.save()
    return anna


def code_of(recipient: str) -> str:
    """The newest code that was mailed to somebody."""
    texts = [str(one.body) for one in mail.outbox if recipient in one.to]
    texts += [str(content_of(row)) for row in Delivery.objects.filter(address=recipient).order_by("pk")]
    return str(re.findall(r"(?:^|\\n|\s)([A-Z0-9]{3,}-?[A-Z0-9]{3,})(?:$|\\n|\s)", texts[-1], re.MULTILINE)[-1])


def test_making_a_token_asks_for_the_password_and_goes_on_from_there(anna: User) -> None:
    browser = client_of(anna)
    asked = browser.post("/preferences/tokens/make/", TOKEN)
    assert asked["Location"].startswith("/accounts/reauthenticate/?next=")
    assert not ApiToken.objects.exists()
    wrong = browser.post(asked["Location"], {"password": "wrong", "next": "/preferences/tokens/make/"})
    assert wrong.status_code == 200
    made = browser.post(asked["Location"], {"password": "password", "next": "/preferences/tokens/make/"})
    assert re.search(r"prweb_[0-9a-f]{64}", made.content.decode())
    assert ApiToken.objects.get().name == "at home"


def test_changing_the_address_asks_for_the_password(anna: User) -> None:
    browser = client_of(anna)
    wish = {"email": "new@example.org", "action_add": ""}
    assert browser.post("/accounts/email/", wish)["Location"].startswith("/accounts/reauthenticate/")
    assert not EmailAddress.objects.filter(email="new@example.org").exists()
    proved(browser).post("/accounts/email/", wish)
    assert EmailAddress.objects.filter(email="new@example.org", verified=False).exists()


def test_whoever_signs_in_by_code_only_is_asked_for_a_mailed_code(passwordless: User) -> None:
    browser = client_of(passwordless)
    asked = browser.post("/preferences/tokens/make/", TOKEN)
    assert asked["Location"].startswith(BY_MAIL)
    assert browser.get(asked["Location"]).status_code == 200
    assert not Delivery.objects.exists(), "looking mails nothing"
    assert not mail.outbox
    browser.post(BY_MAIL, {"action": "send", "next": "/preferences/tokens/make/"})
    code = code_of(passwordless.email)
    assert browser.post(BY_MAIL, {"code": "AAA-AAA"}).status_code == 200
    made = browser.post(BY_MAIL, {"code": code, "next": "/preferences/tokens/make/"})
    assert re.search(r"prweb_[0-9a-f]{64}", made.content.decode())


def test_a_mailed_code_is_good_once_and_for_few_attempts(passwordless: User) -> None:
    browser = client_of(passwordless)
    browser.post(BY_MAIL, {"action": "send"})
    code = code_of(passwordless.email)
    for _time in range(3):
        browser.post(BY_MAIL, {"code": "AAA-AAA"})
    browser.post(BY_MAIL, {"code": code})
    assert browser.post("/preferences/tokens/make/", TOKEN).status_code == 302
    assert browser.post(BY_MAIL, {"code": ""}).status_code == 200
    browser.post(BY_MAIL, {"action": "send"})
    code = code_of(passwordless.email)
    assert browser.post(BY_MAIL, {"code": code}).status_code == 302
    assert browser.post("/preferences/tokens/make/", TOKEN).status_code == 200
    other = client_of(passwordless)
    assert other.post(BY_MAIL, {"code": code}).status_code == 200
    assert other.post("/preferences/tokens/make/", TOKEN).status_code == 302


def test_setting_a_first_password_asks_for_a_mailed_code(passwordless: User) -> None:
    browser = client_of(passwordless)
    asked = browser.post("/accounts/password/set/", {"password1": GOOD, "password2": GOOD})
    assert asked["Location"].startswith(BY_MAIL)
    passwordless.refresh_from_db()
    assert not passwordless.has_usable_password()


def test_the_mailbox_is_no_proof_for_whoever_has_a_second_factor(passwordless: User) -> None:
    TOTP.activate(passwordless, KEY)
    browser = client_of(passwordless)
    asked = browser.post("/preferences/tokens/make/", TOKEN)
    assert asked["Location"].startswith("/accounts/2fa/reauthenticate/")
    assert browser.post(BY_MAIL, {"action": "send"})["Location"].startswith("/accounts/2fa/reauthenticate/")
    assert BY_MAIL not in browser.get(asked["Location"]).content.decode()
    browser.post("/accounts/2fa/reauthenticate/", {"code": code_now()})
    assert browser.post("/preferences/tokens/make/", TOKEN).status_code == 200


def test_a_name_under_attack_signs_in_and_proves_itself_by_code(anna: User, settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = {}
    cache.clear()
    for place, login in enumerate(("anna", anna.email)):
        for _time in range(6):
            Client(REMOTE_ADDR=f"203.0.113.{place}").post("/accounts/login/", {"login": login, "password": "wrong"})
    browser = Client(REMOTE_ADDR="192.0.2.1")
    browser.post("/accounts/login/", {"login": anna.email, "password": "password"})
    assert "_auth_user_id" not in browser.session, "the attack has shut the password out"
    browser.post("/accounts/login/code/", {"email": anna.email})
    browser.post("/accounts/login/code/confirm/", {"code": code_of(anna.email)})
    assert browser.session["_auth_user_id"] == str(anna.pk)
    assert browser.post("/accounts/reauthenticate/", {"password": "password"}).status_code == 200
    assert BY_MAIL in browser.get("/accounts/reauthenticate/").content.decode()
    browser.post(BY_MAIL, {"action": "send"})
    assert browser.post(BY_MAIL, {"code": code_of(anna.email)}).status_code == 302
    assert browser.post("/preferences/tokens/make/", TOKEN).status_code == 200


def test_strangers_who_ask_for_codes_do_not_use_up_those_of_the_owner(anna: User, settings: Any) -> None:
    """Neither the requests a minute nor the mails a day, where the owner has been before."""
    settings.ACCOUNT_RATE_LIMITS, settings.MAIL_UNASKED_PER_DAY = {}, 2
    cache.clear()
    Client(REMOTE_ADDR="192.0.2.1").post("/accounts/login/", {"login": "anna", "password": "password"})
    for number in range(5):
        Client(REMOTE_ADDR=f"203.0.113.{number}").post("/accounts/login/code/", {"email": anna.email})
    deliver_all()
    assert Delivery.objects.filter(status=Delivery.Status.SENT).count() == 2
    assert Client(REMOTE_ADDR="198.51.100.1").post("/accounts/login/code/", {"email": anna.email}).status_code == 200
    browser = Client(REMOTE_ADDR="192.0.2.200")
    assert browser.post("/accounts/login/code/", {"email": anna.email}).status_code == 302
    code = code_of(anna.email)
    deliver_all()
    assert Delivery.objects.filter(status=Delivery.Status.SENT).count() == 3
    browser.post("/accounts/login/code/confirm/", {"code": code})
    assert browser.session["_auth_user_id"] == str(anna.pk)


def deliver_all() -> None:
    for row in Delivery.objects.filter(status=Delivery.Status.PENDING):
        delivery.deliver(row.pk)


# What becomes of tokens


@pytest.mark.parametrize("keep", [False, True])
def test_another_password_revokes_tokens_unless_they_are_to_be_kept(anna: User, robo: User, keep: bool) -> None:
    programs = [
        Program(api_tokens.create_token(anna, "hers").secret),
        Program(api_tokens.create_token(anna, "its own", robo).secret),
    ]
    Delivery.objects.all().delete()
    sent = {"oldpassword": "password", "password1": GOOD, "password2": GOOD, **({"keep_tokens": "on"} if keep else {})}
    browser = client_of(anna)
    assert "keep_tokens" in browser.get("/accounts/password/change/").content.decode()
    assert browser.post("/accounts/password/change/", sent).status_code == 302
    for program in programs:
        program.ask("me/", 200 if keep else 401)
    notices = Notification.objects.filter(content__topic="your API tokens are revoked")
    assert [("hers" in one.content["text"], "its own" in one.content["text"]) for one in notices] == (
        [] if keep else [(True, True)]
    )


@pytest.mark.parametrize("keep", [False, True])
def test_a_reset_of_the_password_revokes_tokens_unless_they_are_to_be_kept(anna: User, keep: bool) -> None:
    program = Program(api_tokens.create_token(anna, "hers").secret)
    browser = Client()
    browser.post("/accounts/password/reset/", {"email": anna.email})
    texts = [str(one.body) for one in mail.outbox] + [str(row.content) for row in Notification.objects.all()]
    link = re.findall(r"/accounts/password/reset/key/[\w-]+/", " ".join(texts))[-1]
    form = browser.get(link)["Location"]
    sent = {"password1": GOOD, "password2": GOOD, **({"keep_tokens": "on"} if keep else {})}
    assert "keep_tokens" in browser.get(form).content.decode()
    browser.post(form, sent)
    assert Client().login(username="anna", password=GOOD)
    program.ask("me/", 200 if keep else 401)


@pytest.mark.parametrize("keep", [False, True])
def test_another_address_revokes_tokens_unless_they_are_to_be_kept(anna: User, keep: bool) -> None:
    program = Program(api_tokens.create_token(anna, "hers").secret)
    browser = proved(client_of(anna))
    browser.post("/accounts/email/", {"email": "new@example.org", "action_add": ""})
    program.ask("me/")
    texts = [str(one.body) for one in mail.outbox] + [str(row.content) for row in Notification.objects.all()]
    link = re.findall(r"/accounts/confirm-email/[^\s'\\]+/", " ".join(texts))[-1]
    form = next(form for form in forms(browser.get(link)) if "confirm-email" in form.action)
    browser.post(form.action, form.pressed(**({"keep_tokens": "on"} if keep else {})))
    anna.refresh_from_db()
    assert anna.email == "new@example.org"
    program.ask("me/", 200 if keep else 401)


def test_a_failed_change_of_the_password_revokes_nothing(anna: User) -> None:
    program = Program(api_tokens.create_token(anna, "hers").secret)
    sent = {"oldpassword": "wrong", "password1": GOOD, "password2": GOOD}
    client_of(anna).post("/accounts/password/change/", sent)
    program.ask("me/")
