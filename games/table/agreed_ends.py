"""How a game has ended, if its players had agreed on it (games.table.proposals)."""

from __future__ import annotations

from typing import Final

from games.models import Game, Proposal

CONCEDE: Final = "concede"
END_WITHOUT_RESULT: Final = "end"
"""Kinds of proposals."""


def agreed_end(game: Game) -> Proposal | None:
    """The proposal by which a game has ended; None if it was played out, or has ended otherwise."""
    if game.ended_at is None:
        return None
    accepted = game.proposals.filter(kind__in=[CONCEDE, END_WITHOUT_RESULT], status=Proposal.Status.ACCEPTED)
    return accepted.filter(decided_at=game.ended_at).first()


def was_conceded(game: Game) -> bool:
    """Whether the points counted as they were, because the players had agreed on it."""
    agreed = agreed_end(game)
    return agreed is not None and agreed.kind == CONCEDE
