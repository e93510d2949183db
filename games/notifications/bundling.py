"""Mails in bundles: whoever wants them every few hours, or once a day, gets one mail that tells all their games.

What could be told at once waits for the bundle as a pending delivery of its own. The mail of the bundle is a delivery,
too: it tells what waits, and drops that once it was sent. So nothing is lost if it cannot be: what waited for it is
then told by itself. What waits is looked at again and again, because its deadline may come nearer meanwhile.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from games.models.notifications import MAIL, Delivery, Notification
from games.models.table import Game
from games.models.turns import Submission, Turn
from games.notifications import outbox, pacing
from games.notifications.adoption import notification_of
from games.notifications.pacing import WAITS_FOR
from games.notifications.timing import ANSWERING_FOR, BUNDLED, bundle_for
from games.people.models import User

Kind, Status = Notification.Kind, Delivery.Status

LOOK_AGAIN: Final = timedelta(minutes=30)
"""So often what waits is looked at again: whether it can still wait, and whether its bundle is still to come."""


@dataclass(frozen=True)
class Bundle:
    """The bundle that a delivery waits for."""

    at: datetime
    deadline: datetime | None = None
    """Of the turn that the delivery is about."""

    def next_look(self, now: datetime) -> datetime:
        """When the delivery is looked at again; a bundle that is due is given time to go out first.

        If the bundle cannot be sent, time must be left after that.
        """
        soon = now + LOOK_AGAIN
        look = soon if soon < self.at else max(self.at, now) + LOOK_AGAIN
        return look if self.deadline is None else min(look, now + (self.deadline - now) * 3 / 4)

    @property
    def mark(self) -> dict[str, str]:
        """For the content of the delivery."""
        return {WAITS_FOR: self.at.isoformat()}


def wait_for_bundle(row: Delivery, notification: Notification) -> Bundle | None:
    """The bundle for which a mail has to wait, which is then sure to come; None if it goes out now."""
    person, turn = notification.user, notification.turn
    if row.channel != MAIL or person is None:
        return None
    kind, deadline = Kind(notification.kind), turn.deadline if turn is not None else None
    if (waited_for := row.content.get(WAITS_FOR)) is not None:
        before = datetime.fromisoformat(waited_for)
        can_wait = bundle_for(kind, person.bundles, timezone.now(), deadline) is not None
        return Bundle(before, deadline) if can_wait and outbox.is_digest_coming(person, before) else None
    # Not since now: the sender may come late.
    at = bundle_for(kind, person.bundles, row.next_attempt_at, deadline)
    if at is None or (kind == Kind.TURN and _is_answering(person, notification)):
        return None
    outbox.notify_digest(person, at)
    return Bundle(at, deadline)


def _is_answering(person: User, notification: Notification) -> bool:
    """Whether the person had just answered in the game when it asked this: then they wait for the next question."""
    since = notification.created_at - ANSWERING_FOR
    return Submission.objects.filter(turn__game=notification.game_id, by=person, created_at__gt=since).exists()


def waiting_for(digest: Delivery) -> Sequence[Delivery]:
    """What waits for a bundle, the oldest first."""
    rows = Delivery.objects.filter(user=digest.user_id, channel=digest.channel, status=Status.PENDING)
    related = rows.select_related("notification__user", "notification__game", "notification__seat", "turn__seat__user")
    return [row for row in related.exclude(pk=digest.pk).order_by("pk") if WAITS_FOR in row.content]


def asking_besides(digest: Delivery) -> Sequence[Delivery]:
    """Questions that a bundle tells before their own mails, which were delayed, would go out."""
    rows = Delivery.objects.filter(
        user=digest.user_id, channel=digest.channel, kind=Kind.TURN, status=Status.PENDING, turn__status="open"
    )
    related = rows.select_related("notification__user", "notification__game", "notification__seat", "turn__seat__user")
    return [row for row in related.order_by("pk") if WAITS_FOR not in row.content]


def take(digest: Delivery, rows: Sequence[Delivery]) -> None:
    """Include deliveries in a bundle that is about to be sent. They stay pending until it was sent."""
    with transaction.atomic():
        told = [[row.pk, _text_of(row)] for row in rows]
        digest.content = digest.content | {pacing.TELLS: told}
        digest.save(update_fields=["content"])
        later = timezone.now() + timedelta(seconds=settings.SENDING_STALE_S)
        Delivery.objects.filter(pk__in=[row.pk for row in rows], status=Status.PENDING).update(next_attempt_at=later)


def single_question(digest: Delivery) -> Delivery | None:
    """The only question that waits for a bundle: it goes out by itself, as a mail that can be answered."""
    waiting = waiting_for(digest)
    if [row.kind for row in waiting] != [Kind.TURN]:
        return None
    (question,) = waiting
    asked = Turn.objects.filter(
        seat__user=digest.user_id, seat__caretaker="", status=Turn.Status.OPEN, game__status=Game.Status.RUNNING
    )
    return None if asked.exclude(deliveries=question.pk).exists() else question


def let_go(row: Delivery) -> None:
    """Look at once at what has waited for a bundle that does not come."""
    Delivery.objects.filter(pk=row.pk, status=Status.PENDING).update(next_attempt_at=timezone.now())


def _text_of(row: Delivery) -> str:
    """Of a notice; other kinds are told from their rows."""
    return str(notification_of(row).content["text"]) if row.kind == Kind.NOTICE else ""


def release(person: User) -> None:
    """Let what waits for a bundle go out as the person wants it by now."""
    rows = Delivery.objects.filter(user=person, channel=MAIL, status=Status.PENDING, kind__in=BUNDLED)
    for row in rows.select_for_update():
        if row.content.pop(WAITS_FOR, None) is not None:
            row.next_attempt_at = timezone.now()
            row.save(update_fields=["content", "next_attempt_at"])
