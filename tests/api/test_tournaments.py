"""Tournaments through the API: look, enter, leave, and the scopes that it takes."""

from __future__ import annotations

import pytest

from games.models import Entrant, Tournament
from games.people.models import User
from games.people.scopes import Scope
from games.table import api_tokens, bot_accounts
from tests.api.programs import Program, kind_of, program_of
from tests.table.tournaments import again, crowd, end_round, opened_tournament, started

pytestmark = pytest.mark.django_db


def test_a_program_enters_for_its_person_and_leaves(anna: User, bob: User) -> None:
    tournament = opened_tournament(anna)
    program, address = program_of(bob), f"tournaments/{tournament.pk}/"
    (listed,) = program.ask("tournaments/")["results"]
    assert (listed["id"], listed["status"], listed["taken"], listed["you"]) == (tournament.pk, "entry", 0, None)
    assert program.post(f"{address}enter/", {}, 200)["you"] == "entered"
    assert kind_of(program.post(f"{address}enter/", {}, 409)) == "conflict"
    program.post(f"{address}leave/", {}, 204)
    assert program.ask(address)["you"] is None
    assert kind_of(program.post(f"{address}leave/", {}, 409)) == "conflict"


def test_one_that_is_not_for_everybody_does_not_exist_for_others(anna: User, bob: User) -> None:
    hidden = opened_tournament(anna, entry="link")
    program, address = program_of(bob), f"tournaments/{hidden.pk}/"
    for path in ("", "standings/"):
        assert kind_of(program.ask(f"{address}{path}", 404)) == "not-found"
    for path, body in (("enter/", {}), ("enter/", {"code": "wrong"}), ("leave/", {})):
        assert kind_of(program.post(f"{address}{path}", body, 404)) == "not-found"
    assert program.ask("tournaments/")["results"] == []
    assert program.post(f"{address}enter/", {"code": hidden.code}, 200)["you"] == "entered"
    assert [one["id"] for one in program.ask("tournaments/")["results"]] == [hidden.pk]
    answer = str(program.ask(address)) + str(program_of(anna).ask(address))
    assert hidden.code not in answer
    assert hidden.seed not in answer


def test_standings_and_tables_are_told(anna: User) -> None:
    people = crowd(6)
    tournament = started(anna, *people)
    program, address = program_of(people[0]), f"tournaments/{tournament.pk}/"
    end_round(tournament, 1)
    shown = program.ask(f"{address}standings/")
    assert [line["place"] for line in shown["standings"]] == [1, 2, 3, 4, 5, 6]
    assert sum(line["points"] for line in shown["standings"]) == 72
    assert {(one["round"], one["table"]) for one in shown["tables"]} == {(1, 1), (1, 2), (2, 1), (2, 2)}
    assert {seat["points"] for one in shown["tables"] if one["round"] == 2 for seat in one["seats"]} == {None}
    assert program.ask(address)["round"] == 2
    program.post(f"{address}leave/", {}, 204)
    assert again(tournament).entrants.get(user=people[0]).status == Entrant.Status.DROPPED


def test_looking_takes_the_scope_read_and_entering_the_scope_play(anna: User) -> None:
    tournament = opened_tournament(anna)
    program = Program(api_tokens.create_token(anna, "tests", scopes=[Scope.READ]).secret)
    program.ask("tournaments/")
    program.ask(f"tournaments/{tournament.pk}/standings/")
    assert kind_of(program.post(f"tournaments/{tournament.pk}/enter/", {}, 403)) == "scope"
    assert kind_of(Program().ask("tournaments/", 401)) == "not-signed-in"
    robo = bot_accounts.create_bot_account(anna, "robo")
    of_robo = Program(api_tokens.create_token(anna, "tests", robo).secret)
    assert kind_of(of_robo.post(f"tournaments/{tournament.pk}/enter/", {}, 403)) == "denied"
    assert not Tournament.objects.get().entrants.exists()
