"""What players see on the page of a game that staff have touched."""

from __future__ import annotations

import json

import pytest
from django.test import Client

from games.models import Game
from games.people.models import User
from games.table.moderation.correction import correct_position, position_text
from games.table.moderation.proxy_play import play_for
from games.table.pausing import pause, resume
from tests.table.games import fresh, opened, person_turn, player

pytestmark = pytest.mark.django_db


def test_a_paused_game_says_so_and_asks_nothing(client: Client, anna: User, bob: User) -> None:
    game = opened(anna, bob)
    turn = person_turn(game)
    client.force_login(player(turn))
    pause(game.pk, None, "a fire")
    page = client.get(f"/games/{game.pk}/").content.decode()
    assert "A moderator has paused the game" in page
    assert "a fire" in page
    assert "data-turn" not in page
    assert "paused</span>" in client.get("/").content.decode()
    resume(game.pk, None, "it is out")
    assert f'data-turn="{turn.pk}"' in client.get(f"/games/{game.pk}/").content.decode()


def test_the_reason_of_a_pause_is_for_the_players_alone(client: Client, anna: User, bob: User) -> None:
    game = opened(anna, bob)
    Game.objects.filter(pk=game.pk).update(visibility=Game.Visibility.PUBLIC)
    pause(game.pk, None, "bob is ill")
    page = client.get(f"/games/{game.pk}/").content.decode()
    assert "A moderator has paused the game" in page
    assert "bob is ill" not in page


def test_the_log_tells_that_staff_played_or_set_the_position_up(client: Client, anna: User, bob: User) -> None:
    game = opened(anna, bob)
    client.force_login(anna)
    play_for(person_turn(game).pk, ["builder"], None, "by phone", "once")
    position = json.loads(position_text(fresh(game)))
    position["players"][0]["doubloons"] += 1
    correct_position(game.pk, None, "a doubloon too few", json.dumps(position))
    page = client.get(f"/games/{game.pk}/").content.decode()
    assert "Staff set this position up." in page
    assert "entered by staff" in page
