"""The replay of a game, and the result page of a finished game for whoever has its link."""

from __future__ import annotations

from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.access import Permission, require
from games.models import Game
from games.permission_required import permission_required
from games.site_urls import absolute_url
from games.table import queries
from games.table.records import export_record
from games.table.replay import NoSuchPosition
from games.table.talk_shown import SHOWN_AT_ONCE, talk_of
from games.web.replays import ViewpointChoice, replay_context, result_context, viewpoint_choices
from games.web.visitors import Visitor, game_permission_required


@game_permission_required(Permission.WATCH)
@require_safe
def replay(_request: HttpRequest, visitor: Visitor) -> HttpResponse:
    """A replay begins at the start."""
    return redirect("game-replay", visitor.game.pk, 0)


@game_permission_required(Permission.WATCH)
@never_cache
@require_safe
def position(request: HttpRequest, visitor: Visitor, number: int) -> HttpResponse:
    """The game after so many plies, as the visitor may see it; `?as=` chooses another viewpoint, where allowed."""
    own = visitor.seat.index if visitor.seat else None
    return _position(request, visitor.game, own, number, "game-replay", visitor.game.pk)


@permission_required(Permission.SEE_RESULT)
@require_safe
def result(request: HttpRequest, code: str) -> HttpResponse:
    """The standings, statistics and secret of a finished game, only with its code."""
    game = _finished(request, code)
    address = absolute_url(reverse("result", args=[code]))
    sat = game.seat_of(request.user) is not None
    # Whoever has only the link of the result may not watch the game, and reads nothing of what was said there.
    talk = talk_of(game, request.user, most=SHOWN_AT_ONCE)
    more = {"address": address, "code": code, "sat": sat, "talk": talk}
    return render(request, "web/result.html", {**result_context(game, request.user), **more})


@permission_required(Permission.SEE_RESULT)
@require_safe
def result_position(request: HttpRequest, code: str, number: int) -> HttpResponse:
    return _position(request, _finished(request, code), None, number, "result-replay", code)


@permission_required(Permission.SEE_RESULT)
@require_safe
def result_record(request: HttpRequest, code: str) -> HttpResponse:
    """The game record with its secret, as a file."""
    game = _finished(request, code)
    response = HttpResponse(export_record(game), content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{game.pk}.txt"'
    return response


def _finished(request: HttpRequest, code: str) -> Game:
    """Raises Http404 for an unknown code, and while the game runs: a link shared early shows nothing."""
    games = Game.objects.select_related("host").prefetch_related("seats__user")
    game = games.filter(share_code=code, status=Game.Status.FINISHED).first()
    if game is None:
        raise Http404
    require(Permission.SEE_RESULT, request.user, game)
    return game


def _position(request: HttpRequest, game: Game, own_seat: int | None, number: int, page: str, key: str) -> HttpResponse:
    choices = viewpoint_choices(game, own_seat, queries.player_names(game))
    try:
        context = replay_context(game, choices, _chosen(request, choices), number, partial(_address, page, key))
    except NoSuchPosition:
        raise Http404 from None
    home = reverse("game", args=[key]) if page == "game-replay" else reverse("result", args=[key])
    return render(request, "web/replay.html", {**context, "home": home})


def _address(page: str, key: str, number: int) -> str:
    return reverse(page, args=[key, number])


def _chosen(request: HttpRequest, choices: list[ViewpointChoice]) -> ViewpointChoice:
    """The viewpoint that `?as=` names. Raises Http404 for one that the reader may not have."""
    wanted = request.GET.get("as")
    if wanted is None:
        return choices[0]
    found = next((one for one in choices if one.key == wanted), None)
    if found is None:
        raise Http404
    return found
