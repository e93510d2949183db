"""One update of a running game within one transaction: it plays plies, closes and opens turns, and writes mails.

Everything that changes a running game goes through `GameUpdate`, so that the move rows, the position, the open turns
and the mails never disagree. The caller holds the lock on the game's row.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from games.engine.contract import NO_MOVE, Event, Position
from games.live.announcements import bump_version
from games.models import Game, Move, Notification, Seat, Submission, Turn
from games.notifications import outbox
from games.notifications.dropping import drop_pending
from games.notifications.timing import Presence
from games.nudge import THINK, nudge
from games.table import deadlines
from games.table.positions import (
    SET_UP,
    find_ply,
    is_deciding,
    play_deferred,
    position_ahead,
    rules_of,
    stored_position,
)

logger = logging.getLogger(__name__)

MAX_PLIES: Final = 200
"""Per transaction, so that no transaction holds the lock for long. A sweep continues where one stopped."""
UPDATED_FIELDS: Final = ("status", "ahead_of_turn", "deferred_plies", "stage", "closed_at")
"""The fields of an existing turn that an update writes. The clock and the workers write the other fields; they do not
wait for the lock on the game."""
TAKE_BACK_DELAY: Final = timedelta(minutes=5)
"""How long the notification of a turn waits if the turn before it was withdrawn: that may happen again."""


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
        self.moves: list[Move] = []

    # --- plies ---------------------------------------------------------------------------------------------------

    def play(self, ply: int, source: str, submission: int | None = None) -> None:
        """Play one legal ply of the seat to move and keep its row. Closes the turn if it was the turn's last ply."""
        position = self.position
        seat, phase = int(position.to_move()), int(position.phase())
        turn = self.live_turns.get(seat)
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
        turn.ahead_of_turn = False
        if not is_deciding(position, seat, phase):
            self.close(turn)

    def advance(self) -> None:
        """Play on while everybody can see that the next ply is forced, or a deferred answer has it; then open turns.

        After MAX_PLIES no turn is opened: a sweep continues the game.
        """
        while not self.position.is_over():
            forced = self.position.forced_move()
            answered = self.live_turns.get(int(self.position.to_move()))
            if forced == NO_MOVE and not (answered and answered.deferred_plies):
                break
            if len(self.moves) >= MAX_PLIES:
                self.game.interrupted = True
                return
            if forced != NO_MOVE:
                self.play(forced, Move.Source.FORCED)
            elif answered:
                self._play_deferred(answered)
        self.game.interrupted = False
        self._open_turns()

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

    def set_up(self, position: Position, text: str = SET_UP) -> None:
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
                source=Move.Source.STAFF,
                revealed=int(position.revealed),
                created_at=self.now,
            )
        )
        self.game.plies += 1

    # --- turns ---------------------------------------------------------------------------------------------------

    def _open_turns(self) -> None:
        """Close and open turns so that exactly the seats that have something to decide have one."""
        asked = {} if self.position.is_over() else {int(self.position.to_move()): self.position}
        for seat in self.seats:
            if seat.index not in asked and not self.position.is_over():
                copy = position_ahead(self.position, seat.index)
                if copy is not None:
                    asked[seat.index] = copy
        for index, turn in list(self.live_turns.items()):
            if index not in asked or turn.phase != asked[index].phase():
                if turn.deferred_plies:
                    logger.error("An answer given ahead was never played: turn %s", turn.pk)
                self.close(turn)
        for index, position in asked.items():
            self._open_turn(self.seats[index], position, ahead=position is not self.position)

    def _open_turn(self, seat: Seat, position: Position, *, ahead: bool) -> None:
        turn = self.live_turns.get(seat.index)
        if turn is None:
            turn = Turn(
                game=self.game,
                seat=seat,
                phase=int(position.phase()),
                first_ply=self.game.plies,
                opened_at=self.now,
            )
            self.live_turns[seat.index] = turn
        turn.ahead_of_turn = ahead
        if turn.deferred_plies:
            position = position.copy()
            if not play_deferred(self.rules, position, turn.deferred_plies):
                logger.error("An answer given ahead does not fit any more: turn %s", turn.pk)
                turn.deferred_plies, turn.status = [], Turn.Status.OPEN
                return
            if not is_deciding(position, seat.index, turn.phase):
                turn.status = Turn.Status.ANSWERED
                return
        turn.status = Turn.Status.OPEN
        turn.stage = self.rules.question(position).stage

    def reopen_turns(self, seat: int | None = None) -> None:
        """Close the live turns (of one seat) and drop their deferred answers. `advance` opens new ones."""
        for index, turn in list(self.live_turns.items()):
            if seat is None or seat == index:
                given = {answer["submission"] for answer in turn.deferred_plies}
                Submission.objects.filter(pk__in=given, undone_at=None).update(undone_at=self.now)
                drop_pending(turns=[turn.pk], kinds={Notification.Kind.TURN})
                self.close(turn)

    def close(self, turn: Turn) -> None:
        turn.status, turn.closed_at, turn.deferred_plies = Turn.Status.CLOSED, self.now, []
        if turn.pk:
            turn.save(update_fields=UPDATED_FIELDS)
        self.live_turns.pop(turn.seat.index, None)

    # --- writing -------------------------------------------------------------------------------------------------

    def save(self, answering: tuple[Seat, str] | None = None) -> None:
        """Write everything, close the game if it is over, write what is to be told, and nudge after the commit.

        answering: the seat whose answer caused the update, and the answer's Move.Source. They decide how the same
        person hears of their next turn.
        """
        game = self.game
        if self.position.is_over():
            self._finish()
        game.position = self.rules.to_json(self.position)
        game.digest = self.rules.digest(self.position)
        bump_version(game)
        game.save()
        if self.moves:
            self.moves[-1].digest = game.digest
            Move.objects.bulk_create(self.moves)
        opened = [turn for turn in self.live_turns.values() if turn.pk is None]
        of_people = [turn for turn in opened if not turn.bot_level]
        deadlines.open_turns(game, of_people, self.now)
        for turn in self.live_turns.values():
            if turn.pk is not None and self._stored_values.get(turn.pk) != _field_values(turn):
                turn.save(update_fields=UPDATED_FIELDS)
        Turn.objects.bulk_create(opened)
        for turn in of_people:
            self._notify(turn, answering)
        for turn in self.live_turns.values():
            if turn.bot_level and turn.status == Turn.Status.OPEN:
                self._nudge_bot(turn)

    def _notify(self, turn: Turn, answering: tuple[Seat, str] | None) -> None:
        """Tell a person of their turn, exactly once.

        If the person's own mail opened the turn, our reply to that mail asks the question. If their click on the site
        opened it, they are here. The notification of a turn that replaces a withdrawn one waits.
        """
        if answering is None or answering[0].pk != turn.seat_id or answering[1] == Move.Source.TIMEOUT:
            outbox.notify_new_turn(turn, Presence.AWAY, self._delay_after_take_back(turn))
        elif answering[1] != Move.Source.MAIL:
            outbox.notify_new_turn(turn, Presence.ON_SITE)

    def _delay_after_take_back(self, turn: Turn) -> timedelta:
        before = self.game.turns.filter(seat=turn.seat_id, pk__lt=turn.pk).order_by("-pk")
        if not before.values_list("withdrawn", flat=True).first():
            return timedelta()
        return min(TAKE_BACK_DELAY, self.game.time_control.per_turn / 4)

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
        scores, ranks = self.position.scores(), self.position.ranks()
        for seat in self.seats:
            seat.score, seat.rank = int(scores[seat.index]), int(ranks[seat.index])
            seat.save(update_fields=["score", "rank"])
            outbox.notify_end(seat)
