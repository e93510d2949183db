"""Turns that wait for bots, and in what order bots take them.

**First the games in which a person waits**: one sits there, and people have moved there lately. Then those in which
nobody sits any more who would wait. **Last the games in which only bots have moved for long**: their people let turn
after turn run out, and nobody is the wiser if they wait.

**Within these, in turn by host**, so that nobody's games hold up another's: turns stand in rounds, and in each round
every host has one. A turn joins the round after that of its host's last one, but none that is past already (this is
start-time fair queueing, with rounds as its virtual time). However many turns a host's games have waiting, another
host's next turn stands behind one of each host at most. **Within a round the oldest comes first.**

Priority and round are written down when a worker comes by, before it takes a turn, not by whoever opens the turn: that
transaction stays short, and what is taken next is the first row of an index, however many wait.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db.models import Exists, F, Max, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from games.models import Game, HostRound, Seat, Turn
from games.table.due_work import claim_first

STALE_AFTER: Final = timedelta(seconds=settings.THINKING_STALE_S)
"""A claim this old belongs to a process that died."""
LINED_UP_AT_ONCE: Final = 200
"""Turns that are given their place in one go; whoever comes next goes on."""
QUIET_AFTER_TURNS: Final = 2
QUIET_AFTER: Final = timedelta(hours=1)
"""Only bots have moved for long: no person for so many times the game's time per turn, and at least for so long."""

Priority = Turn.Priority


def waiting() -> QuerySet[Turn]:
    """Open turns that a bot has to decide. Whoever opens one says since when, in the same transaction."""
    bots = ~Q(seat__bot_level="") | ~Q(seat__caretaker="") | Q(timed_out=True)
    going_on = Q(game__status=Game.Status.RUNNING, game__paused_at=None)
    return Turn.objects.filter(bots, going_on, status=Turn.Status.OPEN, nudged_at__isnull=False)


def unclaimed() -> QuerySet[Turn]:
    """Those of them that no worker is at, or whose worker died."""
    return waiting().filter(_free())


def claim_next() -> int | None:
    """Take the next turn for this worker: its id; None if none is to be taken."""
    line_up()
    in_line = unclaimed().filter(bot_round__isnull=False)
    turn_id = claim_first([in_line.order_by("bot_priority", "bot_round", "nudged_at", "pk")], claim)
    if turn_id is not None:
        _note_round(turn_id)
    return turn_id


def claim(turn_id: int) -> bool:
    """Take this turn, if it is there to take; of several workers one gets it."""
    if not waiting().filter(pk=turn_id).exists():
        return False
    # Conditions of this row alone: PostgreSQL looks again at these, but not at a joined one, after a wait.
    free = Turn.objects.filter(_free(), pk=turn_id, status=Turn.Status.OPEN)
    return bool(free.update(claimed_at=timezone.now(), attempts=F("attempts") + 1))


def _note_round(turn_id: int) -> None:
    """Remember which round its host has come to. Lost with a process that dies here, it costs a place in the line."""
    host, priority, place = Turn.objects.values_list("game__host", "bot_priority", "bot_round").get(pk=turn_id)
    HostRound.objects.bulk_create(
        [HostRound(host_id=host, priority=priority or 0, round=place or 0)],
        update_conflicts=True,
        unique_fields=["host", "priority"],
        update_fields=["round"],
    )


def hold_on(turn: Turn) -> bool:
    """Hold a turn for one more thought; False if it was closed or taken over, or needs no bot any more.

    turn: as this worker took it, its attempts as they count from here on.
    """
    if not waiting().filter(pk=turn.pk).exists():
        return False
    own = Turn.objects.filter(pk=turn.pk, status=Turn.Status.OPEN, claimed_at=turn.claimed_at)
    return bool(own.update(claimed_at=timezone.now(), attempts=turn.attempts + 1))


def let_go(turn: Turn) -> None:
    """Give a turn back that this worker took and does not play after all; the attempt does not count."""
    own = Turn.objects.filter(pk=turn.pk, status=Turn.Status.OPEN, claimed_at=turn.claimed_at)
    own.update(claimed_at=None, attempts=F("attempts") - 1)


def line_up() -> None:
    """Give turns that have come since their places, the oldest first."""
    new = unclaimed().filter(bot_priority=None, bot_round=None).order_by("nudged_at", "pk")
    people = Seat.objects.filter(
        game=OuterRef("game"), user__isnull=False, user__owner=None, caretaker="", bot_level=""
    )
    found = new.annotate(
        host=F("game__host"),
        turn_limit=F("game__turn_limit"),
        moved_at=Coalesce("game__person_moved_at", "game__started_at", "opened_at"),
        has_people=Exists(people),
    ).only("pk")[:LINED_UP_AT_ONCE]
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
        # One by one: whoever locks several turns could wait in a ring with those who play.
        Turn.objects.filter(pk=turn.pk, bot_round=None).update(bot_priority=priority, bot_round=place)


def _priority(has_people: bool, moved_at: datetime, turn_limit: timedelta, now: datetime) -> Turn.Priority:
    if now - moved_at > max(QUIET_AFTER_TURNS * turn_limit, QUIET_AFTER):
        return Priority.QUIET
    return Priority.WAITED_FOR if has_people else Priority.BOTS_ONLY


def _current_round(priority: Turn.Priority) -> int:
    """The round of which the next turn is; if none waits, the last that any host has come to."""
    first = unclaimed().filter(bot_priority=priority, bot_round__isnull=False).order_by("bot_round")
    current = first.values_list("bot_round", flat=True).first()
    if current is None:
        current = HostRound.objects.filter(priority=priority).aggregate(last=Max("round"))["last"]
    return current or 0


def _last_rounds(hosts: Collection[int]) -> dict[tuple[int, int], int]:
    """The last round of these hosts, of turns that were taken or wait, by priority and host."""
    taken = HostRound.objects.filter(host__in=hosts).values_list("priority", "host", "round")
    in_line = waiting().filter(game__host__in=hosts, bot_round__isnull=False).order_by()
    furthest = in_line.values_list("bot_priority", "game__host").annotate(last=Max("bot_round"))
    last: dict[tuple[int, int], int] = {}
    for priority, host, place in (*taken, *furthest):
        last[priority, host] = max(place, last.get((priority, host), 0))
    return last


def _free() -> Q:
    return Q(claimed_at=None) | Q(claimed_at__lt=timezone.now() - STALE_AFTER)
