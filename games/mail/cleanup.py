"""Deletes texts and addresses of old mails; the rows stay, so that the same mail is recognised again."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from games.database.batches import change_in_batches, delete_in_batches
from games.models.mail import IncomingMail, MailAddress
from games.models.resignation import ResignationCode
from games.people.models import User
from games.table.mail_addresses import SOFT_WINDOW


def clean_up() -> dict[str, int]:
    """Clean up; the numbers of changed or deleted rows, by what was done with them.

    The row of an incoming mail stays, so that the same mail is recognised again. Mails to no turn are deleted soon. Our
    mails keep their options while their game runs, because answers by number refer to them.
    """
    now = timezone.now()
    kept_until = now - timedelta(days=settings.KEEP_MAILS_DAYS)
    came = IncomingMail.objects.exclude(status=IncomingMail.Status.NEW)
    old = Q(received_at__lt=kept_until) | Q(turn__seat__user__closed_at__isnull=False)
    stray = came.filter(turn=None, received_at__lt=now - timedelta(days=settings.KEEP_STRAY_MAILS_DAYS))
    spent = ResignationCode.objects.filter(expires_at__lt=now)
    return {
        "addresses forgotten": delete_in_batches(_forgettable_addresses(now)),
        "stray mails deleted": delete_in_batches(stray),
        "outcomes emptied": change_in_batches(
            came.filter(old, outcome__contains="@"), lambda rows: rows.update(outcome="")
        ),
        "mails emptied": change_in_batches(
            came.filter(old).exclude(raw=b"", sender=""), lambda rows: rows.update(**IncomingMail.EMPTY)
        ),
        "resignation codes deleted": delete_in_batches(spent),
    }


def _forgettable_addresses(now: datetime) -> QuerySet[MailAddress]:
    """Rows of addresses that mails reach again, and, after some time, of undeliverable ones that no account has."""
    forgotten = now - timedelta(days=settings.KEEP_MAILS_DAYS)
    bounced_lately = Q(soft_since__gte=now - SOFT_WINDOW)
    retried_lately = Q(retried_at__gte=now - timedelta(days=2))
    reached = Q(undeliverable_since=None) & ~bounced_lately & ~retried_lately
    nobodys = Q(undeliverable_since__lt=forgotten) & ~Exists(User.objects.filter(email__iexact=OuterRef("address")))
    return MailAddress.objects.filter(reached | nobodys)
