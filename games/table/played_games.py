"""Counts games that are over for the people who played in them: the only writer of PlayedGame.

A game is counted when it ends, in the same transaction, so that profiles and statistics never read moves. For whoever
has lost their seat to somebody else it counts from then on: they may not learn when it ends. Games that ended before
there was this table are counted by a task (`count_old_games`), from their rows or packs.
"""

from __future__ import annotations

import logging
import time
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from games.access import Permission
from games.engine import registry
from games.engine.contract import event_from_json
from games.models import ANSWER_TIMES, AuditEntry, Game, Move, PlayedGame, Seat, SeatHolder, Submission
from games.people.models import User
from games.site_state import ReadOnly
from games.table.history import history_of
from games.table.locks import lock_game
from games.table.pauses import pauses_of, time_without

log = logging.getLogger(__name__)

MAX_AT_ONCE: Final = 500
"""Games that one run of the task counts at most."""
MAX_SLICE_S: Final = 40.0
"""After so long a run ends, so that others can use its queue; the next one goes on."""
OF_BOTS: Final = Move.IN_A_PERSONS_PLACE | {Move.Source.BOT}


@dataclass
class _Stay:
    """Somebody's time in a seat, returns included."""

    person: User
    seat: Seat
    spans: list[tuple[datetime, datetime | None]] = field(default_factory=list)
    """From when to when; None: to the end."""
    left: str = ""

    def includes(self, at: datetime) -> bool:
        return any(first <= at and (last is None or at < last) for first, last in self.spans)


@dataclass
class _Punctuality:
    """How somebody answered."""

    late: int = 0
    times: list[timedelta] = field(default_factory=list)


def count(game: Game) -> None:
    """Write the rows of a game that has just ended, instead of earlier ones. The caller holds the game's lock.

    Only finished and called-off games that had started count.
    """
    if game.status not in Game.OVER or game.started_at is None or game.ended_at is None:
        return
    _write(game, _stays(game), game.ended_at)
    game.counted_at = timezone.now()
    game.save(update_fields=["counted_at"])


def count_for_replaced(game: Game) -> None:
    """Write the rows of a running game for those whose seats others have by now, instead of earlier ones.

    They are as the end of the game leaves them, but for what only those may know who see it. The caller holds the
    game's lock.
    """
    replaced = [stay for stay in _stays(game) if stay.left and stay.seat.user_id != stay.person.pk]
    _write(game, replaced, timezone.now())


def forget(game: Game) -> None:
    """The end of a game is taken back: it counts as if it had never ended. The caller holds its lock, and saves it."""
    count_for_replaced(game)
    game.counted_at = None


def uncounted() -> QuerySet[Game]:
    """Games that are over and not counted yet: they ended before there was this table, or under an older release."""
    return Game.objects.filter(ended_at__isnull=False, started_at__isnull=False, counted_at=None)


def count_old_games(at_most: int = MAX_AT_ONCE) -> tuple[int, bool]:
    """Count uncounted games, the oldest first, each in a transaction of its own: how many, and whether more wait."""
    done, left_out, until = 0, set[str](), time.monotonic() + MAX_SLICE_S
    while done < at_most and time.monotonic() < until:
        game_id = uncounted().exclude(pk__in=left_out).order_by("ended_at").values_list("pk", flat=True).first()
        if game_id is None:
            return done, False
        try:
            with transaction.atomic():
                count(lock_game(game_id))
                done += 1
        except ReadOnly:
            return done, False
        except Exception:  # one game that cannot be counted must not keep others waiting
            log.exception("Game %s could not be counted.", game_id)
            left_out.add(game_id)
    return done, not left_out


def _write(game: Game, stays: Sequence[_Stay], until: datetime) -> None:
    """until: the end of the game, or now."""
    punctuality, picks = _punctuality(game, stays), _picks(game, stays)
    stayed = {stay.person.pk for stay in stays if not stay.left}
    ranks = Counter(game.seats.values_list("rank", flat=True))
    PlayedGame.objects.filter(game=game).delete()
    PlayedGame.objects.bulk_create(
        _row(
            game,
            stay,
            until,
            other_people=len(stayed - {stay.person.pk}),
            shared=stay.seat.rank is not None and ranks[stay.seat.rank] > 1,
            answers=punctuality[stay.person.pk],
            picks=picks[stay.person.pk],
        )
        for stay in stays
    )


# --- who played, and how -----------------------------------------------------------------------------------------


