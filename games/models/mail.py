"""Mails that came in (the queue of what is to be read), and what is known about mail addresses.

Mails that go out are deliveries (games.models.notifications).
"""

from __future__ import annotations

from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.table import Game
from games.models.turns import Turn


class IncomingMail(models.Model):
    """A raw mail as a feeder stored it; a task reads it later. (token, message_id) is its idempotency key."""

    class Status(models.TextChoices):
        NEW = "new", _("new")
        DONE = "done", _("answered")
        IGNORED = "ignored", _("ignored")
        FAILED = "failed", _("quarantined")
        HELD = "held", _("waits for its sender’s click")

    class Feeder(models.TextChoices):
        """The ways by which mails come in."""

        SMTP = "smtp", _("mail server")
        """Handed to the listener, by SMTP or LMTP."""
        IMAP = "imap", _("mailbox")
        """Fetched from a mailbox."""
        PROVIDER = "provider", _("mail provider")
        """Posted by the provider's webhook."""

    feeder = models.CharField(max_length=8, choices=Feeder.choices, default=Feeder.SMTP, db_default=Feeder.SMTP)
    token = models.CharField(max_length=64)
    message_id = models.CharField(max_length=255)
    sender = models.CharField(max_length=320, blank=True)
    """The envelope sender."""
    raw = models.BinaryField()
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.NEW)
    attempts = models.PositiveSmallIntegerField(default=0)
    claimed_at = models.DateTimeField(null=True, blank=True)
    outcome = models.CharField(max_length=200, blank=True)
    """The result of reading it, a word or sentence for the operator."""
    turn = models.ForeignKey(Turn, null=True, blank=True, on_delete=models.SET_NULL, related_name="incoming_mails")
    received_at = models.DateTimeField()
    read_at = models.DateTimeField(null=True, blank=True)

    EMPTY: ClassVar[dict[str, Any]] = {"raw": b"", "sender": ""}
    """The values of a row whose content is deleted; an outcome with an address is deleted, too."""

    class Meta:
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["token", "message_id"], name="one_row_per_incoming_mail")]
        indexes = [
            models.Index(fields=["status", "received_at"]),
            models.Index(fields=["sender"], condition=~models.Q(sender=""), name="mails_from_an_address"),
        ]


class MailAddress(models.Model):
    """What mail servers have reported about an address; other addresses have no row.

    Written by games.table.mail_addresses only.
    """

    address = models.CharField(max_length=320, unique=True)
    """Lower case, as mail servers know it."""
    undeliverable_since = models.DateTimeField(null=True, blank=True, db_index=True)
    """While it is set no mails go there."""
    reason = models.CharField(max_length=200, blank=True)
    """What the server said, in its own words: shown to the person and to staff."""
    soft_bounces = models.PositiveSmallIntegerField(default=0)
    """Mails that came back for a reason that may pass, since `soft_since`."""
    soft_since = models.DateTimeField(null=True, blank=True)
    retried_at = models.DateTimeField(null=True, blank=True)
    """When the person last asked to send there again, and how often within a day until then."""
    retries = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["address"]
        verbose_name = _("mail address")
        verbose_name_plural = _("mail addresses")

    def __str__(self) -> str:
        return self.address


class MutedGame(models.Model):
    """A person who wants no more mails of one game (the turns still wait, and the clock runs)."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="muted_games", db_index=False
    )
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="mutes")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "game"], name="one_mute_per_game")]


class InvitationOptOut(models.Model):
    """An address that is never invited again, as a keyed digest that games.mail.optout_links makes."""

    digest = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("address that wants no invitations")
        verbose_name_plural = _("addresses that want no invitations")
