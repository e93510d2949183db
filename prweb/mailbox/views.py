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
from prweb.mailbox.stored_mails import (
    ListenerUnreachable,
    StoredMail,
    compose_answer,
    list_mails,
    read_mail,
    send_answer,
)

MAILS_PER_PAGE = 100

View = Callable[..., HttpResponse]


def loopback_required(view: View) -> View:
    """Everybody's mail can be read here: only from the loopback interface, and only if no real mail is sent."""

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


@loopback_required
@require_safe
def mailbox(request: HttpRequest) -> HttpResponse:
    mails = list_mails()
    person = request.GET.get("person", "")
    shown = [mail for mail in mails if not person or mail.person == person]
    context = {
        "people": sorted(Counter(mail.person for mail in mails).items()),
        "person": person,
        "mails": shown[:MAILS_PER_PAGE],
        "older": max(0, len(shown) - MAILS_PER_PAGE),
        "total": len(mails),
    }
    return render(request, "mailbox/mailbox.html", context)


@loopback_required
@require_http_methods(["GET", "HEAD", "POST"])
def mailbox_mail(request: HttpRequest, key: str) -> HttpResponse:
    """One mail; a POST sends an answer to it, as the person to whom it was sent."""
    shown = _get_mail(key)
    words = request.POST.get("words", "")
    if request.method == "POST":
        try:
            send_answer(compose_answer(shown, words))
        except ListenerUnreachable as error:
            messages.error(request, str(error))
        else:
            messages.success(request, _("Sent as %(person)s. The reply arrives here.") % {"person": shown.person})
            return redirect(f"{reverse('mailbox')}?person={shown.person}")
    return render(request, "mailbox/mail.html", {"mail": shown, "words": words})


@loopback_required
@require_safe
@xframe_options_sameorigin
def mailbox_mail_html(_request: HttpRequest, key: str) -> HttpResponse:
    """Only the HTML part, in a sandbox: no scripts, no forms, nothing loaded from elsewhere."""
    # A link opens in the whole window: our pages refuse to be shown in a frame.
    response = HttpResponse(_get_mail(key).html.replace("<head>", '<head><base target="_top">', 1))
    response["Content-Security-Policy"] = (
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'self'; form-action 'none'; "
        "frame-ancestors 'self'; "
        "sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation"
    )
    return response


def _get_mail(key: str) -> StoredMail:
    found = read_mail(key)
    if found is None:
        raise Http404(_("There is no such mail."))
    return found
