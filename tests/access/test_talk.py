"""What is said at a table is on no page of somebody who does not hear it. For all others: test_every_address."""

from __future__ import annotations

import pytest
from django.test import Client

from games.models import Game
from games.people.models import User
from games.table import talk
from games.table.resignation import resign
from games.table.takeover import take_over
from tests.access.world import SAID
from tests.factories import UserFactory
from tests.table.games import opened

pytestmark = pytest.mark.django_db


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
