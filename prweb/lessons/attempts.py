"""A try at a lesson. Nothing of it is stored: what the learner has answered stands in the address, and is played again.

So taking back is going back, and there is nothing to clean up. The others play by fixed lines, or as quick bots with
fixed seeds: the same answers always lead to the same position.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from bots.levels import quick_move
from games.engine import registry
from games.engine.contract import NO_MOVE, Event, Game, Position
from prweb.lessons.lesson import Lesson, Step

MAX_ANSWERS: Final = 150
"""More than anybody gives in a whole game."""
MAX_PLIES: Final = 40
"""Of one answer."""
_ANSWER: Final = re.compile(r"[0-9]{1,4}(?:-[0-9]{1,4})*")
_MAX_TURNS: Final = 5000
"""Plies that the others play in a row before something must be wrong."""

Plies = tuple[int, ...]
"""One answer: of each ply its place among the legal moves."""


class NoSuchTry(ValueError):
    """The address names answers that cannot be given in this lesson."""


@dataclass
class Attempt:
    """How far a learner has come in a lesson."""

    kind: str
    lesson: Lesson
    position: Position
    seat: int
    """The learner's."""
    answers: list[Plies] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    """What has happened since the learner's last answer, that included; only what the learner may know."""
    scripted: list[str] = field(default_factory=list)
    """What the others still have to answer as the lesson says."""
    last_phase: int | None = None
    """The phase with which the lesson ends; None before free play, and where the game is played out."""

    @cached_property
    def rules(self) -> Game:
        return registry.game(self.kind)

    @property
    def step(self) -> Step | None:
        """What is asked now; None in free play."""
        return self.lesson.steps[len(self.answers)] if len(self.answers) < len(self.lesson.steps) else None

    @property
    def last_step(self) -> Step | None:
        """The step that the learner has just answered."""
        done = len(self.answers)
        return self.lesson.steps[done - 1] if 0 < done <= len(self.lesson.steps) else None

    @property
    def is_done(self) -> bool:
        """Whether the lesson is over."""
        if self.position.is_over():
            return True
        if self.step is not None:
            return False
        return self.last_phase is not None and int(self.position.phase()) > self.last_phase

    @property
    def moves(self) -> str:
        """The answers so far, as the address has them."""
        return written(self.answers)

    @property
    def moves_before(self) -> str:
        """The same without the last answer."""
        return written(self.answers[:-1])

    def line_of(self, plies: Plies) -> str:
        """The canonical line of an answer. Raises NoSuchTry for one that is not legal."""
        return self.rules.decision_text(self.position, self._moves_of(plies))

    def plies_of(self, moves: Sequence[int]) -> Plies:
        """An answer as the address has it."""
        after, plies = self.position.copy(), []
        for move in moves:
            plies.append([int(one) for one in after.legal_moves()].index(move))
            after.play(move)
        return tuple(plies)

    def answer(self, plies: Plies) -> None:
        """Plays an answer, then what the others do. Raises NoSuchTry for one that is illegal, or wrong in a step."""
        step = self.step
        moves = self._moves_of(plies)
        if self.is_done or len(self.answers) >= MAX_ANSWERS:
            raise NoSuchTry
        if step is not None and not step.is_right(self.rules.decision_text(self.position, moves)):
            raise NoSuchTry
        phase = int(self.position.phase())
        self.position.listener = []
        for move in moves:
            self.position.play(move)
        self.answers.append(plies)
        if step is not None:
            self.scripted += step.then
        free = self.lesson.free
        if step is not None and self.step is None and free.phases is not None:
            self.last_phase = phase + free.phases - 1
        self._play_others()
        self.events = [event for event in self.position.listener if event.visible_to(self.seat)]

    def _moves_of(self, plies: Plies) -> list[int]:
        after, moves = self.position.copy(), []
        for place in plies:
            legal = list(after.legal_moves()) if int(after.to_move()) == self.seat else []
            if place >= len(legal):
                raise NoSuchTry
            moves.append(int(legal[place]))
            after.play(legal[place])
        return moves

    def _play_others(self) -> None:
        """Until the learner is asked, or the lesson is over. A ply that everybody can see is forced plays itself."""
        for _ply in range(_MAX_TURNS):
            if self.is_done:
                return
            forced = int(self.position.forced_move())
            if forced != NO_MOVE:
                self.position.play(forced)
            elif int(self.position.to_move()) == self.seat:
                return
            else:
                self._play_one_other()
        raise AssertionError("the others never come to an end")

    def _play_one_other(self) -> None:
        """The next line of the lesson where it is possible, else a quick move."""
        mover = int(self.position.to_move())
        plies = self.rules.wish_plies(self.position, self.scripted[0]) if self.scripted else []
        if plies:
            del self.scripted[0]
        for ply in plies or [quick_move(self.position, mover, int(self.position.plies))]:
            self.position.play(ply)


def begin(kind: str, lesson: Lesson) -> Attempt:
    """A new try."""
    position = registry.game(kind).from_json(lesson.position)
    return Attempt(kind, lesson, position, int(position.to_move()))


def attempt_from(kind: str, lesson: Lesson, moves: str) -> Attempt:
    """The try of an address. Raises NoSuchTry."""
    attempt = begin(kind, lesson)
    if moves:
        answers = moves.split(".")
        if len(answers) > MAX_ANSWERS:
            raise NoSuchTry
        for answer in answers:
            attempt.answer(read(answer))
    return attempt


def read(answer: str) -> Plies:
    """One answer of an address. Raises NoSuchTry."""
    if not answer.isascii() or not _ANSWER.fullmatch(answer):
        raise NoSuchTry
    plies = tuple(int(place) for place in answer.split("-"))
    if len(plies) > MAX_PLIES:
        raise NoSuchTry
    return plies


def written(answers: Sequence[Plies]) -> str:
    """Answers as an address has them: "3.0-2-1"."""
    return ".".join("-".join(map(str, plies)) for plies in answers)
