"""Kills at every point several times over, and writes down what came of it.

python -m tests.crash [--times N] [--embedded-times N] [--minutes N] [--only WORDS] [--report FILE]
                      [--hosts-times N] [--only-hosts] [--hosts-report FILE]
"""

from __future__ import annotations

import argparse
import logging
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from functools import partial
from math import inf
from pathlib import Path
from random import Random
from typing import Final

from tests.crash.points import POINTS, Point
from tests.crash.report import Round, written
from tests.crash.running import Site, embedded, production

SEED: Final = 1
MAX_WRONG: Final = 5


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=3, help="how often each point is hit on PostgreSQL and Redis")
    parser.add_argument("--embedded-times", type=int, default=1, help="the same on SQLite and a folder as broker")
    parser.add_argument(
        "--minutes",
        type=float,
        default=inf,
        help="for each of the two; then the games that are on are checked as they stand",
    )
    parser.add_argument("--only", default="", help="only the points with this in their names; a | between several")
    parser.add_argument("--report", type=Path, help="where the table goes; default: nowhere but here")
    parser.add_argument("--hosts-times", type=int, default=1, help="how often each event comes to several hosts")
    parser.add_argument("--only-hosts", action="store_true", help="only the events of several hosts")
    parser.add_argument("--hosts-report", type=Path, help="where their table goes")
    given = parser.parse_args(arguments)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("ended"))  # and with it all that was started
    points = [point for point in POINTS if any(words in point.name for words in given.only.split("|"))]
    with_mailbox = any(point.way == "mailbox" for point in points)
    without_connections = [point for point in points if point.kind == "kill"]
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s", datefmt="%H:%M:%S")
    logging.getLogger("mail.log").setLevel(logging.WARNING)  # the sink's talk
    if given.only_hosts:
        return several_hosts(given)
    seconds = given.minutes * 60
    on_postgresql, on_sqlite = (partial(site, with_mailbox=with_mailbox) for site in (production, embedded))
    rounds = [
        play("PostgreSQL, Redis, a worker for each queue", on_postgresql, points, given.times, seconds),
        play("SQLite, a folder as broker, one worker", on_sqlite, without_connections, given.embedded_times, seconds),
    ]
    text = written([one for one in rounds if one.times])
    print(text)
    if given.report:
        given.report.write_text(text)
    failed = not all(one.passed for one in rounds)
    # A point's name is no event's.
    return max(int(failed), 0 if given.only or not given.hosts_times else several_hosts(given))


def several_hosts(given: argparse.Namespace) -> int:
    """Play on several hosts, in processes that see nothing of this one."""
    command = [sys.executable, "-m", "tests.crash.hosts", "--times", str(given.hosts_times), "--only", given.only]
    report = ["--report", str(given.hosts_report)] if given.hosts_report else []
    return subprocess.run([*command, *report], check=False).returncode


def play(
    profile: str,
    site: Callable[..., AbstractContextManager[Site]],
    points: Sequence[Point],
    times: int,
    seconds: float,
) -> Round:
    """Strike at all points so many times, in no order; after something went wrong, at the rest on a new site."""
    played = Round(profile, points, times)
    began = time.monotonic()
    dice = Random(SEED)
    while (left := played.left(dice)) and time.monotonic() < began + seconds and len(played.wrong) < MAX_WRONG:
        with (
            tempfile.TemporaryDirectory(prefix="prweb-crash-") as folder,
            site(Path(folder), SEED + len(left)) as running,
        ):
            try:
                running.hit(left, began + seconds)
                if time.monotonic() < began + seconds:
                    running.play_out()
                running.close()
            except AssertionError as wrong:
                played.wrong.append(str(wrong).partition("\n---")[0])
                print(wrong, file=sys.stderr)
            played.add(running)
    played.seconds = time.monotonic() - began
    return played


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
