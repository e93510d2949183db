"""One's own finished games: a list that can be narrowed, and statistics."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.access import Permission, may
from games.database.paging import CappedPaginator
from games.models import Game, PlayedGame
from games.people.models import User
from games.permission_required import permission_required
from games.table import own_games, queries
from games.table.positions import rules_of
from games.web.forms import OwnGamesForm
from games.web.own_statistics import shown_statistics
from games.web.visitors import signed_in_user
from games.wording import in_words

GAMES_PER_PAGE: Final = 50


@dataclass(frozen=True)
class PlayedLine:
    """One game in the list."""

    played: PlayedGame
    title: str
    """The kind of game."""
    game: Game | None
    """None: they had left it, and may not see it any more."""
    others: list[str]
    at: datetime
    """When the game ended; of one that they had left, when they left it."""


@permission_required(Permission.SEE_OWN_GAMES)
@require_safe
def history(request: HttpRequest) -> HttpResponse:
    """One's games that are over, the latest first; the form narrows them."""
    reader = signed_in_user(request)
    form = OwnGamesForm(request.GET)
    form.is_valid()
    games = own_games.games_of(reader, form.narrowing())
    rows = games.select_related("game__host").prefetch_related("game__seats__user__owner").defer("game__position")
    page = CappedPaginator(rows, GAMES_PER_PAGE).get_page(request.GET.get("page"))
    wanted = {name: value for name, value in request.GET.items() if name in form.fields and value}
    context = {
        "form": form,
        "page": page,
        "lines": [_line(row, reader) for row in page],
        "more": f"&{urlencode(wanted)}" if wanted else "",
        "narrowed": bool(wanted),
    }
    return render(request, "web/history.html", context)


def _line(row: PlayedGame, reader: User) -> PlayedLine:
    seen = may(Permission.SEE_GAME, reader, row.game)
    seats = list(row.game.seats.all())
    names = zip(seats, queries.seat_names(seats), strict=True) if seen else ()
    return PlayedLine(
        played=row,
        title=in_words(rules_of(row.game).title),
        game=row.game if seen else None,
        others=[name for seat, name in names if seat.user_id != reader.pk],
        at=row.to_at if row.left else row.ended_at,
    )


@permission_required(Permission.SEE_OWN_GAMES)
@require_safe
def statistics(request: HttpRequest) -> HttpResponse:
    """Charts and tables of one's own games."""
    reader = signed_in_user(request)
    return render(request, "web/statistics.html", shown_statistics(reader))
