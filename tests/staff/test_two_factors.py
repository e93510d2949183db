"""Signing in with two factors, and what staff can do without the second one."""

from __future__ import annotations

import re

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP
from django.core.management import CommandError, call_command
from django.test import Client

from games.models import AuditEntry, Delivery
from games.people.models import User
from games.people.two_factors import max_age
from tests.deliveries import content_of
from tests.staff.codes import KEY, code_now
from tests.staff.signing_in import staff_client
from tests.web.pages import client_of

PASSWORD = "password"


def sign_in(client: Client, name: str) -> str:
    """With the password; where it leads."""
    response = client.post("/accounts/login/", {"login": name, "password": PASSWORD})
    assert response.status_code == 302
    return str(response["Location"])


def test_a_person_sets_up_an_app_and_is_asked_for_its_code_at_the_next_sign_in(anna: User) -> None:
    client = Client()
    assert sign_in(client, "anna") == "/"
    asked = client.get("/accounts/2fa/totp/activate/")
    assert asked.status_code == 302
    assert "reauthenticate" in asked["Location"]
    client.post(asked["Location"], {"password": PASSWORD})
    page = client.get("/accounts/2fa/totp/activate/")
    found = re.search(r'class="secret">([A-Z2-7]+)<', page.content.decode())
    assert found is not None
    done = client.post("/accounts/2fa/totp/activate/", {"code": code_now(found[1])}, follow=True)
    codes = re.findall(r"<li>(\d{8})</li>", done.content.decode())
    assert len(codes) == 10

    again = Client()
    assert sign_in(again, "anna") == "/accounts/2fa/authenticate/"
    assert again.get("/preferences/").status_code == 302, "the password alone does not sign in"
    assert again.post("/accounts/2fa/authenticate/", {"code": "000000"}).status_code == 200
    assert again.post("/accounts/2fa/authenticate/", {"code": codes[0]}).status_code == 302
    assert again.get("/preferences/").status_code == 200


def test_a_code_of_the_app_signs_in_once(anna: User) -> None:
    TOTP.activate(anna, KEY)
    first, second = Client(), Client()
    code = code_now()
    sign_in(first, "anna")
    assert first.post("/accounts/2fa/authenticate/", {"code": code}).status_code == 302
    sign_in(second, "anna")
    assert second.post("/accounts/2fa/authenticate/", {"code": code}).status_code == 200


def test_staff_sign_in_with_the_second_factor_and_get_to_their_pages(mona: User) -> None:
    TOTP.activate(mona, KEY)
    client = Client()
    sign_in(client, "mona")
    client.post("/accounts/2fa/authenticate/", {"code": code_now()})
    assert client.get("/staff/").status_code == 200
    assert client.get("/staff/admin/").status_code == 200


def test_staff_without_a_second_factor_are_led_to_setting_one_up(mona: User) -> None:
    for address in ("/staff/", "/staff/admin/"):
        response = client_of(mona).get(address, follow=True)
        assert [url.split("?")[0] for url, _status in response.redirect_chain][-2:] == [
            "/accounts/2fa/totp/activate/",
            "/accounts/reauthenticate/",
        ]


def test_staff_who_gave_only_the_password_are_asked_for_the_code(mona: User) -> None:
    TOTP.activate(mona, KEY)
    client = client_of(mona)
    asked = client.get("/staff/")
    assert asked["Location"] == "/accounts/2fa/reauthenticate/?next=%2Fstaff%2F"
    proved = client.post(asked["Location"], {"code": code_now(), "next": "/staff/"})
    assert proved["Location"] == "/staff/"
    assert client.get("/staff/").status_code == 200


def test_the_second_factor_of_staff_is_asked_again_after_a_while(mona: User) -> None:
    assert staff_client(mona, seconds_ago=max_age().total_seconds() - 60).get("/staff/").status_code == 200
    assert staff_client(mona, seconds_ago=max_age().total_seconds() + 60).get("/staff/").status_code == 302


