"""People who play on a site of several hosts: each party at a table of its own, all parties at the same time."""

from __future__ import annotations

import smtplib
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException
from random import Random
from socket import create_connection
from typing import Any, Final, TypeVar
from urllib.error import HTTPError
from urllib.request import HTTPCookieProcessor, HTTPHandler, OpenerDirector, Request, build_opener

import psycopg

from tests.crash.database_watch import Watch
from tests.crash.people import Person, Table
from tests.e2e.mail_sink import MailSink
from tests.e2e.site_functions import open_table
from tests.e2e.stack import Stack

PATIENCE_S: Final = 90
"""So long whoever looks from outside waits for a database."""
SILENCE: Final = "connect_timeout=2&tcp_user_timeout=3000&keepalives_idle=2&keepalives_interval=1&keepalives_count=3"
SITE_NAME: Final = "prweb.test"
CONNECTED_WITHIN_S: Final = 3.0
"""Else the next place is asked, as web servers do with what stands behind them."""
STREAM_SILENT_S: Final = 25.0
"""A stream shows every 20 s that it lives."""
Place = tuple[str, int]
T = TypeVar("T")


class PatientWatch(Watch):
    """Looks at whichever server takes writes; while none does, it waits."""

    def __init__(self, stack: Stack) -> None:
        self.url = stack.environment["DATABASE_URL"]
        self._connection: Any = None

    def rows(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        return patiently(lambda: self._done(statement, values).fetchall(), self._forget)

    def do(self, statement: str, *values: object) -> None:
        patiently(lambda: self._done(statement, values), self._forget)

    def _done(self, statement: str, values: Sequence[object]) -> Any:
        if self._connection is None:
            self._connection = psycopg.connect(f"{self.url}&{SILENCE}", autocommit=True)
        return self._connection.execute(self._in_dialect(statement), values)

    def _forget(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def patiently(once: Callable[[], T], before_the_next: Callable[[], None]) -> T:
    until = time.monotonic() + PATIENCE_S
    while True:
        try:
            return once()
        except psycopg.OperationalError:
            before_the_next()
            if time.monotonic() > until:
                raise
            time.sleep(0.2)


class _Connection(HTTPConnection):
    """To the first of some places that takes it: as if a name led to all of them."""

    def __init__(self, places: Sequence[Place], host: str, **more: Any) -> None:
        super().__init__(host, **more)
        self._places = places

    def connect(self) -> None:
        for place in self._places[:-1]:
            with suppress(OSError):
                self.sock = create_connection(place, CONNECTED_WITHIN_S)
                self.sock.settimeout(self.timeout)
                return
        self.sock = create_connection(self._places[-1], self.timeout)


class _Places(HTTPHandler):
    """Asks at the places that it is told of for each request."""

    def __init__(self, places: Callable[[], Sequence[Place]]) -> None:
        super().__init__()
        self._places = places

    def http_open(self, request: Request) -> Any:
        return self.do_open(partial(_Connection, self._places()), request)


class Visitor(Person):
    """Somebody whose browser and mail program know all web processes and listeners, and use them in turn."""

    waits_s = 10.0

    def settle_in(self, webs: Sequence[Place], listeners: Sequence[Place]) -> None:
        self._webs, self._listeners = list(webs), list(listeners)
        self.waits_s = 10.0
        self.sign_in()

    def _browser(self) -> OpenerDirector:
        return build_opener(HTTPCookieProcessor(self.cookies), _Places(lambda: _turned(self._webs)))

    def _mail_server(self) -> smtplib.SMTP:
        return smtplib.SMTP(*_turned(self._listeners)[0], timeout=self.waits_s)


def _turned(places: list[Place]) -> list[Place]:
    """All of them, another one first each time."""
    places.append(places.pop(0))
    return list(places)


class Follower(threading.Thread):
    """An open page: one web process tells it that somebody's games have changed; it asks again when that ends."""

    def __init__(self, person: Person, web: Place) -> None:
        super().__init__(daemon=True)
        self.heard_at = 0.0
        """When it last heard of a change."""
        self._person, self._web = person, web
        self._leaves = threading.Event()

    def run(self) -> None:
        browser = build_opener(HTTPCookieProcessor(self._person.cookies), _Places(lambda: [self._web]))
        while not self._leaves.is_set():
            try:
                with browser.open(f"{self._person.stack.url}/live/", timeout=STREAM_SILENT_S) as stream:
                    for line in stream:
                        if line.startswith(b"event:"):
                            self.heard_at = time.monotonic()
            except (HTTPException, OSError) as error:
                if isinstance(error, HTTPError) and error.code == HTTPStatus.INTERNAL_SERVER_ERROR:
                    self._person.refused.append(f"/live/: {error}")
            time.sleep(1)

    def leave(self) -> None:
        self._leaves.set()


class Party(threading.Thread):
    """A table and whoever sits at it. It plays whenever its `lock` is free."""

    def __init__(self, people: dict[str, Person], stack: Stack, sink: MailSink, seed: int) -> None:
        super().__init__(daemon=True)
        self.people = people
        self.stack = stack
        self.sink = sink
        self.watch = PatientWatch(stack)
        self.dice = Random(seed)
        self.lock = threading.Lock()
        self.games = 0
        self.finished: list[Table] = []
        """Games that are still to be compared with what people saw."""
        self._answers_before = 0
        self.has_a_clock = True
        """Whether time runs out; else nobody lets it."""
        self.wrong: BaseException | None = None
        self._leaves = threading.Event()
        self.table = self._sit_down()

    def run(self) -> None:
        while not self._leaves.is_set():
            with self.lock:
                try:
                    if self.table.over:
                        self.finished.append(self.table)
                        self.table = self._sit_down()
                    moved = self.table.step(self._way())
                except BaseException as wrong:  # whoever waits for the party tells it
                    self.wrong = wrong
                    return
            time.sleep(0.01 if moved else 0.1)

    @property
    def answers(self) -> int:
        return self._answers_before + sum(len(table.given) for table in (*self.finished, self.table))

    @property
    def tables(self) -> list[Table]:
        return [*self.finished, self.table]

    def leave_tables(self, are_gone: Callable[[Table], bool]) -> None:
        """Go on at another table, if this one is none any more."""
        self.finished = [table for table in self.finished if not are_gone(table)]
        if are_gone(self.table):
            self.table = self._sit_down()

    def forget_finished(self) -> None:
        """They were as people saw them."""
        self._answers_before += sum(len(table.given) for table in self.finished)
        self.finished = []

    def leave(self) -> None:
        self._leaves.set()

    def _way(self) -> str:
        """Most answer by whatever way; some let their time run out, have mails returned, or are told a lot."""
        return self.dice.choices(("", "time-out", "bounce", "notices"), (88, 4 * self.has_a_clock, 4, 4))[0]

    def _sit_down(self) -> Table:
        host, guest = self.people
        game = self.stack.call(open_table, "On several hosts", host, [guest], ["random"])
        self.games += 1
        return Table(game, self.people, self.stack, self.sink, self.watch, self.dice)
