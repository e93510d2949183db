"""The first page: who is signed in finds what is asked of them, by deadline; a stranger finds what this is."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Prefetch
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.access import Act
from games.gate import demands
from games.models import Game, Turn
from games.table import reading
from games.table.positions import rules_of
from games.web.kinds import kinds
from games.wording import in_words
from prweb.accounts.models import User

FINISHED_SHOWN = 10


@dataclass(frozen=True)
class GameLine:
    """One game in a list. stage: what is asked; others: the other people whose turn it is too."""

    game: Game
    names: list[str]
    turn: Turn | None
    stage: str
    others: list[str]


@demands(Act.VISIT)
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    if not isinstance(request.user, User):
        return render(request, "web/landing.html", {"kinds": kinds()})
    mine = Game.objects.filter(seats__user=request.user).prefetch_related("seats__user", _open_turns("turns"))
    waiting = reading.my_turns(request.user).prefetch_related("game__seats__user", _open_turns("game__turns"))
    turns = list(waiting)
    asked_in = {turn.game_id for turn in turns}
    running = mine.filter(status=Game.Status.RUNNING).exclude(pk__in=asked_in).order_by("-started_at")
    finished = mine.filter(status=Game.Status.FINISHED).order_by("-ended_at")
    context = {
        "turns": [line(turn.game, request.user, turn) for turn in turns],
        "running": [line(game, request.user) for game in running],
        "paused": any(game.paused_at for game in running),
        "open": mine.filter(status=Game.Status.OPEN).order_by("-opened_at"),
        "finished": [
            (game, next(seat for seat in game.seats.all() if seat.user_id == request.user.pk))
            for game in finished[:FINISHED_SHOWN]
        ],
    }
    return render(request, "web/home.html", context)


def _open_turns(path: str) -> Prefetch[str]:
    """Of each game only these: it has hundreds that are closed."""
    return Prefetch(path, Turn.objects.filter(status=Turn.Status.OPEN).select_related("seat__user"))


def line(game: Game, user: User, turn: Turn | None = None) -> GameLine:
    names = reading.names_of(game.seats.all())
    return GameLine(
        game=game,
        names=names,
        turn=turn,
        stage=in_words(rules_of(game).stage_name(turn.stage)) if turn else "",
        others=[names[other.seat.index] for other in game.turns.all() if other.seat.user_id != user.pk],
    )
