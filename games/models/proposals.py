"""What players propose to each other, and how they vote."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.models.table import Game


class Proposal(models.Model):
    """What a player has proposed to the others. Only games.table.proposals writes it."""

    class Status(models.TextChoices):
        OPEN = "open", pgettext_lazy("status of a proposal", "open")
        ACCEPTED = "accepted", pgettext_lazy("status of a proposal", "accepted")
        REFUSED = "refused", pgettext_lazy("status of a proposal", "refused")
        EXPIRED = "expired", pgettext_lazy("status of a proposal", "expired")
        WITHDRAWN = "withdrawn", pgettext_lazy("status of a proposal", "withdrawn")
        CLOSED = "closed", pgettext_lazy("status of a proposal", "closed")
        """By a moderator, or because the game has ended or nobody who votes is left."""
        VOID = "void", pgettext_lazy("status of a proposal", "not possible any more")

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="proposals", db_index=False)
    kind = models.CharField(max_length=32)
    """A key of games.table.proposals.registry.KINDS."""
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="proposals", verbose_name=_("by")
    )
    parameters = models.JSONField(default=dict, blank=True)
    """What the kind needs to know besides, as its `read` made it: nothing hidden."""
    key = models.CharField(max_length=80, blank=True)
    """The idempotency key under which it was made; empty: none."""
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.OPEN)
    proposed_at = models.DateTimeField()
    open_until = models.DateTimeField()
    """In real time: what is not decided by then has expired."""
    decided_at = models.DateTimeField(null=True, blank=True)
    """When it was no longer open, for whatever reason."""

    class Meta:
        ordering = ["id"]
        verbose_name = _("proposal")
        verbose_name_plural = _("proposals")
        constraints = [
            models.UniqueConstraint(
                fields=["game", "kind"], condition=models.Q(status="open"), name="one_open_proposal_of_a_kind"
            ),
            models.UniqueConstraint(
                fields=["game", "by", "key"], condition=~models.Q(key=""), name="one_proposal_per_key"
            ),
        ]
        indexes = [
            models.Index(fields=["game", "proposed_at"], name="proposals_of_a_game"),
            models.Index(fields=["open_until"], condition=models.Q(status="open"), name="open_proposals"),
        ]

    def __str__(self) -> str:
        return f"proposal {self.pk} ({self.kind}) at {self.game_id}"


class Ballot(models.Model):
    """One person's voice about one proposal. Whether they still have a say is known only from the seats."""

    proposal = models.ForeignKey(Proposal, on_delete=models.CASCADE, related_name="ballots", db_index=False)
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="ballots")
    agrees = models.BooleanField(null=True, blank=True)
    """None: they have not voted."""
    changes = models.PositiveSmallIntegerField(default=0)
    """How often they have changed their mind."""
    voted_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["proposal", "person"], name="one_ballot_per_person")]

    def __str__(self) -> str:
        return f"ballot {self.pk} of proposal {self.proposal_id}"
