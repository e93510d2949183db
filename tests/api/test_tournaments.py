"""Tournaments through the API: look, enter, leave, open and run one's own, and the scopes that it takes."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final

import pytest

from games.models import Entrant, Tournament
from games.people.models import User
from games.people.scopes import Scope
from games.table import api_tokens, bot_accounts
from games.table.blocks import block
from games.table.suspension import suspend
from tests.api.programs import Program, kind_of, program_of
from tests.table.tournaments import again, crowd, end_round, games_of, opened_tournament, started

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


def test_who_leaves_one_that_is_over_is_told_so(anna: User) -> None:
    people = crowd(3)
    tournament = end_round(started(anna, *people, rounds=1), 1)
    refused = program_of(people[0]).post(f"tournaments/{tournament.pk}/leave/", {}, 409)
    assert (kind_of(refused), refused["detail"]) == ("conflict", "This tournament is over.")


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
    own = program_of(anna).ask(address)
    assert own["code"] == hidden.code
    assert hidden.code not in str(program.ask(address))
    assert hidden.seed not in str(own)


def test_whoever_has_the_link_looks_at_a_tournament_before_they_enter(anna: User, bob: User) -> None:
    people = crowd(3)
    tournament = started(anna, *people, entry="link")
    program, address = program_of(bob), f"tournaments/{tournament.pk}/"
    by_link = f"?code={tournament.code}"
    shown = program.ask(f"{address}{by_link}")
    assert (shown["id"], shown["taken"], shown["you"], shown["code"]) == (tournament.pk, 3, None, None)
    of_one_in_it = program_of(people[0])
    assert program.ask(f"{address}standings/{by_link}") == of_one_in_it.ask(f"{address}standings/")
    # It opens nothing else, and is needed every time.
    assert kind_of(program.ask(address, 404)) == "not-found"
    assert program.ask(f"tournaments/{by_link}")["results"] == []
    (game,) = games_of(tournament, 1)
    assert kind_of(program.ask(f"games/{game.pk}/{by_link}", 404)) == "not-found"
    other = opened_tournament(anna, entry="link")
    assert kind_of(program.ask(f"tournaments/{other.pk}/{by_link}", 404)) == "not-found"
    assert kind_of(program.post(f"{address}leave/{by_link}", {}, 404)) == "not-found"


@pytest.mark.parametrize("path", ["", "standings/"])
def test_a_wrong_code_is_answered_as_for_a_tournament_that_is_none(anna: User, bob: User, path: str) -> None:
    hidden = opened_tournament(anna, entry="link")
    # The code of one that is by invitation is of no use.
    invited = opened_tournament(anna, entry="invited")
    program = program_of(bob)
    none = program.ask(f"tournaments/99999999/{path}?code={hidden.code}", 404)
    asked = [(hidden, code) for code in ("", "wrong", hidden.code[:-1], f"{hidden.code}x", "%00", "%FF", invited.code)]
    for tournament, code in [*asked, (invited, invited.code)]:
        answer = program.ask(f"tournaments/{tournament.pk}/{path}?code={code}", 404)
        assert answer == none, code
    block(bob, "anna")
    assert program.ask(f"tournaments/{hidden.pk}/{path}?code={hidden.code}", 404) == none


@pytest.mark.parametrize("path", ["", "standings/"])
def test_a_code_is_for_people_with_an_account(anna: User, bob: User, path: str) -> None:
    hidden = opened_tournament(anna, entry="link")
    address = f"tournaments/{hidden.pk}/{path}?code={hidden.code}"
    assert kind_of(Program().ask(address, 401)) == "not-signed-in"
    robo = program_of(bot_accounts.create_bot_account(bob, "robo"))
    assert kind_of(robo.ask(address, 403)) == "denied"
    suspend(bob, None, "Rude.")
    program_of(bob).ask(address)


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


CUP: Final = {
    "name": "Autumn Cup",
    "kind": "san-juan",
    "table_size": 3,
    "rounds": 2,
    "places": 9,
    "fewest": 3,
    "turn_limit": 86400,
    "clock": {"bank": 3 * 86400},
}


def test_a_program_opens_a_tournament_once_per_key(anna: User) -> None:
    program = program_of(anna)
    opened = program.post("tournaments/", CUP, 201, key="one")
    assert (opened["name"], opened["status"], opened["places"], opened["taken"]) == ("Autumn Cup", "entry", 9, 0)
    assert (opened["entry"], opened["code"], opened["organiser"]) == ("open", None, "anna")
    assert program.post("tournaments/", CUP, 201, key="one")["id"] == opened["id"]
    tournament = Tournament.objects.get()
    assert tournament.time_control.bank == timedelta(days=3)


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        ({"places": 65}, "invalid"),
        ({"sauce": "on"}, "invalid"),
        ({"kind": "chess"}, "refused"),
        ({"fewest": 12}, "refused"),
        ({"table_size": 9}, "refused"),
        ({"filling": "bots"}, "refused"),
        ({"entry_until": "2001-01-01T00:00:00Z"}, "refused"),
        ({"clock": {"bank": 86400, "round": 86400}}, "invalid"),
        ({"options": {"sauce": "on"}}, "option"),
    ],
)
def test_a_tournament_that_cannot_be_is_refused(anna: User, change: dict[str, Any], kind: str) -> None:
    status = 400 if kind == "invalid" else 422
    assert kind_of(program_of(anna).post("tournaments/", CUP | change, status)) == kind
    assert not Tournament.objects.exists()


def test_a_program_runs_the_tournament_of_its_person(anna: User, bob: User) -> None:
    people = crowd(2)
    User.objects.update(profile_shown=User.ProfileShown.ALL)
    program, of_bob = program_of(anna), program_of(bob)
    address = f"tournaments/{program.post('tournaments/', CUP | {'entry': 'invited'}, 201)['id']}/"
    assert kind_of(of_bob.ask(address, 404)) == "not-found"
    program.post(f"{address}invite/", {"name": "bob"}, 204)
    assert of_bob.post(f"{address}enter/", {}, 200)["you"] == "entered"
    assert kind_of(program.post(f"{address}start/", {}, 409)) == "conflict"
    assert program.put(address, {"places": 6, "fewest": 3})["places"] == 6
    for person in people:
        program.post(f"{address}invite/", {"name": person.username}, 204)
        program_of(person).post(f"{address}enter/", {}, 200)
    assert program.post(f"{address}start/", {}, 200)["status"] == "running"
    assert kind_of(program.post(f"{address}cancel/", {}, 409)) == "conflict"


def test_only_the_organiser_runs_a_tournament(anna: User, bob: User) -> None:
    tournament = opened_tournament(anna)
    of_bob, address = program_of(bob), f"tournaments/{tournament.pk}/"
    assert kind_of(of_bob.put(address, {"places": 6, "fewest": 3}, 403)) == "denied"
    for action, body in (("invite", {"name": "anna"}), ("start", {}), ("cancel", {})):
        assert kind_of(of_bob.post(f"{address}{action}/", body, 403)) == "denied"
    reader = Program(api_tokens.create_token(anna, "tests", scopes=[Scope.READ, Scope.PLAY]).secret)
    assert kind_of(reader.post(f"{address}cancel/", {}, 403)) == "scope"
    assert kind_of(reader.post("tournaments/", CUP, 403)) == "scope"
    assert program_of(anna).post(f"{address}cancel/", {}, 200)["status"] == "cancelled"
