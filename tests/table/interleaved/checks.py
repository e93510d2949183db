"""What holds whatever has happened."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from games.access import Permission, may
from games.engine.contract import NO_MOVE
from games.models import Game, SeatHolder, Turn
from games.table import days_away, next_picks, plans, queries, seat_orders
from games.table.history import history_of
from games.table.positions import position_ahead, rules_of, stored_position
from tests.table.games import fresh
from tests.table.interleaved.playing import AFTER_THE_PICK
from tests.table.interleaved.rows import TableRows


class Checks(TableRows):
    def check(self) -> None:
        self.game = fresh(self.game)
        self.check_moves()
        self.check_planned_moves()
        self.check_holders()
        live = list(self.game.turns.exclude(status=Turn.Status.CLOSED).select_related("game", "seat__user"))
        if self.game.status != Game.Status.RUNNING:
            assert live == []
            return
        assert len({turn.seat_id for turn in live}) == len(live)
        for turn in live:
            self.check_turn(turn)
        self.check_deputies()
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
            assert move.turn.seat.holders.filter(user=move.submission.by_id).exists()
            assert move.planned_at is not None
            assert move.planned_at <= move.created_at
            if move.submission.key.startswith("plan:"):
                assert self.written.get(move.turn_id or 0) or move.text == AFTER_THE_PICK[self.game.kind], move

    def check_turn(self, turn: Turn) -> None:
        waited_for = turn.status == Turn.Status.OPEN and not turn.early and not turn.bot_level
        if waited_for:
            assert turn.due is not None, turn
        if turn.early or turn.adviser or (turn.seat.playing_level and turn.status == Turn.Status.OPEN):
            assert turn.due is None, (turn, turn.early, turn.adviser, turn.seat.playing_level, turn.status)
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

    def check_deputies(self) -> None:
        """A bot plays in the place of exactly those who are away and want it, and have not given up."""
        if self.game.paused_at is not None:  # it changes over once the game goes on
            return
        for seat in self.game.seats.select_related("user"):
            wanted = bool(seat.deputy) and days_away.away_until(seat.user) is not None
            if not seat.is_given_up:
                assert (seat.caretaker, seat.caretaker_cause) == ((seat.deputy, "away") if wanted else ("", "")), seat

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

    def check_holders(self) -> None:
        """Of each seat they follow each other without a gap, and the newest is whoever plays there."""
        for seat in self.game.seats.select_related("user"):
            rows = list(SeatHolder.objects.filter(seat=seat).order_by("pk"))
            assert [row.to_at is None for row in rows] == [row == rows[-1] for row in rows], seat
            for before, after in pairwise(rows):
                assert (before.to_ply, before.to_at) == (after.from_ply, after.from_at), seat
                assert before.from_ply <= after.from_ply
            if rows:
                plays = None if seat.is_given_up else seat.user_id
                assert rows[-1].user_id == plays, seat
            assert not seat.vacant_since or seat.user is None or seat.is_given_up, seat

    def check_what_is_known(self) -> None:
        """Whoever has left sees no seat; whoever has taken one over sees of the past what onlookers do."""
        moves, as_onlooker = list(history_of(self.game).moves()), queries.visible_log(self.game, None, with_undone=True)
        for seat in self.game.seats.select_related("user"):
            seen = queries.visible_log(self.game, seat.index, with_undone=True)
            for move, own, foreign in zip(moves, seen, as_onlooker, strict=True):
                assert move.pk > seat.knows_after or as_data(own) == as_data(foreign), (seat, move)
            for holder in SeatHolder.objects.filter(seat=seat).exclude(user=None).select_related("user"):
                if holder.user is not None and holder.user_id != seat.user_id:
                    assert not may(Permission.SEE_SEAT, holder.user, self.game, seat), seat


def as_data(entry: queries.LogEntry) -> tuple[str, list[dict[str, object]]]:
    return entry.text, [event.to_json() for event in entry.events]
