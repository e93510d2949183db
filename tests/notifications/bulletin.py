"""A second channel for tests, written as any channel is: one module, and one registration.

It puts messages on a board that anybody can read, so it says that something happened in a game and never what.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from games.models import Delivery, Notification
from games.notifications.channels import Channel, Prepared, Verdict
from games.people.models import User


class BoardIsFull(Exception):
    """It may have room later."""


class BoardIsGone(Exception):
    """No message will ever be put there."""


@dataclass
class BulletinChannel(Channel):
    key = "bulletin"
    posted: list[tuple[str, str, str]] = field(default_factory=list)
    """Place, id and text of each message."""
    errors: list[Exception] = field(default_factory=list)
    """Raised one after the other by the next attempts."""

    def address_of(self, person: User) -> str:
        return f"board-{person.username}" if person.reads_mail else ""

    def prepare(self, delivery: Delivery, notification: Notification) -> Prepared:  # noqa: ARG002
        name = notification.game.name if notification.game else "prweb"
        return Prepared(f"{name}: {notification.get_kind_display()}", subject=name)

    def send(self, delivery: Delivery, message: Any) -> str:
        if self.errors:
            raise self.errors.pop(0)
        self.posted.append((delivery.address, delivery.message_id, message))
        return f"note {len(self.posted)}"

    def judge(self, delivery: Delivery, error: Exception) -> Verdict:
        if isinstance(error, BoardIsGone):
            return Verdict("the board is gone", permanent=True)
        return super().judge(delivery, error)
