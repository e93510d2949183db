"""Pages that explain the site to players."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.access import Permission
from games.permission_required import permission_required
from games.web.shown_lines import games_with_orders


@permission_required(Permission.VISIT)
@require_safe
def playing_faster(request: HttpRequest) -> HttpResponse:
    """How to plan answers before one's turn comes, and how to order some once and for all."""
    return render(request, "web/playing_faster.html", {"games": games_with_orders()})
