"""Every lesson, played: what is right leads on, what is wrong is explained and changes nothing."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache

import pytest

from bots.levels import quick_move
from games.engine import registry
from games.engine.contract import NO_MOVE
from prweb.lessons.attempts import MAX_ANSWERS, Attempt, NoSuchTry, attempt_from
from prweb.lessons.lesson import Course, Lesson
from prweb.lessons.registry import COURSES, course_of
from tests.lessons.answers import legal_answers

LESSONS = [
    pytest.param(course.kind, lesson, id=f"{course.kind}-{lesson.key}")
    for course in COURSES
    for lesson in course.lessons
]
MAX_BRANCHES = 2
"""Right answers that are followed at each step."""


def attempts_by_step(kind: str, lesson: Lesson) -> list[list[Attempt]]:
    """Tries that have come to each step, and at last to the free play, by several right answers."""
    return [[attempt_from(kind, lesson, moves) for moves in reached] for reached in addresses_by_step(kind, lesson.key)]


@cache
def addresses_by_step(kind: str, key: str) -> list[list[str]]:
    course = course_of(kind)
    lesson = course.lesson(key) if course else None
    assert lesson is not None
    reached = [[""]]
    for _step in lesson.steps:
        following = []
        for moves in reached[-1]:
            for plies in right_answers(attempt_from(kind, lesson, moves))[:MAX_BRANCHES]:
                attempt = attempt_from(kind, lesson, moves)
                attempt.answer(plies)
                following.append(attempt.moves)
        reached.append(following)
    return reached


def right_answers(attempt: Attempt) -> list[tuple[int, ...]]:
    step = attempt.step
    assert step is not None
    return [plies for line, plies in legal_answers(attempt).items() if step.is_right(line)]


def play_freely(attempt: Attempt) -> None:
    """As a quick bot would, to the end of the lesson."""
    while not attempt.is_done:
        attempt.answer(attempt.plies_of([quick_move(attempt.position, attempt.seat, 1)]))


@pytest.mark.parametrize(("kind", "lesson"), LESSONS)
def test_each_step_asks_what_it_says_and_has_right_answers_that_lead_on(kind: str, lesson: Lesson) -> None:
    for step, attempts in zip(lesson.steps, attempts_by_step(kind, lesson), strict=False):
        assert attempts, step.task
        for attempt in attempts:
            assert not attempt.is_done
            assert not attempt.scripted, "the others have not answered what the lesson says"
            assert re.fullmatch(step.stage, attempt.rules.question(attempt.position).stage)
            assert right_answers(attempt), step.task


@pytest.mark.parametrize(("kind", "lesson"), LESSONS)
def test_each_explanation_is_one_of_a_possible_answer(kind: str, lesson: Lesson) -> None:
    for step, attempts in zip(lesson.steps, attempts_by_step(kind, lesson), strict=False):
        lines = {line for attempt in attempts for line in legal_answers(attempt)}
        said = Counter(str(step.explanation(line)) for line in lines if not step.is_right(line))
        for wrong in step.wrong:
            assert said[str(wrong.why)], f"{wrong.pattern} explains none of {sorted(lines)[:40]}"


@pytest.mark.parametrize(("kind", "lesson"), LESSONS)
def test_a_wrong_answer_changes_nothing(kind: str, lesson: Lesson) -> None:
    for step, attempts in zip(lesson.steps, attempts_by_step(kind, lesson), strict=False):
        attempt = attempts[0]
        before = attempt.rules.digest(attempt.position)
        for line, plies in list(legal_answers(attempt).items())[:12]:
            if not step.is_right(line):
                with pytest.raises(NoSuchTry):
                    attempt.answer(plies)
                assert str(step.explanation(line))
                assert attempt.rules.digest(attempt.position) == before


@pytest.mark.parametrize(("kind", "lesson"), LESSONS)
def test_the_lesson_comes_to_its_end_and_the_address_leads_there_again(kind: str, lesson: Lesson) -> None:
    for attempt in attempts_by_step(kind, lesson)[-1]:
        assert not attempt.scripted
        play_freely(attempt)
        assert len(attempt.answers) < MAX_ANSWERS
        assert len(attempt.moves) < 1000
        again = attempt_from(kind, lesson, attempt.moves)
        assert again.is_done
        assert again.rules.digest(again.position) == attempt.rules.digest(attempt.position)
        with pytest.raises(NoSuchTry):
            again.answer((0,))


@pytest.mark.parametrize(("kind", "lesson"), LESSONS)
def test_free_play_is_really_played_where_the_lesson_announces_it(kind: str, lesson: Lesson) -> None:
    last = attempts_by_step(kind, lesson)[-1]
    if lesson.free.task:
        assert not any(attempt.is_done for attempt in last)
    else:
        assert all(attempt.is_done for attempt in last)


@pytest.mark.parametrize(("kind", "lesson"), LESSONS)
def test_the_learner_never_learns_what_only_others_may_know(kind: str, lesson: Lesson) -> None:
    for attempts in attempts_by_step(kind, lesson):
        for attempt in attempts:
            assert all(event.visible_to(attempt.seat) for event in attempt.events)


def test_no_question_with_a_single_answer_for_all_to_see_is_asked() -> None:
    for course in COURSES:
        for lesson in course.lessons:
            for attempts in attempts_by_step(course.kind, lesson)[:-1]:
                assert all(int(attempt.position.forced_move()) == NO_MOVE for attempt in attempts)


@pytest.mark.parametrize("course", COURSES, ids=lambda course: str(course.kind))
def test_a_course_has_ten_lessons_of_two_to_six_steps_with_keys_that_fit_a_row(course: Course) -> None:
    assert course_of(course.kind) is course
    keys = [lesson.key for lesson in course.lessons]
    assert len(keys) == len(set(keys)) == 10
    assert all(re.fullmatch("[a-z-]{1,32}", key) for key in keys)
    assert all(2 <= len(lesson.steps) <= 6 for lesson in course.lessons)


def test_the_courses_are_those_of_games_that_are_played_here() -> None:
    assert [course.kind for course in COURSES] == [rules.key for rules in registry.games()]


@pytest.mark.parametrize("moves", ["x", "1.", "0-", "99999", "9", "0-" * 50 + "0", ".".join(["0"] * 500), "٣", "-1"])
def test_an_address_that_is_no_try_is_refused(moves: str) -> None:
    course = COURSES[0]
    with pytest.raises(NoSuchTry):
        attempt_from(course.kind, course.lessons[0], moves)
