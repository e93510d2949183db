"""Undeliverable mail addresses: refusals of mail servers mark an address, its person can unmark it.

A permanent refusal marks an address at once, temporary refusals mark it when there are many. No mail goes to a marked
address; every page tells the person so, and the person can retry the address.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import timedelta
from typing import Final

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.encoding import punycode
from django.utils.translation import gettext as _

from games.models import MailAddress, Turn
from games.models.notifications import MAIL
from games.notifications.sending_again import send_missed_turns
from games.people.models import User
from games.table.errors import TooMany

SOFT_WINDOW: Final = timedelta(days=14)
_DAY: Final = timedelta(days=1)
_MAX_REASON: Final = 200


def smtp_form(address: str) -> str:
    """The address as SMTP carries it: a domain beyond ASCII is written in Punycode (RFC 5891)."""
    local, at, domain = address.rpartition("@")
    return f"{local}{at}{punycode(domain)}"


def normalized_address(address: str) -> str:
    """The form of an address by which rows are found, however it was written."""
    return smtp_form(address.strip()).lower()


def find_undeliverable(address: str) -> MailAddress | None:
    """The row of an address that is marked as undeliverable; None if it is not."""
    return MailAddress.objects.filter(address=normalized_address(address), undeliverable_since__isnull=False).first()


def mark_undeliverable(address: str, reason: str) -> None:
    """Mark an address as undeliverable. reason: the server's words. Marking it again changes nothing."""
    with transaction.atomic():
        row = lock_address(address)
        if row.undeliverable_since is None:
            row.undeliverable_since, row.reason = timezone.now(), clean_server_text(reason)
            row.save()


def count_soft_bounce(address: str, reason: str) -> None:
    """Count a mail that came back for a temporary reason. Too many of them mark the address."""
    now = timezone.now()
    with transaction.atomic():
        row = lock_address(address)
        if row.undeliverable_since is not None:
            return
        if row.soft_since is None or row.soft_since < now - SOFT_WINDOW:
            row.soft_since, row.soft_bounces = now, 0
        row.soft_bounces += 1
        row.reason = clean_server_text(reason)
        if row.soft_bounces >= settings.MAIL_SOFT_BOUNCES:
            row.undeliverable_since = now
        row.save()


def retry_address(person: User) -> bool:
    """Unmark the person's address, and send the missed mails of open turns; False if the address is not marked.

    Raises TooMany if the person asked too often within a day.
    """
    now = timezone.now()
    with transaction.atomic():
        row = lock_address(person.email)
        if row.undeliverable_since is None:
            return False
        again = row.retried_at is not None and row.retried_at > now - _DAY
        row.retries = row.retries + 1 if again else 1
        if row.retries > settings.MAIL_RETRIES_PER_DAY:
            raise TooMany(_("This was tried often enough for today. Try again tomorrow, or change the address."))
        row.undeliverable_since, row.retried_at = None, now
        row.soft_bounces, row.soft_since, row.reason = 0, None, ""
        row.save()
        waiting = Turn.objects.filter(seat__user=person, seat__caretaker="", status=Turn.Status.OPEN, early=False)
        send_missed_turns(waiting, MAIL, person.email)
    return True


def forget_addresses(addresses: Collection[str]) -> None:
    """Delete what is stored about these addresses."""
    MailAddress.objects.filter(address__in={normalized_address(address) for address in addresses}).delete()


def clean_server_text(reason: str) -> str:
    """The words of a foreign server on one line, without control and invisible characters."""
    printable = "".join(letter if letter.isprintable() else " " for letter in reason)
    return " ".join(printable.split())[:_MAX_REASON]


def lock_address(address: str) -> MailAddress:
    """Lock the row of an address until the end of the transaction; make the row if there is none."""
    MailAddress.objects.get_or_create(address=normalized_address(address))
    return MailAddress.objects.select_for_update().get(address=normalized_address(address))
