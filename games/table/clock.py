"""The clock's sweep: gives overdue turns to bots, and notes outages, for which nobody loses time."""

from __future__ import annotations

import logging
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy

from games.live.announcements import bump_version
from games.models import ClockTick, Game, Outage, SiteClock, Turn
from games.models.site_clock import MAX_PAUSE
from games.nudge import THINK, nudge
from games.site_state import ReadOnly
from games.table import audit, deadlines, deputies, notices, reminders, vacant_seats
from games.table.locks import lock_game
from games.table.one_of_many import one_of_many
from games.table.playing import continue_game
from games.table.proposals import decisions

TIME_OUT: Final = audit.TIME_OUT
"""The audit word for a turn that the clock gave to a bot."""
EXCUSED: Final = audit.EXCUSED
"""The audit word for a missed deadline that was excused."""
MAX_AT_ONCE: Final = 500
"""Turns that one sweep gives to bots, so that it ends soon; the next sweep takes the others."""

logger = logging.getLogger(__name__)


def tick() -> None:
    """One sweep of the clock. Any number of processes may run it at the same time."""
    now = timezone.now()
    if not excuse_downtime(now):
        return
    with suppress(ReadOnly):  # since a moment ago
        time_out(now)
        reminders.remind(now)
        deputies.change_over()
        decisions.sweep(now)
        continue_interrupted_games()


def excuse_downtime(now: datetime) -> bool:
    """Note that the clock ticked. A long gap since the last tick becomes an `Outage`: the site clock stood still.

    This is one short transaction, however many games there are. Returns False if the clock was stopped (`stop`).
    """
    with transaction.atomic():
        last_tick, created = ClockTick.objects.select_for_update().get_or_create(pk=1, defaults={"at": now})
        if last_tick.stopped:
            return False
        pause = now - last_tick.at
        if created or pause <= timedelta():
            return True
        if pause > MAX_PAUSE:
            _note_outage(last_tick, now)
            logger.warning("The clock did not tick for %s: all deadlines are later by that.", pause)
        last_tick.at = now
        last_tick.save()
        return True


def stop(now: datetime) -> None:
    """Stop the site clock for everybody, within the caller's transaction."""
    excuse_downtime(now)
    ClockTick.objects.filter(pk=1).update(stopped=True)


def start(now: datetime) -> None:
    """Start a stopped site clock again, within the caller's transaction. Nobody loses the time between."""
    last_tick = ClockTick.objects.select_for_update().get(pk=1)
    if now > last_tick.at:
        _note_outage(last_tick, now)
        last_tick.at = now
    last_tick.stopped = False
    last_tick.save()


def _note_outage(last_tick: ClockTick, until: datetime) -> None:
    """Write an outage from the last tick to `until`. The caller saves `last_tick`."""
    lost = last_tick.outage.lost if last_tick.outage else timedelta()
    pause = until - last_tick.at
    last_tick.outage = Outage.objects.create(
        since=last_tick.at, until=until, began=last_tick.at - lost, lost=lost + pause
    )


def time_out(now: datetime) -> list[int]:
    """Give overdue turns to bots, MAX_AT_ONCE in a sweep; their ids. A person may still answer before the bot does."""
    clock = SiteClock.read(now)
    overdue = deadlines.overdue(Turn.objects.all(), clock)
    handed_over = []
    for turn_id, game_id in overdue.values_list("pk", "game_id")[:MAX_AT_ONCE]:
        with one_of_many(game_id, "a turn is overdue", turn=turn_id), transaction.atomic():
            # The game is locked before its turn, as in answers, so that there is no deadlock.
            game = lock_game(game_id)
            if _excuse(turn_id, game, clock) or not deadlines.time_out(turn_id, clock):
                continue
            bump_version(game)
            game.save(update_fields=["version"])
            turn = Turn.objects.select_related("seat__user").get(pk=turn_id)
            audit.note(TIME_OUT, by=None, game=game, seat=turn.seat.index, person=turn.seat.user)
            turn.seat.game = game
            # The bot plays it whatever becomes of the seat.
            with one_of_many(game_id, "a missed deadline is counted", turn=turn_id), transaction.atomic():
                vacant_seats.note_miss(game, turn.seat)
            nudge(THINK)
            handed_over.append(turn_id)
    return handed_over


def _excuse(turn_id: int, game: Game, clock: SiteClock) -> bool:
    """Whether this missed deadline is excused: then the person has time once more, and hears of it."""
    turn = deadlines.excuse(turn_id, game, clock)
    if turn is None or turn.seat.user is None:
        return False
    bump_version(game)
    game.save(update_fields=["version"])
    entry = audit.note(EXCUSED, by=None, game=game, seat=turn.seat.index, person=turn.seat.user)
    notices.write(
        entry,
        turn.seat.user,
        gettext_lazy("time once more"),
        gettext_lazy("Your time in “%(game_name)s” was up. This is excused: you have until %(until)s."),
        game=game,
        seat=turn.seat,
        game_name=game.name,
        until=turn.deadline,
    )
    return True


def continue_interrupted_games() -> None:
    """Continue games that stopped at the limit of plies per transaction."""
    for game_id in Game.objects.filter(interrupted=True, paused_at=None).values_list("pk", flat=True):
        with one_of_many(game_id, "it is continued"):
            continue_game(game_id)
