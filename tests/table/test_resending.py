"""Asking again what a mail server has lost: what is still open, the newest of it, once, with a trail."""

from __future__ import annotations

from datetime import datetime, timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from games.models import AuditEntry, Delivery, Game, Notification, Turn
from games.notifications import outbox
from games.people.models import User
from tests.table.games import opened

pytestmark = pytest.mark.django_db

Status, Kind = Delivery.Status, Notification.Kind


@pytest.fixture
def when() -> datetime:
    """The trouble lasted for an hour from then, yesterday."""
    return timezone.now() - timedelta(days=1)


@pytest.fixture
def asked(anna: User, bob: User, when: datetime) -> Delivery:
    """The mail of an open turn, which the mail server took and lost, among others that ask nothing."""
    opened(anna, bob)
    Delivery.objects.update(status=Status.SENT, sent_at=when + timedelta(minutes=10), attempts=1)
    return Delivery.objects.get(kind=Kind.TURN, turn__status=Turn.Status.OPEN)


def again(when: datetime, *more: str, hours: int = 1) -> str:
    out = StringIO()
    until = when + timedelta(hours=hours)
    call_command("resend_mails", "--since", when.isoformat(), "--until", until.isoformat(), *more, stdout=out)
    return out.getvalue()


def test_what_still_asks_is_sent_again_once_with_a_trail(asked: Delivery, when: datetime) -> None:
    assert "1 questions of open turns and 0 invitations would" in again(when, "--dry-run")
    assert not AuditEntry.objects.filter(action="resend a mail").exists()
    assert "1 questions" in again(when)
    waiting = Delivery.objects.get(status=Status.PENDING)
    assert (waiting.pk, waiting.message_id, waiting.attempts) == (asked.pk, asked.message_id, 0)
    entry = AuditEntry.objects.get(action="resend a mail")
    assert (entry.game_id, entry.reason) == (asked.game_id, "lost by a mail server")
    assert "0 questions" in again(when)
    Delivery.objects.filter(pk=asked.pk).update(status=Status.SENT, sent_at=timezone.now())
    assert "0 questions" in again(when)


@pytest.mark.parametrize("status", [Status.FAILED, Status.BOUNCED])
def test_what_was_refused_then_is_sent_again_too(asked: Delivery, when: datetime, status: str) -> None:
    Delivery.objects.filter(pk=asked.pk).update(status=status, claimed_at=when, sent_at=None)
    assert "1 questions" in again(when)


def test_what_is_not_open_or_not_the_newest_or_of_another_time_is_left(asked: Delivery, when: datetime) -> None:
    assert "0 questions" in again(when - timedelta(days=1))
    newer = outbox.notify(Kind.TURN, "newer", game=asked.game, seat=asked.seat, turn=asked.turn)
    assert newer is not None
    assert "0 questions" in again(when, "--dry-run")
    newer.delete()
    Game.objects.update(paused_at=timezone.now())
    assert "0 questions" in again(when, "--dry-run")
    Game.objects.update(paused_at=None)
    Turn.objects.update(status=Turn.Status.CLOSED)
    assert "0 questions" in again(when)


def test_an_invitation_to_a_free_seat_is_sent_again_and_they_go_one_after_the_other(
    anna: User, asked: Delivery, when: datetime
) -> None:
    assert asked.game is not None
    asked.game.status = Game.Status.OPEN
    game = Game.objects.create(
        kind=asked.game.kind, name="x", host=anna, status=Game.Status.OPEN, opened_at=when, seat_count=3
    )
    for index in range(3):
        seat = game.seats.create(index=index, invited_email=f"x{index}@example.org")
        outbox.notify_invitation(seat)
    Delivery.objects.filter(kind=Kind.INVITATION).update(status=Status.SENT, sent_at=when)
    assert "0 questions of open turns and 2 invitations will" not in again(when, "--limit", "3", "--per-minute", "1")
    waiting = Delivery.objects.filter(status=Status.PENDING).order_by("next_attempt_at")
    times = list(waiting.values_list("next_attempt_at", flat=True))
    assert [later - times[0] for later in times] == [timedelta(minutes=minute) for minute in range(3)]
    assert "0 questions of open turns and 1 invitations will" in again(when)


def test_a_time_that_is_none_or_not_over_is_refused(asked: Delivery, when: datetime) -> None:
    with pytest.raises(CommandError, match="must be in the past"):
        again(when, hours=48)
    with pytest.raises(CommandError, match="must be in the past"):
        again(when, hours=0)
    with pytest.raises(CommandError, match="--since is a time"):
        call_command("resend_mails", "--since", "yesterday", "--until", "2026-01-01T00:00")
    for named in ("--since", "--until"):
        with pytest.raises(CommandError, match="required"):
            call_command("resend_mails", named, "2026-01-01T00:00")
    assert not Delivery.objects.filter(status=Status.PENDING).exists()
