"""Moving the deadlines that run for a person, after something has changed by which their time runs."""

from __future__ import annotations

from collections.abc import Callable

from django.db import transaction
from django.utils import timezone

from games.live.announcements import bump_version
from games.models import Game, SiteClock, Turn
from games.people.models import User
from games.table.locks import lock_game


def move_deadlines_of(person: User, fit: Callable[[int, Game, SiteClock], bool]) -> None:
    """One game after the other. fit: moves the deadline of a turn of a locked game; whether it has moved."""
    waiting = Turn.objects.filter(seat__user=person, status=Turn.Status.OPEN, due__isnull=False, timed_out=False)
    for turn_id, game_id in list(waiting.values_list("pk", "game_id")):
        with transaction.atomic():
            game = lock_game(game_id)
            if fit(turn_id, game, SiteClock.read(timezone.now())):
                bump_version(game)
                game.save(update_fields=["version"])
