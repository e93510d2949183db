"""Standing seeks: the games that people wish to play, and what was found for them."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.table import Game


class Seek(models.Model):
    """A game that somebody wishes to play, and with whom. Only games.table.seeks and seek_* write it."""

    class Pause(models.TextChoices):
        """Why it is not matched for now."""

        NONE = "", ""
        PERSON = "person", _("paused by you")
        SILENT = "silent", _("paused because you were not here for a long time")

    WISHES: ClassVar[tuple[str, ...]] = (
        "kind",
        "players",
        "options",
        "shortest",
        "longest",
        "rated",
        "lowest",
        "highest",
        "least_reliability",
        "per_week",
        "most_games",
    )
    """The columns that its person chooses."""

    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="seeks")
    kind = models.CharField(max_length=32)
    """The engine's key in games.engine.registry."""
    players = models.JSONField(default=list)
    """Numbers of players that suit, in order."""
    options = models.JSONField(default=dict)
    """The options that matter to the person, with the value that they want; all others may be anything."""
    shortest = models.DurationField()
    longest = models.DurationField()
    """Between which the time per turn lies."""
    rated = models.BooleanField(null=True, blank=True)
    """None: either."""
    lowest = models.IntegerField(null=True, blank=True)
    highest = models.IntegerField(null=True, blank=True)
    """Between which the ratings of the others lie; None: no bound."""
    least_reliability = models.PositiveSmallIntegerField(default=0)
    """Per cent of turns in time that each of the others has at least; 0: any."""
    per_week = models.PositiveSmallIntegerField(null=True, blank=True)
    """How many games it finds in seven days at most; None: one game, then it ends."""
    most_games = models.PositiveSmallIntegerField()
    """It finds nothing while its person sits at so many games that are not over."""
    made_at = models.DateTimeField()
    waiting_since = models.DateTimeField()
    """Since it was set, taken up again or last found a game; a change keeps it."""
    seen_at = models.DateTimeField()
    """The last sign of its person that is known."""
    paused = models.CharField(max_length=6, choices=Pause.choices, blank=True, default="")

    class Meta:
        ordering = ["pk"]
        indexes = [
            models.Index(fields=["waiting_since"], condition=models.Q(paused=""), name="seeks_that_wait"),
            models.Index(fields=["seen_at"], condition=models.Q(paused=""), name="seeks_by_sign"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} for {self.person_id}"

    def wishes(self) -> dict[str, object]:
        """What its person has chosen, by column."""
        return {name: getattr(self, name) for name in self.WISHES}


class SeekFind(models.Model):
    """That a seek has found a game for its person. It outlives the seek."""

    seek = models.ForeignKey(Seek, null=True, on_delete=models.SET_NULL, related_name="finds", db_index=False)
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seek_finds", db_index=False)
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="seek_finds")
    at = models.DateTimeField()
    waited_since = models.DateTimeField()
    lowest = models.IntegerField(null=True, blank=True)
    highest = models.IntegerField(null=True, blank=True)
    least_reliability = models.PositiveSmallIntegerField(default=0, db_default=0)
    """What the seek asked of the others: it holds for those who come by seeks later, also when the seek has ended."""

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["game", "person"], name="one_find_per_person")]
        indexes = [models.Index(fields=["seek", "at"], name="finds_of_a_seek")]

    def __str__(self) -> str:
        return f"{self.game_id} for {self.person_id}"
