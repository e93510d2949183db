"""The pages of lessons, for visitors and people."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from django.conf import LazySettings
from django.test import Client

from games.engine import registry
from games.models import Game, LessonDone, Turn
from games.people.models import User
from games.table.account_closing import close_account
from games.table.lessons_done import done_by
from prweb.lessons.attempts import attempt_from, begin, written
from prweb.lessons.progress import COOKIE
from prweb.lessons.registry import COURSES
from tests.lessons.answers import legal_answers
from tests.web.pages import client_of

pytestmark = pytest.mark.django_db

KIND = COURSES[0].kind
LESSON = COURSES[0].lessons[0]
PAGE = f"/learn/{KIND}/{LESSON.key}/"


def answered(client: Client, moves: str, fields: dict[str, str]) -> str:
    """The address to which an answer leads."""
    response = client.post(f"{PAGE}?moves={moves}", fields)
    assert response.status_code == 302, response.content.decode()
    return response["Location"]


def moves_of(address: str) -> str:
    return parse_qs(urlsplit(address).query).get("moves", [""])[0]


def right_line(moves: str) -> str:
    attempt = attempt_from(KIND, LESSON, moves)
    assert attempt.step is not None
    return next(line for line in legal_answers(attempt) if attempt.step.is_right(line))


def played(client: Client, until: int = len(LESSON.steps)) -> str:
    """The answers of a try, given by the forms' addresses up to a step."""
    moves = ""
    for _step in range(until):
        moves = moves_of(answered(client, moves, {"line": right_line(moves)}))
    return moves


def text_of(client: Client, address: str, status: int = 200) -> str:
    response = client.get(address)
    assert response.status_code == status
    return response.content.decode()


def test_a_visitor_plays_a_lesson_to_its_end_and_nothing_is_stored(client: Client) -> None:
    moves = played(client)
    page = text_of(client, f"{PAGE}?moves={moves}")
    assert "Now you know" in page
    assert f"/learn/{KIND}/{COURSES[0].lessons[1].key}/" in page
    assert not LessonDone.objects.exists()
    assert not Game.objects.exists()
    assert not Turn.objects.exists()
    assert not User.objects.exists()


def test_the_first_page_of_a_lesson_asks_and_says_what_is_to_be_done(client: Client) -> None:
    page = text_of(client, PAGE)
    assert str(LESSON.steps[0].task)[:40] in page
    assert page.count('name="line"') == len(legal_answers(attempt_from(KIND, LESSON, "")))
    assert f'action="{PAGE}"' in page
    assert "hx-post" not in page


def test_free_play_explains_each_question_in_a_line(client: Client) -> None:
    lesson = COURSES[0].lessons[-1]
    attempt = begin(KIND, lesson)
    while attempt.step is not None:
        step = attempt.step
        attempt.answer(next(plies for line, plies in legal_answers(attempt).items() if step.is_right(line)))
    assert not attempt.is_done
    page = f"/learn/{KIND}/{lesson.key}/"
    assert '<p class="explanation">' in text_of(client, f"{page}?moves={attempt.moves}")
    assert '<p class="explanation">' not in text_of(client, page)


def test_a_wrong_answer_leads_back_with_its_explanation(client: Client) -> None:
    address = answered(client, "", {"line": "mayor"})
    assert moves_of(address) == ""
    page = text_of(client, address)
    assert str(LESSON.steps[0].explanation("mayor"))[:40] in page
    assert f'action="{PAGE}"' in page


def test_a_line_that_cannot_be_played_is_refused_with_the_reason(client: Client) -> None:
    response = client.post(PAGE, {"line": "take quarry"})
    assert response.status_code == 422
    assert "data-error" in response.content.decode()


@pytest.mark.parametrize("fields", [{"place.corn": "x"}, {"offer": "1", "item": "0"}, {"offer": "many"}, {}])
def test_fields_that_mean_no_answer_are_refused(client: Client, fields: dict[str, str]) -> None:
    assert client.post(PAGE, fields).status_code == 422


def test_colonists_are_placed_by_the_fields_of_the_form(client: Client) -> None:
    moves = played(client, 2)
    page = text_of(client, f"{PAGE}?moves={moves}")
    assert 'name="place.corn"' in page
    after = moves_of(answered(client, moves, {"place.corn": "1", "place.indigo": "0"}))
    assert after.startswith(f"{moves}.")


@pytest.mark.parametrize("moves", ["9", "x", "0.0.0.0.0.0", "1" * 3000])
def test_an_address_that_is_no_try_says_so_and_offers_to_begin_anew(client: Client, moves: str) -> None:
    page = text_of(client, f"{PAGE}?moves={moves}", 404)
    assert f'href="{PAGE}"' in page
    assert client.post(f"{PAGE}?moves={moves}", {"line": "settler"}).status_code == 404


