"""What a password may be, and how often it may be guessed."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client, RequestFactory
from pytest_django import Settings

from games.people.models import User
from games.rate_limits import client_address
from tests.web.pages import client_of

pytestmark = pytest.mark.django_db
BAD = {
    "kHj38-bvA": "too short",
    "90172634518": "entirely numeric",
    "basketball": "too common",
    "anna@example.org": "too similar",
}


@pytest.fixture
def limited(settings: Settings, one_moment: None) -> None:
    settings.ACCOUNT_RATE_LIMITS = {}


@pytest.mark.parametrize(("password", "reason"), BAD.items())
def test_a_bad_password_is_refused_wherever_one_is_chosen(anna: User, password: str, reason: str) -> None:
    wish = {"oldpassword": "password", "password1": password, "password2": password}
    assert reason in client_of(anna).post("/accounts/password/change/", wish).content.decode()
    sign_up = {"email": "anna@example.com", "username": "anna-example", "password1": password}
    page = Client().post("/accounts/signup/", sign_up).content.decode()
    assert (reason in page) or password == "anna@example.org"
    anna.refresh_from_db()
    assert anna.check_password("password")


def test_a_password_from_before_the_rules_still_signs_in(anna: User) -> None:
    anna.set_password("kHj38")
    anna.save()
    client = Client()
    assert client.post("/accounts/login/", {"login": "anna", "password": "kHj38"}).status_code == 302
    assert client.session["_auth_user_id"] == str(anna.pk)


def guess(address: str, name: str) -> int:
    answer = Client(REMOTE_ADDR=address).post("/accounts/login/", {"login": name, "password": "wrong"})
    return 0 if "Too many failed" in answer.content.decode() else 1


def test_guesses_from_one_network_of_ipv6_are_counted_together(limited: None, settings: Settings) -> None:
    settings.RATE_LIMITS_ON = False
    tried = sum(guess(f"2001:db8:1:2::{number:x}", f"name{number}") for number in range(1, 16))
    assert tried == 10
    assert guess("2001:db8:1:3::1", "name99")


def test_clients_of_ipv4_are_told_apart_by_a_socket_for_both(limited: None, rf: RequestFactory) -> None:
    """Such a socket tells "::ffff:192.0.2.1": as a network of IPv6 that is everybody."""
    for number in range(1, 16):
        assert guess(f"::ffff:192.0.2.{number}", f"name{number}")
    addresses = {client_address(rf.get("/", REMOTE_ADDR=f"::ffff:192.0.2.{number}")) for number in (1, 2)}
    assert addresses == {"192.0.2.1", "192.0.2.2"}


@pytest.mark.usefixtures("one_moment")
def test_programs_without_a_token_are_counted_by_network(settings: Any) -> None:
    settings.RATE_LIMITS_ON = True
    limit = int(settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"]["anon"].partition("/")[0])
    statuses = [
        Client(REMOTE_ADDR=f"2001:db8:1:2::{number:x}").get("/api/v1/levels/").status_code
        for number in range(1, limit + 3)
    ]
    assert statuses.count(429) == 2
    cache.clear()
