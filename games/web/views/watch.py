"""The list of games of others that one may watch."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.access import Permission, games_to_watch
from games.database.paging import CappedPaginator
from games.models import Game
from games.permission_required import permission_required
from games.table import queries
from games.table.positions import rules_of
from games.web.kinds import kinds, requested_kind
from games.wording import in_words

GAMES_PER_PAGE = 25


@dataclass(frozen=True)
class WatchLine:
    """One game in the list."""

    game: Game
    title: str
    """The kind of game."""
    special: list[tuple[str, str]]
    """Its options that are not the usual ones."""
    names: list[str]
    winners: list[str]
    """Empty while it runs."""


@permission_required(Permission.VISIT)
@require_safe
def watch(request: HttpRequest) -> HttpResponse:
    """Running games, or finished ones (`?finished`), the latest first; of all kinds, or of one (`?kind=`)."""
    finished, kind = "finished" in request.GET, requested_kind(request)
    status = Game.Status.FINISHED if finished else Game.Status.RUNNING
    games = games_to_watch(request.user).filter(status=status).defer("position").prefetch_related("seats__user")
    if kind:
        games = games.filter(kind=kind)
    if request.user.pk is not None:
        games = games.exclude(seats__user=request.user.pk)
    page = CappedPaginator(games.order_by("-ended_at" if finished else "-started_at", "pk"), GAMES_PER_PAGE).get_page(
        request.GET.get("page")
    )
    context = {
        "page": page,
        "lines": [_line(game) for game in page],
        "finished": finished,
        "kinds": kinds(),
        "kind": kind,
        "of_kind": f"&kind={kind}" if kind else "",
    }
    return render(request, "web/watch.html", context)


def _line(game: Game) -> WatchLine:
    seats = list(game.seats.all())
    names = queries.seat_names(seats)
    return WatchLine(
        game=game,
        title=in_words(rules_of(game).title),
        special=queries.changed_options(game),
        names=names,
        winners=[name for seat, name in zip(seats, queries.result_names(seats), strict=True) if seat.rank == 1],
    )
