"""The SMTP (or LMTP) listener for answers and delivery reports. Mails are stored before they are accepted.

Only our addresses are accepted: reply addresses of turns, envelope senders of our mails, and addresses of the operator
(postmaster and the like). All others are refused at RCPT, so that a mail server in front can ask before it accepts a
mail.

What is too much (games.mail.admission) gets a temporary code, if it may pass: an honest server tries again, so nothing
is lost.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import Executor, ThreadPoolExecutor
from typing import Any, Final, TypeVar

from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session, syntax
from django.conf import settings
from django.db import Error as DatabaseTrouble
from django.db import close_old_connections

from games.mail.addresses import accepted_token
from games.mail.admission import Excess, count_mail, is_known
from games.mail.connections import MAX_PER_RECIPIENT, ConnectionLimiter, host_of, is_relay
from games.mail.feeder import store
from games.mail_parsing import read_header

log = logging.getLogger(__name__)

WELCOME: Final = "250 2.1.5 OK"
ACCEPTED: Final = "250 2.0.0 Accepted"
NOT_HERE: Final = "550 5.1.1 Only answers to turns are read here, and this is no reply address"
ONE_AT_A_TIME: Final = "452 4.5.3 One recipient at a time, please"
TRY_LATER: Final = "451 4.3.0 Cannot store the mail now, please try again"
TOO_MANY_TO_TURN: Final = "550 5.7.1 Too many mails to this address, please answer on the page of the game"
TOO_MANY: Final = "451 4.7.1 Too many mails for now, please try again later"
_REFUSALS: Final = {Excess.OF_A_TURN: TOO_MANY_TO_TURN, Excess.FOR_NOW: TOO_MANY}
FULL: Final = b"421 4.7.0 Too many connections for now, please try again later\r\n"
GUESSING: Final = "421 4.7.0 Too many unknown recipients, closing the connection"

MAX_UNKNOWN_RECIPIENTS: Final = 10
"""After so many in one connection, the connection is closed."""
IDLE_S: Final = 120
"""A connection that is silent for so long is closed."""

MAX_LINE: Final = 100_000
"""Bytes. The standard allows 1,000, but programs send more, and a person would have to write a refused mail again."""

Result = TypeVar("Result")


class ReplyHandler:
    """The handler that aiosmtpd calls. Everything that may block runs in the worker threads."""

    def __init__(self, workers: Executor) -> None:
        self._workers = workers

    async def handle_RCPT(
        self, server: LimitedSMTP, _session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        token = accepted_token(address)
        if token is None:
            server.unknown_recipients += 1
            return NOT_HERE
        # One recipient for each mail, so that SMTP and LMTP report its one outcome alike.
        if envelope.rcpt_tos:
            return ONE_AT_A_TIME
        try:
            if not await self._in_worker(is_known, token):
                server.unknown_recipients += 1
                return NOT_HERE
        except DatabaseTrouble:
            log.exception("Whether a reply address is one cannot be told now; its server was asked to try again.")
            return TRY_LATER
        if not server.begin_transfer(token):
            return TOO_MANY
        envelope.rcpt_tos.append(address)
        envelope.rcpt_options.extend(options)
        return WELCOME

    async def handle_DATA(self, server: LimitedSMTP, _session: Session, envelope: Envelope) -> str:
        token = accepted_token(envelope.rcpt_tos[0])
        content = envelope.content
        if token is None or not isinstance(content, bytes):
            return NOT_HERE
        excess = await self._in_worker(_count, content, token, "" if server.relay else server.host)
        if excess is not None:
            log.warning("Too many mails within an hour; answered: %s", _REFUSALS[excess])
            return _REFUSALS[excess]
        sender = (envelope.mail_from or "").strip("<>")
        try:
            await self._in_worker(_store, content, token, sender)
        except DatabaseTrouble:
            log.exception("An incoming mail could not be stored; its server was asked to try again.")
            return TRY_LATER
        return ACCEPTED

    async def handle_exception(self, error: Exception) -> str:
        log.error("The mail listener failed on a delivery.", exc_info=error)
        return TRY_LATER

    async def _in_worker(self, work: Callable[..., Result], *arguments: Any) -> Result:
        return await asyncio.get_running_loop().run_in_executor(self._workers, _with_database, work, *arguments)


def _count(content: bytes, token: str, host: str) -> Excess | None:
    return count_mail(token, read_header(content, "Message-ID"), host)


def _with_database(work: Callable[..., Result], *arguments: Any) -> Result:
    close_old_connections()
    try:
        return work(*arguments)
    finally:
        close_old_connections()


def _store(raw: bytes, token: str, sender: str) -> None:
    incoming, created = store(raw, token=token, sender=sender)
    log.info("%s an answer, mail %s of %d bytes.", "Took in" if created else "Saw again", incoming.pk, len(raw))


class LimitedSMTP(SMTP):
    """A connection that is admitted only if there is room, and closed if it guesses recipients.

    limiter: of all connections of this listener.
    """

    line_length_limit = MAX_LINE

    def __init__(self, limiter: ConnectionLimiter, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._limiter = limiter
        self._admitted = False
        self.host = ""
        self.relay = False
        self._recipient = ""
        self.since = 0.0
        self.unknown_recipients = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        peer = transport.get_extra_info("peername")
        self.host, self.relay, self.since = host_of(peer), is_relay(peer), time.monotonic()
        if not self._limiter.admit(self):
            assert isinstance(transport, asyncio.WriteTransport)
            transport.write(FULL)
            transport.close()
            return
        self._admitted = True
        super().connection_made(transport)

    def connection_lost(self, error: Exception | None) -> None:
        if self._admitted:
            self._limiter.leave(self)
            super().connection_lost(error)

    def eof_received(self) -> bool | None:
        return super().eof_received() if self._admitted else None

    def reject(self) -> None:
        if isinstance(self.transport, asyncio.WriteTransport):
            self.transport.write(FULL)
            self.transport.close()

    def begin_transfer(self, recipient: str) -> bool:
        """Begin the transfer of a mail to this recipient; False if there are too many already."""
        if self._limiter.transfers_to(recipient) >= MAX_PER_RECIPIENT:
            return False
        self._recipient, self.since = recipient, time.monotonic()
        return True

    @property
    def recipient(self) -> str:
        return self._recipient if self.envelope is not None and self.envelope.rcpt_tos else ""

    @syntax("RCPT TO: <address>")
    async def smtp_RCPT(self, arg: str | None) -> None:
        await super().smtp_RCPT(arg)
        if self.unknown_recipients >= MAX_UNKNOWN_RECIPIENTS and self.transport is not None:
            log.info("A connection that named too many unknown recipients is closed.")
            await self.push(GUESSING)
            self.transport.close()


class LimitedLMTP(LimitedSMTP, LMTP):
    """LimitedSMTP for a mail server that speaks LMTP."""


def _protocol(handler: ReplyHandler, limiter: ConnectionLimiter, *, lmtp: bool) -> Callable[[], asyncio.Protocol]:
    return lambda: (LimitedLMTP if lmtp else LimitedSMTP)(
        limiter,
        handler,
        data_size_limit=settings.MAIL_SIZE_LIMIT,
        enable_SMTPUTF8=True,
        hostname=settings.MAIL_HOST,
        ident="prweb",
        timeout=IDLE_S,
    )


async def listen(
    host: str, port: int, until: Coroutine[Any, Any, object], *, lmtp: bool = False, on_bound: Callable[[int], None]
) -> None:
    """Serve on host:port until `until` returns; `on_bound` is told the port, chosen by the system for 0."""
    with ThreadPoolExecutor(max_workers=2, thread_name_prefix="mail") as workers:
        protocol = _protocol(ReplyHandler(workers), ConnectionLimiter(), lmtp=lmtp)
        server = await asyncio.get_running_loop().create_server(protocol, host, port)
        async with server:
            on_bound(server.sockets[0].getsockname()[1])
            await until
