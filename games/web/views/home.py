"""The first page: for signed-in people their turns by deadline and their games; for others what the site is."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings
from django.db.models import Prefetch
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.access import Permission, may
from games.access.profiles import visible_profiles
from games.models import Game, Seat, Turn
from games.people.models import User
from games.permission_required import permission_required
from games.table import queries
from games.table.positions import rules_of
from games.table.waiting_people import games_waited_for
from games.web.kinds import kinds
from games.web.lobby_lines import lobby_line, people_of
from games.wording import in_words

MAX_FINISHED = 10


@dataclass(frozen=True)
class GameLine:
    """One game in a list."""

    game: Game
    seat: Seat
    opponents: list[str]
    turn: Turn | None
    stage: str
    """What the person has to decide."""
    others: list[str]
    """The names of others whom the game waits for, those who have answered already included."""


@permission_required(Permission.VISIT)
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    if not isinstance(request.user, User):
        may_try = settings.GUESTS > 0 and may(Permission.TRY_GAME, request.user)
        return render(request, "web/landing.html", {"kinds": kinds(), "may_try": may_try})
    mine = Game.objects.filter(seats__user=request.user).prefetch_related("seats__user__owner", _open_turns("turns"))
    waiting = queries.my_turns(request.user).prefetch_related("game__seats__user__owner", _open_turns("game__turns"))
    turns = list(waiting)
    planning = list(
        queries.early_turns(request.user).prefetch_related("game__seats__user__owner", _open_turns("game__turns"))
    )
    asked_in = {turn.game_id for turn in (*turns, *planning)}
    running = mine.filter(status=Game.Status.RUNNING).exclude(pk__in=asked_in).order_by("-started_at")
    finished = mine.filter(status=Game.Status.FINISHED).order_by("-ended_at")
    waited_for = [lobby_line(game) for game in games_waited_for(request.user)]
    invited = [] if request.user.is_guest else [lobby_line(game) for game in queries.invitations_of(request.user)]
    context = {
        "invited": invited,
        "waited_for": waited_for,
        "profiles": visible_profiles(request.user, people_of([*invited, *waited_for])),
        "turns": [line(turn.game, request.user, turn) for turn in turns],
        "planning": [line(turn.game, request.user, turn) for turn in planning],
        "running": [line(game, request.user) for game in running],
        "paused": any(game.paused_at for game in running),
        "open": [line(game, request.user) for game in mine.filter(status=Game.Status.OPEN).order_by("-opened_at")],
        "finished": [line(game, request.user) for game in finished[:MAX_FINISHED]],
    }
    return render(request, "web/home.html", context)


def _open_turns(path: str) -> Prefetch[str]:
    """Loads only turns that the game waits for: a game has hundreds of closed ones."""
    waited_for = Turn.objects.exclude(status=Turn.Status.CLOSED).filter(early=False)
    return Prefetch(path, waited_for.select_related("seat"))


def line(game: Game, user: User, turn: Turn | None = None) -> GameLine:
    seats = game.seats.all()
    names = queries.seat_names(seats)
    return GameLine(
        game=game,
        seat=next(seat for seat in seats if seat.user_id == user.pk),
        opponents=[
            _opponent_name(seat, name)
            for seat, name in zip(seats, names, strict=True)
            if seat.user_id != user.pk and (seat.user_id or seat.bot_level or seat.invited_email)
        ],
        turn=turn,
        stage=in_words(rules_of(game).stage_name(turn.stage)) if turn else "",
        others=[names[other.seat.index] for other in game.turns.all() if other.seat.user_id != user.pk],
    )


def _opponent_name(seat: Seat, name: str) -> str:
    """The name of an opponent, with a note if a bot plays for them."""
    return _("%(name)s (replaced by a bot)") % {"name": name} if seat.caretaker else name
