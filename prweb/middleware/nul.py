"""Refuses addresses and forms with a NUL character: nobody types one, and PostgreSQL stores none."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse

_NUL = "\0"


class NulMiddleware:
    """Answers what has a NUL character in its address, or in a field of a form that a page of ours sends, with 400."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self,
        request: HttpRequest,
        view: Callable[..., HttpResponse],
        args: tuple[object, ...],  # noqa: ARG002
        kwargs: dict[str, object],  # noqa: ARG002
    ) -> None:
        # What programs send, such as requests to the API and mails, is answered in their own way.
        if getattr(view, "csrf_exempt", False):
            return
        if _NUL in request.path or _has_nul(request.GET.lists()):
            raise BadRequest("The address has a NUL character.")
        if request.method == "POST" and _has_nul(request.POST.lists()):
            raise BadRequest("The form has a NUL character.")


def _has_nul(fields: Iterable[tuple[str, list[str]]]) -> bool:
    return any(_NUL in text for name, values in fields for text in (name, *map(str, values)))
