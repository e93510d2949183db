"""The staff's first page: figures first, each leading to its rows; a search over everything."""

from __future__ import annotations

from typing import Final

from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.access import ALLOWED, Permission, Persona
from games.database.paging import FirstPages
from games.models import AuditEntry, Game, Heartbeat
from games.staff.decorators import staff_permission_required
from games.staff.forms import SearchForm
from games.staff.searching import PART_FROM, found
from games.table import figures
from games.table.moderation.mail_resend import TOGETHER

ROWS_PER_PAGE: Final = 100
RECENT_DEEDS: Final = 15
STAFF_PERMISSIONS: Final = [permission for permission, allowed in ALLOWED.items() if Persona.ADMINISTRATOR in allowed]
"""What staff do: the trail of the first page, without what players do."""


@staff_permission_required(Permission.MODERATE)
@require_safe
def start(request: HttpRequest) -> HttpResponse:
    now = timezone.now()
    context = {
        "figures": [(figure, figure.count(now), figure.oldest(now)) for figure in figures.FIGURES],
        "heartbeats": Heartbeat.objects.all(),
        "silent_since": now - figures.HEARTBEAT_LATE,
        "deeds": _recent_deeds(),
    }
    return render(request, "staff/start.html", context)


def _recent_deeds() -> QuerySet[AuditEntry]:
    """Asked for by act: a database that looks for all of them at once goes past everything that players did since."""
    # Who is suspended leaves an entry at each of their games too.
    at_their_games = Q(act__in=(Permission.SUSPEND, Permission.REINSTATE), game__isnull=False)
    # Mails that were sent again together: one entry tells of all.
    with_others = Q(act=Permission.RESEND, details__has_key=TOGETHER)
    deeds = AuditEntry.objects.exclude(at_their_games).exclude(with_others).order_by("-at").values_list("pk", flat=True)
    newest = sorted(entry for permission in STAFF_PERMISSIONS for entry in deeds.filter(act=permission)[:RECENT_DEEDS])
    return AuditEntry.objects.filter(pk__in=newest[-RECENT_DEEDS:]).select_related("actor", "game", "person")


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
    page = FirstPages(rows, ROWS_PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "figure": chosen,
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
    return render(request, "staff/search.html", {"words": words, "found": found(words), "part_from": PART_FROM})
