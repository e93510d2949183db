"""When people's time is up: only this module computes and writes `Turn.due`.

All times are times of the site clock (games.models.site_clock), so that this module need not know of outages. Only
the functions that take a game write: the caller holds the game's lock.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import F, QuerySet

from games.models import Game, SiteClock, Turn


def due(now: datetime, limit: timedelta) -> datetime:
    """When the time of a turn is up that opens now."""
    return SiteClock.read(now).time(now) + limit


def extend_due(before: datetime, by: timedelta, at: datetime) -> datetime:
    """`before` with more time. If the time is up already, the new time counts from `at`, the time of the clock."""
    return max(before, at) + by


def after_pause(before: datetime, opened_at: datetime, paused_at: datetime, clock: SiteClock) -> datetime:
    """`before` later by the pause that ends now. A turn that opened in the pause gets back only what it lost.

    The site clock already stood still during outages, so they are not counted again.
    """
    lost = clock.time(clock.now) - clock.time(max(paused_at, opened_at))
    return before + max(lost, timedelta())


def time_of(game: Game, clock: SiteClock) -> datetime:
    """What the site clock shows for a game: for a paused game it stands still."""
    return clock.time(game.paused_at or clock.now)


def give_back_pause(game: Game, paused_at: datetime, clock: SiteClock) -> None:
    """Give the time of a pause that is over back to all turns of the game."""
    stopped = clock.time(paused_at)
    # A take-back of an answer from before the pause can open a closed turn again.
    answered = game.turns.filter(status=Turn.Status.CLOSED, due__gt=stopped, opened_at__lte=paused_at)
    answered.update(due=F("due") + (clock.time(clock.now) - stopped))
    for turn in game.turns.exclude(status=Turn.Status.CLOSED).exclude(due=None):
        assert turn.due is not None
        turn.due = after_pause(turn.due, turn.opened_at, paused_at, clock)
        turn.save(update_fields=["due"])


def overdue(turns: QuerySet[Turn], clock: SiteClock, by: timedelta = timedelta()) -> QuerySet[Turn]:
    """Those of the turns whose time has been up (for `by`) and that no bot was given yet, the longest overdue first."""
    running = turns.filter(status=Turn.Status.OPEN, game__status=Game.Status.RUNNING, game__paused_at=None)
    return running.filter(timed_out=False, due__lte=clock.time(clock.now) - by).order_by("due")
