"""Who wants to be friends with whom, and who wants nothing to do with whom."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.db import models

FRIEND_REQUEST: Final = "friend:"
"""Prefix of the causes of notices about requests; the id of whoever asks follows."""


class FriendWish(models.Model):
    """Somebody wants to be friends with somebody else. They are friends when both want it (games.table.friends)."""

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="friend_wishes", db_index=False
    )
    other = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="wished_as_friend")
    since = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["person", "other"], name="one_wish_per_friend")]

    def __str__(self) -> str:
        return f"{self.person_id} wants {self.other_id} as a friend"


class Block(models.Model):
    """Somebody wants nothing to do with somebody else. Only games.table.blocks writes it; games.access.blocks reads."""

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="blocks", db_index=False
    )
    blocked = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="blocked_by")
    """They never learn of it."""
    since = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["person", "blocked"], name="one_block_per_person")]

    def __str__(self) -> str:
        return f"{self.person_id} blocks {self.blocked_id}"
