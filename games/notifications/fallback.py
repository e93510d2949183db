"""A question that no other channel could tell is told by mail, also to those who want no mails of turns."""

from __future__ import annotations

from typing import Final

from django.utils import timezone

from games.models.notifications import MAIL, Delivery, Notification
from games.notifications import relevance
from games.notifications.channels import addresses_of
from games.notifications.choices import OF_TURNS
from games.notifications.outbox import add_delivery
from games.nudge import DELIVER, nudge

Status = Delivery.Status
_TOLD: Final = (*Delivery.UNSENT, Status.SENT)


def lock(row: Delivery) -> None:
    """Let deliveries of a question fail one after the other: at once, each would take the other for a hope left."""
    if _can_be_told_by_mail(row) and row.notification_id is not None:
        Notification.objects.select_for_update(no_key=True).get(pk=row.notification_id)


def tell_by_mail(row: Delivery) -> None:
    """Write a mail if this delivery was the last hope of a question. Its status is stored already, under the `lock`."""
    notification = row.notification
    if not _can_be_told_by_mail(row) or notification is None:
        return
    others = Delivery.objects.filter(notification=notification).exclude(pk=row.pk)
    if others.filter(status__in=_TOLD).exists() or others.filter(channel=MAIL).exists():
        return
    # It may have been dropped because nobody needs it any more.
    if relevance.drop_reason(notification) is not None:
        return
    for address in addresses_of(notification.user, "", Notification.Kind(notification.kind)).get(MAIL, ()):
        add_delivery(notification, MAIL, address, timezone.now())
        nudge(DELIVER)


def _can_be_told_by_mail(row: Delivery) -> bool:
    return row.channel != MAIL and row.kind in OF_TURNS
