"""What somebody has chosen for the lobby, and for which seats they wait."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class LobbyChoices(models.Model):
    """Which open games somebody wants to see, and where programs read them. Only games.table.lobby_games writes it."""

    person = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="lobby_choices")
    narrowing = models.JSONField(default=dict)
    """A games.table.lobby_games.Narrowing; empty: all."""
    feed_key = models.CharField(max_length=26, null=True, unique=True, editable=False)
    """The secret part of the address at which programs read the open games; None: there is none."""

    def __str__(self) -> str:
        return f"lobby of {self.person_id}"


class WaitingPerson(models.Model):
    """That somebody waits for a seat of an open game. games.table.waiting_list writes it; the start ends it."""

    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, related_name="waiting", db_index=False)
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="waiting_for")
    since = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["game", "person"], name="one_place_in_the_line")]

    def __str__(self) -> str:
        return f"{self.person_id} at {self.game_id}"
