"""The chart of points by round, with a line for every seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

WIDTH: Final = 640
HEIGHT: Final = 300
LEFT: Final = 36
RIGHT: Final = 190
"""Room for names and points, in letters that are up to 8 units wide."""
TOP: Final = 14
BOTTOM: Final = 34
LABEL_GAP: Final = 17
"""Distance between the names at the ends of the lines, so that equal ends do not overlap."""
MAX_TICKS: Final = 12
NAME_LENGTH: Final = 18


@dataclass(frozen=True)
class Tick:
    at: float
    label: int


@dataclass(frozen=True)
class Line:
    """The line of one seat."""

    seat: int
    name: str
    points: int
    path: str
    """The corners as an SVG path."""
    corners: tuple[tuple[float, float], ...]
    label_y: float
    """Where its name is written, beside the last corner."""


@dataclass(frozen=True)
class Chart:
    """A chart in SVG units; a template draws it."""

    width: int
    height: int
    left: int
    right: int
    bottom: int
    lines: tuple[Line, ...]
    rounds: tuple[Tick, ...]
    values: tuple[Tick, ...]


def points_chart(totals: Sequence[Sequence[int]], names: Sequence[str]) -> Chart | None:
    """The chart of totals by round and seat; None for fewer than two rounds."""
    if len(totals) < 2:
        return None
    last = len(totals) - 1
    step = _grid_step(max(max(row) for row in totals))
    top = step * -(-max(1, *(max(row) for row in totals)) // step)
    bottom = HEIGHT - BOTTOM

    def x(number: int) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * number / last, 1)

    def y(points: float) -> float:
        return round(bottom - (bottom - TOP) * max(points, 0) / top, 1)

    corners = [tuple((x(number), y(row[seat])) for number, row in enumerate(totals)) for seat in range(len(names))]
    labels = _spread_labels([line[-1][1] for line in corners], TOP, bottom)
    every = -(-last // MAX_TICKS)
    return Chart(
        width=WIDTH,
        height=HEIGHT,
        left=LEFT,
        right=WIDTH - RIGHT,
        bottom=bottom,
        lines=tuple(
            Line(
                seat=seat,
                name=name if len(name) <= NAME_LENGTH else name[: NAME_LENGTH - 1] + "…",
                points=totals[-1][seat],
                path=" ".join(f"{across},{down}" for across, down in corners[seat]),
                corners=corners[seat],
                label_y=labels[seat],
            )
            for seat, name in enumerate(names)
        ),
        rounds=tuple(Tick(x(number), number) for number in range(0, last + 1, every)),
        values=tuple(Tick(y(value), value) for value in range(0, top + 1, step)),
    )


def _grid_step(highest: int) -> int:
    """A round distance between the lines of the grid, so that there are at most seven."""
    return next(step for step in (1, 2, 5, 10, 20, 50, 100, 1000) if highest <= step * 6 or step == 1000)


def _spread_labels(places: Sequence[float], top: float, bottom: float) -> list[float]:
    """Moves labels apart so that they do not overlap, from the lowest upwards."""
    spread = list(places)
    below = bottom + LABEL_GAP / 2
    for index in sorted(range(len(places)), key=lambda index: -places[index]):
        spread[index] = min(places[index], below)
        below = spread[index] - LABEL_GAP
    short = max(top - min(spread), 0)
    return [round(place + short, 1) for place in spread]
