"""The queue of turns that wait for bots, and its order.

**First the games in which a person waits**: a person sits there, and people have moved there lately. Then the games in
which no person is left. **Last the games in which only bots have moved for long**: their people let turn after turn
time out, so nobody minds if these games wait.

**Within each priority, hosts take turns**, so that the games of one host do not delay those of another: turns are
placed in rounds, and every host has one turn in each round. A turn joins the round after that of its host's last turn,
but no round that is over (this is start-time fair queueing, with rounds as its virtual time). However many turns of one
host wait, the next turn of another host waits for at most one turn of each host. **Within a round the oldest turn comes
first.**

Workers write priority and round before they take a turn; the transaction that opens the turn does not. So that
transaction stays short, and the next turn is the first row of an index, however many turns wait.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db.models import Exists, F, Max, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from games.due_work import claim_first
from games.models import Game, HostRound, Seat, Turn

STALE_AFTER: Final = timedelta(seconds=settings.THINKING_STALE_S)
"""A claim this old belongs to a process that died."""
MAX_PLACED_AT_ONCE: Final = 200
"""Turns that a worker places at once; the next worker continues."""
QUIET_AFTER_TURNS: Final = 2
QUIET_AFTER: Final = timedelta(hours=1)
"""A game is quiet if no person has moved for so many times its time per turn, and at least for QUIET_AFTER."""

Priority = Turn.Priority


def waiting() -> QuerySet[Turn]:
    """Open turns that a bot has to decide. `nudged_at`, since when, is set in the transaction that opens the turn."""
    bots = ~Q(seat__bot_level="") | ~Q(seat__caretaker="") | Q(timed_out=True) | ~Q(adviser="")
    going_on = Q(game__status=Game.Status.RUNNING, game__paused_at=None)
    return Turn.objects.filter(bots, going_on, status=Turn.Status.OPEN, nudged_at__isnull=False)


def unclaimed() -> QuerySet[Turn]:
    """Waiting turns that no worker has claimed, or whose worker died."""
    return waiting().filter(_is_unclaimed())


def claim_next() -> int | None:
    """Claim the next turn for this worker: its id; None if there is none."""
    assign_places()
    in_line = unclaimed().filter(bot_round__isnull=False)
    turn_id = claim_first([in_line.order_by("bot_priority", "bot_round", "nudged_at", "pk")], claim)
    if turn_id is not None:
        _note_round(turn_id)
    return turn_id


def claim(turn_id: int) -> bool:
    """Claim this turn if it is free; only one of several workers gets it."""
    if not waiting().filter(pk=turn_id).exists():
        return False
    # Only conditions on this row: after a wait, PostgreSQL checks these again, but not those on joined rows.
    free = Turn.objects.filter(_is_unclaimed(), pk=turn_id, status=Turn.Status.OPEN)
    return bool(free.update(claimed_at=timezone.now(), attempts=F("attempts") + 1))


def _note_round(turn_id: int) -> None:
    """Store the last round of the turn's host. If a process dies before this, the host only gains a place."""
    host, priority, place = Turn.objects.values_list("game__host", "bot_priority", "bot_round").get(pk=turn_id)
    HostRound.objects.bulk_create(
        [HostRound(host_id=host, priority=priority or 0, round=place or 0)],
        update_conflicts=True,
        unique_fields=["host", "priority"],
        update_fields=["round"],
    )


def renew_claim(turn: Turn) -> bool:
    """Renew the claim on a turn for another attempt; False if it was closed or taken over, or needs no bot any more.

    turn: the row as this worker claimed it, with the present number of attempts.
    """
    if not waiting().filter(pk=turn.pk).exists():
        return False
    own = Turn.objects.filter(pk=turn.pk, status=Turn.Status.OPEN, claimed_at=turn.claimed_at)
    return bool(own.update(claimed_at=timezone.now(), attempts=turn.attempts + 1))


def release_claim(turn: Turn) -> None:
    """Give up the claim on a turn that this worker does not play after all; the attempt does not count."""
    own = Turn.objects.filter(pk=turn.pk, status=Turn.Status.OPEN, claimed_at=turn.claimed_at)
    own.update(claimed_at=None, attempts=F("attempts") - 1)


def assign_places() -> None:
    """Give new turns their places, the oldest first."""
    new = unclaimed().filter(bot_priority=None, bot_round=None).order_by("nudged_at", "pk")
    people = Seat.objects.filter(
        game=OuterRef("game"), user__isnull=False, user__owner=None, caretaker="", bot_level=""
    )
    found = new.annotate(
        host=F("game__host"),
        turn_limit=F("game__turn_limit"),
        moved_at=Coalesce("game__person_moved_at", "game__started_at", "opened_at"),
        has_people=Exists(people),
    ).only("pk")[:MAX_PLACED_AT_ONCE]
    turns = list(found)
    if not turns:
        return
    now = timezone.now()
    current: dict[Turn.Priority, int] = {}
    rounds = _last_rounds({turn.host for turn in turns})
    for turn in turns:
        priority = _priority(turn.has_people, turn.moved_at, turn.turn_limit, now)
        if priority not in current:
            current[priority] = _current_round(priority)
        place = max(current[priority], rounds.get((priority, turn.host), -1) + 1)
        rounds[priority, turn.host] = place
        # One by one: locking several turns could deadlock with answers.
        Turn.objects.filter(pk=turn.pk, bot_round=None).update(bot_priority=priority, bot_round=place)


def _priority(has_people: bool, moved_at: datetime, turn_limit: timedelta, now: datetime) -> Turn.Priority:
    if now - moved_at > max(QUIET_AFTER_TURNS * turn_limit, QUIET_AFTER):
        return Priority.QUIET
    return Priority.WAITED_FOR if has_people else Priority.BOTS_ONLY


def _current_round(priority: Turn.Priority) -> int:
    """The round of the next turn; if none waits, the last round of any host."""
    first = unclaimed().filter(bot_priority=priority, bot_round__isnull=False).order_by("bot_round")
    current = first.values_list("bot_round", flat=True).first()
    if current is None:
        current = HostRound.objects.filter(priority=priority).aggregate(last=Max("round"))["last"]
    return current or 0


def _last_rounds(hosts: Collection[int]) -> dict[tuple[int, int], int]:
    """The last round of these hosts, by priority and host; of claimed and of waiting turns."""
    taken = HostRound.objects.filter(host__in=hosts).values_list("priority", "host", "round")
    in_line = waiting().filter(game__host__in=hosts, bot_round__isnull=False).order_by()
    furthest = in_line.values_list("bot_priority", "game__host").annotate(last=Max("bot_round"))
    last: dict[tuple[int, int], int] = {}
    for priority, host, place in (*taken, *furthest):
        last[priority, host] = max(place, last.get((priority, host), 0))
    return last


def _is_unclaimed() -> Q:
    return Q(claimed_at=None) | Q(claimed_at__lt=timezone.now() - STALE_AFTER)
