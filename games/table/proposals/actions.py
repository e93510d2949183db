"""What people do with proposals: propose, vote, withdraw; and staff, who close them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.access import Permission
from games.live.announcements import bump_version
from games.models import Ballot, Game, Move, Proposal, Seat
from games.people.models import User
from games.table import audit, permission_check
from games.table.errors import (
    BadProposal,
    GamePaused,
    NoSuchProposal,
    NotPossible,
    NotRunning,
    NotSeated,
    NoVote,
    ProposalClosed,
    TooMany,
)
from games.table.locks import lock_game
from games.table.moderation_transaction import moderation_transaction
from games.table.proposals import telling
from games.table.proposals.decisions import close, may_be_decided, settle
from games.table.proposals.kinds import ProposalKind
from games.table.proposals.registry import find_kind
from games.table.proposals.tally import has_vote, voters_of

OPEN_FOR: Final = timedelta(days=3)
"""In real time."""
MAX_A_DAY: Final = 5
"""Proposals of one person in one game within 24 hours, whatever has come of them."""
MAX_A_DAY_IN_ALL: Final = 20
"""The same in all games together."""
MAX_CHANGES: Final = 5
"""How often somebody may change their mind about one proposal."""
MAX_KEY_LENGTH: Final = 80
WITHDRAW: Final = "withdraw a proposal"
"""The audit word for it."""
_DAY: Final = timedelta(days=1)

Status = Proposal.Status


def propose(
    game_id: str, by: User, kind: str, given: Mapping[str, object], *, key: str = "", source: str = Move.Source.WEB
) -> Proposal:
    """Propose something to the others; who proposes it agrees. Alone among bots it is done at once,
    unless it decides the result of a rated game.

    kind: a key of registry.KINDS. given: what this kind needs to know (`ProposalKind.read`). key: the idempotency key;
    the proposal that was made under it is returned as it is now. An open one that is the same is returned, too.
    source: a Move.Source. Raises NoSuchGame, NotRunning, GamePaused (by staff), NotSeated, NoVote for programs,
    Suspended, BadProposal, TooMany, NotPossible, and whatever the kind's `check` refuses.
    """
    with transaction.atomic():
        game, now = lock_game(game_id), timezone.now()
        permission_check.require_permission(Permission.PROPOSE, by, NotSeated(), game)
        known = game.proposals.filter(by=by, key=key[:MAX_KEY_LENGTH]).exclude(key="").first()
        if known is not None:
            return known
        seat = _voting_seat(game, by)
        _require_decidable(game)
        chosen = find_kind(kind)
        parameters = chosen.read(game, seat, given)
        same = game.proposals.filter(kind=chosen.key, status=Status.OPEN).first()
        if same is not None and (same.by_id, same.parameters) == (by.pk, parameters):
            return same
        if same is not None:
            raise BadProposal(_("Something like this is proposed already: vote on that first."))
        _check_count(game, by, now)
        chosen.check(game, parameters)
        voters = voters_of(chosen, parameters, game.seats.select_related("user"))
        _check_voters(chosen, game, voters)
        proposal = Proposal.objects.create(
            game=game,
            kind=chosen.key,
            by=by,
            parameters=parameters,
            key=key[:MAX_KEY_LENGTH],
            proposed_at=now,
            open_until=now + OPEN_FOR,
        )
        Ballot.objects.bulk_create(_ballot(proposal, voter, now) for voter in voters)
        details = {"proposal": proposal.pk, "kind": kind, "parameters": parameters, "source": source}
        audit.note(Permission.PROPOSE, by=by, game=game, seat=seat.index, person=by, details=details)
        _save_version(game)
        settle(game, proposal, by, now)
        if proposal.status == Status.OPEN:
            telling.ask_voters(proposal, voters)
            telling.tell_concerned(proposal)
        elif proposal.status == Status.VOID:
            # Nobody was asked, and nothing was done: it is refused like anything else that is not possible.
            raise NotPossible(_("That is not possible now."))
        return proposal


def vote(proposal_id: int, by: User, *, agrees: bool, source: str = Move.Source.WEB) -> Proposal:
    """Say yes or no to a proposal, or change one's mind while it is open. The same vote again changes nothing.

    source: a Move.Source. Raises NoSuchProposal, ProposalClosed, GamePaused (by staff), NoVote, Suspended, TooMany.
    """
    with transaction.atomic():
        game, proposal = _locked(proposal_id)
        permission_check.require_permission(Permission.VOTE, by, NoVote(), game)
        ballot = proposal.ballots.filter(person=by).first()
        if proposal.status != Status.OPEN and ballot is not None and ballot.agrees is agrees:
            return proposal
        now = timezone.now()
        if proposal.status != Status.OPEN or now >= proposal.open_until or game.status != Game.Status.RUNNING:
            raise ProposalClosed
        _require_decidable(game)
        voters = voters_of(find_kind(proposal.kind), proposal.parameters, game.seats.select_related("user"))
        seat = next((voter for voter in voters if voter.user_id == by.pk), None)
        if seat is None:
            raise NoVote
        if ballot is None:
            # They have taken a seat since it was proposed.
            ballot = Ballot(proposal=proposal, person=by)
        if ballot.agrees is agrees:
            return proposal
        _count_change(ballot)
        ballot.agrees, ballot.voted_at = agrees, now
        ballot.save()
        details = {"proposal": proposal.pk, "kind": proposal.kind, "agrees": agrees, "source": source}
        audit.note(Permission.VOTE, by=by, game=game, seat=seat.index, person=by, details=details)
        _save_version(game)
        settle(game, proposal, by, now)
        return proposal


def withdraw(proposal_id: int, by: User, *, source: str = Move.Source.WEB) -> Proposal:
    """Withdraw what one has proposed oneself, while it is open.

    source: a Move.Source. Raises NoSuchProposal, ProposalClosed, NotSeated, Suspended, NotPossible if somebody else has
    proposed it.
    """
    with transaction.atomic():
        game, proposal = _locked(proposal_id)
        permission_check.require_permission(Permission.PROPOSE, by, NotSeated(), game)
        if proposal.by_id != by.pk:
            raise NotPossible(_("Only who has proposed it can withdraw it."))
        if proposal.status == Status.WITHDRAWN:
            return proposal
        if proposal.status != Status.OPEN:
            raise ProposalClosed
        details = {"proposal": proposal.pk, "kind": proposal.kind, "source": source}
        entry = audit.note(WITHDRAW, by=by, game=game, person=by, details=details)
        close(game, proposal, Status.WITHDRAWN, by, timezone.now(), entry=entry)
        return proposal


def close_proposal(proposal_id: int, by: User | None, reason: str) -> Proposal:
    """Staff close an open proposal; nothing of it is done, and the players are told why.

    by: a moderator, None for an operator at the console. Raises NoReason, NoSuchProposal, NotModerator, ProposalClosed.
    """
    found = Proposal.objects.filter(pk=proposal_id).first()
    if found is None:
        raise NoSuchProposal
    with moderation_transaction(Permission.CLOSE_PROPOSAL, found.game_id, by, reason) as moderation:
        proposal = moderation.game.proposals.select_related("by").get(pk=proposal_id)
        if proposal.status != Status.OPEN:
            raise ProposalClosed
        entry = moderation.note({"proposal": proposal.pk, "kind": proposal.kind}, person=proposal.by)
        proposal.game = moderation.game
        close(moderation.game, proposal, Status.CLOSED, by, timezone.now(), entry=entry, reason=moderation.reason)
        return proposal


def _locked(proposal_id: int) -> tuple[Game, Proposal]:
    """The proposal as it is under the lock of its game. Raises NoSuchProposal."""
    game_id = Proposal.objects.filter(pk=proposal_id).values_list("game_id", flat=True).first()
    if game_id is None:
        raise NoSuchProposal
    game = lock_game(game_id)
    proposal = game.proposals.select_related("by").get(pk=proposal_id)
    proposal.game = game
    return game, proposal


def _voting_seat(game: Game, by: User) -> Seat:
    """Raises NotSeated, NoVote."""
    seat = game.seats.select_related("user").filter(user=by).first()
    if seat is None or seat.is_given_up:
        raise NotSeated
    if not has_vote(seat):
        raise NoVote(_("Programs neither propose nor vote: only people do."))
    return seat


def _require_decidable(game: Game) -> None:
    """Raises NotRunning, GamePaused."""
    if game.status != Game.Status.RUNNING:
        raise NotRunning
    if not may_be_decided(game):
        raise GamePaused


def _check_count(game: Game, by: User, now: datetime) -> None:
    """Raises TooMany."""
    recent = Proposal.objects.filter(by=by, proposed_at__gt=now - _DAY)
    if recent.filter(game=game).count() >= MAX_A_DAY or recent.count() >= MAX_A_DAY_IN_ALL:
        raise TooMany(_("You have proposed enough for today: try again tomorrow."))


def _check_voters(kind: ProposalKind, game: Game, voters: tuple[Seat, ...]) -> None:
    """Raises NotPossible."""
    fewest = kind.fewest_voters(game)
    if len(voters) < fewest:
        raise NotPossible(
            ngettext(
                "For this at least %(number)s person must vote.",
                "For this at least %(number)s people must vote.",
                fewest,
            )
            % {"number": fewest}
        )


def _ballot(proposal: Proposal, voter: Seat, now: datetime) -> Ballot:
    own = voter.user_id == proposal.by_id
    return Ballot(proposal=proposal, person=voter.user, agrees=True if own else None, voted_at=now if own else None)


def _count_change(ballot: Ballot) -> None:
    """Raises TooMany."""
    if ballot.agrees is None:
        return
    if ballot.changes >= MAX_CHANGES:
        raise TooMany(_("You have changed your mind often enough: your vote stands now."))
    ballot.changes += 1


def _save_version(game: Game) -> None:
    bump_version(game)
    game.save(update_fields=["version"])
