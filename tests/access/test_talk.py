"""What is said at a table, and noted for oneself, reaches nobody who may not read it, at any address of the site."""

from __future__ import annotations

from functools import cache
from typing import Final

import pytest
from django.test import Client

from games.models import Game
from games.people.models import User
from games.table import talk
from games.table.resignation import resign
from games.table.takeover import take_over
from tests.access.addresses import Operation, operations
from tests.access.requests import send
from tests.access.world import CAST, GAMES, World, address_parameters, build_world, is_about_a_game
from tests.factories import UserFactory
from tests.table.games import opened

pytestmark = pytest.mark.django_db

SAID: Final = "Zanzibarbarossa"
NOTED: Final = "Quetzalcoatlus"
PEOPLE_OF_THE_GAME: Final = ("seat", "other seat", "suspended player", "moderator with a seat")


@cache
def looks() -> list[Operation]:
    return [operation for operation in operations() if operation.method == "GET"]


def leaks_to(world: World, persona: str, words: tuple[str, ...]) -> list[str]:
    """The addresses of running games at which somebody gets one of these words."""
    pages, programs = (world.client(persona, in_api=in_api) for in_api in (False, True))
    found = []
    for operation in looks():
        for game in ("private", "spectators", "public") if is_about_a_game(operation) else (None,):
            given = address_parameters(world, operation, game)
            if given is None:
                continue
            client = programs if operation.address.route.startswith("api/") else pages
            content = send(client, operation, operation.address.at(given)).content.decode(errors="replace")
            found += [f"{operation.address.at(given)}: {word}" for word in words if word in content]
    return found


def talked_in(world: World) -> None:
    """Somebody has said something, and noted something, at each table that is under way."""
    speaker = world.people["seat"]
    for name in ("private", "spectators", "public"):
        assert name in GAMES
        talk.say(world.games[name].pk, speaker, SAID)
        talk.write_note(world.games[name].pk, speaker, NOTED)


@pytest.mark.slow
@pytest.mark.parametrize("persona", [one for one in CAST if one not in PEOPLE_OF_THE_GAME])
def test_who_does_not_sit_at_a_table_gets_nothing_of_its_talk(persona: str) -> None:
    world = build_world()
    talked_in(world)
    assert leaks_to(world, persona, (SAID, NOTED)) == []


@pytest.mark.slow
@pytest.mark.parametrize("persona", PEOPLE_OF_THE_GAME)
def test_who_sits_there_reads_the_talk_and_no_note_of_others(persona: str) -> None:
    world = build_world()
    talked_in(world)
    assert bool(leaks_to(world, persona, (NOTED,))) is (persona == "seat")
    assert leaks_to(world, persona, (SAID,)) != []


@pytest.mark.parametrize("who", ["former holder", "later holder", "who mutes"])
def test_what_somebody_may_not_read_is_on_none_of_their_pages(anna: User, bob: User, chris: User, who: str) -> None:
    dora = UserFactory.create(username="dora")
    game = running(anna, bob, chris)
    if who == "later holder":
        talk.say(game.pk, bob, SAID)
        resign(game.pk, chris)
        take_over(game.pk, game.seats.get(user=chris).index, dora)
        reader = dora
    elif who == "former holder":
        resign(game.pk, chris)
        talk.say(game.pk, bob, SAID)
        reader = chris
    else:
        talk.mute(anna, bob)
        talk.say(game.pk, bob, SAID)
        reader = anna
    client = Client()
    client.force_login(reader)
    for path in ("", "turn/?version=0", "talk/", "log/", "record/"):
        for prefix in ("/games", "/api/v1/games"):
            assert SAID not in client.get(f"{prefix}/{game.pk}/{path}").content.decode(), path
    assert SAID in page_of(game, bob)


def running(*people: User) -> Game:
    game = opened(*people)
    Game.objects.filter(pk=game.pk).update(takeover=Game.Takeover.LOBBY, visibility=Game.Visibility.SPECTATORS)
    return game


def page_of(game: Game, person: User) -> str:
    client = Client()
    client.force_login(person)
    return client.get(f"/games/{game.pk}/").content.decode()