@pytest.mark.parametrize("tried", ["0", "99", "x", "0-0-0"])
def test_an_address_with_an_answer_that_is_not_wrong_explains_nothing(client: Client, tried: str) -> None:
    assert attempt_from(KIND, LESSON, "").step is not None
    places = {line: written([plies]) for line, plies in legal_answers(attempt_from(KIND, LESSON, "")).items()}
    assert places["settler"] == "0"
    assert "data-error" not in text_of(client, f"{PAGE}?tried={tried}")


def test_looking_at_the_end_of_a_lesson_does_not_mark_it_as_done(client: Client, anna: User) -> None:
    moves = played(client)
    person = client_of(anna)
    text_of(person, f"{PAGE}?moves={moves}")
    assert not done_by(anna)
    assert client_of(anna).get(f"{PAGE}?moves={moves}").cookies.get(COOKIE) is None


def test_what_a_person_has_done_is_kept_with_their_account_once(anna: User, bob: User) -> None:
    client = client_of(anna)
    for _time in range(2):
        played(client)
    assert done_by(anna) == {(KIND, LESSON.key)}
    assert not done_by(bob)
    assert client.cookies.get(COOKIE) is None
    assert "1 of 10 lessons done" in text_of(client, f"/learn/{KIND}/")
    assert "0 of 10 lessons done" in text_of(client_of(bob), f"/learn/{KIND}/")


def test_what_a_visitor_has_done_is_kept_in_their_browser_and_shown(client: Client) -> None:
    played(client)
    assert "1 of 10 lessons done" in text_of(client, f"/learn/{KIND}/")
    following = re.search(r'class="button main" href="([^"]+)"', text_of(client, "/learn/"))
    assert following is not None
    assert following[1] == f"/learn/{KIND}/{COURSES[0].lessons[1].key}/"


def test_a_cookie_that_somebody_has_written_themselves_counts_for_nothing(client: Client) -> None:
    played(client)
    client.cookies[COOKIE] = client.cookies[COOKIE].value.replace(LESSON.key, COURSES[0].lessons[1].key)
    assert "0 of 10 lessons done" in text_of(client, f"/learn/{KIND}/")


def test_an_account_that_is_closed_keeps_nothing_of_its_lessons(anna: User, sent: list[str]) -> None:
    played(client_of(anna))
    close_account(anna, anna)
    assert not LessonDone.objects.exists()


@pytest.mark.parametrize("path", ["/learn/chess/", f"/learn/{KIND}/nothing/", "/learn/chess/nothing/"])
def test_there_are_no_other_lessons(client: Client, path: str) -> None:
    text_of(client, path, 404)


@pytest.mark.parametrize("path", ["/", "/rules/", *(f"/rules/{course.kind}/" for course in COURSES)])
def test_visitors_are_led_to_the_lessons(client: Client, path: str) -> None:
    assert "/learn/" in text_of(client, path)


def test_people_without_games_are_led_to_the_lessons(anna: User) -> None:
    client = client_of(anna)
    assert "/learn/" in text_of(client, "/")
    assert "/learn/" in text_of(client, "/games/")


def test_tries_of_an_address_are_limited(client: Client, settings: LazySettings) -> None:
    settings.RATE_LIMITS_ON = True
    settings.RATE_LIMITS = {**settings.RATE_LIMITS, "lesson": [(2, 3600)]}
    assert [client.get(PAGE).status_code for _time in range(3)] == [200, 200, 429]
    assert client.post(PAGE, {"line": "settler"}).status_code == 429
    assert client.get(PAGE, REMOTE_ADDR="203.0.113.9").status_code == 200


def test_tries_of_a_person_are_limited_apart(client: Client, anna: User, settings: LazySettings) -> None:
    settings.RATE_LIMITS_ON = True
    settings.RATE_LIMITS = {**settings.RATE_LIMITS, "lesson": [(0, 3600)], "lesson of a person": [(1, 3600)]}
    person = client_of(anna)
    assert [person.get(PAGE).status_code for _time in range(2)] == [200, 429]


def test_answers_from_other_sites_are_refused() -> None:
    assert Client(enforce_csrf_checks=True).post(PAGE, {"line": "settler"}).status_code == 403


@pytest.mark.parametrize("course", COURSES, ids=lambda course: str(course.kind))
def test_every_lesson_leads_to_places_that_the_rules_have(client: Client, course: object) -> None:
    assert isinstance(course, type(COURSES[0]))
    rules = text_of(client, f"/rules/{course.kind}/")
    for lesson in course.lessons:
        assert lesson.rules
        for anchor in lesson.rules:
            assert f'id="{anchor}"' in rules, f"{lesson.key}: {anchor}"


def test_the_title_of_each_game_heads_its_lessons(client: Client) -> None:
    page = text_of(client, "/learn/")
    for course in COURSES:
        assert registry.game(course.kind).title.render() in page
