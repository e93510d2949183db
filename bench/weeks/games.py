"""One game over weeks. Needs a site: import it once Django is set up."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, time, timedelta
from hashlib import sha256
from itertools import count
from random import Random
from typing import Any

import time_machine
from django.db import transaction
from django.db.models import QuerySet

from bench.waiting.deciders import DECIDERS
from bench.waiting.orders import ORDERS
from bench.waiting.wishes import line_of, next_pick_line, write_plan
from bench.weeks.habits import DAYS_AWAY, Habits
from bench.weeks.outcome import PersonOutcome, PlayedGame
from bots.levels import quick_move
from games.models import ClockTick, Delivery, Game, Move, Seat, SeatHolder, Turn
from games.models.notifications import MAIL, Notification
from games.notifications import delivery
from games.notifications.channels import Channel, Prepared
from games.people.models import User
from games.table import absences, audit, clock, queries
from games.table.errors import Refused
from games.table.open_games import SeatPlan, join, open_game
from games.table.order_changes import give_orders
from games.table.plan_changes import plan_next_pick
from games.table.playing import play, play_moves
from games.table.positions import rules_of, stored_position
from games.table.takeover import return_to_seat
from games.time_control import TimeControl

PEOPLE = 4
KIND = "puerto-rico"
START = datetime(2026, 11, 23, 9, tzinfo=UTC)
"""A Monday."""
LONGEST = timedelta(days=120)
"""A game that goes on for so long is counted as not ended."""
SURE = 3
"""People plan their next pick if it is the best in so many of five imagined continuations."""
PLAYED_BY_BOTS = (Move.Source.TIMEOUT, Move.Source.BOT)
"""For a missed deadline, or in a vacant seat: all four seats are people's."""
_DAY = timedelta(days=1)


class CountedMails(Channel):
    """Mails that are not composed: everything before it (delays, what is dropped or held back) is as it is."""

    key = MAIL
    takes_addresses = True

    def address_of(self, person: User) -> str:
        return person.email

    def prepare(self, delivery: Delivery, notification: Notification) -> Prepared:  # noqa: ARG002
        return Prepared(None)

    def send(self, delivery: Delivery, message: Any) -> str:  # noqa: ARG002
        return ""


@dataclass
class Person:
    """One of the players, with their habits."""

    user: User
    habits: Habits
    appointments: dict[int, datetime | None] = field(default_factory=dict)
    """When they answer which turn; None: never."""
    planned: set[int] = field(default_factory=set)
    """Early turns to which they have said what they want."""
    returns_at: datetime | None = None
    """When they come back to their seat, which is vacant."""
    is_there: bool = False
    """Whether they have answered just now."""


