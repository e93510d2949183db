"""Positions that staff put in by mistake or worse: refused with a reason, never an error of ours."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from games.models import Game
from games.people.models import User
from games.table.errors import Refused
from games.table.moderation import correction
from tests.hostile.test_hostile_bodies import value
from tests.table.games import opened

pytestmark = pytest.mark.django_db
MADE_UP = 300


@pytest.fixture
def game(anna: User, bob: User) -> Game:
    return opened(anna, bob)


def broken(lots: Random, written: Any) -> Any:
    """The position with one place in it changed to something else."""
    here = written
    while True:
        places = list(here) if isinstance(here, dict) else list(range(len(here)))
        place = lots.choice(places)
        inner = here[place]
        if not isinstance(inner, (dict, list)) or not inner or lots.random() < 0.2:
            here[place] = value(lots)
            return written
        here = inner


def test_a_position_with_anything_wrong_in_it_is_refused_or_is_one(game: Game) -> None:
    text = correction.position_text(game)
    refused = 0
    for seed in range(MADE_UP):
        lots = Random(seed)
        try:
            correction.preview_correction(game.pk, json.dumps(broken(lots, json.loads(text))))
        except Refused:
            refused += 1
    assert refused > MADE_UP // 2


@pytest.mark.parametrize(
    "text", ["", "{", "null", "[]", "1", '"x"', "[" * 100_000, '{"a":' * 100_000, "9" * 10_000, "\x00"]
)
def test_what_is_no_position_at_all_is_refused(game: Game, text: str) -> None:
    with pytest.raises(Refused):
        correction.preview_correction(game.pk, text)
