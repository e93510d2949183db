"""The responses when the site itself fails: a page for people, an API problem for programs."""

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
_UNAVAILABLE_SQLSTATES: Final = ("08", "40", "53", "55", "57")
"""Classes of PostgreSQL's error codes: connection, serialization, resources, locks, shutdown or cancellation."""
_UNAVAILABLE_SQLITE_ERRORS: Final = ("SQLITE_BUSY", "SQLITE_LOCKED", "SQLITE_CANTOPEN", "SQLITE_IOERR", "SQLITE_FULL")


def server_error(request: HttpRequest) -> HttpResponse:
    """The handler for status 500: Django calls it while it handles the exception."""
    error = sys.exc_info()[1]
    if is_database_unavailable(error):
        return _unavailable(request, DATABASE_WAIT_S, of_game=False)
    if isinstance(error, PositionError):
        # A stored position that cannot be read: an upgrade has paused that game for staff.
        return _unavailable(request, GAME_WAIT_S, of_game=True)
    if _is_api_request(request):
        return problem()
    return HttpResponse(loader.get_template("500.html").render(), status=500)


def is_database_unavailable(error: BaseException | None) -> bool:
    """Whether the error means that the database cannot be reached or is busy, and not that our query is wrong."""
    if not isinstance(error, (OperationalError, InterfaceError)):
        return False
    cause = error.__cause__
    name: str | None = getattr(cause, "sqlite_errorname", None)
    if name is not None:
        return name.startswith(_UNAVAILABLE_SQLITE_ERRORS)
    code: str | None = getattr(cause, "sqlstate", None)
    return code is None or code.startswith(_UNAVAILABLE_SQLSTATES)


def _unavailable(request: HttpRequest, wait_s: int, *, of_game: bool) -> HttpResponse:
    if _is_api_request(request):
        response: HttpResponse = unavailable(of_game=of_game)
    else:
        response = HttpResponse(loader.get_template("503.html").render({"of_game": of_game}), status=503)
    response["Retry-After"] = str(wait_s)
    response["Cache-Control"] = "no-store"
    return response


def _is_api_request(request: HttpRequest) -> bool:
    return request.path_info.startswith("/api/")
