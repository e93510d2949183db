"""Writes what people are to be told, in the transaction that causes it: a notification, and its deliveries.

games.notifications.delivery sends the deliveries.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from datetime import timedelta
from typing import Final

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone

from games.models.notifications import MAIL, Delivery, Notification
from games.models.table import Game, Seat
from games.models.turns import Turn
from games.notifications.adoption import adopt
from games.notifications.channels import addresses_of
from games.notifications.timing import Presence, channels_for
from games.nudge import DELIVER, nudge
from games.people.models import User

Kind = Notification.Kind
REQUESTED: Final = "request:"
"""Prefix of the cause of an account mail that somebody requested by typing an address."""
NO_DELAY: Final = timedelta()
WAITING_DELAY: Final = timedelta(hours=1)
"""Between the message that lets a person plan a turn and the one that says that the game waits for them."""


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

    If the message of before is not sent yet, it will tell the present state. If it is younger than WAITING_DELAY and
    nothing was answered since, this one waits for so long.
    """
    told = Delivery.objects.filter(kind=Kind.TURN, turn=turn)
    if told.filter(status=Delivery.Status.PENDING).exists():
        return
    seat = turn.seat
    if seat.user is None:
        return
    notification = _unsaved(Kind.TURN, cause, seat.user, "", game=seat.game, seat=seat, turn=turn, content={})
    since = WAITING_DELAY
    last = told.filter(status=Delivery.Status.SENT).order_by("-pk").first()
    # Whoever answers at once may have done so before the message was marked as sent.
    if last is not None and not turn.submissions.filter(created_at__gt=last.created_at).exists():
        since = notification.created_at - (last.sent_at or last.created_at)
    delay = max(NO_DELAY, WAITING_DELAY - since)
    _write(notification, presence, delay)


def notify_turn_again(turn_id: int, presence: Presence = Presence.AWAY) -> None:
    """Send the deliveries for a turn that is open again, if they were dropped meanwhile."""
    newest = Delivery.objects.filter(kind=Kind.TURN, turn=turn_id).order_by("-pk").values_list("reason", flat=True)[:1]
    dropped = Delivery.objects.filter(kind=Kind.TURN, turn=turn_id, status=Delivery.Status.DROPPED, reason__in=newest)
    for row in dropped.filter(address="").select_related("user"):
        # It was dropped so long ago that its address was deleted.
        row.address = addresses_of(row.user, "").get(row.channel, "")
        row.save(update_fields=["address"])
    now = timezone.now()
    for planned in channels_for(Kind.TURN, set(dropped.values_list("channel", flat=True)), presence):
        going = dropped.filter(channel=planned.channel).exclude(address="")
        going.update(status=Delivery.Status.PENDING, next_attempt_at=now + planned.delay)


def notify_start(seat: Seat) -> Notification | None:
    return _notify_seat(Kind.START, seat.game_id, seat)


def notify_end(seat: Seat) -> Notification | None:
    return _notify_seat(Kind.END, seat.game_id, seat)


def free_end_cause(game: Game) -> None:
    """Let the end of a game be told once more: it was taken back."""
    other = f"{game.pk} taken back {game.version}"
    Delivery.objects.filter(game=game, kind=Kind.END, reason=game.pk).update(reason=other)
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
    address = addresses_of(notification.user, notification.address).get(MAIL)
    # A process of the release before may have written it, which knows no notifications.
    before = Delivery.objects.filter(
        kind=notification.kind, reason=notification.cause, address=address or "", notification=None
    )
    row = before.filter(address=address).first() if address else None
    return adopt(row) if row else None


def _write(notification: Notification, presence: Presence, least_delay: timedelta) -> Notification | None:
    addresses = addresses_of(notification.user, notification.address)
    plan = channels_for(Kind(notification.kind), addresses, presence, least_delay)
    if not plan:
        return None
    notification.save(force_insert=True)
    for planned in plan:
        Delivery.objects.create(
            notification=notification,
            channel=planned.channel,
            address=addresses[planned.channel],
            kind=notification.kind,
            # What the release before writes is unique by kind, cause and address: a mail's alone.
            reason=notification.cause if planned.channel == MAIL else f"{planned.channel}:{notification.cause}",
            user=notification.user,
            game=notification.game,
            seat=notification.seat,
            turn=notification.turn,
            next_attempt_at=notification.created_at + planned.delay,
            created_at=notification.created_at,
            message_id=f"<{notification.kind}.{secrets.token_hex(12)}@{settings.MAIL_HOST}>",
        )
    if any(not planned.delay for planned in plan):
        nudge(DELIVER)
    return notification
