"""What people say to each other at a table, what they note for themselves, and whom they do not want to hear."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.models.table import Game

MAX_TEXT: Final = 1000
"""The longest text of a message, in characters."""
MAX_NOTE: Final = 4000
"""The longest private note, in characters."""
WITH_WORDS: Final = models.Q(removed_at=None) & ~models.Q(text="")
"""Messages of which there is something to read: neither removed by staff, nor deleted with an account."""


class TalkMessage(models.Model):
    """Something that somebody has said at a table. Only games.table.talk writes it, and staff, who remove it."""

    class Kind(models.TextChoices):
        TEXT = "text", pgettext_lazy("what is said at a table", "text")
        GREETING = "greeting", pgettext_lazy("what is said at a table", "greeting")

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="talk_messages", db_index=False)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="talk_messages",
        db_index=False,
        verbose_name=_("by"),
    )
    seat_index = models.PositiveSmallIntegerField()
    """Where they sat as they said it."""
    kind = models.CharField(max_length=8, choices=Kind.choices, default=Kind.TEXT)
    text = models.CharField(max_length=MAX_TEXT)
    """Of a greeting: its key in games.table.talk_greetings, which is shown in the reader's language."""
    said_at = models.DateTimeField()
    key = models.CharField(max_length=80, blank=True)
    """The idempotency key under which it was said; empty: none."""
    removed_at = models.DateTimeField(null=True, blank=True)
    """When staff removed it: since then nobody but staff reads the text, and a mark stands in its place."""
    removed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )

    class Meta:
        ordering = ["id"]
        verbose_name = _("message at the table")
        verbose_name_plural = _("messages at the table")
        constraints = [
            models.UniqueConstraint(
                fields=["game", "by", "key"], condition=~models.Q(key=""), name="one_message_per_key"
            )
        ]
        indexes = [
            models.Index(fields=["game", "id"], name="talk_of_a_game"),
            models.Index(fields=["by", "said_at"], name="talk_of_a_person"),
        ]

    def __str__(self) -> str:
        return f"message {self.pk} at {self.game_id}"


class PrivateNote(models.Model):
    """What a person has noted for themselves about a game. Nobody else ever reads it, staff included."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="private_notes")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="private_notes", db_index=False
    )
    text = models.CharField(max_length=MAX_NOTE)
    changed_at = models.DateTimeField()

    class Meta:
        verbose_name = _("private note")
        verbose_name_plural = _("private notes")
        constraints = [models.UniqueConstraint(fields=["person", "game"], name="one_note_per_game")]

    def __str__(self) -> str:
        return f"note of {self.person_id} about {self.game_id}"


class MutedPerson(models.Model):
    """Somebody whose messages a person does not want to read. The muted person never learns of it."""

    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="muted_people", db_index=False
    )
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="muted_by")
    since = models.DateTimeField()

    class Meta:
        verbose_name = _("muted person")
        verbose_name_plural = _("muted people")
        constraints = [models.UniqueConstraint(fields=["by", "person"], name="one_mute_per_person")]

    def __str__(self) -> str:
        return f"{self.by_id} mutes {self.person_id}"
