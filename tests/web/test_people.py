"""Home, preferences and the account pages."""

from __future__ import annotations

import re
from typing import Any

import pytest
from allauth.account.adapter import get_adapter
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from games.models import AuditEntry, Game, Seat, Turn
from games.people.models import User
from games.table.account_closing import close_account
from games.table.errors import BadName
from games.table.open_games import SeatPlan, join, open_game
from games.table.preferences import set_preferences
from games.table.resignation import resign
from games.table.suspension import suspend
from games.time_control import TimeControl
from tests.factories import UserFactory
from tests.mail.conftest import delivered
from tests.table.games import LIMIT, answer, fresh, offers, opened, over, play_on, player
from tests.web.conftest import the_turn
from tests.web.pages import client_of

pytestmark = pytest.mark.django_db


def renamed(game: Game, name: str) -> Game:
    Game.objects.filter(pk=game.pk).update(name=name)
    return fresh(game)


def begun_by(host: User, name: str, seats: list[SeatPlan]) -> None:
    """A game that waits for people; the host is the first of them."""
    game = open_game(host, name=name, kind="puerto-rico", options={}, seats=seats, time_control=TimeControl(LIMIT))
    join(game.pk, host)


def taken_over(game: Game, *programs: User) -> None:
    """Programs sit where bots of the site sat."""
    for seat, program in zip(game.seats.exclude(bot_level=""), programs, strict=False):
        Seat.objects.filter(pk=seat.pk).update(user=program, bot_level="")


def with_whom(page: Any, game: str) -> set[str]:
    """Who else plays in a game, as its line in a list says."""
    lines = re.findall(r"<li>.*?</li>", page.content.decode(), re.DOTALL)
    names = next(re.search(r"· with ([^·<]+)", line) for line in lines if f">{game}</a>" in line)
    assert names is not None
    return set(names[1].strip().split(", "))


def test_a_stranger_is_told_what_this_is(client: Client) -> None:
    page = client.get("/").content.decode()
    assert "Board games by correspondence" in page
    assert "/accounts/signup/" in page


def test_my_turns_come_by_deadline_with_what_is_asked(anna: User, bob: User, sent: list[str]) -> None:
    for number, secret in enumerate(("11" * 32, "22" * 32, "33" * 32)):
        game = opened(anna, bob, secret=secret)
        Game.objects.filter(pk=game.pk).update(name=f"Table {number}")
        while player(the_turn(game)) != anna:
            answer(the_turn(game), offers(the_turn(game))[0])
        Turn.objects.filter(pk=the_turn(game).pk).update(due=f"203{5 - number}-01-01T00:00:00Z")
    page = client_of(anna).get("/").content.decode()
    places = [page.index(f"Table {number}") for number in (2, 1, 0)]
    assert places == sorted(places)
    assert '<span class="count">3</span>' in page


def test_home_lists_running_and_finished_games(anna: User, bob: User, sent: list[str]) -> None:
    finished = play_on(opened(anna, bob), over)
    page = client_of(anna).get("/").content.decode()
    assert f"{finished.seats.get(user=anna).score} points" in page
    assert "You have no turn now" in page


def test_every_game_at_my_turns_says_who_else_plays(anna: User, bob: User, chris: User, sent: list[str]) -> None:
    program = UserFactory.create(username="abacus", owner=chris)
    asked = renamed(opened(anna, bob, bots=2), "Asked")
    taken_over(asked, program)
    waits = renamed(opened(anna, bob, bots=1), "Waits")
    waits.turns.filter(seat__user=anna).update(status=Turn.Status.CLOSED)
    seats = [SeatPlan("free"), SeatPlan("bot", level="merchant-1"), SeatPlan("free"), SeatPlan("free")]
    begun_by(anna, "Not started", seats)
    page = client_of(anna).get("/")
    assert with_whom(page, "Asked") == {"bob", "abacus (bot of chris)", "Random bot"}
    assert with_whom(page, "Waits") == {"bob", "Random bot"}
    assert with_whom(page, "Not started") == {"Merchant bot"}


def test_who_gave_up_and_who_is_a_former_player_is_listed_as_such(
    anna: User, bob: User, chris: User, sent: list[str]
) -> None:
    renamed(opened(anna, bob, chris), "Running")
    game = Game.objects.get()
    resign(game.pk, bob)
    assert close_account(chris, by=None)
    page = client_of(anna).get("/")
    assert with_whom(page, "Running") == {"bob (replaced by a bot)", "former player (replaced by a bot)"}


