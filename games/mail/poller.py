"""Fetches mails from a mailbox by IMAP, for sites whose mail a mailbox takes in instead of the listener.

A mail is stored before it is put away in the mailbox. If the process dies in between, the mail is fetched again, and
stored once (games.mail.feeder). What is refused here was accepted by the mailbox long before: it goes into a folder for
the operator. What is too much for now stays where it is and is tried again.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from datetime import timedelta
from typing import Final

from django.conf import settings
from django.db import Error as DatabaseTrouble
from django.db import close_old_connections
from django.utils import timezone

from games.mail.envelope import read_envelope
from games.mail.imap_mailbox import LOST, TROUBLE, ImapMailbox, open_mailbox
from games.mail.intake import AWAY, Intake, take_in
from games.models.mail import IncomingMail

log = logging.getLogger(__name__)

FIRST_PAUSE_S: Final = 1
MAX_PAUSE_S: Final = 300
PUT_OFF_S: Final = 600
"""What cannot be stored now is tried again after so long."""
FORGET_EVERY_S: Final = 86_400


class Poller:
    """Reads the mailbox until it is stopped.

    stopped: ends it within a second, unless the server keeps it waiting. on_look: called after every look at the
    mailbox that went well, with `reads` true.
    """

    reads: bool = False
    """Whether the last look at the mailbox went well. Other threads may ask."""

    def __init__(self, stopped: threading.Event, on_look: Callable[[], object] = lambda: None) -> None:
        self._stopped = stopped
        self._on_look = on_look
        self._pause = 0
        self._forgot_at: float | None = None

    def run(self) -> None:
        """Connect, and connect again whenever the connection is lost, after pauses that grow."""
        while not self._stopped.is_set():
            try:
                with open_mailbox() as mailbox:
                    self._serve(mailbox)
            except (*TROUBLE, DatabaseTrouble) as error:
                self.reads = False
                self._pause = min(self._pause * 2, MAX_PAUSE_S) if self._pause else FIRST_PAUSE_S
                log.warning("The mailbox cannot be read, tried again in %d s: %s", self._pause, error)
                self._stopped.wait(self._pause)

    def _serve(self, mailbox: ImapMailbox) -> None:
        mailbox.make_folders()
        log.info("Connected to the mailbox; its server %s.", "offers IDLE" if mailbox.offers_idle else "has no IDLE")
        # The ids of mails may mean others after the connection.
        put_off: dict[str, float] = {}
        while not self._stopped.is_set():
            close_old_connections()
            try:
                self._look(mailbox, put_off)
                self._forget_old(mailbox)
            finally:
                close_old_connections()
            self._pause, self.reads = 0, True
            self._note_look()
            mailbox.wait(settings.IMAP_POLL_S, self._stopped)

    def _note_look(self) -> None:
        try:
            self._on_look()
        except OSError as error:  # a full disk, for instance: the mailbox has nothing to do with it
            log.warning("The mailbox was read, but that cannot be noted: %s", error)

    def _look(self, mailbox: ImapMailbox, put_off: dict[str, float]) -> None:
        for uid in mailbox.unseen():
            if self._stopped.is_set():
                return
            if put_off.get(uid, 0) > time.monotonic():
                continue
            try:
                came_in = _take_in(mailbox, uid)
            except (*LOST, *AWAY):
                raise
            except DatabaseTrouble:  # it would be the same each time
                log.exception("A mail of the mailbox cannot be stored: it is put aside.")
                mailbox.set_refused(uid)
                came_in = True
            except Exception:  # one mail that breaks this must not hold up the others
                log.exception("A mail of the mailbox could not be stored or put away; it stays there for now.")
                came_in = False
            if not came_in:
                put_off[uid] = time.monotonic() + PUT_OFF_S

    def _forget_old(self, mailbox: ImapMailbox) -> None:
        """Once a day delete what was put away, as old as the site itself forgets its copy."""
        if self._forgot_at is not None and time.monotonic() < self._forgot_at + FORGET_EVERY_S:
            return
        today, gone = timezone.now().date(), 0
        for folder, days in (
            (settings.IMAP_DONE_FOLDER, settings.KEEP_MAILS_DAYS),
            (settings.IMAP_REFUSED_FOLDER, settings.KEEP_STRAY_MAILS_DAYS),
        ):
            gone += mailbox.forget(folder, today - timedelta(days=days))
        self._forgot_at = time.monotonic()
        log.info("Deleted %d old mails from the mailbox.", gone)


def _take_in(mailbox: ImapMailbox, uid: str) -> bool:
    """Store a mail and put it away; False if it must stay where it is for now."""
    headers = mailbox.envelope_headers(uid)
    if headers is None:
        return True
    became = take_in(read_envelope(headers), lambda: mailbox.content(uid), IncomingMail.Feeder.IMAP)
    if became is Intake.STORED:
        mailbox.set_done(uid)
    elif became is Intake.REFUSED:
        mailbox.set_refused(uid)
    return became is not Intake.PUT_OFF
