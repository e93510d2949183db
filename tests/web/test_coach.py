"""The coach on the pages: offered against bots, one line beside each question, sensible moves for who asks."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from bots import tasks
from games.models import Game, Hint, Move, Seat
from games.people.models import User
from tests.table.games import bots_play, fresh, opened, play_on
from tests.table.games import over as is_over
from tests.web.pages import Form, client_of, forms, game_page

pytestmark = pytest.mark.django_db
LINE = '<p class="explanation">'
MARK = "with a coach"
MOVES = "Sensible moves"


@pytest.fixture(autouse=True)
def celery(sent: list[str]) -> list[str]:
    return sent


@pytest.fixture
def game(anna: User) -> Game:
    game = opened(anna, bots=2)
    bots_play(game)
    return fresh(game)


def form_to(response: Any, end: str) -> Form | None:
    return next((form for form in forms(response) if form.action.endswith(end)), None)


def turn_on(browser: Client, game: Game) -> str:
    form = form_to(game_page(browser, game), "/coach/")
    assert form is not None
    return browser.post(form.action, form.pressed(), follow=True).content.decode()


def ask(browser: Client, game: Game) -> Any:
    form = form_to(game_page(browser, game), "/hint/")
    assert form is not None
    return browser.post(form.action, form.pressed(), follow=True)


def test_a_coach_is_turned_on_and_off_on_the_page(game: Game, anna: User) -> None:
    browser = client_of(anna)
    before = game_page(browser, game).content.decode()
    assert LINE not in before
    assert MARK not in before
    page = turn_on(browser, game)
    assert LINE in page
    assert MARK in page
    off = form_to(game_page(browser, game), "/coach/")
    assert off is not None
    after = browser.post(off.action, off.pressed(("coach", "off")), follow=True).content.decode()
    assert LINE not in after
    assert MARK in after


def test_sensible_moves_are_shown_and_played_by_their_buttons(game: Game, anna: User) -> None:
    browser = client_of(anna)
    turn_on(browser, game)
    assert "is looking for sensible moves" in ask(browser, game).content.decode()
    tasks.think_for_open_turns()
    page = game_page(browser, game)
    assert MOVES in page.content.decode()
    hint = form_to(page, "/answer/")
    assert hint is not None
    found = Hint.objects.get().moves
    assert found
    line = found[0]["line"]
    assert hint.buttons[0] == ("line", line)
    assert browser.post(hint.action, hint.pressed(hint.buttons[0])).status_code == 302
    assert game.moves.filter(text=line, source=Move.Source.WEB).exists()
    bots_play(game)
    assert MOVES not in game_page(browser, game).content.decode()


def test_an_open_page_gets_what_was_found_beside_the_question(game: Game, anna: User) -> None:
    browser = client_of(anna)
    turn_on(browser, game)
    ask(browser, game)
    known = game_page(browser, game).context["version"]
    assert browser.get(f"/games/{game.pk}/turn/?version={known}").status_code == 204
    tasks.think_for_open_turns()
    parts = browser.get(f"/games/{game.pk}/turn/?version={known}").content.decode()
    assert '<div id="coach" hx-swap-oob="true">' in parts
    assert MOVES in parts.partition('<div id="coach" hx-swap-oob="true">')[2]


def test_nobody_else_sees_what_the_coach_shows(game: Game, anna: User, bob: User) -> None:
    Game.objects.filter(pk=game.pk).update(visibility=Game.Visibility.PUBLIC)
    browser = client_of(anna)
    turn_on(browser, game)
    others = [client_of(bob), Client()]
    before = [game_page(other, game).context["version"] for other in others]
    ask(browser, game)
    tasks.think_for_open_turns()
    assert MOVES in game_page(browser, game).content.decode()
    for other, version in zip(others, before, strict=True):
        page = game_page(other, game)
        assert page.context["version"] == version
        assert MARK in page.content.decode()
        for text in (LINE, MOVES, "/hint/", "/coach/"):
            assert text not in page.content.decode(), text
    turn = Hint.objects.get().turn_id
    assert client_of(bob).post(f"/turns/{turn}/hint/").status_code in (403, 404)
    assert client_of(bob).post(f"/games/{game.pk}/coach/", {"coach": "off"}).status_code in (403, 404)


def test_where_people_play_no_coach_is_offered_nor_turned_on(anna: User, bob: User) -> None:
    game = opened(anna, bob)
    browser = client_of(anna)
    assert form_to(game_page(browser, game), "/coach/") is None
    answer = browser.post(f"/games/{game.pk}/coach/", {"coach": "on"}, follow=True)
    assert "only while you play against bots alone" in answer.content.decode()
    assert not Seat.objects.exclude(coach="").exists()


def test_the_result_says_that_there_was_a_coach(anna: User) -> None:
    game = opened(anna, bots=1, kind="san-juan")
    browser = client_of(anna)
    bots_play(game)
    turn_on(browser, game)
    ask(browser, game)
    done = play_on(game, is_over, seed=5)
    assert not Hint.objects.exists()
    assert MARK in browser.get(f"/results/{done.share_code}/").content.decode()
    assert MARK in game_page(browser, done).content.decode()
