"""Several workers take what is due at once: each row is taken by one. Real connections in threads, real commits."""

from __future__ import annotations

import pytest

from games.mail import feeder, inbox
from games.models import Delivery, IncomingMail, Notification, Turn
from games.notifications import delivery, outbox
from games.people.models import User
from games.table import bot_queue, hint_queue
from games.table.coach import ask_for_hint, switch_coach
from tests.deliveries import delivery_of
from tests.table.games import bot_turns, bots_play, opened, person_turn
from tests.table.test_races import at_once

pytestmark = pytest.mark.django_db(transaction=True)
WORKERS = 4


def test_mails_that_are_due_are_each_sent_by_one_worker(anna: User) -> None:
    rows = {
        delivery_of(outbox.notify(Notification.Kind.NOTICE, f"cause {number}", person=anna)).pk
        for number in range(WORKERS)
    }
    assert set(at_once(*[delivery.claim_next] * WORKERS)) == rows
    assert delivery.claim_next() is None
    assert set(Delivery.objects.values_list("attempts", flat=True)) == {1}


def test_mails_that_came_are_each_read_by_one_worker(anna: User) -> None:
    token = "a" * 26
    rows = {feeder.store(b"Message-ID: <%d@x>\n\n" % number, token=token, sender="")[0].pk for number in range(WORKERS)}
    assert set(at_once(*[inbox.claim_next] * WORKERS)) == rows
    assert set(IncomingMail.objects.values_list("attempts", flat=True)) == {1}


def test_turns_of_bots_are_each_thought_about_by_one_worker(anna: User) -> None:
    turns = {bot_turns(opened(anna, bots=3, secret="01" * 32))[0].pk for _game in range(WORKERS)}
    assert set(at_once(*[bot_queue.claim_next] * WORKERS)) == turns
    assert set(Turn.objects.filter(pk__in=turns).values_list("attempts", flat=True)) == {1}


def test_of_many_workers_one_gets_the_only_turn(anna: User) -> None:
    (turn,) = bot_turns(opened(anna, bots=3, secret="01" * 32))
    assert sorted(at_once(*[bot_queue.claim_next] * WORKERS), key=str) == [turn.pk, *[None] * (WORKERS - 1)]


def test_a_hint_is_searched_by_one_worker(anna: User) -> None:
    game = opened(anna, bots=1)
    switch_coach(game.pk, anna, on=True)
    bots_play(game)
    turn = person_turn(game)
    ask_for_hint(turn.pk, anna)
    assert sorted(at_once(*[hint_queue.claim_next] * WORKERS), key=str) == [turn.pk, *[None] * (WORKERS - 1)]
