"""Seeks through the API, and bots that take free seats after a time."""

from __future__ import annotations

from typing import Any

import pytest

from games.models import AuditEntry, Game, Seek
from games.people.models import User
from games.people.scopes import Scope
from games.table import api_tokens
from games.table.bot_accounts import create_bot_account
from games.table.seek_matching import match
from games.table.suspension import suspend
from tests.api.programs import Program, kind_of, program_of

pytestmark = pytest.mark.django_db
WISHED: dict[str, Any] = {"kind": "san-juan", "players": [2], "shortest": 86400, "longest": 86400}


def test_a_seek_is_begun_changed_and_ended_by_its_person_alone(anna: User, bob: User) -> None:
    mine, theirs = program_of(anna), program_of(bob)
    begun = mine.post("me/seeks/", {**WISHED, "rated": True}, 201)
    assert (begun["players"], begun["rated"], begun["paused"], begun["found"]) == ([2], True, None, [])
    assert mine.post("me/seeks/", {**WISHED, "rated": True}, 201)["id"] == begun["id"], "the same seek"
    path = f"me/seeks/{begun['id']}/"
    changed = mine.put(path, {**WISHED, "players": [4, 2], "paused": True})
    assert (changed["players"], changed["rated"], changed["paused"]) == ([2, 4], None, "person")
    assert mine.put(path, WISHED)["paused"] is None
    assert mine.ask("me/seeks/") == [mine.put(path, WISHED)]
    assert theirs.ask("me/seeks/") == []
    assert kind_of(theirs.put(path, WISHED, 404)) == "not-found"
    theirs.post("me/seeks/", WISHED, 201)
    assert match() == 1
    assert mine.ask("me/seeks/")[0]["found"] == [Game.objects.get().pk]
    mine.delete(path)
    assert mine.ask("me/seeks/") == []


def test_a_seek_that_is_changed_while_it_stays_paused_is_not_taken_up_for_a_moment(anna: User) -> None:
    mine = program_of(anna)
    path = f"me/seeks/{mine.post('me/seeks/', WISHED, 201)['id']}/"
    paused = mine.put(path, {**WISHED, "paused": True})
    changed = mine.put(path, {**WISHED, "players": [3], "paused": True})
    assert (changed["players"], changed["paused"]) == ([3], "person")
    # It did not begin to wait anew.
    assert changed["waiting_since"] == paused["waiting_since"]
    assert mine.put(path, WISHED)["waiting_since"] > paused["waiting_since"]


def test_what_cannot_be_sought_is_refused(anna: User) -> None:
    program = program_of(anna)
    for changes, status, kind in (
        ({"players": []}, 400, "invalid"),
        ({"colour": "red"}, 400, "invalid"),
        ({"kind": "chess"}, 422, "refused"),
        ({"players": [9]}, 422, "refused"),
        ({"longest": 3600}, 422, "refused"),
        ({"options": {"sauce": "hot"}}, 422, "option"),
    ):
        assert kind_of(program.post("me/seeks/", {**WISHED, **changes}, status)) == kind
    assert not Seek.objects.exists()


def test_seeks_need_the_scope_and_an_account_of_a_person(anna: User) -> None:
    looking = Program(api_tokens.create_token(anna, "looks", None, scopes=[Scope.READ]).secret)
    assert looking.ask("me/seeks/") == []
    assert kind_of(looking.post("me/seeks/", WISHED, 403)) == "scope"
    program_of(create_bot_account(anna, "robo")).ask("me/seeks/", 403)


def test_suspended_people_can_end_their_seeks_and_do_nothing_else_about_them(anna: User, bob: User) -> None:
    mine = program_of(anna)
    path = f"me/seeks/{mine.post('me/seeks/', WISHED, 201)['id']}/"
    others = f"me/seeks/{program_of(bob).post('me/seeks/', WISHED, 201)['id']}/"
    looking = Program(api_tokens.create_token(anna, "looks", None, scopes=[Scope.READ]).secret)
    suspend(anna, None, "Rude.")
    assert kind_of(mine.post("me/seeks/", {**WISHED, "players": [3]}, 403)) == "suspended"
    assert kind_of(mine.put(path, {**WISHED, "paused": True}, 403)) == "suspended"
    assert kind_of(mine.delete(others, 404)) == "not-found"
    assert kind_of(looking.delete(path, 403)) == "scope"
    mine.delete(path)
    assert kind_of(mine.delete(path, 404)) == "not-found"
    assert mine.ask("me/seeks/") == []
    trail = AuditEntry.objects.filter(action="seek games", actor=anna)
    assert [entry.details for entry in trail.order_by("pk")][1:] == [{"kind": "san-juan", "ended": True}]


def test_bots_take_free_seats_after_the_time_that_a_program_says(anna: User, bob: User) -> None:
    body = {"kind": "san-juan", "seats": [{"kind": "me"}, {"kind": "free"}]}
    program = program_of(anna)
    game = program.post("games/", {**body, "bots_after": 86400, "bots_level": "random"}, 201)
    assert (game["bots_level"], game["bots_at"] is None) == ("random", False)
    path = f"games/{game['id']}/bots/"
    assert program.post(path, {"bots_after": None}, 200)["bots_at"] is None
    assert kind_of(program.post(path, {"bots_after": 60, "bots_level": "random"}, 400)) == "invalid"
    assert kind_of(program.post(path, {"bots_after": 86400}, 422)) == "refused"
    program_of(bob).post(path, {"bots_after": None}, 403)


def test_a_program_says_whether_people_who_seek_may_come_and_they_do(anna: User, bob: User) -> None:
    body = {"kind": "san-juan", "turn_limit": 86400, "seats": [{"kind": "me"}, {"kind": "free"}]}
    hers, his = program_of(anna), program_of(bob)
    closed = hers.post("games/", {**body, "seeks_may_join": False}, 201)
    assert closed["seeks_may_join"] is False
    his.post("me/seeks/", WISHED, 201)
    assert match() == 0
    game = hers.post("games/", body, 201)
    assert game["seeks_may_join"] is True
    assert match() == 1
    assert his.ask("me/seeks/")[0]["found"] == [game["id"]]
    assert his.ask(f"games/{game['id']}/")["your_seat"] is not None
