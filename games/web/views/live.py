"""How open pages stay up to date: streams of events, and the number of open turns."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.access import Permission
from games.live.announcements import game_topic, person_topic
from games.live.streams import stream_response
from games.people.models import User
from games.permission_required import permission_required
from games.presence import note_here
from games.rate_limits import client_address
from games.table import queries
from games.web.visitors import load_visitor, signed_in_user


@permission_required(Permission.SEE_OWN_ACCOUNT)
@require_safe
def own_stream(request: HttpRequest) -> HttpResponse:
    """The stream of all games of the user."""
    return _stream(request)


@permission_required(Permission.WATCH)
@require_safe
def game_stream(request: HttpRequest, game_id: str) -> HttpResponse:
    """The stream of one game and of the user's own games."""
    visitor = load_visitor(request, game_id, Permission.WATCH)
    return _stream(request, game_topic(visitor.game.pk))


def _stream(request: HttpRequest, *topics: str) -> HttpResponse:
    if isinstance(request.user, User):
        note_here(request.user.pk)
        own = person_topic(request.user.pk)
        return stream_response(own, [*topics, own])
    return stream_response(f"address:{client_address(request)}", topics)


@permission_required(Permission.SEE_OWN_ACCOUNT)
@never_cache
@require_safe
def my_turns(request: HttpRequest) -> HttpResponse:
    """The link with the number of the user's open turns in the page header; 204 while the number is the known one."""
    if "hidden" not in request.GET:
        note_here(signed_in_user(request).pk)
    if request.GET.get("known", "") == str(queries.my_turns(signed_in_user(request)).count()):
        return HttpResponse(status=204)
    return render(request, "web/_my_turns.html")
