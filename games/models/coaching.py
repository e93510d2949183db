"""What the coach shows to somebody who plays against bots only."""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from games.models.table import Seat
from games.models.turns import Turn


class Hint(models.Model):
    """The moves that somebody has asked their coach for (games.table.coach), and those that were found.

    A seat has one row at most, of the question for which it asked last. Only the seat's person may see it.
    """

    turn = models.OneToOneField(Turn, on_delete=models.CASCADE, primary_key=True, related_name="hint")
    """In which it was asked for."""
    seat = models.OneToOneField(Seat, on_delete=models.CASCADE, related_name="hint")
    question = models.CharField(max_length=64)
    """The digest of the position in which the seat decides: the hint is for no other one."""
    searches = models.PositiveSmallIntegerField(default=1)
    """How many searches were asked for in the turn."""
    asked_at = models.DateTimeField(default=timezone.now)
    claimed_at = models.DateTimeField(null=True, blank=True)
    """When a worker last claimed it; stale claims are taken over."""
    attempts = models.PositiveSmallIntegerField(default=0)
    """How many workers have begun to search."""
    moves = models.JSONField(null=True, blank=True)
    """What was found: [{"line", "share", "value"}] (bots.coaching.SensibleMove). None: nothing yet."""

    class Meta:
        indexes = [
            models.Index(fields=["asked_at"], condition=models.Q(moves__isnull=True), name="hints_to_search"),
        ]

    def __str__(self) -> str:
        return f"hint in turn {self.turn_id}"
