"""A game that waits for players, as a line of the lobby."""

from __future__ import annotations

from typing import Any

from games.models import Game
from games.table import queries
from games.table.positions import rules_of
from games.wording import in_words


def lobby_line(game: Game) -> dict[str, Any]:
    """The context of one line. The seats and their users must be loaded."""
    seats = list(game.seats.all())
    return {
        "game": game,
        "title": in_words(rules_of(game).title),
        "special": queries.changed_options(game),
        "taken": sum(bool(seat.user_id or seat.bot_level) for seat in seats),
        "people": [seat.user.shown_name for seat in seats if seat.user],
    }
