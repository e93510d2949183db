"""Addresses that mail does not reach: marked by what mail servers say, unmarked by their person.

A permanent refusal marks an address at once, refusals that may pass do so when they come again and again. Nothing goes
to a marked address any more; the person is told on every page, and can let mails go there again.
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

from games.models import MailAddress, OutgoingMail, Turn
from games.people.models import User
from games.table.errors import TooMany

SOFT_WINDOW: Final = timedelta(days=14)
_DAY: Final = timedelta(days=1)
_MAX_REASON: Final = 200
_NOT_ARRIVED: Final = (OutgoingMail.Status.DROPPED, OutgoingMail.Status.BOUNCED, OutgoingMail.Status.FAILED)


def on_the_wire(address: str) -> str:
    """The address as mail servers know it: letters of its domain beyond ASCII as Punycode (RFC 5891)."""
    local, at, domain = address.rpartition("@")
    return f"{local}{at}{punycode(domain)}"


def key_of(address: str) -> str:
    """What two ways to write an address have in common."""
    return on_the_wire(address.strip()).lower()


def undeliverable(address: str) -> MailAddress | None:
    """The row of an address that no mails go to; None if they do."""
    return MailAddress.objects.filter(address=key_of(address), undeliverable_since__isnull=False).first()


def mark(address: str, reason: str) -> None:
    """No more mails go to this address. reason: the server's words. Marking it again changes nothing."""
    with transaction.atomic():
        row = lock(address)
        if row.undeliverable_since is None:
            row.undeliverable_since, row.reason = timezone.now(), cleaned(reason)
            row.save()


def count_soft_bounce(address: str, reason: str) -> None:
    """A mail to this address came back for a reason that may pass; too many of these mark it."""
    now = timezone.now()
    with transaction.atomic():
        row = lock(address)
        if row.undeliverable_since is not None:
            return
        if row.soft_since is None or row.soft_since < now - SOFT_WINDOW:
            row.soft_since, row.soft_bounces = now, 0
        row.soft_bounces += 1
        row.reason = cleaned(reason)
        if row.soft_bounces >= settings.MAIL_SOFT_BOUNCES:
            row.undeliverable_since = now
        row.save()


def send_again(person: User) -> bool:
    """Let mails go to the person's address again, with those of the turns that wait for them; False: they do already.

    Raises TooMany where it was asked for too often within a day.
    """
    now = timezone.now()
    with transaction.atomic():
        row = lock(person.email)
        if row.undeliverable_since is None:
            return False
        again = row.retried_at is not None and row.retried_at > now - _DAY
        row.retries = row.retries + 1 if again else 1
        if row.retries > settings.MAIL_RETRIES_PER_DAY:
            raise TooMany(_("This was tried often enough for today. Try again tomorrow, or change the address."))
        row.undeliverable_since, row.retried_at = None, now
        row.soft_bounces, row.soft_since, row.reason = 0, None, ""
        row.save()
        waiting = Turn.objects.filter(seat__user=person, seat__caretaker="", status=Turn.Status.OPEN)
        missed = OutgoingMail.objects.filter(
            kind=OutgoingMail.Kind.TURN, turn__in=waiting, recipient=person.email, status__in=_NOT_ARRIVED
        )
        missed.update(status=OutgoingMail.Status.PENDING, attempts=0, next_attempt_at=now)
    return True


def forget(addresses: Collection[str]) -> None:
    """Keep nothing of how mail arrived at these."""
    MailAddress.objects.filter(address__in={key_of(address) for address in addresses}).delete()


def cleaned(reason: str) -> str:
    """The words of a foreign server on one line, without what a terminal obeys or a reader does not see."""
    printable = "".join(letter if letter.isprintable() else " " for letter in reason)
    return " ".join(printable.split())[:_MAX_REASON]


def lock(address: str) -> MailAddress:
    """The row of an address, made if there is none, and held until the end of the transaction."""
    MailAddress.objects.get_or_create(address=key_of(address))
    return MailAddress.objects.select_for_update().get(address=key_of(address))
