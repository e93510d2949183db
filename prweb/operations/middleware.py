"""Every request gets an id and one line in the log; all lines logged in it carry its game, turn and person."""

from __future__ import annotations

import logging
import re
import uuid
from collections.abc import Callable, Mapping
from time import perf_counter
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from structlog.contextvars import bind_contextvars, clear_contextvars

from prweb.operations.logs import REQUEST_LOGGER, route_of

log = logging.getLogger(REQUEST_LOGGER)

VALID_ID: Final = re.compile(r"[A-Za-z0-9-]{8,64}")
LOG_FIELDS: Final[Mapping[str, str]] = {"game_id": "game", "turn_id": "turn"}
"""The captured parts of a URL that are bound to log lines, and their names there."""


class RequestLogMiddleware:
    """Comes first. A proxy may give the id (X-Request-ID); the response carries it back."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        given = request.headers.get("X-Request-ID", "")
        request_id = given if VALID_ID.fullmatch(given) else uuid.uuid4().hex
        clear_contextvars()
        bind_contextvars(request=request_id)
        started = perf_counter()
        response = self.get_response(request)
        log.info(
            "request",
            extra={
                "method": request.method,
                "route": route_of(request),
                "status": response.status_code,
                "milliseconds": round((perf_counter() - started) * 1000, 1),
            },
        )
        response["X-Request-ID"] = request_id
        return response

    def process_view(
        self, request: HttpRequest, _view: object, _args: object, captured: Mapping[str, Any]
    ) -> HttpResponse | None:
        """Bind the person and the captured parts, which are known only now."""
        about = {name: captured[part] for part, name in LOG_FIELDS.items() if part in captured}
        person = getattr(getattr(request, "user", None), "pk", None)
        bind_contextvars(**about, **({"user": person} if person is not None else {}))
        return None
