"""Giving up a seat in a running game."""

from __future__ import annotations

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from games.access import Act
from games.models import Game, OutgoingMail, Seat, Turn
from games.table import audit, entitled
from games.table.course import Course
from games.table.errors import GamePaused, NotRunning, NotSeated
from games.table.locking import locked_game
from prweb.accounts.models import User


def resign(game_id: str, by: User) -> None:
    """A bot takes the person's seat over for the rest of the game; the seat keeps the person's name.

    Raises NoSuchGame, NotRunning, GamePaused, NotSeated (also for whoever has resigned already), Suspended.
    """
    with transaction.atomic():
        game = locked_game(game_id)
        if game.status != Game.Status.RUNNING:
            raise NotRunning
        if game.paused_at is not None:
            raise GamePaused
        entitled.check(Act.RESIGN, by, NotSeated(), game)
        seat = game.seats.filter(user=by, caretaker="").first()
        if seat is None:
            raise NotSeated
        seat.caretaker, seat.caretaker_cause = settings.CARETAKER_LEVEL, Seat.Cause.RESIGNED
        seat.resigned_at = timezone.now()
        seat.save(update_fields=["caretaker", "caretaker_cause", "resigned_at"])
        audit.note(Act.RESIGN, by=by, game=game, seat=seat.index, person=by)
        game.turns.filter(seat=seat).exclude(status=Turn.Status.CLOSED).update(deadline=None)
        OutgoingMail.objects.filter(kind=OutgoingMail.Kind.TURN, seat=seat, status=OutgoingMail.Status.PENDING).update(
            status=OutgoingMail.Status.DROPPED
        )
        course = Course(game, timezone.now())
        course.go_on()
        course.save()
