"""docs/rules §11 Guesthouse: within a phase guests reach all that they could have reached by moving before it."""

from __future__ import annotations

import pytest

from games.engine.puertorico.components import CARD_NAMES
from games.engine.puertorico.guests import guest_count
from tests.engine.puertorico.exhaustive_phases import ROLES, moved, phase_outcomes, tables


@pytest.mark.parametrize("nobles", [False, True], ids=["expansion I", "nobles too"])
@pytest.mark.parametrize("card", ROLES, ids=lambda card: CARD_NAMES[card])
def test_nothing_is_lost_by_moving_in_the_guest_stages_of_the_phase(card: int, nobles: bool) -> None:
    compared = 0
    for position in tables(nobles):
        for seat in range(position.seats):
            if guest_count(position, seat) == 0:
                continue
            within = phase_outcomes(position, seat, card)
            for before in moved(position, seat):
                beforehand = phase_outcomes(before, seat, card)
                if within is not None and beforehand is not None:
                    assert beforehand <= within
                    compared += 1
    assert compared > 10
