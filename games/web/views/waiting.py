"""The waiting list of an open game: wait for a seat of it, or stop waiting. By POST."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.access import Permission
from games.people.models import User
from games.permission_required import permission_required
from games.refusals import refusals_as_messages
from games.table import waiting_list
from games.web.visitors import load_visitor


@permission_required(Permission.WAIT)
@require_POST
def wait(request: HttpRequest, game_id: str) -> HttpResponse:
    """`do`: "stop" takes the visitor off the list, all else puts them on it. `code`: of the link by which they came."""
    code = request.POST.get("code", "")
    # Whoever may see the game learns from the service why they cannot wait.
    visitor = load_visitor(request, game_id, Permission.SEE_GAME, code)
    page = reverse("game-join", args=[game_id, *filter(None, [code])])
    if not isinstance(visitor.actor, User):
        return redirect_to_login(page)
    if request.POST.get("do") == "stop":
        with refusals_as_messages(request):
            waiting_list.stop_waiting(game_id, visitor.user)
            messages.success(request, _("You do not wait for a seat of this game any more."))
        return redirect("lobby")
    with refusals_as_messages(request):
        waiting_list.wait(game_id, visitor.user, code)
        messages.success(request, _("You are on the waiting list. As soon as a seat comes free for you, it is yours."))
    return redirect(page)
