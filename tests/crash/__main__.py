"""Kills at every point several times over, and writes down what came of it.

python -m tests.crash [--times N] [--embedded-times N] [--only WORDS] [--report FILE]
"""

from __future__ import annotations

import argparse
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from random import Random
from typing import Final

from tests.crash.people import Stuck
from tests.crash.points import POINTS, Point
from tests.crash.report import Round, written
from tests.crash.running import Site, embedded, production

SEED: Final = 1
PART: Final = 40


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=3, help="how often each point is hit on PostgreSQL and Redis")
    parser.add_argument("--embedded-times", type=int, default=1, help="the same on SQLite and a folder as broker")
    parser.add_argument("--only", default="", help="only the points with this in their names")
    parser.add_argument("--report", type=Path, help="where the table goes; default: nowhere but here")
    given = parser.parse_args(arguments)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("ended"))  # and with it all that was started
    points = [point for point in POINTS if given.only in point.name]
    without_connections = [point for point in points if point.kind == "kill"]
    rounds = [
        play("PostgreSQL, Redis, a worker for each queue", production, points, given.times),
        play("SQLite, a folder as broker, one worker", embedded, without_connections, given.embedded_times),
    ]
    text = written([one for one in rounds if one.times])
    print(text)
    if given.report:
        given.report.write_text(text)
    return 0 if all(one.passed for one in rounds) else 1


def play(profile: str, site: Callable[..., AbstractContextManager[Site]], points: Sequence[Point], times: int) -> Round:
    """Strike at all points so many times, in no order; what is found wrong is kept, and goes on in a new site."""
    todo = [point for point in points for _ in range(times)]
    Random(SEED).shuffle(todo)
    began = time.monotonic()
    played = Round(profile, points, times)
    while todo:
        with (
            tempfile.TemporaryDirectory(prefix="prweb-crash-") as folder,
            site(Path(folder), SEED + len(todo)) as running,
        ):
            try:
                while todo:
                    some, todo = todo[:PART], todo[PART:]
                    running.hit(some)
                    print(f"{profile}: {len(todo)} kills to go after {time.monotonic() - began:.0f} s", file=sys.stderr)
                running.play_out()
                running.close()
            except (AssertionError, Stuck) as wrong:
                played.wrong.append(f"{str(wrong).partition(chr(10) + '---')[0]}")
                print(wrong, file=sys.stderr)
            played.add(running)
    played.seconds = time.monotonic() - began
    return played


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
