"""Time: what is overdue, and what was not anybody's fault."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone
from structlog.contextvars import bound_contextvars

from games.live.announcing import count_up
from games.models import Game, Pulse, Turn
from games.table import audit
from games.table.course import NUDGE_EXPIRES
from games.table.locking import lock_running_games, locked_game
from games.table.nudge import THINK, nudge
from games.table.playing import continue_game

TIME_OUT: Final = "time-out"
"""How the audit trail calls what the clock does."""
LONGEST_PAUSE: Final = timedelta(minutes=2)
"""Between two ticks; a longer one means that we were down."""


def tick() -> None:
    """One sweep of the clock; safe to run as often and as many at a time as one likes."""
    now = timezone.now()
    excuse_downtime(now)
    time_out(now)
    go_on_with_interrupted()


def excuse_downtime(now: datetime) -> None:
    """After a pause of ours, nobody who had time left at its beginning has lost any of it.

    Also called before a game is paused or goes on, so that no time is given back twice.
    """
    with transaction.atomic():
        pulse, created = Pulse.objects.select_for_update().get_or_create(pk=1, defaults={"at": now})
        pause = now - pulse.at
        if created or pause <= timedelta():
            return
        if pause > LONGEST_PAUSE:
            lock_running_games()
            _give_back(pulse.at, now)
        pulse.at = now
        pulse.save()


def _give_back(since: datetime, now: datetime) -> None:
    """To everybody the time that ran while we were down: for a turn that opened meanwhile, or at a game that was paused
    meanwhile, a part of it; whoever lets that game go on gives back the rest."""
    live = Turn.objects.filter(status__in=(Turn.Status.OPEN, Turn.Status.ANSWERED), timed_out=False)
    running = live.filter(deadline__gt=since, game__status=Game.Status.RUNNING)
    running.filter(opened_at__lte=since, game__paused_at=None).update(deadline=F("deadline") + (now - since))
    others = running.filter(Q(opened_at__gt=since) | Q(game__paused_at__gt=since)).select_related("game")
    for turn in others:
        began, ended = max(since, turn.opened_at), min(now, turn.game.paused_at or now)
        if ended > began:
            Turn.objects.filter(pk=turn.pk).update(deadline=F("deadline") + (ended - began))


def time_out(now: datetime) -> list[int]:
    """Hand every overdue turn to a bot; returns their ids. The person may still answer until the bot has."""
    overdue = Turn.objects.filter(
        status=Turn.Status.OPEN,
        timed_out=False,
        deadline__lte=now,
        game__status=Game.Status.RUNNING,
        game__paused_at=None,
    )
    handed_over = []
    for turn_id, game_id in overdue.values_list("pk", "game_id"):
        with bound_contextvars(game=game_id, turn=turn_id), transaction.atomic():
            # The game before its turn, like whoever answers: else the two could wait for each other.
            game = locked_game(game_id)
            still_due = Turn.objects.filter(pk=turn_id, status=Turn.Status.OPEN, timed_out=False, deadline__lte=now)
            if game.paused_at is not None or not still_due.update(
                timed_out=True, nudged_at=now, claimed_at=None, attempts=0
            ):
                continue
            count_up(game)
            game.save(update_fields=["version"])
            turn = Turn.objects.select_related("seat__user").get(pk=turn_id)
            audit.note(TIME_OUT, by=None, game=game, seat=turn.seat.index, person=turn.seat.user)
            nudge(THINK, turn_id, NUDGE_EXPIRES.total_seconds())
            handed_over.append(turn_id)
    return handed_over


def go_on_with_interrupted() -> None:
    """Continue games that stopped at the limit of plies per transaction."""
    for game_id in Game.objects.filter(interrupted=True, paused_at=None).values_list("pk", flat=True):
        continue_game(game_id)
