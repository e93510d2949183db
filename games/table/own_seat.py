"""Changes of what people keep with their own seat for later, such as orders. Nobody else can see any of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction
from django.utils import timezone
from structlog.contextvars import bound_contextvars

from games.access import Permission
from games.models import Seat
from games.people.models import User
from games.table import permission_check, plans
from games.table.errors import NotSeated
from games.table.game_update import GameUpdate
from games.table.locked_turns import check_under_way
from games.table.locks import lock_game


@contextmanager
def own_seat_update(game_id: str, by: User, source: str) -> Iterator[tuple[GameUpdate, Seat]]:
    """An update of a running game, and the seat of the person, who changes what it keeps.

    At its end the game goes on, as far as what is kept now answers. source: of the change, a Move.Source.
    Raises NoSuchGame, NotSeated, Suspended, NotRunning, GamePaused.
    """
    with bound_contextvars(game=game_id), transaction.atomic():
        game = lock_game(game_id)
        seat = game.seats.select_related("user__owner").filter(user=by, caretaker="").first()
        if seat is None or not plans.can_plan(seat):
            raise NotSeated
        permission_check.require_permission(Permission.PLAY, by, NotSeated(), game, seat)
        check_under_way(game)
        update = GameUpdate(game, timezone.now())
        own = update.seats[seat.index]
        yield update, own
        update.advance()
        update.save(answering=(own, source), private_to=own)
