"""The leaderboards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.access import Permission
from games.database.paging import CappedPaginator
from games.engine import registry
from games.models import Rating
from games.permission_required import permission_required
from games.ratings.arithmetic import NEWCOMER, PROVISIONAL
from games.refusals import show_refusals
from games.table import leaderboards, preferences
from games.web.visitors import signed_in_user
from games.wording import in_words

PEOPLE_PER_PAGE: Final = 50


@dataclass(frozen=True)
class BoardLine:
    """A leaderboard, or one's own rating, in a list."""

    kind: str
    title: str
    players: int
    people: int = 0
    rating: Rating | None = None


@permission_required(Permission.SEE_RATINGS)
@require_safe
def ratings(request: HttpRequest) -> HttpResponse:
    """All leaderboards, one's own ratings, and what the numbers mean."""
    titles = {rules.key: in_words(rules.title) for rules in registry.games()}
    own = leaderboards.ratings_of(signed_in_user(request))
    context = {
        "boards": [
            BoardLine(board.kind, titles[board.kind], board.players, board.people)
            for board in leaderboards.boards()
            if board.kind in titles
        ],
        "own": [
            BoardLine(rating.kind, titles[rating.kind], rating.players, rating=rating)
            for rating in own
            if rating.kind in titles
        ],
        **_meaning(),
    }
    return render(request, "web/ratings.html", context)


@permission_required(Permission.SEE_RATINGS)
@require_safe
def leaderboard(request: HttpRequest, kind: str, players: int) -> HttpResponse:
    """The people with a rating that is not provisional, from the highest on."""
    if not leaderboards.is_board(kind, players):
        raise Http404
    rules = registry.game(kind)
    found = leaderboards.leaderboard(kind, players)
    page = CappedPaginator(found, PEOPLE_PER_PAGE).get_page(request.GET.get("page"))
    own = next(
        (one for one in leaderboards.ratings_of(signed_in_user(request)) if (one.kind, one.players) == (kind, players)),
        None,
    )
    context = {
        "title": in_words(rules.title),
        "kind": kind,
        "players": players,
        "counts": range(rules.min_seats, rules.max_seats + 1),
        "page": page,
        "lines": leaderboards.with_places(found, list(page), page.start_index()),
        "own": own,
        "bots": leaderboards.bots_of(kind),
        **_meaning(),
    }
    return render(request, "web/leaderboard.html", context)


@permission_required(Permission.SET_PREFERENCES)
@require_POST
@show_refusals("preferences")
def show_on_leaderboards(request: HttpRequest) -> HttpResponse:
    """Whether others see the person's ratings."""
    preferences.show_on_leaderboards(signed_in_user(request), shown=bool(request.POST.get("shown")))
    messages.success(request, _("Saved."))
    return redirect("preferences")


def _meaning() -> dict[str, int]:
    return {"provisional": PROVISIONAL, "newcomer": NEWCOMER.shown}
