"""The game page and what belongs to it: the parts that follow along, the log, the record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.access import Act, Denied, may
from games.gate import demands
from games.models import Game, Seat
from games.site_urls import absolute
from games.table import bot_accounts, queries
from games.table.invitations import is_free_for_all
from games.table.positions import rules_of
from games.table.records import record_for
from games.table.snapshot import snapshot
from games.web.access import Visitor, at_game, visitor
from games.web.boards import boards
from games.web.forms import FillForm
from games.web.page import Trouble, table_context, whole_log
from games.wording import in_words

DECIDING = ("status", "visibility", "host_id", "invitation_code")
"""What games.access asks of a game."""
SEATED = ("index", "user_id", "bot_level", "invited_email", "invited_user_id")
"""And of its seats."""


@demands(Act.WATCH)
@never_cache
@require_safe
def game(request: HttpRequest, game_id: str) -> HttpResponse:
    """The game as far as one may see it; who could only take a seat is led there."""
    try:
        here = visitor(request, game_id, Act.WATCH)
    except Denied as denied:
        if not denied.hidden and _may_sit_down(request, game_id):
            return redirect("game-join", game_id)
        raise
    if here.game.status == Game.Status.OPEN and here.seat is None and not here.is_host:
        return redirect("game-join", game_id)
    return game_page(request, here)


def _may_sit_down(request: HttpRequest, game_id: str) -> bool:
    return may(Act.JOIN, request.user, Game.objects.prefetch_related("seats").get(pk=game_id))


def game_page(request: HttpRequest, here: Visitor, trouble: Trouble | None = None, status: int = 200) -> HttpResponse:
    """The page as the game's status wants it. trouble: why an answer from it was not played."""
    if here.game.status == Game.Status.OPEN:
        return render(request, "web/game_open.html", open_context(here))
    if here.game.status == Game.Status.ABORTED:
        return render(request, "web/game_off.html", {"game": here.game})
    return _shown(request, "web/game.html", table_context(here, trouble), status)


def game_parts(request: HttpRequest, here: Visitor, trouble: Trouble | None = None, status: int = 200) -> HttpResponse:
    """Only what changes on a game page, each part to be put in its place."""
    return _shown(request, "web/game_parts.html", {**table_context(here, trouble), "swap": True}, status)


def _shown(request: HttpRequest, template: str, context: dict[str, Any], status: int) -> HttpResponse:
    return render(request, template, {**context, "boards": boards(request, context)}, status=status)


def open_context(here: Visitor) -> dict[str, Any]:
    link = reverse("game-join", args=[here.game.pk, here.game.invitation_code])
    seats = list(here.game.seats.all())
    return {
        "game": here.game,
        "title": in_words(rules_of(here.game).title),
        "seat": here.seat,
        "seats": seats,
        "is_host": here.is_host,
        "seat_for_all": any(is_free_for_all(seat) for seat in seats),
        "free": sum(not seat.user_id and not seat.bot_level for seat in seats),
        "options": queries.chosen_options(here.game),
        "special": queries.special_options(here.game),
        "invitation": absolute(link),
        "fill_form": FillForm(),
        "may_fill": here.may(Act.FILL),
        "own_accounts": _own_accounts(here, seats) if here.may(Act.FILL) else [],
        "may_start": here.may(Act.START),
        "may_cancel": here.may(Act.CANCEL),
        "may_leave": here.may(Act.LEAVE) and not here.is_host,
        "may_join": here.may(Act.JOIN),
        "may_set_visibility": here.may(Act.SET_VISIBILITY),
    }


def _own_accounts(here: Visitor, seats: Sequence[Seat]) -> list[str]:
    """The host's bot accounts that have no seat here yet."""
    seated = {seat.user_id for seat in seats}
    return [account.username for account in bot_accounts.accounts_of(here.user) if account.pk not in seated]


@demands(Act.WATCH, in_one_moment=False)
@never_cache
@require_safe
def follow(request: HttpRequest, game_id: str) -> HttpResponse:
    """What open pages ask every few seconds: nothing (204) while the version they know is the current one."""
    known = request.GET.get("version", "")
    current = _as_polled(game_id)
    if current is not None and known == str(current.version) and may(Act.WATCH, request.user, current):
        return HttpResponse(status=204)
    with snapshot():
        here = visitor(request, game_id, Act.WATCH)
        if known == str(here.game.version):
            return HttpResponse(status=204)
        if "lobby" in request.GET or here.game.status not in (Game.Status.RUNNING, Game.Status.FINISHED):
            # What the page shows of a game that has not started does not come in parts: it is loaded anew.
            return HttpResponse(headers={"HX-Refresh": "true"})
        return game_parts(request, here)


def _as_polled(game_id: str) -> Game | None:
    """No more of a game than tells whether it has changed, and who may know, by one query: it is asked so often."""
    fields = [f"game__{name}" for name in ("version", *DECIDING)]
    seats = list(Seat.objects.filter(game=game_id).select_related("game").only("game_id", *SEATED, *fields))
    if not seats:
        return None
    game = seats[0].game
    game._prefetched_objects_cache = {"seats": seats}  # type: ignore[attr-defined] # as prefetch_related leaves it
    return game


@at_game(Act.WATCH)
@require_safe
def log(request: HttpRequest, here: Visitor) -> HttpResponse:
    return render(
        request,
        "web/game_log.html",
        {"game": here.game, "log": whole_log(here.game, here.index)},
    )


@at_game(Act.SEE_RECORD)
@require_safe
def record(_request: HttpRequest, here: Visitor) -> HttpResponse:
    """The game record as a file."""
    if here.game.started_at is None:
        raise Http404
    response = HttpResponse(record_for(here.game, here.index), content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{here.game.pk}.txt"'
    return response
