"""The lock under which a tournament changes."""

from __future__ import annotations

from games import site_state
from games.models import Tournament
from games.table.errors import NoSuchTournament


def lock_tournament(tournament_id: str) -> Tournament:
    """Lock and read the tournament's row until the end of the transaction. Raises NoSuchTournament, ReadOnly.

    NO KEY: the end of one of its games, which holds the game's lock, can note meanwhile that it is due.
    """
    site_state.require_writable()
    rows = Tournament.objects.select_for_update(no_key=True, of=("self",)).select_related("organiser")
    tournament = rows.filter(pk=tournament_id).first()
    if tournament is None:
        raise NoSuchTournament
    return tournament
