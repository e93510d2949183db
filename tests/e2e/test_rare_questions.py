"""The tables that rare questions are photographed at."""

from __future__ import annotations

import pytest

from games.engine.registry import game
from tests.e2e.rare_questions import SCENES
from tests.e2e.screenshot_scenes import Scene


@pytest.mark.parametrize("seat", [0, 1, 2])
@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.slug)
def test_the_person_is_asked_wherever_he_sits(scene: Scene, seat: int) -> None:
    seat %= scene.seats
    rules = game(scene.kind)
    position = rules.from_json(rules.to_json(scene.position(seat)))
    assert position.to_move() == seat
    first, *others = rules.question(position).offers
    assert first.selection or others, "there is something to choose"
    rules.new(scene.seats, scene.options, bytes(32))
