"""Plays games on a running site, kills at point after point, and keeps book of what came of it."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from functools import partial
from math import inf
from pathlib import Path
from random import Random
from typing import Final

from tests.crash import consistency, trigger
from tests.crash.database_watch import Watch
from tests.crash.found_games import FoundGames
from tests.crash.launch import FOLDER
from tests.crash.people import Person, Stuck, Table, again_and_again
from tests.crash.points import Point
from tests.crash.seeks import FreeSeats, NewGames
from tests.crash.tournaments import Tournaments
from tests.crash.waiting_lists import WaitingLists
from tests.e2e.mail_sink import MailSink, running_sink
from tests.e2e.site_functions import make_players, open_table
from tests.e2e.stack import (
    EMBEDDED_WORKERS,
    PASSWORD,
    PRODUCTION_WORKERS,
    Stack,
    running_production,
    running_stack,
)
from tests.endpoints.receiver import Receiver, receiver
from tests.servers import Dovecot, running_dovecot

log = logging.getLogger(__name__)

NAMES: Final = ("anna", "bob")
OTHERS: Final = ("carl", "dora", "eva", "finn")
"""Who takes over what is vacant, and with whom they seek games and play tournaments."""
MISSES_IN_ROW: Final = 2
MARKED_WITHIN_S: Final = 20.0
"""A delivery is believed to be under way for so long (HASTY), and has marked its mail by then."""
TAKEN_AFTER_DEATH_S: Final = 5.0
"""A mail that was handed over whole is taken even if its sender dies, as soon as the server comes to it."""
NOTHING_NEW_FOR_S: Final = 90
"""After so long without a ply or a mail the game is stuck."""
REACHED_WITHIN_S: Final = 300
REACHED_WITHIN_NEWS: Final = 600
"""A point is out of reach when so much has happened without it, and so much time has passed."""
TABLES: Final = 2
"""While one game waits until others take over from the dead, the next goes on."""
ARMED_AT_ONCE: Final = 6
HASTY: Final = {
    # What takes minutes on a real site takes seconds here.
    "PRWEB_THINKING_STALE_SECONDS": "4",
    "PRWEB_READING_STALE_SECONDS": "4",
    "PRWEB_SENDING_STALE_SECONDS": "20",
    "PRWEB_MAIL_RETRY_SECONDS": "1",
    "PRWEB_CARETAKER_LEVEL": "random",
    "PRWEB_RATE_LIMITS": "false",
    "PRWEB_MAIL_ANSWERS_PER_DAY": "100000",
    "PRWEB_CHANNEL_HTTP": "true",
    "PRWEB_CHANNEL_NETWORKS": "127.0.0.0/8",
    # So that notices are held, and reports about mails stop none.
    "PRWEB_MAILS_PER_GAME_AND_HOUR": "4",
    "PRWEB_MAIL_SOFT_BOUNCES": "100000",
    # Games that were found stay.
    "PRWEB_SEATS": "1000",
    "PRWEB_HOSTED_GAMES": "1000",
}
OPEN_MATTERS: Final = (
    "select 'turn', id, status, stage, ahead, timed_out, nudged_at, claimed_at, attempts from games_turn"
    " where status <> 'closed'",
    "select 'outgoing', id, kind, turn_id, status, attempts, next_attempt_at, claimed_at, last_error"
    " from games_outgoingmail where status in ('pending', 'sending')",
    "select 'incoming', id, status, attempts, claimed_at, outcome from games_incomingmail where status = 'new'",
)
LAUNCH: Final = ("-m", "tests.crash.launch", "{process}")
WORKERS: Final = PRODUCTION_WORKERS | {"worker-mail": "mail,tidying"}
ONE_WORKER: Final = {name: f"{queues},tidying" for name, queues in EMBEDDED_WORKERS.items()}
"""On a real site they do these tasks, too (docs/operations.md)."""


FOUND_GAMES: Final[dict[str, type[FoundGames]]] = {
    "seek": NewGames,
    "free seat": FreeSeats,
    "waiting list": WaitingLists,
    "tournament": Tournaments,
}


@dataclass
class Outcome:
    """What was found out about a point."""

    point: Point
    strikes: int = 0
    recovered_s: list[float] = field(default_factory=list)
    """For each hit, from the death to the next thing that happened in the game."""

    @property
    def hits(self) -> int:
        return len(self.recovered_s)


class Site:
    """A running site whose processes can be made to die, and the games that are played on it, some at a time.

    hook: where webhooks go. mailbox: which the site's poller reads. Without them people only do what earlier releases
    knew, too.
    """

    def __init__(
        self,
        stack: Stack,
        sink: MailSink,
        seed: int,
        hook: Receiver | None = None,
        mailbox: Dovecot | None = None,
    ) -> None:
        self.stack = stack
        self.sink = sink
        self.hook = hook
        self.watch = Watch(stack)
        self.dice = Random(seed)
        self.folder = Path(stack.environment[FOLDER])
        tokens = stack.call(make_players, [*NAMES, *(OTHERS if hook else ())], PASSWORD)
        deliver = mailbox.deliver if mailbox else None
        self.people = {name: Person(name, stack, token, mailbox=deliver) for name, token in tokens.items()}
        for person in self.people.values():
            person.sign_in()
        if hook:
            self._choose_what_is_told(hook)
        self.found: dict[str, FoundGames] = (
            {kind: found(self.people, stack, self.watch) for kind, found in FOUND_GAMES.items()} if hook else {}
        )
        """By the way that lets them go on."""
        self.games = 0
        self.answers = 0
        self.doubled = 0
        self.outcomes: dict[str, Outcome] = {}
        self._armed: dict[str, tuple[Point, float, int]] = {}
        """The points that wait to be reached, by name: until when, and up to which number of news, they may take."""
        self._deliverers_hit: list[float] = []
        """When a process that delivers mails was hit, at whatever it did: several mails may be on their way at once."""
        self._tables = [self._new_table() for _ in range(TABLES)]
        self._news: tuple[int, ...] = ()
        self._news_at = time.monotonic()

    def _choose_what_is_told(self, hook: Receiver) -> None:
        for person in self.people.values():
            person.choose_mails()
            status, answer = person.ask_api("/me/channels/", {"kind": "webhook", "address": hook.url()})
            assert status == 201, answer

    def hit(self, points: Iterable[Point], until: float = inf) -> None:
        """Strike once for each of the points (a point may come again), some at a time, during the games.

        until: the moment, of time.monotonic(), after which no further one is begun.
        """
        waiting = list(points)
        armed = self._armed
        recovering: list[tuple[Outcome, float]] = []
        while waiting or armed or recovering:
            over = time.monotonic() > until
            if over:
                waiting.clear()
                for name in armed:
                    trigger.disarm(self.folder, name)
            for point in [point for point in waiting if point.name not in armed][: ARMED_AT_ONCE - len(armed)]:
                outcome = self.outcomes.setdefault(point.name, Outcome(point))
                trigger.arm(
                    self.folder, point.name, passes=self.dice.randrange(3), whole=bool(outcome.strikes % 2 == 0)
                )
                outcome.strikes += 1
                reached_by = time.monotonic() + REACHED_WITHIN_S, sum(self._news) + REACHED_WITHIN_NEWS
                armed[point.name] = point, *reached_by
                waiting.remove(point)
            before = self._news
            self._go_on([point.way for point, *_reached_by in armed.values()])
            if self._news != before:
                for outcome, hit_at in recovering:
                    outcome.recovered_s.append(time.monotonic() - hit_at)
                recovering = []
            for point, until_s, until_news in list(armed.values()):
                struck_at = trigger.was_hit(self.folder, point.name)
                if struck_at is not None:
                    recovering.append((self.outcomes[point.name], time.monotonic()))
                    log.info("%s: hit, %d to go", point.name, len(waiting) + len(armed) - 1)
                    if self._delivers(point.process):
                        self._deliverers_hit.append(struck_at)
                    del armed[point.name]
                elif over:
                    del armed[point.name]
                elif time.monotonic() > until_s and sum(self._news) > until_news:
                    raise Stuck(f"not reached within {REACHED_WITHIN_S} s: {point}\n{self.stack.report()}")

    def play_out(self) -> None:
        """Play the games that are on to their ends."""
        while not all(table.over for table in self._tables):
            self._go_on([], new_tables=False)

    def close(self) -> None:
        """Compare the games that are on with what people saw, and check that all games replay to the stored digests."""
        for found in self.found.values():
            again_and_again(partial(_brought_to_rest, found), "games are found", self.stack, self._happened)
        for table in self._tables:
            self._close(table)
        wrong = consistency.mistakes_of_bundles(self._tables[0])
        assert not wrong, "\n".join([*wrong, self.stack.report()])
        self._check_unmarked(consistency.bundles_that_came_again(self._tables[0]), [])
        if self.found:
            self._check_found_games()
        assert "all equal" in self.stack.manage("replay")

    def _check_found_games(self) -> None:
        table = self._tables[0]
        wrong = [mistake for found in self.found.values() for mistake in found.mistakes()]
        games = self.watch.one("select count(*) from games_game")
        found = self.watch.one(f"select count(*) from ({consistency.FOUND_GAMES}) f")
        if games != self.games + found:
            wrong.append(f"there are {games} games; {self.games} were opened, and {found} found")
        wrong += consistency.mistakes_of_found_games(table)
        self._check_unmarked(consistency.mails_of_found_games_that_came_again(table), wrong)

    def _go_on(self, ways: Sequence[str], *, new_tables: bool = True) -> None:
        """A little further at every table; a game that is over makes room for the next one."""
        assert not trigger.endings(self.folder), f"{trigger.endings(self.folder)}ended by itself\n{self.stack.report()}"
        moved = False
        for way, found in self.found.items():
            if way in ways:
                moved |= found.step()
        for place, table in enumerate(self._tables):
            if new_tables and table.over:
                self._close(table)
                self._tables[place] = table = self._new_table()
            # The point that was armed first is waited for most.
            moved |= table.step(self.dice.choice([ways[0], self.dice.choice(ways)]) if ways else "")
        if not moved:
            time.sleep(0.03)
        news = self._happened()
        if news != self._news:
            self._news, self._news_at = news, time.monotonic()
        elif time.monotonic() > self._news_at + NOTHING_NEW_FOR_S:
            raise Stuck(f"nothing happened for {NOTHING_NEW_FOR_S} s\n{self.state()}\n{self.stack.report()}")

    def _happened(self) -> tuple[int, ...]:
        """How many things of each kind have happened on the site."""
        (news,) = self.watch.rows(
            "select (select count(*) from games_move), (select count(*) from games_submission),"
            " (select count(*) from games_outgoingmail where status = 'sent'),"
            " (select count(*) from games_turn where timed_out)"
        )
        return news

    def state(self) -> str:
        """What is open, for the report of a stuck game."""
        return "\n".join(str(row) for statement in OPEN_MATTERS for row in self.watch.rows(statement))

    def _new_table(self) -> Table:
        call, people = self.stack.call, ("anna", ["bob"], ["random"])
        if self.hook is None:
            game, posted = call(open_table, "Through crashes", *people), None
        else:
            game = call(open_table, "Through crashes", *people, misses_in_row=MISSES_IN_ROW)
            posted = self.hook.posted
        self.games += 1
        self._news_at = time.monotonic()
        return Table(game, self.people, self.stack, self.sink, self.watch, self.dice, posted)

    def _close(self, table: Table) -> None:
        """Wait until nothing is pending, and compare the game with what people saw."""
        try:
            settled = partial(consistency.hurried_to_rest, table)
            again_and_again(settled, "everything comes to rest", self.stack, self._happened)
        except Stuck as stuck:
            raise Stuck(f"{self.state()}\n{stuck}") from None
        self.answers += len(table.given)
        self._check_unmarked(consistency.came_again(table), consistency.mistakes(table))

    def _check_unmarked(self, came_again: list[float], mistakes: list[str]) -> None:
        """Fails with these mistakes, and for what came again although it must have been marked."""
        self.doubled += len(came_again)
        unmarked = [moment for moment in came_again if not self._cut_short(moment)]
        if unmarked:
            mistakes.append(f"{len(unmarked)} mails came again although nothing was hit before their mark")
        assert not mistakes, "\n".join([*mistakes, self.stack.report()])

    def _delivers(self, process: str) -> bool:
        """Whether the worker that does the tasks of this queue sends mails, too."""
        return any({process, "mail"} <= set(queues.split(",")) for queues in self.stack.workers.values())

    def _cut_short(self, taken_at: float) -> bool:
        """Whether a process that delivers mails was hit when a mail was handed over and, for all we know, unmarked."""
        hits = self._hits_on_deliverers()
        return any(-TAKEN_AFTER_DEATH_S <= hit_at - taken_at <= MARKED_WITHIN_S for hit_at in hits)

    def _hits_on_deliverers(self) -> Iterator[float]:
        """Those noted, and those of points reached since: a game may be closed before they are noted."""
        yield from self._deliverers_hit
        for point, *_reached_by in self._armed.values():
            struck_at = trigger.struck_at(self.folder, point.name)
            if struck_at is not None and self._delivers(point.process):
                yield struck_at


@contextmanager
def production(folder: Path, seed: int = 1, *, with_mailbox: bool = True) -> Iterator[Site]:
    """PostgreSQL, Redis, a worker for each queue. with_mailbox: mails come into a mailbox of a server, too."""
    with (
        running_sink() as (sink, port),
        receiver() as hook,
        running_dovecot() if with_mailbox else nullcontext() as mailbox,
        running_production(folder, settings(folder, port, mailbox=mailbox), workers=WORKERS, launch=LAUNCH) as site,
    ):
        if mailbox:
            site.stack.start_poller()
        yield Site(site.stack, sink, seed, hook, mailbox)


@contextmanager
def embedded(folder: Path, seed: int = 1, *, with_mailbox: bool = True) -> Iterator[Site]:
    """SQLite, a folder of messages, one worker. with_mailbox: see `production`."""
    with (
        running_sink() as (sink, port),
        receiver() as hook,
        running_dovecot() if with_mailbox else nullcontext() as mailbox,
        running_stack(folder, settings(folder, port, mailbox=mailbox), workers=ONE_WORKER, launch=LAUNCH) as stack,
    ):
        if mailbox:
            stack.start_poller()
        yield Site(stack, sink, seed, hook, mailbox)


def _brought_to_rest(found: FoundGames) -> bool:
    return found.at_rest() or (found.step() and False)


def settings(
    folder: Path, sink_port: int, sink_host: str = "127.0.0.1", *, mailbox: Dovecot | None = None
) -> dict[str, str]:
    triggers = folder / "triggers"
    triggers.mkdir()
    fetched = {"PRWEB_IMAP_URL": mailbox.url} if mailbox is not None else {}
    return {"EMAIL_URL": f"smtp://{sink_host}:{sink_port}", FOLDER: str(triggers), **HASTY, **fetched}
