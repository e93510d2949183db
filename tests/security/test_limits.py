"""How often somebody may do something: enough for hands, too little for loops; refused clearly, and nothing changed."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.test import Client, RequestFactory
from pytest_django import Settings

from games.models import Game, Turn
from games.people.models import User
from games.rate_limits import client_address, wait_needed
from tests.table.games import opened, person_turn, player
from tests.web.pages import client_of

LIMITS = {"play": [(2, 60)], "open": [(1, 60)], "change": [(3, 60)], "unknown": [(2, 60)], "expensive read": [(3, 60)]}


@pytest.fixture(autouse=True)
def limited(settings: Settings, one_moment: None) -> None:
    settings.RATE_LIMITS_ON, settings.RATE_LIMITS = True, LIMITS


@pytest.fixture
def turn(anna: User, bob: User, sent: list[str]) -> Turn:
    return person_turn(opened(anna, bob))


def test_who_plays_too_often_is_told_when_to_go_on_and_nothing_is_played(turn: Turn) -> None:
    client, path = client_of(player(turn)), f"/turns/{turn.pk}/answer/"
    for _time in range(2):
        assert client.post(path, {"line": "rubbish", "key": "k"}).status_code == 422
    refused = client.post(path, {"line": "settler", "key": "k"})
    assert refused.status_code == 429
    assert 0 < int(refused["Retry-After"]) <= 60
    assert "Nothing was changed" in refused.content.decode()
    assert not turn.game.moves.exists()


def test_a_page_that_htmx_keeps_alive_gets_the_refusal_as_a_note(turn: Turn) -> None:
    client, path = client_of(player(turn)), f"/turns/{turn.pk}/answer/"
    for _time in range(3):
        refused = client.post(path, {"line": "rubbish"}, headers={"HX-Request": "true"})
    assert refused.status_code == 429
    assert refused["HX-Retarget"] == "#notes"
    assert "<html" not in refused.content.decode()


def test_one_person_s_haste_holds_nobody_else_up(turn: Turn, chris: User) -> None:
    for _time in range(4):
        client_of(player(turn)).post(f"/turns/{turn.pk}/answer/", {"line": "rubbish"})
    assert client_of(chris).post("/preferences/", {}).status_code != 429


def test_links_of_mails_are_counted_by_address(turn: Turn) -> None:
    path = f"/a/{turn.token}/1/"
    for _time in range(2):
        assert Client().post(path, {"key": "x"}).status_code in (200, 410)
    assert Client().post(path, {"key": "x"}).status_code == 429
    assert Client(REMOTE_ADDR="192.0.2.1").post(path, {"key": "x"}).status_code in (200, 410)


def test_games_are_opened_one_after_the_other(anna: User) -> None:
    client = client_of(anna)
    client.post("/games/new/", {})
    assert client.post("/games/new/", {}).status_code == 429
    assert not Game.objects.exists()


def test_looking_is_not_counted(anna: User) -> None:
    client = client_of(anna)
    assert {client.get("/").status_code for _time in range(20)} == {200}


def test_the_wait_is_told_and_ends_with_the_counters() -> None:
    waits = [wait_needed("open", "somebody") for _time in range(3)]
    assert waits[0] == 0
    assert all(0 < wait <= 60 for wait in waits[1:])
    cache.clear()
    assert wait_needed("open", "somebody") == 0


def test_a_cache_that_is_away_holds_nobody_up(monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*_args: object, **_how: object) -> None:
        raise ConnectionError

    monkeypatch.setattr(cache, "add", away)
    assert [wait_needed("open", "somebody") for _time in range(5)] == [0] * 5


def test_guessing_passwords_ends_soon(anna: User, settings: Settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {}
    settings.RATE_LIMITS = LIMITS | {"unknown": [(99, 60)]}
    client = Client()
    for _time in range(5):
        assert client.post("/accounts/login/", {"login": "anna", "password": "wrong"}).status_code == 200
    client.post("/accounts/login/", {"login": "anna", "password": "password"})
    assert "_auth_user_id" not in client.session


def test_signing_up_too_often_gets_the_page_that_says_to_wait(db: None, settings: Settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"signup": "1/m/ip"}
    settings.RATE_LIMITS = LIMITS | {"unknown": [(99, 60)]}
    Client().post("/accounts/signup/", {})
    refused = Client().post("/accounts/signup/", {})
    assert refused.status_code == 429
    assert int(refused["Retry-After"]) > 0
    assert "Too many requests" in refused.content.decode()


def test_an_address_is_what_our_proxy_says_and_never_what_the_client_says(
    rf: RequestFactory, settings: Settings
) -> None:
    request = rf.get("/", headers={"x-forwarded-for": "198.51.100.1, 203.0.113.9"}, REMOTE_ADDR="10.0.0.1")
    assert client_address(request) == "10.0.0.1"
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    assert client_address(request) == "203.0.113.9"


def test_a_network_of_ipv6_is_one_doer(rf: RequestFactory) -> None:
    addresses = {client_address(rf.get("/", REMOTE_ADDR=f"2001:db8:1:2::{host}")) for host in ("1", "ffff", "a:b")}
    assert addresses == {"2001:db8:1:2::"}


def test_what_costs_much_to_read_is_counted_on_pages_and_by_the_api_together(turn: Turn) -> None:
    game, client = turn.game, client_of(player(turn))
    addresses = [f"/games/{game.pk}/log/", f"/games/{game.pk}/record/", f"/api/v1/games/{game.pk}/log/"]
    for address in addresses:
        assert client.get(address).status_code == 200
    for address in [f"/games/{game.pk}/replay/0/", f"/api/v1/games/{game.pk}/record/", "/games/watch/"]:
        refused = client.get(address)
        assert (refused.status_code, "Retry-After" in refused) == (429, True), address
    for address in [f"/games/{game.pk}/", f"/games/{game.pk}/turn/", f"/api/v1/games/{game.pk}/", "/"]:
        assert client.get(address).status_code == 200, address


def test_expensive_reads_of_onlookers_are_counted_by_address_and_of_each_account_alone(turn: Turn, chris: User) -> None:
    Game.objects.filter(pk=turn.game_id).update(visibility=Game.Visibility.PUBLIC)
    address = f"/games/{turn.game_id}/log/"
    assert [Client().get(address).status_code for _time in range(4)] == [200, 200, 200, 429]
    assert Client().get(address, REMOTE_ADDR="192.0.2.7").status_code == 200
    assert client_of(chris).get(address).status_code == 200
