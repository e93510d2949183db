"""Two deliveries of a question that fail at once: real connections in threads, real commits."""

from __future__ import annotations

from threading import Event

import pytest
from django.db import transaction
from django.utils import timezone

from games.endpoints import changes
from games.models import Delivery, Endpoint
from games.notifications import delivery
from games.people.models import User
from tests.endpoints.receiver import Receiver
from tests.table.games import opened, person_turn, player
from tests.table.test_races import Rival, at_once

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_question_whose_last_two_deliveries_fail_at_once_goes_by_mail_once(
    anna: User, bob: User, server: Receiver
) -> None:
    for person in (anna, bob):
        for path in ("/one", "/two"):
            changes.add_webhook(person, server.url(path))
        changes.choose_turns_by_mail(person, False)
    turn = person_turn(opened(anna, bob))
    for endpoint in Endpoint.objects.filter(person=player(turn)):
        changes.remove(player(turn), endpoint.pk)
    Delivery.objects.update(next_attempt_at=timezone.now())
    first, second = Delivery.objects.filter(turn=turn)
    dropped, rival = Event(), Rival()

    def drop_slowly() -> None:
        with transaction.atomic():
            delivery.deliver(first.pk)
            dropped.set()
            rival.let_come()

    def drop() -> None:
        dropped.wait()
        rival.run(lambda: delivery.deliver(second.pk))

    assert at_once(drop_slowly, drop) == [None, None]
    assert list(Delivery.objects.filter(turn=turn).values_list("channel", "status").order_by("pk")) == [
        ("webhook", Delivery.Status.DROPPED),
        ("webhook", Delivery.Status.DROPPED),
        ("mail", Delivery.Status.PENDING),
    ]
