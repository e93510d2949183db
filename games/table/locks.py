"""The locks under which games change, and those who play at them."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Q, Subquery

from games import site_state
from games.models import Game
from games.people.models import User
from games.table.errors import NoSuchGame


def lock_person(person: User) -> User:
    """Lock and reread somebody's row: until the end of the transaction nobody suspends them or closes their account.

    Used before somebody gets a seat or a game. The person is locked before the game, as in suspensions, so that there
    is no deadlock. Raises ReadOnly.
    """
    site_state.require_writable()
    # The owner by a subquery: with a join, the database reads all accounts.
    owner = Subquery(User.objects.filter(pk=person.pk).values("owner"))
    concerned = User.objects.filter(Q(pk=person.pk) | Q(pk=owner))
    # NO KEY: rows that refer to the person can still be written.
    rows = {row.pk: row for row in concerned.select_for_update(no_key=True, of=("self",)).order_by("pk")}
    now = rows[person.pk]
    if now.owner_id is not None:
        now.owner = rows[now.owner_id]
    now.two_factors = person.two_factors
    return now


def lock_people(ids: Iterable[int]) -> dict[int, User]:
    """Lock and reread several people, in the order of their ids, so that there is no deadlock; by their ids."""
    people = User.objects.in_bulk(list(ids))
    return {pk: lock_person(people[pk]) for pk in sorted(people)}


def lock_game(game_id: str) -> Game:
    """Lock and read the game's row until the end of the transaction. Raises NoSuchGame, ReadOnly.

    PostgreSQL locks the row. On SQLite every transaction is IMMEDIATE, so no other one writes.
    """
    site_state.require_writable()
    try:
        return Game.objects.select_for_update().get(pk=game_id)
    except Game.DoesNotExist:
        raise NoSuchGame from None
