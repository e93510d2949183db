"""Places for colonists as they lie before a seat: how large they are drawn, their circles, and who stands on them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.board.panels import Drawn
from games.board.puertorico.scene import Scene
from games.engine.puertorico import names as terms
from games.engine.puertorico.view import PlayerView
from games.wording import in_words

GAP: Final = 5
"""Between tiles."""
_SHIPS: Final = frozenset({"wharf", "small wharf"})
"""Buildings that an offer points at as it points at a ship."""


@dataclass(frozen=True)
class Measure:
    """How large a seat is drawn. circle: diameter; plants: whether tiles show more than their letter."""

    island_across: int
    island_height: float
    city_height: float
    circle: float
    name_size: float
    plants: bool = True


@dataclass(frozen=True)
class Staff:
    """Who stands on the circles of one place: the nobles first, then the other colonists."""

    colonists: int
    nobles: int

    def on(self, index: int) -> str:
        """What fills a circle: "noble", "colonist" or nothing."""
        return "noble" if index < self.nobles else "colonist" if index < self.colonists else ""


def place_spot(scene: Scene, player: PlayerView, place: str, label: str) -> Drawn:
    """The viewer's own tiles and buildings can be pointed at, the wharfs also as ships."""
    if not scene.owns(player):
        return {}
    target = place if place in _SHIPS and place in scene.lit else f"place:{place}"
    return {"spot": scene.spot(target, label, holds=scene.view.placement is not None)}


def circle(
    scene: Scene, player: PlayerView, place: str, index: int, *, staff: Staff, on: str, x: float, y: float, size: float
) -> Drawn:
    worker = staff.on(index)
    return {
        "on": on,
        "x": round(x, 1),
        "y": round(y, 1),
        "scale": round(size / 24, 3),
        "worker": worker,
        "nobles": scene.nobles,
        "hit": size + 8,
        "hit_x": round(x - 4, 1),
        "hit_y": round(y - 4, 1),
        "attributes": _circle_attributes(scene, place, index, worker) if scene.owns(player) else "",
    }


def _circle_attributes(scene: Scene, place: str, index: int, worker: str) -> SafeString:
    """Which circle of the viewer's it is; while he places colonists, something to tick."""
    state = " ".join(["circle", *(["filled"] if worker else []), *(["noble"] if worker == "noble" else [])])
    identity = format_html(' class="{}" data-kind="{}" data-index="{}"', state, place, index)
    if scene.view.placement is None:
        return identity
    told = {"place": in_words(terms.place(place)), "number": index + 1}
    labels = {"colonist": _("colonist on %(place)s, circle %(number)d") % told}
    if scene.nobles:
        labels["noble"] = _("noble on %(place)s, circle %(number)d") % told
    identity += format_html(
        ' role="checkbox" tabindex="0" aria-checked="{}" aria-label="{}"',
        "true" if worker else "false",
        labels[worker or "colonist"],
    )
    if not scene.nobles:
        return identity
    return identity + format_html(' data-colonist="{}" data-noble="{}"', labels["colonist"], labels["noble"])
