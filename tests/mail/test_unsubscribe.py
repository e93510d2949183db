"""The link that ends the mails of one game (RFC 8058)."""

from __future__ import annotations

import pytest
from django.test import Client

from games.mail.unsubscribe import is_muted, mute_url
from games.models import Game, MutedGame
from games.people.models import User


def path_for(user: User, game: Game) -> str:
    return mute_url(user, game).removeprefix("http://127.0.0.1:8000")


def test_looking_at_the_link_changes_nothing(client: Client, game: Game, anna: User) -> None:
    response = client.get(path_for(anna, game))
    assert response.status_code == 200
    assert not MutedGame.objects.exists()


def test_one_click_of_a_mail_program_mutes_the_game_for_this_person_only(game: Game, anna: User, bob: User) -> None:
    # As RFC 8058 says: a POST without cookies, and so without CSRF token.
    program = Client(enforce_csrf_checks=True)
    response = program.post(path_for(anna, game), {"List-Unsubscribe": "One-Click"})
    assert response.status_code == 200
    assert is_muted(anna, game)
    assert not is_muted(bob, game)


def test_muting_twice_is_muting_once_and_it_can_be_undone(client: Client, game: Game, anna: User) -> None:
    for _time in range(2):
        client.post(path_for(anna, game))
    assert MutedGame.objects.count() == 1
    client.post(path_for(anna, game), {"again": "yes"})
    assert not is_muted(anna, game)


@pytest.mark.parametrize("change", ["x", "%00", ":"])
def test_a_forged_link_is_not_found(client: Client, game: Game, anna: User, change: str) -> None:
    path = path_for(anna, game)
    assert client.post(f"{path[:-2]}{change}/").status_code == 404
    assert not MutedGame.objects.exists()
