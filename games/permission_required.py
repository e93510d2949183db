"""The decorator of every page: asks `games.access` and turns its refusal into an HTTP response."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from functools import wraps
from typing import Concatenate, ParamSpec

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from rest_framework.permissions import SAFE_METHODS

from games.access import GAME_SCOPED, Denied, Permission, Persona, personas, require
from games.snapshot import snapshot

Parameters = ParamSpec("Parameters")
View = Callable[Concatenate[HttpRequest, Parameters], HttpResponseBase]


def refuse_access(request: HttpRequest, denied: Denied) -> HttpResponseBase:  # noqa: ARG001
    """404 for who must not even know of the game, 403 for everybody else."""
    if denied.hidden:
        raise Http404
    raise PermissionDenied


def permission_required(
    permission: Permission,
    refuse: Callable[[HttpRequest, Denied], HttpResponseBase] = refuse_access,
    *,
    read_permission: Permission | None = None,
    without_database: bool = False,
    in_snapshot: bool = True,
) -> Callable[[View[Parameters]], View[Parameters]]:
    """Lets only those in who have the permission; tests and limits read it as `view.permission`.

    read_permission: the permission for GET, where looking at the page takes less than pressing its button
    (`view.read_permission`; the same as `permission` if not given). without_database: the view reads no database and
    answers while it is away. in_snapshot: False for a view that takes its own snapshot of the database; else the whole
    answer to a GET is read from one.

    A permission about a game (GAME_SCOPED) is checked by the view itself with `require`, as soon as it knows the game;
    its Denied is handled here. Anonymous users are sent to sign in, all others get the response of `refuse`.
    """

    permission_to_read = read_permission or permission

    def decorator(view: View[Parameters]) -> View[Parameters]:
        @wraps(view)
        def wrapper(request: HttpRequest, /, *args: Parameters.args, **kwargs: Parameters.kwargs) -> HttpResponseBase:
            try:
                is_read = request.method in SAFE_METHODS
                needed = permission_to_read if is_read else permission
                with snapshot() if is_read and in_snapshot and not without_database else nullcontext():
                    if needed not in GAME_SCOPED:
                        require(needed, request.user)
                    return view(request, *args, **kwargs)
            except Denied as denied:
                if Persona.ANONYMOUS in personas(request.user):
                    return redirect_to_login(request.get_full_path())
                return refuse(request, denied)

        wrapper.permission, wrapper.read_permission = permission, permission_to_read  # type: ignore[attr-defined]
        return wrapper

    return decorator
