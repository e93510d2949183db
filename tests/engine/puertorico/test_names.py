"""Everything that has a canonical term has a name."""

from __future__ import annotations

from games.engine.puertorico import names
from games.engine.puertorico.components import BUILDINGS, CARD_NAMES, GOOD_NAMES, ISLAND_NAMES, PLACE_NAMES
from games.engine.puertorico.stages import STAGE_NAMES


def test_every_term_has_a_name() -> None:
    assert list(names.ROLES) == list(CARD_NAMES)
    assert list(names.GOODS) == list(GOOD_NAMES)
    assert list(names.PLANTATIONS) == list(names.ONE_TILE) == list(names.TILES) == list(ISLAND_NAMES)
    assert list(names.BUILDINGS) == list(names.EFFECTS) == [building.name for building in BUILDINGS]
    assert list(names.STAGES) == list(STAGE_NAMES)
    assert all(names.place(place).render() for place in PLACE_NAMES)


def test_names_of_one_table_are_told_apart() -> None:
    for table in (names.ROLES, names.PLANTATIONS, names.BUILDINGS):
        assert len({name.render() for name in table.values()}) == len(table)
