"""Reporting on the pages: the links, the form, one's own reports, and the warning on top of each page."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games.models import Game, Report
from games.people.models import User
from games.table import talk
from games.table.moderation import conduct
from games.table.open_games import SeatPlan
from tests.factories import UserFactory
from tests.people.company import waiting
from tests.table.games import opened
from tests.web.pages import client_of, forms

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(anna: User, bob: User) -> Game:
    return opened(anna, bob)


def test_a_message_is_reported_from_where_it_stands(game: Game, anna: User, bob: User) -> None:
    own, insult = talk.say(game.pk, anna, "Nice move."), talk.say(game.pk, bob, "You <b>fool</b>!")
    browser = client_of(anna)
    page = browser.get(f"/games/{game.pk}/").content.decode()
    address = f"/reports/new/?game={game.pk}&amp;message={insult.pk}"
    assert address in page
    assert f"message={own.pk}" not in page
    asked = browser.get(address.replace("&amp;", "&"))
    assert "You &lt;b&gt;fool&lt;/b&gt;!" in asked.content.decode()
    form = next(form for form in forms(asked) if "words" in form.fields or (form.method == "post" and not form.action))
    answer = browser.post(
        address.replace("&amp;", "&"), form.pressed(reason="insult", words="Again."), follow=True
    ).content.decode()
    assert "you will hear what came of it" in answer
    assert "Again." in answer
    assert Report.objects.get().person == bob


def test_a_person_and_a_game_are_reported_from_their_pages(game: Game, anna: User, bob: User) -> None:
    browser = client_of(anna)
    assert "/reports/new/?person=bob" in browser.get("/people/bob/").content.decode()
    assert f"/reports/new/?game={game.pk}" in browser.get(f"/games/{game.pk}/").content.decode()
    for query in ("person=bob", f"game={game.pk}"):
        assert browser.post(f"/reports/new/?{query}", {"reason": "other"}).status_code == 302
    assert set(Report.objects.values_list("subject", flat=True)) == {"person", "game"}


@pytest.mark.parametrize("by_link", [False, True])
def test_whoever_could_join_a_game_reports_it_from_where_they_see_it(bob: User, anna: User, *, by_link: bool) -> None:
    game = waiting(anna, SeatPlan("invited", email="somebody@example.org") if by_link else SeatPlan("free"))
    browser = client_of(bob)
    address = f"/games/{game.pk}/join/{game.invitation_code}/" if by_link else f"/games/{game.pk}/join/"
    (link,) = re.findall(r'href="(/reports/new/[^"]*)"', browser.get(address).content.decode())
    assert browser.post(link.replace("&amp;", "&"), {"reason": "unwanted"}).status_code == 302
    assert Report.objects.get().game == game
    if by_link:
        assert browser.get(f"/reports/new/?game={game.pk}&code=wrong").status_code == 404


def test_a_report_that_says_no_reason_is_asked_for_one(game: Game, anna: User) -> None:
    answer = client_of(anna).post(f"/reports/new/?game={game.pk}", {"words": "Look at this."})
    assert answer.status_code == 422
    assert "Look at this." in answer.content.decode()
    assert not Report.objects.exists()


def test_what_one_cannot_see_cannot_be_reported(game: Game, anna: User, bob: User) -> None:
    insult = talk.say(game.pk, bob, "You fool!")
    stranger = client_of(UserFactory.create())
    for query in (f"game={game.pk}", f"game={game.pk}&message={insult.pk}", "person=nobody-here", "game=x&message=y"):
        assert stranger.get(f"/reports/new/?{query}").status_code == 404
    assert client_of(bob).get(f"/reports/new/?game={game.pk}&message={insult.pk}")["Location"] == "/reports/"
    assert Client().get("/reports/").status_code == 302


def test_a_warning_is_on_every_page_until_it_is_read(bob: User) -> None:
    conduct.warn(bob, None, "Be <i>kind</i>.")
    browser = client_of(bob)
    for path in ("/", "/lobby/", "/preferences/"):
        assert "Be &lt;i&gt;kind&lt;/i&gt;." in browser.get(path).content.decode()
    assert browser.get("/preferences/warning/").status_code == 405
    browser.post("/preferences/warning/")
    assert "kind" not in browser.get("/lobby/").content.decode()
