"""Where somebody is signed in, and signing out everywhere."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from allauth.usersessions.models import UserSession
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from games.models import AuditEntry
from games.people.models import ApiToken, User
from games.people.sessions import browser_in_words, forget_old_sessions, network_address, network_in_words
from games.table import api_tokens
from tests.access.requests import record_writes
from tests.api.programs import Program
from tests.web.pages import client_of

pytestmark = pytest.mark.django_db
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Mobile/15E148 Safari/604.1"
ENGINES = ["django.contrib.sessions.backends.file", "django.contrib.sessions.backends.db"]


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest, settings: Any) -> str:
    """Sessions as files, as in the embedded default, and as rows, as in production."""
    settings.SESSION_ENGINE = request.param
    return str(request.param)


def signed_in(name: str, browser: str, address: str = "192.0.2.77") -> Client:
    client = Client(headers={"user-agent": browser}, REMOTE_ADDR=address)
    assert client.post("/accounts/login/", {"login": name, "password": "password"}).status_code == 302
    return client


def is_signed_in(client: Client) -> bool:
    return bool(client.get("/preferences/").status_code == 200)


def test_the_account_page_lists_sessions_by_browser_and_network(engine: str, anna: User) -> None:
    here = signed_in("anna", FIREFOX)
    signed_in("anna", PHONE, "2001:db8:1:2::3")
    page = here.get("/preferences/").content.decode()
    for shown in ("Firefox, Linux", "192.0.2.…", "Safari, iPhone", "2001:0db8:0001:…", "this one"):
        assert shown in page
    assert "192.0.2.77" not in page + str(list(UserSession.objects.values()))


def test_signing_out_everywhere_ends_all_other_sessions_and_keeps_this_one(engine: str, anna: User, bob: User) -> None:
    here, there, bobs = signed_in("anna", FIREFOX), signed_in("anna", PHONE), signed_in("bob", PHONE)
    assert here.post("/preferences/sign-out/").status_code == 302
    assert [is_signed_in(client) for client in (here, there, bobs)] == [True, False, True]
    assert "Safari" not in here.get("/preferences/").content.decode()
    assert AuditEntry.objects.get(action="sign out everywhere").actor == anna
    assert is_signed_in(signed_in("anna", PHONE)), "signing in works as ever"


def test_a_session_that_nobody_noted_ends_too(engine: str, anna: User) -> None:
    """Of before there were notes: its holder has not been here since."""
    here, thief = signed_in("anna", FIREFOX), signed_in("anna", PHONE)
    UserSession.objects.all().delete()
    here.post("/preferences/sign-out/")
    assert [is_signed_in(client) for client in (here, thief)] == [True, False]


def test_tokens_stay_unless_they_are_to_go_along(anna: User) -> None:
    program, here = Program(api_tokens.create_token(anna, "at home").secret), client_of(anna)
    here.post("/preferences/sign-out/")
    program.ask("me/")
    here.post("/preferences/sign-out/", {"revoke_tokens": "on"})
    program.ask("me/", 401)
    assert not ApiToken.objects.exists()


def test_the_account_page_lists_tokens_with_scopes_and_last_use(anna: User) -> None:
    made = api_tokens.create_token(anna, "at home")
    here = client_of(anna)
    assert "never used" in here.get("/preferences/").content.decode()
    Program(made.secret).ask("me/")
    page = here.get("/preferences/").content.decode()
    for shown in ("at home", ">manage</span>", "last used"):
        assert shown in page


def test_a_session_is_noted_once_an_hour_and_looking_writes_nothing_else(anna: User) -> None:
    here = signed_in("anna", FIREFOX)
    with record_writes() as written:
        here.get("/")
        here.get("/preferences/")
    assert written == []
    first = UserSession.objects.get().last_seen_at
    here.get("/")
    assert UserSession.objects.get().last_seen_at == first
    UserSession.objects.update(last_seen_at=first - timedelta(hours=2))
    cache.clear()
    here.get("/")
    assert UserSession.objects.get().last_seen_at >= first


def test_a_cache_that_is_away_makes_no_request_write(anna: User, monkeypatch: pytest.MonkeyPatch) -> None:
    here = signed_in("anna", FIREFOX)
    first = UserSession.objects.get().last_seen_at
    monkeypatch.setattr(cache, "add", lambda *_args, **_how: True)
    here.get("/")
    assert UserSession.objects.get().last_seen_at == first


def test_a_session_that_ended_is_not_listed(engine: str, anna: User) -> None:
    here, there = signed_in("anna", FIREFOX), signed_in("anna", PHONE)
    there.post("/accounts/logout/")
    assert "Safari" not in here.get("/preferences/").content.decode()


def test_notes_of_sessions_go_with_them(anna: User) -> None:
    signed_in("anna", FIREFOX)
    assert forget_old_sessions() == 0
    UserSession.objects.update(last_seen_at=timezone.now() - timedelta(days=61))
    assert forget_old_sessions() == 1


@pytest.mark.parametrize(
    ("user_agent", "words"),
    [
        (FIREFOX, "Firefox, Linux"),
        (PHONE, "Safari, iPhone"),
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0", "Edge, Windows"),
        ("Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36", "Chrome, Android"),
        ("<script>", "another program"),
        ("", "another program"),
    ],
)
def test_a_browser_is_told_in_words(user_agent: str, words: str) -> None:
    assert browser_in_words(user_agent) == words


@pytest.mark.parametrize(
    ("address", "kept", "words"),
    [
        ("192.0.2.77", "192.0.2.0", "192.0.2.…"),
        ("2001:db8:1:2:3::4", "2001:db8:1::", "2001:0db8:0001:…"),
    ],
)
def test_of_an_address_the_network_is_kept(address: str, kept: str, words: str) -> None:
    assert (network_address(address), network_in_words(kept)) == (kept, words)
