"""The pages of one's standing seeks."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from games.matching.seeks import ANY_SPREAD_AFTER
from games.models import Game, Seek
from games.people.models import Trace, User
from games.table.blocks import block
from games.table.open_games import SeatPlan, open_game
from games.table.seek_matching import match
from games.table.suspension import suspend
from games.time_control import TimeControl
from tests.web.pages import client_of, forms

pytestmark = pytest.mark.django_db
DAY = 86400


def wished(**changes: Any) -> dict[str, Any]:
    """The form of a seek for two, as the page sends it."""
    return {"kind": "puerto-rico", "players": ["2"], "shortest": str(DAY), "longest": str(DAY), **changes}


def seek_by_form(person: User, **changes: Any) -> Seek:
    response = client_of(person).post("/seeks/new/", wished(**changes))
    assert response.status_code == 302, response.content.decode()
    # All tests come from one address.
    Trace.objects.all().delete()
    return Seek.objects.get(person=person)


def test_a_seek_is_what_its_form_says_and_can_be_changed_by_it(anna: User) -> None:
    browser = client_of(anna)
    assert "option_buildings" in browser.get("/seeks/new/").content.decode()
    seek = seek_by_form(anna, players=["3", "4"], option_buildings="base", rated="no", highest="1300", per_week="0")
    assert (seek.players, seek.options, seek.rated) == ([3, 4], {"buildings": "base"}, False)
    assert (seek.lowest, seek.highest, seek.per_week, seek.most_games) == (None, 1300, None, 5)
    page = browser.get(f"/seeks/{seek.pk}/")
    (form,) = [one for one in forms(page) if "highest" in one.fields]
    assert (form.fields["highest"], form.ticked["players"]) == ("1300", ["3", "4"])
    changed = wished(players=["3"], per_week="2", least_reliability="90")
    assert browser.post(f"/seeks/{seek.pk}/", changed).status_code == 302
    seek.refresh_from_db()
    assert (seek.players, seek.options, seek.per_week, seek.least_reliability) == ([3], {}, 2, 90)
    listed = browser.get("/seeks/").content.decode()
    for words in ("Puerto Rico", "up to 2 a week", "at least 90 % of turns in time"):
        assert words in listed
    assert "up to 2 a week" in browser.get("/games/").content.decode()


def test_a_seek_is_paused_goes_on_and_ends(anna: User) -> None:
    seek, browser = seek_by_form(anna), client_of(anna)
    for button, paused in (("pause", "person"), ("go-on", "")):
        assert browser.get(f"/seeks/{seek.pk}/{button}/").status_code == 405
        browser.post(f"/seeks/{seek.pk}/{button}/")
        seek.refresh_from_db()
        assert seek.paused == paused
    browser.post(f"/seeks/{seek.pk}/end/")
    assert not Seek.objects.exists()


@pytest.mark.parametrize(
    "changes",
    [{"players": []}, {"players": ["9"]}, {"longest": "3600"}, {"option_nobles": "on"}, {"option_buildings": "straw"}],
)
def test_what_cannot_be_wished_is_refused_on_the_form(anna: User, changes: dict[str, Any]) -> None:
    response = client_of(anna).post("/seeks/new/", wished(**changes))
    assert response.status_code == 422
    assert 'class="field wrong"' in response.content.decode()
    assert not Seek.objects.exists()


def test_seeks_of_others_do_not_exist(anna: User, bob: User) -> None:
    seek, browser = seek_by_form(anna), client_of(bob)
    assert browser.get(f"/seeks/{seek.pk}/").status_code == 404
    for button in ("pause", "go-on", "end"):
        browser.post(f"/seeks/{seek.pk}/{button}/")
    seek.refresh_from_db()
    assert not seek.paused
    assert "up to 1 a week" not in browser.get("/games/").content.decode()


def test_a_game_that_was_found_is_listed_and_suspended_people_can_only_stop(anna: User, bob: User) -> None:
    for person in (anna, bob):
        seek_by_form(person)
    assert match() == 1
    assert Game.objects.get().pk in client_of(bob).get("/seeks/").content.decode()
    suspend(bob, None, "Rude.")
    page = client_of(bob).get("/seeks/")
    assert page.status_code == 200
    assert {form.action.split("/")[-2] for form in forms(page) if "/seeks/" in form.action} == {"pause", "end"}
    assert client_of(bob).get("/seeks/new/").status_code == 403


def test_who_is_blocked_learns_nothing_but_that_no_game_comes(anna: User, bob: User) -> None:
    for person in (anna, bob):
        seek_by_form(person)
    block(anna, bob.username)
    before = client_of(bob).get("/seeks/").content
    assert match() == 0
    after = client_of(bob).get("/seeks/").content
    for page in (before, after):
        assert b"anna" not in page
    assert len(before) == len(after)


def test_the_help_tells_how_seeks_are_matched_and_what_pauses_them(anna: User, settings: Any) -> None:
    settings.SEEK_SILENT_DAYS = 17
    browser = client_of(anna)
    assert "/seeks/how/" in browser.get("/seeks/").content.decode()
    page = browser.get("/seeks/how/").content.decode()
    assert "for 17 days" in page
    assert "after half a day not at all" in page
    assert timedelta(hours=12) == ANY_SPREAD_AFTER


def test_the_host_ticks_whether_people_who_seek_may_come(anna: User) -> None:
    browser = client_of(anna)
    (form,) = [one for one in forms(browser.get("/games/new/?kind=puerto-rico")) if "name" in one.fields]
    assert form.ticked["seeks_may_join"] == ["on"], "unless the host wants it otherwise"
    seats = {"name": "Come in", "seat_count": "3", "seat0_kind": "me", "seat1_kind": "free", "seat2_kind": "free"}
    chosen = {"kind": "puerto-rico", "turn_limit": str(DAY), "visibility": "private", **seats}
    for ticked in ({"seeks_may_join": "on"}, {}):
        made = browser.post("/games/new/", {**chosen, **ticked})
        assert made.status_code == 302, made.context["form"].errors
        assert Game.objects.get(pk=made["Location"].split("/")[2]).seeks_may_join is bool(ticked)


def test_the_seat_that_a_seek_has_taken_is_listed_on_its_page(anna: User, bob: User) -> None:
    game = open_game(
        anna,
        name="Come in",
        kind="puerto-rico",
        options={},
        seats=[SeatPlan("me"), SeatPlan("free"), SeatPlan("free")],
        time_control=TimeControl(timedelta(days=1)),
    )
    seek_by_form(bob, players=["3"])
    page = client_of(bob).get("/seeks/").content.decode()
    assert "open game" in page
    assert "Come in" not in page
    assert match() == 1
    assert f'<a href="/games/{game.pk}/">Come in</a>' in client_of(bob).get("/seeks/").content.decode()
