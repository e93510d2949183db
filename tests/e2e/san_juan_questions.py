"""Every question of San Juan, with as much to choose as there may be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any, ClassVar, Final

from games.engine.contract import Position
from tests.e2e.screenshot_scenes import Scene, after, seated_with
from tests.engine.sanjuan.tables import SAN_JUAN, Player, table

BOB: Final = Player(hand="poor house, hero, sugar mill", buildings="indigo plant, sugar mill, aqueduct")
CHRIS: Final = Player(
    hand="well, market hall, indigo plant, city hall", buildings="indigo plant, coffee roaster", goods="coffee"
)
MANY: Final = "library, palace, statue, well, coffee roaster, tobacco storage, market hall"
PLANTS: Final = "indigo plant, sugar mill, tobacco storage, coffee roaster, silver smelter"
GOODS: Final = "indigo, sugar, tobacco, coffee, silver"
TO_THE_NEXT_ROUND: Final = ("prospector", "trader", "pass", "builder", "pass", "pass", "pass")


@dataclass(frozen=True)
class SanJuanScene(Scene):
    """details: of the table, as in tables.table."""

    kind: ClassVar[str] = "san-juan"
    slug: str
    asked: Player
    lines: Sequence[str]
    seats: int = 3
    details: Mapping[str, Any] = field(default_factory=dict)

    @property
    def options(self) -> Mapping[str, str]:
        return {}

    def position(self, seat: int) -> Position:
        """The seat is the governor's."""
        seated = seated_with(seat, *(self.asked, BOB, CHRIS)[: self.seats])
        return after(SAN_JUAN, table(*seated, governor=seat, **self.details), self.lines)


@dataclass(frozen=True)
class FirstHands(Scene):
    """The choice of the first hand, before anything has been played."""

    kind: ClassVar[str] = "san-juan"
    slug: str = "san-juan-first-hand"
    seats: int = 4
    lines: Sequence[str] = ()

    @property
    def options(self) -> Mapping[str, str]:
        return {"deal_choice": "on"}

    def position(self, seat: int) -> Position:
        """The seat has been drawn to be the governor's."""
        dealt = (SAN_JUAN.new(self.seats, self.options, number.to_bytes(32)) for number in count())
        return next(position for position in dealt if position.to_move() == seat)


SCENES: Final[tuple[Scene, ...]] = (
    FirstHands(),
    SanJuanScene("san-juan-role", Player(hand=MANY, buildings=f"{PLANTS}, tower", goods="sugar, silver"), ()),
    SanJuanScene("san-juan-role-for-two", Player(hand=MANY, buildings="indigo plant, statue, library"), (), seats=2),
    SanJuanScene(
        "san-juan-builder",
        Player(
            hand=MANY, buildings="indigo plant, sugar mill, chapel, crane, black market, quarry", goods="indigo, sugar"
        ),
        ("builder",),
    ),
    SanJuanScene(
        "san-juan-payment",
        Player(hand=MANY, buildings="indigo plant, sugar mill, chapel, black market", goods="indigo, sugar"),
        ("builder", "build library"),
    ),
    SanJuanScene("san-juan-producer", Player(hand="well", buildings=f"{PLANTS}, aqueduct"), ("producer",)),
    SanJuanScene(
        "san-juan-trader", Player(hand="well", buildings=f"{PLANTS}, trading post, library", goods=GOODS), ("trader",)
    ),
    SanJuanScene("san-juan-councillor", Player(hand="well, library"), ("councillor",)),
    SanJuanScene("san-juan-prefecture", Player(hand="well", buildings="indigo plant, prefecture"), ("councillor",)),
    SanJuanScene(
        "san-juan-archive", Player(hand=MANY, buildings="indigo plant, archive, library, well"), ("councillor",)
    ),
    SanJuanScene(
        "san-juan-gold-mine", Player(hand="well, library", buildings="indigo plant, gold mine"), ("prospector",)
    ),
    SanJuanScene(
        "san-juan-strike",
        Player(hand="well, library", buildings="indigo plant, gold mine"),
        ("prospector", "use gold mine"),
        details={"pile": "sugar mill, quarry, smithy, tobacco storage, hero"},
    ),
    SanJuanScene(
        "san-juan-chapel",
        Player(hand=f"{MANY}, smithy", buildings="indigo plant, chapel", chapel="hero, guild hall"),
        TO_THE_NEXT_ROUND,
    ),
    SanJuanScene("san-juan-limit", Player(hand=f"{MANY}, smithy, hero"), TO_THE_NEXT_ROUND),
)
