"""Deliveries of what tests tell people."""

from __future__ import annotations

from typing import Any

from games.models import Delivery, Notification
from games.notifications.adoption import notification_of


def delivery_of(notification: Notification | None) -> Delivery:
    """The one delivery of a notification that a channel takes."""
    assert notification is not None
    return notification.deliveries.get()


def content_of(row: Delivery) -> dict[str, Any]:
    """What a delivery tells."""
    content: dict[str, Any] = notification_of(Delivery.objects.get(pk=row.pk)).content
    return content
