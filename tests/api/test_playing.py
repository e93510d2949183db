"""Answering turns through the API."""

from __future__ import annotations

from typing import Any

import pytest

from games.models import Game, Move, Submission, Turn
from games.people.models import User
from games.table import queries
from tests.api.programs import Program, kind_of, program_of
from tests.table.games import answer, fresh, offers, play_on, player, somebody_ahead

pytestmark = pytest.mark.django_db


def the_turn(game: Game) -> Turn:
    return game.turns.select_related("seat__user", "game").get(
        status=Turn.Status.OPEN, early=False, ahead_of_turn=False
    )


def test_my_turns_are_listed_across_games(game: Game, program: Program, mover: User, other: User) -> None:
    turn = the_turn(game)
    (listed,) = program.ask("turns/")["results"]
    assert (listed["id"], listed["game"], listed["stage"], listed["taken"]) == (turn.pk, game.pk, "role", 0)
    assert listed == program.ask(f"turns/{turn.pk}/")
    assert program_of(other).ask("turns/")["results"] == []
    assert program.ask("me/")["turns"] == 1
    assert kind_of(Program().ask("turns/", 401)) == "not-signed-in"


def test_the_options_are_what_the_page_offers(game: Game, program: Program) -> None:
    turn = the_turn(game)
    response = program.ask(f"turns/{turn.pk}/options/")
    question = queries.question_for(turn)
    assert [option["text"] for option in response["options"]] == [offer.text for offer in question.offers]
    assert [option["number"] for option in response["options"]] == list(range(1, len(question.offers) + 1))
    assert (response["stage"], response["form"], response["taken"]) == ("role", "choice", 0)
    assert response["options"][0]["targets"] == ["role:settler"]


def test_another_seats_turn_is_refused(game: Game, other: User) -> None:
    turn = the_turn(game)
    program = program_of(other)
    assert kind_of(program.ask(f"turns/{turn.pk}/options/", 403)) == "denied"
    assert kind_of(program.post(f"turns/{turn.pk}/play/", {"lines": ["1"]}, 403)) == "denied"
    assert fresh(game).plies == game.plies


def test_an_answer_is_played_and_told(game: Game, program: Program) -> None:
    turn = the_turn(game)
    response = program.post(f"turns/{turn.pk}/play/", {"lines": ["craftsman"], "taken": 0})
    assert response["done"] == ["craftsman"]
    assert response["failed"] is None
    assert game.moves.get(turn=turn, text="craftsman").source == Move.Source.API


def test_the_same_key_plays_once(game: Game, program: Program) -> None:
    turn = the_turn(game)
    first = program.post(f"turns/{turn.pk}/play/", {"lines": ["craftsman"]}, key="k")
    plies = fresh(game).plies
    assert program.post(f"turns/{turn.pk}/play/", {"lines": ["builder"]}, key="k") == first
    assert fresh(game).plies == plies
    assert Submission.objects.filter(turn=turn).count() == 1


def test_a_key_is_needed(game: Game, program: Program) -> None:
    turn = the_turn(game)
    assert kind_of(program.post(f"turns/{turn.pk}/play/", {"lines": ["craftsman"]}, 400, key="")) == "idempotency-key"


def test_an_answer_of_which_nothing_is_possible_names_what_is(game: Game, program: Program) -> None:
    turn = the_turn(game)
    problem = program.post(f"turns/{turn.pk}/play/", {"lines": ["build harbor", "pass"]}, 422)
    assert kind_of(problem) == "refused-move"
    assert problem["line"] == "build harbor"
    assert problem["legal"] == offers(turn)
    assert problem["legal_complete"] is True
    assert problem["not_tried"] == ["pass"]
    assert fresh(game).plies == game.plies


def test_a_refused_answer_stays_refused_under_its_key(game: Game, program: Program) -> None:
    turn = the_turn(game)
    first = program.post(f"turns/{turn.pk}/play/", {"lines": ["nonsense"]}, 422, key="k")
    assert program.post(f"turns/{turn.pk}/play/", {"lines": ["craftsman"]}, 422, key="k") == first


