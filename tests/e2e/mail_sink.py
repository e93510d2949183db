"""A real SMTP server that keeps what it is given: where the site's mails end in the tests."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from tests.servers import free_port


class MailSink:
    """Mails in the order of their arrival. The server can be stopped and started again on its port."""

    def __init__(self, host: str = "127.0.0.1") -> None:
        self.host = host
        self.mails: list[EmailMessage] = []
        self.arrived: list[float] = []
        """When each was taken, by the clock on the wall."""
        self.senders: list[str] = []
        """Of each its envelope sender, where reports about it would go."""
        self.on_taken: Callable[[], None] | None = None
        """Called once, when a mail has been taken and before its sender is told so."""
        self.port = free_port()
        self._controller: Any = None

    def start(self) -> None:
        handler: Any = self
        self._controller = Controller(handler, hostname=self.host, port=self.port)
        self._controller.start()

    def stop(self) -> None:
        if self._controller is not None:
            self._controller.stop()
            self._controller = None

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: ARG002
        assert isinstance(envelope.content, bytes)
        self.arrived.append(time.time())
        self.senders.append(envelope.mail_from or "")
        self.mails.append(message_from_bytes(envelope.content, policy=policy.default))
        if self.on_taken is not None:
            on_taken, self.on_taken = self.on_taken, None
            on_taken()
        return "250 OK"

    def nth(self, number: int) -> EmailMessage | None:
        return self.mails[number] if number < len(self.mails) else None


@contextmanager
def running_sink(host: str = "127.0.0.1") -> Iterator[tuple[MailSink, int]]:
    """The sink and its port."""
    sink = MailSink(host)
    sink.start()
    try:
        yield sink, sink.port
    finally:
        sink.stop()


def text_of(mail: EmailMessage) -> str:
    part = mail.get_body(preferencelist=("plain",))
    assert part is not None
    return str(part.get_content()).replace("\r\n", "\n")
