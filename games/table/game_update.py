"""One update of a running game within one transaction: it plays plies, closes and opens turns, and writes mails.

Everything that changes a running game goes through `GameUpdate`, so that the move rows, the position, the open turns
and the mails never disagree. The caller holds the lock on the game's row.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import datetime
from functools import partial
from typing import Final

from games.engine.contract import NO_MOVE, Event, Position
from games.live.announcements import bump_private_version, bump_version
from games.models import Game, Hint, Move, Notification, Seat, Submission, Turn
from games.notifications import outbox
from games.notifications.dropping import drop_pending
from games.nudge import THINK, nudge
from games.table import (
    deadlines,
    next_picks,
    plans,
    played_games,
    prepared_answers,
    rating_queue,
    seat_orders,
    shared_traces,
    tournament_queue,
)
from games.table.asked_seats import a_person_decides_before, seats_that_decide, seats_that_plan
from games.table.positions import (
    SET_UP,
    defer_plies,
    find_ply,
    is_deciding,
    play_deferred,
    rules_of,
    stored_position,
)
from games.table.prepared_answers import PreparedAnswer, find_prepared_answer
from games.table.turn_notifications import notify_of_new_turn, notify_of_waiting
from games.table.void_plans import tell_of_void_plan, void_next_pick

logger = logging.getLogger(__name__)

MAX_PLIES: Final = 200
"""Per transaction, so that no transaction holds the lock for long. A sweep continues where one stopped."""
UPDATED_FIELDS: Final = ("status", "ahead_of_turn", "early", "deferred_plies", "plan", "adviser", "stage", "closed_at")
"""The fields of an existing turn that an update writes. The clock and the workers write the other fields; they do not
wait for the lock on the game."""


def _field_values(turn: Turn) -> tuple[object, ...]:
    return tuple(list(value) if isinstance(value := getattr(turn, name), list) else value for name in UPDATED_FIELDS)


class GameUpdate:
    """One locked game while it changes. Use: `play` or `set_up`, then `advance()` and `save()`."""

    def __init__(
        self, game: Game, now: datetime, position: Position | None = None, *, seats: Iterable[Seat] | None = None
    ) -> None:
        """seats: the game's seats with their people, if the caller has read them after it locked the game."""
        self.game = game
        self.now = now
        self.rules = rules_of(game)
        self.position = position or stored_position(game)
        self.position.listener = []
        self.seats = list(game.seats.select_related("user") if seats is None else seats)
        self.live_turns: dict[int, Turn] = {}
        """The turns that are not closed, by seat."""
        for turn in game.turns.exclude(status=Turn.Status.CLOSED):
            turn.seat = next(seat for seat in self.seats if seat.pk == turn.seat_id)
            self.live_turns[turn.seat.index] = turn
        self._stored_values = {turn.pk: _field_values(turn) for turn in self.live_turns.values()}
        self._waited_anew: list[Turn] = []
        """Those that the game waits for again, after it had not waited for them for a while."""
        self.moves: list[Move] = []
        self._ends = False

    # --- plies ---------------------------------------------------------------------------------------------------

    def play(self, ply: int, source: str, submission: int | None = None, *, planned_at: datetime | None = None) -> None:
        """Play one legal ply of the seat to move and keep its row. Closes the turn of a bot if it was its last ply.

        A person's turn is closed when nothing more can be asked of their seat in the phase: see _open_turns.
        """
        position = self.position
        seat, phase = int(position.to_move()), int(position.phase())
        turn = self._live_turn(seat)
        if position.is_pick():
            self._forget_next_pick(self.seats[seat])
        text = self.rules.move_text(position, ply)
        heard: list[Event] = []
        position.listener = heard
        position.play(ply)
        self.moves.append(
            Move(
                game=self.game,
                ply=self.game.plies,
                seat=seat,
                phase=phase,
                turn=turn,
                submission_id=submission,
                text=text,
                source=source,
                events=[event.to_json() for event in heard],
                revealed=int(position.revealed),
                planned_at=planned_at,
                created_at=self.now,
            )
        )
        self.game.plies += 1
        if turn is None:
            return
        turn.ahead_of_turn = False
        if not is_deciding(position, seat, phase):
            if plans.can_plan(turn.seat):
                self._rest(turn)
            else:
                self.close(turn)

    def _forget_next_pick(self, seat: Seat) -> None:
        """What a seat had wanted to pick next is gone with the pick."""
        if seat.next_pick:
            next_picks.keep(seat, None)

    def _live_turn(self, seat: int) -> Turn | None:
        """The turn of a seat in the present phase; one of a phase before is closed."""
        turn = self.live_turns.get(seat)
        if turn is not None and turn.phase != self.position.phase():
            self.close(turn)
            return None
        return turn

    def advance(self) -> None:
        """Play on while nobody has to be asked, then open turns. After MAX_PLIES no turn is opened: a sweep goes on."""
        while (play := self._play_without_asking()) is not None:
            if len(self.moves) >= MAX_PLIES:
                self.game.interrupted = True
                return
            play()
        self.game.interrupted = False
        self._open_turns()

    def _play_without_asking(self) -> Callable[[], None] | None:
        """What plays the next ply; None: somebody has to be asked.

        It is played if everybody can see that it is forced, or if a deferred or a prepared answer has it.
        """
        if self.position.is_over():
            return None
        forced = self.position.forced_move()
        if forced != NO_MOVE:
            return partial(self.play, forced, Move.Source.FORCED)
        seat = self.seats[int(self.position.to_move())]
        turn = self._live_turn(seat.index)
        if turn is not None and turn.deferred_plies:
            return partial(self._play_deferred, turn)
        prepared = find_prepared_answer(self.game, self.position, seat, turn, self.now)
        return partial(self._play_prepared, seat, prepared) if prepared else None

    def _play_prepared(self, seat: Seat, prepared: PreparedAnswer) -> None:
        turn = self._saved_turn_of(seat)
        submission = prepared_answers.submit(turn, prepared, self.position, ahead=False)
        for ply in prepared.plies:
            if ply == self.position.forced_move():
                # Within a decision that was prepared; what was forced anyway is nobody's plan.
                self.play(ply, Move.Source.FORCED)
            else:
                self.play(ply, prepared.source, submission.pk, planned_at=prepared.written_at)
        if turn.status != Turn.Status.CLOSED:
            prepared_answers.keep_rest(turn, prepared, submission, self.position)

    def _play_deferred(self, turn: Turn) -> None:
        given, *rest = turn.deferred_plies
        ply = find_ply(self.rules, self.position, given["text"])
        turn.deferred_plies = rest
        if ply == NO_MOVE:
            logger.error("An answer given ahead is not legal: turn %s, %s", turn.pk, given["text"])
            turn.deferred_plies = []
            return
        turn.status = Turn.Status.OPEN
        self.play(ply, given["source"], given["submission"])

    def set_up(self, position: Position, text: str = SET_UP, source: str = Move.Source.STAFF) -> None:
        """Replace the position by another one, as a move row of its own. Open turns are closed and opened again."""
        self.reopen_turns()
        position.listener = []
        self.position = position
        self.moves.append(
            Move(
                game=self.game,
                ply=self.game.plies,
                seat=None,
                phase=int(position.phase()),
                text=text,
                set_up=self.rules.to_json(position),
                source=source,
                revealed=int(position.revealed),
                created_at=self.now,
            )
        )
        self.game.plies += 1

    def end_now(self) -> None:
        """Let the game end as it stands, though it is not played out: `save` closes it, and counts the scores."""
        self.game.interrupted = False
        self._ends = True

    # --- turns ---------------------------------------------------------------------------------------------------

    def _open_turns(self) -> None:
        """Close and open turns: exactly the seats that have something to decide are asked, and people who can plan.

        A person has one turn in a phase: it rests while they can neither decide nor plan, but may be asked again.
        """
        asked = seats_that_decide(self.position, self.seats)
        early = seats_that_plan(self.position, self.seats, asked)
        for index, turn in list(self.live_turns.items()):
            if turn.phase != self.position.phase() or (index not in asked and index not in early):
                if turn.deferred_plies:
                    logger.error("An answer given ahead was never played: turn %s", turn.pk)
                self.close(turn)
        for index, position in asked.items():
            self._open_turn(self.seats[index], position, ahead=position is not self.position)
        for index, questions in early.items():
            ordered = seat_orders.answer_all(self.rules, questions, self.seats[index])
            bots = self._seats_that_bots_decide_for(asked)
            if not ordered and a_person_decides_before(index, self.position, self.seats, bots):
                self._open_early(self.seats[index], questions[0])
            elif index in self.live_turns:
                self._rest(self.live_turns[index])

    def _seats_that_bots_decide_for(self, asked: Collection[int]) -> frozenset[int]:
        """Seats of people that decide now, where a bot does: their time is up, or they are to move and have left it.

        Whether an adviser answers ahead nobody may know.
        """
        live = [(index, turn) for index, turn in self.live_turns.items() if index in asked]
        return frozenset(index for index, turn in live if turn.timed_out or (turn.adviser and not turn.ahead_of_turn))

    def _open_turn(self, seat: Seat, position: Position, *, ahead: bool) -> None:
        """The game waits for this seat, unless it has answered ahead."""
        turn = self._turn_of(seat)
        if turn.early:
            turn.early = False
            self._waited_anew.append(turn)
        turn.ahead_of_turn = ahead
        if ahead and not turn.deferred_plies:
            self._defer_prepared(turn, position.copy())
        if turn.deferred_plies:
            position = position.copy()
            if not play_deferred(self.rules, position, turn.deferred_plies):
                logger.error("An answer given ahead does not fit any more: turn %s", turn.pk)
                turn.deferred_plies, turn.status = [], Turn.Status.OPEN
                return
            if not is_deciding(position, seat.index, turn.phase):
                self._stop_clock(turn)
                turn.status, turn.adviser = Turn.Status.ANSWERED, ""
                return
        turn.status = Turn.Status.OPEN
        turn.stage = self.rules.question(position).stage
        turn.adviser = seat_orders.adviser_of(self.rules, position, seat, turn)

    def _defer_prepared(self, turn: Turn, position: Position) -> None:
        """Let what is prepared answer ahead, where nothing can change any more what is possible."""
        prepared = find_prepared_answer(self.game, position, turn.seat, turn, self.now)
        if prepared is not None:
            turn = self._saved_turn_of(turn.seat)
            submission = prepared_answers.submit(turn, prepared, position, ahead=True)
            turn.deferred_plies = defer_plies(self.rules, position, prepared.plies, prepared.source, submission.pk)
            prepared_answers.keep_rest(turn, prepared, submission, position)

    def _open_early(self, seat: Seat, question: Position) -> None:
        """This person may plan an answer; the game does not wait for them."""
        turn = self._turn_of(seat)
        self._stop_waiting(turn)
        turn.status, turn.stage = Turn.Status.OPEN, self.rules.question(question).stage

    def _rest(self, turn: Turn) -> None:
        """Nothing is asked of this person now; they may be asked again in this phase."""
        self._stop_waiting(turn)
        turn.status = Turn.Status.ANSWERED

    def _stop_clock(self, turn: Turn) -> None:
        """Before a turn that the game waits for is answered or closed."""
        if turn.pk is not None and turn.status == Turn.Status.OPEN and not turn.early:
            deadlines.stop_clock(turn, self.game, self.now)

    def _stop_waiting(self, turn: Turn) -> None:
        self._stop_clock(turn)
        turn.adviser = ""
        if not turn.early:
            turn.early, turn.ahead_of_turn = True, False
            if turn in self._waited_anew:
                self._waited_anew.remove(turn)

    def _turn_of(self, seat: Seat) -> Turn:
        """The live turn of a seat, or a new one."""
        turn = self.live_turns.get(seat.index)
        if turn is None:
            turn = Turn(
                game=self.game,
                seat=seat,
                phase=int(self.position.phase()),
                first_ply=self.game.plies,
                opened_at=self.now,
            )
            self.live_turns[seat.index] = turn
        return turn

    def _saved_turn_of(self, seat: Seat) -> Turn:
        """The live turn of a seat, or a new one, as a row to which answers can belong."""
        turn = self._turn_of(seat)
        if turn.pk is None:
            turn.stage = self.rules.question(self.position).stage
            turn.save()
        return turn

    def reopen_turns(self, seat: int | None = None) -> None:
        """Close the live turns (of one seat) and drop their deferred answers. `advance` opens new ones."""
        for index, turn in list(self.live_turns.items()):
            if seat is None or seat == index:
                given = {answer["submission"] for answer in turn.deferred_plies}
                Submission.objects.filter(pk__in=given, undone_at=None).update(undone_at=self.now)
                drop_pending(turns=[turn.pk], kinds={Notification.Kind.TURN})
                tell_of_void_plan(turn)
                self.close(turn)
        for place in self.seats:
            if seat is None or seat == place.index:
                void_next_pick(self.game, place)

    def close(self, turn: Turn) -> None:
        self._stop_clock(turn)
        turn.status, turn.closed_at, turn.deferred_plies = Turn.Status.CLOSED, self.now, []
        turn.early, turn.plan, turn.adviser = False, None, ""
        if turn.pk:
            turn.save(update_fields=UPDATED_FIELDS)
        self.live_turns.pop(turn.seat.index, None)

    # --- writing -------------------------------------------------------------------------------------------------

    def save(self, answering: tuple[Seat, str] | None = None, *, private_to: Seat | None = None) -> None:
        """Write everything, close the game if it is over, write what is to be told, and nudge after the commit.

        answering: the seat whose answer caused the update, and the answer's Move.Source. They decide how the same
        person hears of their next turn. private_to: the seat whose person alone can see the change, as long as no move
        was played: nothing changes then that others can fetch.
        """
        if private_to is not None and not self.moves and not self._shows_an_adviser():
            bump_private_version(private_to)
            # Turns of others can lag behind the clock: what catches up with it must not tell of the change either.
            self._write_turns([turn for turn in self.live_turns.values() if turn.seat_id == private_to.pk], answering)
            return
        game = self.game
        if self._ends or self.position.is_over():
            self._finish()
        game.position = self.rules.to_json(self.position)
        game.digest = self.rules.digest(self.position)
        bump_version(game)
        game.save()
        if self.moves:
            self.moves[-1].digest = game.digest
            Move.objects.bulk_create(self.moves)
        self._write_turns(list(self.live_turns.values()), answering)
        if game.status == Game.Status.FINISHED:
            played_games.count(game)

    def _shows_an_adviser(self) -> bool:
        """Whether a turn that everybody sees was left to an adviser or taken from one: no time runs in it then."""
        place = UPDATED_FIELDS.index("adviser")
        seen = [turn for turn in self.live_turns.values() if turn.pk in self._stored_values and not turn.ahead_of_turn]
        return any(self._stored_values[turn.pk][place] != turn.adviser for turn in seen)

    def _write_turns(self, live: Sequence[Turn], answering: tuple[Seat, str] | None) -> None:
        """Write live turns; those that the game begins to wait for get their time, and their people are told."""
        opened = [turn for turn in live if turn.pk is None]
        waiting = [turn for turn in live if turn.status == Turn.Status.OPEN and not turn.early and not turn.bot_level]
        new = [turn for turn in waiting if turn.pk is None]
        again = [turn for turn in waiting if turn.pk is not None and (turn in self._waited_anew or turn.due is None)]
        deadlines.open_turns(self.game, new, self.now)
        for turn in live:
            if turn.pk is not None and self._stored_values.get(turn.pk) != _field_values(turn):
                turn.save(update_fields=UPDATED_FIELDS)
                was_waited_for = turn.due is not None or turn.timed_out or turn.nudged_at is not None
                if (turn.early and was_waited_for) or (turn.adviser and turn.due is not None):
                    deadlines.stop_waiting(turn)
        Turn.objects.bulk_create(opened)
        for turn in opened:
            if turn.status == Turn.Status.OPEN and not turn.bot_level:
                notify_of_new_turn(turn, answering)
        for turn in again:
            deadlines.wait_again(turn, self.game, self.now)
            notify_of_waiting(turn, answering)
        for turn in live:
            if turn.bot_level and turn.status == Turn.Status.OPEN:
                self._nudge_bot(turn)

    def _nudge_bot(self, turn: Turn) -> None:
        if turn.nudged_at is None:
            Turn.objects.filter(pk=turn.pk).update(nudged_at=self.now)
            turn.nudged_at = self.now
        nudge(THINK)

    def _finish(self) -> None:
        game = self.game
        game.status, game.ended_at = Game.Status.FINISHED, self.now
        for turn in list(self.live_turns.values()):
            self.close(turn)
        rating_queue.note(game)
        shared_traces.note_at_end(game)
        tournament_queue.note(game)
        if any(seat.coach != Seat.Coach.NEVER for seat in self.seats):
            Hint.objects.filter(seat__in=self.seats).delete()
        scores, ranks = self.position.scores(), self.position.ranks()
        for seat in self.seats:
            seat.score, seat.rank = int(scores[seat.index]), int(ranks[seat.index])
            seat.save(update_fields=["score", "rank"])
            outbox.notify_end(seat)
