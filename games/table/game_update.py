"""The course of one game within one transaction: plies are played, turns close and open, mails are written.

Everything that changes a running game goes through here, so that the move rows, the position, the open turns and the
mails never disagree. The caller holds the lock on the game's row.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from games.engine.contract import NO_MOVE, Event, Position
from games.live.announcements import count_up
from games.models import Game, Move, Seat, Submission, Turn
from games.table import deadlines, outbox
from games.table.nudge import THINK, nudge
from games.table.positions import SET_UP, asked_ahead, decides, play_answer, ply_of, rules_of, stored_position

logger = logging.getLogger(__name__)

MOST_PLIES: Final = 200
"""Per transaction, so that none holds the lock for long; a sweep goes on where one stopped."""
CHANGING: Final = ("status", "ahead", "answer", "stage", "closed_at")
"""What a course writes of a turn that was there before. The rest is the clock's and the workers', who do not wait for
the lock on the game."""
FOLLOW_UP_DELAY: Final = timedelta(minutes=2)
"""How long the mail for a turn waits that was opened by the same person's answer on the site."""

TAKE_BACK_DELAY: Final = timedelta(minutes=5)
"""How long the mail for a turn waits whose predecessor was withdrawn: the same may happen once more."""


def _changing(turn: Turn) -> tuple[object, ...]:
    return tuple(list(value) if isinstance(value := getattr(turn, name), list) else value for name in CHANGING)


