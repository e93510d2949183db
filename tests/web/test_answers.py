"""Answers from the game page: every question by plain forms; bad, stale, foreign and repeated ones."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from django.test import Client

from games.models import Game, Move, Turn
from games.people.models import User
from games.table.errors import QuestionPassed
from games.table.playing import answer_count, play
from games.table.positions import rules_of, stored_position
from games.table.records import check_replay
from tests.table.games import (
    answer,
    bots_play,
    fresh,
    offers,
    opened,
    over,
    person_turn,
    play_on,
    player,
    somebody_ahead,
)
from tests.web.conftest import played_until, the_turn
from tests.web.pages import Form, answer_form, client_of, game_page

pytestmark = pytest.mark.django_db


def state(game: Game) -> tuple[Any, ...]:
    table = fresh(game)
    return table.plies, table.digest, game.moves.count()


def asked_form(client: Client, game: Game) -> Form:
    form = answer_form(game_page(client, game))
    assert form is not None
    return form


@pytest.mark.parametrize(
    "stage",
    [
        *("role", "settler", "hospice", "mayor", "colonists", "builder", "university"),
        *("craftsman", "trader", "captain", "storing"),
    ],
)
def test_every_question_is_answered_by_a_plain_form(anna: User, bob: User, sent: list[str], stage: str) -> None:
    table = opened(anna, bob, open_vp="on")
    turn = played_until(table, stage)
    browser = client_of(player(turn))
    form = asked_form(browser, table)
    assert form.action == f"/turns/{turn.pk}/answer/"
    response = browser.post(form.action, form.pressed(Random(1).choice(form.buttons)))
    assert response.status_code == 302
    assert response["Location"] == f"/games/{table.pk}/"
    assert turn.submissions.latest("pk").plies > 0
    check_replay(fresh(table))


def test_a_game_is_played_by_forms_up_to_its_end(anna: User, sent: list[str]) -> None:
    """The last rounds, at least: the end comes with an answer like any other."""
    table = opened(anna, bots=2)
    play_on(table, lambda game: game.plies > 0 and ends_soon(game), seed=7)
    browser, lots = client_of(anna), Random(4)
    while not over(fresh(table)):
        bots_play(table)
        if (form := answer_form(game_page(browser, table))) is not None:
            browser.post(form.action, form.pressed(lots.choice(form.buttons)))
    assert "The game is over" in game_page(browser, table).content.decode()
    check_replay(fresh(table))


def ends_soon(game: Game) -> bool:
    view: Any = rules_of(game).view(stored_position(game), None)
    return bool(view.end_triggers)


def test_numbers_in_the_fields_of_a_placement_are_played_as_they_stand(anna: User, bob: User, sent: list[str]) -> None:
    turn = played_until(opened(anna, bob), "colonists")
    browser = client_of(player(turn))
    form = asked_form(browser, turn.game)
    places = {name: int(value) for name, value in form.fields.items() if name.startswith("place.")}
    most = {place: sum(places.values()) - count for place, count in places.items()}
    assert any(places.values())
    filled = next(name for name, count in places.items() if count)
    empty = next(name for name, count in places.items() if not count and most[name])
    moved = {filled: str(places[filled] - 1), empty: "1"}
    response = browser.post(form.action, form.pressed(**moved))
    assert response.status_code == 302
    texts = [move.text for move in Move.objects.filter(turn=turn)] or [
        ply["text"] for ply in fresh_turn(turn).deferred_plies
    ]
    assert texts
    assert_placed(turn, {**{name: str(count) for name, count in places.items()}, **moved})


def fresh_turn(turn: Turn) -> Turn:
    return Turn.objects.select_related("game", "seat__user").get(pk=turn.pk)


def assert_placed(turn: Turn, counts: dict[str, str]) -> None:
    """The seat's colonists lie where the fields said, as far as a text of the moves names the place."""
    texts = [move.text for move in Move.objects.filter(turn=turn)] or [
        ply["text"] for ply in fresh_turn(turn).deferred_plies
    ]
    for text in texts:
        place, _space, number = text.removeprefix("place ").rpartition(" ")
        if f"place.{place}" in counts:
            assert number == counts[f"place.{place}"]


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"place.corn": "many"}, "is not a number (corn)"),
        ({"place.corn": "-1"}, "is not a number (corn)"),
        ({"place.corn": "11"}, "note error"),
        ({"place.palace": "1"}, "note error"),
    ],
)
def test_a_placement_that_cannot_be_is_refused_with_the_reason(
    anna: User, bob: User, sent: list[str], wrong: dict[str, str], reason: str
) -> None:
    turn = played_until(opened(anna, bob), "colonists")
    browser = client_of(player(turn))
    form = asked_form(browser, turn.game)
    before = state(turn.game)
    response = browser.post(form.action, form.pressed(**wrong))
    assert response.status_code == 422
    assert reason in response.content.decode()
    assert answer_form(response) is not None
    assert state(turn.game) == before


