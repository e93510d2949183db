"""Pages of the local mailbox, open only from this machine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import wraps
from ipaddress import ip_address
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_http_methods, require_safe

from games.access import Actor, Permission, may
from prweb.mailbox.letters import Letter, ListenerUnreachable, compose_answer, envelopes, letter, send_answer

LETTERS_ON_A_PAGE = 100

View = Callable[..., HttpResponse]


def for_this_machine(view: View) -> View:
    """Everybody's mail can be read here: only from the loopback interface, only where no real mail is sent."""

    @wraps(view)
    def wrapper(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not settings.MAILBOX_PAGES or not may(Permission.READ_LOCAL_MAIL, actor_of(request)):
            raise Http404
        return view(request, *args, **kwargs)

    wrapper.permission = wrapper.read_permission = Permission.READ_LOCAL_MAIL  # type: ignore[attr-defined]
    return wrapper


def actor_of(request: HttpRequest) -> Actor:
    """Requests from this machine itself act as the site (None), all others as their user."""
    try:
        local = ip_address(request.META.get("REMOTE_ADDR", "")).is_loopback
    except ValueError:
        local = False
    return None if local else request.user


@for_this_machine
@require_safe
def mailbox(request: HttpRequest) -> HttpResponse:
    every = envelopes()
    person = request.GET.get("person", "")
    shown = [envelope for envelope in every if not person or envelope.person == person]
    context = {
        "people": sorted(Counter(envelope.person for envelope in every).items()),
        "person": person,
        "letters": shown[:LETTERS_ON_A_PAGE],
        "older": max(0, len(shown) - LETTERS_ON_A_PAGE),
        "total": len(every),
    }
    return render(request, "mailbox/mailbox.html", context)


@for_this_machine
@require_http_methods(["GET", "HEAD", "POST"])
def mailbox_letter(request: HttpRequest, key: str) -> HttpResponse:
    """One letter; a POST sends an answer to it, as the person it was sent to."""
    shown = _letter(key)
    words = request.POST.get("words", "")
    if request.method == "POST":
        try:
            send_answer(compose_answer(shown, words))
        except ListenerUnreachable as trouble:
            messages.error(request, str(trouble))
        else:
            messages.success(request, _("Sent as %(person)s. The reply arrives here.") % {"person": shown.person})
            return redirect(f"{reverse('mailbox')}?person={shown.person}")
    return render(request, "mailbox/letter.html", {"letter": shown, "words": words})


@for_this_machine
@require_safe
@xframe_options_sameorigin
def mailbox_letter_html(_request: HttpRequest, key: str) -> HttpResponse:
    """The HTML part alone, shut in: no scripts, no forms, nothing fetched from anywhere."""
    # A link leads the whole page on: ours refuse to be shown in a frame.
    response = HttpResponse(_letter(key).html.replace("<head>", '<head><base target="_top">', 1))
    response["Content-Security-Policy"] = (
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'self'; form-action 'none'; "
        "frame-ancestors 'self'; "
        "sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation"
    )
    return response


def _letter(key: str) -> Letter:
    found = letter(key)
    if found is None:
        raise Http404(_("There is no such letter."))
    return found
