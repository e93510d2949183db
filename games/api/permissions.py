"""The door of every operation: a view says by `acts` what each of them is, games.access decides."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from games.access import IN_FRONT_OF_A_GAME, Act, require


class ByAccess(BasePermission):
    """Keeps out whoever may not, where no game is in question; where one is, the view asks as soon as it knows it."""

    def has_permission(self, request: Request, view: Any) -> bool:
        act = act_of(view, request)
        if act is not None and act not in IN_FRONT_OF_A_GAME:
            require(act, request.user)
        return True


def act_of(view: Any, request: Request) -> Act | None:
    """What a request is about, by the view's `acts` (DRF action or HTTP method -> Act); None: no such operation."""
    acts: Mapping[str, Act] = view.acts
    return acts.get(getattr(view, "action", None) or "") or acts.get(request.method or "")
