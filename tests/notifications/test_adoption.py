"""Rows that processes of the release before have written, or left behind: they are told like all others."""

from __future__ import annotations

import json
from datetime import timedelta
from itertools import count

import pytest
from django.core import mail
from django.db import connection
from django.utils import timezone

from games.models import Delivery, Game, Notification, Seat, Turn
from games.notifications import adoption, delivery, outbox
from games.notifications.adoption import adopt_some, notification_of
from games.notifications.dropping import drop_pending
from games.people.models import User
from tests.table.games import opened, person_turn, player

pytestmark = pytest.mark.django_db

Kind, Status = Notification.Kind, Delivery.Status
_numbers = count(1)
INSERT = """
    INSERT INTO games_outgoingmail (kind, reason, recipient, user_id, game_id, seat_id, turn_id, content, status,
                                    attempts, next_attempt_at, last_error, message_id, subject, created_at)
    VALUES (%s, %s, %s, %s, %s, %s, %s, %s, 'pending', 0, %s, '', %s, '', %s)
"""
"""As the release before writes it: without a word of what came later."""


def written_before(
    kind: Notification.Kind,
    reason: str,
    address: str,
    *,
    user: User | None = None,
    seat: Seat | None = None,
    **content: object,
) -> Delivery:
    now, message_id = timezone.now(), f"<{kind}.{next(_numbers)}@before>"
    turn = Turn.objects.filter(pk=reason).first() if kind == Kind.TURN else None
    about = [row.pk if row else None for row in (user, seat.game if seat else None, seat, turn)]
    with connection.cursor() as cursor:
        cursor.execute(INSERT, [kind, reason, address, *about, json.dumps(content), now, message_id, now])
    return Delivery.objects.get(message_id=message_id)


@pytest.fixture
def turn(anna: User, bob: User) -> Turn:
    """An open turn of which nobody has been told yet."""
    game = opened(anna, bob)
    Notification.objects.filter(game=game).delete()
    return person_turn(game)


def of_turn(turn: Turn) -> Delivery:
    person = player(turn)
    return written_before(Kind.TURN, str(turn.pk), person.email, user=person, seat=turn.seat, held=True)


def test_a_row_goes_out_under_its_id_and_gets_its_notification(turn: Turn) -> None:
    row = of_turn(turn)
    assert (row.notification, row.channel, row.failure) == (None, "mail", "")
    delivery.deliver(row.pk)
    row.refresh_from_db()
    assert [sent.extra_headers["Message-ID"] for sent in mail.outbox] == [row.message_id]
    notification = row.notification
    assert notification is not None
    assert (notification.kind, notification.cause, notification.user, notification.turn) == (
        Kind.TURN,
        str(turn.pk),
        player(turn),
        turn,
    )
    assert (notification.address, notification.content, row.status) == ("", {}, Status.SENT)
    assert row.content["held"] is True, "what the channel remembers stays with the delivery"


def test_what_it_says_moves_to_the_notification_and_is_told_as_before(anna: User) -> None:
    row = written_before(Kind.NOTICE, "audit:1", anna.email, user=anna, topic="the weather", text="It rains.")
    assert notification_of(row).content == {"topic": "the weather", "text": "It rains."}
    delivery.deliver(row.pk)
    row.refresh_from_db()
    assert "It rains." in str(mail.outbox[0].body)
    assert row.notification is not None
    assert (row.content, row.notification.content["text"]) == ({"options": []}, "It rains.")


def test_the_same_cause_is_not_told_once_more(turn: Turn) -> None:
    row = of_turn(turn)
    notification = outbox.notify_turn(turn)
    assert notification is not None
    assert list(notification.deliveries.all()) == [row]
    assert outbox.notify_turn(turn) == notification


def test_pending_rows_are_dropped_like_others(turn: Turn) -> None:
    row = of_turn(turn)
    assert drop_pending(turns=[turn.pk], kinds={Kind.TURN}) == 1
    row.refresh_from_db()
    assert row.status == Status.DROPPED


def test_all_rows_get_their_notifications_by_and_by(
    anna: User, bob: User, turn: Turn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(adoption, "MAX_AT_ONCE", 2)
    rows = [of_turn(turn), *(written_before(Kind.NOTICE, "audit:1", who.email, user=who) for who in (anna, bob))]
    rows += [written_before(Kind.ACCOUNT, f"request:{number}", "new@example.org", text="x") for number in range(2)]
    same = written_before(Kind.NOTICE, "audit:1", "earlier@example.org", user=anna)
    forgotten = [written_before(Kind.NOTICE, "audit:2", "") for _number in range(2)]
    assert adopt_some(at_most=3) == 4, "whole steps"
    assert adopt_some() == 4
    assert adopt_some() == 0
    assert not Delivery.objects.filter(notification=None).exists()
    shared = Delivery.objects.get(pk=same.pk).notification
    assert shared == Delivery.objects.get(user=anna, kind=Kind.NOTICE, address=anna.email).notification
    assert Notification.objects.count() == len(rows) + len(forgotten)
    assert Notification.objects.get(cause="request:1").address == "new@example.org"
    assert Game.objects.get().notifications.get(kind=Kind.TURN).user == player(turn)


def test_rows_that_are_adopted_keep_when_they_go_out(turn: Turn) -> None:
    row = of_turn(turn)
    later = timezone.now() + timedelta(hours=1)
    Delivery.objects.filter(pk=row.pk).update(next_attempt_at=later)
    adopt_some()
    row.refresh_from_db()
    assert (row.status, row.next_attempt_at, row.attempts) == (Status.PENDING, later, 0)
