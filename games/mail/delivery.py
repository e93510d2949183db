"""Sends the outbox: claim a row, check that it is still needed, compose, send, mark.

A row is claimed, so that only one of several workers sends it (games.due_work); it is sent outside of any
transaction. Mails that somebody waits for, such as codes and replies, go first. If the process dies between the
server's acceptance and our mark, another worker sends the row again with the same Message-ID.
"""

from __future__ import annotations

import logging
import time
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import InterfaceError, OperationalError, connection, transaction
from django.db.models import F, QuerySet
from django.utils import timezone
from structlog.contextvars import bind_contextvars

from games import site_state
from games.access import Permission, may
from games.due_work import claim_first
from games.mail import operator_mail, pacing
from games.mail.compose import compose
from games.mail.message import build_message, send
from games.mail.refusals import Refusal, refusal_in, server_words
from games.mail.unsolicited import quota_reason
from games.mail.unsubscribe import is_muted
from games.models.mail import OutgoingMail
from games.models.table import Game
from games.models.turns import Turn
from games.snapshot import snapshot
from games.table import mail_addresses

log = logging.getLogger(__name__)

Kind, Status = OutgoingMail.Kind, OutgoingMail.Status

STUCK_AFTER: Final = timedelta(seconds=settings.SENDING_STALE_S)
"""A claim this old belongs to a process that died."""
FIRST_RETRY: Final = timedelta(seconds=settings.MAIL_RETRY_S)
MAX_RETRY_PAUSE: Final = timedelta(hours=6)
FIRST_RETRY_WHEN_REFUSED: Final = timedelta(minutes=15)
MAX_ATTEMPTS_WHEN_REFUSED: Final = 6
"""If the mail server refuses all our mails: the operator has about eight hours to fix it."""
BETWEEN_MARKS_S: Final = 0.5


def claim_next() -> int | None:
    """Claim the next row that is due: its id, for `deliver_claimed`; None if there is none."""
    now = timezone.now()
    pending = _pending(now).order_by("next_attempt_at")
    waited_for = pending.filter(kind__in=OutgoingMail.URGENT_KINDS)
    return claim_first([_abandoned(now).order_by("claimed_at"), waited_for, pending], _claim)


def deliver(outgoing_id: int) -> None:
    """Send one row of the outbox, if it is due and not claimed. Failures are stored in the row, not raised."""
    if _claim(outgoing_id):
        deliver_claimed(outgoing_id)


def deliver_claimed(outgoing_id: int) -> None:
    """Send a row that this process has claimed. Failures are stored in the row, not raised."""
    row = _loaded(outgoing_id)
    if row.attempts > settings.MAIL_ATTEMPTS:
        # Failures are stored where they are caught. So many claims without one: the senders died.
        _give_up(row, row.last_error or "every sender died over it")
        return
    bind_contextvars(game=row.game_id, turn=row.turn_id)
    reason = drop_reason(row)
    if reason is not None:
        _mark(row, Status.DROPPED, last_error=reason)
        return
    until = pacing.held_until(row)
    if until is not None:
        _hold(row, until)
        return
    try:
        pacing.take_held_notices(row)
        with snapshot():
            row = _loaded(row.pk)
            reason = drop_reason(row)
            letter = compose(row) if reason is None else None
        if letter is None:
            # Its turn was answered just now.
            _mark(row, Status.DROPPED, last_error=reason)
            return
        # Stored before sending: an answer by number must mean these options, even if we die before the mark below.
        _remember(row, options=list(letter.options))
        send(build_message(row, letter))
    except Exception as error:  # whatever it is, the row must not stay claimed
        _handle_failure(row, error)
        return
    _mark(row, Status.SENT, sent_at=timezone.now(), subject=letter.subject, last_error="")


def due() -> QuerySet[OutgoingMail]:
    """Rows that should be sent: pending ones whose time has come, and those whose sender died."""
    now = timezone.now()
    return _pending(now) | _abandoned(now)


def _pending(now: datetime) -> QuerySet[OutgoingMail]:
    return _rows().filter(status=Status.PENDING, next_attempt_at__lte=now)


def _abandoned(now: datetime) -> QuerySet[OutgoingMail]:
    return _rows().filter(status=Status.SENDING, claimed_at__lt=now - STUCK_AFTER)


def _rows() -> QuerySet[OutgoingMail]:
    """All rows; while the site is read-only only account mails, so that people can sign in by codes."""
    rows = OutgoingMail.objects.all()
    return rows.filter(kind=Kind.ACCOUNT) if site_state.is_read_only() else rows


def _claim(outgoing_id: int) -> bool:
    rows = due().filter(pk=outgoing_id)
    return bool(rows.update(status=Status.SENDING, claimed_at=timezone.now(), attempts=F("attempts") + 1))


def _loaded(outgoing_id: int) -> OutgoingMail:
    return OutgoingMail.objects.select_related("user", "game__host", "seat", "turn__seat__user", "turn__game").get(
        pk=outgoing_id
    )


