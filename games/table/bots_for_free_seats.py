"""Bots that take the seats of an open game after a time that its host has set, so that nobody waits in vain.

They take the seats that are kept for invited people, too; but whoever waits for a seat comes before them. Until
somebody sits there, and in a rated game two people, the bots wait.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

from games.access import Permission
from games.models import Game, Seat
from games.people.models import User
from games.table import audit
from games.table.one_of_many import one_of_many
from games.table.open_games import check_bots, fill_seats, lock_hosted_game, save_new_version
from games.table.rated_games import MIN_PEOPLE
from games.table.waiting_list import give_seats, lock_with_waiting

log = logging.getLogger(__name__)


def choose(game_id: str, by: User, after: timedelta | None, level: str = "") -> None:
    """Let bots of a level take the free seats so long after now; None: not by themselves.

    Raises NoSuchGame, NotHost, NotOpen, Suspended, BadOpening for a time that is not possible.
    """
    if after is not None:
        check_bots(after, level)
    with transaction.atomic():
        game = lock_hosted_game(Permission.FILL, game_id, by)
        game.bots_at, game.bots_level = (None, "") if after is None else (timezone.now() + after, level)
        hours = None if after is None else after / timedelta(hours=1)
        audit.note(Permission.FILL, by=by, game=game, details={"level": game.bots_level, "after hours": hours})
        save_new_version(game)


def fill_due() -> int:
    """Let those who wait, and then bots, take the seats of the games whose time has come; how many games."""
    now = timezone.now()
    people = Seat.objects.filter(game=OuterRef("pk"), user__isnull=False)
    due = Game.objects.filter(Exists(people), status=Game.Status.OPEN, bots_at__lte=now).order_by("bots_at")
    filled = 0
    for game_id in list(due.values_list("pk", flat=True)):
        with one_of_many(game_id, "bots take no seats"):
            filled += _fill(game_id, now)
    return filled


def _fill(game_id: str, now: datetime) -> bool:
    with transaction.atomic():
        game, waiting = lock_with_waiting(game_id)
        if game.status != Game.Status.OPEN or game.bots_at is None or game.bots_at > now:
            return False
        people = game.seats.exclude(user=None).count()
        if people < (MIN_PEOPLE if game.rated else 1):
            return False
        if waiting:
            # Bots would take these seats: nobody keeps them any more.
            game.seats.filter(user=None, bot_level="").update(invited_email="", invited_user=None)
            give_seats(game, waiting)
        if game.status == Game.Status.OPEN:
            fill_seats(game, None, game.bots_level)
    log.info("The free seats of game %s are taken, as it was time for bots.", game_id)
    return True
