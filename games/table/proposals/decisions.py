"""What comes of proposals: they are accepted, refused or closed as soon as that is certain, or expire.

Everything here may be called again at any time: it only does what is still to be done. Callers hold the game's lock.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import Exists, F, OuterRef, QuerySet
from django.utils import timezone
from django.utils.functional import Promise

from games.access import Permission
from games.live.announcements import bump_version
from games.models import AuditEntry, Ballot, Game, Proposal
from games.people.models import User
from games.table import audit, pausing
from games.table.errors import Refused
from games.table.locks import lock_game
from games.table.one_of_many import one_of_many
from games.table.proposals import pauses, telling
from games.table.proposals.kinds import Decision
from games.table.proposals.registry import KINDS, find_kind
from games.table.proposals.tally import Tally, tally_of

DECIDED: Final = "proposal decided"
"""The audit word for what came of a proposal."""
MAX_AT_ONCE: Final = 500
"""Games that one sweep looks after, so that it ends soon; the next one takes the others."""
BATCH_SIZE: Final = 200
"""Proposals that a sweep reads together."""

Status = Proposal.Status


def settle_all(game: Game, by: User | None = None) -> None:
    """Decide all open proposals of a game of which it is certain by now what comes of them.

    by: whose vote or departure may have made it so.
    """
    now = timezone.now()
    for proposal in _open_in(game):
        settle(game, proposal, by, now)


def ask_late_voters(game: Game) -> None:
    """Ask those who have a vote and had none when it was proposed: they have taken a seat since, or play again."""
    if game.status != Game.Status.RUNNING or not may_be_decided(game):
        return
    now = timezone.now()
    for proposal in _open_in(game):
        late = current_tally(game, proposal).unasked if now < proposal.open_until else ()
        Ballot.objects.bulk_create(Ballot(proposal=proposal, person=seat.user) for seat in late)
        telling.ask_voters(proposal, late)


def _open_in(game: Game) -> list[Proposal]:
    """The open proposals of a game; those of a later version of the site are left to it."""
    rows = list(game.proposals.filter(status=Status.OPEN, kind__in=KINDS).select_related("by").order_by("pk"))
    for row in rows:
        row.game = game
    return rows


def settle(game: Game, proposal: Proposal, by: User | None, now: datetime) -> None:
    """Decide one open proposal, if it is certain what comes of it."""
    if proposal.status != Status.OPEN:
        return
    outcome = _outcome(game, proposal, now)
    if outcome == Status.ACCEPTED:
        _accept(game, proposal, by, now)
    elif outcome is not None:
        close(game, proposal, outcome, by, now)


def close(
    game: Game,
    proposal: Proposal,
    status: Proposal.Status,
    by: User | None,
    now: datetime,
    *,
    entry: AuditEntry | None = None,
    reason: str | Promise = "",
) -> None:
    """Let a proposal be open no more, and tell everybody. entry: of the audit trail, if the caller has written it."""
    _mark(proposal, status, now)
    if entry is None:
        _note(game, proposal, by, {})
    bump_version(game)
    game.save(update_fields=["version"])
    telling.tell_outcome(game, proposal, by, reason)


def current_tally(game: Game, proposal: Proposal) -> Tally:
    return tally_of(proposal, game.seats.select_related("user"), proposal.ballots.all())


def may_be_decided(game: Game) -> bool:
    """Whether players can decide anything now: not while staff have paused the game."""
    return game.paused_at is None or pauses.pause_of_players(game) is not None


def _outcome(game: Game, proposal: Proposal, now: datetime) -> Proposal.Status | None:
    if game.status != Game.Status.RUNNING:
        return Status.CLOSED
    outcome = current_tally(game, proposal).outcome
    if outcome == Status.ACCEPTED and may_be_decided(game) and now < proposal.open_until:
        return outcome
    if now >= proposal.open_until:
        return Status.EXPIRED
    return None if outcome == Status.ACCEPTED else outcome


def _accept(game: Game, proposal: Proposal, by: User | None, now: datetime) -> None:
    kind = find_kind(proposal.kind)
    try:
        with transaction.atomic():
            _mark(proposal, Status.ACCEPTED, now)
            kind.check(game, proposal.parameters)
            changed = kind.perform(Decision(game, proposal, by, now))
    except Refused as refused:
        game.refresh_from_db()
        close(game, proposal, Status.VOID, by, now, reason=refused.message)
        return
    _note(game, proposal, by, dict(changed))
    bump_version(game)
    game.save(update_fields=["version"])
    telling.tell_outcome(game, proposal, by)
    if game.status != Game.Status.RUNNING:
        settle_all(game, by)


def _mark(proposal: Proposal, status: Proposal.Status, now: datetime) -> None:
    proposal.status, proposal.decided_at = status, now
    proposal.save(update_fields=["status", "decided_at"])


def _note(game: Game, proposal: Proposal, by: User | None, changed: dict[str, object]) -> None:
    tally = current_tally(game, proposal)
    audit.note(
        DECIDED,
        by=by,
        game=game,
        person=proposal.by,
        details={
            "proposal": proposal.pk,
            "kind": proposal.kind,
            "outcome": proposal.status,
            "yes": tally.yes,
            "no": tally.no,
            **changed,
        },
    )


# --- the clock's sweep -----------------------------------------------------------------------------------------------


def sweep(now: datetime) -> None:
    """Decide what is certain by now, because time has passed or somebody has left, ask who has got a vote since, and
    end pauses that are over. Any number of processes may do so at the same time."""
    _each(_open_proposals(), "its proposals are decided", lambda row: _is_to_settle(row, now), _settle_game)
    _each(
        _pauses_of_players(),
        "a pause is over",
        lambda pause: pauses.ends_at(pause) <= now,
        lambda game: _end_pause(game, now),
    )


def _each(
    proposals: QuerySet[Proposal], purpose: str, is_due: Callable[[Proposal], bool], do: Callable[[Game], None]
) -> None:
    """Do something once for every game of which a proposal is due, MAX_AT_ONCE of them at most.

    is_due: is asked without any lock; so `do` looks again.
    """
    done = set[str]()
    for proposal in _in_batches(proposals):
        if len(done) == MAX_AT_ONCE:
            return
        with one_of_many(proposal.game_id, purpose):
            if proposal.game_id not in done and is_due(proposal):
                done.add(proposal.game_id)
                with transaction.atomic():
                    do(lock_game(proposal.game_id))


def _in_batches(proposals: QuerySet[Proposal]) -> Iterator[Proposal]:
    """All of them, in the order of their ids, however many there are."""
    last = 0
    while batch := list(proposals.filter(pk__gt=last).order_by("pk")[:BATCH_SIZE]):
        yield from batch
        last = batch[-1].pk


def _open_proposals() -> QuerySet[Proposal]:
    rows = Proposal.objects.filter(status=Status.OPEN, kind__in=KINDS).select_related("game")
    return rows.defer("game__position", "game__options").prefetch_related("game__seats__user", "ballots")


def _is_to_settle(proposal: Proposal, now: datetime) -> bool:
    game = proposal.game
    if game.status != Game.Status.RUNNING or now >= proposal.open_until:
        return True
    tally = tally_of(proposal, game.seats.all(), proposal.ballots.all())
    # What staff's pause keeps from being accepted, or from being voted on, waits.
    waits = tally.outcome == Status.ACCEPTED or (tally.outcome is None and bool(tally.unasked))
    return may_be_decided(game) if waits else tally.outcome is not None


def _settle_game(game: Game) -> None:
    settle_all(game)
    ask_late_voters(game)


def _pauses_of_players() -> QuerySet[Proposal]:
    """The proposals by which games are paused, unless staff have taken the pause over."""
    held = AuditEntry.objects.filter(
        game=OuterRef("game"), action=Permission.PAUSE, at__gte=OuterRef("decided_at")
    ).exclude(reason="")
    return Proposal.objects.filter(
        ~Exists(held),
        kind=pauses.Pause.key,
        status=Status.ACCEPTED,
        game__paused_at__isnull=False,
        game__paused_at=F("decided_at"),
    )


def _end_pause(game: Game, now: datetime) -> None:
    pause = pauses.pause_of_players(game)
    if pause is None or pauses.ends_at(pause) > now:
        return
    pausing.restart_game(game, now)
    audit.note(audit.PAUSE_OVER, by=None, game=game, details={"proposal": pause.pk})
    telling.tell_end_of_pause(game, pause)
    settle_all(game)
