"""A held mail is shown before it is played: that tells nothing that playing alone would bring to light."""

from __future__ import annotations

from random import Random

import pytest

from games.models import Game, Turn
from games.people.models import User
from games.table.answer_previews import AnswerPreview, preview_answer
from tests.access.leaks import resampled, twin
from tests.table.games import answer, fresh, offers, opened, over, person_turn

pytestmark = pytest.mark.django_db

SECOND_LINES = ("pass", "keep 1", "take library", "build library", "discard 1, 2", "take corn", "forest corn", "draw")


def previews(turn: Turn) -> list[AnswerPreview]:
    """Of two lines each: all that can be written first, and then what may or may not be possible by then."""
    turn = Turn.objects.select_related("game", "seat").get(pk=turn.pk)
    return [preview_answer(turn, [first, second]) for first in offers(turn)[:6] for second in SECOND_LINES]


@pytest.mark.parametrize("kind", ["san-juan", "puerto-rico"])
def test_two_games_that_differ_in_what_is_hidden_have_the_same_previews(kind: str, anna: User, bob: User) -> None:
    game, lots, compared = opened(anna, bob, kind=kind), Random(5), 0
    while not over(game := fresh(game)) and compared < 40:
        turn = person_turn(game)
        shown = previews(turn)
        with twin(game, turn.seat.index, resampled):
            assert previews(turn) == shown
        compared += 1
        answer(turn, lots.choice(offers(turn)))
    assert Game.objects.get(pk=game.pk).plies
    assert compared == 40