def test_queries_of_home_do_not_grow_with_the_games(
    anna: User, bob: User, sent: list[str], django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(6):
        opened(anna, bob, secret=f"{number:02}" * 32)
    browser = client_of(anna)
    browser.get("/preferences/")  # Once an hour a session's use is noted.
    with django_assert_max_num_queries(20):
        browser.get("/")


def test_queries_of_home_do_not_grow_with_the_opponents(anna: User, bob: User, chris: User, sent: list[str]) -> None:
    browser = client_of(anna)
    browser.get("/preferences/")  # Once an hour a session's use is noted.

    def asked_of_the_database() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert browser.get("/").status_code == 200
        return len(queries)

    def a_game_of_each_state(name: str) -> None:
        programs = [UserFactory.create(username=f"{name}{n}", owner=(bob, chris)[n]) for n in range(2)]
        taken_over(opened(anna, bots=2), *programs)
        over_by_now = opened(anna, bots=2)
        taken_over(over_by_now, *programs)
        Game.objects.filter(pk=over_by_now.pk).update(status=Game.Status.FINISHED, ended_at=timezone.now())
        begun_by(anna, name, [SeatPlan("free"), SeatPlan("bot", level="random"), SeatPlan("free")])

    a_game_of_each_state("abacus")
    few = asked_of_the_database()
    for name in ("bellows", "chisel", "drill"):
        a_game_of_each_state(name)
    assert asked_of_the_database() == few


def test_preferences_change_name_zone_and_language(anna: User, more_languages: None) -> None:
    browser = client_of(anna)
    response = browser.post("/preferences/", {"username": "AnnaK", "time_zone": "Europe/Budapest", "language": "hu"})
    assert response.status_code == 302
    anna.refresh_from_db()
    assert (anna.username, anna.time_zone, anna.language) == ("AnnaK", "Europe/Budapest", "hu")
    assert '<html lang="hu">' in browser.get("/").content.decode()


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"username": "BOB"}, "is not free"),
        ({"username": ""}, "required"),
        ({"time_zone": "Mars/Olympus"}, "Select a valid choice"),
        ({"language": "xx"}, "Select a valid choice"),
    ],
)
def test_bad_preferences_change_nothing(
    anna: User, bob: User, changes: dict[str, str], reason: str, more_languages: None
) -> None:
    filled = {"username": "anna", "time_zone": "UTC", "language": "en", **changes}
    response = client_of(anna).post("/preferences/", filled)
    assert response.status_code == 422
    assert reason in response.content.decode()
    anna.refresh_from_db()
    assert (anna.username, anna.time_zone, anna.language) == ("anna", "UTC", "en")


def test_a_new_person_signs_up_proves_the_address_and_is_in(client: Client, db: None) -> None:
    response = client.post(
        "/accounts/signup/",
        {"email": "eva@example.org", "username": "eva", "password1": "a-long-password-17"},
        follow=True,
    )
    assert "Look into your mail" in response.content.decode()
    link = re.search(r"http://\S+(/accounts/confirm-email/\S+)", str(delivered()[0].body))
    assert link is not None
    page = client.get(link[1])
    assert page.status_code in (200, 302)
    if page.status_code == 200:
        client.post(link[1])
    response = client.post("/accounts/login/", {"login": "eva", "password": "a-long-password-17"}, follow=True)
    assert "My turns" in response.content.decode()


def test_a_mailed_code_signs_in(client: Client, anna: User) -> None:
    response = client.post("/accounts/login/code/", {"email": anna.email}, follow=True)
    assert response.status_code == 200
    code = re.search(r"^\s*([A-Z0-9]{3,}-?[A-Z0-9]{3,})\s*$", str(delivered()[0].body), re.MULTILINE)
    assert code is not None
    response = client.post("/accounts/login/code/confirm/", {"code": code[1]}, follow=True)
    assert response.context["user"] == anna


@pytest.mark.parametrize(
    "address",
    ["login/", "signup/", "login/code/", "password/reset/", "logout/", "email/", "password/change/"],
)
def test_account_pages_are_in_the_sites_own_frame(anna: User, client: Client, address: str) -> None:
    browser = client_of(anna) if address in ("logout/", "email/", "password/change/") else client
    page = browser.get(f"/accounts/{address}").content.decode()
    assert 'class="brand"' in page
    assert not re.search(r"\bstyle=|<style", page)


