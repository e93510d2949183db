"""Time: what is overdue, and what was not anybody's fault."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from games.models import Game, Pulse, Turn
from games.table.course import NUDGE_EXPIRES
from games.table.nudge import THINK, nudge
from games.table.playing import continue_game

LONGEST_PAUSE: Final = timedelta(minutes=2)
"""Between two ticks; a longer one means that we were down."""


def tick() -> None:
    """One sweep of the clock; safe to run as often and as many at a time as one likes."""
    now = timezone.now()
    excuse_downtime(now)
    time_out(now)
    go_on_with_interrupted()


def excuse_downtime(now: datetime) -> None:
    """After a pause of ours, nobody who had time left at its beginning has lost any of it."""
    with transaction.atomic():
        pulse, created = Pulse.objects.select_for_update().get_or_create(pk=1, defaults={"at": now})
        pause = now - pulse.at
        if created or pause <= timedelta():
            return
        if pause > LONGEST_PAUSE:
            running = Turn.objects.filter(status=Turn.Status.OPEN, timed_out=False, deadline__gt=pulse.at)
            running.update(deadline=F("deadline") + pause)
        pulse.at = now
        pulse.save()


def time_out(now: datetime) -> list[int]:
    """Hand every overdue turn to a bot; returns their ids. The person may still answer until the bot has."""
    overdue = Turn.objects.filter(
        status=Turn.Status.OPEN, timed_out=False, deadline__lte=now, game__status=Game.Status.RUNNING
    )
    handed_over = []
    for turn in overdue.select_related("game"):
        with transaction.atomic():
            # Conditions of this row alone: PostgreSQL looks again at these, but not at a joined one, after a wait.
            still_due = Turn.objects.filter(pk=turn.pk, status=Turn.Status.OPEN, timed_out=False, deadline__lte=now)
            if not still_due.update(timed_out=True, nudged_at=now, claimed_at=None, attempts=0):
                continue
            Game.objects.filter(pk=turn.game_id).update(version=F("version") + 1)
            nudge(THINK, turn.pk, NUDGE_EXPIRES.total_seconds())
            handed_over.append(turn.pk)
    return handed_over


def go_on_with_interrupted() -> None:
    """Continue games in which nobody is asked: they stopped at the limit of plies per transaction."""
    stopped = Game.objects.filter(status=Game.Status.RUNNING).exclude(
        turns__in=Turn.objects.filter(status=Turn.Status.OPEN, ahead=False)
    )
    for game_id in stopped.values_list("pk", flat=True):
        continue_game(game_id)
