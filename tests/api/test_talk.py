"""Talk, notes and muting by a program: what it reads and says, with which scope, and where a bot account may."""

from __future__ import annotations

import pytest

from games.models import Game, TalkMessage
from games.people.models import User
from games.people.scopes import Scope
from games.table import api_tokens, bot_accounts, talk
from games.table.open_games import SeatPlan, join, open_game
from games.time_control import TimeControl
from tests.api.programs import Program, kind_of, program_of
from tests.factories import UserFactory
from tests.table.games import LIMIT, fresh, opened

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(anna: User, bob: User, chris: User) -> Game:
    return opened(anna, bob, chris)


def at(game: Game, what: str = "talk/") -> str:
    return f"games/{game.pk}/{what}"


def test_a_program_says_something_and_another_one_reads_it(game: Game, anna: User, bob: User) -> None:
    made = program_of(anna).post(at(game), {"text": "Good morning!"}, 201)
    assert (made["text"], made["by"], made["own"], made["state"]) == ("Good morning!", "anna", True, "said")
    program_of(anna).post(at(game), {"greeting": "good-luck"}, 201)
    read = program_of(bob).ask(at(game))
    assert [message["text"] for message in read["messages"]] == ["Good morning!", "Good luck!"]
    assert (read["unread"], read["may_say"], read["why_not"], read["has_earlier"]) == (2, True, "", False)
    earlier = program_of(bob).ask(at(game) + f"?before={read['messages'][1]['id']}")
    assert [message["text"] for message in earlier["messages"]] == ["Good morning!"]
    newest = read["messages"][-1]["id"]
    assert program_of(bob).post(at(game, "talk/read/"), {"newest": newest})["unread"] == 0


def test_the_same_key_says_it_once(game: Game, anna: User) -> None:
    first, again = (program_of(anna).post(at(game), {"text": "once"}, 201, key="k") for _twice in range(2))
    assert first["id"] == again["id"]
    assert TalkMessage.objects.count() == 1


@pytest.mark.parametrize(
    ("body", "status", "kind"),
    [
        ({}, 400, "invalid"),
        ({"text": "a", "greeting": "hello"}, 400, "invalid"),
        ({"greeting": "rude"}, 400, "invalid"),
        ({"text": "x" * 10_000}, 400, "invalid"),
        ({"text": "x" * 1001}, 422, "refused"),
        ({"text": "\u202e\u200b"}, 422, "refused"),
        ({"text": "hello", "to": "bob"}, 400, "invalid"),
    ],
)
def test_what_cannot_be_said_is_refused(game: Game, anna: User, body: dict[str, str], status: int, kind: str) -> None:
    assert kind_of(program_of(anna).post(at(game), body, status)) == kind
    assert not TalkMessage.objects.exists()


def test_who_is_silenced_is_denied(game: Game, anna: User) -> None:
    User.objects.filter(pk=anna.pk).update(silenced_until="2099-01-01T00:00Z")
    assert kind_of(program_of(anna).post(at(game), {"text": "hello"}, 403)) == "denied"
    read = program_of(anna).ask(at(game))
    assert not read["may_say"]
    assert "until" in read["why_not"]


def test_who_does_not_sit_there_neither_reads_nor_talks(game: Game, anna: User) -> None:
    talk.say(game.pk, anna, "secret")
    stranger = program_of(UserFactory.create())
    assert kind_of(stranger.ask(at(game), 404)) == "not-found"
    Game.objects.filter(pk=game.pk).update(visibility=Game.Visibility.PUBLIC)
    assert stranger.ask(at(game))["messages"] == []
    assert kind_of(stranger.post(at(game), {"text": "hello"}, 403)) == "denied"
    assert kind_of(stranger.ask(at(game, "note/"), 403)) == "denied"


@pytest.mark.parametrize("before", ["x", "", "-1", "9" * 20])
def test_a_place_in_the_talk_that_is_none_is_refused(game: Game, anna: User, before: str) -> None:
    talk.say(game.pk, anna, "hello")
    assert list(program_of(anna).ask(at(game, f"talk/?before={before}"), 400)["errors"]) == ["before"]


