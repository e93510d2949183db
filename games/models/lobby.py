"""What somebody has chosen for the lobby."""

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
