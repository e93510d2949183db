"""Errors of the API: all of them in one form, application/problem+json (RFC 9457)."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import ceil
from typing import Any, Final

from django.core.exceptions import PermissionDenied as DjangoPermissionDenied
from django.http import Http404, JsonResponse
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework import exceptions
from rest_framework.request import Request
from rest_framework.response import Response

from games.access import Denied
from games.api.typed import to_json
from games.engine.contract import OptionError
from games.people.scopes import Scope
from games.table import errors, queries
from games.table.answers import Answer
from games.table.errors import Refused
from games.wording import in_words

log = logging.getLogger(__name__)

MEDIA_TYPE: Final = "application/problem+json"


@dataclass(frozen=True)
class Kind:
    """A kind of error: its HTTP status, what it is, and what it tells besides."""

    status: int
    title: str | Promise
    meaning: str
    members: Mapping[str, str] = field(default_factory=dict)


KINDS: Final[Mapping[str, Kind]] = {
    "malformed": Kind(400, gettext_lazy("Malformed request"), "The request cannot be read; detail says why."),
    "invalid": Kind(
        400,
        gettext_lazy("Invalid fields"),
        "Fields of the body or the address are missing, unknown or unfit.",
        {"errors": "for every such field a list of sentences; `non_field_errors` for the whole"},
    ),
    "idempotency-key": Kind(
        400, gettext_lazy("Idempotency key missing"), "This request needs a header Idempotency-Key of your making."
    ),
    "not-signed-in": Kind(401, gettext_lazy("Not signed in"), "Send a token, or one that is still good."),
    "denied": Kind(403, gettext_lazy("Not allowed"), "You are known, but may not do this."),
    "scope": Kind(
        403,
        gettext_lazy("Token may not do that"),
        "Your account may do this, but the token was made without the scope that it takes.",
        {"scope": "the scope that the token lacks: read, play or manage"},
    ),
    "reauthentication": Kind(
        403,
        gettext_lazy("Is it you?"),
        "Whoever is signed in has to prove anew who they are before this can be done.",
        {"url": "the page where they do"},
    ),
    "suspended": Kind(403, gettext_lazy("Suspended"), "Your account can read, but change nothing."),
    "not-found": Kind(404, gettext_lazy("Not found"), "It does not exist, or you must not know that it does."),
    "method": Kind(405, gettext_lazy("Method not allowed"), "This address does not do that."),
    "not-acceptable": Kind(406, gettext_lazy("Not acceptable"), "The answer cannot be given in the format asked for."),
    "conflict": Kind(
        409, gettext_lazy("Not possible now"), "The game or the account is not in the state that this needs."
    ),
    "turn-closed": Kind(
        409,
        gettext_lazy("Turn closed"),
        "The turn was answered, timed out or taken back meanwhile; nothing was changed.",
        {"since": "sentences on what happened since, oldest first"},
    ),
    "question-passed": Kind(
        409, gettext_lazy("Question passed"), "The turn has taken another answer since: `taken` was not up to date."
    ),
    "too-large": Kind(413, gettext_lazy("Too large"), "The body is longer than the server takes."),
    "media-type": Kind(415, gettext_lazy("Unsupported media type"), "Send JSON (application/json)."),
    "refused": Kind(
        422,
        gettext_lazy("Refused"),
        "The request is well-formed, but cannot be carried out as it is.",
        {"errors": "by field of the body, where it is one field that is to be changed"},
    ),
    "refused-move": Kind(
        422,
        gettext_lazy("Move refused"),
        "Nothing of the answer could be played, and nothing was changed; the key of it stays bound to this result.",
        {
            "line": "the line that could not be played, as it was sent",
            "legal": "canonical texts of what is possible",
            "legal_complete": "whether that is all; if not, they are examples, of what `options` describes",
            "not_tried": "the lines after it",
        },
    ),
    "option": Kind(
        422,
        gettext_lazy("Option refused"),
        "A game cannot be opened with this option.",
        {"errors": "under `options`, by the option's name, why, as in `invalid`"},
    ),
    "throttled": Kind(
        429, gettext_lazy("Too many requests"), "Wait for as many seconds as the header Retry-After says."
    ),
    "server": Kind(500, gettext_lazy("Server error"), "It is our fault; it is written down."),
    "unavailable": Kind(
        503,
        gettext_lazy("Not available now"),
        "The database is away, or this game cannot be read until the staff have looked at it. Wait for as many seconds "
        "as the header Retry-After says.",
    ),
    "read-only": Kind(
        503,
        gettext_lazy("Read-only for now"),
        "The site is worked on: everything can be read and nothing changed, and nobody's time runs. Wait for as many "
        "seconds as the header Retry-After says, then ask again with the same idempotency key.",
    ),
}

REFUSALS: Final[Mapping[type[Refused], str]] = {
    errors.TurnClosed: "turn-closed",
    errors.QuestionPassed: "question-passed",
    errors.NoSuchGame: "not-found",
    errors.NoSuchTurn: "not-found",
    errors.NoSuchAccount: "not-found",
    errors.NoSuchToken: "not-found",
    errors.NotYours: "denied",
    errors.NotSeated: "denied",
    errors.NotHost: "denied",
    errors.NotAllowed: "denied",
    errors.BadInvitation: "denied",
    errors.Suspended: "suspended",
    errors.BadOpening: "refused",
    errors.BadAnswer: "refused",
    errors.BadName: "refused",
}
"""All other refusals are conflicts."""

DRF_KINDS: Final[Mapping[type[exceptions.APIException], str]] = {
    exceptions.ParseError: "malformed",
    exceptions.ValidationError: "invalid",
    exceptions.NotAuthenticated: "not-signed-in",
    exceptions.AuthenticationFailed: "not-signed-in",
    exceptions.PermissionDenied: "denied",
    exceptions.NotFound: "not-found",
    exceptions.MethodNotAllowed: "method",
    exceptions.NotAcceptable: "not-acceptable",
    exceptions.UnsupportedMediaType: "media-type",
    exceptions.Throttled: "throttled",
}


class Problem(Exception):
    """An error of a kind, with what is told of it."""

    def __init__(self, kind: str, detail: str | Promise, **members: Any) -> None:
        super().__init__(detail)
        self.kind = kind
        self.detail = detail
        self.members = members


class TooLarge(Problem):
    def __init__(self, most: int) -> None:
        super().__init__("too-large", _("A body may have %(most)d bytes at most.") % {"most": most})


class MissingScope(Problem):
    def __init__(self, scope: Scope) -> None:
        super().__init__("scope", _("This token lacks the scope “%(scope)s”.") % {"scope": scope}, scope=str(scope))


def refused_move(answer: Answer) -> Problem:
    """The problem of an answer of which nothing could be played."""
    assert answer.failed is not None
    failed = answer.failed
    return Problem(
        "refused-move",
        failed.reason,
        line=failed.line,
        legal=list(failed.legal),
        legal_complete=failed.legal_complete,
        not_tried=list(answer.not_tried),
    )


def problem_response(error: Exception, context: Mapping[str, Any]) -> Response | None:
    """What DRF answers an exception of a view with; None: it is no error of the request, and goes up."""
    request: Request | None = context.get("request")
    problem = _problem(error, request)
    if problem is None:
        return None
    kind = KINDS[problem.kind]
    data = {
        "type": reverse("api:problem", args=[problem.kind]),
        "title": str(kind.title),
        "status": kind.status,
        "detail": str(problem.detail),
        **to_json(problem.members),
    }
    headers = {"WWW-Authenticate": "Token"} if problem.kind == "not-signed-in" else {}
    wait: float | None = getattr(error, "wait", None)
    if isinstance(error, exceptions.Throttled) and wait is not None:
        headers["Retry-After"] = str(ceil(wait))
    as_page = getattr(getattr(request, "accepted_renderer", None), "format", "") == "api"
    return Response(data, kind.status, headers=headers, content_type=None if as_page else MEDIA_TYPE)


def server_error() -> JsonResponse:
    """What a program is told of a mistake of ours."""
    asked_anew = _("Look whether it happened, or ask again with the same idempotency key.")
    return _of_ours("server", f"{_('Something went wrong, which is our fault.')} {asked_anew}")


def unavailable(*, of_game: bool) -> JsonResponse:
    """What a program is told while the database is away, or of a game whose position cannot be read."""
    if of_game:
        return _of_ours("unavailable", _("This game cannot be shown until the staff have looked at it."))
    return _of_ours("unavailable", _("The database is away for a moment: ask again, with the same idempotency key."))


def read_only() -> JsonResponse:
    """What a program is told that changes something while the site is only read."""
    return _of_ours("read-only", _("The site can only be read for now: nothing was changed. Nobody’s time runs."))


def _of_ours(name: str, detail: str) -> JsonResponse:
    kind = KINDS[name]
    told = {"type": reverse("api:problem", args=[name]), "title": str(kind.title), "status": kind.status}
    return JsonResponse({**told, "detail": detail}, status=kind.status, content_type=MEDIA_TYPE)


def _problem(error: Exception, request: Request | None) -> Problem | None:
    if isinstance(error, Problem):
        return error
    if isinstance(error, Denied):
        return _denied(error, request)
    if isinstance(error, errors.TurnClosed):
        return Problem("turn-closed", str(error), since=queries.narrated(error.turn.game, error.since))
    if isinstance(error, errors.BadSeats):
        return Problem("refused", str(error), errors={"seats": _of_seats(error)})
    if isinstance(error, Refused):
        return Problem(REFUSALS.get(type(error), "conflict"), str(error))
    if isinstance(error, OptionError):
        reason = in_words(error.message)
        return Problem("option", reason, errors={"options": {error.option: [reason]}})
    if isinstance(error, Http404):
        return Problem("not-found", _("There is nothing here."))
    if isinstance(error, DjangoPermissionDenied):
        return Problem("denied", _("You may not do that."))
    if isinstance(error, exceptions.ValidationError):
        fields = error.detail if isinstance(error.detail, dict) else {"non_field_errors": error.detail}
        return Problem("invalid", _("Some fields are not as they should be."), errors=fields)
    kind = next((kind for known, kind in DRF_KINDS.items() if isinstance(error, known)), None)
    if kind is not None and isinstance(error, exceptions.APIException):
        return Problem(kind, str(error.detail))
    return None


def _of_seats(error: errors.BadSeats) -> Any:
    """Where in `seats` it is, as `invalid` tells it."""
    return [str(error)] if error.seat is None else {str(error.seat): {error.field: [str(error)]}}


def _denied(denied: Denied, request: Request | None) -> Problem:
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return Problem("not-signed-in", _("Sign in with a token to do this."))
    if denied.hidden:
        return Problem("not-found", _("There is nothing here."))
    if user.is_suspended:
        return Problem("suspended", str(errors.Suspended(user)))
    return Problem("denied", _("You may not do that."))
