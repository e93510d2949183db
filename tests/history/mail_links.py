"""What people hold of a stored site besides its database: the links in the mails that went out."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

from django.conf import settings

from games.mail.compose import compose
from games.models import Delivery, Notification, Turn

Kind = Notification.Kind


def links() -> list[dict[str, Any]]:
    """Of some mails of every kind: whose, which kind, about which game and turn, and the paths that they lead to."""
    return [
        {
            "kind": row.kind,
            "person": row.user.username if row.user else "",
            "game": row.game_id,
            "turn": row.turn_id,
            "message_id": row.message_id,
            "paths": _paths(row),
        }
        for kind in Kind
        for row in _some(kind)
    ]


def _some(kind: str) -> list[Delivery]:
    rows = Delivery.objects.filter(kind=kind, game__isnull=False).select_related("user", "game", "turn")
    if kind == Kind.TURN:
        rows = rows.filter(turn__status=Turn.Status.OPEN, turn__timed_out=False, turn__ahead_of_turn=False)
    return list(rows.order_by("-pk")[:4])


def _paths(row: Delivery) -> list[str]:
    """Those of the links that lead to the site, without its address."""
    found = re.findall(r'href="([^"]+)"', compose(row, pictures=False).html)
    site = settings.SITE_URL.rstrip("/")
    return sorted({unescape(link).removeprefix(site) for link in found if link.startswith(site + "/")})
