"""The one write path of a running game: whoever decides, person, bot or clock, decides through here."""

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
from games.table.answers import Answer, Failure, answer_from_json
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
from games.table.game_update import Course
from games.table.history import find_turn, game_of_turn, history_of
from games.table.locks import locked_game
from games.table.positions import PlyAhead, asked_ahead, decides, play_answer, play_forced, rules_of

MOST_LINES: Final = 60
LONGEST_LINE: Final = 500
UNSEEN_LIST: Final = gettext_noop("Numbers of a list count only in the first line: the lists after it were never seen.")
PEOPLE: Final = frozenset({Move.Source.WEB, Move.Source.LINK, Move.Source.MAIL, Move.Source.API})


def play(
    turn_id: int, lines: Sequence[str], *, by: User | None, source: str, key: str, taken: int | None = None
) -> Answer:
    """Answer a turn with lines of notation, in one transaction.

    Each line is all or nothing; lines run in order and stop at the first that cannot be played. Then the game keeps
    going while the next ply is forced for all to see or was answered ahead, and the next turns open. An answer to a
    turn whose time has not come (Turn.ahead) is kept privately and played in turn order.

    lines: at least one; canonical or forgiven notation, or the number of a listed offer (first line only).
    by: the person, who must hold the turn's seat, or the moderator who plays for it (source STAFF); None for bots and
    for the clock. source: a Move.Source.
    key: the idempotency key; a key seen before with this turn returns its first Answer and changes nothing. taken: how
    many answers the turn had taken when its question was shown (games.table.playing.answers_taken), None: whatever is
    asked now is meant. Reasons in the Answer are in the active language.

    Raises (nothing was changed): NoSuchTurn, NotYours, Suspended, TurnClosed with what happened since, QuestionPassed,
    NotRunning, GamePaused, BadAnswer.
    """
    # PostgreSQL keeps no NUL, and a refused line is kept with its answer.
    written = [line for line in (line.replace("\0", "").strip() for line in lines) if line]
    if not written:
        raise BadAnswer(_("There is no move in this answer."))
    if len(written) > MOST_LINES or any(len(line) > LONGEST_LINE for line in written):
        raise BadAnswer(_("This is too long for an answer."))
    return _answered(turn_id, by, source, key, lambda part: part.take_lines(written), taken)


@dataclass(frozen=True)
class Preview:
    """What lines would do: those that can be played, in canonical notation; the first that cannot; those of which it
    cannot be told before, because something hidden comes to light or the turn is over by then."""

    would_play: tuple[str, ...]
    failed: Failure | None
    open: tuple[str, ...]


def preview(turn: Turn, lines: Sequence[str]) -> Preview:
    """What `play` would make of these lines now; reads only. Raises LookupError for a turn that is not open."""
    part = _PartLookedAt(turn)
    part.take_lines([line for line in (line.strip() for line in lines[:MOST_LINES]) if line])
    return Preview(tuple(part.done), part.failed, tuple(part.not_tried))


def play_moves(turn_id: int, moves: Sequence[int], *, plies: int, source: str, key: str) -> Answer:
    """Answer a turn with the engine's own moves, as a bot finds them; else exactly as `play`.

    plies: Position.plies of the position that they were chosen in; raises BadAnswer if it is another by now. source:
    BOT, or TIMEOUT for a turn whose time was up.
    """
    return _answered(turn_id, None, source, key, lambda part: part.take_moves(moves, plies))


def continue_game(game_id: str) -> None:
    """Go on with a game that stopped at the limit of plies per transaction; no effect on any other."""
    with bound_contextvars(game=game_id), transaction.atomic():
        game = locked_game(game_id)
        if game.interrupted and game.paused_at is None:
            course = Course(game, timezone.now())
            course.go_on()
            course.save()


def answers_taken(turn: Turn) -> int:
    """How many answers a turn has taken, those taken back included: it grows with every question answered."""
    return history_of(turn.game).count_taken(turn)


def _answered(
    turn_id: int, by: User | None, source: str, key: str, take: Callable[[_Part], None], taken: int | None = None
) -> Answer:
    game_id = game_of_turn(turn_id)
    if game_id is None:
        raise NoSuchTurn
    replay_checks.check_before_play(game_id)
    with bound_contextvars(game=game_id, turn=turn_id), transaction.atomic():
        game = locked_game(game_id)
        # All that is asked of the seats, and of those who sit there, is asked of these rows.
        prefetch_related_objects([game], Prefetch("seats", Seat.objects.select_related("user__owner")))
        turn = find_turn(turn_id, Turn.objects.all())
        if turn is None:
            raise NoSuchTurn
        turn.game, turn.seat = game, next(seat for seat in game.seats.all() if seat.pk == turn.seat_id)
        _check_entitled(game, turn, by, source)
        seen = history_of(game).answer(turn, key)
        if seen is not None:
            return answer_from_json(seen.result)
        if game.status == Game.Status.OPEN or game.status == Game.Status.ABORTED:
            raise NotRunning
        if game.paused_at is not None:
            raise GamePaused
        if turn.status != Turn.Status.OPEN:
            raise TurnClosed(turn, _since(turn))
        if taken is not None and taken != answers_taken(turn):
            raise QuestionPassed
        return _take_in(game, turn, by, source, key, take)


def _check_entitled(game: Game, turn: Turn, by: User | None, source: str) -> None:
    """A person for his own seat; a bot where a bot sits; the clock where time is up; staff, for any seat."""
    if source == Move.Source.STAFF:
        if by is not None:
            permission_check.check(Permission.PLAY_FOR, by, NotModerator(), game, turn.seat)
        allowed = True
    elif by is not None:
        # As the database has the person now: somebody may have been suspended since the page was asked for.
        person = turn.seat.user if turn.seat.user_id == by.pk else by
        permission_check.check(Permission.PLAY, person or by, NotYours(), game, turn.seat)
        allowed = source in PEOPLE and not turn.seat.playing_level
    elif source == Move.Source.TIMEOUT:
        allowed = turn.timed_out
    else:
        allowed = source == Move.Source.BOT and bool(turn.seat.playing_level)
    if not allowed:
        raise NotYours


