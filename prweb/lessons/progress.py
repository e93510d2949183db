"""Which lessons somebody has done: people in rows, visitors and guests in a signed cookie of their browser, so that
nothing of them stays here.
"""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from games.people.models import User
from games.table import lessons_done
from prweb.lessons.registry import COURSES

COOKIE: Final = "prweb-lessons"

Done = frozenset[tuple[str, str]]
"""Lessons by their game's key and their own."""


def done_lessons(request: HttpRequest) -> Done:
    """What has been done by the person, and in this browser."""
    done = _in_cookie(request)
    user = request.user
    if isinstance(user, User) and not user.is_guest:
        done |= lessons_done.done_by(user)
    return done


def mark_done(request: HttpRequest, response: HttpResponse, kind: str, lesson: str) -> None:
    """The reader has played a lesson to its end."""
    user = request.user
    if isinstance(user, User) and not user.is_guest:
        lessons_done.mark_done(user, kind, lesson)
        return
    done = sorted(_in_cookie(request) | {(kind, lesson)})
    response.set_signed_cookie(
        COOKIE,
        ".".join(f"{one}:{key}" for one, key in done),
        max_age=settings.SESSION_COOKIE_AGE,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _in_cookie(request: HttpRequest) -> Done:
    """Only lessons that there are: so the cookie stays small."""
    known = {(course.kind, lesson.key) for course in COURSES for lesson in course.lessons}
    kept = str(request.get_signed_cookie(COOKIE, default="") or "")
    pairs = (entry.partition(":") for entry in kept.split("."))
    return frozenset(known & {(kind, key) for kind, _colon, key in pairs})
