"""The door of the inbox: a feeder stores the raw mail and nothing else; a task reads it later."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from games.mail.addresses import message_id_of_raw
from games.mail.body import parsed
from games.models.mail import IncomingMail
from games.table.nudge import nudge

_LONGEST_ID = 255


def store(raw: bytes, *, token: str, sender: str) -> tuple[IncomingMail, bool]:
    """Keep a mail that came for a reply token; returns its row and whether it is new.

    token: of the recipient's address, see addresses.plausible_token; sender: of the envelope, "" for bounces. A mail
    that is delivered twice is kept once. When this returns the row is committed.
    """
    given = str(parsed(raw).get("Message-ID", "")).strip()
    message_id = given if 0 < len(given) <= _LONGEST_ID else message_id_of_raw(raw)
    with transaction.atomic():
        incoming, created = IncomingMail.objects.get_or_create(
            token=token,
            message_id=message_id,
            defaults={"raw": raw, "sender": sender[:320], "received_at": timezone.now()},
        )
        nudge("games.mail.read", incoming.pk)
    return incoming, created
