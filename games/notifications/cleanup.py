"""Deletes what notifications and deliveries said and to whom, after its time. The rows stay."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from games.database.batches import change_in_batches
from games.models.notifications import Delivery, Notification
from games.models.table import Game
from games.notifications import adoption
from games.people.models import User


def clean_up() -> dict[str, int]:
    """Clean up; the numbers of changed rows, by what was done with them.

    Deliveries keep their options while their game runs, because answers by number refer to them.
    """
    now = timezone.now()
    return {
        **_empty_old(
            now - timedelta(days=settings.KEEP_MAILS_DAYS), now - timedelta(days=settings.KEEP_INVITATIONS_DAYS)
        ),
        "deliveries of the release before adopted": adoption.adopt_some(),
    }


def empty_for(people: Sequence[User], addresses: Collection[str]) -> None:
    """Empty what went to these people or addresses. `clean_up` empties what a worker is just sending."""
    rows = Delivery.objects.filter(Q(user__in=people) | Q(address__in=addresses))
    rows = rows.exclude(status=Delivery.Status.SENDING)
    ids = list(rows.values_list("notification", flat=True))
    _empty_notifications(Notification.objects.filter(pk__in=ids), (Delivery.Status.SENDING,))
    rows.update(**Delivery.EMPTY)


def _empty_old(kept_until: datetime, invited_until: datetime) -> dict[str, int]:
    """Empty old rows; invitations and what went to closed accounts sooner."""
    gone = Delivery.objects.exclude(status__in=Delivery.UNSENT)
    invitation, closed = Q(kind=Notification.Kind.INVITATION), Q(user__closed_at__isnull=False)
    old = gone.filter(Q(created_at__lt=kept_until) | (invitation & Q(created_at__lt=invited_until)) | closed)
    addressed = ~Q(address="") | ~Q(subject="") | ~Q(last_error="")
    over = old.filter(Q(game=None) | ~Q(game__status=Game.Status.RUNNING) | invitation | closed)
    over, running = over.filter(addressed | ~Q(content={})), old.filter(addressed, game__status=Game.Status.RUNNING)
    return {
        "outgoing mails emptied": change_in_batches(over, _empty),
        # After the others, which this query would find, too.
        "outgoing mails of running games emptied": change_in_batches(running, _keep_options),
    }


def _empty(rows: QuerySet[Delivery]) -> int:
    with transaction.atomic():
        _empty_what_they_tell(rows)
        return rows.update(**Delivery.EMPTY)


def _keep_options(rows: QuerySet[Delivery]) -> int:
    with transaction.atomic():
        kept = list(rows.select_for_update())
        _empty_what_they_tell(rows)
        for row in kept:
            left = {"options": row.content["options"]} if "options" in row.content else {}
            for name, nothing in (Delivery.EMPTY | {"content": left}).items():
                setattr(row, name, nothing)
        return Delivery.objects.bulk_update(kept, [*Delivery.EMPTY])


def _empty_what_they_tell(rows: QuerySet[Delivery]) -> None:
    ids = list(rows.exclude(notification=None).values_list("notification", flat=True))
    _empty_notifications(Notification.objects.filter(pk__in=ids), Delivery.UNSENT)


def _empty_notifications(notifications: QuerySet[Notification], needed_by: Collection[str]) -> None:
    """Except those that a delivery of such a status needs."""
    needed = Delivery.objects.filter(notification=OuterRef("pk"), status__in=needed_by)
    notifications.exclude(Exists(needed)).update(**Notification.EMPTY)
