"""The pages of rules: of a kind of game, and what is in play in one game."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import conditional_page, require_safe

from games.access import Permission
from games.engine import registry
from games.models.table import template_folder
from games.permission_required import permission_required
from games.table import queries
from games.table.positions import rules_of, stored_position
from games.web.kinds import kinds
from games.web.rules_pages import SUMMARY, has_rules, rules_text
from games.web.visitors import Visitor, game_permission_required
from games.wording import in_words


@permission_required(Permission.VISIT)
@require_safe
@conditional_page
def rules_list(request: HttpRequest) -> HttpResponse:
    """The games whose rules can be read here."""
    return render(request, "web/rules/list.html", {"kinds": [(kind, has_rules(kind.key)) for kind in kinds()]})


@permission_required(Permission.VISIT)
@require_safe
@conditional_page
def rules(request: HttpRequest, kind: str) -> HttpResponse:
    """The rules of a kind of game with all its buildings and pieces; `?by=` chooses their order."""
    context = {
        "kind": kind,
        "title": _title(kind),
        "folder": template_folder(kind),
        "by": request.GET.get("by", ""),
    }
    text = rules_text(request, kind, context)
    if text is None:
        return render(request, "web/rules.html", context)
    return render(request, "web/rules/page.html", {**context, "text": text})


@permission_required(Permission.VISIT)
@require_safe
@conditional_page
def rules_summary(request: HttpRequest, kind: str) -> HttpResponse:
    """The rules of a kind of game on one sheet."""
    context = {"kind": kind, "title": _title(kind), "folder": template_folder(kind)}
    text = rules_text(request, kind, context, SUMMARY)
    if text is None:
        raise Http404
    return render(request, "web/rules/summary.html", {**context, "text": text})


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


def _title(kind: str) -> str:
    """The title of a kind of game. Raises Http404 for one that is not played here."""
    try:
        return in_words(registry.game(kind).title)
    except KeyError:
        raise Http404 from None
