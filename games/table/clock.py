"""Time: what is overdue, and what was not anybody's fault."""

from __future__ import annotations

import logging
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone
from structlog.contextvars import bound_contextvars

from games.live.announcements import count_up
from games.models import Game, Outage, Pulse, SiteClock, Turn
from games.models.site_clock import MAX_PAUSE
from games.table import audit, deadlines
from games.table.locks import locked_game
from games.table.nudge import THINK, nudge
from games.table.playing import continue_game
from games.table.site_state import ReadOnly

TIME_OUT: Final = audit.TIME_OUT
"""How the audit trail calls what the clock does."""
MAX_AT_ONCE: Final = 500
"""Turns handed over in one sweep, so that it ends soon; the next sweep takes the others."""

logger = logging.getLogger(__name__)


def tick() -> None:
    """One sweep of the clock; safe to run as often and as many at a time as one likes."""
    now = timezone.now()
    if not excuse_downtime(now):
        return
    with suppress(ReadOnly):  # since a moment ago
        time_out(now)
        go_on_with_interrupted()


def excuse_downtime(now: datetime) -> bool:
    """After a pause of ours, nobody who had time left at its beginning has lost any of it.

    One short transaction, however many games there are: the pause is noted, and the site clock has stood still over it.
    Returns whether the clock goes; False: it was told to stand (`stop`).
    """
    with transaction.atomic():
        pulse, created = Pulse.objects.select_for_update().get_or_create(pk=1, defaults={"at": now})
        if pulse.stopped:
            return False
        pause = now - pulse.at
        if created or pause <= timedelta():
            return True
        if pause > MAX_PAUSE:
            _note_outage(pulse, now)
            logger.warning("The clock did not tick for %s: all deadlines are later by that.", pause)
        pulse.at = now
        pulse.save()
        return True


def stop(now: datetime) -> None:
    """Let the site clock stand from now on, for everybody and at once. Within the caller's transaction."""
    excuse_downtime(now)
    Pulse.objects.filter(pk=1).update(stopped=True)


def start(now: datetime) -> None:
    """Let a clock that was stopped go on: nobody has lost the time between. Within the caller's transaction."""
    pulse = Pulse.objects.select_for_update().get(pk=1)
    if now > pulse.at:
        _note_outage(pulse, now)
        pulse.at = now
    pulse.stopped = False
    pulse.save()


def _note_outage(pulse: Pulse, until: datetime) -> None:
    """From the last tick on; the caller saves the pulse."""
    lost = pulse.outage.lost if pulse.outage else timedelta()
    pause = until - pulse.at
    pulse.outage = Outage.objects.create(since=pulse.at, until=until, began=pulse.at - lost, lost=lost + pause)


def time_out(now: datetime) -> list[int]:
    """Hand overdue turns to a bot, so many in one sweep; their ids. The person may still answer until the bot has."""
    clock = SiteClock.read(now)
    overdue = deadlines.overdue(Turn.objects.all(), clock)
    handed_over = []
    for turn_id, game_id in overdue.values_list("pk", "game_id")[:MAX_AT_ONCE]:
        with bound_contextvars(game=game_id, turn=turn_id), transaction.atomic():
            # The game before its turn, like whoever answers: else the two could wait for each other.
            game = locked_game(game_id)
            still_due = deadlines.overdue(Turn.objects.filter(pk=turn_id), clock).order_by()
            if not still_due.update(timed_out=True, nudged_at=now, claimed_at=None, attempts=0):
                continue
            count_up(game)
            game.save(update_fields=["version"])
            turn = Turn.objects.select_related("seat__user").get(pk=turn_id)
            audit.note(TIME_OUT, by=None, game=game, seat=turn.seat.index, person=turn.seat.user)
            nudge(THINK)
            handed_over.append(turn_id)
    return handed_over


def go_on_with_interrupted() -> None:
    """Continue games that stopped at the limit of plies per transaction."""
    for game_id in Game.objects.filter(interrupted=True, paused_at=None).values_list("pk", flat=True):
        try:
            continue_game(game_id)
        except Exception:  # whatever is wrong with one game, the others go on
            logger.exception("Game %s cannot be gone on with.", game_id)
