"""The one place that computes and writes when people's time is up (`Turn.due`, `Turn.timed_out`).

What comes of it is said by the rules of time of the game (games.time_control), all by the site clock
(games.models.site_clock). The caller holds the game's lock.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import F, QuerySet

from games import time_control
from games.models import Game, Seat, SiteClock, Turn
from games.time_control import TurnTimes


@dataclass(frozen=True)
class Moved:
    """A deadline before and after, in real time."""

    before: datetime
    after: datetime


def time_of(game: Game, clock: SiteClock) -> datetime:
    """What the site clock shows in front of a game: in a paused one it stands still."""
    return clock.time(game.paused_at or clock.now)


def open_turns(game: Game, turns: Iterable[Turn], now: datetime) -> None:
    """Give people their time for turns that are opened now; the caller writes the rows."""
    turns = list(turns)
    if not turns:
        return
    clock, control = SiteClock.read(now), game.time_control
    for turn in turns:
        turn.due = control.due_when_opened(_past_of(turn.seat, clock), clock.time(now))


def wait_again(turn: Turn, game: Game, now: datetime) -> None:
    """Give a person their time for a turn that the game did not wait for before; their clock starts now."""
    clock = SiteClock.read(now)
    turn.opened_at = now
    turn.due = game.time_control.due_when_opened(_past_of(turn.seat, clock), clock.time(now))
    _start_anew(turn)


def stop_waiting(turn: Turn) -> None:
    """No time runs for a turn that the game does not wait for any more."""
    turn.due = None
    _start_anew(turn)


def _start_anew(turn: Turn) -> None:
    turn.timed_out, turn.nudged_at, turn.claimed_at, turn.attempts = False, None, None, 0
    turn.bot_priority, turn.bot_round = None, None
    turn.save(
        update_fields=[
            *("opened_at", "due", "timed_out"),
            *("nudged_at", "claimed_at", "attempts", "bot_priority", "bot_round"),
        ]
    )


def extend(turn: Turn, by: timedelta, game: Game, clock: SiteClock) -> Moved:
    """Give an open turn more time; a person whose time was up may decide again."""
    due = time_control.due_when_extended(_times_of(turn, clock), by, time_of(game, clock))
    moved = _moved(turn, due, clock)
    turn.due = due
    turn.timed_out, turn.nudged_at, turn.claimed_at, turn.attempts = False, None, None, 0
    turn.save(update_fields=["due", "timed_out", "nudged_at", "claimed_at", "attempts"])
    return moved


def after_extension(turn: Turn, by: timedelta, game: Game, clock: SiteClock) -> Moved:
    """What `extend` would make of the deadline. Reads only."""
    due = time_control.due_when_extended(_times_of(turn, clock), by, time_of(game, clock))
    return _moved(turn, due, clock)


def resume(game: Game, paused_at: datetime, clock: SiteClock) -> None:
    """Give all whose time stood still back what they lost, in a game that goes on."""
    stopped = clock.time(paused_at)
    # A closed turn can be opened again by who takes back what was answered before the pause.
    answered = game.turns.filter(status=Turn.Status.CLOSED, due__gt=stopped, opened_at__lte=paused_at)
    answered.update(due=F("due") + (clock.time(clock.now) - stopped))
    for turn in game.turns.exclude(status=Turn.Status.CLOSED).exclude(due=None):
        turn.due = time_control.due_when_resumed(_times_of(turn, clock), stopped, clock.time(clock.now))
        turn.save(update_fields=["due"])


def after_resumption(turn: Turn, paused_at: datetime, clock: SiteClock) -> Moved:
    """What `resume` would make of the deadline of an open turn. Reads only."""
    due = time_control.due_when_resumed(_times_of(turn, clock), clock.time(paused_at), clock.time(clock.now))
    return _moved(turn, due, clock)


def stop(seat: Seat) -> None:
    """No time runs for a seat any more: a bot plays on in its turns."""
    seat.game.turns.filter(seat=seat).exclude(status=Turn.Status.CLOSED).update(due=None)


def is_up(turn: Turn, clock: SiteClock) -> bool:
    """Whether the time of a turn is up, or a bot was asked to play it for that."""
    return turn.timed_out or time_control.is_up(_times_of(turn, clock), clock.time(clock.now))


def time_out(turn_id: int, clock: SiteClock) -> bool:
    """Have a bot play a turn whose time is up; whether it was. The person may still answer until the bot has."""
    turns = overdue(Turn.objects.filter(pk=turn_id), clock).order_by()
    return bool(turns.update(timed_out=True, nudged_at=clock.now, claimed_at=None, attempts=0))


def overdue(turns: QuerySet[Turn], clock: SiteClock, by: timedelta = timedelta()) -> QuerySet[Turn]:
    """Those of open turns whose time is up (for so long), and that nobody was asked to play for: the longest first."""
    running = turns.filter(status=Turn.Status.OPEN, game__status=Game.Status.RUNNING, game__paused_at=None)
    return running.filter(timed_out=False, due__lte=clock.time(clock.now) - by).order_by("due")


def _past_of(seat: Seat, clock: SiteClock) -> Iterator[TurnTimes]:
    """The turns of a seat so far, oldest first; the database is asked when the first is."""
    for turn in Turn.objects.filter(seat=seat).order_by("pk"):
        yield _times_of(turn, clock)


def _times_of(turn: Turn, clock: SiteClock) -> TurnTimes:
    closed = None if turn.closed_at is None else clock.time(turn.closed_at)
    return TurnTimes(clock.time(turn.opened_at), turn.due, closed)


def _moved(turn: Turn, due: datetime | None, clock: SiteClock) -> Moved:
    assert turn.due is not None
    assert due is not None
    return Moved(clock.deadline(turn.due), clock.deadline(due))
