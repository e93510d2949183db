"""A mailbox that is read by IMAP (RFC 3501, IDLE: RFC 2177, MOVE: RFC 6851): what the poller does with its mails.

No mail is read whole unless it is small enough, nothing here marks one as seen, and none is deleted before its time.
"""

from __future__ import annotations

import select
import ssl
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import date
from imaplib import IMAP4
from typing import Any, Final

from django.conf import settings
from imap_tools import AND, BaseMailBox, MailBox, MailBoxStartTls, MailBoxUnencrypted, MailMessageFlags
from imap_tools.errors import ImapToolsError

from games.mail.envelope import HEADERS

TIMEOUT_S: Final = 30
"""For every answer of the server."""
MAX_HEADERS: Final = 40_000
"""Bytes of those headers of a mail that tell its envelope."""
_LOOK_AT_STOP_S: Final = 0.5
_ENVELOPE: Final = f"(BODY.PEEK[HEADER.FIELDS ({' '.join(HEADERS)})]<0.{MAX_HEADERS}>)"

LOST: Final = (OSError, IMAP4.abort)
"""What is raised when a connection is lost, or none can be made."""
TROUBLE: Final = (*LOST, IMAP4.error, ImapToolsError)
"""The same, and what servers refuse."""


class ImapMailbox:
    """An open connection, with the folder selected where mails come in."""

    def __init__(self, mailbox: BaseMailBox) -> None:
        self._mailbox = mailbox
        self._client: Any = mailbox.client
        self._idle: Any = mailbox.idle
        # Servers tell more of what they can do after the login than before.
        _status, found = self._client.capability()
        self._client.capabilities = tuple(found[0].decode().upper().split())

    @property
    def offers_idle(self) -> bool:
        """Whether the server says by itself when a mail comes."""
        return "IDLE" in self._client.capabilities

    def make_folders(self) -> None:
        """Make those folders that there must be and are not."""
        for folder in _targets():
            if not self._mailbox.folder.exists(folder):
                self._mailbox.folder.create(folder)

    def unseen(self) -> Sequence[str]:
        """The ids of the mails that nobody has read or moved yet, in the order in which they came."""
        return self._mailbox.uids(AND(seen=False, deleted=False), charset=None)

    def envelope_headers(self, uid: str) -> bytes | None:
        """The headers that tell the envelope of a mail; None if it is gone."""
        return self._fetch(uid, _ENVELOPE)

    def content(self, uid: str) -> bytes | None:
        """The mail as it came, of a long one only the first settings.MAIL_SIZE_LIMIT bytes; None if it is gone."""
        return self._fetch(uid, f"(BODY.PEEK[]<0.{settings.MAIL_SIZE_LIMIT}>)")

    def _fetch(self, uid: str, what: str) -> bytes | None:
        status, found = self._client.uid("FETCH", uid, what)
        if status != "OK":
            raise IMAP4.error(f"FETCH: {status}")
        told = [item for item in found if item is not None]
        # A literal comes as a pair of the line before it and its bytes; nothing at all is told of a mail that is gone.
        literals = [item[1] for item in told if isinstance(item, tuple)]
        return bytes(literals[0]) if literals else b"" if told else None

    def set_done(self, uid: str) -> None:
        """The mail is stored: never look at it again."""
        self._put_away(uid, settings.IMAP_DONE_FOLDER)

    def set_refused(self, uid: str) -> None:
        """The mail is for nobody here: never look at it again."""
        self._put_away(uid, settings.IMAP_REFUSED_FOLDER)

    def _put_away(self, uid: str, folder: str) -> None:
        if folder:
            self._mailbox.move(uid, folder)
        else:
            self._mailbox.flag(uid, MailMessageFlags.SEEN, True)

    def forget(self, folder: str, before: date) -> int:
        """Delete the mails of a folder that came before this day, and say how many; never of where mails come in."""
        if not folder or _key(folder) == _key(settings.IMAP_FOLDER):
            return 0
        self._mailbox.folder.set(folder)
        try:
            old = self._mailbox.uids(AND(date_lt=before), charset=None)
            self._mailbox.delete(old, chunks=100)
            return len(old)
        finally:
            self._mailbox.folder.set(settings.IMAP_FOLDER)

    def wait(self, seconds: float, stopped: threading.Event) -> None:
        """Return when the server says that something has changed, after so many seconds, or when it is to stop.

        A server without IDLE says nothing.
        """
        if not self.offers_idle:
            stopped.wait(seconds)
            self._client.noop()
            return
        self._idle.start()
        until = time.monotonic() + seconds
        while not stopped.is_set() and time.monotonic() < until and not self._has_news():
            pass
        # Reads all that was said meanwhile; raises if the connection is lost.
        self._idle.stop()

    def _has_news(self) -> bool:
        poller = select.poll()
        poller.register(self._client.sock.fileno(), select.POLLIN)
        pending = getattr(self._client.sock, "pending", int)
        return bool(pending() or poller.poll(_LOOK_AT_STOP_S * 1000))


@contextmanager
def open_mailbox() -> Iterator[ImapMailbox]:
    """A connection to the mailbox of the settings, until the block ends. Raises TROUBLE."""
    mailbox = _connected()
    try:
        given = settings.IMAP_MAILBOX
        assert given is not None
        plain = f"{given.user}{given.password}".isascii()
        (mailbox.login if plain else mailbox.login_utf8)(given.user, given.password, settings.IMAP_FOLDER)
        yield ImapMailbox(mailbox)
        # A connection that is broken cannot say good-bye.
        with suppress(*TROUBLE):
            mailbox.logout()
    finally:
        with suppress(*TROUBLE):
            mailbox.client.shutdown()


def _connected() -> BaseMailBox:
    given = settings.IMAP_MAILBOX
    assert given is not None
    if given.scheme == "imap":
        return MailBoxUnencrypted(given.host, given.port, timeout=TIMEOUT_S)
    # Checks the certificate and the name; the library's own default checks neither.
    context = ssl.create_default_context()
    if given.scheme == "imap+tls":
        return MailBoxStartTls(given.host, given.port, timeout=TIMEOUT_S, ssl_context=context)
    return MailBox(given.host, given.port, timeout=TIMEOUT_S, ssl_context=context)


def _key(folder: str) -> str:
    """The name by which a server knows a folder: of the inbox alone, upper and lower case are the same."""
    return "INBOX" if folder.casefold() == "inbox" else folder


def _targets() -> Sequence[str]:
    return [folder for folder in (settings.IMAP_DONE_FOLDER, settings.IMAP_REFUSED_FOLDER) if folder]
