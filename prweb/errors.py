"""What is answered when the site itself fails: a page to people, a problem to programs."""

from __future__ import annotations

import sys
from typing import Final

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.template import loader

from games.api.problems import server_error as problem
from games.api.problems import unavailable
from games.engine.contract import PositionError

DATABASE_WAIT_S: Final = 30
GAME_WAIT_S: Final = 3600
_NOT_NOW: Final = ("08", "40", "53", "55", "57")
"""Classes of PostgreSQL's error codes: connection, serialization, resources, locks, shutting down or cancelled."""
_SQLITE_NOT_NOW: Final = ("SQLITE_BUSY", "SQLITE_LOCKED", "SQLITE_CANTOPEN", "SQLITE_IOERR", "SQLITE_FULL")


def server_error(request: HttpRequest) -> HttpResponse:
    """Django calls it while it handles the exception."""
    error = sys.exc_info()[1]
    if is_away(error):
        return _unavailable(request, DATABASE_WAIT_S, of_game=False)
    if isinstance(error, PositionError):
        # A stored position that cannot be read: an upgrade has paused that game for staff.
        return _unavailable(request, GAME_WAIT_S, of_game=True)
    if _is_program(request):
        return problem()
    return HttpResponse(loader.get_template("500.html").render(), status=500)


def is_away(error: BaseException | None) -> bool:
    """Whether it says that the database cannot be reached or cannot do it now, and not that we asked for nonsense."""
    if not isinstance(error, (OperationalError, InterfaceError)):
        return False
    cause = error.__cause__
    name: str | None = getattr(cause, "sqlite_errorname", None)
    if name is not None:
        return name.startswith(_SQLITE_NOT_NOW)
    code: str | None = getattr(cause, "sqlstate", None)
    return code is None or code.startswith(_NOT_NOW)


def _unavailable(request: HttpRequest, wait_s: int, *, of_game: bool) -> HttpResponse:
    if _is_program(request):
        response: HttpResponse = unavailable(of_game=of_game)
    else:
        response = HttpResponse(loader.get_template("503.html").render({"of_game": of_game}), status=503)
    response["Retry-After"] = str(wait_s)
    response["Cache-Control"] = "no-store"
    return response


def _is_program(request: HttpRequest) -> bool:
    return request.path_info.startswith("/api/")
