"""What people report to the staff, and what staff note about people."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.models.table import Game
from games.models.talk import TalkMessage

MAX_WORDS: Final = 1000
"""The longest text of a report, of an answer to it, and of a staff's note, in characters."""


class Report(models.Model):
    """Something that somebody wants staff to look at. Only games.table.reports and moderation.reports write it."""

    class Subject(models.TextChoices):
        MESSAGE = "message", pgettext_lazy("what is reported", "a message")
        PERSON = "person", pgettext_lazy("what is reported", "a person")
        GAME = "game", pgettext_lazy("what is reported", "a game")

    class Reason(models.TextChoices):
        INSULT = "insult", pgettext_lazy("why somebody reports", "insults, threats or hate")
        UNFAIR = (
            "unfair",
            pgettext_lazy("why somebody reports", "unfair play: several accounts, or play by arrangement"),
        )
        STALLING = "stalling", pgettext_lazy("why somebody reports", "plays to annoy the others")
        UNWANTED = "unwanted", pgettext_lazy("why somebody reports", "advertising, or a name or text that offends")
        OTHER = "other", pgettext_lazy("why somebody reports", "something else")

    class Outcome(models.TextChoices):
        OPEN = "", pgettext_lazy("what became of a report", "open")
        ACTED = "acted", pgettext_lazy("what became of a report", "staff have acted")
        NOTHING = "nothing", pgettext_lazy("what became of a report", "no breach of the rules was found")

    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="reports_made",
        db_index=False,
        verbose_name=_("by"),
    )
    """Nobody but staff learns who it is."""
    subject = models.CharField(max_length=8, choices=Subject.choices)
    about = models.CharField(max_length=24, editable=False)
    """The subject and its id: reports of several people about the same thing are decided together."""
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="reports_about"
    )
    """Who is reported, or has said what is reported; None for a game."""
    game = models.ForeignKey(Game, null=True, blank=True, on_delete=models.CASCADE, related_name="reports")
    message = models.ForeignKey(TalkMessage, null=True, blank=True, on_delete=models.SET_NULL, related_name="reports")
    reason = models.CharField(max_length=8, choices=Reason.choices)
    words = models.CharField(max_length=MAX_WORDS, blank=True)
    """What they say about it."""
    quoted = models.JSONField(default=list, blank=True)
    """Of a message: it and those around it, as the reporter could read them. List of {"id", "by", "at", "text"}: the
    message, the id of who said it, when, what."""
    at = models.DateTimeField()
    outcome = models.CharField(max_length=8, choices=Outcome.choices, blank=True, default=Outcome.OPEN)
    answer = models.CharField(max_length=MAX_WORDS, blank=True)
    """What staff tell the reporter besides the outcome."""
    decided_at = models.DateTimeField(null=True, blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )

    class Meta:
        ordering = ["pk"]
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        constraints = [
            models.UniqueConstraint(
                fields=["by", "about"], condition=models.Q(outcome=""), name="one_open_report_per_subject"
            )
        ]
        indexes = [
            models.Index(fields=["at"], condition=models.Q(outcome=""), name="open_reports"),
            models.Index(fields=["decided_at"], name="decided_reports"),
            models.Index(fields=["by", "at"], name="reports_of_a_person"),
        ]

    def __str__(self) -> str:
        return f"report {self.pk} about {self.about}"

    @property
    def notice_cause(self) -> str:
        """The cause of the notice that tells its reporter what came of it."""
        return f"report:{self.pk}"


class PersonNote(models.Model):
    """What staff have noted about somebody for other staff. It goes with the account."""

    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="staff_notes")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    """None: an operator at the console."""
    text = models.CharField(max_length=MAX_WORDS)
    at = models.DateTimeField()

    class Meta:
        ordering = ["-pk"]
        verbose_name = _("note about a person")
        verbose_name_plural = _("notes about people")

    def __str__(self) -> str:
        return f"note {self.pk} about {self.person_id}"
