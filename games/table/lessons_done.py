"""Which lessons people have done."""

from __future__ import annotations

from games.models import LessonDone
from games.people.models import User


def mark_done(person: User, kind: str, lesson: str) -> None:
    """A person has played a lesson to its end; done again it stays as it was."""
    LessonDone.objects.get_or_create(user=person, kind=kind, lesson=lesson)


def done_by(person: User) -> set[tuple[str, str]]:
    """The lessons that a person has done: kind and key of each."""
    return set(LessonDone.objects.filter(user=person).values_list("kind", "lesson"))