class Course:
    """One locked game while it changes. Use: play or set things, then `go_on()` and `save()`."""

    def __init__(
        self, game: Game, now: datetime, position: Position | None = None, *, seats: Iterable[Seat] | None = None
    ) -> None:
        """seats: the game's with their people, where they were read after the game was locked."""
        self.game = game
        self.now = now
        self.rules = rules_of(game)
        self.position = position or stored_position(game)
        self.position.listener = []
        self.seats = list(game.seats.select_related("user") if seats is None else seats)
        self.live: dict[int, Turn] = {}
        """The turns that are not closed, by seat."""
        for turn in game.turns.exclude(status=Turn.Status.CLOSED):
            turn.seat = next(seat for seat in self.seats if seat.pk == turn.seat_id)
            self.live[turn.seat.index] = turn
        self._stored = {turn.pk: _changing(turn) for turn in self.live.values()}
        self.moves: list[Move] = []

    # --- plies ---------------------------------------------------------------------------------------------------

    def play(self, ply: int, source: str, submission: int | None = None) -> None:
        """One legal ply of the seat to move, with its row; closes the turn whose run of plies ends with it."""
        position = self.position
        seat, phase = int(position.to_move()), int(position.phase())
        turn = self.live.get(seat)
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
                created_at=self.now,
            )
        )
        self.game.plies += 1
        if turn is None:
            return
        turn.ahead = False
        if not decides(position, seat, phase):
            self.close(turn)

    def go_on(self) -> None:
        """Play on while the next ply is forced for all to see or was answered ahead; then ask whoever is to decide.

        After MOST_PLIES nobody is asked who would be to move: a sweep goes on from there.
        """
        while not self.position.is_over():
            forced = self.position.forced()
            answered = self.live.get(int(self.position.to_move()))
            if forced == NO_MOVE and not (answered and answered.answer):
                break
            if len(self.moves) >= MOST_PLIES:
                self.game.interrupted = True
                return
            if forced != NO_MOVE:
                self.play(forced, Move.Source.FORCED)
            elif answered:
                self._play_answered(answered)
        self.game.interrupted = False
        self._ask()

    def _play_answered(self, turn: Turn) -> None:
        given, *rest = turn.answer
        ply = ply_of(self.rules, self.position, given["text"])
        turn.answer = rest
        if ply == NO_MOVE:
            logger.error("An answer given ahead is not legal: turn %s, %s", turn.pk, given["text"])
            turn.answer = []
            return
        turn.status = Turn.Status.OPEN
        self.play(ply, given["source"], given["submission"])

    def set_up(self, position: Position, text: str = SET_UP) -> None:
        """Put another position in the place of this one, as an entry of its own; whoever is to decide is asked anew."""
        self.ask_anew()
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
                source=Move.Source.STAFF,
                revealed=int(position.revealed),
                created_at=self.now,
            )
        )
        self.game.plies += 1

    # --- turns ---------------------------------------------------------------------------------------------------

    def _ask(self) -> None:
        """Bring the live turns in step with the position: whoever has something to decide has one, nobody else."""
        asked = {} if self.position.is_over() else {int(self.position.to_move()): self.position}
        for seat in self.seats:
            if seat.index not in asked and not self.position.is_over():
                copy = asked_ahead(self.position, seat.index)
                if copy is not None:
                    asked[seat.index] = copy
        for index, turn in list(self.live.items()):
            if index not in asked or turn.phase != asked[index].phase():
                if turn.answer:
                    logger.error("An answer given ahead was never played: turn %s", turn.pk)
                self.close(turn)
        for index, position in asked.items():
            self._ask_seat(self.seats[index], position, ahead=position is not self.position)

    def _ask_seat(self, seat: Seat, position: Position, *, ahead: bool) -> None:
        turn = self.live.get(seat.index)
        if turn is None:
            turn = Turn(
                game=self.game,
                seat=seat,
                phase=int(position.phase()),
                first_ply=self.game.plies,
                opened_at=self.now,
            )
            self.live[seat.index] = turn
        turn.ahead = ahead
        if turn.answer:
            position = position.copy()
            if not play_answer(self.rules, position, turn.answer):
                logger.error("An answer given ahead does not fit any more: turn %s", turn.pk)
                turn.answer, turn.status = [], Turn.Status.OPEN
                return
            if not decides(position, seat.index, turn.phase):
                turn.status = Turn.Status.ANSWERED
                return
        turn.status = Turn.Status.OPEN
        turn.stage = self.rules.question(position).stage

    def ask_anew(self, seat: int | None = None) -> None:
        """Close the live turns (of one seat) and forget what was answered ahead in them; `go_on` opens new ones."""
        for index, turn in list(self.live.items()):
            if seat is None or seat == index:
                given = {answer["submission"] for answer in turn.answer}
                Submission.objects.filter(pk__in=given, undone_at=None).update(undone_at=self.now)
                outbox.drop_pending(turn.seat, [turn.pk])
                self.close(turn)

    def close(self, turn: Turn) -> None:
        turn.status, turn.closed_at, turn.answer = Turn.Status.CLOSED, self.now, []
        if turn.pk:
            turn.save(update_fields=CHANGING)
        self.live.pop(turn.seat.index, None)

    # --- writing -------------------------------------------------------------------------------------------------

    def save(self, answering: tuple[Seat, str] | None = None) -> None:
        """Write everything, close the game if it is over, write the mails, and nudge after the commit.

        answering: the seat whose answer (and its Move.Source) all this follows from; it decides how a turn that opens
        for the same person is told.
        """
        game = self.game
        if self.position.is_over():
            self._finish()
        game.position = self.rules.to_json(self.position)
        game.digest = self.rules.digest(self.position)
        count_up(game)
        game.save()
        if self.moves:
            self.moves[-1].digest = game.digest
            Move.objects.bulk_create(self.moves)
        opened = [turn for turn in self.live.values() if turn.pk is None]
        of_people = [turn for turn in opened if not turn.bot_level]
        if of_people:
            due = deadlines.due(self.now, game.turn_limit)
            for turn in of_people:
                turn.due = due
        for turn in self.live.values():
            if turn.pk is not None and self._stored.get(turn.pk) != _changing(turn):
                turn.save(update_fields=CHANGING)
        Turn.objects.bulk_create(opened)
        for turn in of_people:
            self._tell(turn, answering)
        for turn in self.live.values():
            if turn.bot_level and turn.status == Turn.Status.OPEN:
                self._ask_bot(turn)

    def _tell(self, turn: Turn, answering: tuple[Seat, str] | None) -> None:
        """Exactly one mail for every turn a person is asked.

        Where the person's own mail opened it, the answer to that mail asks the next question; where a click on the
        site did, the mail waits a little, because most people go on clicking. One that comes in the place of a turn
        that was withdrawn waits too.
        """
        if answering is None or answering[0].pk != turn.seat_id or answering[1] == Move.Source.TIMEOUT:
            outbox.first_turn_mail(turn, delay=self._wait_after_take_back(turn))
        elif answering[1] != Move.Source.MAIL:
            outbox.first_turn_mail(turn, delay=FOLLOW_UP_DELAY)

    def _wait_after_take_back(self, turn: Turn) -> timedelta:
        before = self.game.turns.filter(seat=turn.seat_id, pk__lt=turn.pk).order_by("-pk")
        if not before.values_list("withdrawn", flat=True).first():
            return timedelta()
        return min(TAKE_BACK_DELAY, self.game.turn_limit / 4)

    def _ask_bot(self, turn: Turn) -> None:
        if turn.nudged_at is None:
            Turn.objects.filter(pk=turn.pk).update(nudged_at=self.now)
            turn.nudged_at = self.now
        nudge(THINK)

    def _finish(self) -> None:
        game = self.game
        game.status, game.ended_at = Game.Status.FINISHED, self.now
        for turn in list(self.live.values()):
            self.close(turn)
        scores, ranks = self.position.scores(), self.position.ranks()
        for seat in self.seats:
            seat.score, seat.rank = int(scores[seat.index]), int(ranks[seat.index])
            seat.save(update_fields=["score", "rank"])
            outbox.end_mail(seat)
