"""Deletes texts and addresses of old mails; the rows stay, so that the same mail is recognised again."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from games.database.batches import change_in_batches, delete_in_batches
from games.models.mail import IncomingMail, MailAddress, OutgoingMail
from games.models.resignation import ResignationCode
from games.models.table import Game
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
        **_outgoing_mails(kept_until, now - timedelta(days=settings.KEEP_INVITATIONS_DAYS)),
    }


def _forgettable_addresses(now: datetime) -> QuerySet[MailAddress]:
    """Rows of addresses that mails reach again, and, after some time, of undeliverable ones that no account has."""
    forgotten = now - timedelta(days=settings.KEEP_MAILS_DAYS)
    bounced_lately = Q(soft_since__gte=now - SOFT_WINDOW)
    retried_lately = Q(retried_at__gte=now - timedelta(days=2))
    reached = Q(undeliverable_since=None) & ~bounced_lately & ~retried_lately
    nobodys = Q(undeliverable_since__lt=forgotten) & ~Exists(User.objects.filter(email__iexact=OuterRef("address")))
    return MailAddress.objects.filter(reached | nobodys)


def _outgoing_mails(kept_until: datetime, invited_until: datetime) -> dict[str, int]:
    """Empty our old mails; invitations and mails to closed accounts sooner."""
    gone = OutgoingMail.objects.exclude(status__in=OutgoingMail.UNSENT)
    invitation, closed = Q(kind=OutgoingMail.Kind.INVITATION), Q(user__closed_at__isnull=False)
    old = gone.filter(Q(created_at__lt=kept_until) | (invitation & Q(created_at__lt=invited_until)) | closed)
    addressed = ~Q(recipient="") | ~Q(subject="") | ~Q(last_error="")
    over = old.filter(Q(game=None) | ~Q(game__status=Game.Status.RUNNING) | invitation | closed)
    over, running = over.filter(addressed | ~Q(content={})), old.filter(addressed, game__status=Game.Status.RUNNING)
    return {
        "outgoing mails emptied": change_in_batches(over, lambda rows: rows.update(**OutgoingMail.EMPTY)),
        # After the others, which this query would find, too.
        "outgoing mails of running games emptied": change_in_batches(running, _keep_options),
    }


def _keep_options(rows: QuerySet[OutgoingMail]) -> int:
    with transaction.atomic():
        letters = list(rows.select_for_update())
        for letter in letters:
            left = {"options": letter.content["options"]} if "options" in letter.content else {}
            for name, nothing in (OutgoingMail.EMPTY | {"content": left}).items():
                setattr(letter, name, nothing)
        return OutgoingMail.objects.bulk_update(letters, [*OutgoingMail.EMPTY])