def test_an_answer_that_is_partly_possible_is_played_so_far(game: Game, program: Program) -> None:
    turn = the_turn(game)
    response = program.post(f"turns/{turn.pk}/play/", {"lines": ["settler", "take gold", "pass"]})
    assert response["done"] == ["settler"]
    assert response["failed"]["line"] == "take gold"
    assert response["failed"]["legal"] == offers(turn)
    assert response["not_tried"] == ["pass"]
    assert response["next_turn_id"] == turn.pk


def test_a_closed_turn_is_a_conflict_that_tells_what_happened_since(game: Game, program: Program) -> None:
    turn = the_turn(game)
    answer(turn, "craftsman")
    play_on(game, lambda table: table.plies > game.plies + 6)
    problem = program.post(f"turns/{turn.pk}/play/", {"lines": ["builder"]}, 409)
    assert kind_of(problem) == "turn-closed"
    assert problem["since"]
    assert kind_of(program.ask(f"turns/{turn.pk}/options/", 409)) == "turn-closed"
    assert kind_of(program.ask(f"turns/{turn.pk}/", 409)) == "turn-closed"


def test_an_answer_to_an_earlier_question_is_a_conflict(game: Game, program: Program) -> None:
    turn = the_turn(game)
    taken = program.ask(f"turns/{turn.pk}/options/")["taken"]
    assert answer(turn, "settler").turn_closed is False
    problem = program.post(f"turns/{turn.pk}/play/", {"lines": ["1"], "taken": taken}, 409)
    assert kind_of(problem) == "question-passed"


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "lines"),
        ({"lines": []}, "lines"),
        ({"lines": "craftsman"}, "lines"),
        ({"lines": [["craftsman"]]}, "lines"),
        ({"lines": ["x" * 501]}, "lines"),
        ({"lines": ["craftsman"] * 61}, "lines"),
        ({"lines": ["craftsman"], "taken": -1}, "taken"),
        ({"lines": ["craftsman"], "taken": "soon"}, "taken"),
        ({"lines": ["craftsman"], "line": "craftsman"}, "line"),
        (["craftsman"], "non_field_errors"),
    ],
)
def test_an_unfit_body_is_told_of_by_field(game: Game, program: Program, body: Any, field: str) -> None:
    problem = program.post(f"turns/{the_turn(game).pk}/play/", body, 400)
    assert kind_of(problem) == "invalid"
    assert list(problem["errors"]) == [field]
    assert fresh(game).plies == game.plies


def test_undo_takes_back_what_was_played(game: Game, program: Program) -> None:
    turn = the_turn(game)
    program.post(f"turns/{turn.pk}/play/", {"lines": ["settler"]})
    assert program.ask(f"games/{game.pk}/")["can_undo"] is True
    assert program.post(f"games/{game.pk}/undo/") == {"texts": ["settler"], "turn_id": turn.pk}
    assert kind_of(program.post(f"games/{game.pk}/undo/", status=409)) == "conflict"
    assert fresh(game).plies == game.plies


def test_an_answer_ahead_of_time_is_kept_and_not_told_to_others(game: Game) -> None:
    play_on(game, somebody_ahead)
    turn = game.turns.select_related("seat__user", "game").get(
        status=Turn.Status.OPEN, early=False, ahead_of_turn=True, seat__bot_level=""
    )
    program = program_of(player(turn))
    assert program.ask(f"turns/{turn.pk}/")["ahead"] is True
    response = program.post(f"turns/{turn.pk}/play/", {"lines": ["1"]})
    assert response["ahead"] is True
    mover = player(the_turn(game))
    for path in ("view/", "log/", ""):
        assert response["done"][0] not in str(program_of(mover).ask(f"games/{game.pk}/{path}"))


def test_numbers_of_options_answer_too(game: Game, program: Program) -> None:
    turn = the_turn(game)
    (option,) = [o for o in program.ask(f"turns/{turn.pk}/options/")["options"] if o["text"] == "craftsman"]
    assert program.post(f"turns/{turn.pk}/play/", {"lines": [str(option["number"])]})["done"] == ["craftsman"]
