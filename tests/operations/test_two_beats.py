"""Two beats, by mistake or by design, do no harm: what is due is done once."""

from __future__ import annotations

from datetime import timedelta

from django.core import mail
from django.utils import timezone
from pytest_django import Settings

from bots.tasks import sweep as bots_sweep
from games.mail.tasks import deliver
from games.mail.tasks import sweep as mail_sweep
from games.models import OutgoingMail, Turn
from games.table.nudge import DELIVER, THINK
from games.table.tasks import sweep as clock_sweep
from prweb.accounts.models import User
from tests.table.games import bot_turns, opened, person_turn

Told = list[tuple[str, int]]


def test_two_clocks_hand_an_overdue_turn_over_once(anna: User, bob: User, sent: Told) -> None:
    game = opened(anna, bob)
    turn = person_turn(game)
    clock_sweep()
    Turn.objects.filter(pk=turn.pk).update(deadline=timezone.now() - timedelta(seconds=1))
    sent.clear()
    clock_sweep()
    clock_sweep()
    assert sent == [(THINK, turn.pk)]


def test_two_sweeps_tell_of_a_forgotten_bot_once(anna: User, sent: Told) -> None:
    game = opened(anna, bots=3, secret="01" * 32)
    (turn,) = bot_turns(game)
    Turn.objects.filter(pk=turn.pk).update(nudged_at=timezone.now() - timedelta(hours=1))
    sent.clear()
    bots_sweep()
    bots_sweep()
    assert sent == [(THINK, turn.pk)]


def test_a_mail_that_two_sweeps_tell_of_goes_out_once(anna: User, bob: User, sent: Told, settings: Settings) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    opened(anna, bob)
    waiting = set(OutgoingMail.objects.values_list("pk", flat=True))
    sent.clear()
    mail_sweep()
    mail_sweep()
    for _task, mail_id in [told for told in sent if told[0] == DELIVER]:
        deliver(mail_id)
    assert len(sent) == 2 * len(waiting)
    assert len(mail.outbox) == len(waiting)
