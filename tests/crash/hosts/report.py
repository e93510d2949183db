"""The page that a run of all events leaves behind."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from tests.crash.hosts.events import Event
from tests.crash.hosts.site import PARTIES, EventOutcome

HEAD: Final = """# Several hosts

`make crash ARGS=--only-hosts` runs a site on five hosts{separate}:
two that serve (each a web process, a mail listener, a clock, and workers of all queues), two with PostgreSQL, of which
one follows the other and every commit waits for both (`synchronous_standby_names`), and one with Redis. The site
reaches PostgreSQL by an address with both hosts and `target_session_attrs=read-write`. {parties} games are played at
the same time, by two people and a bot each, by mail, by link, on pages and through the API; browsers and mail servers
use both hosts in turn, and send again what is not answered. Now and then somebody lets their time run out, a mail is
returned, or a person is to be told more than the mails of an hour allow.

Meanwhile this happens to the hosts and servers, {times}. After each event every game has to go on, and a page that is
open at each web process has to hear of it by its stream. Then, when nothing is pending any more, the database is
compared with what people saw in all games, as for [crashes](crashes.md): every answer that was acknowledged is there
exactly once, every turn was told, only those timed out who let it happen, every mail arrived once (a second time,
under the same Message-ID, only where the process that sent it was hit (*)), and every incoming mail was played and
acknowledged once. Besides, no page and no answer of the API was ever "500", no outage was counted twice, and no
time-out was noted twice by the two clocks. At the end all games replay from their records to the stored digests.
"""


@dataclass
class Run:
    """What all events came to."""

    separate: bool
    times: int
    events: Sequence[Event]
    seen: dict[str, list[EventOutcome]] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)
    hosts_seen: Sequence[str] = ()
    games: int = 0
    answers: int = 0
    ended: int = 0
    asynchronous: str = ""
    seconds: float = 0.0

    @property
    def passed(self) -> bool:
        return not self.wrong and all(len(self.seen.get(event.name, ())) >= self.times for event in self.events)


def written(run: Run) -> str:
    """The report in Markdown."""
    return "\n".join(_lines(run)) + "\n"


def _lines(run: Run) -> Iterator[str]:
    separate = (
        " with a network and a name of their own" if run.separate else " (groups of processes: no network is cut)"
    )
    times = "once" if run.times == 1 else f"{run.times} times each"
    yield HEAD.format(separate=separate, times=times, parties=len(PARTIES))
    yield (
        f"{sum(map(len, run.seen.values()))} events in {run.games} games with {run.answers} answers of people took"
        f" {run.seconds / 60:.0f} minutes. {'Found wrong:' if run.wrong else 'Nothing was found wrong.'}"
        f" {run.ended} processes ended by themselves while a server was away; their supervisors started them again."
    )
    if run.separate:
        yield f"Processes said that they live from {' and '.join(run.hosts_seen)}."
    yield ""
    if run.wrong:
        yield from (f"- {words}" for words in run.wrong)
        yield ""
    yield "| event | answers given meanwhile | sent again | mails that came again | longest standstill |"
    yield "| --- | ---: | ---: | ---: | ---: |"
    for event in run.events:
        for outcome in run.seen.get(event.name, ()):
            name = f"{event.name} (*)" if event.may_double else event.name
            numbers = f"{outcome.answers} | {outcome.sent_again} | {outcome.doubled} | {outcome.standstill_s:.1f} s"
            yield f"| {name} | {numbers} |"
    yield ""
    yield "Standstill: the longest time without anything new in any of the games, from the event until all went on."
    if run.asynchronous:
        yield ""
        yield "## When commits do not wait for the replica"
        yield ""
        yield run.asynchronous
