"""The channels of a person beside mail: setting up, testing, switching on, removing, and which of them tell turns."""

from __future__ import annotations

from typing import Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.access import Permission
from games.endpoints import changes, signing_out
from games.endpoints.faults import in_words
from games.endpoints.testing import send_test
from games.models import Endpoint
from games.people.sessions import browser_in_words
from games.permission_required import permission_required
from games.refusals import refusals_as_errors, show_refusals
from games.web.forms import ChannelForm
from games.web.views.preferences import preferences_page
from games.web.visitors import signed_in_user

_ADD: Final = {Endpoint.Kind.WEBHOOK: changes.add_webhook, Endpoint.Kind.NTFY: changes.add_ntfy}


@permission_required(Permission.SET_PREFERENCES)
@require_POST
@show_refusals("preferences")
def subscribe(request: HttpRequest) -> HttpResponse:
    """Tells the person by the browser that asks for it."""
    given = {name: request.POST.get(name, "") for name in ("address", "p256dh", "auth")}
    name = browser_in_words(request.headers.get("User-Agent", ""))
    made = changes.subscribe_browser(signed_in_user(request), **given, name=name)
    signing_out.remember(request, made.endpoint)
    messages.success(request, _("This browser tells you when it is your turn."))
    return _to_channels()


@permission_required(Permission.SET_PREFERENCES)
@require_POST
def add(request: HttpRequest) -> HttpResponse:
    """Sets up a webhook or a topic of ntfy; the secret of a webhook is shown this once."""
    user, form = signed_in_user(request), ChannelForm(request.POST)
    if form.is_valid():
        chosen = form.cleaned_data
        with refusals_as_errors(form, "address"):
            made = _ADD[Endpoint.Kind(chosen["kind"])](
                user, chosen["address"], name=chosen["name"], tells=chosen["tells"]
            )
            if made.secret:
                return render(request, "web/channel_made.html", {"secret": made.secret})
            messages.success(request, _("Saved."))
            return _to_channels()
    return preferences_page(request, channel_form=form)


@permission_required(Permission.SET_PREFERENCES)
@require_POST
@show_refusals("preferences")
def test(request: HttpRequest, channel_id: int) -> HttpResponse:
    outcome = send_test(signed_in_user(request), channel_id)
    if outcome.arrived:
        messages.success(request, _("The test was accepted. Look whether it has arrived."))
    else:
        messages.error(request, _("The test did not arrive. %(reason)s") % {"reason": in_words(outcome.fault)})
    return _to_channels()


@permission_required(Permission.SET_PREFERENCES)
@require_POST
@show_refusals("preferences")
def switch_on(request: HttpRequest, channel_id: int) -> HttpResponse:
    changes.switch_on(signed_in_user(request), channel_id)
    messages.success(request, _("The channel is switched on."))
    return _to_channels()


@permission_required(Permission.SET_PREFERENCES)
@require_POST
@show_refusals("preferences")
def remove(request: HttpRequest, channel_id: int) -> HttpResponse:
    changes.remove(signed_in_user(request), channel_id)
    messages.success(request, _("The channel is removed."))
    return _to_channels()


@permission_required(Permission.SET_PREFERENCES)
@require_POST
@show_refusals("preferences")
def turns_by_mail(request: HttpRequest) -> HttpResponse:
    """Keeps whether turns come by mail also while another channel tells them."""
    changes.choose_turns_by_mail(signed_in_user(request), request.POST.get("do") == "on")
    messages.success(request, _("Saved."))
    return _to_channels()


def _to_channels() -> HttpResponse:
    return redirect(f"{reverse('preferences')}#channels")
