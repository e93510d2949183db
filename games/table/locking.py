"""The lock under which a game changes."""

from __future__ import annotations

from games.models import Game
from games.table.errors import NoSuchGame


def lock_running_games() -> None:
    """Lock the rows of all games that are running, in the order of their ids, as whoever locks several.

    For the rare deed that touches them all: while it lasts, everybody else waits, and nobody for each other.
    """
    running = Game.objects.filter(status=Game.Status.RUNNING)
    list(running.select_for_update().order_by("pk").values_list("pk"))


def locked_game(game_id: str) -> Game:
    """The game's row, locked until the end of the current transaction. Raises NoSuchGame.

    PostgreSQL locks the row; on SQLite every transaction is IMMEDIATE and so the only one that writes.
    """
    try:
        return Game.objects.select_for_update().get(pk=game_id)
    except Game.DoesNotExist:
        raise NoSuchGame from None
