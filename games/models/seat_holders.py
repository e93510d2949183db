"""Who played in which seat, from when to when."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import pgettext_lazy

from games.models.table import Game, Seat


class SeatHolder(models.Model):
    """A person or a bot who played in a seat for a while. Only games.table.seat_holders writes it.

    Turns that a bot played for once (after a deadline, as an adviser, while somebody was away) are no rows of their
    own: their moves say so. Games that began before there was this table have rows from their first change on.
    """

    class Cause(models.TextChoices):
        """How they came to play there."""

        START = "start", pgettext_lazy("how somebody came to a seat", "from the start")
        RESIGNED = "resigned", pgettext_lazy("how somebody came to a seat", "after a resignation")
        MISSED = "missed", pgettext_lazy("how somebody came to a seat", "after missed deadlines")
        SUSPENDED = "suspended", pgettext_lazy("how somebody came to a seat", "after a suspension")
        LEFT = "left", pgettext_lazy("how somebody came to a seat", "after an account was closed")
        VOTED = "voted", pgettext_lazy("how somebody came to a seat", "after a vote")
        STAFF = "staff", pgettext_lazy("how somebody came to a seat", "put there by staff")
        RETURNED = "returned", pgettext_lazy("how somebody came to a seat", "has returned")
        TAKEN = "taken", pgettext_lazy("how somebody came to a seat", "has taken it over")

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seat_holders")
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="holders", db_index=False)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="seats_held"
    )
    """None: a bot."""
    level = models.CharField(max_length=32, blank=True)
    """Of a bot; empty for people."""
    cause = models.CharField(max_length=10, choices=Cause.choices)
    from_ply = models.PositiveIntegerField()
    """The number of the first ply that they could decide; what is taken back behind it moves it."""
    from_at = models.DateTimeField()
    to_ply = models.PositiveIntegerField(null=True, blank=True)
    """The number of the first ply of whoever came after; None: they play there still, or did until the end."""
    to_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["seat"], condition=models.Q(to_at__isnull=True), name="one_present_holder_per_seat"
            )
        ]
        indexes = [models.Index(fields=["seat"], name="holders_of_a_seat")]

    def __str__(self) -> str:
        return f"{self.seat_id} from ply {self.from_ply}"
