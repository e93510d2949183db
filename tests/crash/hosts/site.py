"""A site of several hosts under load, and what has to be true of it after each event."""

from __future__ import annotations

import logging
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Final, ParamSpec, TypeVar

from tests import prepared
from tests.crash import consistency, trigger
from tests.crash.hosts.databases import Databases, Server
from tests.crash.hosts.network import Host, Network, running_network, session
from tests.crash.hosts.parties import SITE_NAME, Follower, Party, PatientWatch, Place, Visitor
from tests.crash.launch import FOLDER
from tests.crash.people import Person, Stuck, Table, again_and_again
from tests.crash.running import LAUNCH, OPEN_MATTERS, settings
from tests.e2e.mail_sink import MailSink, running_sink
from tests.e2e.site_functions import make_players
from tests.e2e.stack import PASSWORD, READY_WITHIN_S, Stack, _without_test_settings
from tests.servers import Redis, short_folder

P = ParamSpec("P")
R = TypeVar("R")

log = logging.getLogger(__name__)

SERVING: Final = ("host-a", "host-b")
HOSTS: Final = (*SERVING, "db-1", "db-2", "queue")
QUEUES: Final = {"bots": "bots", "work": "mail,inbox,default,tidying"}
ROLES: Final = ("web", "listener", "beat", *QUEUES)
WEB_PORT: Final = 8000
SMTP_PORT: Final = 8025
PARTIES: Final = (("anna", "bob"), ("chris", "dora"), ("emil", "flora"))
GOES_ON_WITHIN_S: Final = 150
SENT_AGAIN_FROM_S: Final = 20.0
"""A delivery is believed to be under way for so long (HASTY)."""
AWAY: Final = ("OperationalError", "InterfaceError")
NEWS: Final = (
    "select (select count(*) from games_move), (select count(*) from games_submission),"
    " (select count(*) from games_outgoingmail where status = 'sent'),"
    " (select count(*) from games_turn where timed_out)"
)
HOSTS_SEEN: Final = "select distinct split_part(split_part(name, '@', 2), '/', 1) from games_heartbeat order by 1"
OVERDUE: Final = (
    "select count(*) from games_turn where game_id = ? and status = 'open' and not timed_out and deadline < now()"
)
OVERLAPPING: Final = (
    "select count(*) from games_outage a join games_outage b on a.id < b.id and a.since < b.until and b.since < a.until"
)
TIMED_OUT_TWICE: Final = (
    "select t.game_id, t.turns, a.noted from"
    " (select game_id, count(*) turns from games_turn where timed_out group by game_id) t join"
    " (select game_id, count(*) noted from games_auditentry where act = 'time-out' group by game_id) a"
    " on a.game_id = t.game_id where a.noted <> t.turns"
)


