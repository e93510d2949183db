"""Ratings through the API: rated games, leaderboards, one's own ratings, and the scopes that they take."""

from __future__ import annotations

import pytest

from games.people.models import User
from games.people.scopes import Scope
from games.table import api_tokens, leaderboards
from tests.api.programs import Program, kind_of, program_of
from tests.api.test_games import body
from tests.table.finished_games import brought_to_its_end
from tests.table.rated import KIND, count_all, opened_rated
from tests.web.test_ratings import rated

pytestmark = pytest.mark.django_db


def test_a_game_is_opened_rated_if_it_can_be(anna: User) -> None:
    program = program_of(anna)
    assert program.post("games/", body("me", "free", rated=True), 201)["rated"] is True
    assert program.post("games/", body("me", "free"), 201)["rated"] is False
    refused = program.post("games/", body("me", "free", rated=True, advisers=True), 422)
    assert kind_of(refused) == "refused"


def test_a_finished_game_tells_what_it_has_changed(anna: User, bob: User) -> None:
    game = brought_to_its_end(opened_rated(anna, bob))
    assert program_of(anna).ask(f"games/{game.pk}/")["rating_changes"] == []
    count_all()
    changes = program_of(anna).ask(f"games/{game.pk}/")["rating_changes"]
    assert {(one["name"], one["before"], one["why"]) for one in changes} == {
        ("anna", 1000, "result"),
        ("bob", 1000, "result"),
    }
    program_of(bob).put("me/ratings/", {"on_leaderboards": False})
    assert [one["name"] for one in program_of(anna).ask(f"games/{game.pk}/")["rating_changes"]] == ["anna"]
    assert program_of(bob).ask("me/ratings/")["ratings"][0] | {"rating": 0} == {
        "kind": KIND,
        "players": 2,
        "rating": 0,
        "games": 1,
        "provisional": True,
    }


def test_leaderboards_come_page_by_page(anna: User, bob: User, chris: User) -> None:
    rated(anna, 1200)
    rated(bob, 1800)
    rated(chris, 1800)
    (board,) = program_of(anna).ask("ratings/")
    assert (board["kind"], board["players"], board["people"]) == (KIND, 2, 3)
    first = program_of(anna).ask(f"ratings/{KIND}/2/?limit=2")
    assert [(one["name"], one["rating"]) for one in first["results"]] == [("bob", 1800), ("chris", 1800)]
    rest = program_of(anna).ask(first["next"].partition("/api/v1/")[2])
    assert [one["name"] for one in rest["results"]] == ["anna"]
    for address in (f"ratings/{KIND}/99999999999999999999/", "ratings/chess/2/"):
        assert kind_of(program_of(anna).ask(address, 404)) == "not-found"


def test_the_ratings_of_the_bots_are_those_beside_the_leaderboards(anna: User) -> None:
    told = {level["name"]: level["ratings"] for level in program_of(anna).ask("levels/")}
    for kind in ("puerto-rico", "san-juan"):
        for level, rating in leaderboards.bots_of(kind):
            assert told[level.name][kind] == rating


def test_looking_takes_the_scope_read_and_hiding_the_scope_manage(anna: User) -> None:
    token = api_tokens.create_token(anna, "tests", scopes=[Scope.READ]).secret
    program = Program(token)
    program.ask("ratings/")
    program.ask("me/ratings/")
    assert kind_of(program.put("me/ratings/", {"on_leaderboards": False}, 403)) == "scope"
    assert kind_of(Program().ask("ratings/", 401)) == "not-signed-in"
