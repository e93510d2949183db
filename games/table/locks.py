"""The locks under which games change, and those who play at them."""

from __future__ import annotations

from django.db.models import Q, Subquery

from games.models import Game
from games.people.models import User
from games.table import site_state
from games.table.errors import NoSuchGame


def locked_person(person: User) -> User:
    """Somebody as they are now, who until the end of the current transaction is neither suspended nor closed down.

    For whoever gets a seat or a game: the person before the game, as who suspends does, so that no two wait in a ring.
    Raises ReadOnly.
    """
    site_state.require_writable()
    # The owner by a scalar: asked for by a join, a database reads all accounts.
    owner = Subquery(User.objects.filter(pk=person.pk).values("owner"))
    concerned = User.objects.filter(Q(pk=person.pk) | Q(pk=owner))
    # Without the key: rows that name the person can be written all the same.
    rows = {row.pk: row for row in concerned.select_for_update(no_key=True, of=("self",)).order_by("pk")}
    now = rows[person.pk]
    if now.owner_id is not None:
        now.owner = rows[now.owner_id]
    now.two_factors = person.two_factors
    return now


def locked_game(game_id: str) -> Game:
    """The game's row, locked until the end of the current transaction. Raises NoSuchGame, ReadOnly.

    PostgreSQL locks the row; on SQLite every transaction is IMMEDIATE and so the only one that writes.
    """
    site_state.require_writable()
    try:
        return Game.objects.select_for_update().get(pk=game_id)
    except Game.DoesNotExist:
        raise NoSuchGame from None
