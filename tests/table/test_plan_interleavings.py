"""Whatever people, bots, the clock and staff do in whatever order, plans are kept and played as they should be."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import count
from random import Random
from typing import Any, Final

import pytest
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from hypothesis import Phase, given, note, settings
from hypothesis import strategies as st

from games.engine.contract import NO_MOVE
from games.engine.plans import ASK, foreseen_questions
from games.models import Delivery, Game, Move, Notification, Seat, SiteClock, Submission, Turn
from games.people.models import User
from games.table import deadlines, next_picks, pausing, plans, queries, resignation, seat_orders, takeback
from games.table.errors import Refused
from games.table.line_reading import line_reader
from games.table.moderation import extending, rewind, seat_replacement
from games.table.order_changes import give_orders, stop_orders
from games.table.plan_changes import plan_next_pick, reorder_plan, withdraw_plan
from games.table.plans import WAIT
from games.table.playing import play, play_moves
from games.table.positions import position_ahead, rules_of, stored_position
from games.table.records import check_replay
from tests.table.games import LIMIT, fresh, opened, play_on

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

CLOSED: Final = Turn.Status.CLOSED
OFTEN: Final = ("answer", "answer", "answer", "answer", "plan all", "plan all", "plan", "undo")
ACTIONS: Final = (
    *OFTEN,
    *("answer in several lines", "late plan", "withdraw", "reorder", "time out", "bot", "bot"),
    *("next pick", "next pick", "order", "leave to the adviser", "leave to the adviser", "stop orders"),
    *("resign", "give back", "pause", "extend", "rewind"),
)
AFTER_THE_PICK: Final = "build small market"
_keys = count()


@given(st.integers(0, 2**32))
@settings(max_examples=4, derandomize=True, phases=[Phase.generate])
def everything_holds(game: Game, seed: int) -> None:
    with undone():
        Game.objects.filter(pk=game.pk).update(advisers=True)
        table, chance = Table(fresh(game)), Random(seed)
        for _action in range(24):
            name = chance.choice(ACTIONS)
            seat = chance.randrange(game.seat_count)
            note(f"{name} {seat}")
            table.do(name, seat, chance)
            table.check()
        # Every transaction has left a digest: one replay compares them all.
        check_replay(fresh(game))


@pytest.mark.parametrize("plies", [0, 40])
def test_with_people_alone(anna: User, bob: User, chris: User, plies: int) -> None:
    everything_holds(play_on(opened(anna, bob, chris), lambda game: game.plies >= plies))


def test_with_a_bot_between_people(anna: User, bob: User, chris: User) -> None:
    everything_holds(play_on(opened(anna, bob, chris, bots=1), lambda game: game.plies >= 30))


@contextmanager
def undone() -> Iterator[None]:
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


@dataclass
class Table:
    """A game, with what one may do at it."""

    game: Game
    written: dict[int, set[str]] = field(default_factory=dict)
    """The lines that were ever written as plans, by turn."""

    @property
    def actions(self) -> dict[str, Callable[[int, Random], None]]:
        return {
            "answer": self.do_answer,
            "answer in several lines": self.do_answer_in_several_lines,
            "plan": self.do_plan,
            "plan all": self.do_plan_all,
            "late plan": self.do_late_plan,
            "withdraw": self.do_withdraw,
            "reorder": self.do_reorder,
            "next pick": self.do_next_pick,
            "order": self.do_order,
            "leave to the adviser": self.do_leave,
            "stop orders": self.do_stop_orders,
            "undo": self.do_undo,
            "time out": self.do_time_out,
            "bot": self.do_bot,
            "resign": self.do_resign,
            "give back": self.do_give_back,
            "pause": self.do_pause,
            "extend": self.do_extend,
            "rewind": self.do_rewind,
        }

    def do(self, name: str, seat: int, chance: Random) -> None:
        """Do it, if it is possible now. What is refused changes nothing."""
        if fresh(self.game).status != Game.Status.RUNNING:
            return
        before = self.everything()
        try:
            self.actions[name](seat, chance)
        except Refused:
            assert self.everything() == before, name

    def do_answer(self, seat: int, chance: Random, lines: int = 1) -> None:
        turn = self.turn(seat, early=False) or self.turn(None, early=False)
        if turn is None:
            return
        texts = [offer.text for offer in queries.question_for(turn).offers]
        play(
            turn.pk,
            [chance.choice(texts) for _line in range(lines)],
            by=turn.seat.user,
            source=Move.Source.WEB,
            key=f"answer {next(_keys)}",
        )
        self.note_plan(turn)

    def do_answer_in_several_lines(self, seat: int, chance: Random) -> None:
        self.do_answer(seat, chance, lines=3)

    def do_plan(self, seat: int, chance: Random) -> None:
        turn = self.turn(seat, early=True) or self.turn(None, early=True)
        if turn is not None:
            self.write(turn, chance)

    def do_plan_all(self, _seat: int, chance: Random) -> None:
        for seat in range(self.game.seat_count):
            turn = self.turn(seat, early=True)
            if turn is not None:
                self.write(turn, chance)

    def do_late_plan(self, seat: int, chance: Random) -> None:
        """A plan that arrives when its time has come."""
        turn = self.turn(seat, early=False)
        if turn is not None:
            self.write(turn, chance)

    def write(self, turn: Turn, chance: Random) -> None:
        foreseen = foreseen_questions(stored_position(turn.game), turn.seat.index)
        questions = [rules_of(turn.game).question(position) for position in foreseen]
        texts = [offer.text for question in questions for offer in question.offers] or [ASK]
        lines = chance.sample(texts, chance.randint(1, len(texts)))
        if chance.random() < 0.2:
            lines.insert(chance.randint(0, len(lines)), chance.choice([ASK, WAIT, "nonsense"]))
        if chance.random() < 0.2:
            lines[0] += chance.choice([" if 1", " if 3 or less"])
        before, plies, seen = self.of_others(turn.seat), fresh(self.game).plies, self.seen_adviser(turn.seat)
        kept, wishes = plans.lines_of(turn), self.read(turn, lines)
        add = chance.random() < 0.3
        result = play(
            turn.pk,
            lines,
            by=turn.seat.user,
            source=Move.Source.WEB,
            key=f"plan {next(_keys)}",
            as_plan=True,
            add=add,
        )
        if fresh(self.game).plies == plies and self.seen_adviser(turn.seat) == seen:
            assert self.of_others(turn.seat) == before
        if result.failed is not None:
            assert plans.lines_of(Turn.objects.get(pk=turn.pk)) == kept
            assert fresh(self.game).plies == plies
        else:
            self.written.setdefault(turn.pk, set()).update(wishes)
        self.note_plan(turn)

    def read(self, turn: Turn, lines: Sequence[str]) -> set[str]:
        """What these lines can mean now; nothing if they are refused."""
        with suppress(plans.BadPlan):
            read = plans.read_plan(
                line_reader(rules_of(turn.game)), stored_position(turn.game), turn.seat.index, lines, is_late=True
            )
            return {wish.text for wish in read.plan.wishes}
        return set()

    def note_plan(self, turn: Turn) -> None:
        written = plans.written_plan(Turn.objects.get(pk=turn.pk))
        if written is not None:
            self.written.setdefault(turn.pk, set()).update(wish.text for wish in written.plan.wishes)

    def do_withdraw(self, seat: int, _chance: Random) -> None:
        self.change_plan(seat, lambda turn, by: withdraw_plan(turn.pk, by))

    def do_reorder(self, seat: int, chance: Random) -> None:
        def reorder(turn: Turn, by: User) -> bool:
            order = list(range(len(plans.lines_of(turn))))
            chance.shuffle(order)
            return reorder_plan(turn.pk, by, order[: chance.randint(0, len(order))])

        self.change_plan(seat, reorder)

    def change_plan(self, seat: int, change: Callable[[Turn, User], bool]) -> None:
        planned = self.game.turns.exclude(plan=None).select_related("seat__user", "game")
        turn = planned.filter(seat__index=seat).first() or planned.first()
        if turn is not None and turn.seat.user is not None:
            before = self.of_others(turn.seat)
            change(turn, turn.seat.user)
            assert self.of_others(turn.seat) == before

    def do_next_pick(self, seat: int, chance: Random) -> None:
        roles = chance.sample(["settler", "mayor", "builder", "craftsman", "trader", "captain"], chance.randint(0, 3))
        lines = [f"next: {', '.join(roles)}", AFTER_THE_PICK, "ask"] if roles else []
        if "builder" not in roles:
            lines = lines[:1]
        self.change_seat(seat, lambda by: plan_next_pick(self.game.pk, by, lines, source=Move.Source.WEB))

    def do_order(self, seat: int, chance: Random) -> None:
        line = chance.choice(rules_of(self.game).order_kinds()).example
        self.change_seat(seat, lambda by: give_orders(self.game.pk, by, [line], source=Move.Source.WEB))

    def do_leave(self, seat: int, chance: Random) -> None:
        kinds = [kind.word for kind in rules_of(self.game).question_kinds()]
        line = f"always leave {', '.join(chance.sample(kinds, len(kinds) // 2))}"
        self.change_seat(seat, lambda by: give_orders(self.game.pk, by, [line], source=Move.Source.WEB))

    def do_stop_orders(self, seat: int, _chance: Random) -> None:
        self.change_seat(seat, lambda by: stop_orders(self.game.pk, by))

    def change_seat(self, seat: int, change: Callable[[User], object]) -> None:
        own = Seat.objects.select_related("user").get(game=self.game, index=seat)
        if own.user is not None:
            before, plies, seen = self.of_others(own), fresh(self.game).plies, self.seen_adviser(own)
            change(own.user)
            if fresh(self.game).plies == plies and self.seen_adviser(own) == seen:
                assert self.of_others(own) == before

    def do_undo(self, seat: int, chance: Random) -> None:
        """Of whoever can, or else in vain."""
        seats = list(self.game.seats.select_related("user"))
        able = next((each for each in seats if each.user and takeback.can_undo(self.game, each)), None)
        person = able.user if able else seats[seat].user
        if person is not None:
            takeback.undo(self.game.pk, person, source=chance.choice([Move.Source.WEB, Move.Source.MAIL]))
            assert able is not None

    def do_time_out(self, seat: int, chance: Random) -> None:
        """The time of a person is up; often a bot answers at once."""
        turn = self.turn(seat, early=False) or self.turn(None, early=False)
        if turn is None:
            return
        deadlines.time_out(turn.pk, SiteClock.read(timezone.now() + 10 * LIMIT))
        if chance.random() < 0.7:
            self.answer_as_bot(turn, chance)

    def do_bot(self, _seat: int, chance: Random) -> None:
        turns = self.game.turns.filter(status=Turn.Status.OPEN, early=False).select_related("game", "seat__user")
        asked = [turn for turn in turns if turn.bot_level]
        if asked:
            self.answer_as_bot(chance.choice(asked), chance)

    def answer_as_bot(self, turn: Turn, chance: Random) -> None:
        turn = Turn.objects.select_related("game", "seat__user").get(pk=turn.pk)
        if not turn.bot_level or turn.status != Turn.Status.OPEN:
            return
        position = queries.position_for(turn)
        source = Move.Source.BOT if turn.seat.playing_level else Move.Source.ADVISER
        play_moves(
            turn.pk,
            [chance.choice(list(position.legal_moves()))],
            plies=position.plies,
            source=Move.Source.TIMEOUT if turn.timed_out else source,
            key=f"bot {next(_keys)}",
        )

    def do_resign(self, seat: int, chance: Random) -> None:
        person = Seat.objects.select_related("user").get(game=self.game, index=seat).user
        if person is not None and chance.random() < 0.5:
            resignation.resign(self.game.pk, person)

    def do_give_back(self, seat: int, _chance: Random) -> None:
        gone = self.game.seats.exclude(caretaker="").first()
        seat_replacement.give_seat_back(self.game.pk, seat if gone is None else gone.index, None, "for a test")

    def do_pause(self, _seat: int, _chance: Random) -> None:
        if fresh(self.game).paused_at is None:
            pausing.pause(self.game.pk, None, "for a test")
        else:
            pausing.resume(self.game.pk, None, "for a test")

    def do_extend(self, seat: int, _chance: Random) -> None:
        turn = self.turn(seat, early=False)
        if turn is not None:
            extending.extend(self.game.pk, None, "for a test", turn.pk, timedelta(days=1))

    def do_rewind(self, _seat: int, chance: Random) -> None:
        plies = fresh(self.game).plies
        rewind.rewind(self.game.pk, None, "for a test", max(0, plies - chance.randint(1, 4)))

    # --- what holds after everything ---------------------------------------------------------------------------------

    def check(self) -> None:
        self.game = fresh(self.game)
        self.check_moves()
        self.check_planned_moves()
        live = list(self.game.turns.exclude(status=Turn.Status.CLOSED).select_related("game", "seat__user"))
        if self.game.status != Game.Status.RUNNING:
            assert live == []
            return
        assert len({turn.seat_id for turn in live}) == len(live)
        for turn in live:
            self.check_turn(turn)
        self.check_asked(live)

    def check_moves(self) -> None:
        numbers = list(self.game.moves.filter(undone_at=None).order_by("ply").values_list("ply", flat=True))
        assert numbers == list(range(self.game.plies))

    def check_planned_moves(self) -> None:
        """Of each of them its owner has written the line."""
        for move in self.game.moves.exclude(planned_at=None).select_related("turn__seat", "submission"):
            assert move.turn is not None
            assert move.submission is not None
            assert move.turn.seat.index == move.seat
            assert move.turn == move.submission.turn
            assert move.turn.seat.user_id == move.submission.by_id
            assert move.planned_at is not None
            assert move.planned_at <= move.created_at
            if move.submission.key.startswith("plan:"):
                assert self.written.get(move.turn_id or 0) or move.text == AFTER_THE_PICK, move

    def check_turn(self, turn: Turn) -> None:
        waited_for = turn.status == Turn.Status.OPEN and not turn.early and not turn.bot_level
        if waited_for:
            assert turn.due is not None, turn
        if turn.early or turn.seat.playing_level or turn.adviser:
            assert turn.due is None
        if turn.adviser:
            assert (turn.status, turn.early, turn.timed_out) == (Turn.Status.OPEN, False, False)
            assert turn.nudged_at is not None
            assert plans.can_plan(turn.seat)
        if waited_for and self.game.paused_at is None:
            assert turn.nudged_at is None
        if turn.early:
            assert (turn.timed_out, turn.ahead_of_turn, turn.deferred_plies) == (False, False, [])
            assert plans.can_plan(turn.seat)
            assert turn.seat.index != stored_position(self.game).to_move()
        if turn.plan:
            written = plans.written_plan(turn)
            assert written is not None
            assert written.by == turn.seat.user_id

    def check_asked(self, live: Sequence[Turn]) -> None:
        """Whoever is to move is asked, and no plan waits whose time has come."""
        position = stored_position(self.game)
        assert position.forced_move() == NO_MOVE
        mover = next(turn for turn in live if turn.seat.index == position.to_move())
        assert (mover.status, mover.early, mover.ahead_of_turn) == (Turn.Status.OPEN, False, False)
        assert mover.deferred_plies == []
        if self.game.paused_at is None and not mover.timed_out:
            assert plans.next_step(rules_of(self.game), position, mover) is None
            assert not next_picks.plies_of(rules_of(self.game), position, mover.seat)
            assert not seat_orders.plies_of(rules_of(self.game), position, mover.seat, mover)
        ahead = {turn.seat.index for turn in live if not turn.early and turn != mover}
        for seat in range(self.game.seat_count):
            can_decide = seat != position.to_move() and position_ahead(position, seat) is not None
            assert (seat in ahead) == can_decide

    # --- rows --------------------------------------------------------------------------------------------------------

    def turn(self, seat: int | None, *, early: bool) -> Turn | None:
        """An open turn of a person (at this seat)."""
        turns = self.game.turns.filter(status=Turn.Status.OPEN, early=early, seat__caretaker="")
        people = turns.exclude(seat__user=None).select_related("game", "seat__user")
        return people.first() if seat is None else people.filter(seat__index=seat).first()

    def seen_adviser(self, seat: Seat) -> str:
        """The adviser that decides for this seat just now, as everybody sees by the time that does not run."""
        live = self.game.turns.filter(seat=seat, ahead_of_turn=False).exclude(status=CLOSED)
        return live.values_list("adviser", flat=True).first() or ""

    def everything(self) -> list[Any]:
        return self.of_others(None)

    def of_others(self, seat: Seat | None) -> list[Any]:
        """All rows of the game that are not this seat's."""
        own, person = (0, 0) if seat is None else (seat.pk, seat.user_id)
        rows: Sequence[QuerySet[Any, Any]] = [
            Game.objects.filter(pk=self.game.pk).values_list(),
            Seat.objects.filter(game=self.game).exclude(pk=own).values_list(),
            Turn.objects.filter(game=self.game).exclude(seat=own).exclude(status=CLOSED).values_list(),
            Turn.objects.filter(game=self.game, status=CLOSED).values_list("pk", "closed_at"),
            Move.objects.filter(game=self.game).values_list("pk", "undone_at"),
            Submission.objects.filter(turn__game=self.game).exclude(turn__seat=own).values_list("pk", "undone_at"),
            Notification.objects.filter(game=self.game).exclude(user=person).values_list("pk"),
            Delivery.objects.filter(game=self.game).exclude(user=person).values_list("pk", "status"),
        ]
        return [list(each.order_by("pk")) for each in rows]
