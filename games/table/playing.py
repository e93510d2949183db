"""The one write path of a running game: all answers of people, bots and the clock are played by this module."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from django.db import transaction
from django.db.models import Prefetch, prefetch_related_objects
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from structlog.contextvars import bound_contextvars

from games.access import Permission
from games.engine.contract import NO_MOVE, Event, IllegalMove, NotationError, Position, RulesError, event_from_json
from games.engine.contract import Game as Rules
from games.engine.words import Message, gettext_noop
from games.models import Game, Move, Seat, Submission, Turn
from games.people.models import User
from games.table import permission_check, queries, replay_checks
from games.table.answers import Answer, Failure
from games.table.errors import (
    BadAnswer,
    GamePaused,
    NoSuchTurn,
    NotModerator,
    NotRunning,
    NotYours,
    QuestionPassed,
    TurnClosed,
)
from games.table.game_update import GameUpdate
from games.table.history import find_turn, game_id_of_turn, history_of
from games.table.locks import lock_game
from games.table.positions import DeferredPly, is_deciding, play_deferred, play_forced, position_ahead, rules_of

MAX_LINES: Final = 60
MAX_LINE_LENGTH: Final = 500
UNSEEN_LIST: Final = gettext_noop("Numbers of a list count only in the first line: the lists after it were never seen.")


def play(
    turn_id: int,
    lines: Sequence[str],
    *,
    by: User | None,
    source: str,
    key: str,
    expected_answer_count: int | None = None,
) -> Answer:
    """Answer a turn with lines of notation, in one transaction.

    Each line is atomic; lines are played in order, up to the first that cannot be played. Then the game goes on while
    everybody can see that the next ply is forced, or a deferred answer has it, and the next turns open. An answer to a
    turn whose time has not come (Turn.ahead_of_turn) is deferred: it is kept privately and played in turn order.

    lines: at least one; canonical or forgiven notation, or the number of a listed offer (first line only).
    by: the person, who must hold the turn's seat, or the moderator who plays for it (source STAFF); None for bots and
    for the clock. source: a Move.Source.
    key: the idempotency key; a key that came before with this turn returns its first Answer and changes nothing.
    expected_answer_count: `answer_count` of the turn when its question was shown; None: the answer is for the present
    question. Reasons in the Answer are in the active language.

    Raises (nothing was changed): NoSuchTurn, NotYours, Suspended, TurnClosed with the events since, QuestionPassed,
    NotRunning, GamePaused, BadAnswer.
    """
    # PostgreSQL stores no NUL, and a refused line is stored with its answer.
    written = [line for line in (line.replace("\0", "").strip() for line in lines) if line]
    if not written:
        raise BadAnswer(_("There is no move in this answer."))
    if len(written) > MAX_LINES or any(len(line) > MAX_LINE_LENGTH for line in written):
        raise BadAnswer(_("This is too long for an answer."))
    return _answer_turn(turn_id, by, source, key, lambda incoming: incoming.add_lines(written), expected_answer_count)


@dataclass(frozen=True)
class AnswerPreview:
    """What `play` would make of the lines of an answer."""

    would_play: tuple[str, ...]
    """The lines that can be played, in canonical notation."""
    failed: Failure | None
    """The first line that cannot be played."""
    untested: tuple[str, ...]
    """Lines after something hidden is revealed, or after the end of the turn: what they do is not known before."""


def preview_answer(turn: Turn, lines: Sequence[str]) -> AnswerPreview:
    """Preview `play` with these lines; reads only. Raises LookupError for a turn that is not open."""
    incoming = _PreviewedAnswer(turn)
    incoming.add_lines([line for line in (line.strip() for line in lines[:MAX_LINES]) if line])
    return AnswerPreview(tuple(incoming.done), incoming.failed, tuple(incoming.not_tried))


def play_moves(turn_id: int, moves: Sequence[int], *, plies: int, source: str, key: str) -> Answer:
    """Answer a turn with moves of the engine, for bots; otherwise like `play`.

    plies: Position.plies of the position in which they were chosen; raises BadAnswer if that has changed. source: BOT,
    or TIMEOUT for a turn whose time was up.
    """
    return _answer_turn(turn_id, None, source, key, lambda incoming: incoming.add_moves(moves, plies))


def continue_game(game_id: str) -> None:
    """Continue a game that stopped at the limit of plies per transaction; no effect on other games."""
    with bound_contextvars(game=game_id), transaction.atomic():
        game = lock_game(game_id)
        if game.interrupted and game.paused_at is None:
            update = GameUpdate(game, timezone.now())
            update.advance()
            update.save()


def answer_count(turn: Turn) -> int:
    """How many answers a turn has got, those taken back included: it grows with every answered question."""
    return history_of(turn.game).count_answers(turn)


def _answer_turn(
    turn_id: int,
    by: User | None,
    source: str,
    key: str,
    take: Callable[[_IncomingAnswer], None],
    expected_answer_count: int | None = None,
) -> Answer:
    game_id = game_id_of_turn(turn_id)
    if game_id is None:
        raise NoSuchTurn
    replay_checks.check_before_play(game_id)
    with bound_contextvars(game=game_id, turn=turn_id), transaction.atomic():
        game = lock_game(game_id)
        # Everything below reads the seats and their people from these rows.
        prefetch_related_objects([game], Prefetch("seats", Seat.objects.select_related("user__owner")))
        turn = find_turn(turn_id, Turn.objects.all())
        if turn is None:
            raise NoSuchTurn
        turn.game, turn.seat = game, next(seat for seat in game.seats.all() if seat.pk == turn.seat_id)
        _check_may_answer(game, turn, by, source)
        seen = history_of(game).answer(turn, key)
        if seen is not None:
            return Answer.from_json(seen.result)
        if game.status == Game.Status.OPEN or game.status == Game.Status.ABORTED:
            raise NotRunning
        if game.paused_at is not None:
            raise GamePaused
        if turn.status != Turn.Status.OPEN:
            raise TurnClosed(turn, _events_since(turn))
        if expected_answer_count is not None and expected_answer_count != answer_count(turn):
            raise QuestionPassed
        return _apply_answer(game, turn, by, source, key, take)


def _check_may_answer(game: Game, turn: Turn, by: User | None, source: str) -> None:
    """A person answers for their own seat, a bot for a bot's seat, the clock after the deadline, staff for any seat."""
    if source == Move.Source.STAFF:
        if by is not None:
            permission_check.require_permission(Permission.PLAY_FOR, by, NotModerator(), game, turn.seat)
        allowed = True
    elif by is not None:
        # The person as they are in the database now: they may have been suspended since the request began.
        person = turn.seat.user if turn.seat.user_id == by.pk else by
        permission_check.require_permission(Permission.PLAY, person or by, NotYours(), game, turn.seat)
        allowed = source in Move.PLAYER_SOURCES and not turn.seat.playing_level
    elif source == Move.Source.TIMEOUT:
        allowed = turn.timed_out
    else:
        allowed = source == Move.Source.BOT and bool(turn.seat.playing_level)
    if not allowed:
        raise NotYours