@pytest.mark.parametrize(
    "line", ["build harbor", "place corn 1", "gibberish", "", "99", "'; drop table games", "é" * 600]
)
def test_what_cannot_be_played_is_told_with_what_can(game: Game, browser: Client, line: str) -> None:
    form = asked_form(browser, game)
    before = state(game)
    response = browser.post(form.action, form.pressed(("line", line)))
    assert response.status_code == 422
    page = response.content.decode()
    assert "note error" in page
    form_again = answer_form(response)
    assert form_again is not None
    assert [value for _name, value in form_again.buttons] == offers(the_turn(game))
    assert state(game) == before


def test_after_a_refused_answer_the_same_page_can_be_answered_well(game: Game, browser: Client) -> None:
    form = asked_form(browser, game)
    again = answer_form(browser.post(form.action, form.pressed(("line", "build harbor"))))
    assert again is not None
    assert browser.post(again.action, again.pressed()).status_code == 302
    assert fresh(game).plies > game.plies


def test_the_same_button_pressed_twice_counts_once(game: Game, browser: Client) -> None:
    form = asked_form(browser, game)
    sent = form.pressed()
    first, second = browser.post(form.action, sent), browser.post(form.action, sent)
    assert (first.status_code, second.status_code) == (302, 302)
    assert game.moves.filter(source=Move.Source.WEB).count() == 1


def test_two_pages_of_one_question_give_one_answer(game: Game, browser: Client) -> None:
    """Both were opened before either was answered: the first counts, the second is told that it does not."""
    one, other = asked_form(browser, game), asked_form(browser, game)
    browser.post(one.action, one.pressed(one.buttons[0]))
    after = state(game)
    late = browser.post(other.action, other.pressed(other.buttons[-1]))
    assert state(game) == after
    assert late.status_code == 409
    assert "nothing was changed" in late.content.decode()


def test_a_page_of_an_earlier_question_does_not_answer_the_next(anna: User, bob: User, sent: list[str]) -> None:
    """The settler's pick and tile are one turn: the page of the pick must not pass for the tile."""
    table = opened(anna, bob)
    turn = the_turn(table)
    browser = client_of(player(turn))
    old = asked_form(browser, table)
    answer(turn, "settler", source=Move.Source.MAIL)
    before = state(table)
    response = browser.post(old.action, old.pressed(("line", "pass")))
    assert response.status_code == 409
    assert "answered already" in response.content.decode()
    assert "Which tile do you take?" in response.content.decode()
    assert state(table) == before


def test_a_closed_turn_is_refused_with_what_happened_since(anna: User, bob: User, sent: list[str]) -> None:
    table = opened(anna, bob)
    turn = the_turn(table)
    browser = client_of(player(turn))
    old = asked_form(browser, table)
    answer(turn, "prospector", source=Move.Source.MAIL)
    other = the_turn(table)
    answer(other, "mayor")
    before = state(table)
    response = browser.post(old.action, old.pressed(("line", "captain")))
    assert response.status_code == 409
    assert "This turn is over" in response.content.decode()
    assert f"{other.seat.user} picks the mayor" in response.content.decode()
    assert state(table) == before


def test_nobody_answers_for_somebody_else(game: Game, mover: User, anna: User, bob: User, chris: User) -> None:
    form = asked_form(client_of(mover), game)
    before = state(game)
    other = client_of(bob if mover == anna else anna)
    response = other.post(form.action, form.pressed())
    assert response.status_code == 403
    assert "somebody else" in response.content.decode()
    assert client_of(chris).post(form.action, form.pressed()).status_code == 404
    assert Client().post(form.action, form.pressed()).status_code == 302
    assert state(game) == before


def test_an_answer_without_the_csrf_token_is_refused(game: Game, mover: User) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(mover)
    form = asked_form(strict, game)
    before = state(game)
    sent = {name: value for name, value in form.pressed().items() if name != "csrfmiddlewaretoken"}
    assert strict.post(form.action, sent).status_code == 403
    assert state(game) == before
    assert strict.post(form.action, form.pressed()).status_code == 302


