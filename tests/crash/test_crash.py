"""Processes die in the middle of a game, and nothing is lost: a few points of each; `make crash` goes through all."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.crash.launch import place, running_code
from tests.crash.points import PACKING, POINTS, Point
from tests.crash.running import production

pytestmark = pytest.mark.processes

BY_NAME = {point.name: point for point in POINTS}
A_FEW = [
    "listener: stored, not yet said so",
    "mail: the moves have their rows",
    "page: after the commit",
    "page: before the commit, connection",
    "link: after the commit",
    "bot: it has thought",
    "sending: the server has accepted",
    "bounce: counted",
    "pacing: a mail is held",
    "plan: after its commit",
    "plan: what it plays is played",
    "orders: after their commit",
    "time-out: before the nudge",
    "takeover: it has another person",
    "vote: done",
    "beat: before a task is sent",
]


@pytest.mark.parametrize("point", [*POINTS, *PACKING], ids=lambda point: point.name)
def test_every_point_names_functions_that_are_there(point: Point) -> None:
    place(point.function)
    if point.within:
        running_code(point.within)


def test_a_game_is_packed_wholly_or_not_at_all(tmp_path: Path) -> None:
    environment = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    run = subprocess.run(
        [sys.executable, "-m", "tests.crash.packing", str(tmp_path)],
        env=environment | {"PRWEB_VAR": str(tmp_path), "PRWEB_PROFILE": "embedded"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    found = json.loads(run.stdout.splitlines()[-1])
    assert found == {point.name: "rows" for point in PACKING} | {"packing: after the commit": "packed"}


def test_a_game_goes_on_whatever_is_killed(tmp_path: Path) -> None:
    with production(tmp_path) as site:
        site.hit(BY_NAME[name] for name in A_FEW)
        site.close()
    assert {name: site.outcomes[name].hits for name in A_FEW} == dict.fromkeys(A_FEW, 1)