def _apply_answer(
    game: Game, turn: Turn, by: User | None, source: str, key: str, take: Callable[[_IncomingAnswer], None]
) -> Answer:
    update = GameUpdate(game, timezone.now(), seats=game.seats.all())
    turn = update.live_turns[turn.seat.index]
    submission = Submission.objects.create(turn=turn, by=by, key=key, result={})
    incoming = _DeferredAnswer(update, turn) if turn.ahead_of_turn else _LiveAnswer(update, turn)
    incoming.source, incoming.submission = source, submission.pk
    take(incoming)
    if incoming.plies:
        incoming.finish()
        if source in Move.PLAYER_SOURCES and by is not None and by.owner_id is None:
            game.person_moved_at = update.now
        update.advance()
        update.save(answering=(turn.seat, source))
    going_on = update.live_turns.get(turn.seat.index)
    answer = Answer(
        done=tuple(incoming.done),
        failed=incoming.failed,
        not_tried=tuple(incoming.not_tried),
        turn_closed=turn.status != Turn.Status.OPEN,
        next_turn_id=going_on.pk if going_on and going_on.status == Turn.Status.OPEN else None,
        game_over=game.status == Game.Status.FINISHED,
        ahead=isinstance(incoming, _DeferredAnswer),
    )
    submission.result, submission.plies = answer.to_json(), incoming.plies
    submission.save(update_fields=["result", "plies"])
    return answer


def _events_since(turn: Turn) -> list[Event]:
    """The events after a closed turn that are visible to its seat."""
    line = list(history_of(turn.game).live_moves(turn.first_ply, without=("set_up",)))
    last = max((move.ply for move in line if move.turn_id == turn.pk), default=turn.first_ply - 1)
    events = [event_from_json(stored) for move in line if move.ply > last for stored in move.events]
    return [event for event in events if event.visible_to(turn.seat.index)]


