"""The pages of lessons: which there are, and a try at one. A GET shows a try, a POST answers and leads to the next."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.access import Permission
from games.board import InvalidFormNumber
from games.engine.contract import RulesError
from games.permission_required import permission_required
from games.rate_limits import client_address, too_many_requests, wait_needed
from games.table.errors import QuestionPassed, Refused
from games.table.line_reading import error_in_words, line_reader
from games.web.game_page import AnswerError
from games.web.posted_answer import SelectionAnswer, read_answer
from prweb.lessons.attempts import Attempt, NoSuchTry, attempt_from
from prweb.lessons.lesson import Course, Lesson
from prweb.lessons.pages import address, course_lines, lesson_context, tried, wrong_answer
from prweb.lessons.progress import done_lessons, mark_done
from prweb.lessons.registry import COURSES, course_of

UNPLAYABLE = 422


@permission_required(Permission.VISIT)
@never_cache
@require_safe
def courses(request: HttpRequest) -> HttpResponse:
    """The games that have lessons."""
    done = done_lessons(request)
    return render(request, "lessons/list.html", {"courses": [course_lines(course, done) for course in COURSES]})


@permission_required(Permission.VISIT)
@never_cache
@require_safe
def course(request: HttpRequest, kind: str) -> HttpResponse:
    """The lessons of a game."""
    found = _course(kind)
    return render(request, "lessons/course.html", {"course": course_lines(found, done_lessons(request))})


@permission_required(Permission.VISIT)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def play(request: HttpRequest, kind: str, lesson: str) -> HttpResponse:
    """A try at a lesson: what has been answered so far stands in `?moves=`, a wrong answer to explain in `?tried=`."""
    found = _course(kind)
    chosen = found.lesson(lesson)
    if chosen is None:
        raise Http404
    wait = _wait_needed(request)
    if wait:
        return too_many_requests(request, wait)
    try:
        attempt = attempt_from(kind, chosen, request.GET.get("moves", ""))
    except NoSuchTry:
        return _no_such_try(request, found, chosen)
    if request.method == "POST":
        return _answer(request, found, attempt)
    error = wrong_answer(attempt, request.GET.get("tried", ""))
    return _page(request, found, attempt, error)


def _course(kind: str) -> Course:
    found = course_of(kind)
    if found is None:
        raise Http404
    return found


def _wait_needed(request: HttpRequest) -> int:
    """Playing a try again takes time: it is counted like this for visitors and, more generously, for people."""
    if request.user.is_authenticated:
        return wait_needed("lesson of a person", f"person {request.user.pk}")
    return wait_needed("lesson", client_address(request))


def _page(
    request: HttpRequest, found: Course, attempt: Attempt, error: AnswerError | None = None, status: int = 200
) -> HttpResponse:
    context = lesson_context(request, found, attempt, error, done_lessons(request))
    return render(request, "lessons/lesson.html", context, status=status)


def _no_such_try(request: HttpRequest, found: Course, chosen: Lesson) -> HttpResponse:
    """The address is no try at this lesson, or the lesson has changed since: it can be begun anew."""
    context = {"course": course_lines(found, done_lessons(request)), "lesson": chosen}
    return render(request, "lessons/no_such_try.html", context, status=404)


def _answer(request: HttpRequest, found: Course, attempt: Attempt) -> HttpResponse:
    if attempt.is_done:
        return redirect(address(attempt, attempt.moves))
    reader = line_reader(attempt.rules)
    selection: SelectionAnswer | None = None
    written = ""
    try:
        posted = read_answer(request.POST, attempt.kind)
        selection, written = posted.selection, posted.written
        question = attempt.rules.question(attempt.position)
        moves = reader.submit(attempt.position, selection.line(question) if selection else written)
    except InvalidFormNumber as unreadable:
        reason = _("“%(value)s” is not a number (%(place)s).") % {"value": unreadable.value, "place": unreadable.field}
        return _page(request, found, attempt, AnswerError(reason), UNPLAYABLE)
    except (Refused, QuestionPassed) as refused:
        error = AnswerError(str(refused), selection_answer=selection)
        return _page(request, found, attempt, error, UNPLAYABLE)
    except RulesError as illegal:
        error = AnswerError(error_in_words(reader, illegal), given=written, selection_answer=selection)
        return _page(request, found, attempt, error, UNPLAYABLE)
    plies = attempt.plies_of(moves)
    before = attempt.moves
    try:
        attempt.answer(plies)
    except NoSuchTry:
        return redirect(address(attempt, before, tried=tried(plies)))
    response = redirect(address(attempt, attempt.moves))
    if attempt.is_done:
        mark_done(request, response, attempt.kind, attempt.lesson.key)
    return response
