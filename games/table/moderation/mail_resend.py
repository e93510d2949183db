"""Sending a mail again, and sending again all mails that a mail server has lost."""

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
from games.models import Delivery, Game, Notification, Seat, Turn
from games.notifications.adoption import notification_of
from games.notifications.sending_again import send_again
from games.people.models import User
from games.table import audit
from games.table.errors import NoSuchMail, NotModerator, Refused
from games.table.locks import lock_game
from games.table.moderation_transaction import clean_reason

Status = Delivery.Status
CONTENT_ONLY_KINDS: Final = frozenset(
    {Notification.Kind.NOTICE, Notification.Kind.REPLY, Notification.Kind.ACCOUNT, Notification.Kind.OPERATOR}
)
"""Kinds whose text is only in the row's content."""
TOGETHER: Final = "together"
"""Key in the details of an audit entry: the id of the entry for the whole group."""


@dataclass(frozen=True)
class LostMails:
    """Which mails were lost: in which time, and of which game or to which person, None for all."""

    since: datetime
    until: datetime
    game: Game | None = None
    person: User | None = None


def find_lost_mails(period: LostMails, by: User | None = None) -> QuerySet[Delivery]:
    """Mails of this time that still ask somebody something, the oldest first: these are worth sending again.

    They are mails of open turns and invitations to free seats: of each seat the newest one, if it was sent, failed or
    bounced in this time. by: who wants to send them again; games at which they or their bot accounts sit are left out.
    None: an operator at the console.
    """
    asks = Q(
        kind=Notification.Kind.TURN,
        turn__status=Turn.Status.OPEN,
        turn__timed_out=False,
        turn__adviser="",
        seat__caretaker="",
        game__status=Game.Status.RUNNING,
        game__paused_at=None,
    )
    invites = Q(kind=Notification.Kind.INVITATION, game__status=Game.Status.OPEN, seat__user=None)
    sent = Q(status=Status.SENT, sent_at__gte=period.since, sent_at__lt=period.until)
    refused = Q(status__in=(Status.FAILED, Status.BOUNCED), claimed_at__gte=period.since, claimed_at__lt=period.until)
    newer = Delivery.objects.filter(kind=OuterRef("kind"), seat=OuterRef("seat"), pk__gt=OuterRef("pk"))
    mails = Delivery.objects.filter(sent | refused).exclude(address="").exclude(Exists(newer))
    if period.game is not None:
        mails = mails.filter(game=period.game)
    if period.person is not None:
        addresses = {period.person.email, period.person.email.lower()}
        mails = mails.filter(Q(user=period.person) | Q(address__in=addresses))
    if by is not None:
        own = Seat.objects.filter(Q(user=by) | Q(user__owner=by), game=OuterRef("game"))
        mails = mails.exclude(Exists(own))
    # Two queries: with both conditions in one, the database reads all mails.
    of_turns, of_seats = (mails.filter(way).order_by().values("pk") for way in (asks, invites))
    return Delivery.objects.filter(pk__in=of_turns.union(of_seats)).order_by("pk")


def resend_lost(period: LostMails, by: User | None, reason: str, *, limit: int, per_minute: int) -> list[int]:
    """Send the mails that were `find_lost_mails` again, with so many a minute; the ids of those that go.

    Doing it again for the same time finds none of them: they wait, or were sent later. At most `limit` go at a time.
    What is answered meanwhile is left out when its time comes. Each is kept in the audit trail, and before them that
    they were sent together. Raises NoReason, NotModerator, Refused for a time that is not over, or ends before it
    begins.
    """
    stated = clean_reason(reason)
    if not may(Permission.RESEND_LOST_MAILS, by):
        raise NotModerator
    check_period(period)
    found = list(find_lost_mails(period, by).values_list("pk", flat=True)[:limit])
    if not found:
        return []
    details = {"since": period.since, "until": period.until, "mails": len(found)}
    group_entry = audit.note(
        Permission.RESEND_LOST_MAILS, by=by, game=period.game, person=period.person, reason=stated, details=details
    )
    now, going = timezone.now(), list[int]()
    for mail_id in found:
        # A refused one was sent or deleted since it was found, or the moderator has taken a seat at its game.
        with suppress(Refused):
            at = now + len(going) * timedelta(minutes=1) / per_minute
            resend(mail_id, by, stated, at=at, group_entry=group_entry.pk)
            going.append(mail_id)
    return going


def check_period(period: LostMails) -> None:
    """Raises Refused for a time that is not over, or ends before it begins."""
    if not period.since < period.until <= timezone.now():
        raise Refused(_("The end must be after the beginning, and both must be in the past."))


def resend(
    mail_id: int, by: User | None, reason: str, *, at: datetime | None = None, group_entry: int | None = None
) -> None:
    """Send a mail of the outbox again, whatever its status is; pending ones at once, or at `at`.

    It is composed again and keeps its Message-ID. If it is not needed any more (its turn was answered), it is dropped
    as usual. group_entry: the audit entry for the group that it belongs to. Raises NoReason, NoSuchMail, NotModerator,
    Refused while it is being sent or if its content is deleted.
    """
    stated = clean_reason(reason)
    game_id = Delivery.objects.filter(pk=mail_id).values_list("game_id", flat=True).first()
    with transaction.atomic():
        # The game is locked before its mails, as in answers: no deadlock.
        game = lock_game(game_id) if game_id else None
        mail = Delivery.objects.select_for_update().filter(pk=mail_id).first()
        if mail is None:
            raise NoSuchMail
        if not may(Permission.RESEND, by, game):
            raise NotModerator
        if mail.status == Status.SENDING:
            raise Refused(_("This mail is on its way."))
        if not mail.address:
            raise Refused(_("Whom this mail was to was deleted after its time: it cannot be sent again."))
        if mail.kind in CONTENT_ONLY_KINDS and not notification_of(mail).content:
            raise Refused(_("What this mail said was deleted after its time: it cannot be written again."))
        audit.note(
            Permission.RESEND,
            by=by,
            game=game,
            person=mail.user,
            reason=stated,
            details={"mail": mail.pk, "kind": mail.kind, "status": {"from": mail.status, "to": Status.PENDING}}
            | ({} if group_entry is None else {TOGETHER: group_entry}),
        )
        send_again(mail, at)
