"""One search over games, people, mails and the audit trail."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import Q, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.models import AuditEntry, Game, IncomingMail, OutgoingMail
from prweb.accounts.models import User

MOST = 20
"""Of each kind; the admin's table has the rest."""


@dataclass(frozen=True)
class Found:
    """Rows of one kind. kind: the model, for template and admin; more: there are others."""

    title: str | Promise
    kind: str
    app: str
    rows: list[Any]
    more: bool

    @property
    def template(self) -> str:
        return f"staff/rows/{self.kind}.html"

    @property
    def table(self) -> str:
        """The admin's table of this kind."""
        return f"admin:{self.app}_{self.kind}_changelist"


def found(words: str) -> list[Found]:
    """What these words are found in; nothing for none."""
    if not words:
        return []
    games = Game.objects.filter(Q(pk=words.lower()) | Q(name__icontains=words) | Q(seats__user__username__iexact=words))
    people = User.objects.filter(Q(username__icontains=words) | Q(email__icontains=words))
    out = OutgoingMail.objects.filter(Q(recipient__icontains=words) | Q(subject__icontains=words) | Q(message_id=words))
    back = IncomingMail.objects.filter(Q(sender__icontains=words) | Q(outcome__icontains=words))
    trail = AuditEntry.objects.filter(
        Q(reason__icontains=words)
        | Q(act__iexact=words)
        | Q(game=words.lower())
        | Q(actor__username__iexact=words)
        | Q(person__username__iexact=words)
    )
    return [
        _first(_("Games"), games.distinct().prefetch_related("seats__user").order_by("-opened_at")),
        _first(_("People"), people.order_by("username")),
        _first(_("Mails sent"), out.select_related("game", "user").defer("content").order_by("-pk")),
        _first(_("Mails received"), back.select_related("turn__game").defer("raw").order_by("-pk")),
        _first(_("Audit trail"), trail.select_related("actor", "game", "person")),
    ]


def _first(title: str | Promise, rows: QuerySet[Any]) -> Found:
    shown = list(rows[: MOST + 1])
    meta = rows.model._meta
    return Found(title, str(meta.model_name), meta.app_label, shown[:MOST], len(shown) > MOST)
