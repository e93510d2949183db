"""The servers that the site leans on die in the middle of a game: it waits for them, and goes on by itself.

A worker of Celery that loses its broker while it does a task may end over that: a supervisor starts it again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from random import Random
from threading import Event, Timer

import psycopg
import pytest

from tests.crash import consistency
from tests.crash.database_watch import Watch
from tests.crash.people import Person, Table, again_and_again
from tests.crash.running import LAUNCH, settings
from tests.e2e.mail_sink import MailSink, running_sink
from tests.e2e.site_functions import make_players, open_table
from tests.e2e.stack import PASSWORD, Production, Stack, running_production, wait_for

pytestmark = pytest.mark.processes

AWAY_S = 3
"""So long a sender finds no database, again and again."""
NAMES = ("anna", "bob", "chris")


@dataclass
class Site:
    """A running site and its people."""

    running: Production
    sink: MailSink
    people: dict[str, Person]

    def new_table(self) -> Table:
        stack = self.running.stack
        game = stack.call(open_table, "Through dead servers", "anna", ["bob", "chris"], ["random"])
        return Table(game, self.people, stack, self.sink, Watch(stack), Random(5))

    def refused(self) -> list[str]:
        return [refusal for person in self.people.values() for refusal in person.refused]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("dead-servers")
    with (
        running_sink() as (sink, port),
        running_production(folder, settings(folder, port), launch=LAUNCH) as running,
    ):
        tokens = running.stack.call(make_players, NAMES, PASSWORD)
        people = {name: Person(name, running.stack, tokens[name]) for name in NAMES}
        for person in people.values():
            person.sign_in()
        yield Site(running, sink, people)


def play(table: Table, answers: int, way: str = "") -> None:
    """So many answers, as soon as they can be given."""
    wanted = len(table.given) + answers

    def answered() -> bool:
        table.step(way)
        return len(table.given) >= wanted

    wait_for(answered, f"{answers} answers are given", table.stack, 120)


def played_until_a_bot_is_asked(table: Table) -> int:
    """Answer on the page while people are asked; how many answers that took."""
    before = len(table.given)
    while not table.watch.one(consistency.UNDECIDED, table.game):
        table.step("page")
    return len(table.given) - before


def logs_more(stack: Stack, worker: str, length: int) -> bool:
    return len(stack.log(worker)) > length


def at_rest(table: Table) -> None:
    again_and_again(partial(consistency.hurried_to_rest, table), "everything comes to rest", table.stack)


def test_answers_are_taken_in_while_the_broker_is_dead_and_the_game_goes_on_by_itself(site: Site) -> None:
    table = site.new_table()
    play(table, 4)
    at_rest(table)
    before = len(site.refused())
    site.running.redis.stop()
    try:
        played_until_a_bot_is_asked(table)
        bots = table.watch.one("select count(*) from games_move where source = 'bot'")
        assert table.watch.one(consistency.UNDECIDED, table.game), "no bot is told of its turn"
        assert table.watch.one("select count(*) from games_move where source = 'bot'") == bots
        assert site.refused()[before:] == []
    finally:
        site.running.redis.start()
    wait_for(lambda: not table.watch.one(consistency.UNDECIDED, table.game), "the bot plays", table.stack)
    play(table, 6)
    at_rest(table)
    assert consistency.mistakes(table) == []
    assert consistency.came_again(table) == []


def test_a_reply_is_kept_while_the_broker_is_dead_and_played_when_it_is_back(site: Site) -> None:
    table = site.new_table()
    play(table, 3, "mail")
    at_rest(table)
    before = len(site.refused())
    site.running.redis.stop()
    try:
        play(table, 1, "mail")
        assert site.refused()[before:] == []
        assert table.watch.one("select count(*) from games_incomingmail where status = 'new'") == 1
    finally:
        site.running.redis.start()
    play(table, 4, "mail")
    at_rest(table)
    assert consistency.mistakes(table) == []
    assert consistency.came_again(table) == []


def test_mails_wait_for_a_dead_mail_server_and_come_once_when_it_is_back(site: Site) -> None:
    table = site.new_table()
    play(table, 3)
    at_rest(table)
    received = len(site.sink.mails)
    before = len(site.refused())
    site.sink.stop()
    try:
        play(table, 3, "page")
        consistency.hurry(table)
        tried = "select count(*) from games_outgoingmail where status = 'pending' and attempts > 0 and last_error <> ''"
        wait_for(lambda: table.watch.one(tried), "a mail was tried in vain", table.stack)
        assert site.refused()[before:] == []
        assert len(site.sink.mails) == received
    finally:
        site.sink.start()
    play(table, 4)
    at_rest(table)
    assert consistency.mistakes(table) == []
    assert consistency.came_again(table) == []


@pytest.mark.parametrize("mode", ["fast", "immediate"])
def test_a_restart_of_the_database_in_the_middle_of_a_game_loses_nothing(site: Site, mode: str) -> None:
    table = site.new_table()
    play(table, 3)
    stack = table.stack
    before = {worker: len(stack.log(worker)) for worker in stack.workers}
    site.running.postgres.stop("fast" if mode == "fast" else "immediate")
    for worker, length in before.items():
        wait_for(partial(logs_more, stack, worker, length), f"{worker} misses the database", stack)
    site.running.postgres.start()
    table.watch = Watch(table.stack)
    play(table, 6)
    at_rest(table)
    assert consistency.mistakes(table) == []
    assert consistency.came_again(table) == []
    assert all(process.poll() is None for process in table.stack.processes.values())


def test_a_mail_that_was_taken_while_the_database_died_does_not_come_again(site: Site) -> None:
    table = site.new_table()
    play(table, 3)
    at_rest(table)
    came_back = Event()

    def come_back() -> None:
        site.running.postgres.start()
        came_back.set()

    def die() -> None:
        site.running.postgres.stop("fast")
        Timer(AWAY_S, come_back).start()

    site.sink.on_taken = die
    while not came_back.is_set():
        with suppress(psycopg.OperationalError):
            play(table, 1, "page")
            consistency.hurry(table)
    table.watch = Watch(table.stack)
    play(table, 3)
    at_rest(table)
    assert consistency.mistakes(table) == []
    assert consistency.came_again(table) == []
