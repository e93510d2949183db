"""An answer while it is taken in: its lines are played at once, deferred, or kept as a plan."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext as _

from games.engine.contract import NO_MOVE, IllegalMove, NotationError, Position, RulesError
from games.engine.contract import Game as Rules
from games.engine.line_reader import LineReader
from games.engine.plans import question_kind
from games.engine.words import Message, gettext_noop
from games.models import Move, Turn
from games.people.models import User
from games.table import next_picks, plans
from games.table.answers import Failure
from games.table.errors import BadAnswer
from games.table.game_update import GameUpdate
from games.table.line_reading import error_in_words, line_reader
from games.table.plans import WrittenPlan
from games.table.positions import DeferredPly, defer_plies, is_deciding, play_deferred, play_forced, position_ahead

MAX_WISHES: Final = 60
"""In one plan."""
UNSEEN_LIST: Final = gettext_noop("Numbers of a list count only in the first line: the lists after it were never seen.")


class IncomingAnswer:
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
        self.next_pick: list[str] = []
        """The lines that say what to pick next."""

    @property
    def reader(self) -> LineReader:
        return line_reader(self.rules, self.source)

    def add(self, lines: Sequence[str]) -> None:
        """Take the lines of an answer in, and those about the next pick."""
        now, self.next_pick = next_picks.split_lines(self.reader, lines)
        if now:
            self.add_lines(now)

    def play(self, ply: int) -> None:
        """Play one legal ply for good."""
        raise NotImplementedError

    def changes_something(self) -> bool:
        return self.plies > 0

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
                self.failed = Failure(line, error_in_words(self.reader, error), legal, legal_complete=complete)
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
            return self.reader.submit(self.position, line)
        except RulesError:
            behind = self.position.copy()
            play_forced(behind, self.turn.seat.index, self.turn.phase)
            if behind.plies == self.position.plies or not is_deciding(behind, self.turn.seat.index, self.turn.phase):
                raise
            moves = self.reader.submit(behind, line)
            while self.position.forced_move() != NO_MOVE:
                self.play(self.position.forced_move())
            return moves

    def add_moves(self, moves: Sequence[int], plies: int) -> None:
        """Take in the moves of a bot; of an adviser's only those about the question that is left to it."""
        if self.position.plies != plies:
            raise BadAnswer(f"chosen after {plies} plies, but there are {self.position.plies}")
        asked = self._kind_of_question()
        for number, move in enumerate(moves):
            if number and self.source == Move.Source.ADVISER and self._asks_something_else(asked):
                return
            legal = self.decides() and move in list(self.position.legal_moves())
            if not legal and number == 0:
                raise BadAnswer(f"move {move} is not legal")
            if not legal:
                return
            self.done.append(self.rules.move_text(self.position, move))
            self.play(move)

    def _kind_of_question(self) -> str:
        return "" if self.position.is_over() else question_kind(self.rules.question_key(self.position))

    def _asks_something_else(self, asked: str) -> bool:
        return not self.position.is_mid_decision() and self._kind_of_question() != asked

    def _possible_lines(self, error: RulesError) -> tuple[tuple[str, ...], bool]:
        """The lines that the error names, or else all offers; and whether that list is complete."""
        if isinstance(error, (IllegalMove, NotationError)) and error.legal:
            return tuple(error.legal), error.legal_complete
        asked = self.rules.question(self.position)
        return tuple(offer.text for offer in asked.offers), asked.lists_all_answers()


class LiveAnswer(IncomingAnswer):
    """An answer to the seat that is to move: its plies are played at once."""

    def __init__(self, update: GameUpdate, turn: Turn) -> None:
        super().__init__(update.rules, turn)
        self.update = update
        self.position = update.position

    def play(self, ply: int) -> None:
        self.plies += 1
        self.update.play(ply, self.source, self.submission)


class DeferredAnswer(IncomingAnswer):
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
        self.deferred += defer_plies(self.rules, self.position, [ply], self.source, self.submission)

    def finish(self) -> None:
        self.turn.deferred_plies = [*self.turn.deferred_plies, *self.deferred]


class PlannedAnswer(IncomingAnswer):
    """A plan: wishes for when the seat's time comes. It decides no ply by itself."""

    def __init__(self, update: GameUpdate, turn: Turn, by: User, *, add: bool) -> None:
        super().__init__(update.rules, turn)
        self.update = update
        self.position = update.position
        self.by = by
        self.older = plans.written_plan(turn) if add else None
        self.written: WrittenPlan | None = None

    def add_lines(self, lines: Sequence[str]) -> None:
        # A mail may be read long after its question was written.
        is_late = not self.turn.early or self.source in (Move.Source.MAIL, Move.Source.LINK)
        try:
            read = plans.read_plan(self.reader, self.update.position, self.turn.seat.index, lines, is_late=is_late)
        except plans.BadPlan as bad:
            self.failed, self.not_tried = failure_of(self.reader, bad.refused), list(bad.others)
            return
        self.not_tried = list(read.gone)
        self.written = plans.appended(
            self.older, WrittenPlan(read.plan, self.source, self.update.now, self.by.pk, self.submission)
        )
        if len(self.written.plan.wishes) > MAX_WISHES:
            raise BadAnswer(_("This is too long for an answer."))

    def changes_something(self) -> bool:
        return self.written is not None

    def finish(self) -> None:
        if self.written is not None:
            plans.keep(self.turn, self.written)


def failure_of(reader: LineReader, refused: plans.RefusedLine) -> Failure:
    error = refused.error
    legal = error.legal if isinstance(error, (IllegalMove, NotationError)) else ()
    return Failure(refused.line, error_in_words(reader, error), tuple(legal))
