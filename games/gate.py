"""The door of every page: what games.access decides, as HTTP answers it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from functools import wraps
from typing import Concatenate, Final, ParamSpec

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase

from games.access import IN_FRONT_OF_A_GAME, Act, Denied, Persona, personas, require
from games.table.snapshot import snapshot

Parameters = ParamSpec("Parameters")
View = Callable[Concatenate[HttpRequest, Parameters], HttpResponseBase]

READING: Final = frozenset({"GET", "HEAD", "OPTIONS"})
"""Methods that change nothing."""


def not_for_you(request: HttpRequest, denied: Denied) -> HttpResponseBase:  # noqa: ARG001
    """Who must not even know finds nothing (404), everybody else is told (403)."""
    if denied.hidden:
        raise Http404
    raise PermissionDenied


def demands(
    act: Act,
    refuse: Callable[[HttpRequest, Denied], HttpResponseBase] = not_for_you,
    *,
    to_look: Act | None = None,
    without_database: bool = False,
    in_one_moment: bool = True,
) -> Callable[[View[Parameters]], View[Parameters]]:
    """Says what a view lets one see or do (`view.act`), and keeps out whoever may not.

    to_look: where looking at the page takes less than pressing its button (`view.act_to_look`; else the same).

    Where a game is in question the view asks `require` itself, as soon as it knows the game; Denied is answered here.
    What only reads is answered from one snapshot of the database. without_database: it asks the database nothing, and
    is answered while that is away. in_one_moment: False for a view that sees to the snapshot itself.
    Who is not signed in is asked to do so; what others get, `refuse` says.
    """

    looking = to_look or act

    def guard(view: View[Parameters]) -> View[Parameters]:
        @wraps(view)
        def guarded(request: HttpRequest, /, *args: Parameters.args, **kwargs: Parameters.kwargs) -> HttpResponseBase:
            try:
                reads = request.method in READING
                asked = looking if reads else act
                with snapshot() if reads and in_one_moment and not without_database else nullcontext():
                    if asked not in IN_FRONT_OF_A_GAME:
                        require(asked, request.user)
                    return view(request, *args, **kwargs)
            except Denied as denied:
                if Persona.ANONYMOUS in personas(request.user):
                    return redirect_to_login(request.get_full_path())
                return refuse(request, denied)

        guarded.act, guarded.act_to_look = act, looking  # type: ignore[attr-defined]
        return guarded

    return guard
