"""People through the API: profiles, friends, blocks, one's own games and statistics."""

from __future__ import annotations

import pytest

from games.people.models import User
from games.people.scopes import Scope
from games.table import api_tokens
from games.table.bot_accounts import create_bot_account
from games.table.preferences import set_profile_shown
from tests.api.programs import Program, kind_of, program_of
from tests.people.company import played, table

pytestmark = pytest.mark.django_db


def test_a_profile_is_told_to_whoever_may_see_it(anna: User, bob: User, chris: User) -> None:
    game = table(anna, bob)
    played(anna, game, 1, asked=4, in_time=3, answer_times=[0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0])
    told = program_of(bob).ask("people/Anna/")
    assert told["name"] == "anna"
    assert told["page"].endswith("/people/anna/")
    (kind,) = told["kinds"]
    assert (kind["title"], kind["with_people"]) == ("San Juan", {"played": 1, "won": 1, "shared": 0})
    reliability = {"games": 1, "asked": 4, "in_time": 3, "abandoned": 0, "answers": 3, "half_within": 900}
    assert told["reliability"] == reliability
    hidden, missing = (program_of(chris).ask(f"people/{name}/", 404) for name in ("anna", "annabella"))
    assert hidden == missing
    program_of(create_bot_account(anna, "robo")).ask("people/anna/", 403)


def test_friends_and_blocks_are_managed_with_the_scope_for_it(anna: User, bob: User) -> None:
    table(anna, bob)
    mine, theirs = program_of(anna), program_of(bob)
    assert mine.post("me/friends/", {"name": "bob"}, 201) == {"name": "bob", "standing": "asked"}
    assert theirs.ask("me/friends/") == [{"name": "anna", "standing": "asking"}]
    assert theirs.post("me/friends/", {"name": "anna"}, 201) == {"name": "anna", "standing": "friend"}
    theirs.delete("me/friends/anna/")
    assert mine.ask("me/friends/") == []
    assert mine.post("me/blocks/", {"name": "bob"}, 201)["name"] == "bob"
    assert [one["name"] for one in mine.ask("me/blocks/")] == ["bob"]
    assert theirs.ask("me/blocks/") == []
    mine.delete("me/blocks/bob/")
    assert mine.ask("me/blocks/") == []
    assert kind_of(mine.post("me/friends/", {"name": "anna"}, 422)) == "refused"
    assert kind_of(mine.post("me/friends/", {"name": "nobody-at-all"}, 404)) == "not-found"
    assert kind_of(mine.post("me/blocks/", {"who": "bob"}, 400)) == "invalid"
    looking = Program(api_tokens.create_token(anna, "looks", None, scopes=[Scope.READ]).secret)
    assert looking.ask("me/friends/") == []
    for path in ("me/friends/", "me/blocks/"):
        assert kind_of(looking.post(path, {"name": "bob"}, 403)) == "scope"


def test_a_friend_is_invited_by_name(anna: User, bob: User) -> None:
    table(anna, bob)
    body = {"kind": "san-juan", "seats": [{"kind": "me"}, {"kind": "person", "person": "bob"}]}
    program_of(anna).post("games/", body, 422)
    program_of(anna).post("me/friends/", {"name": "bob"}, 201)
    program_of(bob).post("me/friends/", {"name": "anna"}, 201)
    made = program_of(anna).post("games/", body, 201)
    assert program_of(bob).post(f"games/{made['id']}/join/")["status"] == "running"


def test_ones_own_games_are_listed_and_narrowed(anna: User, bob: User) -> None:
    one, other = table(anna, bob), table(anna, bob)
    played(anna, one, 1, picks=["builder"])
    played(anna, other, None, left="missed")
    played(bob, one, 2)
    program = program_of(anna)
    listed = program.ask("me/games/")["results"]
    assert [(row["game"], row["rank"], row["left"]) for row in listed] == [
        (other.pk, None, "missed"),
        (one.pk, 1, None),
    ]
    assert (listed[1]["others"], listed[1]["picks"]) == (["bob"], ["builder"])
    assert [row["game"] for row in program.ask("me/games/?result=won&against=bob")["results"]] == [one.pk]
    for query in ("result=x", "since=0001-01-01", "players=many", "unknown=1"):
        program.ask(f"me/games/?{query}", 400)
    assert len(program.ask("me/games/?limit=1")["results"]) == 1


def test_ones_own_statistics_are_told(anna: User, bob: User) -> None:
    game = table(anna, bob)
    played(anna, game, 1, picks=["builder"])
    played(bob, game, 2)
    set_profile_shown(anna, User.ProfileShown.NOBODY)
    told = program_of(anna).ask("me/statistics/")
    (kind,) = told["kinds"]
    assert kind["seats"] == [{"players": 2, "seat": 0, "games": 1, "mean_score": 10.0, "mean_rank": 1.0, "won": 1}]
    assert kind["picks"] == [{"key": "builder", "name": "builder", "times": 1, "won": 0}]
    assert told["opponents"] == [{"name": "bob", "games": 1, "ahead": 1, "level": 0, "behind": 0}]


def test_a_program_reads_and_chooses_who_sees_the_profile(anna: User, bob: User) -> None:
    program, reader = program_of(anna), program_of(bob)
    assert program.ask("me/profile/") == {"shown_to": "games"}
    reader.ask("people/anna/", 404)
    assert program.put("me/profile/", {"shown_to": "all"}) == program.ask("me/profile/") == {"shown_to": "all"}
    reader.ask("people/anna/")
    for body in ({"shown_to": ""}, {"shown_to": "friends"}, {}, {"shown_to": "nobody", "x": 1}):
        assert kind_of(program.put("me/profile/", body, 400)) == "invalid"
    assert program.ask("me/profile/") == {"shown_to": "all"}
    assert program.put("me/profile/", {"shown_to": "games"}) == {"shown_to": "games"}
    reading = Program(api_tokens.create_token(anna, "reads", scopes=[Scope.READ]).secret)
    assert reading.ask("me/profile/") == {"shown_to": "games"}
    assert kind_of(reading.put("me/profile/", {"shown_to": "all"}, 403)) == "scope"
