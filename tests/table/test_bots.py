"""Bots take their turns through the tasks, called here as a worker would call them."""

from __future__ import annotations

import pytest

from bots import tasks
from games.models import Game, Move, Turn
from games.table.records import check_replay
from prweb.accounts.models import User
from tests.table.games import bots_play, opened

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_bots_play_a_whole_game_for_somebody_who_resigned(anna: User, seats: int) -> None:
    from games.table.resigning import resign

    game = opened(anna, bots=seats - 1)
    resign(game.pk, anna)
    bots_play(game)
    game.refresh_from_db()
    assert game.status == Game.Status.FINISHED
    assert sorted(game.seats.values_list("rank", flat=True))[0] == 1
    assert not game.turns.exclude(status=Turn.Status.CLOSED).exists()
    assert set(game.moves.values_list("source", flat=True)) <= {Move.Source.BOT, Move.Source.FORCED}
    check_replay(game)