def drop_reason(row: OutgoingMail) -> str | None:
    """Why a mail is not needed any more; None if it must be sent."""
    if not row.recipient:
        return "whom it was to is forgotten"
    if row.kind == Kind.ACCOUNT:
        return _account_drop_reason(row)
    if row.kind == Kind.OPERATOR:
        # The problem may be the operator's own address, so it is tried even if it is marked as undeliverable.
        return None if operator_mail.original_of(row) is not None else "what it said is deleted"
    if (there := mail_addresses.find_undeliverable(row.recipient)) is not None:
        return f"undeliverable: {there.reason}"
    if row.user is not None and (row.user.owner_id is not None or row.user.is_guest):
        return "nobody reads the mail of a bot account or a guest"
    if row.kind == Kind.TURN and (
        row.turn is None or row.turn.status != Turn.Status.OPEN or row.turn.timed_out or row.turn.seat.playing_level
    ):
        return "the turn is not open any more"
    if row.kind == Kind.TURN and row.game is not None and row.game.paused_at is not None:
        # It is sent when the game is resumed.
        return "the game is paused"
    if row.kind == Kind.END and (row.game is None or row.game.status != Game.Status.FINISHED):
        return "the game is not over any more"
    if row.user is not None and row.seat is not None and not may(Permission.SEE_SEAT, row.user, row.game, row.seat):
        return "the seat is somebody else's"
    if row.kind == Kind.INVITATION and (
        row.seat is None
        or row.seat.invited_email.lower() != row.recipient.lower()
        or row.game is None
        or row.game.status != Game.Status.OPEN
    ):
        return "the invitation does not stand any more"
    # People who write to us get a reply, even if they have muted the game.
    if row.kind != Kind.REPLY and row.user and row.game and is_muted(row.user, row.game):
        return "muted"
    return quota_reason(row)


def _account_drop_reason(row: OutgoingMail) -> str | None:
    if not row.content:
        return "what it said is deleted"
    until = row.content.get("until")
    if until is not None and datetime.fromisoformat(until) <= timezone.now():
        return "what it leads to is over by now"
    return quota_reason(row)


def _hold(row: OutgoingMail, until: datetime) -> None:
    """Put a row off without counting an attempt."""
    held = row.content | {pacing.HELD: True}
    _mark(row, Status.PENDING, next_attempt_at=until, attempts=row.attempts - 1, content=held)


def _handle_failure(row: OutgoingMail, error: Exception) -> None:
    """Handle a failure. After a permanent refusal the mail is not tried again, unless the refusal is about us."""
    refusal, said = refusal_in(error), server_words(error)
    if refusal == Refusal.ADDRESS:
        log.info("Mail %s was refused: no mail arrives at its address.", row.pk)
        mail_addresses.mark_undeliverable(row.recipient, said)
        _mark(row, Status.DROPPED, last_error=f"undeliverable: {mail_addresses.clean_server_text(said)}")
    elif refusal == Refusal.ADDRESS_FOR_NOW:
        mail_addresses.count_soft_bounce(row.recipient, said)
        _give_up(row, said[:2000])
    elif refusal == Refusal.MAIL:
        _give_up(row, said[:2000])
    elif refusal == Refusal.US:
        _put_back(row, error, FIRST_RETRY_WHEN_REFUSED, MAX_ATTEMPTS_WHEN_REFUSED)
    else:
        _put_back(row, error, FIRST_RETRY, settings.MAIL_ATTEMPTS)


def _put_back(row: OutgoingMail, error: Exception, first_retry: timedelta, max_attempts: int) -> None:
    described = f"{type(error).__name__}: {error}"[:2000]
    if row.attempts >= max_attempts:
        _give_up(row, described)
        return
    wait = min(first_retry * 2 ** (row.attempts - 1), MAX_RETRY_PAUSE)
    log.warning("Mail %s did not go out, again in %s: %s", row.pk, wait, described, exc_info=error)
    _mark(row, Status.PENDING, last_error=described, next_attempt_at=timezone.now() + wait)


def _give_up(row: OutgoingMail, described: str) -> None:
    log.error("Mail %s is given up after %d attempts: %s", row.pk, row.attempts, described)
    _mark(row, Status.FAILED, last_error=described)


def _remember(row: OutgoingMail, **more: object) -> None:
    _own_claim(row).update(content=row.content | more)


def _mark(row: OutgoingMail, status: str, **fields: object) -> None:
    """Store the status of a row that we have claimed.

    The database may have gone away while we talked to the mail server. Then we wait for it as long as the claim is
    ours: a mail that was sent but not marked would be sent again.
    """
    if row.kind == Kind.ACCOUNT and status != Status.PENDING:
        # Its content can sign somebody in.
        fields["content"] = {}
    while True:
        try:
            if not connection.in_atomic_block:
                connection.close_if_unusable_or_obsolete()
            with transaction.atomic():
                ours = _own_claim(row).update(status=status, **fields)
                if ours and status == Status.SENT:
                    pacing.mark_notices_told(row)
            return
        except (OperationalError, InterfaceError) as error:
            if connection.in_atomic_block or not _is_ours(row):
                raise
            log.warning("Mail %s is %s, but the database cannot be told: %s", row.pk, status, error)
            time.sleep(BETWEEN_MARKS_S)


def _is_ours(row: OutgoingMail) -> bool:
    return row.claimed_at is not None and timezone.now() < row.claimed_at + STUCK_AFTER


def _own_claim(row: OutgoingMail) -> QuerySet[OutgoingMail]:
    """The row as long as the claim is ours: another worker may have taken it over."""
    return OutgoingMail.objects.filter(pk=row.pk, status=Status.SENDING, attempts=row.attempts)
