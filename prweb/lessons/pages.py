"""What the pages of lessons show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import urlencode

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_lazy

from games.board import RENDERERS
from games.engine import registry
from games.engine.contract import Question
from games.models.table import template_folder
from games.people.models import User
from games.table.line_reading import line_reader
from games.table.open_questions import choosable_targets
from games.web.answer_forms import sections
from games.web.game_page import AnswerError, score_table
from games.wording import in_words
from prweb.lessons.attempts import Attempt, NoSuchTry, Plies, read, written
from prweb.lessons.lesson import Course, Lesson, Text
from prweb.lessons.progress import Done

CHAPTERS: Final[Mapping[str, Text]] = {
    "goal": gettext_lazy("The goal"),
    "round": gettext_lazy("A round"),
    "end": gettext_lazy("The end"),
}
"""Chapters of pages of rules to which lessons lead, by their anchors."""


@dataclass(frozen=True)
class LessonLine:
    """A lesson in a list."""

    number: int
    """From 1."""
    lesson: Lesson
    url: str
    done: bool
    next: bool
    """Whether it is the first one that has not been done."""


@dataclass(frozen=True)
class CourseLines:
    """The lessons of a game in a list."""

    kind: str
    title: str
    url: str
    lessons: tuple[LessonLine, ...]

    @property
    def done(self) -> int:
        return sum(line.done for line in self.lessons)

    @property
    def next(self) -> LessonLine | None:
        """Where to go on; None after the last one."""
        return next((line for line in self.lessons if line.next), None)


@dataclass(frozen=True)
class _Game:
    """What the templates of questions read of the row of a game, which a lesson has not."""

    kind: str


@dataclass(frozen=True)
class _Turn:
    """The same of the row of a turn."""

    game: _Game
    pk: str
    early: bool = False


@dataclass(frozen=True)
class _Seat:
    """The same of the row of a seat."""

    index: int


@dataclass(frozen=True)
class AskedInLesson:
    """A question, as the templates of the game page show one (games.table.open_questions.OpenQuestion)."""

    turn: _Turn
    question: Question
    answer_count: int
    key: str = field(default="lesson")

    @property
    def prompt(self) -> str:
        return in_words(self.question.prompt)


def course_lines(course: Course, done: Done) -> CourseLines:
    """A game's lessons, with what is done."""
    ahead = next((one.key for one in course.lessons if (course.kind, one.key) not in done), None)
    lines = (
        LessonLine(
            number,
            lesson,
            reverse("lesson", args=[course.kind, lesson.key]),
            (course.kind, lesson.key) in done,
            lesson.key == ahead,
        )
        for number, lesson in enumerate(course.lessons, start=1)
    )
    title = in_words(registry.game(course.kind).title)
    return CourseLines(course.kind, title, reverse("course", args=[course.kind]), tuple(lines))


def names_of(request: HttpRequest, seats: int) -> list[str]:
    """The players' names: the learner's, who sits first, and made-up ones."""
    user = request.user
    return [user.username if isinstance(user, User) else "Ana", "Luis", "Rosa", "Juan", "Carmen"][:seats]


def address(attempt: Attempt, moves: str, **more: str) -> str:
    """The address of a try."""
    query = {name: value for name, value in {"moves": moves, **more}.items() if value}
    page = reverse("lesson", args=[attempt.kind, attempt.lesson.key])
    return f"{page}?{urlencode(query)}" if query else page


def wrong_answer(attempt: Attempt, tried: str) -> AnswerError | None:
    """Why an answer of the address was not the right one; None if it names none that is legal and wrong here."""
    if not tried or attempt.step is None or attempt.is_done:
        return None
    try:
        line = attempt.line_of(read(tried))
    except NoSuchTry:
        return None
    if attempt.step.is_right(line):
        return None
    return AnswerError(str(attempt.step.explanation(line)), given=line_reader(attempt.rules).show(line))


def lesson_context(
    request: HttpRequest, course: Course, attempt: Attempt, error: AnswerError | None, done: Done
) -> dict[str, Any]:
    """What the page of a lesson shows."""
    lesson, rules, position = attempt.lesson, attempt.rules, attempt.position
    names = names_of(request, int(position.seats))
    question = None if attempt.is_done else rules.question(position)
    view = rules.view(position, attempt.seat)
    over = position.is_over()
    following = course.after(lesson)
    return {
        "kind": attempt.kind,
        "title": in_words(rules.title),
        "folder": template_folder(attempt.kind),
        "course": course_lines(course, done),
        "lesson": lesson,
        "number": course.lessons.index(lesson) + 1,
        "step": attempt.step,
        "step_number": len(attempt.answers) + 1,
        "task": _task(attempt),
        "explanation": _explanation(attempt, question, view),
        "praise": attempt.last_step.praise if attempt.last_step else "",
        "is_done": attempt.is_done,
        "begun": bool(attempt.answers),
        "answer_address": address(attempt, attempt.moves),
        "back": address(attempt, attempt.moves_before),
        "start": address(attempt, ""),
        "following": following and reverse("lesson", args=[course.kind, following.key]),
        "rules": _rules_links(attempt, view, names),
        "view": view,
        "names": names,
        "seat": _Seat(attempt.seat),
        "highlighted": choosable_targets(question) if question else frozenset(),
        "asked": AskedInLesson(_Turn(_Game(attempt.kind), attempt.moves or "0"), question, len(attempt.answers))
        if question
        else None,
        "sections": sections(question, error.selection_answer if error else None) if question else (),
        "error": error,
        "since": [in_words(rules.narrate(event, names)) for event in rules.condense_events(attempt.events)],
        "scores": score_table(rules.score_sheet(position), names) if over else None,
    }


def _rules_links(attempt: Attempt, view: object, names: Sequence[str]) -> list[tuple[str, str]]:
    """The lesson's places on the page of rules: anchors with what they are about."""
    titles = {card.piece: card.name for card in RENDERERS[attempt.kind].piece_cards(view, names)}
    chapters = {anchor: str(title) for anchor, title in CHAPTERS.items()}
    return [(anchor, (titles | chapters)[anchor]) for anchor in attempt.lesson.rules if anchor in titles | chapters]


def _task(attempt: Attempt) -> Text:
    if attempt.is_done:
        return ""
    return attempt.step.task if attempt.step else attempt.lesson.free.task


def _explanation(attempt: Attempt, question: Question | None, view: object) -> str:
    """What a question of free play is about; the steps tell more themselves."""
    if question is None or attempt.step is not None:
        return ""
    return RENDERERS[attempt.kind].explanation(attempt.rules.question_key(attempt.position), question, view)


def tried(plies: Plies) -> str:
    """An answer as the address of a wrong one has it."""
    return written([plies])
