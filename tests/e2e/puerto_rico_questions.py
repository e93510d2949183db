"""Questions of Puerto Rico that whole games seldom come to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final

from games.engine.contract import Position
from tests.e2e.screenshot_scenes import Scene, after, seated_with
from tests.engine.puertorico.positions import PUERTO_RICO, Player, set_up

BOB: Final = Player(
    doubloons=4,
    vp=3,
    goods={"tobacco": 1},
    island={"indigo": (2, 1), "tobacco": (1, 1)},
    city={"small indigo plant": 1, "tobacco storage": 1},
)
CHRIS: Final = Player(
    doubloons=2, vp=5, goods={"coffee": 1}, island={"corn": (2, 2), "coffee": (1, 1)}, city={"coffee roaster": 1}
)
CAPTAINS_SHIPS: Final = {4: ("tobacco", 2), 5: ("coffee", 1)}


@dataclass(frozen=True)
class PuertoRicoScene(Scene):
    """also_in_play: kinds of buildings besides those that somebody has. details: as of positions.Table."""

    kind: ClassVar[str] = "puerto-rico"
    slug: str
    seats: int = field(default=3, init=False)
    asked: Player
    lines: Sequence[str]
    also_in_play: Sequence[str] = ()
    details: Mapping[str, Any] = field(default_factory=dict)

    @property
    def options(self) -> dict[str, str]:
        """Of a game with no more buildings than the question needs."""
        owned = {kind for kind in self.asked.city if kind not in ("small indigo plant", "indigo plant", "sugar mill")}
        kinds = ", ".join(sorted(owned | set(self.also_in_play)))
        nobles = "on" if self.asked.nobles else "off"
        return {"buildings": "list", "violet_buildings": kinds, "nobles": nobles}

    def position(self, seat: int) -> Position:
        kinds = self.options["violet_buildings"].split(", ")
        seated = seated_with(seat, self.asked, BOB, CHRIS)
        position = set_up(*seated, governor=seat, violet_buildings=kinds, open_vp="off", **self.details)
        return after(PUERTO_RICO, position, self.lines)


SCENES: Final[tuple[PuertoRicoScene, ...]] = (
    PuertoRicoScene(
        "guests",
        Player(
            doubloons=3,
            island={"corn": (2, 1), "indigo": (1, 0)},
            city={"guesthouse": 2, "chapel": 0, "factory": 0, "small indigo plant": 1},
            nobles={"guesthouse": 1},
        ),
        ("craftsman",),
    ),
    PuertoRicoScene(
        "guests-before-building",
        Player(
            doubloons=5, island={"quarry": (1, 0), "corn": (2, 2)}, city={"guesthouse": 2, "university": 0, "church": 0}
        ),
        ("builder",),
        ("harbor", "wharf", "office"),
    ),
    PuertoRicoScene(
        "small-wharf-or-ship",
        Player(
            goods={"corn": 4, "sugar": 3, "tobacco": 1},
            island={"corn": (3, 3), "sugar": (2, 2)},
            city={"small wharf": 1, "harbor": 1, "sugar mill": 2},
        ),
        ("captain",),
        details={"ships": CAPTAINS_SHIPS},
    ),
    PuertoRicoScene(
        "small-wharf",
        Player(
            goods={"corn": 4, "sugar": 3, "tobacco": 1},
            island={"corn": (3, 3), "sugar": (2, 2)},
            city={"small wharf": 1, "harbor": 1, "sugar mill": 2},
        ),
        ("captain", "ship small wharf"),
        details={"ships": CAPTAINS_SHIPS},
    ),
    PuertoRicoScene(
        "storehouse",
        Player(
            goods={"corn": 5, "indigo": 4},
            island={"corn": (3, 3), "indigo": (2, 2)},
            city={"storehouse": 1, "indigo plant": 2},
        ),
        ("captain", "ship tobacco 4", "ship coffee 5"),
        details={"ships": {**CAPTAINS_SHIPS, 6: ("sugar", 3)}},
    ),
    PuertoRicoScene(
        "storehouse-and-warehouse",
        Player(
            goods={"corn": 7, "indigo": 6},
            island={"corn": (3, 3), "indigo": (2, 2)},
            city={"storehouse": 1, "small warehouse": 1, "indigo plant": 2},
        ),
        ("captain", "ship tobacco 4", "ship coffee 5"),
        details={"ships": {**CAPTAINS_SHIPS, 6: ("sugar", 3)}},
    ),
    PuertoRicoScene(
        "royal-supplier",
        Player(
            goods={"corn": 2, "indigo": 1, "sugar": 1},
            island={"corn": (2, 2), "sugar": (1, 0)},
            city={"royal supplier": 1, "harbor": 0},
            san_juan=2,
            nobles={"San Juan": 2},
        ),
        ("captain",),
        details={"ships": CAPTAINS_SHIPS},
    ),
    PuertoRicoScene(
        "hunting-lodge",
        Player(
            doubloons=1,
            island={"corn": (2, 1), "sugar": (1, 1), "quarry": (1, 1)},
            forests={"indigo": 1, "coffee": 1},
            city={"hunting lodge": 1, "forest house": 1},
            nobles={"San Juan": 1},
            san_juan=1,
        ),
        ("settler", "take indigo", "pass", "pass"),
        details={"face_up": {"indigo": 1, "corn": 2, "tobacco": 1}},
    ),
)
