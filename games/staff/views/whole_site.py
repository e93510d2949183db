"""The site as a whole: read-only mode, the banner, outages."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from games import site_state
from games.access import Permission
from games.database.paging import CappedPaginator
from games.models import Outage, SiteClock
from games.refusals import refusals_as_errors
from games.staff.decorators import staff_permission_required, staff_user
from games.staff.forms import BannerForm, ReadOnlyForm
from games.table import site_switches

ROWS_PER_PAGE: Final = 100


@staff_permission_required(Permission.SWITCH_READ_ONLY)
@require_http_methods(["GET", "HEAD", "POST"])
def read_only(request: HttpRequest) -> HttpResponse:
    """GET tells what it would do, as the site is now; POST does it."""
    form = ReadOnlyForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        on, minutes = form.cleaned_data["on"], form.cleaned_data["minutes"]
        until = timezone.now() + timedelta(minutes=minutes) if minutes else None
        site_switches.switch_read_only(on, by=staff_user(request), reason=form.cleaned_data["reason"], until=until)
        messages.success(request, _("The site is read-only now.") if on else _("People can play again."))
        return redirect("staff")
    return render(request, "staff/read_only.html", {"form": form, "said": site_state.current_status()})


@staff_permission_required(Permission.ANNOUNCE)
@require_http_methods(["GET", "HEAD", "POST"])
def banner(request: HttpRequest) -> HttpResponse:
    """Sets the banner of every page; an empty text removes it."""
    form = BannerForm(site_state.current_status(), request.POST or None)
    if request.method == "POST" and form.is_valid():
        with refusals_as_errors(form):
            site_switches.set_banner(form.texts(), form.cleaned_data["until"], by=staff_user(request))
            messages.success(
                request, _("Every page shows it.") if any(form.texts().values()) else _("There is no banner any more.")
            )
            return redirect("staff")
    return render(request, "staff/banner.html", {"form": form})


@staff_permission_required(Permission.OPERATE)
@require_safe
def outages(request: HttpRequest) -> HttpResponse:
    """When the site was down, newest first, and how much time everybody got back for it."""
    page = CappedPaginator(Outage.objects.order_by("-pk"), ROWS_PER_PAGE).get_page(request.GET.get("page"))
    rows = [(outage, outage.until - outage.since) for outage in page.object_list]
    return render(request, "staff/outages.html", {"page": page, "rows": rows, "clock": SiteClock.read()})
