"""Errors of the API, all in one format: application/problem+json (RFC 9457)."""

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
from django.utils.translation import gettext_lazy, ngettext
from rest_framework import exceptions
from rest_framework.request import Request
from rest_framework.response import Response

from games.access import Denied
from games.api.dataclass_json import to_json
from games.engine.contract import OptionError
from games.people.scopes import Scope
from games.table import errors, queries
from games.table.answers import Answer
from games.table.errors import Refused
from games.wording import in_words

log = logging.getLogger(__name__)

MEDIA_TYPE: Final = "application/problem+json"


@dataclass(frozen=True)
class ProblemKind:
    """A kind of error."""

    status: int
    title: str | Promise
    meaning: str
    members: Mapping[str, str] = field(default_factory=dict)
    """Its additional JSON members and what they mean."""


PROBLEM_KINDS: Final[Mapping[str, ProblemKind]] = {
    "malformed": ProblemKind(400, gettext_lazy("Malformed request"), "The request cannot be read; detail says why."),
    "invalid": ProblemKind(
        400,
        gettext_lazy("Invalid fields"),
        "Fields of the body or the address are missing, unknown or unfit.",
        {"errors": "for every such field a list of sentences; `non_field_errors` for the whole"},
    ),
    "idempotency-key": ProblemKind(
        400, gettext_lazy("Idempotency key missing"), "This request needs a header Idempotency-Key, which you choose."
    ),
    "not-signed-in": ProblemKind(401, gettext_lazy("Not signed in"), "Send a token that is still valid."),
    "denied": ProblemKind(403, gettext_lazy("Not allowed"), "You are known, but may not do this."),
    "scope": ProblemKind(
        403,
        gettext_lazy("Token may not do that"),
        "Your account may do this, but the token lacks the scope that it needs.",
        {"scope": "the scope that the token lacks: read, play or manage"},
    ),
    "reauthentication": ProblemKind(
        403,
        gettext_lazy("Confirm that it is you"),
        "You must prove again who you are before you can do this.",
        {"url": "the page where you can"},
    ),
    "suspended": ProblemKind(403, gettext_lazy("Suspended"), "Your account can read, but change nothing."),
    "not-found": ProblemKind(404, gettext_lazy("Not found"), "It does not exist, or you must not know that it does."),
    "method": ProblemKind(405, gettext_lazy("Method not allowed"), "This address does not do that."),
    "not-acceptable": ProblemKind(
        406, gettext_lazy("Not acceptable"), "The answer does not exist in the requested format."
    ),
    "conflict": ProblemKind(
        409, gettext_lazy("Not possible now"), "The game or the account is not in the state that this needs."
    ),
    "turn-closed": ProblemKind(
        409,
        gettext_lazy("Turn closed"),
        "The turn was answered, timed out or taken back meanwhile; nothing was changed.",
        {"since": "sentences on what happened since, oldest first"},
    ),
    "question-passed": ProblemKind(
        409, gettext_lazy("Question passed"), "The turn has taken another answer meanwhile: `taken` was not up to date."
    ),
    "too-large": ProblemKind(413, gettext_lazy("Too large"), "The body is longer than the server accepts."),
    "media-type": ProblemKind(415, gettext_lazy("Unsupported media type"), "Send JSON (application/json)."),
    "refused": ProblemKind(
        422,
        gettext_lazy("Refused"),
        "The request is well-formed, but cannot be carried out as it is.",
        {"errors": "by field of the body, where it is one field that is to be changed"},
    ),
    "refused-move": ProblemKind(
        422,
        gettext_lazy("Move refused"),
        "Nothing of the answer could be played, and nothing was changed; the key of it stays bound to this result.",
        {
            "line": "the line that could not be played, as it was sent",
            "legal": "canonical texts of what is possible",
            "legal_complete": "whether that is all; if not, they are examples, of what `options` describes",
            "not_tried": "the lines after it; of a plan, all others",
        },
    ),
    "option": ProblemKind(
        422,
        gettext_lazy("Option refused"),
        "A game cannot be opened with this option.",
        {"errors": "under `options`, by the option's name, why, as in `invalid`"},
    ),
    "throttled": ProblemKind(
        429, gettext_lazy("Too many requests"), "Wait for as many seconds as the header Retry-After says."
    ),
    "server": ProblemKind(500, gettext_lazy("Server error"), "An error of the site; it is logged."),
    "unavailable": ProblemKind(
        503,
        gettext_lazy("Not available now"),
        "The database is away, or this game cannot be read until the staff have looked at it. Wait for as many seconds "
        "as the header Retry-After says.",
    ),
    "read-only": ProblemKind(
        503,
        gettext_lazy("Read-only for now"),
        "The site is being maintained: everything can be read and nothing changed, and nobody's time runs. Wait for as "
        "many seconds as the header Retry-After says, then ask again with the same idempotency key.",
    ),
}

