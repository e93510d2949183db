"""Processes die in the middle of a game, and nothing is lost: a few points of each; `make crash` goes through all."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.crash.launch import place, running_code
from tests.crash.points import POINTS, Point
from tests.crash.running import production

BY_NAME = {point.name: point for point in POINTS}
A_FEW = [
    "listener: stored, not yet said so",
    "mail: the moves have their rows",
    "page: after the commit",
    "page: before the commit, connection",
    "link: after the commit",
    "bot: it has thought",
    "sending: the server has accepted",
    "time-out: before the nudge",
    "beat: before a task is sent",
]


@pytest.mark.parametrize("point", POINTS, ids=lambda point: point.name)
def test_every_point_names_functions_that_are_there(point: Point) -> None:
    place(point.function)
    if point.within:
        running_code(point.within)


def test_a_game_goes_on_whatever_is_killed(tmp_path: Path) -> None:
    with production(tmp_path) as site:
        site.hit(BY_NAME[name] for name in A_FEW)
        site.close()
    assert {name: site.outcomes[name].hits for name in A_FEW} == dict.fromkeys(A_FEW, 1)
