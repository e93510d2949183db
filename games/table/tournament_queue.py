"""What games of tournaments leave to be done: a row in the transaction in which they end or go on again.

games.table.tournaments.progress does the rest, in transactions of its own.
"""

from __future__ import annotations

from games.models import Game, TournamentDue, TournamentTable
from games.nudge import PLAY_TOURNAMENTS, nudge


def note(game: Game) -> None:
    """Let the tournament of this game be looked at; no effect on a game of no tournament."""
    tournament = TournamentTable.objects.filter(game=game).values_list("round__tournament", flat=True).first()
    if tournament is not None:
        TournamentDue.objects.create(tournament_id=tournament)
        nudge(PLAY_TOURNAMENTS)
