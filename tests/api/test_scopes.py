"""What a token may do of what its account may, and what no token may."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.access import SCOPES
from games.models import Delivery, Game
from games.people.models import ApiToken, User
from games.people.scopes import Scope
from games.table import api_tokens
from tests.access.addresses import operations
from tests.api.programs import Program, kind_of, page_of, program_of
from tests.deliveries import content_of
from tests.table.games import fresh, person_turn

pytestmark = pytest.mark.django_db
WISH = {"kind": "puerto-rico", "seats": [{"kind": "me"}, *[{"kind": "bot", "level": "random"}] * 2]}


def with_scopes(person: User, *scopes: str) -> Program:
    return Program(api_tokens.create_token(person, " ".join(scopes), scopes=[Scope(scope) for scope in scopes]).secret)


def refused_for(problem: Any) -> str:
    """The scope that is missing."""
    assert kind_of(problem) == "scope"
    return str(problem["scope"])


def test_a_token_that_may_only_look_changes_nothing(game: Game, mover: User) -> None:
    program, turn = with_scopes(mover, "read"), person_turn(game)
    for path in ("me/", "turns/", "games/", f"games/{game.pk}/view/", f"turns/{turn.pk}/options/"):
        program.ask(path)
    assert refused_for(program.post(f"turns/{turn.pk}/play/", {"lines": ["1"]}, 403)) == "play"
    assert refused_for(program.post(f"games/{game.pk}/resign/", status=403)) == "play"
    assert refused_for(program.post("games/", WISH, 403)) == "manage"
    assert refused_for(program.post("me/bots/", {"name": "robo"}, 403)) == "manage"
    assert fresh(game).plies == game.plies


def test_a_token_to_play_looks_and_plays_and_hosts_nothing(game: Game, mover: User) -> None:
    program, turn = with_scopes(mover, "play"), person_turn(game)
    line = program.ask(f"turns/{turn.pk}/options/")["options"][0]["text"]
    assert program.post(f"turns/{turn.pk}/play/", {"lines": [line]})["done"]
    assert refused_for(program.post("games/", WISH, 403)) == "manage"


def test_a_token_to_manage_opens_games_and_plays_none(game: Game, mover: User) -> None:
    program = with_scopes(mover, "manage")
    program.post("games/", WISH, 201)
    program.post("me/bots/", {"name": "robo"}, 201)
    assert refused_for(program.post(f"turns/{person_turn(game).pk}/play/", {"lines": ["1"]}, 403)) == "play"


def test_a_game_that_must_not_be_known_is_not_told_by_a_missing_scope(game: Game, chris: User) -> None:
    program = with_scopes(chris, "read")
    there, nowhere = (program.post(f"games/{pk}/join/", status=403) for pk in (game.pk, "nosuchga"))
    assert there == nowhere


@pytest.mark.parametrize("path", ["me/tokens/", "me/tokens/000000000000/"])
def test_no_token_sees_makes_or_revokes_tokens(anna: User, robo: User, path: str) -> None:
    for program in (program_of(anna), program_of(robo)):
        if path == "me/tokens/":
            assert kind_of(program.ask(path, 403)) == "denied"
            assert kind_of(program.post(path, {"name": "a child"}, 403)) == "denied"
        else:
            own = ApiToken.objects.latest("created").handle
            assert kind_of(program.delete(path.replace("0" * 12, own), 403)) == "denied"
    assert ApiToken.objects.count() == 2


def test_every_operation_that_tokens_may_do_is_in_the_table_of_scopes() -> None:
    without = {
        str(operation)
        for operation in operations()
        if operation.address.route.startswith("api/") and operation.permission not in SCOPES
    }
    assert {route.partition("v1/")[2].partition("<")[0] for route in without} == {"me/tokens/"}


def test_a_token_made_before_there_were_scopes_does_what_it_did(anna: User) -> None:
    """As the migration leaves such rows."""
    program = program_of(anna)
    ApiToken.objects.update(scopes="read play manage")
    program.post("me/bots/", {"name": "robo"}, 201)


def test_whoever_is_signed_in_proves_anew_who_they_are_before_a_token_is_made(anna: User) -> None:
    client = Client()
    client.force_login(anna)
    problem = Program(client=client).post("me/tokens/", {"name": "at home"}, 403)
    assert kind_of(problem) == "reauthentication"
    assert problem["url"].endswith("/accounts/reauthenticate/")
    made = page_of(anna).post("me/tokens/", {"name": "at home", "scopes": ["play"]}, 201)
    assert made["scopes"] == ["read", "play"]


def test_a_new_token_is_told_of_by_mail(anna: User, robo: User) -> None:
    api_tokens.create_token(anna, "at home", robo, scopes=[Scope.PLAY])
    mail = Delivery.objects.get()
    assert mail.address == anna.email
    assert content_of(mail)["topic"] == "a new API token"
    for word in ("at home", "robo", "read, play"):
        assert word in content_of(mail)["text"]


def test_the_last_use_is_known_to_the_hour_and_written_no_oftener(anna: User) -> None:
    program = program_of(anna)
    assert page_of(anna).ask("me/tokens/")[0]["last_used_at"] is None
    program.ask("me/")
    first = ApiToken.objects.get().last_used_at
    assert first is not None
    program.ask("me/")
    assert ApiToken.objects.get().last_used_at == first
    ApiToken.objects.update(last_used_at=timezone.now() - timedelta(hours=2))
    program.ask("me/")
    assert (ApiToken.objects.get().last_used_at or first) >= first


def test_the_schema_says_which_scope_an_operation_takes() -> None:
    paths = Client().get("/api/v1/schema/?format=json").json()["paths"]
    for path, method, scope in (
        ("/api/v1/turns/{id}/play/", "post", "A token needs the scope `play`."),
        ("/api/v1/games/", "post", "A token needs the scope `manage`."),
        ("/api/v1/me/tokens/", "get", "For signed-in people, with no token."),
    ):
        assert paths[path][method]["description"].endswith(scope)
    assert "scope" not in paths["/api/v1/games/"]["get"].get("description", "")
