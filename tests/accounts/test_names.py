"""What an account may be called, in sign-up, preferences and API alike; names that exist stay."""

from __future__ import annotations

from datetime import timedelta
from importlib import import_module
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.apps import apps
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone
from django.utils.crypto import salted_hmac
from hypothesis import given
from hypothesis import strategies as some

from games.people import names, taken_names
from games.people.lookalikes import skeleton
from games.people.models import FreedName, User
from games.table.account_closing import close_account
from games.table.errors import BadName, BadOpening
from games.table.open_games import SeatPlan, open_game
from games.table.preferences import set_preferences
from games.time_control import TimeControl
from prweb.accounts.signup import ConcurrentSignupForm
from tests.api.programs import program_of
from tests.factories import UserFactory
from tests.web.pages import client_of

BAD = [
    "eva@example.org",
    "a",
    "x" * 41,
    "eva maria",
    "eva\u200bx",
    "..",
    "-eva-",
    "1234",
    "Admin",
    "аdmin",  # its first letter is Cyrillic
    "ADM1N",
    "adrnin",
    "admin7",
    "the.admin",
    "st-aff",
    "Support",
    "prweb",
    "prvveb.staff",
    "moderator_anna",
    "former-player-1",
    "prweb.localhost",
    "αnna",  # Greek among Latin
    "Iванов",  # Latin among Cyrillic
    "ᚠᚢᚦ",  # a script of long ago
    "٣7eva",  # digits of two kinds
]
GOOD = ["eva", "Eva.M", "eva_m-2", "Jörg", "Łukasz", "Иван", "Γιάννης", "山田", "日本語テスト", "김철수", "Adminka"]


@pytest.mark.parametrize("name", BAD)
def test_names_that_mislead_are_refused(name: str) -> None:
    with pytest.raises(ValidationError):
        names.validate_name(name)


@pytest.mark.parametrize("name", GOOD)
def test_names_of_all_alphabets_are_taken(name: str) -> None:
    names.validate_name(name)


@pytest.mark.parametrize(
    ("one", "other"),
    [("maria", "rnaria"), ("anna1", "annaI"), ("otto", "0TTO"), ("paul", "раul"), ("Nina", "ΝINA"), ("eva", "ｅva")],
)
def test_names_that_look_alike_have_the_same_skeleton(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


def test_names_that_can_be_told_apart_have_not() -> None:
    seen = [skeleton(name) for name in ("jorg", "Jörg", "eva.m", "eva_m", "evam", "Иван", "lukasz", "Łukasz")]
    assert len(set(seen)) == len(seen)


@given(some.text(max_size=12))
def test_a_skeleton_is_its_own_whatever_the_letters_case(name: str) -> None:
    once = skeleton(name)
    assert skeleton(once) == once
    if name.isascii():
        assert skeleton(name.upper()) == skeleton(name.lower()) == once


def signed_up(name: str) -> bool:
    given = {"email": "new@example.org", "username": name, "password1": "a-long-password-17"}
    Client().post("/accounts/signup/", given)
    return User.objects.filter(email="new@example.org").exists()


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["eva@home", "аdmin", "annа", "ANNA", "Anпa", "a"])
def test_sign_up_refuses_names_that_mislead_or_look_like_somebodys(anna: User, name: str) -> None:
    assert not signed_up(name)


