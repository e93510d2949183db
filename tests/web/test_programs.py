"""The pages of one's own programs: bot accounts and tokens."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games.models import AuditEntry, Game
from games.people.models import ApiToken, User
from games.table import api_tokens, bot_accounts
from tests.web.pages import client_of, forms, proved
from tests.web.test_lobby import open_by_form

pytestmark = pytest.mark.django_db


@pytest.fixture
def robo(anna: User) -> User:
    return bot_accounts.create_bot_account(anna, "robo")


def test_a_bot_account_is_registered_on_the_page(anna: User) -> None:
    browser = client_of(anna)
    assert browser.post("/preferences/programs/register/", {"name": "robo"}).status_code == 302
    assert User.objects.get(username="robo").owner == anna
    assert "robo" in browser.get("/preferences/programs/").content.decode()
    again = browser.post("/preferences/programs/register/", {"name": "Robo"})
    assert again.status_code == 422
    assert "is not free" in again.content.decode()


def test_every_label_of_the_page_belongs_to_one_field(anna: User) -> None:
    page = client_of(anna).get("/preferences/programs/").content.decode()
    ids = re.findall(r'<(?:input|select)[^>]* id="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'<label for="([^"]+)"', page)) <= set(ids)


def test_a_token_is_shown_once(anna: User, robo: User) -> None:
    browser = proved(client_of(anna))
    page = browser.post("/preferences/tokens/make/", {"name": "its own", "account": "robo", "scopes": ["read"]})
    (secret,) = re.findall(r"prweb_[0-9a-f]{64}", page.content.decode())
    assert "no-store" in page["Cache-Control"]
    assert ApiToken.objects.get(name="its own").user == robo
    overview = browser.get("/preferences/programs/").content.decode()
    assert "its own" in overview
    assert secret not in overview
    headers = {"Authorization": f"Token {secret}"}
    assert Client().get("/api/v1/me/", headers=headers).json()["name"] == "robo"


def test_a_form_sent_twice_makes_one_token_and_the_one_shown_last_is_good(anna: User) -> None:
    """Who clicks twice sees the second answer only."""
    browser = proved(client_of(anna))
    (form,) = [form for form in forms(browser.get("/preferences/programs/")) if form.action.endswith("tokens/make/")]
    assert form.ticked == {"scopes": ["read", "play"]}
    sent = form.pressed(name="at home", account="anna")
    secrets = [
        re.findall(r"prweb_[0-9a-f]{64}", browser.post(form.action, sent).content.decode())[0] for _time in range(2)
    ]
    assert ApiToken.objects.filter(user=anna).count() == 1
    answers = [Client().get("/api/v1/me/", headers={"Authorization": f"Token {secret}"}) for secret in secrets]
    assert [answer.status_code for answer in answers] == [401, 200]
    browser.post(form.action, {**sent, "key": "another form"})
    assert ApiToken.objects.filter(user=anna).count() == 2


def test_a_token_is_revoked_by_its_owner_only(anna: User, bob: User) -> None:
    made = api_tokens.create_token(anna, "at home")
    address = f"/preferences/tokens/{made.token.handle}/revoke/"
    client_of(bob).post(address)
    assert ApiToken.objects.filter(pk=made.token.pk).exists()
    assert client_of(anna).get(address).status_code == 405
    client_of(anna).post(address)
    assert not ApiToken.objects.filter(pk=made.token.pk).exists()
    assert AuditEntry.objects.filter(action="revoke a token", actor=anna).count() == 1


def test_a_token_is_made_for_ones_own_accounts_only(anna: User, bob: User, robo: User) -> None:
    wish = {"name": "stolen", "account": "robo", "scopes": ["read"]}
    page = proved(client_of(bob)).post("/preferences/tokens/make/", wish)
    assert page.status_code == 422
    assert not ApiToken.objects.exists()


def test_a_closed_bot_account_loses_its_tokens(anna: User, robo: User) -> None:
    api_tokens.create_token(anna, "its own", robo)
    client_of(anna).post("/preferences/programs/robo/close/")
    robo.refresh_from_db()
    assert not robo.is_active
    assert not ApiToken.objects.exists()


def test_a_new_game_can_seat_ones_own_bot_account(anna: User, robo: User, sent: list[str]) -> None:
    assert "account:robo" in client_of(anna).get("/games/new/").content.decode()
    game = open_by_form(anna, seat2_kind="account:robo")
    assert game.status == Game.Status.RUNNING
    assert game.seats.filter(user=robo).count() == 1


def test_nobody_elses_bot_account_is_offered(bob: User, robo: User) -> None:
    assert "account:robo" not in client_of(bob).get("/games/new/").content.decode()


def test_a_lobby_names_a_program_with_its_owner(anna: User, bob: User, robo: User, sent: list[str]) -> None:
    open_by_form(anna, seat1_kind="account:robo")
    assert "robo (bot of anna)" in client_of(bob).get("/games/").content.decode()


def test_a_free_seat_is_given_to_ones_own_bot_account(anna: User, bob: User, robo: User, sent: list[str]) -> None:
    game = open_by_form(anna, seat1_kind="free")
    browser = client_of(anna)
    form = next(form for form in forms(browser.get(f"/games/{game.pk}/")) if form.action.endswith("/seat/"))
    assert client_of(bob).post(form.action, {"account": "robo"}).status_code == 403
    assert browser.post(form.action, form.pressed()).status_code == 302
    assert game.seats.filter(user=robo).count() == 1
    page = browser.get(f"/games/{game.pk}/").content.decode()
    assert "robo (bot of anna)" in page
    assert "/seat/" not in page
    browser.post(form.action, {"account": "nobody's"}, follow=True)
    assert game.seats.exclude(user=None).count() == 2
