"""The start of a game: when its last seat is taken."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.db.models import OuterRef, Subquery
from django.utils import timezone

from games.engine.deal import draw_seating
from games.models import Game, Seat
from games.models.table import new_secret
from games.notifications import outbox
from games.table import seat_holders, seat_orders, waiting_people
from games.table.free_seats import is_taken
from games.table.game_update import GameUpdate
from games.table.positions import rules_of, secret_bytes, start_position

MAX_DRAWS: Final = 100
"""Secrets that are looked at. Where the options say who begins, none is any better; else one of them will do."""


def start_if_complete(game: Game) -> bool:
    """Start an open game, whose lock the caller holds, if all its seats are taken; whether it has started."""
    seats = list(game.seats.select_related("user"))
    if not all(is_taken(seat) for seat in seats):
        return False
    _shuffle(seats, secret_bytes(game))
    _move_talk(game)
    _start(game)
    return True


def start_in_order(game: Game, seats: Sequence[Seat]) -> None:
    """Write a new game whose seats are all taken, and start it with the seats in this order. Nobody is asked.

    The first of them begins, unless the options say who does. For whoever has decided who plays where
    (games.table.tournaments).
    """
    game.seat_count = len(seats)
    _let_first_seat_begin(game)
    game.save(force_insert=True)
    for index, seat in enumerate(seats):
        seat.game, seat.index = game, index
        seat.save(force_insert=True)
    _start(game)


def _let_first_seat_begin(game: Game) -> None:
    """Look for a secret from which it is drawn that the first seat begins; all else is drawn as ever."""
    # It is drawn by the rules that the game begins with.
    game.rules_version = rules_of(game).rules_version
    for _draw in range(MAX_DRAWS):
        if start_position(game).to_move() == 0:
            return
        game.secret = new_secret()


def _start(game: Game) -> None:
    """Deal, write the start mails, and open the first turn."""
    rules, now = rules_of(game), timezone.now()
    game.status, game.started_at, game.rules_version = Game.Status.RUNNING, now, rules.rules_version
    seats = list(game.seats.select_related("user"))
    seat_holders.begin(game, seats, now)
    for seat in seats:
        seat_orders.begin_with_defaults(seat, game.kind)
        outbox.notify_start(seat)
    waiting_people.end(game)
    update = GameUpdate(game, now, start_position(game))
    update.advance()
    update.save()


def _shuffle(seats: list[Seat], secret: bytes) -> None:
    """Put the seats in an order drawn from the game's secret."""
    seats[:] = [seats[place] for place in draw_seating(len(seats), secret)]
    # The indexes of a game are unique at every moment, so each seat gets a temporary index first.
    for aside in (len(seats), 0):
        for index, seat in enumerate(seats):
            seat.index = index + aside
            seat.save(update_fields=["index"])


def _move_talk(game: Game) -> None:
    """Let what people have said before the start be said at the seats that they have now."""
    seats = game.seats.filter(user__isnull=False).order_by()
    theirs = Seat.objects.filter(game=game, user=OuterRef("by")).values("index")
    game.talk_messages.filter(by__in=seats.values("user")).update(seat_index=Subquery(theirs))