def meanwhile(monkeypatch: pytest.MonkeyPatch, person: dict[str, str]) -> None:
    """Somebody else signs up between the checks of a form and the writing of its account."""
    check = ConcurrentSignupForm.is_valid

    def checked(form: ConcurrentSignupForm) -> bool:
        good = bool(check(form))
        UserFactory.create(**person)
        return good

    monkeypatch.setattr(ConcurrentSignupForm, "is_valid", checked)


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["eva", "Eva", "еva"])
def test_of_two_sign_ups_at_once_with_names_that_look_alike_the_second_is_asked_for_another(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    meanwhile(monkeypatch, {"username": name, "email": "first@example.org"})
    given = {"email": "new@example.org", "username": "eva", "password1": "a-long-password-17"}
    response = Client().post("/accounts/signup/", given)
    assert response.status_code == 200
    assert "This name, or one that looks like it, is not free." in response.content.decode()
    assert list(User.objects.values_list("email", flat=True)) == ["first@example.org"]
    assert not EmailAddress.objects.filter(email="new@example.org").exists()


@pytest.mark.django_db
def test_of_two_sign_ups_at_once_with_one_address_the_second_is_answered_as_if_all_were_well(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    meanwhile(monkeypatch, {"username": "first", "email": "new@example.org"})
    given = {"email": "new@example.org", "username": "eva", "password1": "a-long-password-17"}
    response = Client().post("/accounts/signup/", given)
    assert (response.status_code, response["Location"]) == (302, "/accounts/confirm-email/")
    assert list(User.objects.values_list("username", flat=True)) == ["first"]


@pytest.mark.django_db
def test_a_name_is_kept_in_one_form_of_its_letters() -> None:
    assert signed_up("Jo\u0308rg")
    assert User.objects.get(email="new@example.org").username == "Jörg"


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["eva@home", "staff", "bоb", "annа-"])
def test_bot_accounts_and_other_names_for_people_follow_the_same_rules(anna: User, bob: User, name: str) -> None:
    refused = program_of(anna).post("me/bots/", {"name": name}, 422)
    page = client_of(anna).post("/preferences/", {"username": name, "time_zone": "UTC", "language": "en"})
    assert page.status_code == 422
    assert refused["detail"] in page.content.decode()
    anna.refresh_from_db()
    assert anna.username == "anna"
    assert not anna.bot_accounts.exists()


@pytest.mark.django_db
def test_ones_own_name_does_not_look_like_somebody_elses(anna: User) -> None:
    set_preferences(anna, username="ANNA", time_zone="UTC", language="en")
    anna.refresh_from_db()
    assert anna.username == "ANNA"
    assert FreedName.objects.count() == 0


@pytest.mark.django_db
def test_of_two_who_take_names_alike_at_the_same_moment_one_gets_it(anna: User) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create(username="аnna", email="other@example.org")


def fill_skeletons() -> None:
    import_module("games.people.migrations.0006_skeletons_of_names").fill(apps, None)


@pytest.mark.django_db
def test_names_that_existed_stay_valid_and_one_of_each_look_is_kept_from_others(client: Client) -> None:
    old = ["eva@home", "maria", "rnaria", "admin"]
    User.objects.bulk_create([User(username=name, email=f"{number}@example.org") for number, name in enumerate(old)])
    fill_skeletons()
    fill_skeletons()
    kept = dict(User.objects.values_list("username", "name_skeleton"))
    assert kept == {"eva@home": "eva@horne", "maria": "rnarla", "rnaria": None, "admin": "adrnln"}
    for name in old:
        person = User.objects.get(username=name)
        set_preferences(person, username=name, time_zone="Europe/Budapest", language="en")
        person.refresh_from_db()
        assert person.time_zone == "Europe/Budapest"
    assert not signed_up("mаria")
    holder = UserFactory.create(username="eva@home")
    holder.set_password("a-long-password-17")
    holder.save()
    client.post("/accounts/login/", {"login": "eva@home", "password": "a-long-password-17"})
    assert client.get("/").wsgi_request.user == holder


@pytest.mark.django_db
def test_a_name_that_an_earlier_release_kept_is_kept_still() -> None:
    """The digest of a name is stored: what it is made with stays, whatever the module is called."""
    digest = salted_hmac("prweb.accounts.taken_names", skeleton("Eva"), algorithm="sha256").hexdigest()
    FreedName.objects.create(digest=digest, until=timezone.now() + timedelta(days=1))
    with pytest.raises(ValidationError, match="not free"):
        taken_names.validate_not_taken("Eva")


@pytest.mark.django_db
def test_a_name_given_up_is_free_again_after_its_time(anna: User, settings: Any) -> None:
    taken_names.reserve_name_of_closed("Eva")
    assert not signed_up("eva")
    assert not signed_up("еva")
    settings.KEEP_FREED_NAMES_DAYS = -1
    taken_names.reserve_name_of_closed("eva")
    assert taken_names.delete_expired() == 1
    assert signed_up("eva")


def renamed(person: User, name: str) -> None:
    set_preferences(person, username=name, time_zone="UTC", language="en")
    person.refresh_from_db()


@pytest.mark.django_db
def test_the_name_before_of_whoever_took_another_is_nobody_else_s_for_a_while(
    anna: User, bob: User, settings: Any
) -> None:
    renamed(anna, "eva")
    assert not signed_up("anna")
    assert not signed_up("аnna")
    with pytest.raises(BadName):
        renamed(bob, "Anna")
    settings.KEEP_CHANGED_NAMES_DAYS = -1
    renamed(anna, "maria")
    assert taken_names.delete_expired() == 1
    assert not signed_up("anna")
    assert signed_up("eva")


@pytest.mark.django_db
def test_whoever_took_another_name_may_take_their_own_back(anna: User, bob: User) -> None:
    renamed(anna, "eva")
    renamed(anna, "Anna")
    assert anna.username == "Anna"
    renamed(anna, "anna")
    with pytest.raises(BadName):
        renamed(bob, "eva")
    renamed(anna, "eva")
    assert FreedName.objects.filter(holder=anna).count() == 1


@pytest.mark.django_db
def test_nobody_keeps_more_than_a_few_names_from_others(anna: User) -> None:
    for name in ("eva", "maria", "lena", "ida", "olga"):
        renamed(anna, name)
    assert FreedName.objects.count() == taken_names.MAX_RESERVED
    assert not signed_up("ida")
    assert signed_up("anna")


@pytest.mark.django_db
def test_a_closed_account_keeps_its_names_from_others_without_telling_whose_they_were(anna: User) -> None:
    renamed(anna, "eva")
    close_account(anna, anna)
    assert set(FreedName.objects.values_list("holder", flat=True)) == {None}
    assert not signed_up("anna")
    assert not signed_up("eva")


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["write to eva@example.org", "see http://evil.example", "WWW.evil.example"])
def test_the_name_of_a_game_leads_nowhere(anna: User, name: str) -> None:
    with pytest.raises(BadOpening):
        open_game(
            anna,
            name=name,
            kind="puerto-rico",
            options={},
            seats=[SeatPlan("me"), SeatPlan("free")],
            time_control=TimeControl(timedelta(days=1)),
        )
