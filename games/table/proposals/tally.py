"""Who votes on a proposal, and what their votes say so far."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from games.models import Ballot, Proposal, Seat
from games.table.proposals.kinds import ProposalKind
from games.table.proposals.registry import find_kind


def has_vote(seat: Seat) -> bool:
    """Whether a seat's person decides with the others: bots, programs and people who gave their seat up do not."""
    return seat.user is not None and seat.user.owner_id is None and not seat.is_given_up


def voters_of(kind: ProposalKind, parameters: Mapping[str, Any], seats: Iterable[Seat]) -> tuple[Seat, ...]:
    """The seats whose people vote on it; seats: all of the game, with their people."""
    concerned = kind.concerned(parameters)
    return tuple(seat for seat in seats if has_vote(seat) and seat.index != concerned)


@dataclass(frozen=True)
class Tally:
    """The votes of those who have a vote now. Votes of people who have left count no more."""

    votes: tuple[tuple[Seat, bool | None], ...]
    """None: not voted yet."""
    needed: int
    fewest: int
    """If fewer people have a vote, it is decided by nobody."""
    unasked: tuple[Seat, ...]
    """Those who had no vote when it was proposed."""

    @property
    def yes(self) -> int:
        return sum(agrees is True for _seat, agrees in self.votes)

    @property
    def no(self) -> int:
        return sum(agrees is False for _seat, agrees in self.votes)

    @property
    def outcome(self) -> Proposal.Status | None:
        """What is certain already; None: it is not decided."""
        if len(self.votes) < self.fewest:
            return Proposal.Status.CLOSED
        if self.yes >= self.needed:
            return Proposal.Status.ACCEPTED
        return Proposal.Status.REFUSED if len(self.votes) - self.no < self.needed else None


def tally_of(proposal: Proposal, seats: Iterable[Seat], ballots: Iterable[Ballot]) -> Tally:
    """seats: all of the game, with their people; ballots: all of the proposal."""
    kind = find_kind(proposal.kind)
    voters = voters_of(kind, proposal.parameters, seats)
    said = {ballot.person_id: ballot.agrees for ballot in ballots}
    return Tally(
        votes=tuple((seat, said.get(seat.user_id or 0)) for seat in voters),
        needed=kind.share.needed(len(voters)),
        fewest=kind.fewest_voters(proposal.game),
        unasked=tuple(seat for seat in voters if seat.user_id not in said),
    )
