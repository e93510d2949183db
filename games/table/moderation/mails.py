"""Sending a mail again, and all that a mail server has lost."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from games.access import Act, may
from games.models import Game, OutgoingMail, Turn
from games.table import audit
from games.table.errors import NoSuchMail, NotModerator, Refused
from games.table.locking import locked_game
from games.table.moderation.deed import stated_reason
from games.table.nudge import DELIVER, nudge
from prweb.accounts.models import User

Status = OutgoingMail.Status
TOLD_BY_CONTENT: Final = frozenset(
    {OutgoingMail.Kind.NOTICE, OutgoingMail.Kind.REPLY, OutgoingMail.Kind.ACCOUNT, OutgoingMail.Kind.OPERATOR}
)
"""Kinds of which the row alone knows what they say."""


def lost(since: datetime, until: datetime) -> QuerySet[OutgoingMail]:
    """Mails of this time that still ask somebody something: what a mail server that lost them has to be sent again.

    These are questions of turns that are open, and invitations to seats that are free; of each seat the newest, if that
    one was sent, given up or came back in this time. The oldest come first.
    """
    asks = Q(
        kind=OutgoingMail.Kind.TURN,
        turn__status=Turn.Status.OPEN,
        turn__timed_out=False,
        seat__caretaker="",
        game__status=Game.Status.RUNNING,
        game__paused_at=None,
    )
    invites = Q(kind=OutgoingMail.Kind.INVITATION, game__status=Game.Status.OPEN, seat__user=None)
    sent = Q(status=Status.SENT, sent_at__gte=since, sent_at__lt=until)
    refused = Q(status__in=(Status.FAILED, Status.BOUNCED), claimed_at__gte=since, claimed_at__lt=until)
    newer = OutgoingMail.objects.filter(kind=OuterRef("kind"), seat=OuterRef("seat"), pk__gt=OuterRef("pk"))
    return (
        OutgoingMail.objects.filter(asks | invites).filter(sent | refused).exclude(recipient="").exclude(Exists(newer))
    ).order_by("pk")


def resend_lost(
    since: datetime, until: datetime, by: User | None, reason: str, *, limit: int, per_minute: int
) -> list[int]:
    """Send the mails that were `lost` in a time again, with so many a minute; the ids of those that go.

    Doing it again for the same time finds none of them: they wait, or were sent later. At most `limit` go at a time.
    What is answered meanwhile is left out when its time comes. Raises NoReason, NotModerator, Refused for a time that
    is not over, or ends before it begins.
    """
    stated = stated_reason(reason)
    now = timezone.now()
    if not since < until <= now:
        raise Refused(_("The time to send mails of again must be over, and end after it began."))
    going: list[int] = []
    for mail_id in lost(since, until).values_list("pk", flat=True)[:limit]:
        try:
            resend(mail_id, by, stated, at=now + len(going) * timedelta(minutes=1) / per_minute)
        except NotModerator:
            raise
        except Refused:
            # It went on its way, or was deleted, since it was found.
            continue
        going.append(mail_id)
    return going


def resend(mail_id: int, by: User | None, reason: str, *, at: datetime | None = None) -> None:
    """Send a row of the outbox once more, whatever became of it; waiting ones at once, or at `at`.

    It is composed anew and keeps its Message-ID; what is not wanted any more (a turn that was answered) is left out as
    ever. Raises NoReason, NoSuchMail, NotModerator, Refused while it is on its way or when what it said is deleted.
    """
    stated = stated_reason(reason)
    game_id = OutgoingMail.objects.filter(pk=mail_id).values_list("game_id", flat=True).first()
    with transaction.atomic():
        # The game before its mails, like whoever plays: else the two could wait for each other.
        game = locked_game(game_id) if game_id else None
        mail = OutgoingMail.objects.select_for_update().filter(pk=mail_id).first()
        if mail is None:
            raise NoSuchMail
        if not may(Act.RESEND, by, game):
            raise NotModerator
        if mail.status == Status.SENDING:
            raise Refused(_("This mail is on its way."))
        if not mail.recipient:
            raise Refused(_("Whom this mail was to was deleted after its time: it cannot be sent again."))
        if mail.kind in TOLD_BY_CONTENT and not mail.content:
            raise Refused(_("What this mail said was deleted after its time: it cannot be written again."))
        audit.note(
            Act.RESEND,
            by=by,
            game=game,
            person=mail.user,
            reason=stated,
            details={"mail": mail.pk, "kind": mail.kind, "status": {"from": mail.status, "to": Status.PENDING}},
        )
        mail.status, mail.attempts, mail.next_attempt_at, mail.last_error = Status.PENDING, 0, at or timezone.now(), ""
        mail.save(update_fields=["status", "attempts", "next_attempt_at", "last_error"])
        nudge(DELIVER)
