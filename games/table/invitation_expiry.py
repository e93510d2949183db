"""Expires old invitations: their addresses are deleted, and their seats become free."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from games.database.batches import change_in_batches
from games.live.announcements import bump_version
from games.models import Game, Seat
from games.table import audit
from games.table.waiting_list import give_seats, lock_with_waiting

LAPSED: Final = "invitation lapsed"


def expire_invitations() -> int:
    """Free the seats that were reserved for an address longer than the setting allows: how many.

    One game at a time. In games that were called off only the address is deleted.
    """
    until = timezone.now() - timedelta(days=settings.KEEP_INVITATIONS_DAYS)
    kept = Seat.objects.exclude(invited_email="").filter(game__opened_at__lt=until)
    return change_in_batches(kept, _free_seats_of)


def _free_seats_of(seats: QuerySet[Seat]) -> int:
    return sum(_free_seats(game_id) for game_id in sorted(set(seats.values_list("game_id", flat=True))))


def _free_seats(game_id: str) -> int:
    with transaction.atomic():
        game, waiting = lock_with_waiting(game_id)
        freed = game.seats.exclude(invited_email="").update(invited_email="", invited_user=None)
        if freed and game.status == Game.Status.OPEN:
            audit.note(LAPSED, by=None, game=game, details={"seats": freed})
            bump_version(game)
            game.save(update_fields=["version"])
            give_seats(game, waiting)
        return freed
