"""Checks the permission of every operation of the API, as its view's `permissions` say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from games.access import GAME_SCOPED, SCOPES, Permission, require
from games.api.problems import MissingScope, Problem
from games.people.models import ApiToken


class AccessPermission(BasePermission):
    """Asks games.access before the view runs; if the permission is about a game, the view asks once it knows the game.

    The scopes of a token are always checked here.
    """

    def has_permission(self, request: Request, view: Any) -> bool:
        permission = permission_of(view, request)
        if permission is None:
            return True
        if isinstance(request.auth, ApiToken):
            require_scope(permission, request.auth)
        if permission not in GAME_SCOPED:
            require(permission, request.user)
        return True


def require_scope(permission: Permission, token: ApiToken) -> None:
    """Raises Problem for what no token may do, MissingScope for what this token may not do."""
    scope = SCOPES.get(permission)
    if scope is None:
        raise Problem("denied", _("No token may do that: sign in on the pages."))
    if scope not in token.scope_set:
        raise MissingScope(scope)


def permission_of(view: Any, request: Request) -> Permission | None:
    """The permission that a request needs, from the view's `permissions`; None: there is no such operation."""
    permissions: Mapping[str, Permission] = view.permissions
    return permissions.get(getattr(view, "action", None) or "") or permissions.get(request.method or "")
