"""Two beats, by mistake or by design, do no harm: what is due is done once."""

from __future__ import annotations

from datetime import timedelta

from django.core import mail
from django.utils import timezone
from pytest_django import Settings

from bots.tasks import think_for_open_turns
from games.models import Delivery, Turn
from games.notifications.tasks import deliver
from games.nudge import THINK
from games.people.models import User
from games.table.bot_queue import claim_next
from games.table.tasks import sweep as clock_sweep
from tests.table.games import bot_turns, opened, person_turn

SentTasks = list[str]


def test_two_clocks_hand_an_overdue_turn_over_once(anna: User, bob: User, sent: SentTasks) -> None:
    game = opened(anna, bob)
    turn = person_turn(game)
    clock_sweep()
    Turn.objects.filter(pk=turn.pk).update(due=timezone.now() - timedelta(seconds=1))
    sent.clear()
    clock_sweep()
    clock_sweep()
    assert sent == [THINK]


def test_a_turn_that_two_workers_are_nudged_for_is_thought_about_once(anna: User) -> None:
    game = opened(anna, bots=3, secret="01" * 32)
    (turn,) = bot_turns(game)
    assert claim_next() == turn.pk
    think_for_open_turns()
    assert list(bot_turns(game)) == [turn]


def test_mails_that_two_beats_nudge_for_go_out_once(anna: User, bob: User, settings: Settings) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    opened(anna, bob)
    waiting = Delivery.objects.count()
    deliver()
    deliver()
    assert len(mail.outbox) == waiting
