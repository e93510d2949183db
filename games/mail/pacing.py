"""How many mails of one game a person gets within an hour: what is too much is held, and told in one mail later.

Held is what the game writes by itself or what others cause; answers to somebody's own mails have a bound of their own.
The count begins anew with each answer that a person gives in the game: who plays on quickly is asked as quickly, and
nobody else can make it grow.
Of several mails that wait the question that is open now goes first, and takes the words of held notices with it: so
what comes in the end tells the newest state, once. A question is never held so long that half of its time is gone.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Final

from django.conf import settings
from django.db import transaction
from django.db.models import Max, QuerySet
from django.utils import timezone

from games.models.mail import OutgoingMail
from games.models.turns import Submission

Kind, Status = OutgoingMail.Kind, OutgoingMail.Status

COUNTED: Final = (Kind.TURN, Kind.START, Kind.END, Kind.NOTICE)
HELD: Final = "held"
"""In the content of a mail that has waited for its hour."""
_NOTICES: Final = "notices"
"""In the content of a mail of an earlier release: what notices said that it has taken the place of."""
_TELLS: Final = "tells"
"""In the content of a mail: the ids of held notices that it tells with its own news, and what they say."""
_HOUR: Final = timedelta(hours=1)
_AFTER_THE_QUESTION: Final = timedelta(minutes=1)


def held_until(row: OutgoingMail) -> datetime | None:
    """When a mail may go out that would be one too many now; None if it may go."""
    if row.kind not in COUNTED or row.game_id is None or row.user_id is None:
        return None
    now = timezone.now()
    gone = (
        _same_game_and_person(row).filter(sent_at__gt=_counting_since(row, now)).exclude(pk=row.pk).order_by("-sent_at")
    )
    times = list(gone.values_list("sent_at", flat=True)[: settings.MAILS_PER_GAME_AND_HOUR])
    if len(times) < settings.MAILS_PER_GAME_AND_HOUR:
        waits_for_question = row.content.get(HELD) and _question_is_due(row, now)
        return now + _AFTER_THE_QUESTION if waits_for_question else None
    until: datetime = times[-1] + _HOUR
    if row.turn is not None and row.turn.deadline is not None and row.game is not None:
        until = min(until, row.turn.deadline - row.game.turn_limit / 2)
    return until if until > now else None


def take_held_notices(row: OutgoingMail) -> None:
    """Put the words of notices that wait into a mail that is about to go out.

    They wait on until it went out (`mark_notices_told`), so that they are told whatever becomes of it; while it is on
    its way none of them goes out by itself.
    """
    if row.kind not in COUNTED or row.game_id is None or row.user_id is None:
        return
    waiting = _same_game_and_person(row).filter(kind=Kind.NOTICE, status=Status.PENDING, **{f"content__{HELD}": True})
    if not waiting.exists() and not row.content.get(_TELLS):
        return
    with transaction.atomic():
        held = list(waiting.exclude(pk=row.pk).select_for_update().order_by("pk"))
        row.content = row.content | {_TELLS: [[notice.pk, str(notice.content["text"])] for notice in held]}
        row.save(update_fields=["content"])
        OutgoingMail.objects.filter(pk__in=[notice.pk for notice in held]).update(
            next_attempt_at=timezone.now() + timedelta(seconds=settings.SENDING_STALE_S)
        )


def notices_told_in(row: OutgoingMail) -> list[str]:
    """What notices say that this mail tells in their place."""
    return [*row.content.get(_NOTICES, []), *(text for _pk, text in row.content.get(_TELLS, []))]


def mark_notices_told(row: OutgoingMail) -> None:
    """The mail went out: the notices that it told need not go any more."""
    told = [pk for pk, _text in row.content.get(_TELLS, [])]
    OutgoingMail.objects.filter(pk__in=told, status=Status.PENDING).update(
        status=Status.DROPPED, last_error=f"told in mail {row.pk}"
    )


def _counting_since(row: OutgoingMail, now: datetime) -> datetime:
    """An hour ago, or the person's own last answer in the game."""
    own = Submission.objects.filter(turn__game=row.game_id, by=row.user_id, plies__gt=0)
    last: datetime | None = own.aggregate(last=Max("created_at"))["last"]
    return max(now - _HOUR, last) if last else now - _HOUR


def _same_game_and_person(row: OutgoingMail) -> QuerySet[Any]:
    return OutgoingMail.objects.filter(game=row.game_id, user=row.user_id, kind__in=COUNTED)


def _question_is_due(row: OutgoingMail, now: datetime) -> bool:
    """Whether the mail that asks this person is about to go."""
    if row.kind == Kind.TURN:
        return False
    asks = _same_game_and_person(row).filter(kind=Kind.TURN, turn__status="open")
    return asks.filter(status=Status.PENDING, next_attempt_at__lte=now + _AFTER_THE_QUESTION).exists()
