"""A turn of a game that is locked, and who may answer it."""

from __future__ import annotations

from django.db.models import Prefetch, prefetch_related_objects

from games.access import Permission
from games.models import Game, Move, Seat, Turn
from games.people.models import User
from games.table import permission_check
from games.table.errors import GamePaused, NoSuchTurn, NotModerator, NotRunning, NotYours
from games.table.history import find_turn
from games.table.locks import lock_game


def locked_turn(game_id: str, turn_id: int) -> tuple[Game, Turn]:
    """The locked game, and its turn; with the seats and their people, which everything that follows reads from them."""
    game = lock_game(game_id)
    prefetch_related_objects([game], Prefetch("seats", Seat.objects.select_related("user__owner")))
    turn = find_turn(turn_id, Turn.objects.all())
    if turn is None:
        raise NoSuchTurn
    turn.game, turn.seat = game, next(seat for seat in game.seats.all() if seat.pk == turn.seat_id)
    return game, turn


def check_running(game: Game) -> None:
    if game.status == Game.Status.OPEN or game.status == Game.Status.ABORTED:
        raise NotRunning
    if game.paused_at is not None:
        raise GamePaused


def check_under_way(game: Game) -> None:
    """Raises NotRunning and GamePaused."""
    if game.status != Game.Status.RUNNING:
        raise NotRunning
    check_running(game)


def check_may_answer(game: Game, turn: Turn, by: User | None, source: str) -> None:
    """A person answers for their own seat, a bot for a bot's seat, the clock after the deadline, an adviser what is
    left to it, staff for any seat."""
    if source == Move.Source.STAFF:
        if by is not None:
            permission_check.require_permission(Permission.PLAY_FOR, by, NotModerator(), game, turn.seat)
        allowed = True
    elif by is not None:
        # The person as they are in the database now: they may have been suspended since the request began.
        person = turn.seat.user if turn.seat.user_id == by.pk else by
        permission_check.require_permission(Permission.PLAY, person or by, NotYours(), game, turn.seat)
        allowed = source in Move.PLAYER_SOURCES and not turn.seat.playing_level
    elif source == Move.Source.TIMEOUT:
        allowed = turn.timed_out
    elif source == Move.Source.ADVISER:
        allowed = bool(turn.adviser) and not turn.timed_out and not turn.seat.playing_level
    else:
        allowed = source == Move.Source.BOT and bool(turn.seat.playing_level)
    if not allowed:
        raise NotYours
