"""What people do in a game: they answer, plan, give orders, and take back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from random import Random
from typing import Final

from games.engine.plans import ASK, foreseen_questions
from games.models import Move, Seat, Turn
from games.people.models import User
from games.table import plans, queries, takeback
from games.table.line_reading import line_reader
from games.table.order_changes import give_orders, stop_orders
from games.table.plan_changes import plan_next_pick, reorder_plan, withdraw_plan
from games.table.plans import WAIT
from games.table.playing import play
from games.table.positions import rules_of, stored_position
from tests.table.games import fresh
from tests.table.interleaved.rows import KEYS, TableRows

ROLES: Final[Mapping[str, Sequence[str]]] = {
    "puerto-rico": ("settler", "mayor", "builder", "craftsman", "trader", "captain"),
    "san-juan": ("builder", "producer", "trader", "councillor", "prospector"),
}
AFTER_THE_PICK: Final[Mapping[str, str]] = {"puerto-rico": "build small market", "san-juan": "build indigo plant"}
"""A line below a next pick, for the phase of the builder."""


class PlayingActions(TableRows):
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
            key=f"answer {next(KEYS)}",
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
            key=f"plan {next(KEYS)}",
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
        roles = chance.sample(ROLES[self.game.kind], chance.randint(0, 3))
        lines = [f"next: {', '.join(roles)}", AFTER_THE_PICK[self.game.kind], "ask"] if roles else []
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
