"""The page of rules and buildings, of a kind of game or of one game."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.access import Permission
from games.engine import registry
from games.models.table import template_folder
from games.permission_required import permission_required
from games.table import queries
from games.table.positions import rules_of, stored_position
from games.web.visitors import Visitor, game_permission_required
from games.wording import in_words


@permission_required(Permission.VISIT)
@require_safe
def rules(request: HttpRequest, kind: str) -> HttpResponse:
    """All buildings and pieces of a kind of game; `?by=` chooses their order."""
    try:
        played = registry.game(kind)
    except KeyError:
        raise Http404 from None
    context = {
        "kind": kind,
        "title": in_words(played.title),
        "folder": template_folder(kind),
        "by": request.GET.get("by", ""),
    }
    return render(request, "web/rules.html", context)


@game_permission_required(Permission.WATCH)
@require_safe
def game_rules(request: HttpRequest, visitor: Visitor) -> HttpResponse:
    """Only those in this game, which must have started."""
    game = visitor.game
    if game.started_at is None:
        raise Http404
    context = {
        "game": game,
        "kind": game.kind,
        "title": in_words(rules_of(game).title),
        "folder": game.template_folder,
        "special": queries.changed_options(game),
        "view": rules_of(game).view(stored_position(game), visitor.index),
        "by": request.GET.get("by", ""),
    }
    return render(request, "web/rules.html", context)