class _IncomingAnswer:
    """One answer while its lines are played on the position of the turn."""

    position: Position
    source: str = ""
    submission: int = 0

    def __init__(self, rules: Rules, turn: Turn) -> None:
        self.rules = rules
        self.turn = turn
        self.plies = 0
        self.done: list[str] = []
        self.failed: Failure | None = None
        self.not_tried: list[str] = []

    def play(self, ply: int) -> None:
        """Play one legal ply for good."""
        raise NotImplementedError

    def finish(self) -> None:
        """Called after the last line that could be played."""

    def decides(self) -> bool:
        return is_deciding(self.position, self.turn.seat.index, self.turn.phase)

    def add_lines(self, lines: Sequence[str]) -> None:
        for number, line in enumerate(lines):
            if not self.decides():
                self.not_tried = list(lines[number:])
                return
            try:
                moves = self._parse_line(line, first=number == 0)
            except RulesError as error:
                legal, complete = self._possible_lines(error)
                self.failed = Failure(line, error.message.render(translation), legal, legal_complete=complete)
                self.not_tried = list(lines[number + 1 :])
                return
            self.done.append(self.rules.decision_text(self.position, moves))
            for move in moves:
                self.play(move)

    def _parse_line(self, line: str, *, first: bool) -> list[int]:
        """The plies of a line, from the present position or from the one after its forced plies. Raises RulesError."""
        if line.isdecimal() and not first:
            raise NotationError(Message(UNSEEN_LIST))
        try:
            return self.rules.submit(self.position.copy(), line)
        except RulesError:
            behind = self.position.copy()
            play_forced(behind, self.turn.seat.index, self.turn.phase)
            if behind.plies == self.position.plies or not is_deciding(behind, self.turn.seat.index, self.turn.phase):
                raise
            moves = self.rules.submit(behind, line)
            while self.position.forced_move() != NO_MOVE:
                self.play(self.position.forced_move())
            return moves

    def add_moves(self, moves: Sequence[int], plies: int) -> None:
        if self.position.plies != plies:
            raise BadAnswer(f"chosen after {plies} plies, but there are {self.position.plies}")
        for number, move in enumerate(moves):
            legal = self.decides() and move in list(self.position.legal_moves())
            if not legal and number == 0:
                raise BadAnswer(f"move {move} is not legal")
            if not legal:
                return
            self.done.append(self.rules.move_text(self.position, move))
            self.play(move)

    def _possible_lines(self, error: RulesError) -> tuple[tuple[str, ...], bool]:
        """The lines that the error names, or else all offers; and whether that list is complete."""
        if isinstance(error, (IllegalMove, NotationError)) and error.legal:
            return tuple(error.legal), error.legal_complete
        asked = self.rules.question(self.position)
        return tuple(offer.text for offer in asked.offers), asked.lists_all_answers()


class _LiveAnswer(_IncomingAnswer):
    """An answer to the seat that is to move: its plies are played at once."""

    def __init__(self, update: GameUpdate, turn: Turn) -> None:
        super().__init__(update.rules, turn)
        self.update = update
        self.position = update.position

    def play(self, ply: int) -> None:
        self.plies += 1
        self.update.play(ply, self.source, self.submission)


class _DeferredAnswer(_IncomingAnswer):
    """An answer before the seat is to move: its plies are kept with the turn, and played in turn order."""

    def __init__(self, update: GameUpdate, turn: Turn) -> None:
        super().__init__(update.rules, turn)
        position = position_ahead(update.position, turn.seat.index)
        assert position is not None, f"turn {turn.pk} is not asked ahead"
        play_deferred(self.rules, position, turn.deferred_plies)
        self.position = position
        self.deferred: list[DeferredPly] = []

    def play(self, ply: int) -> None:
        self.plies += 1
        # Forced plies are played by themselves when the time comes.
        if self.position.forced_move() == NO_MOVE:
            text = self.rules.move_text(self.position, ply)
            self.deferred.append({"text": text, "source": self.source, "submission": self.submission})
        self.position.play(ply)

    def finish(self) -> None:
        self.turn.deferred_plies = [*self.turn.deferred_plies, *self.deferred]


class _PreviewedAnswer(_IncomingAnswer):
    """An answer that is only previewed, up to where it would reveal something hidden: nobody may try that out."""

    def __init__(self, turn: Turn) -> None:
        super().__init__(rules_of(turn.game), turn)
        self.position = queries.position_for(turn)
        self._revealed = self.position.revealed

    def play(self, ply: int) -> None:
        self.position.play(ply)

    def decides(self) -> bool:
        return super().decides() and self.position.revealed == self._revealed