def test_what_is_not_there_says_so_in_the_sites_own_frame(client: Client) -> None:
    response = client.get("/no/such/page/")
    assert response.status_code == 404
    assert "There is nothing here" in response.content.decode()


@pytest.mark.parametrize(
    ("chosen", "kept"), [("Europe/Budapest", "Europe/Budapest"), ("", "UTC"), ("Mars/Olympus", "UTC")]
)
def test_a_new_person_starts_in_the_browsers_time_zone_and_language(
    client: Client, chosen: str, kept: str, more_languages: None
) -> None:
    client.post(
        "/accounts/signup/",
        {"email": "eva@example.org", "username": "eva", "password1": "a-long-password-17", "time_zone": chosen},
        headers={"accept-language": "hu"},
    )
    eva = User.objects.get(username="eva")
    assert (eva.time_zone, eva.language) == (kept, "hu")


@pytest.mark.parametrize(
    ("kept", "shown"),
    [
        ("Asia/Kolkata", "15:00"),
        ("", "09:30"),
        ("Mars/Olympus", "09:30"),
        ("../../etc/passwd", "09:30"),
        ("Asia/Kolkata" * 1000, "09:30"),
    ],
)
def test_times_are_told_to_visitors_in_the_zone_of_their_browser(
    anna: User, bob: User, client: Client, sent: list[str], kept: str, shown: str
) -> None:
    game = opened(anna, bob)
    Turn.objects.update(due="2031-05-01T09:30:00Z")
    Game.objects.filter(pk=game.pk).update(visibility=Game.Visibility.PUBLIC)
    client.cookies["prweb-zone"] = kept
    page = client.get(f"/games/{game.pk}/")
    assert re.findall(r"1 May, (\d\d:\d\d)", page.content.decode())[:1] == [shown]
    assert "prweb-zone" not in page.cookies


def test_the_choice_of_who_is_signed_in_beats_the_browser(anna: User, bob: User, sent: list[str]) -> None:
    game = opened(anna, bob)
    Turn.objects.update(due="2031-05-01T09:30:00Z")
    User.objects.update(time_zone="Europe/Budapest")
    browser = client_of(anna)
    browser.cookies["prweb-zone"] = "Asia/Kolkata"
    page = browser.get(f"/games/{game.pk}/").content.decode()
    assert "1 May, 11:30" in page
    assert "15:00" not in page
    assert "zone.js" not in page


def test_without_scripts_in_the_form_a_new_person_starts_in_the_zone_that_the_browser_kept(client: Client) -> None:
    client.cookies["prweb-zone"] = "Asia/Kolkata"
    client.post("/accounts/signup/", {"email": "eva@example.org", "username": "eva", "password1": "a-long-password-17"})
    assert User.objects.get(username="eva").time_zone == "Asia/Kolkata"


def test_another_name_is_in_the_audit_trail_which_outlives_the_account_and_holds_no_names(
    anna: User, more_languages: None
) -> None:
    chosen = {"username": "AnnaK", "time_zone": "UTC", "language": "en"}
    client_of(anna).post("/preferences/", chosen)
    client_of(anna).post("/preferences/", {**chosen, "language": "hu"})
    entry = AuditEntry.objects.get(action="set preferences")
    assert (entry.actor, entry.person) == (anna, anna)
    assert entry.details == {}


def test_preferences_that_were_under_way_bring_nobody_back_who_was_suspended_meanwhile(anna: User) -> None:
    suspend(User.objects.get(pk=anna.pk), None, "insults")
    assert anna.suspended_at is None  # as the request has read it
    set_preferences(anna, username="anna", time_zone="UTC", language="hu")
    anna.refresh_from_db()
    assert anna.is_suspended
    assert anna.language == "hu"


def test_a_name_that_somebody_took_a_moment_ago_is_refused(anna: User, bob: User) -> None:
    with pytest.raises(BadName):
        set_preferences(anna, username="bob", time_zone="UTC", language="en")
    anna.refresh_from_db()
    assert anna.username == "anna"


def test_a_password_changed_meanwhile_brings_nobody_back_who_was_suspended(anna: User) -> None:
    suspend(User.objects.get(pk=anna.pk), None, "insults")
    get_adapter().set_password(anna, "correct horse 9 battery")
    anna.refresh_from_db()
    assert anna.is_suspended
    assert anna.check_password("correct horse 9 battery")
