"""What people see of proposals: the open ones with their votes, what can be proposed, and what has come of others.

It only reads. Who plays at the table sees everything; others see what was accepted, once it was.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from games.models import Game, Proposal, Seat
from games.people.models import User
from games.table.proposals.decisions import may_be_decided
from games.table.proposals.kinds import ProposalKind
from games.table.proposals.registry import KINDS, find_kind
from games.table.proposals.tally import has_vote, tally_of
from games.table.proposals.telling import OUTCOMES, sentence_of
from games.table.queries import seat_names

MAX_LISTED: Final = 50
"""Proposals of a game that are listed, the newest."""
MAX_IN_LOG: Final = 500
"""Accepted ones from before those that the log tells, too."""

Status = Proposal.Status


@dataclass(frozen=True)
class ShownVote:
    """One person's vote."""

    name: str
    seat: int
    agrees: bool | None
    """None: they have not voted."""


@dataclass(frozen=True)
class ShownProposal:
    """One proposal, as somebody who plays at the table sees it."""

    proposal: Proposal
    name: str
    sentence: str
    """What is proposed."""
    proposer: str
    share: str
    """How many must agree, in words."""
    needed: int
    """How many that is; of those who vote now."""
    votes: tuple[ShownVote, ...]
    """Of those who vote now."""
    outcome: str
    """What has come of it, in words; empty while it is open."""
    own: bool | None
    """The reader's own vote."""
    may_vote: bool
    may_withdraw: bool


@dataclass(frozen=True)
class PossibleProposal:
    """A kind that somebody may propose now."""

    kind: ProposalKind
    needed: int
    voters: int

    @property
    def at_once(self) -> bool:
        """Nobody else votes: it is done at once."""
        return self.voters == 1


@dataclass(frozen=True)
class LogEntryOfProposal:
    """What was decided together, for the log."""

    at: datetime
    sentence: str


def proposals_of(game: Game) -> list[Proposal]:
    """The newest proposals of a game, whatever has come of them, the oldest first; with all that is shown of them."""
    rows = _known(game).prefetch_related("ballots").order_by("-pk")[:MAX_LISTED]
    return list(reversed(rows))


def with_earlier(game: Game, newest: Sequence[Proposal], most: int = MAX_IN_LOG) -> list[Proposal]:
    """The result of `proposals_of`, and those that were accepted before (the newest of them), the oldest first."""
    if len(newest) < MAX_LISTED:
        return list(newest)
    accepted = _known(game).filter(status=Status.ACCEPTED, pk__lt=newest[0].pk).order_by("-pk")[:most]
    return [*reversed(accepted), *newest]


def _known(game: Game) -> QuerySet[Proposal]:
    """Without those of a later version of the site."""
    return game.proposals.filter(kind__in=KINDS).select_related("by__owner")


def open_proposals(game: Game) -> list[Proposal]:
    """Those on which people vote now, the oldest first."""
    return [proposal for proposal in proposals_of(game) if proposal.status == Status.OPEN]


def shown(proposal: Proposal, reader: User | None, seats: Sequence[Seat]) -> ShownProposal:
    """seats: all of the game, with their people."""
    kind, names = find_kind(proposal.kind), seat_names(seats)
    tally = tally_of(proposal, seats, proposal.ballots.all())
    votes = tuple(ShownVote(names[seat.index], seat.index, agrees) for seat, agrees in tally.votes)
    own = next((agrees for seat, agrees in tally.votes if reader is not None and seat.user_id == reader.pk), None)
    is_open = proposal.status == Status.OPEN and proposal.game.status == Game.Status.RUNNING
    votes_on_it = reader is not None and any(seat.user_id == reader.pk for seat, _agrees in tally.votes)
    decidable = is_open and may_be_decided(proposal.game)
    return ShownProposal(
        proposal=proposal,
        name=str(kind.name),
        sentence=sentence_of(proposal),
        proposer=proposal.by.shown_name,
        share=str(kind.share.words),
        needed=tally.needed,
        votes=votes,
        outcome="" if proposal.status == Status.OPEN else str(OUTCOMES[proposal.status]),
        own=own,
        may_vote=decidable and votes_on_it,
        may_withdraw=is_open and reader is not None and proposal.by_id == reader.pk,
    )


def possible_proposals(
    game: Game, seat: Seat | None, seats: Sequence[Seat], taken: Collection[str]
) -> list[PossibleProposal]:
    """What the person at a seat may propose now.

    seats: all of the game, with their people. taken: the kinds of which a proposal is open.
    """
    if seat is None or not has_vote(seat) or game.status != Game.Status.RUNNING or not may_be_decided(game):
        return []
    sensible = (kind for kind in KINDS.values() if kind.key not in taken and _makes_sense(kind, game, seats))
    return [_possible(kind, seats) for kind in sensible]


def possible_proposal(game: Game, seat: Seat, seats: Sequence[Seat], kind: str) -> PossibleProposal | None:
    """One kind that the person at a seat may propose now; None if they may not. seats: as for `possible_proposals`."""
    taken = set(game.proposals.filter(status=Status.OPEN).values_list("kind", flat=True))
    offered = possible_proposals(game, seat, seats, taken)
    return next((one for one in offered if one.kind.key == kind), None)


def _possible(kind: ProposalKind, seats: Sequence[Seat]) -> PossibleProposal:
    voters = _voter_count(kind, seats)
    return PossibleProposal(kind, kind.share.needed(voters), voters)


def _makes_sense(kind: ProposalKind, game: Game, seats: Sequence[Seat]) -> bool:
    return _voter_count(kind, seats) >= kind.fewest_voters(game) and kind.offered(game)


def _voter_count(kind: ProposalKind, seats: Sequence[Seat]) -> int:
    """How many would vote; whom it is about is one of those who vote otherwise, or a program."""
    voters = sum(has_vote(seat) for seat in seats)
    return voters - 1 if kind.is_about_somebody else voters


def log_of(proposals: Iterable[Proposal], *, at_the_table: bool) -> list[LogEntryOfProposal]:
    """What was decided together, in their order. Onlookers read only what was done."""
    decided = [one for one in proposals if one.decided_at is not None]
    told = decided if at_the_table else [one for one in decided if one.status == Status.ACCEPTED]
    return [LogEntryOfProposal(one.decided_at, _log_sentence(one, at_the_table)) for one in told if one.decided_at]


def _log_sentence(proposal: Proposal, at_the_table: bool) -> str:
    if not at_the_table:
        return _("The players have agreed: %(proposal)s") % {"proposal": sentence_of(proposal)}
    return _("%(person)s had proposed: %(proposal)s %(outcome)s") % {
        "person": proposal.by.shown_name,
        "proposal": sentence_of(proposal),
        "outcome": OUTCOMES[proposal.status],
    }
