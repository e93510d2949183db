"""Places for colonists on a seat's board: the sizes in which they are drawn, their circles, and who works there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.board.panels import Element
from games.board.puertorico.scene import Scene
from games.engine.puertorico import names as terms
from games.engine.puertorico.view_types import PlayerView
from games.wording import say

TILE_GAP: Final = 5
"""Between tiles."""
_WHARFS: Final = frozenset({"wharf", "small wharf"})
"""Buildings that offers point at by their own name, like ships."""


@dataclass(frozen=True)
class SeatSizes:
    """The sizes in which a seat is drawn."""

    island_columns: int
    island_height: float
    city_height: float
    circle: float
    """The diameter."""
    name_size: float
    picture: float = 0
    """The side of a building's picture; 0 for none."""
    plants: bool = True
    """Whether tiles show a plant beside their letter."""


@dataclass(frozen=True)
class Workers:
    """Who works on the circles of one place: first the nobles, then the other colonists."""

    colonists: int
    """All of them, nobles included."""
    nobles: int

    def on(self, index: int) -> str:
        """Who is on a circle: "noble", "colonist" or ""."""
        return "noble" if index < self.nobles else "colonist" if index < self.colonists else ""


def place_hotspot(scene: Scene, player: PlayerView, place: str, label: str) -> Element:
    """The hotspot of a tile or building of the viewer, a wharf's also as a ship."""
    if not scene.is_viewers(player):
        return {}
    target = place if place in _WHARFS and place in scene.highlighted else f"place:{place}"
    return {"hotspot": scene.hotspot(target, label, has_choices_inside=scene.view.placement is not None)}


def circle_element(
    scene: Scene,
    player: PlayerView,
    place: str,
    index: int,
    *,
    workers: Workers,
    on: str,
    x: float,
    y: float,
    size: float,
) -> Element:
    """on: the colour of the circle; "" for that of the city."""
    worker = workers.on(index)
    return {
        "on": on,
        "x": round(x, 1),
        "y": round(y, 1),
        "scale": round(size / 24, 3),
        "worker": worker,
        "nobles": scene.nobles,
        "to_fill": scene.is_viewers(player) and scene.view.placement is not None,
        "hit": size + 8,
        "hit_x": round(x - 4, 1),
        "hit_y": round(y - 4, 1),
        "attributes": _circle_attributes(scene, place, index, worker) if scene.is_viewers(player) else "",
    }


def _circle_attributes(scene: Scene, place: str, index: int, worker: str) -> SafeString:
    """The identity of a circle of the viewer's; while colonists are being placed, also those of a checkbox."""
    state = " ".join(["circle", *(["filled"] if worker else []), *(["noble"] if worker == "noble" else [])])
    identity = format_html(' class="{}" data-kind="{}" data-index="{}"', state, place, index)
    if scene.view.placement is None:
        return identity
    name, number = terms.place(place), index + 1
    labels = {"colonist": say("colonist on {place}, circle {number}", place=name, number=number)}
    if scene.nobles:
        labels["noble"] = say("noble on {place}, circle {number}", place=name, number=number)
    identity += format_html(
        ' role="checkbox" tabindex="0" aria-checked="{}" aria-label="{}"',
        "true" if worker else "false",
        labels[worker or "colonist"],
    )
    if not scene.nobles:
        return identity
    return identity + format_html(' data-colonist="{}" data-noble="{}"', labels["colonist"], labels["noble"])
