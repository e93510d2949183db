"""docs/rules §11 Guesthouse: within a phase guests reach all that they could have reached by moving before it."""

from __future__ import annotations

import pytest

from games.engine.puertorico.components import CARD_NAMES
from games.engine.puertorico.guests import guests_of
from tests.engine.puertorico.played_out import ROLES, moved, played_out, tables


@pytest.mark.parametrize("nobles", [False, True], ids=["expansion I", "nobles too"])
@pytest.mark.parametrize("card", ROLES, ids=lambda card: CARD_NAMES[card])
def test_nothing_is_lost_by_moving_in_the_windows_of_the_phase(card: int, nobles: bool) -> None:
    compared = 0
    for position in tables(nobles):
        for seat in range(position.seats):
            if guests_of(position, seat) == 0:
                continue
            within = played_out(position, seat, card)
            for before in moved(position, seat):
                beforehand = played_out(before, seat, card)
                if within is not None and beforehand is not None:
                    assert beforehand <= within
                    compared += 1
    assert compared > 10