def test_turning_the_app_off_closes_the_staff_pages_at_once(mona: User) -> None:
    client = staff_client(mona)
    assert client.post("/accounts/2fa/totp/deactivate/").status_code == 302
    assert not Authenticator.objects.filter(user=mona).exists()
    assert client.get("/staff/").status_code == 302


def test_two_factors_make_nobody_staff(anna: User) -> None:
    client = staff_client(anna)
    assert client.get("/staff/").status_code == 403
    assert client.get("/staff/admin/").status_code in (302, 403)
    assert client.get("/staff/admin/", follow=True).status_code == 403


@pytest.mark.parametrize("page", ["", "totp/deactivate/", "recovery-codes/generate/", "reauthenticate/"])
def test_pages_about_two_factors_have_nothing_inline(mona: User, page: str) -> None:
    response = staff_client(mona).get(f"/accounts/2fa/{page}")
    assert response.status_code == 200
    assert not re.search(r" style=|<style|<script(?![^>]*\bsrc=)", response.content.decode())


def test_the_console_makes_and_unmakes_staff_and_keeps_a_trail(anna: User) -> None:
    call_command("make_staff", "Anna", verbosity=0)
    anna.refresh_from_db()
    assert (anna.is_staff, anna.is_superuser) == (True, False)
    call_command("make_staff", "anna", "--administrator")
    anna.refresh_from_db()
    assert (anna.is_staff, anna.is_superuser) == (True, True)
    call_command("make_staff", "anna", "--revoke", "--reason", "left us")
    anna.refresh_from_db()
    assert (anna.is_staff, anna.is_superuser) == (False, False)
    trail = AuditEntry.objects.filter(person=anna, action="administer").order_by("pk")
    assert [entry.details["to"] for entry in trail] == ["moderator", "administrator", ""]
    assert trail[2].reason == "left us"
    assert trail[0].actor is None


def test_nobody_unknown_suspended_or_a_bot_account_becomes_staff(anna: User, bob: User) -> None:
    bob.owner = anna
    bob.save()
    for name in ("zoe", "bob"):
        with pytest.raises(CommandError):
            call_command("make_staff", name)
    assert not User.objects.filter(is_staff=True).exists()


def test_setting_up_and_turning_off_the_app_is_in_the_audit_trail(mona: User, sent: list[str]) -> None:
    client = client_of(mona)
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    page = client.get("/accounts/2fa/totp/activate/")
    client.post("/accounts/2fa/totp/activate/", {"code": code_now(page.context["form"].secret)})
    client.post("/accounts/2fa/totp/deactivate/")
    trail = AuditEntry.objects.filter(person=mona, details__type="totp").order_by("pk")
    assert [entry.action for entry in trail] == ["set up a second factor", "turn off a second factor"]
    assert {entry.actor for entry in trail} == {mona}


def test_who_lost_the_second_factor_is_let_in_by_the_operator(mona: User) -> None:
    client = staff_client(mona)
    assert client.get("/staff/").status_code == 200
    call_command("remove_second_factors", "mona", "--reason", "showed a passport")
    assert client.get("/staff/").status_code != 200, "whoever has the phone is signed out"
    again = Client()
    assert sign_in(again, mona.username) == "/"
    assert again.get("/staff/").status_code != 200, "staff need a new one first"
    entry = AuditEntry.objects.latest("pk")
    assert (entry.actor, entry.person, entry.reason) == (None, mona, "showed a passport")
    delivery = Delivery.objects.get(user=mona)
    assert "showed a passport" in str(content_of(delivery))


def test_second_factors_are_not_taken_away_without_a_reason_or_where_there_are_none(anna: User, mona: User) -> None:
    staff_client(mona)
    with pytest.raises(CommandError, match="reason"):
        call_command("remove_second_factors", "mona")
    assert Authenticator.objects.filter(user=mona).exists()
    with pytest.raises(CommandError, match="no second factor"):
        call_command("remove_second_factors", "anna", "--reason", "a call")
    with pytest.raises(CommandError, match="nobody"):
        call_command("remove_second_factors", "zoe", "--reason", "a call")
