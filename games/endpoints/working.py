"""Which endpoints of people work."""

from __future__ import annotations

from django.db.models import QuerySet

from games.endpoints import web_push
from games.models import Endpoint


def working() -> QuerySet[Endpoint]:
    """Those at which people are told: not switched off, and of kinds that the site has."""
    rows = Endpoint.objects.filter(off_at=None)
    return rows if web_push.is_configured() else rows.exclude(kind=Endpoint.Kind.WEB_PUSH)
