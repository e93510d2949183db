"""How pages show why a service refused something: as a message, or as an error of the form."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Concatenate, ParamSpec

from django.contrib import messages
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from games.table.errors import Refused

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]


def show_refusals(redirect_to: str | Callable[..., str]) -> Callable[[View[P]], View[P]]:
    """If a service refuses what the view asks it for, another page is shown, with the reason as a message.

    redirect_to: the name of that page's address, or a function that makes the address of the view's arguments.
    """

    def decorate(view: View[P]) -> View[P]:
        @wraps(view)
        def view_or_redirect(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            with refusals_as_messages(request):
                return view(request, *args, **kwargs)
            return redirect(redirect_to if isinstance(redirect_to, str) else redirect_to(*args, **kwargs))

        return view_or_redirect

    return decorate


@contextmanager
def refusals_as_messages(request: HttpRequest) -> Iterator[None]:
    """Within it, a service's refusal becomes a message of the page that is shown next."""
    try:
        yield
    except Refused as refused:
        messages.error(request, str(refused))


@contextmanager
def refusals_as_errors(form: BaseForm, field: str | None = None) -> Iterator[None]:
    """Within it, a service's refusal becomes an error of the form (field None: of the whole form)."""
    try:
        yield
    except Refused as refused:
        form.add_error(field, str(refused))
