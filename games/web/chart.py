"""Charts: of points by round, with a line for every seat, and of bars."""

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


BAR_HEIGHT: Final = 18
BAR_STEP: Final = 26
BARS_WIDTH: Final = 420
"""Narrow enough for a phone."""
BAR_LEFT: Final = 160
"""Room for the names before the bars, in letters that are up to 9 units wide."""
BAR_RIGHT: Final = 50
"""Room for the numbers behind them."""


@dataclass(frozen=True)
class Bar:
    """One bar, with its name before it and its number behind it."""

    name: str
    value: str
    y: int
    width: float
    end: float
    """Where the bar ends."""


@dataclass(frozen=True)
class BarChart:
    """A chart of bars in SVG units; a template draws it."""

    width: int
    height: int
    left: int
    bar_height: int
    bars: tuple[Bar, ...]


def bar_chart(rows: Sequence[tuple[str, float, str]]) -> BarChart | None:
    """A bar for each row: its name, its number, and the number as it is written. None for no rows."""
    if not rows:
        return None
    highest = max(1, *(number for _name, number, _written in rows))
    room = BARS_WIDTH - BAR_LEFT - BAR_RIGHT
    bars = []
    for place, (name, number, written) in enumerate(rows):
        width = round(room * max(number, 0) / highest, 1)
        bars.append(Bar(_shortened(name), written, place * BAR_STEP, width, BAR_LEFT + width))
    return BarChart(BARS_WIDTH, len(rows) * BAR_STEP, BAR_LEFT, BAR_HEIGHT, tuple(bars))


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
                name=_shortened(name),
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


def _shortened(name: str) -> str:
    return name if len(name) <= NAME_LENGTH else name[: NAME_LENGTH - 1] + "…"


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
