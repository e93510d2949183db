"""Reminds people of turns, as the clock's sweep finds it: after those parts of their time that they have chosen."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.db import transaction

from games.models import SiteClock
from games.notifications import outbox
from games.table import deadlines
from games.table.locks import lock_game
from games.table.one_of_many import one_of_many

MAX_AT_ONCE: Final = 500
"""In one sweep, so that it ends soon."""


def remind(now: datetime) -> None:
    """Each person once for each part of the time, and never of what they have answered."""
    clock = SiteClock.read(now)
    for turn_id, game_id in deadlines.to_remind(clock).values_list("pk", "game_id")[:MAX_AT_ONCE]:
        with one_of_many(game_id, "somebody is reminded", turn=turn_id), transaction.atomic():
            passed = deadlines.pass_reminder(turn_id, lock_game(game_id), clock)
            if passed is not None:
                turn, percent = passed
                outbox.notify_reminder(turn, percent)
