"""A heap of work, and a broker in trouble: the real site on PostgreSQL and Redis, its processes alive throughout."""

from __future__ import annotations

import asyncio
import smtplib
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from functools import partial
from pathlib import Path

import pytest
import redis
from aiosmtpd.smtp import SMTP, Envelope, Session

from games.people.scopes import Scope
from tests.e2e.mail_sink import MailSink
from tests.e2e.site_functions import make_token, open_table, reply_address, write_notices
from tests.e2e.stack import PRODUCTION_WORKERS, Production, Stack, running_production, wait_for

pytestmark = pytest.mark.processes

HEAP = 6
UNSENT = "select count(*) from games_outgoingmail where kind = 'notice' and status <> 'sent'"
READ = "select count(*) from games_incomingmail where status = 'done'"


class HoldingSink(MailSink):
    """While `holds`, a mail is not taken before it is let go; `inside`: how many are being handed over just now."""

    holds = False
    inside = 0

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        self.inside += 1
        while self.holds:
            await asyncio.sleep(0.02)
        self.inside -= 1
        return await super().handle_DATA(server, session, envelope)


@contextmanager
def running(folder: Path) -> Iterator[tuple[Production, HoldingSink]]:
    sink = HoldingSink()
    sink.start()
    try:
        with running_production(folder, {"EMAIL_URL": f"smtp://127.0.0.1:{sink.port}"}) as site:
            for name in ("anna", "bob"):
                site.stack.person(name)
            yield site, sink
    finally:
        sink.holds = False
        sink.stop()


def count(site: Production, statement: str) -> int:
    return int(site.postgres.psql(statement))


def heap(site: Production, name: str) -> None:
    site.stack.call(write_notices, "anna", [f"{name} {number}" for number in range(HEAP)])


def let_the_clock_tick(site: Production, times: int) -> None:
    """Wait until the clock has ticked so often more; beat nudges everybody as often."""
    for _ in range(times):
        before = site.postgres.psql("select at from games_pulse")
        wait_for(lambda before=before: site.postgres.psql("select at from games_pulse") != before, "a tick", site.stack)


def reply(stack: Stack, token: str, sender: str) -> None:
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Message-ID"] = sender, f"reply+{token}@prweb.example.org", f"<{token}@example.org>"
    mail.set_content("help\n")
    with smtplib.SMTP("127.0.0.1", stack.smtp_port) as server:
        server.send_message(mail)


def test_a_heap_of_mails_a_full_broker_and_one_that_is_gone(tmp_path: Path) -> None:
    with running(tmp_path) as (site, sink):
        stack, broker = site.stack, redis.Redis.from_url(site.redis.url)
        game = stack.call(open_table, "In trouble", "anna", ["bob"])
        token, sender = stack.call(reply_address, game)
        api_token = stack.call(make_token, "anna", "in trouble", "", list(Scope))

        # However much is due and however often beat nudges, one message waits for a worker that is not there.
        wait_for(lambda: count(site, UNSENT) == 0, "nothing is on its way", stack)
        stack.kill("worker-mail")
        heap(site, "first")
        let_the_clock_tick(site, 3)
        assert broker.llen("mail") == 1
        assert all(int(str(broker.llen(queue))) <= 1 for queue in PRODUCTION_WORKERS.values())

        # Both processes of the worker are busy, and a reply is read meanwhile.
        sink.holds = True
        stack.start_worker("worker-mail")
        wait_for(lambda: sink.inside == 2, "two mails are on their way at once", stack)
        reply(stack, token, sender)
        wait_for(lambda: count(site, READ) == 1, "the reply is read", stack)
        assert count(site, UNSENT) == HEAP
        sink.holds = False
        wait_for(lambda: count(site, UNSENT) == 0, "all mails are sent", stack)

        # Redis takes no writes: the clock ticks, pages and API are served, workers wait, and the figures say so.
        broker.config_set("maxmemory", 1)
        for kind in ("normal", "pubsub"):
            broker.client_kill_filter(_type=kind, skipme=True)
        for name in PRODUCTION_WORKERS:
            wait_for(partial(waits, stack, name), f"{name} waits", stack)
        let_the_clock_tick(site, 2)
        assert request_status(stack, "/accounts/login/") == 200
        assert request_status(stack, "/api/v1/turns/", Authorization=f"Token {api_token}") == 200
        assert "prweb_broker_up 0.0" in figures(stack)
        heap(site, "full")
        broker.config_set("maxmemory", 0)
        wait_for(lambda: count(site, UNSENT) == 0, "the mails go out when there is room again", stack)
        assert "prweb_broker_up 1.0" in figures(stack)

        # Redis goes away while mails are on their way, and comes back empty.
        sink.holds = True
        heap(site, "gone")
        wait_for(lambda: sink.inside == 2, "two mails are on their way", stack)
        site.redis.stop()
        sink.holds = False
        let_the_clock_tick(site, 2)
        site.redis.start()
        wait_for(lambda: count(site, UNSENT) == 0, "the mails go out when Redis is back", stack)


def waits(stack: Stack, worker: str) -> bool:
    return "takes no writes" in stack.log(worker)


def request_status(stack: Stack, path: str, **headers: str) -> int:
    with urllib.request.urlopen(urllib.request.Request(stack.url + path, headers=headers)) as response:
        return int(response.status)


def figures(stack: Stack) -> str:
    with urllib.request.urlopen(stack.url + "/metrics") as response:
        return str(response.read().decode())
