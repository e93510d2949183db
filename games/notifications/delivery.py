"""Sends deliveries by their channels: claim a row, check that it is still to be told, compose, send, mark.

A row is claimed, so that only one of several workers sends it (games.due_work); it is sent outside of any transaction.
What somebody waits for, such as codes and replies, goes first. If the process dies between the acceptance by the
channel's server and our mark, another worker sends the row again with the same id (`Delivery.message_id`).
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
from games.due_work import claim_first
from games.models.notifications import MAIL, Delivery, Notification
from games.notifications import bundling, fallback, pacing, relevance
from games.notifications.adoption import adopt, notification_of
from games.notifications.channels import Channel, Verdict, find_channel
from games.snapshot import snapshot

log = logging.getLogger(__name__)

Kind, Status, Failure = Notification.Kind, Delivery.Status, Delivery.Failure

STUCK_AFTER: Final = timedelta(seconds=settings.SENDING_STALE_S)
"""A claim this old belongs to a process that died."""
FIRST_RETRY: Final = timedelta(seconds=settings.MAIL_RETRY_S)
MAX_RETRY_PAUSE: Final = timedelta(hours=6)
MAX_ERROR: Final = 2000
"""Characters of an error that are stored."""
BETWEEN_MARKS_S: Final = 0.5
_RELATED: Final = tuple(
    f"notification__{path}" for path in ("user", "game__host", "seat", "turn__seat__user", "turn__game")
)


def claim_next() -> int | None:
    """Claim the next row that is due: its id, for `deliver_claimed`; None if there is none."""
    now = timezone.now()
    pending = _pending(now).order_by("next_attempt_at")
    waited_for = pending.filter(kind__in=Notification.URGENT_KINDS)
    # What answers slowly elsewhere holds up no mail that is due.
    mails = pending.filter(channel=MAIL)
    return claim_first([_abandoned(now).order_by("claimed_at"), waited_for, mails, pending], _claim)


def deliver(delivery_id: int) -> None:
    """Send one row, if it is due and not claimed. Failures are stored in the row, not raised."""
    if _claim(delivery_id):
        deliver_claimed(delivery_id)


def deliver_claimed(delivery_id: int) -> None:
    """Send a row that this process has claimed. Failures are stored in the row, not raised."""
    row, notification = _loaded(delivery_id)
    if row.attempts > settings.MAIL_ATTEMPTS:
        # Failures are stored where they are caught. So many claims without one: the senders died.
        _give_up(row, row.last_error or "every sender died over it")
        return
    bind_contextvars(game=notification.game_id, turn=notification.turn_id)
    channel = find_channel(row.channel)
    if channel is None:
        _give_up(row, f"no channel {row.channel}")
        return
    reason = drop_reason(row)
    if reason is not None:
        _mark(row, Status.DROPPED, last_error=reason)
        return
    single = bundling.single_question(row) if row.kind == Kind.DIGEST else None
    if single is not None:
        _mark(row, Status.DROPPED, last_error="told by itself")
        bundling.let_go(single)
        return
    bundle = bundling.wait_for_bundle(row, notification)
    if bundle is not None:
        _hold(row, bundle.next_look(timezone.now()), **bundle.mark)
        return
    until = pacing.held_until(row, channel.max_per_hour)
    if until is not None:
        _hold(row, until)
        return
    try:
        if row.kind == Kind.DIGEST:
            told = [*bundling.waiting_for(row), *bundling.asking_besides(row)]
            bundling.take(row, [one for one in told if drop_reason(one) is None])
        else:
            pacing.take_held_notices(row)
        with snapshot():
            row, notification = _loaded(row.pk)
            reason = drop_reason(row)
            prepared = channel.prepare(row, notification) if reason is None else None
        if prepared is None:
            # Its turn was answered just now.
            _mark(row, Status.DROPPED, last_error=reason)
            return
        # Stored before sending: an answer by number must mean these options, even if we die before the mark below.
        _remember(row, **prepared.remembered)
        provider_id = channel.send(row, prepared.message)
    except Exception as error:  # whatever it is, the row must not stay claimed
        _handle_failure(row, channel, error)
        return
    sent = {"sent_at": timezone.now(), "subject": prepared.subject, "provider_id": provider_id}
    _mark(row, Status.SENT, last_error="", failure="", **sent)


def due() -> QuerySet[Delivery]:
    """Rows that should be sent: pending ones whose time has come, and those whose sender died."""
    now = timezone.now()
    return _pending(now) | _abandoned(now)


def mark_bounced(delivery_id: int, reason: str) -> bool:
    """Store that a delivery came back after it was accepted; False if that is known already."""
    rows = Delivery.objects.filter(pk=delivery_id).exclude(status=Status.BOUNCED)
    return bool(rows.update(status=Status.BOUNCED, last_error=reason, failure=Failure.PERMANENT))


def _pending(now: datetime) -> QuerySet[Delivery]:
    return _rows().filter(status=Status.PENDING, next_attempt_at__lte=now)


def _abandoned(now: datetime) -> QuerySet[Delivery]:
    return _rows().filter(status=Status.SENDING, claimed_at__lt=now - STUCK_AFTER)


def _rows() -> QuerySet[Delivery]:
    """All rows; while the site is read-only only account mails, so that people can sign in by codes."""
    rows = Delivery.objects.all()
    return rows.filter(kind=Kind.ACCOUNT) if site_state.is_read_only() else rows


def _claim(delivery_id: int) -> bool:
    rows = due().filter(pk=delivery_id)
    return bool(rows.update(status=Status.SENDING, claimed_at=timezone.now(), attempts=F("attempts") + 1))


def _loaded(delivery_id: int) -> tuple[Delivery, Notification]:
    """A claimed row with what it tells."""
    rows = Delivery.objects.select_related(*_RELATED)
    row = rows.get(pk=delivery_id)
    if row.notification is None:
        adopt(row)
        row = rows.get(pk=delivery_id)
    assert row.notification is not None
    return row, row.notification


def drop_reason(row: Delivery) -> str | None:
    """Why a delivery is not needed any more; None if it must be sent."""
    if not row.address:
        return "whom it was to is forgotten"
    notification, channel = notification_of(row), find_channel(row.channel)
    if row.kind == Kind.DIGEST and all(drop_reason(waiting) for waiting in bundling.waiting_for(row)):
        return "nothing is left to tell"
    return relevance.drop_reason(notification) or (channel.drop_reason(row, notification) if channel else None)


def _hold(row: Delivery, until: datetime, **more: object) -> None:
    """Put a row off without counting an attempt."""
    held = row.content | {pacing.HELD: True} | more
    _mark(row, Status.PENDING, next_attempt_at=until, attempts=row.attempts - 1, content=held)


def _handle_failure(row: Delivery, channel: Channel, error: Exception) -> None:
    """Handle a failure, as the channel judges it."""
    verdict = channel.judge(row, error)
    if verdict.unreachable:
        log.info("Delivery %s was refused: nothing arrives at its address.", row.pk)
        _mark(row, Status.DROPPED, last_error=verdict.words, failure=Failure.PERMANENT)
    elif verdict.permanent:
        _give_up(row, verdict.words[:MAX_ERROR])
    else:
        _put_back(row, error, verdict)


def _put_back(row: Delivery, error: Exception, verdict: Verdict) -> None:
    described = f"{type(error).__name__}: {error}"[:MAX_ERROR]
    if row.attempts >= (verdict.max_attempts or settings.MAIL_ATTEMPTS):
        _give_up(row, described)
        return
    wait = min((verdict.first_retry or FIRST_RETRY) * 2 ** (row.attempts - 1), MAX_RETRY_PAUSE)
    log.warning("Delivery %s did not go out, again in %s: %s", row.pk, wait, described, exc_info=error)
    again = timezone.now() + wait
    _mark(row, Status.PENDING, last_error=described, failure=Failure.TEMPORARY, next_attempt_at=again)


def _give_up(row: Delivery, described: str) -> None:
    log.error("Delivery %s is given up after %d attempts: %s", row.pk, row.attempts, described)
    _mark(row, Status.FAILED, last_error=described, failure=Failure.PERMANENT)


def _remember(row: Delivery, **more: object) -> None:
    _own_claim(row).update(content=row.content | more)


def _mark(row: Delivery, status: str, **fields: object) -> None:
    """Store the status of a row that we have claimed.

    The database may have gone away while we talked to the channel's server. Then we wait for it as long as the claim is
    ours: what was sent but not marked would be sent again.
    """
    while True:
        try:
            if not connection.in_atomic_block:
                connection.close_if_unusable_or_obsolete()
            with transaction.atomic():
                if status in (Status.DROPPED, Status.FAILED):
                    fallback.lock(row)
                ours = _own_claim(row).update(status=status, **fields)
                if ours and status == Status.SENT:
                    pacing.mark_notices_told(row)
                if ours and status in (Status.DROPPED, Status.FAILED):
                    fallback.tell_by_mail(row)
                if ours and status != Status.PENDING and row.kind == Kind.ACCOUNT:
                    # Its content can sign somebody in.
                    Notification.objects.filter(deliveries=row.pk).update(content={})
            return
        except (OperationalError, InterfaceError) as error:
            if connection.in_atomic_block or not _is_ours(row):
                raise
            log.warning("Delivery %s is %s, but the database cannot be told: %s", row.pk, status, error)
            time.sleep(BETWEEN_MARKS_S)


def _is_ours(row: Delivery) -> bool:
    return row.claimed_at is not None and timezone.now() < row.claimed_at + STUCK_AFTER


def _own_claim(row: Delivery) -> QuerySet[Delivery]:
    """The row as long as the claim is ours: another worker may have taken it over."""
    return Delivery.objects.filter(pk=row.pk, status=Status.SENDING, attempts=row.attempts)
