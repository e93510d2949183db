"""Sends deliveries again that were sent, dropped or given up before: they keep their ids."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.utils import timezone

from games.models.notifications import Delivery, Notification
from games.models.turns import Turn
from games.nudge import DELIVER, nudge

Status = Delivery.Status
NOT_ARRIVED = (Status.DROPPED, Status.BOUNCED, Status.FAILED)


def send_again(row: Delivery, at: datetime | None = None) -> None:
    """Send one row again, whatever its status is, as if it had never been tried; now, or at `at`. The row is locked."""
    row.status, row.attempts, row.next_attempt_at = Status.PENDING, 0, at or timezone.now()
    row.last_error, row.failure = "", ""
    row.save(update_fields=["status", "attempts", "next_attempt_at", "last_error", "failure"])
    nudge(DELIVER)


def send_missed_turns(turns: Iterable[Turn], channel: str, address: str) -> None:
    """Ask again for turns of which nothing arrived at this address."""
    missed = Delivery.objects.filter(
        kind=Notification.Kind.TURN, turn__in=turns, channel=channel, address=address, status__in=NOT_ARRIVED
    )
    missed.update(status=Status.PENDING, attempts=0, next_attempt_at=timezone.now(), failure="")
