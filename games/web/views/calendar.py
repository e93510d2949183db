"""One's deadlines as a calendar for other programs, and the secret address at which they read it."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.access import Permission
from games.permission_required import permission_required
from games.table import calendar_feeds
from games.web.visitors import signed_in_user


@permission_required(Permission.SEE_CALENDAR)
@require_safe
def calendar(_request: HttpRequest, key: str) -> HttpResponse:
    person = calendar_feeds.owner_of(key)
    if person is None:
        raise Http404
    with translation.override(person.reading_language), timezone.override(ZoneInfo(person.time_zone)):
        written = calendar_feeds.calendar_of(person)
    response = HttpResponse(written, content_type="text/calendar; charset=utf-8")
    response["Cache-Control"] = "private, max-age=300"
    return response


@permission_required(Permission.SET_PREFERENCES)
@require_POST
def address(request: HttpRequest) -> HttpResponse:
    """Makes a new secret address, or revokes the present one."""
    user = signed_in_user(request)
    if request.POST.get("do") == "revoke":
        calendar_feeds.revoke_address(user)
        messages.success(request, _("The address of your calendar leads nowhere any more."))
    else:
        calendar_feeds.new_address(user)
        messages.success(request, _("Your calendar has a new address."))
    return redirect("preferences")
