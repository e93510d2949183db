"""What the views behind the forms of the game page share: whose turn a form is about, and what is shown after it."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from games.access import Denied, Permission, may
from games.models import Game, Turn
from games.snapshot import snapshot
from games.table.errors import Suspended
from games.table.history import find_turn
from games.web.game_page import AnswerError, PageError
from games.web.views.game import game_page, game_parts
from games.web.visitors import Visitor, load_visitor

STALE: Final = 409
UNPLAYABLE: Final = 422


def with_own_turn(
    view: Callable[[HttpRequest, Visitor, Turn], HttpResponse],
) -> Callable[[HttpRequest, int], HttpResponse]:
    """The decorator of a view that changes a turn of the visitor: the view gets both instead of the turn's id."""

    @wraps(view)
    def with_turn(request: HttpRequest, turn_id: int) -> HttpResponse:
        turn = find_turn(turn_id, Turn.objects.select_related("game", "seat"))
        if turn is None:
            raise Denied(Permission.PLAY, hidden=True)
        visitor = load_visitor(request, turn.game_id, Permission.WATCH)
        if visitor.seat is None:
            raise Denied(Permission.PLAY, hidden=False)
        if not may(Permission.PLAY, visitor.actor, visitor.game, turn.seat):
            return show_error(request, visitor, AnswerError(_refusal(visitor)), 403)
        return view(request, visitor, turn)

    return with_turn


def _refusal(visitor: Visitor) -> str:
    if visitor.user.is_suspended:
        return str(Suspended(visitor.user))
    return _("This turn is somebody else's; nothing was changed.")


def show_changed(request: HttpRequest, game_id: str) -> HttpResponse:
    """The game after a change from its page."""
    if request.headers.get("HX-Request"):
        with snapshot():
            return game_parts(request, load_visitor(request, game_id, Permission.WATCH))
    return redirect("game", game_id)


def show_error(request: HttpRequest, visitor: Visitor, error: PageError, status: int) -> HttpResponse:
    """The game with the reason why what was sent from its page was not done."""
    with snapshot():
        now = load_visitor(request, visitor.game.pk, Permission.WATCH)
        has_parts = now.game.status in (Game.Status.RUNNING, Game.Status.FINISHED)
        show = game_parts if has_parts and request.headers.get("HX-Request") else game_page
        return show(request, now, error, status)
