"""Where people are told of their turns besides by mail, and whether they still want mails of them.

Only games.endpoints writes these tables.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class Endpoint(models.Model):
    """One place at which a person is told: a browser, a web address of theirs, or a topic of ntfy."""

    class Kind(models.TextChoices):
        """The values are the keys of channels (games.notifications.channels)."""

        WEB_PUSH = "web-push", pgettext_lazy("channel", "browser")
        WEBHOOK = "webhook", pgettext_lazy("channel", "webhook")
        NTFY = "ntfy", pgettext_lazy("channel", "ntfy topic")

    class Tells(models.TextChoices):
        TURNS = "turns", pgettext_lazy("channel", "turns only")
        GAMES = "games", pgettext_lazy("channel", "turns, beginnings, ends, notices and table talk")

    class OffBecause(models.TextChoices):
        FAILURES = "failures", pgettext_lazy("channel", "It failed too often.")
        GONE = "gone", pgettext_lazy("channel", "It answered that it is gone.")

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="endpoints", db_index=False
    )
    kind = models.CharField(max_length=8, choices=Kind.choices)
    name = models.CharField(max_length=40, blank=True)
    """What the person calls it."""
    address = models.CharField(max_length=1000)
    """The URL to which messages are posted. Of browsers and topics it is a secret: whoever knows it can write there."""
    digest = models.CharField(max_length=64)
    """SHA-256 of the address, by which a row is found."""
    keys = models.JSONField(default=dict)
    """For a browser its public key and secret of RFC 8291 ("p256dh", "auth"); for a webhook the secret with which
    messages are signed. Shown to nobody, except the latter once."""
    tells = models.CharField(max_length=5, choices=Tells.choices, default=Tells.TURNS)
    created_at = models.DateTimeField()
    last_success_at = models.DateTimeField(null=True, blank=True)
    failures = models.PositiveSmallIntegerField(default=0)
    """In a row."""
    last_fault = models.CharField(max_length=40, blank=True)
    """Of the newest failure, a word of games.endpoints.faults; empty after a success."""
    off_at = models.DateTimeField(null=True, blank=True)
    """While it is set, nothing is told there."""
    off_because = models.CharField(max_length=8, choices=OffBecause.choices, blank=True)

    class Meta:
        ordering = ["id"]
        verbose_name = _("channel of a person")
        verbose_name_plural = _("channels of people")
        constraints = [
            models.UniqueConstraint(fields=["person", "digest"], name="one_endpoint_per_address"),
            # A browser is of whoever signed up there last.
            models.UniqueConstraint(
                fields=["digest"], condition=models.Q(kind="web-push"), name="one_person_per_browser"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"


class TurnsWithoutMail(models.Model):
    """A person wants no mails of turns as long as another channel tells them."""

    person = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="turns_without_mail"
    )
    since = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("choice of turns without mail")
        verbose_name_plural = _("choices of turns without mail")

    def __str__(self) -> str:
        return f"person {self.person_id}"