REFUSAL_KINDS: Final[Mapping[type[Refused], str]] = {
    errors.TurnClosed: "turn-closed",
    errors.QuestionPassed: "question-passed",
    errors.NoSuchGame: "not-found",
    errors.NoSuchTurn: "not-found",
    errors.NoSuchAccount: "not-found",
    errors.NoSuchToken: "not-found",
    errors.NoSuchAbsence: "not-found",
    errors.NoSuchSeek: "not-found",
    errors.NoSuchProposal: "not-found",
    errors.NoVote: "denied",
    errors.NoSuchChannel: "not-found",
    errors.NoSuchPerson: "not-found",
    errors.CannotBefriend: "refused",
    errors.CannotBlock: "refused",
    errors.NotYours: "denied",
    errors.NotSeated: "denied",
    errors.NotHost: "denied",
    errors.NotAllowed: "denied",
    errors.BadInvitation: "denied",
    errors.Suspended: "suspended",
    errors.NoSuchSeat: "not-found",
    errors.CannotTakeOver: "denied",
    errors.BadOpening: "refused",
    errors.BadSeek: "refused",
    errors.BadAnswer: "refused",
    errors.BadName: "refused",
    errors.BadAbsence: "refused",
    errors.BadProposal: "refused",
    errors.Silenced: "denied",
    errors.BadReport: "refused",
    errors.BadTalk: "refused",
    errors.NoSuchMessage: "not-found",
    errors.NobodyMet: "not-found",
    errors.NotPossible: "refused",
    errors.BadChannel: "refused",
    errors.NoSuchTournament: "not-found",
    errors.NotOrganiser: "denied",
    errors.BadTournament: "refused",
    errors.CannotInvite: "refused",
}
"""The kinds of the services' refusals; all others are conflicts."""

DRF_PROBLEM_KINDS: Final[Mapping[type[exceptions.APIException], str]] = {
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
    """An error of one of PROBLEM_KINDS, with its detail and additional members."""

    def __init__(self, kind: str, detail: str | Promise, **members: Any) -> None:
        super().__init__(detail)
        self.kind = kind
        self.detail = detail
        self.members = members


class BodyTooLarge(Problem):
    def __init__(self, limit: int) -> None:
        detail = ngettext("A body may have %(most)d byte at most.", "A body may have %(most)d bytes at most.", limit)
        super().__init__("too-large", detail % {"most": limit})


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
    """DRF's exception handler. None: it is not an error of the request, and is raised on."""
    request: Request | None = context.get("request")
    problem = _problem(error, request)
    if problem is None:
        return None
    kind = PROBLEM_KINDS[problem.kind]
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
    """The problem for an error in the site itself."""
    advice = _("Look whether it happened, or ask again with the same idempotency key.")
    return _site_problem("server", f"{_('Something went wrong, which is our fault.')} {advice}")


def unavailable(*, of_game: bool) -> JsonResponse:
    """The problem while the database is away, or for a game whose position cannot be loaded."""
    if of_game:
        return _site_problem("unavailable", _("This game cannot be shown until the staff have looked at it."))
    return _site_problem(
        "unavailable", _("The database is away for a moment: ask again, with the same idempotency key.")
    )


def read_only() -> JsonResponse:
    """The problem for a change while the site is read-only."""
    return _site_problem("read-only", _("The site can only be read for now: nothing was changed. Nobody’s time runs."))


def _site_problem(name: str, detail: str) -> JsonResponse:
    kind = PROBLEM_KINDS[name]
    data = {"type": reverse("api:problem", args=[name]), "title": str(kind.title), "status": kind.status}
    return JsonResponse({**data, "detail": detail}, status=kind.status, content_type=MEDIA_TYPE)


def _problem(error: Exception, request: Request | None) -> Problem | None:
    if isinstance(error, Problem):
        return error
    if isinstance(error, Denied):
        return _denied(error, request)
    if isinstance(error, errors.TurnClosed):
        return Problem("turn-closed", str(error), since=queries.narrate(error.turn.game, error.since))
    if isinstance(error, errors.BadSeats):
        return Problem("refused", str(error), errors={"seats": _of_seats(error)})
    if isinstance(error, Refused):
        return Problem(REFUSAL_KINDS.get(type(error), "conflict"), str(error))
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
    kind = next((kind for known, kind in DRF_PROBLEM_KINDS.items() if isinstance(error, known)), None)
    if kind is not None and isinstance(error, exceptions.APIException):
        return Problem(kind, str(error.detail))
    return None


def _of_seats(error: errors.BadSeats) -> Any:
    """The place of the error in `seats`, in the format of `invalid`."""
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
