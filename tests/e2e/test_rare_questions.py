"""The tables that rare questions are photographed at."""

from __future__ import annotations

import pytest

from tests.e2e.rare_questions import SCENES, Scene
from tests.engine.puertorico.positions import PUERTO_RICO


@pytest.mark.parametrize("seat", [0, 1, 2])
@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.slug)
def test_the_person_is_asked_wherever_he_sits(scene: Scene, seat: int) -> None:
    position = scene.position(seat)
    assert position.to_move() == seat
    assert len(PUERTO_RICO.question(position).offers) > 1
    PUERTO_RICO.new(3, scene.options, bytes(32))
