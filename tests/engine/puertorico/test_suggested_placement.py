"""What `place auto` does: a sensible placement of colonists (docs/rules §3 Mayor)."""

from __future__ import annotations

from games.engine.contract import Position
from tests.engine.puertorico.positions import Player, play, player_view, set_up


def placed_as_suggested(anna: Player) -> dict[str, int]:
    """Where Anna's people stand after `place auto`; as mayor she gets two more than she has."""
    position: Position = set_up(anna, Player(), Player())
    play(position, "mayor", "take colonist", "place auto")
    seat = player_view(position, 0)
    standing = {tiles.kind: tiles.occupied for tiles in seat.island}
    standing |= {building.building: building.colonists for building in seat.city}
    return {place: count for place, count in standing.items() if count}


def test_a_plant_and_its_plantation_come_before_a_quarry() -> None:
    anna = Player(island={"indigo": (1, 0), "quarry": (1, 0)}, city={"small indigo plant": 0})
    assert placed_as_suggested(anna) == {"indigo": 1, "small indigo plant": 1}


def test_a_plantation_without_a_plant_comes_after_a_quarry() -> None:
    anna = Player(island={"indigo": (2, 0), "quarry": (2, 0)})
    assert placed_as_suggested(anna) == {"quarry": 2}