def test_an_answer_by_htmx_brings_the_parts_of_the_next_question(game: Game, browser: Client) -> None:
    form = asked_form(browser, game)
    response = browser.post(form.action, form.pressed(("line", "settler")), headers={"HX-Request": "true"})
    assert response.status_code == 200
    page = response.content.decode()
    assert "<html" not in page
    assert "Which tile do you take?" in page


def test_an_unplayable_answer_by_htmx_brings_the_error_in_place(game: Game, browser: Client) -> None:
    form = asked_form(browser, game)
    response = browser.post(form.action, form.pressed(("line", "sell coffee")), headers={"HX-Request": "true"})
    assert response.status_code == 422
    assert "<html" not in response.content.decode()
    assert "note error" in response.content.decode()


def test_a_move_can_be_taken_back_where_nobody_has_decided_since(anna: User, bob: User, sent: list[str]) -> None:
    table = opened(anna, bob)
    turn = the_turn(table)
    browser = client_of(player(turn))
    assert "Take back" not in game_page(browser, table).content.decode()
    before = fresh(table).digest
    form = asked_form(browser, table)
    browser.post(form.action, form.pressed(("line", "builder")))
    assert "Take back my last move" in game_page(browser, table).content.decode()
    response = browser.post(f"/games/{table.pk}/undo/", follow=True)
    assert "Taken back: builder" in response.content.decode()
    assert fresh(table).digest == before
    again = asked_form(browser, table)
    assert browser.post(again.action, again.pressed(("line", "mayor"))).status_code == 302
    assert fresh(table).digest != before


def test_where_nothing_is_asked_the_next_waiting_game_is_offered(anna: User, bob: User, sent: list[str]) -> None:
    here, elsewhere = opened(anna, bob), opened(anna, bob, secret="17" * 32)
    to_move(bob, here)
    to_move(anna, elsewhere)
    page = game_page(client_of(anna), here)
    assert answer_form(page) is None
    assert f'href="/games/{elsewhere.pk}/"' in page.content.decode()


def to_move(user: User, game: Game) -> None:
    """Play until this person alone is to move."""
    while [
        player(turn) for turn in game.turns.filter(status=Turn.Status.OPEN, early=False).select_related("seat__user")
    ] != [user]:
        answer(the_turn(game), offers(the_turn(game))[0])


def test_whoever_resigns_confirms_it_first(game: Game, mover: User, browser: Client) -> None:
    page = browser.get(f"/games/{game.pk}/resign/")
    assert fresh(game).seats.get(user=mover).caretaker == ""
    assert b"A bot plays for you from now on" in page.content
    response = browser.post(f"/games/{game.pk}/resign/", follow=True)
    assert game.seats.get(user=mover).caretaker
    assert "You have resigned" in response.content.decode()
    assert answer_form(response) is None


def test_an_answer_given_ahead_is_kept_and_said_to_be(anna: User, bob: User, sent: list[str]) -> None:
    table = play_on(opened(anna, bob), somebody_ahead)
    turn = person_turn(table, ahead=True)
    browser = client_of(player(turn))
    form = asked_form(browser, table)
    plies = fresh(table).plies
    response = browser.post(form.action, form.pressed(), follow=True)
    assert fresh(table).plies == plies
    assert "is played when your turn comes" in response.content.decode()
    assert "Your answer is saved" in response.content.decode()


def test_an_answer_meant_for_a_passed_question_is_refused_whichever_way_the_other_came(
    anna: User, bob: User, sent: list[str]
) -> None:
    """Decided under the game's lock: a page and a mail at the same moment cannot both pass for the first question."""
    turn = the_turn(opened(anna, bob))
    taken = answer_count(turn)
    play(turn.pk, ["settler"], by=player(turn), source=Move.Source.MAIL, key="mail", expected_answer_count=taken)
    before = state(turn.game)
    with pytest.raises(QuestionPassed):
        play(turn.pk, ["pass"], by=player(turn), source=Move.Source.WEB, key="page", expected_answer_count=taken)
    assert state(turn.game) == before


@pytest.mark.parametrize("form", [{"line": "settler", "taken": "9" * 5000}, {"place.corn": "9" * 5000}])
def test_a_number_without_end_is_refused_like_any_other_that_cannot_be(
    anna: User, bob: User, sent: list[str], form: dict[str, str]
) -> None:
    table = opened(anna, bob)
    turn, before = person_turn(table), state(table)
    page = client_of(player(turn)).post(f"/turns/{turn.pk}/answer/", {"key": "one", **form})
    assert page.status_code in (409, 422)
    assert state(table) == before
