"""Plans that do not count any more, because something was changed that they depend on: their owners alone are told."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext_lazy as _

from games.models import Game, Seat, Turn
from games.people.models import User
from games.table import next_picks, notices, plans


def void_next_pick(game: Game, seat: Seat) -> None:
    """Drop what a seat wants to pick next."""
    written = next_picks.written_pick(seat)
    if written is not None:
        _tell_owner(game, seat, written.by, f"next pick:{game.pk}:{game.version}", written.wanted.written())
        next_picks.keep(seat, None)


def tell_of_void_plan(turn: Turn) -> None:
    """Tell the owner of the plan of a turn that is about to be closed."""
    written = plans.written_plan(turn)
    if written is not None:
        _tell_owner(turn.game, turn.seat, written.by, f"plan:{turn.pk}:{turn.game.version}", plans.lines_of(turn))


def _tell_owner(game: Game, seat: Seat, owner: int, cause: str, lines: Sequence[str]) -> None:
    """Who wrote the plan is told, also if the seat is somebody else's by now."""
    person = User.objects.filter(pk=owner).first()
    if person is None:
        return
    notices.tell(
        cause,
        person,
        _("your plan does not count any more"),
        _("The game “%(game_name)s” has changed, so what you had planned does not count any more: %(lines)s"),
        game=game,
        seat=seat if seat.user_id == owner else None,
        game_name=game.name,
        lines="; ".join(lines),
    )
