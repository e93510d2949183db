"""The preferences page."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from games.access import Permission
from games.engine import registry
from games.people.sessions import list_sessions, sign_out_elsewhere
from games.permission_required import permission_required
from games.refusals import refusals_as_errors, show_refusals
from games.site_urls import absolute_url
from games.table import api_tokens, days_away, order_changes
from games.table.audit import note
from games.table.errors import Refused
from games.table.mail_addresses import retry_address
from games.table.preferences import set_preferences
from games.table.talk_shown import muted_by
from games.web.forms import AbsenceForm, ChannelForm, PreferencesForm, ProfileShownForm, WhenAwayForm
from games.web.mail_choices_form import MailChoicesForm
from games.web.shown_channels import shown_channels
from games.web.shown_lines import ORDERS, RefusedLines, shown_default_orders
from games.web.visitors import signed_in_user

SIGN_OUT_EVERYWHERE: Final = "sign out everywhere"
"""The word in the audit trail."""


@permission_required(Permission.SET_PREFERENCES)
@require_http_methods(["GET", "HEAD", "POST"])
def preferences(request: HttpRequest) -> HttpResponse:
    user = signed_in_user(request)
    form = PreferencesForm(request.POST or None, instance=user)
    if request.method == "POST":
        if form.is_valid():
            with refusals_as_errors(form, "username"):
                set_preferences(user, **form.preferences())
                with translation.override(user.reading_language):
                    messages.success(request, _("Saved."))
                return redirect("preferences")
        user.refresh_from_db()
    return preferences_page(request, form)


@permission_required(Permission.SET_PREFERENCES)
@require_POST
def default_orders(request: HttpRequest, kind: str) -> HttpResponse:
    """Keeps the standing orders with which the person's seats at games of a kind begin."""
    user, written = signed_in_user(request), request.POST.get("lines", "")
    if kind not in {rules.key for rules in registry.games()}:
        raise Http404
    try:
        order_changes.set_defaults(user, kind, written.splitlines())
    except Refused as refused:
        return preferences_page(
            request, PreferencesForm(instance=user), kind, RefusedLines(ORDERS, str(refused), written)
        )
    messages.success(request, _("Saved."))
    return redirect("preferences")


def preferences_page(
    request: HttpRequest,
    form: PreferencesForm | None = None,
    kind: str = "",
    refused: RefusedLines | None = None,
    *,
    absence_form: AbsenceForm | None = None,
    when_away_form: WhenAwayForm | None = None,
    mail_choices_form: MailChoicesForm | None = None,
    channel_form: ChannelForm | None = None,
    profile_form: ProfileShownForm | None = None,
) -> HttpResponse:
    """kind: that of the game whose standing orders were refused. The forms: those that were refused."""
    user = signed_in_user(request)
    form = form or PreferencesForm(instance=user)
    context = {
        "form": form,
        "absence_form": absence_form or AbsenceForm(),
        "when_away_form": when_away_form or WhenAwayForm(user),
        "profile_form": profile_form or ProfileShownForm(user),
        "mail_choices_form": mail_choices_form or MailChoicesForm(user),
        "absences": days_away.announced(user),
        "absence_days": settings.ABSENCE_DAYS,
        "channels": shown_channels(user, channel_form),
        "orders": shown_default_orders(user, kind, refused),
        "sessions": list_sessions(request, user),
        "tokens": api_tokens.tokens_of(user),
        "muted": muted_by(user),
        "calendar_address": absolute_url(reverse("calendar", args=[user.calendar_key])) if user.calendar_key else "",
    }
    refused_forms = (absence_form, when_away_form, mail_choices_form, channel_form, profile_form)
    is_refused = bool(form.errors or refused or any(refused_forms))
    return render(request, "web/preferences.html", context, status=422 if is_refused else 200)


@permission_required(Permission.SET_PREFERENCES)
@require_POST
def sign_out_everywhere(request: HttpRequest) -> HttpResponse:
    """Ends all sessions but this one; also revokes API tokens if the box is ticked."""
    user = signed_in_user(request)
    sign_out_elsewhere(request, user)
    note(SIGN_OUT_EVERYWHERE, by=user, person=user)
    if request.POST.get("revoke_tokens"):
        api_tokens.revoke_all_tokens(user, "signed out everywhere")
    messages.success(request, _("You are signed out everywhere but here."))
    return redirect("preferences")


@permission_required(Permission.SET_PREFERENCES)
@require_POST
@show_refusals("home")
def mail_again(request: HttpRequest) -> HttpResponse:
    """Sends mails to the person's address again, from which some came back."""
    if retry_address(signed_in_user(request)):
        messages.success(request, _("You get mails at your address again."))
    return redirect("home")
