"""Takes in a mail that was accepted elsewhere: from a mailbox, or from a provider.

It is refused, put off or stored as the SMTP listener would do it while the sender's server waits.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from enum import Enum, auto
from typing import Final

from django.db import InterfaceError, OperationalError

from games.mail.admission import Excess, count_mail, is_known
from games.mail.envelope import Envelope
from games.mail.feeder import store
from games.models.mail import IncomingMail

log = logging.getLogger(__name__)


AWAY: Final = (OperationalError, InterfaceError)
"""What is raised when the database is away or in trouble; its other errors are about the one mail."""


class Intake(Enum):
    """What became of a mail."""

    STORED = auto()
    REFUSED = auto()
    """It will never come in."""
    PUT_OFF = auto()
    """It may come in later."""


def take_in(envelope: Envelope, content: Callable[[], bytes | None], feeder: IncomingMail.Feeder) -> Intake:
    """Store a mail for each of its recipients here, once, whatever becomes of it afterwards.

    content: is asked for the raw mail only if it will be stored; None: the mail is gone. Raises what the database does.
    """
    known = [token for token in envelope.tokens if is_known(token)]
    excess = {token: count_mail(token, envelope.message_id) for token in known}
    admitted = [token for token in known if excess[token] is None]
    raw = content() if admitted else None
    if raw is not None:
        for token in admitted:
            incoming, created = store(raw, token=token, sender=envelope.sender, feeder=feeder)
            log.info("%s an answer, mail %s of %d bytes.", "Took in" if created else "Saw again", incoming.pk, len(raw))
    if Excess.FOR_NOW in excess.values():
        log.warning("Too many mails within an hour: one is put off.")
        return Intake.PUT_OFF
    if not admitted:
        log.warning("Refused a mail: %s.", "too many to one turn" if known else "for nobody here")
        return Intake.REFUSED
    return Intake.STORED
