"""Writes what people are to be told, in the transaction that causes it: a notification, and its deliveries.

games.notifications.delivery sends the deliveries.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet, Value
from django.db.models.functions import Replace
from django.utils import timezone

from games.models.notifications import MAIL, Delivery, Notification
from games.models.table import Game, Seat
from games.models.talk import TalkMessage
from games.models.turns import Turn
from games.notifications.adoption import adopt
from games.notifications.channels import addresses_of
from games.notifications.choices import chosen
from games.notifications.pacing import TOLD_IN, WAITS_FOR
from games.notifications.timing import Planned, Presence, channels_for, longest_delay
from games.nudge import DELIVER, nudge
from games.people.models import User

Kind = Notification.Kind
REQUESTED: Final = "request:"
"""Prefix of the cause of an account mail that somebody requested by typing an address."""
NO_DELAY: Final = timedelta()
WAITING_DELAY: Final = timedelta(hours=1)
"""Between the message that lets a person plan a turn and the one that says that the game waits for them."""

TALK_PAUSE: Final = timedelta(hours=1)
"""Between two messages about talk at one table, to somebody who says nothing there."""


def notify_turn(turn: Turn) -> Notification | None:
    """Ask a person for a turn: exactly one notification for every open turn, see GameUpdate."""
    return _notify_seat(Kind.TURN, str(turn.pk), turn.seat, turn=turn)


def notify_new_turn(turn: Turn, presence: Presence, least_delay: timedelta = NO_DELAY) -> None:
    """`notify_turn` for a turn that this transaction opens: nobody was told of it, so no row is looked up.

    presence: of its person. least_delay: the turn may be withdrawn within that time.
    """
    seat = turn.seat
    if seat.user is not None:
        notification = _unsaved(
            Kind.TURN, str(turn.pk), seat.user, "", game=seat.game, seat=seat, turn=turn, content={}
        )
        _write(notification, presence, least_delay)


def notify_waiting(turn: Turn, cause: str, presence: Presence) -> None:
    """Tell a person once more of a turn, as the game waits for them by now.

    Where the message of before is not sent yet, it will tell the present state. If it is younger than WAITING_DELAY and
    nothing was answered since, this one waits for so long, but never for most of what is left of the time.
    """
    seat = turn.seat
    if seat.user is None:
        return
    told = Delivery.objects.filter(kind=Kind.TURN, turn=turn)
    pending = told.filter(status=Delivery.Status.PENDING)
    _hasten(pending, turn)
    notification = _unsaved(Kind.TURN, cause, seat.user, "", game=seat.game, seat=seat, turn=turn, content={})
    since = WAITING_DELAY
    last = told.filter(status=Delivery.Status.SENT).order_by("-pk").first()
    # Whoever answers at once may have done so before the message was marked as sent.
    if last is not None and not turn.submissions.filter(created_at__gt=last.created_at).exists():
        since = notification.created_at - (last.sent_at or last.created_at)
    delay = max(NO_DELAY, WAITING_DELAY - since)
    _write(notification, presence, delay, without=set(pending.values_list("channel", "address")))


def _hasten(pending: QuerySet[Delivery], turn: Turn) -> None:
    """Look again in time at what was put off while the turn had no deadline, or a later one."""
    now, deadline = timezone.now(), turn.deadline
    if deadline is not None:
        latest = now + longest_delay(now, deadline)
        pending.filter(next_attempt_at__gt=latest).update(next_attempt_at=latest)


def notify_turn_again(turn_id: int, presence: Presence = Presence.AWAY) -> None:
    """Send the deliveries for a turn that is open again, if they were dropped meanwhile."""
    told = Delivery.objects.filter(kind=Kind.TURN, turn=turn_id)
    newest = told.order_by("-pk").first()
    if newest is None:
        return
    # The reason is of one channel. A row of the release before has nothing else.
    same = {"notification": newest.notification_id} if newest.notification_id else {"reason": newest.reason}
    dropped = told.filter(status=Delivery.Status.DROPPED, **same).exclude(last_error__startswith=TOLD_IN)
    for row in dropped.select_related("user"):
        # The bundle that it waited for has come without it.
        if row.content.pop(WAITS_FOR, None) is not None:
            row.save(update_fields=["content"])
        if not row.address:
            # It was dropped so long ago that its address was deleted.
            _address_anew(row)
    now, deadline = timezone.now(), Turn.objects.get(pk=turn_id).deadline
    for planned in channels_for(Kind.TURN, set(dropped.values_list("channel", flat=True)), presence):
        going = dropped.filter(channel=planned.channel).exclude(address="")
        delay = planned.delay if deadline is None else min(planned.delay, longest_delay(now, deadline))
        going.update(status=Delivery.Status.PENDING, next_attempt_at=now + delay)


def _address_anew(row: Delivery) -> None:
    """Give a delivery an address of its channel to which no other one of its notification goes, if there is one."""
    taken = Delivery.objects.filter(kind=row.kind, reason=row.reason).values_list("address", flat=True)
    there = addresses_of(row.user, "", Kind(row.kind)).get(row.channel, ())
    row.address = next((address for address in there if address not in set(taken)), "")
    row.save(update_fields=["address"])


def notify_reminder(turn: Turn, percent: int) -> None:
    """Remind a person that so much of their time for a turn is over: once each time that the game waits for it."""
    _notify_seat(Kind.REMINDER, f"{turn.pk}:{percent}:{turn.opened_at.timestamp():.0f}", turn.seat, turn=turn)


def notify_digest(person: User, at: datetime) -> None:
    """Have one mail tell somebody at a moment what waits for it (games.notifications.bundling)."""
    notification = _unsaved(Kind.DIGEST, _cause_of_digest(at), person, "", content={})
    if _find(notification) is None:
        with suppress(IntegrityError), transaction.atomic():  # another process has just written it
            _write(notification, Presence.AWAY, at - notification.created_at)


def is_digest_coming(person: User, at: datetime) -> bool:
    """Whether the mail of `notify_digest` is still to be sent."""
    digests = Delivery.objects.filter(user=person, kind=Kind.DIGEST, reason=_cause_of_digest(at))
    return digests.filter(status__in=Delivery.UNSENT).exists()


def _cause_of_digest(at: datetime) -> str:
    return at.isoformat(timespec="minutes")


def notify_talk(seat: Seat, message_id: int) -> None:
    """Tell a person what is said at their table from this message on; what goes out tells all of it.

    Where something is still to go out there is nothing more, and within TALK_PAUSE after the last one there is no
    other, unless they have said something since.
    """
    if seat.user is None:
        return
    told = Delivery.objects.filter(kind=Kind.TALK, seat=seat, user=seat.user)
    going = told.filter(status=Delivery.Status.PENDING)
    if Delivery.objects.filter(user=seat.user, kind=Kind.DIGEST, status=Delivery.Status.SENDING).exists():
        # The bundle that is on its way takes what waits for it along, but may be written already.
        going = going.exclude(content__has_key=WAITS_FOR)
    pending = set(going.values_list("channel", "address"))
    content: dict[str, object] = {"from": message_id}
    notification = _unsaved(
        Kind.TALK, f"talk:{seat.pk}:{message_id}", seat.user, "", game=seat.game, seat=seat, content=content
    )
    last = told.filter(status=Delivery.Status.SENT).order_by("-pk").first()
    delay = NO_DELAY
    if last is not None and last.sent_at is not None:
        own = TalkMessage.objects.filter(game=seat.game_id, by=seat.user, said_at__gt=last.sent_at)
        delay = NO_DELAY if own.exists() else max(NO_DELAY, last.sent_at + TALK_PAUSE - notification.created_at)
    _write(notification, Presence.AWAY, delay, without=pending)


def notify_start(seat: Seat) -> Notification | None:
    return _notify_seat(Kind.START, seat.game_id, seat)


def notify_end(seat: Seat) -> Notification | None:
    return _notify_seat(Kind.END, seat.game_id, seat)


def free_end_cause(game: Game) -> None:
    """Let the end of a game be told once more: it was taken back."""
    other = f"{game.pk} taken back {game.version}"
    told = Delivery.objects.filter(game=game, kind=Kind.END)
    # Each channel but mail has its own word before it.
    told = told.filter(Q(reason=game.pk) | Q(reason__endswith=f":{game.pk}"))
    told.update(reason=Replace("reason", Value(game.pk), Value(other)))
    Notification.objects.filter(game=game, kind=Kind.END, cause=game.pk).update(cause=other)


def notify_invitation(seat: Seat) -> Notification | None:
    """Tell an invited address, which may not have an account yet."""
    return notify(Kind.INVITATION, f"{seat.game_id}:{seat.pk}", address=seat.invited_email, game=seat.game, seat=seat)


def notify_account(
    address: str, content: Mapping[str, object], *, user: User | None, typed: bool
) -> Notification | None:
    """A mail of the sign-in, as prweb.accounts.mails has written it.

    user: whose account it is about, if anybody's. typed: whether somebody wanted it by typing an address, which may not
    be theirs; else the owner wanted it, or it tells them what was done to the account.
    """
    cause = f"{REQUESTED if typed else 'change:'}{secrets.token_hex(12)}"
    return notify(Kind.ACCOUNT, cause, person=user, address=address.lower(), content=content)


def _notify_seat(kind: Kind, cause: str, seat: Seat, *, turn: Turn | None = None) -> Notification | None:
    if seat.user is None:
        return None
    return notify(kind, cause, person=seat.user, game=seat.game, seat=seat, turn=turn)


def notify(
    kind: Kind,
    cause: str,
    *,
    person: User | None = None,
    address: str = "",
    game: Game | None = None,
    seat: Seat | None = None,
    turn: Turn | None = None,
    content: Mapping[str, object] | None = None,
) -> Notification | None:
    """Tell somebody something, by the channels that take it. The same cause is told once.

    cause: unique for the kind and the person. person: by default the seat's. address: a mail address that it goes to,
    of somebody without an account, or one that somebody typed; empty: wherever the person is reached. content: JSON,
    what there is to tell beyond the rows. If it is written already, that row is returned as it is. None: no channel
    reaches this person (programs and guests, for example).
    """
    person = person or (seat.user if seat else None)
    notification = _unsaved(kind, cause, person, address, game=game, seat=seat, turn=turn, content=dict(content or {}))
    known = _find(notification)
    if known is not None:
        return known
    try:
        with transaction.atomic():
            return _write(notification, Presence.AWAY, NO_DELAY)
    except IntegrityError:
        # Another process has just told it.
        known = _find(notification)
        if known is None:
            raise
        return known


def _unsaved(
    kind: Kind, cause: str, person: User | None, address: str, *, content: dict[str, object], **about: object
) -> Notification:
    return Notification(
        kind=kind, cause=cause, user=person, address=address, content=content, created_at=timezone.now(), **about
    )


def _find(notification: Notification) -> Notification | None:
    """The row that tells the same already."""
    who = {"user": notification.user} if notification.user else {"user": None, "address": notification.address}
    known = Notification.objects.filter(kind=notification.kind, cause=notification.cause, **who).first()
    if known is not None:
        return known
    (address,) = addresses_of(notification.user, notification.address, Kind(notification.kind)).get(MAIL, ("",))
    # A process of the release before may have written it, which knows no notifications.
    before = Delivery.objects.filter(
        kind=notification.kind, reason=notification.cause, address=address, notification=None
    )
    row = before.filter(address=address).first() if address else None
    return adopt(row) if row else None


def _write(
    notification: Notification,
    presence: Presence,
    least_delay: timedelta,
    *,
    without: Collection[tuple[str, str]] = (),
) -> Notification | None:
    """without: the channels, each with an address, that are about to tell it already."""
    kind = Kind(notification.kind)
    addresses = addresses_of(notification.user, notification.address, kind)
    left = {
        channel: [address for address in addresses[channel] if (channel, address) not in without]
        for channel in chosen(kind, notification.user, addresses)
    }
    plan = channels_for(kind, [channel for channel, there in left.items() if there], presence, least_delay)
    if not plan:
        return None
    notification.save(force_insert=True)
    for planned in plan:
        delay = _delay_of(planned, notification)
        for address in left[planned.channel]:
            add_delivery(notification, planned.channel, address, notification.created_at + delay)
        if not delay:
            nudge(DELIVER)
    return notification


def _delay_of(planned: Planned, notification: Notification) -> timedelta:
    """The planned delay, bounded by the turn's time."""
    if not planned.delay or notification.turn is None or (deadline := notification.turn.deadline) is None:
        return planned.delay
    return min(planned.delay, longest_delay(notification.created_at, deadline))


def add_delivery(notification: Notification, channel: str, address: str, at: datetime) -> Delivery:
    """Tell a notification by a channel at an address, at a time."""
    return Delivery.objects.create(
        notification=notification,
        channel=channel,
        address=address,
        kind=notification.kind,
        # What the release before writes is unique by kind, cause and address: a mail's alone.
        reason=notification.cause if channel == MAIL else f"{channel}:{notification.cause}",
        user=notification.user,
        game=notification.game,
        seat=notification.seat,
        turn=notification.turn,
        next_attempt_at=at,
        created_at=notification.created_at,
        message_id=f"<{notification.kind}.{secrets.token_hex(12)}@{settings.MAIL_HOST}>",
    )
