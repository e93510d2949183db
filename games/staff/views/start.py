"""The staff's first page: figures with links to their rows, and the search."""

from __future__ import annotations

from typing import Final

from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.access import ALLOWED, Permission, Persona
from games.access.reports import visible_deliveries, visible_reports
from games.database.paging import CappedPaginator
from games.models import AuditEntry, Delivery, Game, Heartbeat, Report, SharedTraces
from games.staff.decorators import staff_permission_required, staff_user
from games.staff.forms import SearchForm
from games.staff.search import MIN_PART_LENGTH, search_everything
from games.table import figures, shared_traces
from games.table.moderation.mail_resend import TOGETHER

ROWS_PER_PAGE: Final = 100
MAX_RECENT_ACTIONS: Final = 15
STAFF_PERMISSIONS: Final = [permission for permission, allowed in ALLOWED.items() if Persona.ADMINISTRATOR in allowed]
"""What only staff do: the first page lists these audit entries, not those of players."""


@staff_permission_required(Permission.MODERATE)
@require_safe
def start(request: HttpRequest) -> HttpResponse:
    now = timezone.now()
    context = {
        "figures": [
            (figure, count, figure.label(count), figure.oldest(now))
            for figure in figures.FIGURES
            for count in (figure.count(now),)
        ],
        "heartbeats": Heartbeat.objects.all(),
        "silent_since": now - figures.HEARTBEAT_LATE,
        "staff_actions": _recent_staff_actions(),
    }
    return render(request, "staff/start.html", context)


def _recent_staff_actions() -> QuerySet[AuditEntry]:
    """One query for each permission: a query for all of them would read past everything that players did since."""
    # A suspension also leaves an entry in each game of the person.
    at_their_games = Q(action__in=(Permission.SUSPEND, Permission.REINSTATE), game__isnull=False)
    # One entry stands for all mails that were sent again together.
    with_others = Q(action=Permission.RESEND, details__has_key=TOGETHER)
    entries = (
        AuditEntry.objects.exclude(at_their_games).exclude(with_others).order_by("-at").values_list("pk", flat=True)
    )
    newest = sorted(
        pk
        for permission in STAFF_PERMISSIONS
        for pk in entries.filter(action=permission).values_list("pk", flat=True)[:MAX_RECENT_ACTIONS]
    )
    return AuditEntry.objects.filter(pk__in=newest[-MAX_RECENT_ACTIONS:]).select_related("actor", "game", "person")


@staff_permission_required(Permission.MODERATE)
@require_safe
def figure(request: HttpRequest, name: str) -> HttpResponse:
    """The rows behind a number."""
    chosen = next((one for one in figures.FIGURES if one.name == name), None)
    if chosen is None:
        raise Http404
    now = timezone.now()
    rows = chosen.rows(now)
    if rows.model is Game:
        rows = rows.prefetch_related("seats__user")
    if rows.model is Report:
        # Nobody reads of what concerns them. The number counts it all the same.
        rows = rows.filter(pk__in=visible_reports(staff_user(request)))
    if rows.model is SharedTraces:
        rows = rows.filter(pk__in=shared_traces.hints_for(staff_user(request)).order_by().values("pk"))
    if rows.model is Delivery:
        rows = visible_deliveries(rows, staff_user(request))
    page = CappedPaginator(rows, ROWS_PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "label": chosen.label(page.paginator.count),
        "page": page,
        "template": f"staff/rows/{rows.model._meta.model_name}.html",
        "silent_since": now - figures.HEARTBEAT_LATE,
    }
    return render(request, "staff/figure.html", context)


@staff_permission_required(Permission.MODERATE)
@require_safe
def search(request: HttpRequest) -> HttpResponse:
    form = SearchForm(request.GET)
    words = form.cleaned_data["q"].strip() if form.is_valid() else ""
    return render(
        request,
        "staff/search.html",
        {"words": words, "results": search_everything(words, staff_user(request)), "min_part_length": MIN_PART_LENGTH},
    )
