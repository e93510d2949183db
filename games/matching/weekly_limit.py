"""How many games a seek finds in a week: how many are left, and since when it waits for the next one."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final

WEEK: Final = timedelta(days=7)


def games_left(found: Collection[datetime], per_week: int | None, now: datetime) -> int:
    """How many games a seek may still find now.

    per_week: at most so many in seven days; None: one, then it ends.
    """
    if per_week is None:
        return 1
    return per_week - sum(at > now - WEEK for at in found)


def waits_since(since: datetime, found: Collection[datetime], per_week: int | None) -> datetime:
    """Since when a seek that waits since then could find a game: it did not wait while it had found all of its week."""
    if per_week is None or len(found) < per_week:
        return since
    last_of_the_week = sorted(found)[-per_week]
    return max(since, last_of_the_week + WEEK)
