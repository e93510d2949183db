"""The board of the tests' Kalah: one panel of houses and stores."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.board.simple_board import SimpleBoardRenderer, Spot
from tests.engine.kalah import HOUSES, NAMES, KalahView


class KalahBoard(SimpleBoardRenderer):
    """The second player sits above; seeds go round counter-clockwise. Targets: "house:0a"."""

    view_class = KalahView
    folder = "kalah"

    def title(self) -> str:
        return "Kalah"

    def spots(self, view: KalahView, names: Sequence[str]) -> list[Spot]:
        return [
            Spot(1, 0, names[1], names[1], width=HOUSES, shape="none"),
            _store(view, names, 1, column=0),
            *_houses(view, names, 1),
            *_houses(view, names, 0),
            _store(view, names, 0, column=HOUSES + 1),
            Spot(1, 3, names[0], names[0], width=HOUSES, shape="none"),
        ]


def _houses(view: KalahView, names: Sequence[str], seat: int) -> Iterator[Spot]:
    for place, seeds in enumerate(view.houses[seat]):
        column, row = (1 + place, 2) if seat == 0 else (HOUSES - place, 1)
        label = f"House {NAMES[place]} of {names[seat]}: {seeds}"
        target = f"house:{seat}{NAMES[place]}"
        yield Spot(column, row, label, str(seeds or ""), NAMES[place], target, shape="circle")


def _store(view: KalahView, names: Sequence[str], seat: int, column: int) -> Spot:
    seeds = view.stores[seat]
    return Spot(column, 1, f"Store of {names[seat]}: {seeds}", str(seeds), height=2, colour="faint")
