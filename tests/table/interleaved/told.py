"""Mails that are checked and not composed: each goes to whoever it is about, at the moment at which it goes."""

from __future__ import annotations

from typing import Any

from games.models import Delivery, Notification, Turn
from games.models.notifications import MAIL
from games.notifications.channels import Channel, Prepared
from games.notifications.pacing import TELLS
from games.people.models import User

ASKS = (Notification.Kind.TURN, Notification.Kind.REMINDER)


class CheckedMails(Channel):
    key = MAIL
    takes_addresses = True

    def __init__(self) -> None:
        self.faults: list[str] = []
        """Whatever raises while it is sent is a failure that is tried again: so faults are kept."""

    def address_of(self, person: User) -> str:
        return person.email

    def prepare(self, delivery: Delivery, notification: Notification) -> Prepared:  # noqa: ARG002
        return Prepared(None)

    def send(self, delivery: Delivery, message: Any) -> str:  # noqa: ARG002
        told = [pk for pk, _text in delivery.content.get(TELLS, ())]
        for row in [delivery, *Delivery.objects.filter(pk__in=told)]:
            if row.user_id != delivery.user_id or (delivery.user and delivery.address != delivery.user.email):
                self.faults.append(f"{row.kind} {row.pk} of another person")
            if row.kind in ASKS:
                assert row.turn_id is not None
                turn = Turn.objects.select_related("seat").get(pk=row.turn_id)
                if turn.seat.user_id != row.user_id or turn.status != Turn.Status.OPEN or turn.bot_level:
                    self.faults.append(f"{row.kind} {row.pk} asks who is not asked")
        return ""
