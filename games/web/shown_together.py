"""The part of the game page about what players decide together: what is proposed, and what can be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.access import Permission
from games.models import Game, Proposal, Seat
from games.people.models import User
from games.table.proposals import pauses
from games.table.proposals.shown import (
    MAX_LISTED,
    LogEntryOfProposal,
    PossibleProposal,
    ShownProposal,
    log_of,
    possible_proposals,
    proposals_of,
    shown,
    with_earlier,
)
from games.table.proposals.tally import has_vote
from games.web.visitors import Visitor


@dataclass(frozen=True)
class Together:
    """What a visitor sees of it; nothing but the log if they do not sit at the table."""

    open: Sequence[ShownProposal]
    possible: Sequence[PossibleProposal]
    alone: bool
    """Nobody else votes: what they propose is done at once."""
    waits_for_own_vote: bool
    log: Sequence[LogEntryOfProposal]
    paused_by_players: Proposal | None

    @property
    def pause_ends_at(self) -> object:
        return pauses.ends_at(self.paused_by_players) if self.paused_by_players is not None else None


def shown_together(visitor: Visitor, seats: Sequence[Seat]) -> Together:
    """seats: all of the game, with their people."""
    game, seat = visitor.game, visitor.seat
    rows = proposals_of(game)
    log = log_of(with_earlier(game, rows, MAX_LISTED), at_the_table=seat is not None)
    paused = pauses.pause_of_players(game)
    if seat is None or game.status != Game.Status.RUNNING:
        return Together((), (), alone=False, waits_for_own_vote=False, log=log, paused_by_players=paused)
    reader = visitor.actor if isinstance(visitor.actor, User) else None
    found = [shown(row, reader, seats) for row in rows if row.status == Proposal.Status.OPEN]
    taken = {one.proposal.kind for one in found}
    possible = possible_proposals(game, seat, seats, taken) if visitor.may(Permission.PROPOSE) else []
    return Together(
        open=found,
        possible=possible,
        alone=sum(has_vote(one) for one in seats) == 1,
        waits_for_own_vote=any(one.may_vote and one.own is None for one in found),
        log=log,
        paused_by_players=paused,
    )