def _stays(game: Game) -> list[_Stay]:
    """The people who held seats, from the start or from later on; without programs and guests."""
    holders: dict[int, list[SeatHolder]] = defaultdict(list)
    for row in SeatHolder.objects.filter(game=game).select_related("user").order_by("pk"):
        holders[row.seat_id].append(row)
    found: dict[int, _Stay] = {}
    for seat in game.seats.select_related("user").order_by("index"):
        rows = holders[seat.pk] or _holders_of_before(game, seat)
        for number, row in enumerate(rows):
            if row.user is None or row.user.owner_id is not None or row.user.is_guest:
                continue
            stay = found.setdefault(row.user.pk, _Stay(row.user, seat))
            stay.seat = seat
            stay.spans.append((row.from_at, row.to_at))
            stay.left = rows[number + 1].cause if number + 1 < len(rows) else ""
    return list(found.values())


def _holders_of_before(game: Game, seat: Seat) -> list[SeatHolder]:
    """The same for a seat of a game that began before there was SeatHolder, as far as the seat tells."""
    if seat.user is None:
        return []
    assert game.started_at is not None
    left_at = (seat.resigned_at or seat.vacant_since or game.ended_at) if seat.is_given_up else None
    rows = [SeatHolder(user=seat.user, from_at=game.started_at, to_at=left_at)]
    if seat.is_given_up:
        rows.append(SeatHolder(user=None, cause=seat.caretaker_cause or SeatHolder.Cause.RESIGNED))
    return rows


def _punctuality(game: Game, stays: Sequence[_Stay]) -> defaultdict[int, _Punctuality]:
    """How people answered the turns in which their time ran, by their ids."""
    history, pauses = history_of(game), pauses_of(game)
    found: defaultdict[int, _Punctuality] = defaultdict(_Punctuality)
    answered: dict[int, Submission] = {}
    for answer in history.answers_by([stay.person.pk for stay in stays]):
        if answer.plies and answer.undone_at is None:
            answered[answer.turn_id] = answer
    for turn in history.all_turns():
        if turn.due is None:
            continue
        given = answered.get(turn.pk)
        if turn.timed_out:
            for stay in stays:
                if stay.seat.pk == turn.seat_id and stay.includes(turn.opened_at):
                    found[stay.person.pk].late += 1
        elif given is not None and given.by_id is not None:
            took = time_without(pauses, turn.opened_at, max(given.created_at, turn.opened_at))
            found[given.by_id].times.append(max(took, timedelta()))
    for person, excused in _excused(game).items():
        found[person].late = max(found[person].late - excused, 0)
    return found


def _excused(game: Game) -> Counter[int]:
    """Missed deadlines that staff excused after a bot had played, by person."""
    excuses = AuditEntry.objects.filter(game=game, action=Permission.EXCUSE, person__isnull=False)
    rows = excuses.values_list("person_id", "details")
    return Counter(person for person, details in rows if person is not None and details.get("turn") is None)


def _picks(game: Game, stays: Sequence[_Stay]) -> defaultdict[int, list[str]]:
    """What people picked themselves, by their ids."""
    chronicle, found = registry.chronicle(game.kind), defaultdict[int, list[str]](list)
    if not chronicle.pick_names():
        return found
    by_seat = defaultdict[int, list[_Stay]](list)
    for stay in stays:
        by_seat[stay.seat.index].append(stay)
    for move in history_of(game).live_moves(without=("set_up",)):
        if move.seat is None or move.source in OF_BOTS:
            continue
        for stored in move.events:
            picked = chronicle.picked(event_from_json(stored))
            if picked is not None:
                who = (stay.person.pk for stay in by_seat[move.seat] if stay.includes(move.created_at))
                found[next(who, 0)].append(picked)
    return found


def _row(
    game: Game,
    stay: _Stay,
    ended_at: datetime,
    *,
    other_people: int,
    shared: bool,
    answers: _Punctuality,
    picks: list[str],
) -> PlayedGame:
    counts = game.status == Game.Status.FINISHED and not stay.left
    return PlayedGame(
        person=stay.person,
        game=game,
        kind=game.kind,
        players=game.seat_count,
        other_people=other_people,
        seat=stay.seat.index,
        rank=stay.seat.rank if counts else None,
        shared=shared and counts,
        score=stay.seat.score if counts else None,
        left=stay.left,
        asked=len(answers.times) + answers.late,
        in_time=len(answers.times),
        answer_times=_classes(answers.times),
        picks=picks,
        from_at=stay.spans[0][0],
        to_at=stay.spans[-1][1] or ended_at,
        ended_at=ended_at,
    )


def _classes(times: Iterable[timedelta]) -> list[int]:
    """How many times fall into each class of ANSWER_TIMES."""
    counts = Counter(bisect_left(ANSWER_TIMES, took) for took in times)
    return [counts[place] for place in range(len(ANSWER_TIMES) + 1)]
