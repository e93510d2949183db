"""The SMTP (or LMTP) listener that takes answers in: for reply addresses only, stored before they are acknowledged.

What is too much for now is put off by a temporary code: an honest server comes again, so nothing of its is lost.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Coroutine
from concurrent.futures import Executor, ThreadPoolExecutor
from typing import Any, Final, TypeVar

from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session
from django.conf import settings
from django.db import Error as DatabaseTrouble
from django.db import close_old_connections

from games.mail.addresses import plausible_token
from games.mail.feeder import store
from games.models.turns import Turn
from prweb.limits import wait_needed

log = logging.getLogger(__name__)

WELCOME: Final = "250 2.1.5 OK"
ACCEPTED: Final = "250 2.0.0 Accepted"
NOT_HERE: Final = "550 5.1.1 Only answers to turns are read here, and this is no reply address"
ONE_AT_A_TIME: Final = "452 4.5.3 One recipient at a time, please"
TRY_LATER: Final = "451 4.3.0 Cannot store the mail now, please try again"
TOO_MANY: Final = "451 4.7.1 Too many mails for now, please try again later"
FULL: Final = b"421 4.7.0 Too many connections for now, please try again later\r\n"

LONGEST_LINE: Final = 100_000
"""Bytes. The standard allows 1,000, programs send more; what is refused here, its sender would have to write anew."""

Result = TypeVar("Result")


class Doors:
    """How many are in, from each address and in all."""

    def __init__(self) -> None:
        self._inside: Counter[str] = Counter()

    def enter(self, address: str) -> bool:
        """Whether there is room; who was let in must `leave`."""
        room = self._inside.total() < settings.MAIL_CONNECTIONS
        if not room or self._inside[address] >= settings.MAIL_CONNECTIONS_PER_ADDRESS:
            return False
        self._inside[address] += 1
        return True

    def leave(self, address: str) -> None:
        self._inside -= Counter((address,))


class ReplyHandler:
    """What aiosmtpd asks about a delivery. Everything that may wait for something is done by the workers."""

    def __init__(self, workers: Executor) -> None:
        self._workers = workers

    async def handle_RCPT(
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        token = plausible_token(address)
        if token is None:
            return NOT_HERE
        # Each mail has one outcome to report, in SMTP and LMTP alike.
        if envelope.rcpt_tos:
            return ONE_AT_A_TIME
        try:
            if not await self._apart(_is_of_a_turn, token):
                return NOT_HERE
        except DatabaseTrouble:
            log.exception("Whether a reply address is one cannot be told now; its server was asked to try again.")
            return TRY_LATER
        envelope.rcpt_tos.append(address)
        envelope.rcpt_options.extend(options)
        return WELCOME

    async def handle_DATA(self, _server: SMTP, session: Session, envelope: Envelope) -> str:
        token = plausible_token(envelope.rcpt_tos[0])
        content = envelope.content
        if token is None or not isinstance(content, bytes):
            return NOT_HERE
        if await self._apart(_too_many, _address_of(session.peer), token):
            log.warning("Too many mails from one address, or for one turn, within an hour; put off.")
            return TOO_MANY
        sender = (envelope.mail_from or "").strip("<>")
        try:
            await self._apart(_store, content, token, sender)
        except DatabaseTrouble:
            log.exception("An incoming mail could not be stored; its server was asked to try again.")
            return TRY_LATER
        return ACCEPTED

    async def handle_exception(self, error: Exception) -> str:
        log.error("The mail listener failed on a delivery.", exc_info=error)
        return TRY_LATER

    async def _apart(self, work: Callable[..., Result], *arguments: Any) -> Result:
        return await asyncio.get_running_loop().run_in_executor(self._workers, _with_database, work, *arguments)


def _with_database(work: Callable[..., Result], *arguments: Any) -> Result:
    close_old_connections()
    try:
        return work(*arguments)
    finally:
        close_old_connections()


def _is_of_a_turn(token: str) -> bool:
    """Guessing is hopeless, and what is no turn's need not be kept; who answers a mail of ours is in any case told."""
    return Turn.objects.filter(token=token).exists()


def _too_many(address: str, token: str) -> bool:
    return bool(wait_needed("mail from address", address) or wait_needed("mail to token", token))


def _store(raw: bytes, token: str, sender: str) -> None:
    incoming, created = store(raw, token=token, sender=sender)
    log.info("%s an answer, mail %s of %d bytes.", "Took in" if created else "Saw again", incoming.pk, len(raw))


def _address_of(peer: object) -> str:
    """Of a connection; all those over a socket of this machine's file system count as one."""
    return str(peer[0]) if isinstance(peer, tuple) and peer else "local"


def _protocol(handler: ReplyHandler, doors: Doors, *, lmtp: bool) -> Callable[[], asyncio.Protocol]:
    class Bounded(LMTP if lmtp else SMTP):  # type: ignore[misc]  # the base is chosen
        """Turns connections away at the door when there are too many."""

        line_length_limit = LONGEST_LINE
        _came_from: str | None = None

        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            address = _address_of(transport.get_extra_info("peername"))
            if not doors.enter(address):
                assert isinstance(transport, asyncio.WriteTransport)
                transport.write(FULL)
                transport.close()
                return
            self._came_from = address
            super().connection_made(transport)

        def connection_lost(self, error: Exception | None) -> None:
            if self._came_from is not None:
                doors.leave(self._came_from)
                super().connection_lost(error)

        def eof_received(self) -> bool | None:
            return super().eof_received() if self._came_from is not None else None

    return lambda: Bounded(
        handler,
        data_size_limit=settings.MAIL_SIZE_LIMIT,
        enable_SMTPUTF8=True,
        hostname=settings.MAIL_HOST,
        ident="prweb",
        timeout=120,
    )


async def listen(
    host: str, port: int, until: Coroutine[Any, Any, object], *, lmtp: bool = False, on_bound: Callable[[int], None]
) -> None:
    """Serve on host:port until `until` returns; `on_bound` is told the port, chosen by the system for 0."""
    with ThreadPoolExecutor(max_workers=2, thread_name_prefix="mail") as workers:
        protocol = _protocol(ReplyHandler(workers), Doors(), lmtp=lmtp)
        server = await asyncio.get_running_loop().create_server(protocol, host, port)
        async with server:
            on_bound(server.sockets[0].getsockname()[1])
            await until
