"""When people's time is up: the one place that computes and writes it.

All is counted by the site clock (games.models.site_clock), so that none of it knows of outages. Pure but for the
functions that take a game: what they write are rows of its turns, and the caller holds its lock.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import F, QuerySet

from games.models import Game, SiteClock, Turn


def due(now: datetime, limit: timedelta) -> datetime:
    """Of a turn that opens now with so much time."""
    return SiteClock.read(now).time(now) + limit


def extended(before: datetime, by: timedelta, at: datetime) -> datetime:
    """With more time; time that was up counts from the moment that the clock shows (`at`)."""
    return max(before, at) + by


def after_pause(before: datetime, opened_at: datetime, paused_at: datetime, clock: SiteClock) -> datetime:
    """Once a game goes on that stood still since `paused_at`; a turn that opened in the pause has lost only the rest.

    What the site was down meanwhile is the site clock's own affair, and not counted again.
    """
    lost = clock.time(clock.now) - clock.time(max(paused_at, opened_at))
    return before + max(lost, timedelta())


def time_of(game: Game, clock: SiteClock) -> datetime:
    """What the site clock shows in front of a game: in a paused one it stands still."""
    return clock.time(game.paused_at or clock.now)


def give_back_pause(game: Game, paused_at: datetime, clock: SiteClock) -> None:
    """Of a game that goes on, to all whose time stood still."""
    stopped = clock.time(paused_at)
    # A closed turn can be opened again by who takes back what was answered before the pause.
    answered = game.turns.filter(status=Turn.Status.CLOSED, due__gt=stopped, opened_at__lte=paused_at)
    answered.update(due=F("due") + (clock.time(clock.now) - stopped))
    for turn in game.turns.exclude(status=Turn.Status.CLOSED).exclude(due=None):
        assert turn.due is not None
        turn.due = after_pause(turn.due, turn.opened_at, paused_at, clock)
        turn.save(update_fields=["due"])


def overdue(turns: QuerySet[Turn], clock: SiteClock, by: timedelta = timedelta()) -> QuerySet[Turn]:
    """Those of open turns whose time is up (for so long), and that nobody was asked to play for: the longest first."""
    running = turns.filter(status=Turn.Status.OPEN, game__status=Game.Status.RUNNING, game__paused_at=None)
    return running.filter(timed_out=False, due__lte=clock.time(clock.now) - by).order_by("due")
