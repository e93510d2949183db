"""The one place that computes and writes when people's time is up (`Turn.due`, `Turn.timed_out`).

What comes of it is said by the rules of time of the game (games.time_control) and by the person's calendar
(games.person_calendar), and is kept by the site clock (games.models.site_clock). The caller holds the game's lock.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from django.db.models import F, QuerySet

from games.engine import registry
from games.engine.contract import event_from_json
from games.models import Game, Seat, SiteClock, Turn
from games.people.mail_choices import reminders_of
from games.person_calendar import Announced, Calendar
from games.table.days_away import announced_by
from games.time_control import TimeControl

WRITTEN: Final = ("due", "grace", "runs_out", "time_given", "remind_at")
"""The columns of a turn that say how long time runs for it."""


@dataclass(frozen=True)
class Moved:
    """A deadline before and after, in real time."""

    before: datetime
    after: datetime


# --- How much time a turn has ----------------------------------------------------------------------------------------


def calendar_of(seat: Seat, control: TimeControl, announced: Announced | None = None) -> Calendar:
    """When time runs for the person of a seat. announced: instead of the absences that they have announced.

    Where they have chosen that the clock runs on, they are never away.
    """
    person = seat.user
    if person is None:
        return Calendar(ZoneInfo("UTC"), control.days_off)
    if seat.when_away == Seat.CLOCK_RUNS:
        announced = Announced()
    elif announced is None:
        announced = announced_by(person)
    away = announced.days_away(control.absence_days)
    return Calendar(ZoneInfo(person.time_zone), control.days_off, person.quiet_hours, away)


def time_once_asked(turn: Turn, game: Game) -> timedelta:
    """What the person would have if the game waited for an early turn from now on. Reads only."""
    left, _round = _left(turn.seat, game)
    return game.time_control.time_for_turn(left, adds=turn.runs_out is None)


def left_now(seat: Seat, game: Game, turn: Turn | None, now: datetime) -> timedelta | None:
    """What a person has left of their bank or of the present round at this moment; None for a clock without them.

    turn: the live one of the seat, if there is one: while its time runs, it runs out of this. Reads only.
    """
    control = game.time_control
    if not control.keeps_time:
        return None
    clock = SiteClock.read(now)
    if turn is not None and turn.status == Turn.Status.OPEN and turn.due is not None:
        return timedelta() if is_up(turn, clock) else _time_left(turn, game, game.paused_at or now, clock)
    left, _round = _left(seat, game)
    return control.bank if left is None else left


def bot_plays_at(turn: Turn) -> datetime | None:
    """The real time at which a bot plays a turn, if that is later than its deadline."""
    return SiteClock.read().deadline(turn.due) if turn.due is not None and turn.grace else None


def _left(seat: Seat, game: Game) -> tuple[timedelta | None, int | None]:
    """What a person has left, of their bank or of this round, and which round that is."""
    if game.time_control.round is None:
        return seat.time_left, None
    now = _rounds_ended(game)
    if seat.time_left is not None and seat.time_left_in == now:
        return seat.time_left, now
    people = game.seats.filter(user__isnull=False, caretaker="").count()
    return game.time_control.share_of_round(people), now


def _rounds_ended(game: Game) -> int:
    ends_round = registry.chronicle(game.kind).ends_round
    played = game.moves.filter(undone_at=None).values_list("events", flat=True)
    return sum(any(ends_round(event_from_json(event)) for event in events) for events in played)


# --- When it runs ----------------------------------------------------------------------------------------------------


def open_turns(game: Game, turns: Iterable[Turn], now: datetime) -> None:
    """Give people their time for turns that are opened now; the caller writes the rows."""
    turns = list(turns)
    if not turns:
        return
    clock = SiteClock.read(now)
    for turn in turns:
        _start(turn, game, clock)


def wait_again(turn: Turn, game: Game, now: datetime) -> None:
    """Give a person their time for a turn that the game did not wait for before; their clock starts now."""
    turn.opened_at = now
    _start(turn, game, SiteClock.read(now))
    _start_anew(turn)


def stop_clock(turn: Turn, game: Game, now: datetime) -> None:
    """The game does not wait for a turn any more: what its person has left of a bank or round is kept."""
    if turn.due is None or turn.runs_out is None or not game.time_control.keeps_time:
        return
    turn.seat.time_left = _time_left(turn, game, game.paused_at or now, SiteClock.read(now))
    turn.seat.save(update_fields=["time_left"])


def stop_waiting(turn: Turn) -> None:
    """No time runs for a turn that the game does not wait for any more."""
    turn.due, turn.remind_at = None, None
    _start_anew(turn)


def _start(turn: Turn, game: Game, clock: SiteClock) -> None:
    control, seat = game.time_control, turn.seat
    left, current = _left(seat, game)
    span = control.time_for_turn(left, adds=turn.runs_out is None)
    if current is not None and (seat.time_left, seat.time_left_in) != (left, current):
        seat.time_left, seat.time_left_in = left, current
        seat.save(update_fields=["time_left", "time_left_in"])
    turn.time_given = span
    _run_for(turn, game, span, clock.now, clock)


def _run_for(turn: Turn, game: Game, span: timedelta, since: datetime, clock: SiteClock) -> None:
    """Let time run for a turn for so long, from a real moment on."""
    calendar = calendar_of(turn.seat, game.time_control)
    _set_due(turn, game, calendar, calendar.after(since, span), clock)


def _set_due(turn: Turn, game: Game, calendar: Calendar, runs_out: datetime, clock: SiteClock) -> None:
    """runs_out: the real moment at which the person has no time left. No deadline falls into their quiet hours."""
    grace = game.time_control.grace
    shown = calendar.outside_quiet_hours(runs_out)
    up = calendar.outside_quiet_hours(shown + grace) if grace else shown
    turn.runs_out, turn.due, turn.grace = _by_site_clock(runs_out, clock), _by_site_clock(up, clock), up - shown
    turn.remind_at = _next_reminder(turn, calendar, game.paused_at or clock.now, runs_out, clock)


def _time_left(
    turn: Turn, game: Game, since: datetime, clock: SiteClock, calendar: Calendar | None = None
) -> timedelta:
    """How long time still ran for a turn at a moment that is past: neither in outages nor on days off.

    calendar: by which it ran; None: that of now.
    """
    runs_out = turn.runs_out or turn.due
    assert runs_out is not None
    until = clock.deadline(runs_out)
    calendar = calendar or calendar_of(turn.seat, game.time_control)
    off = (until - since) - calendar.between(since, until)
    return max(runs_out - clock.time(since) - off, timedelta())


def _by_site_clock(moment: datetime, clock: SiteClock) -> datetime:
    """What the site clock will show at a moment in the future, if there is no outage until then."""
    ahead = max(moment - clock.now, timedelta())
    return clock.time(moment - ahead) + ahead


def _start_anew(turn: Turn) -> None:
    turn.timed_out, turn.nudged_at, turn.claimed_at, turn.attempts = False, None, None, 0
    turn.bot_priority, turn.bot_round = None, None
    turn.save(
        update_fields=[
            *("opened_at", *WRITTEN, "timed_out"),
            *("nudged_at", "claimed_at", "attempts", "bot_priority", "bot_round"),
        ]
    )


# --- More time -------------------------------------------------------------------------------------------------------


def extend(turn: Turn, by: timedelta, game: Game, clock: SiteClock) -> Moved:
    """Give an open turn more time; a person whose time was up may decide again."""
    before = _deadline(turn, clock)
    _extend(turn, by, game, clock)
    turn.timed_out, turn.nudged_at, turn.claimed_at, turn.attempts = False, None, None, 0
    turn.save(update_fields=[*WRITTEN, "timed_out", "nudged_at", "claimed_at", "attempts"])
    return Moved(before, _deadline(turn, clock))


def after_extension(turn: Turn, by: timedelta, game: Game, clock: SiteClock) -> Moved:
    """What `extend` would make of the deadline. Reads only."""
    before = _deadline(turn, clock)
    later = _copy(turn)
    _extend(later, by, game, clock)
    return Moved(before, _deadline(later, clock))


def _extend(turn: Turn, by: timedelta, game: Game, clock: SiteClock) -> None:
    """Time that was up counts from now on."""
    until = max(_deadline(turn, clock), game.paused_at or clock.now) + by
    if turn.time_given is not None:
        turn.time_given += by
    _set_due(turn, game, calendar_of(turn.seat, game.time_control), until, clock)


def change_clock(game: Game, control: TimeControl, now: datetime) -> list[Turn]:
    """Give a game another clock: everybody's bank is whole again, and all time that runs begins anew; those turns.

    The caller writes the game's own row.
    """
    game.turn_limit, game.clock = control.per_turn, control.to_json()
    game.seats.update(time_left=None, time_left_in=None)
    clock, since = SiteClock.read(now), game.paused_at or now
    running = game.turns.filter(status=Turn.Status.OPEN, timed_out=False).exclude(due=None)
    turns = list(running.select_related("seat__user"))
    for turn in turns:
        left, current = _left(turn.seat, game)
        if current is not None:
            turn.seat.time_left, turn.seat.time_left_in = left, current
            turn.seat.save(update_fields=["time_left", "time_left_in"])
        turn.time_given = control.time_for_turn(left)
        _run_for(turn, game, turn.time_given, since, clock)
        turn.save(update_fields=WRITTEN)
    return turns


def excuse(turn_id: int, game: Game, clock: SiteClock) -> Turn | None:
    """Give the time of a turn once more, if the game excuses another missed deadline of this person; else None."""
    if not game.time_control.excused:
        return None
    turn = overdue(game.turns.filter(pk=turn_id), clock).select_related("seat__user").first()
    if turn is None or turn.seat.user is None or turn.seat.excused >= game.time_control.excused:
        return None
    turn.seat.excused += 1
    turn.seat.save(update_fields=["excused"])
    turn.time_given = game.time_control.per_turn
    _run_for(turn, game, game.time_control.per_turn, clock.now, clock)
    turn.save(update_fields=WRITTEN)
    return turn


def fit_preferences(turn_id: int, game: Game, before: ZoneInfo, clock: SiteClock) -> bool:
    """Move the deadline of a turn to where its person's time zone and quiet hours allow it; whether it has moved.

    before: their zone until now, by whose days their time has run so far; what is left of it runs by those of the new
    one. It is counted from where it was before any quiet hours, so changing them gains nothing.
    """
    turn = _running(turn_id, game, clock)
    if turn is None or turn.runs_out is None:
        return False
    due, calendar = turn.due, calendar_of(turn.seat, game.time_control)
    if calendar.zone != before and _fit(turn, game, replace(calendar, zone=before), clock):
        return True
    _set_due(turn, game, calendar, clock.deadline(turn.runs_out), clock)
    turn.save(update_fields=WRITTEN)
    return turn.due != due


def fit_absences(turn_id: int, game: Game, before: Announced, clock: SiteClock) -> bool:
    """Move the deadline of a turn after its person has announced or ended an absence; whether it has moved.

    before: their absences until then, by which their time has run so far.
    """
    turn = _running(turn_id, game, clock)
    return turn is not None and _fit(turn, game, calendar_of(turn.seat, game.time_control, before), clock)


def fit_calendar(turn_id: int, game: Game, before: Calendar, clock: SiteClock) -> bool:
    """Move the deadline of a turn after its person's calendar in this game has changed; whether it has moved.

    before: the calendar by which their time has run so far.
    """
    turn = _running(turn_id, game, clock)
    return turn is not None and _fit(turn, game, before, clock)


def _running(turn_id: int, game: Game, clock: SiteClock) -> Turn | None:
    """A turn for which time runs; None if none does."""
    turn = game.turns.filter(pk=turn_id, status=Turn.Status.OPEN, timed_out=False).select_related("seat__user").first()
    return None if turn is None or turn.due is None or is_up(turn, clock) else turn


def _fit(turn: Turn, game: Game, before: Calendar, clock: SiteClock) -> bool:
    due, now = turn.due, game.paused_at or clock.now
    left = _time_left(turn, game, now, clock, before)
    if left:
        _run_for(turn, game, left, now, clock)
        turn.save(update_fields=WRITTEN)
    return turn.due != due


def resume(game: Game, paused_at: datetime, clock: SiteClock) -> None:
    """Give all whose time stood still back what they lost, in a game that goes on."""
    stopped = clock.time(paused_at)
    lost = clock.time(clock.now) - stopped
    # A closed turn can be opened again by who takes back what was answered before the pause.
    answered = game.turns.filter(status=Turn.Status.CLOSED, due__gt=stopped, opened_at__lte=paused_at)
    answered.update(due=F("due") + lost, runs_out=F("runs_out") + lost)
    for turn in game.turns.exclude(status=Turn.Status.CLOSED).exclude(due=None).select_related("seat__user"):
        _resume(turn, game, paused_at, clock)
        turn.save(update_fields=WRITTEN)


def after_resumption(turn: Turn, game: Game, paused_at: datetime, clock: SiteClock) -> Moved:
    """What `resume` would make of the deadline of an open turn. Reads only."""
    before = _deadline(turn, clock)
    later = _copy(turn)
    _resume(later, game, paused_at, clock)
    return Moved(before, _deadline(later, clock))


def _resume(turn: Turn, game: Game, paused_at: datetime, clock: SiteClock) -> None:
    """A turn that opened in the pause has lost only the rest of it."""
    assert turn.due is not None
    since = max(paused_at, turn.opened_at)
    left = _time_left(turn, game, since, clock)
    if left:
        _run_for(turn, game, left, clock.now, clock)
    else:
        turn.due += max(clock.time(clock.now) - clock.time(since), timedelta())


def _copy(turn: Turn) -> Turn:
    return Turn(
        seat=turn.seat,
        opened_at=turn.opened_at,
        due=turn.due,
        grace=turn.grace,
        runs_out=turn.runs_out,
        time_given=turn.time_given,
    )


def _deadline(turn: Turn, clock: SiteClock) -> datetime:
    assert turn.due is not None
    return clock.deadline(turn.due - turn.grace)


# --- When its person is reminded -------------------------------------------------------------------------------------


def fit_reminders(turn_id: int, game: Game, clock: SiteClock) -> bool:
    """Move the next reminder of a turn to where its person wants it by now. Nothing that others see moves: False."""
    turn = _running(turn_id, game, clock)
    if turn is not None and turn.runs_out is not None:
        calendar, now = calendar_of(turn.seat, game.time_control), game.paused_at or clock.now
        turn.remind_at = _next_reminder(turn, calendar, now, clock.deadline(turn.runs_out), clock)
        turn.save(update_fields=["remind_at"])
    return False


def to_remind(clock: SiteClock) -> QuerySet[Turn]:
    """Turns of which their people are to be reminded now, the longest due first."""
    waiting = Turn.objects.filter(status=Turn.Status.OPEN, timed_out=False, early=False, remind_at__isnull=False)
    waiting = waiting.filter(due__isnull=False)
    running = waiting.filter(game__status=Game.Status.RUNNING, game__paused_at=None)
    return running.filter(remind_at__lte=clock.time(clock.now)).order_by("remind_at")


def pass_reminder(turn_id: int, game: Game, clock: SiteClock) -> tuple[Turn, int] | None:
    """A turn of which its person is to be reminded now, with the per cent of its time that are over; then the next
    reminder is later. None: they need not be reminded any more."""
    turn = to_remind(clock).filter(pk=turn_id).select_related("seat__user", "seat__game", "game").first()
    if turn is None or turn.seat.user is None or turn.runs_out is None or turn.time_given is None:
        return None
    left = _time_left(turn, game, clock.now, clock)
    over = [part for part in reminders_of(turn.seat.user.reminders) if left <= _left_after(turn.time_given, part)]
    calendar = calendar_of(turn.seat, game.time_control)
    turn.remind_at = _next_reminder(turn, calendar, clock.now, clock.deadline(turn.runs_out), clock)
    turn.save(update_fields=["remind_at"])
    return (turn, over[-1]) if over else None


def _next_reminder(
    turn: Turn, calendar: Calendar, now: datetime, runs_out: datetime, clock: SiteClock
) -> datetime | None:
    """By the site clock; None: no further one is wanted. runs_out: the real moment."""
    person = turn.seat.user
    if person is None or turn.time_given is None or not person.reminders:
        return None
    left = calendar.between(now, runs_out)
    until_then = [left - _left_after(turn.time_given, part) for part in reminders_of(person.reminders)]
    later = [span for span in until_then if span > timedelta()]
    return _by_site_clock(calendar.after(now, min(later)), clock) if later else None


def _left_after(given: timedelta, percent: int) -> timedelta:
    return given * (100 - percent) / 100


# --- When it is up ---------------------------------------------------------------------------------------------------


def stop(seat: Seat, now: datetime) -> None:
    """No time runs for a seat any more: a bot plays on in its turns. What its person has left of a bank is kept."""
    live = seat.game.turns.filter(seat=seat).exclude(status=Turn.Status.CLOSED)
    for turn in live.filter(status=Turn.Status.OPEN, early=False):
        turn.seat = seat
        stop_clock(turn, seat.game, now)
    live.update(due=None, remind_at=None)


def is_up(turn: Turn, clock: SiteClock) -> bool:
    """Whether the time of a turn is up, or a bot was asked to play it for that."""
    return turn.timed_out or (turn.due is not None and turn.due <= clock.time(clock.now))


def time_out(turn_id: int, clock: SiteClock) -> bool:
    """Have a bot play a turn whose time is up; whether it was. The person may still answer until the bot has."""
    turns = overdue(Turn.objects.filter(pk=turn_id), clock).order_by()
    return bool(turns.update(timed_out=True, nudged_at=clock.now, claimed_at=None, attempts=0))


def overdue(turns: QuerySet[Turn], clock: SiteClock, by: timedelta = timedelta()) -> QuerySet[Turn]:
    """Those of open turns whose time is up (for so long), and that nobody was asked to play for: the longest first."""
    running = turns.filter(status=Turn.Status.OPEN, game__status=Game.Status.RUNNING, game__paused_at=None)
    return running.filter(timed_out=False, due__lte=clock.time(clock.now) - by).order_by("due")