class WeeksGame:
    """A game of four people while it is played."""

    def __init__(self, deal: int, control: TimeControl, *, with_plans: bool) -> None:
        self.numbers = count(deal * 1_000_000)
        """Seeds and keys."""
        self.with_plans = with_plans
        self.decider = DECIDERS["quick"]
        self.now = START
        ClockTick.objects.update_or_create(pk=1, defaults={"at": START, "stopped": False, "outage": None})
        users = [User.objects.get(username=f"person{number}") for number in range(PEOPLE)]
        self.people = [Person(user, Habits(START, Random(f"{deal} {user.username}"))) for user in users]
        seats = [SeatPlan("me"), *[SeatPlan("free")] * (PEOPLE - 1)]
        game = open_game(users[0], name="weeks", kind=KIND, options={}, seats=seats, time_control=control)
        Game.objects.filter(pk=game.pk).update(secret=sha256(f"weeks {deal}".encode()).hexdigest())
        for user in users[1:]:
            join(game.pk, user)
        if with_plans:
            for user in users:
                give_orders(game.pk, user, ORDERS[KIND], source=Move.Source.WEB)
        self.game_id = game.pk
        self.is_running = True

    def play(self, moved: time_machine.Traveller, longest: timedelta = LONGEST) -> PlayedGame:
        self.announce_absences()
        while self.is_running and self.now - START < longest:
            self.settle()
            self.now = self.next_moment()
            moved.move_to(self.now)
            self.answer_what_is_due()
        return self.outcome()

    def announce_absences(self) -> None:
        for person in self.people:
            begin = person.habits.away_from
            if begin is not None:
                absences.announce(person.user, begin.date(), begin.date() + timedelta(days=DAYS_AWAY - 1))

    def settle(self) -> None:
        """The clock ticks, bots play, mails go out, and people decide when they will answer."""
        # It has ticked every minute until now, so there was no outage.
        ClockTick.objects.update(at=self.now)
        clock.tick()
        while (turn := self.bot_turn()) is not None:
            self.play_as_bot(turn)
        self.is_running = Game.objects.filter(pk=self.game_id, status=Game.Status.RUNNING).exists()
        for row in Delivery.objects.filter(status=Delivery.Status.PENDING, next_attempt_at__lte=self.now):
            delivery.deliver(row.pk)
        self.make_appointments()

    def bot_turn(self) -> Turn | None:
        turns = self.live_turns().filter(early=False).order_by("ahead_of_turn", "pk")
        return next((turn for turn in turns if turn.bot_level), None)

    def play_as_bot(self, turn: Turn) -> None:
        position = queries.position_for(turn)
        play_moves(
            turn.pk,
            [quick_move(position, turn.seat.index, next(self.numbers))],
            plies=int(position.plies),
            source=Move.Source.TIMEOUT if turn.timed_out else Move.Source.BOT,
            key=f"bot {next(self.numbers)}",
        )

    def make_appointments(self) -> None:
        turns = list(self.live_turns())
        vacant = set(self.seats().filter(vacant_since__isnull=False).values_list("user", flat=True))
        for person in self.people:
            for turn in turns:
                if turn.seat.user_id == person.user.pk and not turn.bot_level:
                    self.make_appointment(person, turn)
            if person.user.pk in vacant and person.returns_at is None:
                person.returns_at = person.habits.answers_at(self.now)
            person.is_there = False

    def make_appointment(self, person: Person, turn: Turn) -> None:
        if turn.pk in person.appointments or (turn.early and turn.pk in person.planned):
            return
        habits = person.habits
        answers_at = habits.answers_directly_at if person.is_there and not turn.early else habits.answers_at
        person.appointments[turn.pk] = answers_at(self.now)

    def next_moment(self) -> datetime:
        """When somebody answers, time is up, a mail is due, or a day begins; at least a minute from now."""
        moments = [datetime.combine(self.now.date() + _DAY, time(), UTC)]
        moments += [moment for person in self.people for moment in person.appointments.values() if moment is not None]
        moments += [person.returns_at for person in self.people if person.returns_at is not None]
        moments += [turn.due for turn in self.live_turns().exclude(due=None) if turn.due is not None]
        later = Delivery.objects.filter(status=Delivery.Status.PENDING).order_by("next_attempt_at")
        moments += later.values_list("next_attempt_at", flat=True)[:1]
        return max(min(moments), self.now + timedelta(minutes=1))

    def answer_what_is_due(self) -> None:
        for person in self.people:
            due = [turn for turn, moment in person.appointments.items() if moment is not None and moment <= self.now]
            for turn_id in due:
                del person.appointments[turn_id]
                turn = self.live_turns().filter(pk=turn_id).first()
                if turn is not None and not turn.bot_level:
                    self.answer(person, turn)
            if person.returns_at is not None and person.returns_at <= self.now:
                person.returns_at = None
                with suppress(Refused):  # the game has just ended, or they have returned too often
                    return_to_seat(self.game_id, person.user)
                    person.is_there = True

    def answer(self, person: Person, turn: Turn) -> None:
        position, rules = queries.position_for(turn), rules_of(turn.game)
        seed, seat = next(self.numbers), turn.seat.index
        if turn.early:
            person.planned.add(turn.pk)
            if self.with_plans:
                wishes = write_plan(rules, self.decider, position, seat, seed).wishes
                self.send(person, turn, [wish.line for wish in wishes])
                self.plan_pick(person, seat)
            return
        move = quick_move(position, seat, seed)
        # A whole decision in one line, if that can be said: what is drawn within it has to be seen first.
        if not self.send(person, turn, [line_of(rules, position, move, seed)]):
            assert self.send(person, turn, [rules.move_text(position, move)])
        if self.with_plans:
            self.plan_pick(person, seat)
        person.is_there = True

    def plan_pick(self, person: Person, seat: int) -> None:
        """Say what they want to pick the next time, as the game stands now; or to be asked, if they are not sure."""
        game = Game.objects.get(pk=self.game_id)
        if game.status != Game.Status.RUNNING:
            return
        position, rules = stored_position(game), rules_of(game)
        line = next_pick_line(rules, self.decider, position, seat, next(self.numbers), sure=SURE)
        with suppress(Refused):  # the pick may be the question of this moment
            plan_next_pick(self.game_id, person.user, [line] if line else [], source=Move.Source.WEB)

    def send(self, person: Person, turn: Turn, lines: Sequence[str]) -> bool:
        """Answer a turn; whether that was taken."""
        if not lines:
            return False
        key = f"answer {next(self.numbers)}"
        try:
            done = play(turn.pk, lines, by=person.user, source=Move.Source.WEB, key=key, as_plan=turn.early)
        except Refused:
            return False
        return done.failed is None

    def outcome(self) -> PlayedGame:
        game = Game.objects.get(pk=self.game_id)
        people = [self.outcome_of(person, game) for person in self.people]
        return PlayedGame((self.now - START) / _DAY, not self.is_running, people)

    def outcome_of(self, person: Person, game: Game) -> PersonOutcome:
        seat = game.seats.get(user=person.user)
        told = Delivery.objects.filter(user=person.user, game=game, status=Delivery.Status.SENT)
        left = person.habits.has_left(self.now)
        missed = game.audit.filter(action=audit.TIME_OUT, seat=seat.index)
        if left:
            missed = missed.filter(at__gte=person.habits.leaves_at)
        mine = game.turns.filter(seat=seat, moves__source__in=[*Move.PLAYER_SOURCES, *PLAYED_BY_BOTS])
        return PersonOutcome(
            asked=mine.distinct().count(),
            by_bots=mine.filter(moves__source__in=PLAYED_BY_BOTS).distinct().count(),
            mails=told.count(),
            left=left,
            was_vacant=seat.holders.filter(cause=SeatHolder.Cause.MISSED).exists(),
            misses_until_vacant=missed.count() if left and seat.is_given_up else None,
        )

    def seats(self) -> QuerySet[Seat]:
        return Seat.objects.filter(game=self.game_id)

    def live_turns(self) -> QuerySet[Turn]:
        turns = Turn.objects.filter(game=self.game_id, game__status=Game.Status.RUNNING, status=Turn.Status.OPEN)
        return turns.select_related("seat__user", "game")


def play_game(deal: int, control: TimeControl, *, with_plans: bool) -> PlayedGame:
    """Play one game; nothing of it stays in the database."""
    with time_machine.travel(START, tick=False) as moved, transaction.atomic():
        played = WeeksGame(deal, control, with_plans=with_plans).play(moved)
        transaction.set_rollback(True)
    return played


def make_people() -> None:
    for number in range(PEOPLE):
        User.objects.create_user(f"person{number}", f"person{number}@example.org")
