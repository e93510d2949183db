"""Limits how many messages of one game a person gets by a channel within an hour: others are held, and sent together.

Only what the game or other people cause is counted; replies to somebody's own mails have a limit of their own.
The count starts again with each answer of the person in the game, so that people who play quickly get their questions
quickly, and nobody else can use up the limit.
Of several held mails the open question is sent first, and it includes the texts of held notices: so the person gets the
newest state once. A question is never held so long that half of its time is over.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Final

from django.conf import settings
from django.db import transaction
from django.db.models import Max, QuerySet
from django.utils import timezone

from games.models.notifications import Delivery, Notification
from games.models.turns import Submission
from games.notifications.adoption import notification_of
from games.notifications.dropping import drop_pending

Kind, Status = Notification.Kind, Delivery.Status

COUNTED: Final = (Kind.TURN, Kind.START, Kind.END, Kind.NOTICE)
HELD: Final = "held"
"""Key in the content of a delivery that was held."""
_NOTICES: Final = "notices"
"""Key in the content of a delivery of an earlier release: the texts of notices that it includes."""
TELLS: Final = "tells"
"""Key in the content of a delivery: the ids of others that it tells, and the texts of held notices among them."""
WAITS_FOR: Final = "bundle"
"""Key in the content of a delivery: the moment of the bundle that it waits for (games.notifications.bundling)."""
TOLD_IN: Final = "told in mail"
"""Why a delivery was dropped that another one has told."""
_HOUR: Final = timedelta(hours=1)
_AFTER_THE_QUESTION: Final = timedelta(minutes=1)


def held_until(row: Delivery, max_per_hour: int | None) -> datetime | None:
    """Until when a delivery must be held; None if it may be sent now. max_per_hour: of its channel."""
    if max_per_hour is None or row.kind not in COUNTED or row.game_id is None or row.user_id is None:
        return None
    now = timezone.now()
    gone = (
        _same_game_and_person(row).filter(sent_at__gt=_counting_since(row, now)).exclude(pk=row.pk).order_by("-sent_at")
    )
    times = list(gone.values_list("sent_at", flat=True)[:max_per_hour])
    if len(times) < max_per_hour:
        waits_for_question = row.content.get(HELD) and _question_is_due(row, now)
        return now + _AFTER_THE_QUESTION if waits_for_question else None
    until: datetime = times[-1] + _HOUR
    if row.turn is not None and row.turn.deadline is not None and row.game is not None:
        # With a bank it is less or more than what the game gives for a turn.
        given = row.turn.time_given or row.game.time_control.per_turn
        until = min(until, row.turn.deadline - given / 2)
    return until if until > now else None


def take_held_notices(row: Delivery) -> None:
    """Include the texts of held notices in a delivery that is about to be sent.

    The notices stay pending until it was sent (`mark_notices_told`), so that they are sent if it fails; while it is
    being sent, none of them is sent by itself.
    """
    if row.kind not in COUNTED or row.game_id is None or row.user_id is None:
        return
    waiting = _same_game_and_person(row).filter(kind=Kind.NOTICE, status=Status.PENDING, **{f"content__{HELD}": True})
    if not waiting.exists() and not row.content.get(TELLS):
        return
    with transaction.atomic():
        held = list(waiting.exclude(pk=row.pk).select_for_update().order_by("pk"))
        row.content = row.content | {
            TELLS: [[notice.pk, str(notification_of(notice).content["text"])] for notice in held]
        }
        row.save(update_fields=["content"])
        Delivery.objects.filter(pk__in=[notice.pk for notice in held]).update(
            next_attempt_at=timezone.now() + timedelta(seconds=settings.SENDING_STALE_S)
        )


def notices_told_in(row: Delivery) -> list[str]:
    """The texts of the notices that this delivery includes."""
    return [*row.content.get(_NOTICES, []), *(text for _pk, text in row.content.get(TELLS, []) if text)]


def mark_notices_told(row: Delivery) -> None:
    """Drop the notices that a sent delivery included."""
    if told := [pk for pk, _text in row.content.get(TELLS, [])]:
        drop_pending(deliveries=told, reason=f"{TOLD_IN} {row.pk}")


def _counting_since(row: Delivery, now: datetime) -> datetime:
    """Since when deliveries are counted: an hour ago, or since the person's last answer in the game."""
    own = Submission.objects.filter(turn__game=row.game_id, by=row.user_id, plies__gt=0)
    last: datetime | None = own.aggregate(last=Max("created_at"))["last"]
    return max(now - _HOUR, last) if last else now - _HOUR


def _same_game_and_person(row: Delivery) -> QuerySet[Any]:
    return Delivery.objects.filter(game=row.game_id, user=row.user_id, channel=row.channel, kind__in=COUNTED)


def _question_is_due(row: Delivery, now: datetime) -> bool:
    """Whether this person is about to be asked for a turn."""
    if row.kind == Kind.TURN:
        return False
    asks = _same_game_and_person(row).filter(kind=Kind.TURN, turn__status="open")
    return asks.filter(status=Status.PENDING, next_attempt_at__lte=now + _AFTER_THE_QUESTION).exists()
