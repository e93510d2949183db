"""What it costs to confirm every suggested placement of colonists: scores of the same deals, with and without.

Every deal is played once by merchants with 100 playouts, then once more for every seat: that seat places its colonists
as the page suggests and otherwise plays as a merchant. The difference of its scores is the cost of the suggestions.
"""

from __future__ import annotations

import argparse
import hashlib
import os
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from math import sqrt
from multiprocessing import get_context
from statistics import fmean, stdev

from bots.arena.statistics import Z_95
from bots.levels import level
from games.engine.contract import Position
from games.engine.puertorico.flow import PuertoRicoPosition
from games.engine.puertorico.stages import STAGE_COLONISTS, STAGE_NOBLES
from games.engine.registry import game

DEALS = 150
PLAYERS = 4
PLAYOUTS = 100
MERCHANT = level("merchant-1").with_playouts(PLAYOUTS)
FAMILIES: Mapping[str, Mapping[str, str]] = {
    "base": {},
    "expansions": {"buildings": "draft", "nobles": "on"},
}


def score(deal: int, options: Mapping[str, str], seat: int | None) -> list[int]:
    """The scores of one game of merchants in which `seat` places colonists as suggested."""
    rules = game("puerto-rico")
    position = rules.new(PLAYERS, options, _digest(f"deal {deal}"))
    while not position.is_over():
        actor = int(position.to_move())
        if actor == seat and _is_placement(position):
            rules.submit(position, "place auto")
            continue
        seed = int.from_bytes(_digest(f"search {deal} {int(position.plies)}")[:8], "little")
        for move in MERCHANT.plan(position, actor, seed).moves:
            position.play(move)
    return [int(points) for points in position.scores()]


def _is_placement(position: Position) -> bool:
    assert isinstance(position, PuertoRicoPosition)
    return position.stage in (STAGE_COLONISTS, STAGE_NOBLES)


def _digest(text: str) -> bytes:
    return hashlib.sha256(f"suggestions {text}".encode()).digest()


def losses(task: tuple[int, str]) -> list[int]:
    """The points that each seat loses in one deal by confirming every suggestion."""
    deal, family = task
    options = FAMILIES[family]
    own = score(deal, options, None)
    return [own[seat] - score(deal, options, seat)[seat] for seat in range(PLAYERS)]


def all_losses(family: str, first: int, deals: int) -> Iterator[int]:
    tasks = [(deal, family) for deal in range(first, first + deals)]
    with ProcessPoolExecutor(os.cpu_count(), get_context("spawn")) as pool:
        for found in pool.map(losses, tasks):
            yield from found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=DEALS)
    parser.add_argument("--first", type=int, default=0, help="of the deals: tuning and measuring use different ones")
    parser.add_argument("--family", choices=FAMILIES, default="base")
    given = parser.parse_args()
    found = list(all_losses(given.family, given.first, given.deals))
    mean, spread = fmean(found), Z_95 * stdev(found) / sqrt(len(found))
    print(
        f"{given.family}, {PLAYERS} players: confirming every suggestion loses {mean:.2f} VP "
        f"({mean - spread:.2f} to {mean + spread:.2f}) in {len(found)} games of {MERCHANT.name}, {PLAYOUTS} playouts"
    )


if __name__ == "__main__":
    main()
