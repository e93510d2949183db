"""What happens to the hosts and servers while people play."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

import redis
from redis.exceptions import RedisError

from tests.crash.hosts.network import Host
from tests.crash.hosts.site import SENT_AGAIN_FROM_S, SERVING, Site
from tests.crash.people import Question

UNTIL_SOMEBODY_SEES_IT_S: Final = 4
"""From the death of a primary to the promotion of its standby."""
A_PAUSE_S: Final = 135
"""Longer than two minutes, from which on the site clock stands."""
SOON_S: Final = 60
UNTIL_TIME_RAN_OUT_S: Final = 3
"""Of those who let it; the clock ticks every second."""
GIVEN_UP_WITHIN_S: Final = 40
LEFT_S: Final = (
    "extract(epoch from deadline - (now() - coalesce("
    "(select o.lost from games_pulse p join games_outage o on o.id = p.outage_id), interval '0')))"
)
SHORTEN: Final = (
    "update games_turn set deadline ="
    " deadline - interval '3 days' + (now() - opened_at) + ? * interval '1 second' where id = ?"
)

Deed = Callable[[Site], None]


@dataclass(frozen=True)
class Event:
    """Something that begins and is put right some seconds later; people play before, meanwhile and after.

    cable: whether the hosts' networks must be separate. may_double: a mail that its server has accepted may be left
    unmarked.
    """

    name: str
    begin: Deed
    end: Deed
    seconds: float = 10.0
    cable: bool = False
    may_double: bool = False

    def excuse(self, site: Site, began: float, ended: float) -> None:
        if self.may_double:
            site.excused.append((began - SENT_AGAIN_FROM_S, ended + SENT_AGAIN_FROM_S))


def _host(name: str) -> Iterator[Event]:
    def the(site: Site) -> Host:
        return site.network[name]

    yield Event(
        f"{name} is switched off, and started again",
        lambda site: site.stack.kill_host(the(site)),
        lambda site: site.stack.start_host(the(site)),
        may_double=True,
    )
    yield Event(
        f"the network of {name} is cut, and comes back",
        lambda site: the(site).cut(),
        lambda site: the(site).connect(),
        seconds=15,
        cable=True,
        may_double=True,
    )
    yield Event(
        f"{name} stands still, and wakes up after others took its work over",
        lambda site: the(site).signal(signal.SIGSTOP),
        lambda site: the(site).signal(signal.SIGCONT),
        seconds=25,
        may_double=True,
    )


def _process(role: str, host: str, called: str) -> Event:
    name = f"{role}@{host}"
    return Event(
        f"{called} is killed, and started again",
        lambda site: site.stack.kill(name),
        lambda site: site.stack.start_again(name),
    )


def _kill_the_primary(site: Site) -> None:
    site.databases.primary.kill()
    time.sleep(UNTIL_SOMEBODY_SEES_IT_S)
    site.databases.promote()


def _lose_the_primary(site: Site) -> None:
    """It is there, and nobody reaches it; before anybody can again it is switched off."""
    lost = site.databases.primary
    lost.host.cut()
    time.sleep(UNTIL_SOMEBODY_SEES_IT_S)
    site.databases.promote()
    lost.kill()


def _find_it_again(site: Site) -> None:
    """Not before all went on without it, and nobody waits for an answer from there any more."""
    site.goes_on()
    lost = site.databases.standby.host
    until = time.monotonic() + GIVEN_UP_WITHIN_S
    while waiting := sum(site.network[name].waits_for(lost.address) for name in SERVING):
        assert time.monotonic() < until, f"{waiting} connections to {lost.name} are still waited for"
        site.follow(1)
    lost.connect()
    site.databases.follow_again()


def _flush(site: Site) -> None:
    client = redis.Redis.from_url(site.redis.url)
    for _ in range(20):
        client.flushall()
        site.follow(0.4)


def _limit_memory(site: Site, limit: str) -> None:
    with suppress(RedisError):
        redis.Redis.from_url(site.redis.url).config_set("maxmemory", limit)


def _stop_both_clocks(site: Site) -> None:
    """Somebody has a minute left then, and nobody but the clock ends that turn."""
    party = site.parties[0]
    with party.lock:
        site.left_alone = _left_alone(site).turn
        party.watch.do(SHORTEN, SOON_S, site.left_alone)
    for one in site.parties:
        one.has_a_clock = False
    site.follow(UNTIL_TIME_RAN_OUT_S)
    for host in SERVING:
        site.stack.kill(f"beat@{host}")


def _sweeps(site: Site, times: int) -> None:
    """Until the clocks have looked so many times for those whose time is over."""
    ticks = set[object]()
    until = time.monotonic() + 60
    while len(ticks) <= times:
        assert time.monotonic() < until, "no clock ticks"
        ticks.add(site.watch.one("select max(at) from games_pulse"))
        time.sleep(0.1)


def _left_alone(site: Site) -> Question:
    table = site.parties[0].table
    until = time.monotonic() + 60
    while time.monotonic() < until:
        for question in table.unanswered():
            table.leave_alone(question)
            return question
        time.sleep(0.1)
    raise AssertionError("nobody is asked anything")


def _start_both_clocks(site: Site) -> None:
    for host in SERVING:
        site.stack.start_again(f"beat@{host}")
    noted = "select count(*) from games_outage where until - since > interval '2 minutes'"
    until = time.monotonic() + 60
    while not site.watch.one(noted):
        assert time.monotonic() < until, "no clock counted the time without one"
        time.sleep(0.2)
    _sweeps(site, 3)
    ((timed_out, left),) = site.watch.rows(f"select timed_out, {LEFT_S} from games_turn where id = ?", site.left_alone)
    assert not timed_out, "somebody's time ran while no clock did"
    assert SOON_S - 30 < left < SOON_S, f"{left} s of {SOON_S} are left"
    site.watch.do("update games_turn set deadline = deadline - interval '1 hour' where id = ?", site.left_alone)
    for one in site.parties:
        one.has_a_clock = True


EVENTS: Final = (
    *_host("host-a"),
    *_host("host-b"),
    _process("web", "host-a", "one of two web processes, with a pool of connections,"),
    _process("web", "host-b", "one of two web processes, without a pool,"),
    _process("listener", "host-a", "one of two mail listeners"),
    _process("beat", "host-b", "one of two clocks"),
    Event("Redis is killed, and started again empty", lambda site: site.redis.stop(), lambda site: site.redis.start()),
    Event("Redis is flushed, again and again", _flush, lambda _site: None, seconds=2),
    Event(
        "Redis is full, and takes writes again",
        lambda site: _limit_memory(site, "1"),
        lambda site: _limit_memory(site, "0"),
        seconds=15,
    ),
    Event(
        "the network of Redis is cut, and comes back",
        lambda site: site.network["queue"].cut(),
        lambda site: site.network["queue"].connect(),
        seconds=15,
        cable=True,
    ),
    Event(
        "PostgreSQL's primary is killed, the replica promoted, and the old primary follows",
        _kill_the_primary,
        lambda site: site.databases.follow_again(),
        may_double=True,
    ),
    Event(
        "the network of PostgreSQL's primary is cut, the replica promoted, and the old primary follows",
        _lose_the_primary,
        _find_it_again,
        cable=True,
        may_double=True,
    ),
    Event(
        "the network of PostgreSQL's replica is cut, so no commit is one, and comes back",
        lambda site: site.databases.standby.host.cut(),
        lambda site: site.databases.standby.host.connect(),
        cable=True,
        may_double=True,
    ),
    Event(
        "both clocks stand for more than two minutes",
        _stop_both_clocks,
        _start_both_clocks,
        seconds=A_PAUSE_S,
    ),
)
