"""Passkeys: where they are offered, and what they are worth. tests/e2e/test_passkeys.py uses one in a browser."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from allauth.account.authentication import AUTHENTICATION_METHODS_SESSION_KEY
from allauth.account.internal.flows.login import record_authentication
from allauth.mfa.models import Authenticator
from django.http import HttpRequest
from django.test import Client, RequestFactory
from pytest_django import Settings

from games.models import AuditEntry
from games.people.models import User
from games.people.passkeys import are_supported
from tests.accounts.keys import Key
from tests.web.pages import client_of, proved

pytestmark = pytest.mark.django_db
ADD, LOGIN = "/accounts/2fa/webauthn/add/", "/accounts/2fa/webauthn/login/"


@pytest.fixture(autouse=True)
def hosts(settings: Settings) -> None:
    settings.ALLOWED_HOSTS = ["*"]


@pytest.fixture
def mona(anna: User) -> User:
    User.objects.filter(pk=anna.pk).update(is_staff=True)
    anna.refresh_from_db()
    return anna


def with_passkey(user: User, *, seconds_ago: float = 0) -> tuple[Client, Authenticator]:
    """A browser that has just signed in by a passkey alone."""
    passkey = Authenticator.objects.create(user=user, type=Authenticator.Type.WEBAUTHN, data={"name": "a key"})
    client = Client()
    client.force_login(user)
    request = HttpRequest()
    request.session = client.session
    record_authentication(request, user, "mfa", id=passkey.pk, type=passkey.type, passwordless=True)
    request.session[AUTHENTICATION_METHODS_SESSION_KEY][-1]["at"] -= seconds_ago
    request.session.save()
    return client, passkey


@pytest.mark.parametrize(
    ("host", "is_secure", "expected"),
    [
        ("prweb.example.org", True, True),
        ("prweb.example.org", False, False),
        ("localhost:8000", False, True),
        ("127.0.0.1:8000", False, False),
        ("127.0.0.1:8443", True, False),
        ("[::1]:8443", True, False),
        ("localhost.example.org", False, False),
    ],
)
def test_passkeys_work_over_https_and_at_localhost(
    rf: RequestFactory, host: str, is_secure: bool, expected: bool
) -> None:
    assert are_supported(rf.get("/", headers={"host": host}, secure=is_secure)) is expected


@pytest.mark.parametrize(("host", "offered"), [("localhost", True), ("127.0.0.1", False)])
def test_passkeys_are_offered_where_browsers_use_them(anna: User, host: str, offered: bool) -> None:
    named = {"host": host}
    assert (b"passkey_login" in Client().get("/accounts/login/", headers=named).content) is offered
    browser = proved(client_of(anna))
    assert (b"Add a passkey" in browser.get("/accounts/2fa/", headers=named).content) is offered
    assert browser.get(ADD, headers=named).status_code == (200 if offered else 302)
    asked = Client().get(LOGIN, headers={**named, "accept": "application/json"})
    assert asked.status_code == (200 if offered else 302)


def data_of(page: Any) -> Any:
    """What a page tells its scripts."""
    found = re.search(r'<script id="js_data" type="application/json">(.*?)</script>', page.content.decode(), re.S)
    assert found is not None
    return json.loads(found[1])


def registered(user: User, *, verifies: bool = True) -> Key:
    """A key that the person has added on the page; whether the site took it is for the test to say."""
    browser = proved(client_of(user))
    browser.defaults["HTTP_HOST"] = "localhost"
    key = Key("http://localhost", "localhost", verifies)
    answer = key.made(data_of(browser.get(ADD))["creation_options"])
    browser.post(ADD, {"name": "my phone", "passwordless": "on", "credential": json.dumps(answer)})
    return key


def signed_in_by(key: Key) -> Client:
    """A browser after the sign-in by a key alone, whatever came of it."""
    client = Client(headers={"host": "localhost"})
    options = client.get(LOGIN, headers={"accept": "application/json"}).json()["request_options"]
    client.post(LOGIN, {"credential": json.dumps(key.used(options))})
    return client


def test_a_passkey_signs_in_alone_and_staff_by_it_are_staff(mona: User) -> None:
    client = signed_in_by(registered(mona))
    assert client.session["_auth_user_id"] == str(mona.pk)
    assert client.get("/staff/").status_code == 200
    assert Authenticator.objects.filter(user=mona, type="recovery_codes").exists()
    assert AuditEntry.objects.filter(person=mona, details__type="webauthn").count() == 1


def test_a_key_that_does_not_verify_its_person_is_not_taken(mona: User) -> None:
    """Else it would be one factor, and count as two."""
    registered(mona, verifies=False)
    assert not Authenticator.objects.filter(user=mona).exists()


def test_a_use_without_verifying_the_person_signs_nobody_in_and_proves_nothing(mona: User) -> None:
    key = registered(mona)
    key.verifies = False
    assert "_auth_user_id" not in signed_in_by(key).session
    browser = client_of(mona)
    browser.defaults["HTTP_HOST"] = "localhost"
    address = "/accounts/2fa/webauthn/reauthenticate/"
    for verifies, status in ((False, 302), (True, 200)):
        key.verifies = verifies
        options = data_of(browser.get(address))["request_options"]
        browser.post(address, {"credential": json.dumps(key.used(options)), "next": "/staff/"})
        assert browser.get("/staff/").status_code == status


def test_a_passkey_is_the_second_step_after_a_password(mona: User) -> None:
    key = registered(mona)
    client = Client(headers={"host": "localhost"})
    asked = client.post("/accounts/login/", {"login": "anna", "password": "password"})["Location"]
    options = data_of(client.get(asked))["request_options"]
    client.post(asked, {"credential": json.dumps(key.used(options))})
    assert client.get("/staff/").status_code == 200


def test_a_key_made_for_another_site_or_used_before_signs_nobody_in(anna: User) -> None:
    key = registered(anna)
    client = Client(headers={"host": "localhost"})
    options = client.get(LOGIN, headers={"accept": "application/json"}).json()["request_options"]
    answer = json.dumps(key.used(options))
    other = Client(headers={"host": "localhost"})
    other.get(LOGIN, headers={"accept": "application/json"})
    other.post(LOGIN, {"credential": answer})
    assert "_auth_user_id" not in other.session
    key.origin = "https://evil.example"
    client.post(LOGIN, {"credential": json.dumps(key.used(options))})
    assert "_auth_user_id" not in client.session


@pytest.mark.usefixtures("one_moment")
def test_beginning_to_sign_in_by_a_passkey_is_bounded(db: None, settings: Settings) -> None:
    settings.RATE_LIMITS_ON, settings.RATE_LIMITS = True, {**settings.RATE_LIMITS, "unknown": [(3, 60)]}
    responses = [Client().get(LOGIN, headers={"host": "localhost", "accept": "application/json"}) for _time in range(4)]
    assert [answer.status_code for answer in responses] == [200, 200, 200, 429]


def test_rubbish_for_a_passkey_signs_nobody_in(anna: User) -> None:
    for rubbish in ("", "x", "{}", '{"response": {"userHandle": "MQ"}}', "[]", "null", '{"response": null}'):
        client = Client(headers={"host": "localhost"}, raise_request_exception=False)
        client.get(LOGIN, headers={"accept": "application/json"})
        assert client.post(LOGIN, {"credential": rubbish}).status_code in (302, 400), rubbish
        assert "_auth_user_id" not in client.session


def test_staff_signed_in_by_a_passkey_are_staff(mona: User) -> None:
    client, passkey = with_passkey(mona)
    assert client.get("/staff/").status_code == 200
    passkey.delete()
    assert client.get("/staff/").status_code == 302, "a key that was removed opens nothing"


def test_a_removed_passkey_opens_nothing_though_another_factor_is_left(mona: User) -> None:
    client, passkey = with_passkey(mona)
    with_passkey(mona)
    passkey.delete()
    assert client.get("/staff/").status_code == 302


def test_staff_are_asked_for_the_passkey_again_after_a_while(mona: User, settings: Settings) -> None:
    client, _passkey = with_passkey(mona, seconds_ago=settings.TWO_FACTORS_HOURS * 3600 + 60)
    asked = client.get("/staff/", headers={"host": "localhost"})
    assert asked["Location"].startswith("/accounts/2fa/webauthn/reauthenticate/")


def test_a_person_with_a_passkey_only_is_asked_for_it_after_the_password(anna: User) -> None:
    with_passkey(anna)
    client = Client()
    signed = client.post("/accounts/login/", {"login": "anna", "password": "password"})
    assert signed["Location"] == "/accounts/2fa/authenticate/"
    assert "_auth_user_id" not in client.session


def test_a_person_s_keys_are_theirs(anna: User, bob: User) -> None:
    _client, passkey = with_passkey(anna)
    browser = proved(client_of(bob))
    for what in ("edit", "remove"):
        address = f"/accounts/2fa/webauthn/keys/{passkey.pk}/{what}/"
        assert browser.get(address).status_code == 404
        assert browser.post(address, {"name": "mine"}).status_code == 404
    assert Authenticator.objects.get(pk=passkey.pk).data["name"] == "a key"


def test_browsers_may_use_passkeys_on_our_pages_only(anna: User) -> None:
    policy = Client().get("/")["Permissions-Policy"]
    assert "publickey-credentials-get=(self)" in policy
    assert "publickey-credentials-create=(self)" in policy