def test_muting_by_name(game: Game, anna: User, bob: User) -> None:
    talk.say(game.pk, anna, "blah")
    program = program_of(bob)
    assert [one["name"] for one in program.post("me/muted/", {"name": "anna", "muted": True})] == ["anna"]
    (message,) = program.ask(at(game))["messages"]
    assert (message["state"], message["text"], message["new"]) == ("muted", "", False)
    assert [one["name"] for one in program.ask("me/muted/")] == ["anna"]
    assert program.post("me/muted/", {"name": "anna", "muted": False}) == []
    UserFactory.create(username="stranger")
    for name in ("stranger", "no-such-name"):
        assert kind_of(program.post("me/muted/", {"name": name, "muted": True}, 404)) == "not-found"


def test_a_note_is_kept_and_read_by_its_person_alone(game: Game, anna: User, bob: User) -> None:
    assert program_of(anna).ask(at(game, "note/")) == {"text": ""}
    assert program_of(anna).put(at(game, "note/"), {"text": "corn"}) == {"text": "corn"}
    assert program_of(anna).ask(at(game, "note/")) == {"text": "corn"}
    assert program_of(bob).ask(at(game, "note/")) == {"text": ""}
    assert kind_of(program_of(anna).put(at(game, "note/"), {"text": "x" * 4001}, 422)) == "refused"
    assert program_of(anna).put(at(game, "note/"), {"text": ""}) == {"text": ""}


def test_the_scope_talk_is_needed_to_talk(game: Game, anna: User, bob: User) -> None:
    def program(*scopes: Scope) -> Program:
        return Program(api_tokens.create_token(anna, "".join(scopes), scopes=scopes).secret)

    talk.say(game.pk, bob, "hello")
    for scopes, status in (((Scope.PLAY, Scope.MANAGE), 403), ((Scope.TALK,), 201)):
        asking = program(*scopes)
        asking.post(at(game), {"text": "hi"}, status)
        asking.put(at(game, "note/"), {"text": "hi"}, 200 if status == 201 else status)
        asking.ask("me/muted/", 200 if status == 201 else status)
        assert asking.ask(at(game))["messages"][0]["text"] == "hello"


@pytest.mark.parametrize(("owner_sits", "allowed"), [(True, True), (True, False), (False, True)])
def test_a_bot_account_talks_only_where_its_owner_sits_and_the_host_allows_it(
    anna: User, bob: User, chris: User, owner_sits: bool, allowed: bool
) -> None:
    robo = bot_accounts.create_bot_account(anna, "robo")
    sitting = [anna, bob] if owner_sits else [bob, chris]
    seats = [SeatPlan("account", account="robo"), *(SeatPlan("free") for _one in sitting)]
    game = open_game(
        anna,
        name="",
        kind="puerto-rico",
        options={},
        seats=seats,
        time_control=TimeControl(LIMIT),
        bots_may_talk=allowed,
    )
    for person in sitting:
        join(game.pk, person)
    talk.say(game.pk, bob, "hello, bot")
    program = Program(api_tokens.create_token(anna, "at home", robo, scopes=[Scope.TALK]).secret)
    may = owner_sits and allowed
    program.post(at(game), {"text": "beep"}, 201 if may else 422)
    assert bool(program.ask(at(game))["messages"]) is may


@pytest.mark.parametrize("readers", Game.Talk.values)
def test_a_game_is_opened_with_who_reads_and_whether_programs_talk(anna: User, readers: str) -> None:
    body = {
        "kind": "puerto-rico",
        "seats": [{"kind": "me"}, {"kind": "bot", "level": "random"}, {"kind": "bot", "level": "random"}],
        "talk": readers,
        "bots_may_talk": True,
    }
    made = program_of(anna).post("games/", body, 201)
    assert (made["talk"], made["bots_may_talk"]) == (readers, True)
    assert fresh(Game.objects.get(pk=made["id"])).talk == readers
