"""What a game that is over counts for the people who played in it."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.conf import settings
from django.db import models

from games.models.seat_holders import SeatHolder
from games.models.table import Game

ANSWER_TIMES: Final = (
    timedelta(minutes=5),
    timedelta(minutes=15),
    timedelta(hours=1),
    timedelta(hours=3),
    timedelta(hours=6),
    timedelta(hours=12),
    timedelta(days=1),
    timedelta(days=2),
    timedelta(days=3),
    timedelta(days=7),
)
"""The upper bounds of the classes in which times to answer are counted; the last class has none."""


class PlayedGame(models.Model):
    """One person at one game that is over. Only games.table.played_games writes it, when the game ends.

    Somebody who has lost their seat to another person has a row from then on, as they may not know when it ends.

    Programs and guests have none. The rows of somebody whose account is closed stay, without a name, for the others.
    """

    ABANDONED: Final = frozenset(
        {SeatHolder.Cause.RESIGNED, SeatHolder.Cause.MISSED, SeatHolder.Cause.VOTED, SeatHolder.Cause.LEFT}
    )
    """Causes by which somebody leaves a game that others have to play on without them."""

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="games_played", db_index=False
    )
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="played", db_index=False)
    kind = models.CharField(max_length=32)
    """The engine's key of the game in games.engine.registry."""
    players = models.PositiveSmallIntegerField()
    """The number of seats."""
    other_people = models.PositiveSmallIntegerField()
    """How many other people held a seat at the end; all other seats were played by bots or programs."""
    seat = models.PositiveSmallIntegerField()
    rank = models.PositiveSmallIntegerField(null=True, blank=True)
    """None: no result counts for them, because they had left, or the game was called off."""
    shared = models.BooleanField(default=False)
    """Whether others have the same rank."""
    score = models.IntegerField(null=True, blank=True)
    left = models.CharField(max_length=10, blank=True, default="")
    """Why somebody else played in their seat at the end: a SeatHolder.Cause. Empty: nobody did."""
    asked = models.PositiveIntegerField(default=0)
    """Turns in which their time ran."""
    in_time = models.PositiveIntegerField(default=0)
    """Those of them that they answered in time."""
    answer_times = models.JSONField(default=list)
    """How many of these answers took how long: a number for each class of ANSWER_TIMES, and one for those above."""
    picks = models.JSONField(default=list)
    """What they picked (roles), in order, as games.engine.chronicle names it."""
    from_at = models.DateTimeField()
    """Since when they held the seat."""
    to_at = models.DateTimeField()
    ended_at = models.DateTimeField()
    """Of a game that goes on: when the row was written."""

    class Meta:
        ordering = ["pk"]
        indexes = [models.Index(fields=["person", "-ended_at"], name="games_that_somebody_played")]
        constraints = [models.UniqueConstraint(fields=["game", "person"], name="one_played_game_per_person")]

    def __str__(self) -> str:
        return f"{self.person_id} at {self.game_id}"

    @property
    def won(self) -> bool:
        """Alone or together with others."""
        return self.rank == 1

    @property
    def abandoned(self) -> bool:
        return self.left in self.ABANDONED
