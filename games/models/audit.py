"""The audit trail: who did what to games and people. Moves are not in it: their rows are their own trail."""

from __future__ import annotations

from typing import Any, NoReturn

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.table import Game


class AppendOnlyQuerySet(models.QuerySet["AuditEntry"]):
    """Rows are added and never changed."""

    def update(self, **_kwargs: Any) -> NoReturn:
        raise TypeError("The audit trail is append-only.")

    def delete(self) -> NoReturn:
        raise TypeError("The audit trail is append-only.")


class AuditEntry(models.Model):
    """One action or inspection. Only games.table.audit writes it, in the transaction of the action."""

    at = models.DateTimeField()
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.PROTECT,
        related_name="audited_actions",
        verbose_name=_("by"),
    )
    """None: the site itself, or an operator at its console."""
    action = models.CharField(_("action"), max_length=32, db_column="act")
    """A games.access.Permission, or an action of the site itself ("time-out")."""
    game = models.ForeignKey(
        Game, null=True, blank=True, on_delete=models.PROTECT, related_name="audit", verbose_name=_("game")
    )
    seat = models.PositiveSmallIntegerField(_("seat"), null=True, blank=True)
    """The index of the seat that was affected."""
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="audit",
        verbose_name=_("person"),
    )
    """The person who was affected."""
    reason = models.TextField(_("reason"), blank=True)
    details = models.JSONField(_("details"), default=dict, blank=True, encoder=DjangoJSONEncoder)
    """What changed, from and to; never a secret, a hidden part of a position or a mail token."""

    objects = AppendOnlyQuerySet.as_manager()

    class Meta:
        ordering = ["-pk"]
        indexes = [models.Index(fields=["action", "at"]), models.Index(fields=["at"])]
        verbose_name = _("audit entry")
        verbose_name_plural = _("audit trail")

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.action}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self.pk is not None:
            raise TypeError("The audit trail is append-only.")
        super().save(*args, **kwargs)

    def delete(self, *_args: Any, **_kwargs: Any) -> NoReturn:
        raise TypeError("The audit trail is append-only.")
