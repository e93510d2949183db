"""Stores incoming mails, whichever way they come: feeders only keep the raw mail, and a task reads it later."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from games.mail.addresses import message_id_of_raw
from games.mail_parsing import read_header
from games.models.mail import IncomingMail
from games.nudge import READ, nudge

_MAX_ID_LENGTH = 255


def store(
    raw: bytes, *, token: str, sender: str, feeder: IncomingMail.Feeder = IncomingMail.Feeder.SMTP
) -> tuple[IncomingMail, bool]:
    """Store a mail; its row, and whether it is new. The row is committed when this returns.

    token: of the recipient's address, see addresses.accepted_token. sender: of the envelope, "" for bounces. A mail
    that is delivered twice is stored once, even if it comes by two feeders.
    """
    message_id = _message_id(raw)
    with transaction.atomic():
        incoming, created = IncomingMail.objects.get_or_create(
            token=token,
            message_id=message_id,
            defaults={
                "raw": raw,
                "sender": _printable(sender),
                "feeder": feeder,
                "received_at": timezone.now(),
            },
        )
        nudge(READ)
    return incoming, created


def _printable(sender: str) -> str:
    return "".join(letter for letter in sender if letter.isprintable())[:320]


def _message_id(raw: bytes) -> str:
    """The mail's Message-ID, or a substitute if it is missing or cannot be stored."""
    given = read_header(raw, "Message-ID")
    return given if 0 < len(given) <= _MAX_ID_LENGTH and given.isprintable() else message_id_of_raw(raw)
