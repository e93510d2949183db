"""Reports through the API."""

from __future__ import annotations

import pytest

from games.people.models import User
from games.people.scopes import Scope
from games.table import api_tokens, talk
from games.table.bot_accounts import create_bot_account
from tests.api.programs import Program, kind_of, program_of
from tests.factories import UserFactory
from tests.table.games import opened

pytestmark = pytest.mark.django_db


def test_what_one_can_see_is_reported_and_what_came_of_it_is_told(anna: User, bob: User) -> None:
    game = opened(anna, bob)
    insult = talk.say(game.pk, bob, "You fool!")
    mine = program_of(anna)
    for named in ({"game": game.pk, "message": insult.pk}, {"game": game.pk}, {"person": "bob"}):
        made = mine.post("me/reports/", {**named, "reason": "insult", "words": "Again."}, 201)
        assert (made["outcome"], made["words"]) == ("open", "Again.")
    listed = mine.ask("me/reports/")
    assert [one["subject"] for one in listed] == ["person", "game", "message"]
    assert program_of(bob).ask("me/reports/") == []


def test_what_cannot_be_reported_says_why(anna: User, bob: User) -> None:
    game = opened(anna, bob)
    own = talk.say(game.pk, anna, "Nice move.")
    mine, theirs = program_of(anna), program_of(UserFactory.create())
    about = {"game": game.pk, "message": own.pk, "reason": "insult"}
    assert kind_of(mine.post("me/reports/", about, 422)) == "refused"
    assert kind_of(mine.post("me/reports/", {"reason": "insult"}, 400)) == "invalid"
    assert kind_of(mine.post("me/reports/", {**about, "person": "bob"}, 400)) == "invalid"
    assert kind_of(mine.post("me/reports/", {"message": own.pk, "reason": "insult"}, 400)) == "invalid"
    assert kind_of(mine.post("me/reports/", {"game": game.pk, "reason": "because"}, 400)) == "invalid"
    for named in ({"game": game.pk, "message": own.pk}, {"game": game.pk}, {"person": "nobody-at-all"}):
        assert kind_of(theirs.post("me/reports/", {**named, "reason": "insult"}, 404)) == "not-found"
    looking = Program(api_tokens.create_token(anna, "looks", None, scopes=[Scope.READ]).secret)
    assert looking.ask("me/reports/") == []
    looking.post("me/reports/", {"person": "bob", "reason": "insult"}, 403)
    program_of(create_bot_account(anna, "robo")).post("me/reports/", {"person": "bob", "reason": "insult"}, 403)
