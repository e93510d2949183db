"""The SMTP (or LMTP) listener that takes answers in: for reply addresses only, stored before they are acknowledged."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from concurrent.futures import Executor, ThreadPoolExecutor
from typing import Any, Final

from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session
from django.conf import settings
from django.db import Error as DatabaseTrouble
from django.db import close_old_connections

from games.mail.addresses import plausible_token
from games.mail.feeder import store

log = logging.getLogger(__name__)

ACCEPTED: Final = "250 2.0.0 Accepted"
NOT_HERE: Final = "550 5.1.1 Only answers to turns are read here, and this is no reply address"
ONE_AT_A_TIME: Final = "452 4.5.3 One recipient at a time, please"
TRY_LATER: Final = "451 4.3.0 Cannot store the mail now, please try again"


class ReplyHandler:
    """What aiosmtpd asks about a delivery."""

    def __init__(self, writers: Executor) -> None:
        self._writers = writers

    async def handle_RCPT(
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if plausible_token(address) is None:
            return NOT_HERE
        # Each mail has one outcome to report, in SMTP and LMTP alike.
        if envelope.rcpt_tos:
            return ONE_AT_A_TIME
        envelope.rcpt_tos.append(address)
        envelope.rcpt_options.extend(options)
        return "250 2.1.5 OK"

    async def handle_DATA(self, _server: SMTP, _session: Session, envelope: Envelope) -> str:
        token = plausible_token(envelope.rcpt_tos[0])
        content = envelope.content
        if token is None or not isinstance(content, bytes):
            return NOT_HERE
        sender = (envelope.mail_from or "").strip("<>")
        try:
            await asyncio.get_running_loop().run_in_executor(self._writers, _store, content, token, sender)
        except DatabaseTrouble:
            log.exception("An incoming mail could not be stored; its server was asked to try again.")
            return TRY_LATER
        return ACCEPTED

    async def handle_exception(self, error: Exception) -> str:
        log.error("The mail listener failed on a delivery.", exc_info=error)
        return TRY_LATER


def _store(raw: bytes, token: str, sender: str) -> None:
    close_old_connections()
    try:
        incoming, created = store(raw, token=token, sender=sender)
        log.info("%s an answer, mail %s of %d bytes.", "Took in" if created else "Saw again", incoming.pk, len(raw))
    finally:
        close_old_connections()


def _protocol(handler: ReplyHandler, *, lmtp: bool) -> Callable[[], SMTP]:
    return lambda: (LMTP if lmtp else SMTP)(
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
    with ThreadPoolExecutor(max_workers=2, thread_name_prefix="mail") as writers:
        protocol = _protocol(ReplyHandler(writers), lmtp=lmtp)
        server = await asyncio.get_running_loop().create_server(protocol, host, port)
        async with server:
            on_bound(server.sockets[0].getsockname()[1])
            await until
