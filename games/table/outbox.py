"""Writes outgoing mails as rows, in the transaction that causes them. games.mail.delivery sends these rows."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from django.conf import settings
from django.db.models import Model
from django.utils import timezone

from games.models import Game, OutgoingMail, Seat, Turn
from games.nudge import DELIVER, nudge
from games.people.models import User

Kind = OutgoingMail.Kind
REQUESTED: Final = "request:"
"""Prefix of the reason of an account mail that somebody requested by typing an address."""


def turn_mail(turn: Turn, delay: timedelta = timedelta()) -> OutgoingMail | None:
    """The mail that asks a person for a turn: exactly one for every open turn, see GameUpdate."""
    return _to_seat(Kind.TURN, str(turn.pk), turn.seat, turn=turn, at=timezone.now() + delay)


def first_turn_mail(turn: Turn, delay: timedelta = timedelta()) -> None:
    """`turn_mail` for a turn that this transaction opens: it has no mail yet, so no row is looked up."""
    seat, now = turn.seat, timezone.now()
    if seat.user is None or not seat.user.reads_mail:
        return
    row = _row(Kind.TURN, now + delay, now, user=seat.user, game=seat.game, seat=seat, turn=turn, content=None)
    OutgoingMail.objects.create(kind=Kind.TURN, reason=str(turn.pk), recipient=seat.user.email, **row)
    if not delay:
        nudge(DELIVER)


def turn_mail_again(turn_id: int, delay: timedelta = timedelta()) -> None:
    """Send the mail of a turn that is open again, if it was dropped meanwhile."""
    dropped = OutgoingMail.objects.filter(kind=Kind.TURN, turn=turn_id, status=OutgoingMail.Status.DROPPED)
    for row in dropped.filter(recipient="").select_related("user"):
        # It was dropped so long ago that its address was deleted.
        row.recipient = row.user.email if row.user else ""
        row.save(update_fields=["recipient"])
    dropped.exclude(recipient="").update(status=OutgoingMail.Status.PENDING, next_attempt_at=timezone.now() + delay)


def drop_pending(seat: Seat, turns: Iterable[int] | None = None) -> None:
    """Drop the pending mails to a seat except notices; with `turns`, only the turn mails of these turns."""
    pending = OutgoingMail.objects.filter(seat=seat, status=OutgoingMail.Status.PENDING)
    if turns is not None:
        pending = pending.filter(turn__in=turns, kind=Kind.TURN)
    pending.exclude(kind=Kind.NOTICE).update(status=OutgoingMail.Status.DROPPED)


def start_mail(seat: Seat) -> OutgoingMail | None:
    return _to_seat(Kind.START, seat.game_id, seat)


def end_mail(seat: Seat) -> OutgoingMail | None:
    return _to_seat(Kind.END, seat.game_id, seat)


def invitation_mail(seat: Seat) -> OutgoingMail:
    """The mail to an invited address, which may not have an account yet."""
    return write(Kind.INVITATION, f"{seat.game_id}:{seat.pk}", seat.invited_email, game=seat.game, seat=seat)


def account_mail(recipient: str, content: Mapping[str, object], *, user: User | None, typed: bool) -> OutgoingMail:
    """A mail of the sign-in, as prweb.accounts.mails has written it.

    user: whose account it is about, if anybody's. typed: whether somebody wanted it by typing an address, which may not
    be theirs; else the owner wanted it, or it tells them what was done to the account.
    """
    cause = REQUESTED if typed else "change:"
    return write(Kind.ACCOUNT, f"{cause}{secrets.token_hex(12)}", recipient.lower(), user=user, content=content)


def _to_seat(
    kind: str, reason: str, seat: Seat, *, turn: Turn | None = None, at: datetime | None = None
) -> OutgoingMail | None:
    if seat.user is None or not seat.user.reads_mail:
        return None
    return write(kind, reason, seat.user.email, game=seat.game, seat=seat, turn=turn, at=at)


def write(
    kind: str,
    reason: str,
    recipient: str,
    *,
    user: User | None = None,
    game: Game | None = None,
    seat: Seat | None = None,
    turn: Turn | None = None,
    content: Mapping[str, object] | None = None,
    at: datetime | None = None,
) -> OutgoingMail:
    """Write one row of the outbox, to be sent at `at` (default: now). The same cause never writes a second row.

    kind: OutgoingMail.Kind. reason: unique for the cause, with kind and recipient. user: the reader, by default the
    seat's person. content: JSON that the kind's template needs beyond the rows. If the row exists already, it is
    returned as it is.
    """
    now = timezone.now()
    at = at or now
    mail, created = OutgoingMail.objects.get_or_create(
        kind=kind,
        reason=reason,
        recipient=recipient,
        defaults=_row(
            kind,
            at,
            now,
            user=user or (seat.user if seat else None),
            game=game,
            seat=seat,
            turn=turn,
            content=content,
        ),
    )
    if created and at <= now:
        nudge(DELIVER)
    return mail


def _row(
    kind: str, at: datetime, now: datetime, *, content: Mapping[str, object] | None, **about: Model | None
) -> dict[str, Any]:
    """The other fields of a new row."""
    return {
        **about,
        "content": dict(content or {}),
        "next_attempt_at": at,
        "created_at": now,
        "message_id": f"<{kind}.{secrets.token_hex(12)}@{settings.MAIL_HOST}>",
    }
