"""Moving the deadlines that run for a person, after something has changed by which their time runs."""

from __future__ import annotations

from collections.abc import Callable

from django.utils import timezone

from games.live.announcements import bump_version
from games.models import Game, Seat, SiteClock, Turn
from games.people.models import User
from games.table.caps import KEPT_SEATS
from games.table.locks import lock_game


def lock_tables_of(person: User, *more: str) -> list[Game]:
    """Lock all games in which time runs for a person, or may soon, in the order of their ids: no deadlocks.

    The caller has locked the person, so they get no other seat meanwhile; how many they have is bounded
    (games.table.caps). more: ids of further games.
    """
    seats = Seat.objects.filter(KEPT_SEATS, user=person, game__status__in=Game.UNFINISHED)
    return [lock_game(game_id) for game_id in sorted({*seats.values_list("game_id", flat=True), *more})]


def move_deadlines_of(person: User, fit: Callable[[int, Game, SiteClock], bool]) -> None:
    """Move what runs, in the transaction that has changed something and holds the person's lock: all or nothing.

    Turns that are opened meanwhile wait for it, and are opened by what holds then. fit: moves the deadline of a turn of
    a locked game; whether it has moved.
    """
    games = {game.pk: game for game in lock_tables_of(person)}
    clock = SiteClock.read(timezone.now())
    waiting = Turn.objects.filter(seat__user=person, status=Turn.Status.OPEN, due__isnull=False, timed_out=False)
    for turn_id, game_id in list(waiting.filter(game__in=games).order_by("pk").values_list("pk", "game_id")):
        game = games[game_id]
        if fit(turn_id, game, clock):
            bump_version(game)
            game.save(update_fields=["version"])
