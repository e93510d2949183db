"""Forgets what mails said once nobody can need it any more; that they came and went is kept."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, Final

from django.conf import settings
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from games.models.mail import IncomingMail, MailAddress, OutgoingMail
from games.models.resignation import ResignationCode
from games.models.table import Game
from games.table.mail_addresses import SOFT_WINDOW
from prweb.accounts.models import User

AT_ONCE: Final = 500
"""Rows of one transaction: others write to these tables too."""


def tidy() -> dict[str, int]:
    """Rows changed or deleted, by what was done with them.

    The row of an incoming mail stays, so that the same mail is known again. Mails to no turn go wholly, and soon. What
    a mail of ours said stays while its game runs: answers by number mean what stood there.
    """
    now = timezone.now()
    kept_until = now - timedelta(days=settings.KEEP_MAILS_DAYS)
    came = IncomingMail.objects.exclude(status=IncomingMail.Status.NEW)
    read = came.filter(received_at__lt=kept_until).exclude(Q(raw=b"") & Q(sender=""))
    stray = came.filter(turn=None, received_at__lt=now - timedelta(days=settings.KEEP_STRAY_MAILS_DAYS))
    under_way = (OutgoingMail.Status.PENDING, OutgoingMail.Status.SENDING)
    gone = OutgoingMail.objects.filter(created_at__lt=kept_until).exclude(status__in=under_way).exclude(content={})
    spent = ResignationCode.objects.filter(expires_at__lt=now)
    over = Q(game=None) | ~Q(game__status=Game.Status.RUNNING)
    return {
        "addresses forgotten": _by_and_by(_done_with(now), lambda rows: rows.delete()[0]),
        "stray mails deleted": _by_and_by(stray, lambda rows: rows.delete()[0]),
        "mails emptied": _by_and_by(read, lambda rows: rows.update(raw=b"", sender="")),
        "resignation codes deleted": _by_and_by(spent, lambda rows: rows.delete()[0]),
        "letters emptied": _by_and_by(gone.filter(over), lambda rows: rows.update(content={}, last_error="")),
    }


def _done_with(now: datetime) -> QuerySet[MailAddress]:
    """Addresses that mails reach again, and after some time those that mails do not and nobody has."""
    forgotten = now - timedelta(days=settings.KEEP_MAILS_DAYS)
    bounced_lately = Q(soft_since__gte=now - SOFT_WINDOW)
    retried_lately = Q(retried_at__gte=now - timedelta(days=2))
    reached = Q(undeliverable_since=None) & ~bounced_lately & ~retried_lately
    nobodys = Q(undeliverable_since__lt=forgotten) & ~Exists(User.objects.filter(email__iexact=OuterRef("address")))
    return MailAddress.objects.filter(reached | nobodys)


def _by_and_by(rows: QuerySet[Any], change: Callable[[QuerySet[Any]], int]) -> int:
    """Change the rows in small transactions, until none is left that needs it."""
    changed = 0
    while some := list(rows.order_by("pk").values_list("pk", flat=True)[:AT_ONCE]):
        changed += change(rows.model._default_manager.filter(pk__in=some))
    return changed