def _take_in(game: Game, turn: Turn, by: User | None, source: str, key: str, take: Callable[[_Part], None]) -> Answer:
    course = Course(game, timezone.now(), seats=game.seats.all())
    turn = course.live[turn.seat.index]
    submission = Submission.objects.create(turn=turn, by=by, key=key, result={})
    part = _PartAhead(course, turn) if turn.ahead else _PartInTurn(course, turn)
    part.source, part.submission = source, submission.pk
    take(part)
    if part.plies:
        part.finish()
        if source in PEOPLE and by is not None and by.owner_id is None:
            game.person_moved_at = course.now
        course.go_on()
        course.save(answering=(turn.seat, source))
    going_on = course.live.get(turn.seat.index)
    answer = Answer(
        done=tuple(part.done),
        failed=part.failed,
        not_tried=tuple(part.not_tried),
        turn_closed=turn.status != Turn.Status.OPEN,
        next_turn_id=going_on.pk if going_on and going_on.status == Turn.Status.OPEN else None,
        game_over=game.status == Game.Status.FINISHED,
        ahead=isinstance(part, _PartAhead),
    )
    submission.result, submission.plies = answer.to_json(), part.plies
    submission.save(update_fields=["result", "plies"])
    return answer


def _since(turn: Turn) -> list[Event]:
    """What happened after a closed turn that its seat may know."""
    line = list(history_of(turn.game).line(turn.first_ply, without=("set_up",)))
    last = max((move.ply for move in line if move.turn_id == turn.pk), default=turn.first_ply - 1)
    events = [event_from_json(stored) for move in line if move.ply > last for stored in move.events]
    return [event for event in events if event.visible_to(turn.seat.index)]


class _Part:
    """One answer while it is taken in, line by line, on the position that the turn is asked in."""

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
        """One legal ply, for good."""
        raise NotImplementedError

    def finish(self) -> None:
        """All was taken in that could be."""

    def decides(self) -> bool:
        return decides(self.position, self.turn.seat.index, self.turn.phase)

    def take_lines(self, lines: Sequence[str]) -> None:
        for number, line in enumerate(lines):
            if not self.decides():
                self.not_tried = list(lines[number:])
                return
            try:
                moves = self._read(line, first=number == 0)
            except RulesError as error:
                legal, complete = self._legal(error)
                self.failed = Failure(line, error.message.render(translation), legal, legal_complete=complete)
                self.not_tried = list(lines[number + 1 :])
                return
            self.done.append(self.rules.decision_text(self.position, moves))
            for move in moves:
                self.play(move)

    def _read(self, line: str, *, first: bool) -> list[int]:
        """The plies of a line, from here or from behind what is forced here. Raises RulesError."""
        if line.isdecimal() and not first:
            raise NotationError(Message(UNSEEN_LIST))
        try:
            return self.rules.submit(self.position.copy(), line)
        except RulesError:
            behind = self.position.copy()
            play_forced(behind, self.turn.seat.index, self.turn.phase)
            if behind.plies == self.position.plies or not decides(behind, self.turn.seat.index, self.turn.phase):
                raise
            moves = self.rules.submit(behind, line)
            while self.position.forced() != NO_MOVE:
                self.play(self.position.forced())
            return moves

    def take_moves(self, moves: Sequence[int], plies: int) -> None:
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

    def _legal(self, error: RulesError) -> tuple[tuple[str, ...], bool]:
        """The lines that the error names, or else all that is offered; and whether they are all there are."""
        if isinstance(error, (IllegalMove, NotationError)) and error.legal:
            return tuple(error.legal), error.legal_complete
        asked = self.rules.question(self.position)
        return tuple(offer.text for offer in asked.offers), asked.tells_all()


class _PartInTurn(_Part):
    """An answer whose time has come: its plies are played at once."""

    def __init__(self, course: Course, turn: Turn) -> None:
        super().__init__(course.rules, turn)
        self.course = course
        self.position = course.position

    def play(self, ply: int) -> None:
        self.plies += 1
        self.course.play(ply, self.source, self.submission)


class _PartAhead(_Part):
    """An answer given ahead: its plies are kept with the turn, and played in turn order."""

    def __init__(self, course: Course, turn: Turn) -> None:
        super().__init__(course.rules, turn)
        position = asked_ahead(course.position, turn.seat.index)
        assert position is not None, f"turn {turn.pk} is not asked ahead"
        play_answer(self.rules, position, turn.answer)
        self.position = position
        self.given: list[PlyAhead] = []

    def play(self, ply: int) -> None:
        self.plies += 1
        # What is forced plays itself when the time comes.
        if self.position.forced() == NO_MOVE:
            text = self.rules.move_text(self.position, ply)
            self.given.append({"text": text, "source": self.source, "submission": self.submission})
        self.position.play(ply)

    def finish(self) -> None:
        self.turn.answer = [*self.turn.answer, *self.given]


class _PartLookedAt(_Part):
    """An answer that is only looked at: up to where something hidden would come to light, which nobody may try out."""

    def __init__(self, turn: Turn) -> None:
        super().__init__(rules_of(turn.game), turn)
        self.position = queries.position_for(turn)
        self._revealed = self.position.revealed

    def play(self, ply: int) -> None:
        self.position.play(ply)

    def decides(self) -> bool:
        return super().decides() and self.position.revealed == self._revealed
