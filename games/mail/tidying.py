"""Forgets what mails said once nobody can need it any more; that they came and went is kept."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any, Final

from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils import timezone

from games.models.mail import IncomingMail, OutgoingMail
from games.models.resignation import ResignationCode
from games.models.table import Game

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
        "stray mails deleted": _by_and_by(stray, lambda rows: rows.delete()[0]),
        "mails emptied": _by_and_by(read, lambda rows: rows.update(raw=b"", sender="")),
        "resignation codes deleted": _by_and_by(spent, lambda rows: rows.delete()[0]),
        "letters emptied": _by_and_by(gone.filter(over), lambda rows: rows.update(content={}, last_error="")),
    }


def _by_and_by(rows: QuerySet[Any], change: Callable[[QuerySet[Any]], int]) -> int:
    """Change the rows in small transactions, until none is left that needs it."""
    changed = 0
    while some := list(rows.order_by("pk").values_list("pk", flat=True)[:AT_ONCE]):
        changed += change(rows.model._default_manager.filter(pk__in=some))
    return changed
