"""The games that have lessons. A game need not have any."""

from __future__ import annotations

from typing import Final

from prweb.lessons import puertorico, sanjuan
from prweb.lessons.lesson import Course

COURSES: Final = (puertorico.COURSE, sanjuan.COURSE)


def course_of(kind: str) -> Course | None:
    """The lessons of a game, by its key; None if it has none."""
    return next((course for course in COURSES if course.kind == kind), None)
