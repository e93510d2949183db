"""What a lesson is: data. The machinery (prweb.lessons.attempts) knows no game, a game's lessons know no machinery."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise

Text = str | Promise
"""A text in the reader's language (gettext_lazy)."""


@dataclass(frozen=True)
class Wrong:
    """Legal answers that are not what the lesson is about, and why."""

    pattern: str
    """A regular expression for the whole canonical line of such an answer."""
    why: Text


@dataclass(frozen=True)
class Step:
    """A question that the learner is asked, and what the lesson says about it."""

    stage: str
    """A regular expression for the Question.stage that is expected."""
    task: Text
    """What is to be done, and why."""
    right: str
    """A regular expression for the whole canonical line of a right answer."""
    otherwise: Text
    """What is said to other legal answers that no `wrong` explains."""
    wrong: tuple[Wrong, ...] = ()
    """The first one that fits is said."""
    praise: Text = ""
    """What is said after the right answer."""
    then: tuple[str, ...] = ()
    """What the others answer next, in canonical notation, each line as soon as it is possible; all other questions they
    answer as quick bots do."""

    def is_right(self, line: str) -> bool:
        return re.fullmatch(self.right, line) is not None

    def explanation(self, line: str) -> Text:
        """Why an answer is not the right one."""
        return next((one.why for one in self.wrong if re.fullmatch(one.pattern, line)), self.otherwise)


@dataclass(frozen=True)
class FreePlay:
    """What comes after the steps: the learner plays as they like, against quick bots."""

    task: Text
    """What there is to try."""
    phases: int | None = 0
    """How many phases end before the lesson does, that of the last step included; None: the game is played out."""


@dataclass(frozen=True)
class Lesson:
    """One lesson."""

    key: str
    """In addresses, and in rows of what people have done: it stays the same."""
    title: Text
    about: Text
    """What it teaches, in one sentence."""
    position: Mapping[str, object]
    """Where it begins, as Game.to_json writes it; the learner is to move."""
    steps: tuple[Step, ...]
    free: FreePlay
    learned: tuple[Text, ...]
    """What one knows after it, in sentences."""
    rules: tuple[str, ...] = ()
    """Anchors of the page of rules that say more."""


@dataclass(frozen=True)
class Course:
    """The lessons of a game, in their order."""

    kind: str
    """The game's key."""
    lessons: tuple[Lesson, ...]

    def lesson(self, key: str) -> Lesson | None:
        return next((one for one in self.lessons if one.key == key), None)

    def after(self, lesson: Lesson) -> Lesson | None:
        """The next lesson; None after the last one."""
        following = self.lessons.index(lesson) + 1
        return self.lessons[following] if following < len(self.lessons) else None
