"""What can be chosen to complete an answer is a hand: nobody but its owner learns of it, by page, API or mail."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
import time_machine
from django.conf import LazySettings

from games.models import Game
from games.people.models import User
from tests.access.leaks import leaks, resampled, viewer_of
from tests.hand_game_tables import open_hand_game, register_hand_game
from tests.table.games import answer, fresh, offers, over, person_turn

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def house(monkeypatch: pytest.MonkeyPatch, settings: LazySettings, sent: list[str]) -> Iterator[None]:
    register_hand_game(monkeypatch, settings)
    with time_machine.travel(datetime(2026, 5, 4, 12, tzinfo=UTC), tick=False):
        yield


def test_a_whole_game_of_hands_tells_nobody_the_hands_of_others(anna: User, bob: User, chris: User) -> None:
    game = open_hand_game(anna, bob)
    Game.objects.filter(pk=game.pk).update(visibility=Game.Visibility.PUBLIC)
    everybody = [viewer_of(user) for user in (anna, bob, chris, None)]
    while not over(game := fresh(game)):
        for who in everybody:
            assert leaks(game, who, resampled) == []
        turn = person_turn(game)
        answer(turn, offers(turn)[game.plies % 3])
