"""The table that a run of all points leaves behind."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from statistics import median

from tests.crash.points import Point
from tests.crash.running import Site

HEAD = """# Crashes

`make crash` plays games with two people and a bot on a site of real processes, kills one of them at a named point,
again and again, and plays on. People answer by mail, by the links in mails, on pages and through the API, and try
again as people and mail servers do. A killed process is started again at once, as a supervisor does it. `connection`
in a point's name: the process lives, its database connection is cut. Every second kill of a worker hits the one
process that does the task, the others all of its processes. What is made short here (pauses after which others take
over, PRWEB_*_STALE_SECONDS and such) takes half a minute to five on a real site.

Of every game is checked, when it is over (or the time for all of this is) and all is at rest:

- every answer that was acknowledged is in the books exactly once, with its moves, and no other is;
- every turn is closed, or open for a person to answer; every turn of a person had its mail;
- no turn timed out but those that were left alone for that;
- every mail of the outbox was sent and came, once; again, under the same Message-ID, only where a process that sends
  mails was hit (at (*), or at other work while it sent one) within the 20 s that a delivery is believed alive;
- every mail that was taken in was played, and acknowledged exactly once;
- all games replay from their records to the digests that are stored.

(*) The server had accepted the mail, and we had not marked it: see docs/architecture.md, Mail.
"""


@dataclass
class Round:
    """All points on one profile."""

    profile: str
    points: Sequence[Point]
    times: int
    recovered_s: defaultdict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    wrong: list[str] = field(default_factory=list)
    games: int = 0
    answers: int = 0
    doubled: int = 0
    seconds: float = 0.0

    def left(self, dice: Random) -> list[Point]:
        """The points still to be struck at, in no order, but none a second time before all were hit once."""
        left: list[Point] = []
        for number in range(self.times):
            some = [point for point in self.points if len(self.recovered_s[point.name]) <= number]
            left += dice.sample(some, len(some))
        return left

    def missing(self) -> list[str]:
        """The names of the points that were not hit often enough."""
        return [point.name for point in self.points if len(self.recovered_s[point.name]) < self.times]

    @property
    def passed(self) -> bool:
        return not self.wrong and not self.missing()

    def add(self, site: Site) -> None:
        self.games += site.games
        self.answers += site.answers
        self.doubled += site.doubled
        for name, outcome in site.outcomes.items():
            self.recovered_s[name] += outcome.recovered_s


def written(rounds: Sequence[Round]) -> str:
    """The report in Markdown."""
    return "\n".join([HEAD, *(line for one in rounds for line in _of(one))])


def _of(one: Round) -> Iterator[str]:
    hits = sum(len(one.recovered_s[point.name]) for point in one.points)
    yield f"## {one.profile}"
    yield ""
    yield (
        f"{hits} kills at {len(one.points)} points, in {one.games} games with {one.answers} answers of people, took"
        f" {one.seconds / 60:.0f} minutes; {one.doubled} mails came again, where that is allowed."
        f" {'Found wrong:' if one.wrong else 'Nothing was found wrong.'}"
    )
    yield ""
    if one.wrong:
        yield from (f"- {wrong}" for wrong in one.wrong)
        yield ""
    if one.missing():
        yield f"The time was up before these were hit {one.times} times: {'; '.join(one.missing())}."
        yield ""
    yield "| point | process | hits | until the game went on (median, longest) |"
    yield "| --- | --- | ---: | ---: |"
    for point in one.points:
        seconds = one.recovered_s[point.name]
        if seconds:
            name = f"{point.name} (*)" if point.may_double else point.name
            yield f"| {name} | {point.process} | {len(seconds)} | {median(seconds):.1f} s, {max(seconds):.1f} s |"
    yield ""
