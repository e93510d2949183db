"""Before a game: what is open, opening one, taking a seat."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from bots.levels import LEVELS_FOR_PEOPLE
from games.engine import registry
from games.engine.contract import OptionError
from games.models import Game, Seat
from games.table import opening
from games.table.errors import AlreadySeated, BadOpening, Refused
from games.table.positions import rules_of
from games.web.access import person
from games.web.forms import NewGameForm, option_field
from games.web.page import chosen_options
from games.wording import in_words
from prweb.accounts.models import User

GAMES_SHOWN = 50


@login_required
@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    user = person(request)
    waiting = Game.objects.filter(status=Game.Status.OPEN).select_related("host").prefetch_related("seats__user")
    invited = waiting.filter(seats__invited_email=user.email.lower()).distinct() if user.email else waiting.none()
    mine = waiting.filter(seats__user=user) | waiting.filter(host=user)
    free = (
        waiting.filter(seats__in=Seat.objects.filter(user=None, bot_level="", invited_email=""))
        .exclude(seats__user=user)
        .exclude(pk__in=invited)
        .distinct()
    )
    context = {
        "invited": [_line(game) for game in invited],
        "mine": [_line(game) for game in mine.distinct()],
        "free": [_line(game) for game in free[:GAMES_SHOWN]],
    }
    return render(request, "web/lobby.html", context)


def _line(game: Game) -> dict[str, Any]:
    seats = list(game.seats.all())
    return {
        "game": game,
        "title": in_words(rules_of(game).title),
        "taken": sum(bool(seat.user_id or seat.bot_level) for seat in seats),
        "people": [seat.user.username for seat in seats if seat.user],
    }


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new_game(request: HttpRequest) -> HttpResponse:
    user = person(request)
    kinds = [rules.key for rules in registry.games()]
    kind = request.POST.get("kind") or request.GET.get("kind") or kinds[0]
    if kind not in kinds:
        raise Http404
    rules = registry.game(kind)
    form = NewGameForm(rules, request.POST or None, initial={"name": _("%(host)s's game") % {"host": user.username}})
    if request.method == "POST" and form.is_valid():
        try:
            game = opening.open_game(
                user,
                name=form.cleaned_data["name"],
                kind=kind,
                options=form.options(),
                seats=form.seats(),
                turn_limit=form.limit(),
            )
        except OptionError as error:
            form.add_error(option_field(error.option), in_words(error.message))
        except BadOpening as error:
            form.add_error(None, str(error))
        else:
            return redirect("game", game.pk)
    context = {
        "form": form,
        "kind": kind,
        "title": in_words(rules.title),
        "levels": LEVELS_FOR_PEOPLE,
        "changed_options": any(field.errors for field in form.option_fields),
    }
    return render(request, "web/game_new.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
def join_game(request: HttpRequest, game_id: str, code: str = "") -> HttpResponse:
    """GET shows what one would join; POST takes the seat. Who has the link's code sees the page without an account."""
    game = Game.objects.select_related("host").prefetch_related("seats__user").filter(pk=game_id).first()
    if game is None or (code and not constant_time_compare(code, game.invitation_code)):
        raise Http404
    user = request.user
    if not isinstance(user, User):
        if not code:
            return redirect(f"{reverse(settings.LOGIN_URL)}?next={request.path}")
        return render(request, "web/game_join.html", {**_join_context(game), "code": code})
    if any(seat.user_id == user.pk for seat in game.seats.all()):
        return redirect("game", game.pk)
    if not code and not _joinable(game, user):
        raise Http404
    trouble = ""
    if request.method == "POST":
        try:
            opening.join(game.pk, user, code)
            return redirect("game", game.pk)
        except AlreadySeated:
            return redirect("game", game.pk)
        except Refused as refused:
            trouble = str(refused)
            game = Game.objects.select_related("host").prefetch_related("seats__user").get(pk=game_id)
    context = {**_join_context(game), "code": code, "trouble": trouble}
    return render(request, "web/game_join.html", context, status=409 if trouble else 200)


def _joinable(game: Game, user: User) -> bool:
    """Whether the lobby offers this game to this person."""
    return game.status == Game.Status.OPEN and any(
        not seat.user_id and not seat.bot_level and seat.invited_email in ("", user.email.lower())
        for seat in game.seats.all()
    )


def _join_context(game: Game) -> dict[str, Any]:
    return {
        **_line(game),
        "seats": list(game.seats.all()),
        "options": chosen_options(game),
        "open": game.status == Game.Status.OPEN,
    }
