"""Sending a mail again, and all that a mail server has lost."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from games.access import Permission, may
from games.models import Game, OutgoingMail, Seat, Turn
from games.people.models import User
from games.table import audit
from games.table.errors import NoSuchMail, NotModerator, Refused
from games.table.locks import locked_game
from games.table.moderation.transaction import stated_reason
from games.table.nudge import DELIVER, nudge

Status = OutgoingMail.Status
TOLD_BY_CONTENT: Final = frozenset(
    {OutgoingMail.Kind.NOTICE, OutgoingMail.Kind.REPLY, OutgoingMail.Kind.ACCOUNT, OutgoingMail.Kind.OPERATOR}
)
"""Kinds of which the row alone knows what they say."""
TOGETHER: Final = "together"
"""Of an entry of the audit trail: it is one of those that another entry tells of."""


@dataclass(frozen=True)
class Lost:
    """Which mails were lost: of what time, and of one game, to one person, if it was not all."""

    since: datetime
    until: datetime
    game: Game | None = None
    person: User | None = None


def lost(those: Lost, by: User | None = None) -> QuerySet[OutgoingMail]:
    """Mails of this time that still ask somebody something: what a mail server that lost them has to be sent again.

    These are questions of turns that are open, and invitations to seats that are free; of each seat the newest, if that
    one was sent, given up or came back in this time. The oldest come first. by: who wants them sent again; without
    those of games at which they or bot accounts of theirs sit. None: an operator at the console.
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
    sent = Q(status=Status.SENT, sent_at__gte=those.since, sent_at__lt=those.until)
    refused = Q(status__in=(Status.FAILED, Status.BOUNCED), claimed_at__gte=those.since, claimed_at__lt=those.until)
    newer = OutgoingMail.objects.filter(kind=OuterRef("kind"), seat=OuterRef("seat"), pk__gt=OuterRef("pk"))
    mails = OutgoingMail.objects.filter(sent | refused).exclude(recipient="").exclude(Exists(newer))
    if those.game is not None:
        mails = mails.filter(game=those.game)
    if those.person is not None:
        addresses = {those.person.email, those.person.email.lower()}
        mails = mails.filter(Q(user=those.person) | Q(recipient__in=addresses))
    if by is not None:
        own = Seat.objects.filter(Q(user=by) | Q(user__owner=by), game=OuterRef("game"))
        mails = mails.exclude(Exists(own))
    # One after the other: asked for both at once, a database reads all mails.
    of_turns, of_seats = (mails.filter(way).order_by().values("pk") for way in (asks, invites))
    return OutgoingMail.objects.filter(pk__in=of_turns.union(of_seats)).order_by("pk")


def resend_lost(those: Lost, by: User | None, reason: str, *, limit: int, per_minute: int) -> list[int]:
    """Send the mails that were `lost` again, with so many a minute; the ids of those that go.

    Doing it again for the same time finds none of them: they wait, or were sent later. At most `limit` go at a time.
    What is answered meanwhile is left out when its time comes. Each is kept in the audit trail, and before them that
    they were sent together. Raises NoReason, NotModerator, Refused for a time that is not over, or ends before it
    begins.
    """
    stated = stated_reason(reason)
    if not may(Permission.RESEND_LOST_MAILS, by):
        raise NotModerator
    check_time(those)
    found = list(lost(those, by).values_list("pk", flat=True)[:limit])
    if not found:
        return []
    details = {"since": those.since, "until": those.until, "mails": len(found)}
    together = audit.note(
        Permission.RESEND_LOST_MAILS, by=by, game=those.game, person=those.person, reason=stated, details=details
    )
    now, going = timezone.now(), list[int]()
    for mail_id in found:
        # One that is refused went on its way, or was deleted, since it was found; or they sat down at its game.
        with suppress(Refused):
            at = now + len(going) * timedelta(minutes=1) / per_minute
            resend(mail_id, by, stated, at=at, together=together.pk)
            going.append(mail_id)
    return going


def check_time(those: Lost) -> None:
    """Raises Refused for a time that is not over, or ends before it begins."""
    if not those.since < those.until <= timezone.now():
        raise Refused(_("The time to send mails of again must be over, and end after it began."))


def resend(
    mail_id: int, by: User | None, reason: str, *, at: datetime | None = None, together: int | None = None
) -> None:
    """Send a row of the outbox once more, whatever became of it; waiting ones at once, or at `at`.

    together: the entry of the trail that says that it goes with others.

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
        if not may(Permission.RESEND, by, game):
            raise NotModerator
        if mail.status == Status.SENDING:
            raise Refused(_("This mail is on its way."))
        if not mail.recipient:
            raise Refused(_("Whom this mail was to was deleted after its time: it cannot be sent again."))
        if mail.kind in TOLD_BY_CONTENT and not mail.content:
            raise Refused(_("What this mail said was deleted after its time: it cannot be written again."))
        audit.note(
            Permission.RESEND,
            by=by,
            game=game,
            person=mail.user,
            reason=stated,
            details={"mail": mail.pk, "kind": mail.kind, "status": {"from": mail.status, "to": Status.PENDING}}
            | ({} if together is None else {TOGETHER: together}),
        )
        mail.status, mail.attempts, mail.next_attempt_at, mail.last_error = Status.PENDING, 0, at or timezone.now(), ""
        mail.save(update_fields=["status", "attempts", "next_attempt_at", "last_error"])
        nudge(DELIVER)
