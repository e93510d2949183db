"""What people are to be told, and the attempts to tell it: the second table is the queue of what is to be sent.

Only games.notifications writes these tables; games.table.packing moves the rows of ended games into packs and back, as
those of its other tables.
"""

from __future__ import annotations

from typing import Any, ClassVar, Final

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.table import Game, Seat
from games.models.turns import Turn

MAIL: Final = "mail"
"""The key of the channel that every release had."""


class Notification(models.Model):
    """What happened that one person is to be told, written in the transaction that caused it.

    `cause` makes it unique (the turn's id, the incoming mail's id, ...): nobody is told twice of the same cause.
    """

    class Kind(models.TextChoices):
        TURN = "turn", _("your turn")
        START = "start", _("game start")
        END = "end", _("game end")
        INVITATION = "invitation", _("invitation")
        REPLY = "reply", _("answer to a mail")
        NOTICE = "notice", _("notice")
        PROPOSAL = "proposal", _("proposal to vote on")
        ACCOUNT = "account", _("account mail")
        """Mails of allauth: codes, links that confirm an address or set a password, notices of changes."""
        OPERATOR = "operator", _("mail for the operator")
        """A mail that came for the operator, forwarded to them."""
        REMINDER = "reminder", _("reminder")
        """So much of the time for a turn is over as its person wants to be reminded after."""
        DIGEST = "digest", _("all games in one")
        """What was told meanwhile to somebody whose mails come in bundles (games.notifications.bundling)."""
        TALK = "talk", _("table talk")
        """What was said at a table since its person was last told (games.table.talk_telling)."""

    URGENT_KINDS: ClassVar[tuple[str, ...]] = (Kind.ACCOUNT, Kind.REPLY)
    """Kinds that somebody waits for: they are sent before all others."""

    kind = models.CharField(max_length=12, choices=Kind.choices)
    cause = models.CharField(max_length=80)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="notifications",
        db_index=False,
    )
    """Who is told; None for somebody without an account."""
    address = models.EmailField(blank=True)
    """Where it must go: of somebody without an account, or typed by somebody. Empty: wherever the person is reached;
    also once the row is old, or its person's account closed."""
    game = models.ForeignKey(Game, null=True, blank=True, on_delete=models.CASCADE, related_name="notifications")
    seat = models.ForeignKey(Seat, null=True, blank=True, on_delete=models.CASCADE, related_name="notifications")
    turn = models.ForeignKey(Turn, null=True, blank=True, on_delete=models.CASCADE, related_name="notifications")
    content = models.JSONField(default=dict, blank=True)
    """What there is to tell besides the columns above. An account mail has all its text here, secrets included: it is
    shown to nobody, and emptied as soon as the mail was sent or has failed."""
    created_at = models.DateTimeField()

    EMPTY: ClassVar[dict[str, Any]] = {"address": "", "content": {}}
    """The values of a row whose content is deleted."""

    class Meta:
        ordering = ["id"]
        verbose_name = _("notification")
        verbose_name_plural = _("notifications")
        constraints = [
            models.UniqueConstraint(
                fields=["user", "kind", "cause"],
                condition=models.Q(user__isnull=False),
                name="one_notification_per_cause",
            ),
            models.UniqueConstraint(
                fields=["address", "kind", "cause"],
                condition=models.Q(user=None) & ~models.Q(address=""),
                name="one_per_cause_and_address",
            ),
        ]


class Delivery(models.Model):
    """One channel's attempt to tell a notification; claimed, sent and retried outside of the transaction that wrote it.

    Its table has the name that it had when mail was the only channel. `kind`, `reason`, `user`, `game`, `seat` and
    `turn` are copies of the notification's columns: the release before writes and reads nothing else, and its rows
    have no notification until one is made (games.notifications.adoption). So queries go by the copies, and what is
    told of one row is taken from its notification. The next release can do without them.
    """

    class Status(models.TextChoices):
        PENDING = "pending", _("pending")
        SENDING = "sending", _("being sent")
        SENT = "sent", _("sent")
        DROPPED = "dropped", _("no longer needed")
        FAILED = "failed", _("failed")
        BOUNCED = "bounced", _("bounced")
        """It was accepted, and then reported that it cannot be delivered."""

    class Failure(models.TextChoices):
        """Whether the last attempt may be repeated."""

        TEMPORARY = "temporary", _("temporary")
        PERMANENT = "permanent", _("permanent")

    UNSENT: ClassVar[tuple[str, ...]] = (Status.PENDING, Status.SENDING)

    notification = models.ForeignKey(
        Notification, null=True, blank=True, on_delete=models.CASCADE, related_name="deliveries", db_index=False
    )
    """None: a row of the release before, which nobody has adopted yet."""
    channel = models.CharField(max_length=20, default=MAIL, db_default=MAIL)
    """The key of a registered channel (games.notifications.channels)."""
    address = models.EmailField(blank=True, db_column="recipient")
    """Where the channel sends it. Empty once the row is old, or its person's account closed."""

    kind = models.CharField(max_length=12, choices=Notification.Kind.choices)
    reason = models.CharField(max_length=80)
    """The notification's cause."""
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE, related_name="deliveries"
    )
    game = models.ForeignKey(Game, null=True, blank=True, on_delete=models.CASCADE, related_name="deliveries")
    seat = models.ForeignKey(Seat, null=True, blank=True, on_delete=models.CASCADE, related_name="deliveries")
    turn = models.ForeignKey(Turn, null=True, blank=True, on_delete=models.CASCADE, related_name="deliveries")

    content = models.JSONField(default=dict, blank=True)
    """What the channel remembers of what it told, such as the options by their numbers. In rows without a notification
    also what that will have as its content."""
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.PENDING)
    attempts = models.PositiveSmallIntegerField(default=0)
    next_attempt_at = models.DateTimeField()
    claimed_at = models.DateTimeField(null=True, blank=True)
    failure = models.CharField(max_length=9, choices=Failure.choices, blank=True, default="", db_default="")
    """Of the last attempt; empty if it did not fail."""
    last_error = models.TextField(blank=True)
    message_id = models.CharField(max_length=200, unique=True)
    """Fixed when the row is written, so a repeated delivery carries the same one: the Message-ID of a mail, and by it
    other channels can tell a repetition from a second message."""
    provider_id = models.CharField(max_length=200, blank=True, default="", db_default="")
    """What the provider of the channel calls it, if it gives names of its own."""
    subject = models.CharField(max_length=250, blank=True)
    created_at = models.DateTimeField()
    sent_at = models.DateTimeField(null=True, blank=True)

    EMPTY: ClassVar[dict[str, Any]] = {"address": "", "subject": "", "content": {}, "last_error": ""}
    """The values of a row whose content is deleted."""

    class Meta:
        db_table = "games_outgoingmail"
        ordering = ["id"]
        verbose_name = _("delivery")
        verbose_name_plural = _("deliveries")
        constraints = [
            models.UniqueConstraint(
                fields=["kind", "reason", "address"],
                condition=~models.Q(address=""),
                name="one_mail_per_cause",
            )
        ]
        indexes = [
            models.Index(fields=["status", "next_attempt_at"]),
            models.Index(fields=["address", "kind", "created_at"]),
            models.Index(fields=["notification"], name="deliveries_of_a_notification"),
            models.Index(
                fields=["next_attempt_at"],
                condition=models.Q(status="pending", kind__in=("account", "reply")),
                name="mails_waited_for",
            ),
        ]
