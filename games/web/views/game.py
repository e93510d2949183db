"""The game page, its polled parts, the log and the record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.access import Denied, Permission, may
from games.access.profiles import visible_profiles
from games.models import Game, Seat
from games.permission_required import permission_required
from games.site_urls import absolute_url
from games.snapshot import snapshot
from games.table import bot_accounts, queries
from games.table.agreed_ends import agreed_end
from games.table.days_away import away_at
from games.table.invitations import is_free
from games.table.positions import rules_of
from games.table.records import record_for
from games.table.waiting_people import number_waiting
from games.web.boards import boards
from games.web.forms import BotsAfterForm, FillForm
from games.web.game_page import PageError, away_lines, build_game_page
from games.web.shown_log import whole_log
from games.web.shown_talk import RefusedTalk, shown_note, shown_talk
from games.web.visitors import Visitor, game_permission_required, load_visitor, page_version
from games.wording import in_words

ACCESS_FIELDS = ("status", "visibility", "host_id", "invitation_code", "takeover")
"""The fields of a game that games.access reads."""
ACCESS_SEAT_FIELDS = ("index", "user_id", "bot_level", "invited_email", "invited_user_id", "vacant_since", "locked")
"""The fields of its seats that games.access reads."""


@permission_required(Permission.WATCH)
@never_cache
@require_safe
def game(request: HttpRequest, game_id: str) -> HttpResponse:
    """The game page. Who may only take a seat, or wait for one, is redirected to the page for that."""
    try:
        visitor = load_visitor(request, game_id, Permission.WATCH)
    except Denied as denied:
        if not denied.hidden and (_may(Permission.JOIN, request, game_id) or _may(Permission.WAIT, request, game_id)):
            return redirect("game-join", game_id)
        if not denied.hidden and _may(Permission.TAKE_OVER, request, game_id):
            return redirect("game-seats", game_id)
        raise
    if visitor.game.status == Game.Status.OPEN and visitor.seat is None and not visitor.is_host:
        return redirect("game-join", game_id)
    return game_page(request, visitor)


def _may(permission: Permission, request: HttpRequest, game_id: str) -> bool:
    return may(permission, request.user, Game.objects.prefetch_related("seats").get(pk=game_id))


def game_page(
    request: HttpRequest, visitor: Visitor, error: PageError | None = None, status: int = 200
) -> HttpResponse:
    """The page for the game's status. error: why something sent from it was not done."""
    if visitor.game.status == Game.Status.OPEN:
        return render(request, "web/game_open.html", {**open_context(visitor), **_said(visitor, error)}, status=status)
    if visitor.game.status == Game.Status.ABORTED:
        off = {"game": visitor.game, "agreed": agreed_end(visitor.game), **_said(visitor, error)}
        return render(request, "web/game_off.html", off, status=status)
    return _render(request, "web/game.html", build_game_page(visitor, error).context(), status)


def _said(visitor: Visitor, error: PageError | None) -> dict[str, Any]:
    """The talk and the visitor's note, for the page of a game without a board."""
    refused = error if isinstance(error, RefusedTalk) else None
    return {"talk": shown_talk(visitor, refused), "note": shown_note(visitor), "version": visitor.version}


def game_parts(
    request: HttpRequest,
    visitor: Visitor,
    error: PageError | None = None,
    status: int = 200,
    *,
    has_said: bool = False,
) -> HttpResponse:
    """Only the parts of a game page that change, for htmx to swap in. has_said: the visitor has just said something."""
    context = build_game_page(visitor, error).context(swap=True, has_said=has_said)
    return _render(request, "web/game_parts.html", context, status)


def _render(request: HttpRequest, template: str, context: dict[str, Any], status: int) -> HttpResponse:
    return render(request, template, {**context, "boards": boards(request, context)}, status=status)


def open_context(visitor: Visitor) -> dict[str, Any]:
    link = reverse("game-join", args=[visitor.game.pk, visitor.game.invitation_code])
    seats = list(visitor.game.seats.all())
    return {
        "game": visitor.game,
        "title": in_words(rules_of(visitor.game).title),
        "seat": visitor.seat,
        "seats": seats,
        "away": away_lines(visitor.game, away_at(visitor.game, visitor.seat)),
        "profiles": visible_profiles(visitor.actor, [seat.user for seat in seats if seat.user]),
        "is_host": visitor.is_host,
        "seat_for_all": any(is_free(seat) for seat in seats),
        "free": sum(not seat.user_id and not seat.bot_level for seat in seats),
        "options": queries.chosen_options(visitor.game),
        "special": queries.changed_options(visitor.game),
        "invitation": absolute_url(link),
        "fill_form": FillForm(),
        "bots_form": BotsAfterForm(),
        "waiting": number_waiting(visitor.game),
        "may_fill": visitor.may(Permission.FILL),
        "own_accounts": _own_accounts(visitor, seats) if visitor.may(Permission.FILL) else [],
        "may_start": visitor.may(Permission.START),
        "may_cancel": visitor.may(Permission.CANCEL),
        "may_leave": visitor.may(Permission.LEAVE) and not visitor.is_host,
        "may_join": visitor.may(Permission.JOIN),
        "may_set_visibility": visitor.may(Permission.SET_VISIBILITY),
    }


def _own_accounts(visitor: Visitor, seats: Sequence[Seat]) -> list[str]:
    """The host's bot accounts that have no seat here yet."""
    seated = {seat.user_id for seat in seats}
    return [account.username for account in bot_accounts.bot_accounts_of(visitor.user) if account.pk not in seated]


@permission_required(Permission.WATCH, in_snapshot=False)
@never_cache
@require_safe
def poll(request: HttpRequest, game_id: str) -> HttpResponse:
    """Answers the polls of open pages: 204 while they know the current version, else the changed parts."""
    known = request.GET.get("version", "")
    current = _load_for_polling(game_id)
    shown = current and page_version(current, current.seat_of(request.user))
    if current is not None and known == shown and may(Permission.WATCH, request.user, current):
        return HttpResponse(status=204)
    with snapshot():
        visitor = load_visitor(request, game_id, Permission.WATCH)
        if known == visitor.version:
            return HttpResponse(status=204)
        if "lobby" in request.GET or visitor.game.status not in (Game.Status.RUNNING, Game.Status.FINISHED):
            # The page of a game that has not started has no parts: it is reloaded.
            return HttpResponse(headers={"HX-Refresh": "true"})
        return game_parts(request, visitor)


def _load_for_polling(game_id: str) -> Game | None:
    """Only the fields that a poll needs, by one query, because polls are frequent."""
    fields = [f"game__{name}" for name in ("version", *ACCESS_FIELDS)]
    own = ("game_id", "private_version", *ACCESS_SEAT_FIELDS)
    seats = list(Seat.objects.filter(game=game_id).select_related("game").only(*own, *fields))
    if not seats:
        return None
    game = seats[0].game
    game._prefetched_objects_cache = {"seats": seats}  # type: ignore[attr-defined] # as prefetch_related sets it
    return game


@game_permission_required(Permission.WATCH)
@require_safe
def log(request: HttpRequest, visitor: Visitor) -> HttpResponse:
    return render(
        request,
        "web/game_log.html",
        {"game": visitor.game, "log": whole_log(visitor.game, visitor.index)},
    )


@game_permission_required(Permission.SEE_RECORD)
@require_safe
def record(_request: HttpRequest, visitor: Visitor) -> HttpResponse:
    """The game record as a file."""
    if visitor.game.started_at is None:
        raise Http404
    response = HttpResponse(record_for(visitor.game, visitor.index), content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{visitor.game.pk}.txt"'
    return response
