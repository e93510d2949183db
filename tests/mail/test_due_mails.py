"""In what order mails go out and are read, and that whoever takes one wakes others for the rest."""

from __future__ import annotations

from datetime import timedelta

import pytest
from celery import current_app
from django.core import mail
from django.utils import timezone
from pytest_django import Settings

from games.mail import feeder, inbox
from games.mail.tasks import read
from games.models import Delivery, IncomingMail, Notification, Turn
from games.notifications import delivery, outbox
from games.notifications.tasks import deliver
from games.nudge import DELIVER
from games.people.models import User
from tests.deliveries import delivery_of
from tests.mail.conftest import written

pytestmark = pytest.mark.django_db
Kind, Status = Notification.Kind, Delivery.Status


@pytest.fixture(autouse=True)
def sent_nowhere(settings: Settings) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"


def notices(person: User, number: int) -> list[Delivery]:
    """So many mails that are due, the oldest first."""
    rows = [
        delivery_of(
            outbox.notify(
                Kind.NOTICE,
                f"cause {index}",
                person=person,
                content={"topic": "the weather", "text": "It rains."},
            )
        )
        for index in range(number)
    ]
    for age, row in enumerate(reversed(rows), 1):
        Delivery.objects.filter(pk=row.pk).update(next_attempt_at=timezone.now() - timedelta(minutes=age))
    return rows


def claims() -> list[int]:
    """All that workers take, one after the other."""
    return list(iter(delivery.claim_next, None))


def test_mails_go_out_by_the_time_that_they_were_due(anna: User) -> None:
    rows = notices(anna, 4)
    assert claims() == [row.pk for row in rows]


def test_a_code_and_the_answer_to_a_mail_do_not_wait_behind_a_heap_of_others(anna: User) -> None:
    heap = notices(anna, 20)
    reply = delivery_of(outbox.notify(Kind.REPLY, "mail:1", person=anna))
    code = delivery_of(outbox.notify_account(anna.email, {"text": "123456"}, user=anna, typed=True))
    assert claims() == [reply.pk, code.pk, *(row.pk for row in heap)]


def test_a_mail_that_somebody_sends_is_not_taken_by_another_before_the_claim_is_stale(anna: User) -> None:
    (row,) = notices(anna, 1)
    assert delivery.claim_next() == row.pk
    assert delivery.claim_next() is None
    Delivery.objects.update(claimed_at=timezone.now() - 2 * delivery.STUCK_AFTER)
    assert delivery.claim_next() == row.pk


def test_a_worker_sends_all_that_is_due_and_wakes_others_while_there_is_more(anna: User, sent: list[str]) -> None:
    heap = notices(anna, 3)
    sent.clear()
    deliver()
    assert set(Delivery.objects.filter(pk__in=[row.pk for row in heap]).values_list("status", flat=True)) == {
        Status.SENT
    }
    # Told before the first and the second of three: nobody is woken for nothing.
    assert sent == [DELIVER, DELIVER]


def test_a_worker_whose_time_slice_is_over_leaves_the_rest_to_the_next(
    anna: User, sent: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.due_work.MAX_SLICE_S", 0)
    notices(anna, 2)
    sent.clear()
    deliver()
    assert len(mail.outbox) == 1
    assert sent == [DELIVER, DELIVER]
    deliver()
    assert len(mail.outbox) == 2
    assert sent == [DELIVER, DELIVER]


@pytest.mark.parametrize("name", [deliver.name, read.name])
def test_a_message_of_an_earlier_release_that_names_a_row_is_a_nudge_like_others(
    name: str, anna: User, turn: Turn
) -> None:
    Delivery.objects.all().delete()
    notices(anna, 1)
    stored, _new = feeder.store(written(turn, "help").as_bytes(), token=turn.token, sender="anna@example.org")
    current_app.tasks[name].apply(args=(987654,), throw=True)
    stored.refresh_from_db()
    assert (len(mail.outbox), stored.status) == ((1, "new") if name == DELIVER else (0, "done"))


def test_mails_are_read_as_they_came_and_each_by_one_worker_until_its_claim_is_stale(turn: Turn) -> None:
    came = [
        feeder.store(written(turn, "help").as_bytes(), token=turn.token, sender="anna@example.org")[0].pk
        for _ in range(3)
    ]
    IncomingMail.objects.filter(pk=came[2]).update(received_at=timezone.now() - timedelta(hours=1))
    assert list(iter(inbox.claim_next, None)) == [came[2], came[0], came[1]]
    IncomingMail.objects.filter(pk=came[1]).update(claimed_at=timezone.now() - 2 * inbox.RETRY_AFTER)
    assert inbox.claim_next() == came[1]
    assert inbox.claim_next() is None
