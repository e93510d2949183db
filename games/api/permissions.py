"""The door of every operation: a view says by `acts` what each of them is, games.access decides."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from games.access import IN_FRONT_OF_A_GAME, SCOPES, Act, require
from games.api.problems import MissingScope, Problem
from games.people.models import ApiToken


class ByAccess(BasePermission):
    """Keeps out whoever may not, where no game is in question; where one is, the view asks as soon as it knows it.

    What a token may not is refused here, whatever it is about.
    """

    def has_permission(self, request: Request, view: Any) -> bool:
        act = act_of(view, request)
        if act is None:
            return True
        if isinstance(request.auth, ApiToken):
            require_scope(act, request.auth)
        if act not in IN_FRONT_OF_A_GAME:
            require(act, request.user)
        return True


def require_scope(act: Act, token: ApiToken) -> None:
    """Raises Problem for what no token may do, MissingScope for what this one may not."""
    scope = SCOPES.get(act)
    if scope is None:
        raise Problem("denied", _("No token may do that: sign in on the pages."))
    if scope not in token.allowed:
        raise MissingScope(scope)


def act_of(view: Any, request: Request) -> Act | None:
    """What a request is about, by the view's `acts` (DRF action or HTTP method -> Act); None: no such operation."""
    acts: Mapping[str, Act] = view.acts
    return acts.get(getattr(view, "action", None) or "") or acts.get(request.method or "")
