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

`make crash` plays games with two people and a bot on a site of real processes. Again and again it kills one process at
a named point, and the games go on. People answer by mail, by the links in mails, on pages and through the API, and try
again as people and mail servers do. Some mails come into a mailbox, from which the site fetches them. People also stay
away until their seats are vacant and return, others take seats over; they vote, talk, are reminded, have a webhook, and
want their mails in bundles for a while. Beside these games they seek others, wait for seats of full ones, and play
tournaments, whose games they concede to the leader. A killed process is started again at once, as a supervisor does it.
Where the name of a point ends in `connection`, the process lives, and its database connection is cut. Every second kill
of a worker hits the one process that does the task; the others hit all of its processes. Some pauses are short here
(those after which others take over, PRWEB_*_STALE_SECONDS and such); on a real site they take half a minute to five
minutes.

When a game is over (or the time of the run), and nothing is pending any more, these are checked:

- every answer that was acknowledged is in the database exactly once, with its moves, and there is no other answer;
- every turn is closed, or open for a person to answer; whoever played in the seat when a turn was opened had its mail,
  and nobody had one who never played there;
- the only turns that timed out are those that the test did not answer;
- every mail of the outbox was sent and arrived once. A second time, under the same Message-ID, only where a process
  that sends mails was hit (at (*), or at other work while it sent one) within the 20 s in which a delivery counts as
  under way;
- the same of webhooks, by their ids, and of mails that tell all games in one;
- every incoming mail was played, and acknowledged exactly once;
- who played in which seat has no gap and never two at once, and names who plays there now and everybody who came;
- every proposal came to one end, once, and to the one that was told;
- what was said at a table is there once;
- every seek that was acknowledged has found one game or waits, and whoever found a game sits there;
- whoever waited for a seat has the one that came free, and nobody waits at a game that has begun;
- in each round of a tournament everybody sits at one table, it has gone through all of its rounds, all have places, and
  all were told of its end;
- of the start and the end of such games everybody is told once, and there are no other games;
- all games replay from their records to the stored digests.

(*) The server had accepted the mail, and we had not yet marked it: see docs/architecture.md, Mail.
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
        f" {one.seconds / 60:.0f} minutes; {one.doubled} mails arrived a second time, where that is allowed."
        f" {'Mistakes:' if one.wrong else 'No mistake was found.'}"
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