class SeveralHosts(Stack):
    """Its processes run on the hosts that their names end with: "web@host-a"."""

    def __init__(self, folder: Path, environment: dict[str, str], network: Network) -> None:
        super().__init__(folder, environment, WEB_PORT, SMTP_PORT, {}, LAUNCH)
        self.network = network
        self._one_calls = threading.Lock()

    @property
    def url(self) -> str:
        return f"http://{SITE_NAME}"

    def call(self, function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """The same, but it waits for a database that is away."""
        with self._one_calls:
            until = time.monotonic() + READY_WITHIN_S
            while True:
                try:
                    return super().call(function, *args, **kwargs)
                except AssertionError as failed:
                    if not any(word in str(failed) for word in AWAY) or time.monotonic() > until:
                        raise
                time.sleep(0.5)

    def start(self, name: str, *arguments: str) -> None:
        host = self.network[name.partition("@")[2]]
        launch = [part.format(process=name) for part in self.launch]
        own = {
            "PRWEB_VAR": str(self.folder / host.name),
            "PRWEB_SMTP_LISTEN": f"{host.address}:{SMTP_PORT}",
            # One of the two web processes keeps its connections, the other makes one for each request.
            "PRWEB_DB_POOL": "6" if name == "web@host-a" else "0",
        }
        with (self.folder / f"{name}.log").open("ab") as output:
            self.processes[name] = subprocess.Popen(
                [*host.enter, sys.executable, *launch, *arguments],
                cwd=self.root,
                env={**self.environment, **host.mark, **own},
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def start_again(self, name: str) -> None:
        role, _at, host = name.partition("@")
        celery = ("-m", "celery", "--app", "prweb")
        if role == "web":
            serve = ("-m", "uvicorn", "prweb.asgi:application", "--host", self.network[host].address)
            self.start(name, *serve, "--port", str(WEB_PORT), "--log-level", "warning")
        elif role == "listener":
            self.start(name, "manage.py", "listen_mail")
        elif role == "beat":
            self.start(name, *celery, "beat", "--loglevel", "warning")
        else:
            work = ("worker", "--queues", QUEUES[role], "--concurrency", "2", "--hostname", f"{role}@{host}")
            self.start(name, *celery, *work, "--loglevel", "info", "--without-mingle", "--without-gossip")

    def kill(self, name: str) -> None:
        process = self.processes.pop(name)
        while living := session(process.pid):
            for pid in living:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            process.wait()

    def on(self, host: Host) -> list[str]:
        return [f"{role}@{host.name}" for role in ROLES]

    def kill_host(self, host: Host) -> None:
        host.kill()
        for name in self.on(host):
            self.processes.pop(name).wait()

    def start_host(self, host: Host) -> None:
        for name in self.on(host):
            self.start_again(name)

    def wait_until_ready(self) -> None:
        until = time.monotonic() + READY_WITHIN_S
        while not self._is_ready():
            assert time.monotonic() < until, f"not ready\n{self.report()}"
            time.sleep(0.2)

    def _is_ready(self) -> bool:
        listening = all(_connects(place) for place in [*self.webs, *self.listeners])
        return listening and all(" ready." in self.log(f"{role}@{host}") for role in QUEUES for host in SERVING)

    @property
    def webs(self) -> list[Place]:
        return [(self.network[name].address, WEB_PORT) for name in SERVING]

    @property
    def listeners(self) -> list[Place]:
        return [(self.network[name].address, SMTP_PORT) for name in SERVING]


def _connects(place: Place) -> bool:
    import socket

    try:
        socket.create_connection(place, timeout=1).close()
    except OSError:
        return False
    return True


@dataclass
class EventOutcome:
    """What one event did to the games."""

    answers: int = 0
    """Given from its beginning until all went on."""
    sent_again: int = 0
    """Requests and mails of people that had to be."""
    standstill_s: float = 0.0
    """The longest time in which nothing happened in any game."""
    doubled: int = 0


@dataclass
class Site:
    """A running site, its servers, and the parties that play there."""

    stack: SeveralHosts
    sink: MailSink
    network: Network
    databases: Databases
    redis: Redis
    seed: int = 1
    parties: list[Party] = field(default_factory=list)
    followers: list[Follower] = field(default_factory=list)
    excused: list[tuple[float, float]] = field(default_factory=list)
    """Mails that were taken between these moments, by the clock on the wall, may come again."""
    left_alone: int = 0
    """The turn that nobody but the clock ends."""
    _known_doubles: dict[str, int] = field(default_factory=dict)
    ended: int = 0
    outcome: EventOutcome = field(default_factory=EventOutcome)
    _measured: EventOutcome | None = None
    """Whose standstill is measured."""
    _answers: int = 0
    _sent_again: int = 0
    _news_at: float = field(default_factory=time.monotonic)
    _closed: threading.Event = field(default_factory=threading.Event)

    def open(self) -> None:
        """Let the people in; they begin to play."""
        self.watch = PatientWatch(self.stack)
        names = [name for party in PARTIES for name in party]
        tokens = self.stack.call(make_players, names, PASSWORD)
        for number, party in enumerate(PARTIES):
            people: dict[str, Person] = {}
            for name in party:
                visitor = Visitor(name, self.stack, tokens[name])
                visitor.settle_in(self.stack.webs, self.stack.listeners)
                people[name] = visitor
            self.parties.append(Party(people, self.stack, self.sink, self.seed * 100 + number))
        first = next(iter(self.parties[0].people.values()))
        self.followers = [Follower(first, web) for web in self.stack.webs]
        for one in (*self.parties, *self.followers, threading.Thread(target=self._measure, daemon=True)):
            one.start()

    def close(self) -> None:
        self._closed.set()
        for party in self.parties:
            party.leave()
        for follower in self.followers:
            follower.leave()
        assert "all equal" in self.stack.manage("replay")

    def hosts_seen(self) -> list[str]:
        """The hosts of the processes that say that they live."""
        return [host for (host,) in self.watch.rows(HOSTS_SEEN)]

    def follow(self, seconds: float) -> None:
        """Look on while they play."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            self._look()

    def goes_on(self) -> None:
        """Wait until every party has given two more answers, and the open pages have heard of some."""
        since, before = time.monotonic(), [party.answers for party in self.parties]
        until = time.monotonic() + GOES_ON_WITHIN_S
        while any(party.answers < answers + 2 for party, answers in zip(self.parties, before, strict=True)) or any(
            follower.heard_at < since for follower in self.followers
        ):
            if time.monotonic() > until:
                deaf = [follower for follower in self.followers if follower.heard_at < since]
                raise Stuck(f"it does not go on, {len(deaf)} pages hear nothing\n{self.state()}\n{self.stack.report()}")
            self._look()

    def begin_event(self) -> None:
        """Start to observe the next event."""
        self._news_at = time.monotonic()
        self.outcome = self._measured = EventOutcome()
        self._answers, self._sent_again = self.answers, len(self._refused())

    def end_event(self) -> None:
        """It goes on: what was given and sent again until now."""
        self._measured = None
        self.outcome.answers = self.answers - self._answers
        self.outcome.sent_again = len(self._refused()) - self._sent_again

    def _look(self) -> None:
        for party in self.parties:
            if party.wrong is not None:
                raise party.wrong
        for name, process in self.stack.processes.items():
            assert process.poll() is None, f"{name} ended\n{self.stack.report()}"
        time.sleep(0.1)

    def _measure(self) -> None:
        """How long nothing happens, whatever the site is waited for meanwhile."""
        watch, before = PatientWatch(self.stack), None
        while not self._closed.wait(0.1):
            (news,) = watch.rows(NEWS)
            now = time.monotonic()
            if (outcome := self._measured) is not None:
                outcome.standstill_s = max(outcome.standstill_s, now - self._news_at)
            if news != before:
                before, self._news_at = news, now

    @property
    def answers(self) -> int:
        return sum(party.answers for party in self.parties)

    @property
    def games(self) -> int:
        return sum(party.games for party in self.parties)

    def _refused(self) -> list[str]:
        return [words for party in self.parties for person in party.people.values() for words in person.refused]

    def check(self) -> list[str]:
        """Wait until nothing is pending, and compare the games with what people saw; the mistakes."""
        with ExitStack() as held:
            for party in self.parties:
                held.enter_context(party.lock)
            tables = [table for party in self.parties for table in party.tables]
            try:
                again_and_again(partial(self._settled, tables), "everything comes to rest", self.stack)
            except Stuck as stuck:
                raise Stuck(f"{self.state()}\n{stuck}") from None
            wrong = [words for table in tables for words in consistency.mistakes(table)]
            wrong += self._of_doubled_mails(tables)
            wrong += self._of_the_clocks()
            wrong += [words for words in self._refused() if "HTTP Error 500" in words]
            for party in self.parties:
                party.forget_finished()
            return wrong

    def _settled(self, tables: Sequence[Table]) -> bool:
        for table in tables:
            # Again, as one that was on its way may just have been held for an hour.
            consistency.hurry(table)
        return all(table.watch.one(OVERDUE, table.game) == 0 and consistency.settled(table) for table in tables)

    def _of_doubled_mails(self, tables: Sequence[Table]) -> Iterator[str]:
        for table in tables:
            moments = consistency.came_again(table)
            self.outcome.doubled += len(moments) - self._known_doubles.get(table.game, 0)
            self._known_doubles[table.game] = len(moments)
            for moment in moments:
                if not any(since <= moment <= until for since, until in self.excused):
                    yield f"a mail of {time.ctime(moment)} came again, and nothing had happened to its sender"

    def _of_the_clocks(self) -> Iterator[str]:
        if twice := self.watch.one(OVERLAPPING):
            yield f"{twice} outages were counted twice"
        for game, turns, noted in self.watch.rows(TIMED_OUT_TWICE):
            yield f"{turns} turns of {game} timed out, {noted} times it was noted"

    def note_endings(self) -> None:
        """How many processes ended by themselves and were started again by their supervisor."""
        self.ended = len(trigger.endings(Path(self.stack.environment[FOLDER])).splitlines())

    def state(self) -> str:
        return "\n".join(str(row) for statement in OPEN_MATTERS for row in self.watch.rows(statement))


@contextmanager
def several_hosts(folder: Path, *, separate: bool, seed: int = 1) -> Iterator[Site]:
    """Two hosts with all processes of the site each, two with PostgreSQL, one with Redis, until the block ends."""
    with (
        running_network(HOSTS, separate=separate) as network,
        short_folder("prweb-pg-") as first,
        short_folder("prweb-pg-") as second,
        short_folder("prweb-redis-") as queue,
        running_sink(network.outside) as (sink, port),
    ):
        databases = Databases(Server(network["db-1"], first), Server(network["db-2"], second), prepared.postgres)
        redis = Redis(queue, network["queue"].address, network["queue"].enter)
        try:
            databases.start()
            redis.start()
            stack = SeveralHosts(folder, _environment(folder, databases, redis, port, network), network)
            try:
                for name in SERVING:
                    (folder / name).mkdir()
                    stack.start_host(network[name])
                stack.wait_until_ready()
                yield Site(stack, sink, network, databases, redis, seed)
            finally:
                for host in network.hosts.values():
                    host.signal(signal.SIGCONT)
                stack.end()
        finally:
            redis.stop()
            databases.stop()


def _environment(folder: Path, databases: Databases, redis: Redis, port: int, network: Network) -> dict[str, str]:
    return {
        **_without_test_settings(os.environ),
        "DJANGO_SETTINGS_MODULE": "prweb.settings",
        "PRWEB_PROFILE": "production",
        "PRWEB_VAR": str(folder / "var"),
        "PRWEB_STATIC_ROOT": str(prepared.static_files()),
        "PRWEB_SITE_URL": f"http://{SITE_NAME}",
        "SECRET_KEY": "a secret of the tests alone, long enough for everybody to be content with it",
        "DATABASE_URL": databases.url,
        "BROKER_URL": redis.url,
        "PRWEB_MAIL_HOST": "prweb.example.org",
        "PRWEB_SWEEP_SECONDS": "1",
        "PRWEB_HEARTBEAT_SECONDS": "2",
        "PRWEB_MAIL_RELAYS": f"{network.outside}/32",
        "PYTHONUNBUFFERED": "1",
        **settings(folder, port, network.outside),
    }
