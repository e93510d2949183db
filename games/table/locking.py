"""The lock under which a game changes."""

from __future__ import annotations

from games.models import Game
from games.table.errors import NoSuchGame


def locked_game(game_id: str) -> Game:
    """The game's row, locked until the end of the current transaction. Raises NoSuchGame.

    PostgreSQL locks the row; on SQLite every transaction is IMMEDIATE and so the only one that writes.
    """
    try:
        return Game.objects.select_for_update().get(pk=game_id)
    except Game.DoesNotExist:
        raise NoSuchGame from None
