"""How long an open game page takes to show what the server has: one's next question, another person's move.

The real site (web process, workers, beat, on SQLite) and a real browser on one machine with one clock. A person
answers questions in a game with bots; then somebody else moves in a game of two people while the page stays open.
"""

from __future__ import annotations

import os
import statistics
import tempfile
import time
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from games.time_control import TimeControl
from tests.e2e.chromium import running_chromium
from tests.e2e.stack import PASSWORD, PRODUCTION_WORKERS, Stack, running_stack

ANSWERS = int(os.environ.get("ANSWERS", "60"))
MOVES = int(os.environ.get("MOVES", "30"))
TIMEOUT_S = 30.0

RECORD_SHOWN = """() => {
    window.shown = {questions: {}, versions: {}};
    const note = () => {
        const turn = document.querySelector("#question[data-turn]:not([data-early])")?.dataset.turn;
        if (turn) window.shown.questions[turn] ??= Date.now();
        const version = document.querySelector("#follow")?.getAttribute("hx-get")?.match(/version=(\\d+)/)?.[1];
        if (version) window.shown.versions[version] ??= Date.now();
    };
    new MutationObserver(note).observe(document, {subtree: true, childList: true, attributes: true});
    note();
}"""
SHOWN_TURN = "Number(document.querySelector('#question[data-turn]:not([data-early])')?.dataset.turn ?? 0)"
SHOWN_QUESTION = "(({dataset}) => dataset.turn + '/' + dataset.taken)(document.querySelector('#question'))"
SUBMIT = """(line) => {
    const form = document.querySelector("#question form[hx-post]");
    const values = Object.fromEntries(new FormData(form));
    const {key, taken, csrfmiddlewaretoken} = values;
    htmx.ajax("POST", form.getAttribute("hx-post"), {values: {key, taken, csrfmiddlewaretoken, line}, swap: "none"});
}"""


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, running_stack(Path(folder), workers=PRODUCTION_WORKERS) as stack:
        os.environ.update(stack.environment | {"DJANGO_ALLOW_ASYNC_UNSAFE": "1"})
        import django

        django.setup()
        for name in ("anna", "bob"):
            stack.person(name)
        with running_chromium() as browser:
            page = browser.new_page()
            sign_in(page, stack, "anna")
            thought, waited = against_bots(page, stack)
            followed = against_people(page, stack)
    print_times("one's answer, until the server has one's next question", thought)
    print_times("the server has one's next question, until the page shows it", waited)
    print_times("another person's move, until the page shows it", followed)


def sign_in(page: Page, stack: Stack, name: str) -> None:
    page.goto(f"{stack.url}/accounts/login/")
    page.fill("input[name=login]", name)
    page.fill("input[name=password]", PASSWORD)
    page.click("form[action$='/login/'] button[type=submit]")
    page.wait_for_url(f"{stack.url}/")


def against_bots(page: Page, stack: Stack) -> tuple[list[float], list[float]]:
    """The seconds from answers to the next turn that a bot's move opens, and from there until the page shows it."""
    from games.models import Submission, Turn
    from games.people.models import User
    from games.table.open_games import SeatPlan

    anna = User.objects.get(username="anna")
    thought, waited = list[float](), list[float]()
    while len(waited) < ANSWERS:
        game = open_game(anna, [SeatPlan("me"), *[SeatPlan("bot", level="merchant-1")] * 2])
        page.goto(f"{stack.url}/games/{game.pk}/")
        page.evaluate(RECORD_SHOWN)
        answers = 0
        while answers < ANSWERS and (turn := shown_turn(page)) is not None:
            asked = page.evaluate(SHOWN_QUESTION)
            page.evaluate(SUBMIT, first_offer(turn))
            if not wait_until(lambda t=turn, a=asked: page.evaluate(SHOWN_QUESTION) != a or is_answered(t)):
                break
            answers += 1
        shown = page.evaluate("window.shown.questions")
        own = Turn.objects.filter(game=game, seat__user=anna).order_by("pk")
        for turn_id, opened_at in own.values_list("pk", "opened_at"):
            before = (
                Submission.objects.filter(turn__game=game, by=anna, created_at__lt=opened_at).order_by("-pk").first()
            )
            # A turn that one's own answer opens is in the response: count only turns that a bot opens.
            if before is None or str(turn_id) not in shown or own_answer_opened(before, opened_at):
                continue
            thought.append((opened_at - before.created_at).total_seconds())
            waited.append(shown[str(turn_id)] / 1000 - opened_at.timestamp())
    return thought, waited


def own_answer_opened(submission: Any, opened_at: Any) -> bool:
    return bool(submission.moves.filter(created_at=opened_at).exists())


def shown_turn(page: Page) -> int | None:
    """The next open turn that the page shows; None if the game is over or none comes."""
    found = wait_until(lambda: (turn := page.evaluate(SHOWN_TURN)) and not is_answered(turn) and turn)
    return int(found) if found else None


def first_offer(turn_id: int) -> str:
    from games.models import Turn
    from games.table import queries

    return queries.question_for(Turn.objects.select_related("game", "seat").get(pk=turn_id)).offers[0].text


def is_answered(turn_id: int) -> bool:
    from games.models import Turn

    return not Turn.objects.filter(pk=turn_id, status=Turn.Status.OPEN, early=False).exists()


def against_people(page: Page, stack: Stack) -> list[float]:
    """The seconds from the commit of another person's move until a page shows the new version."""
    from games.models import Game, Turn
    from games.people.models import User
    from games.table import queries
    from games.table.open_games import SeatPlan, join
    from games.table.playing import play

    anna, bob = (User.objects.get(username=name) for name in ("anna", "bob"))
    game = open_game(anna, [SeatPlan("me"), SeatPlan("free")])
    join(game.pk, bob)
    page.goto(f"{stack.url}/games/{game.pk}/")
    page.evaluate(RECORD_SHOWN)
    followed: list[float] = []
    for number in range(10 * MOVES):
        turn = (
            Turn.objects.filter(game=game, status="open")
            .select_related("game", "seat__user")
            .order_by("ahead_of_turn")
            .first()
        )
        if turn is None or len(followed) == MOVES:
            break
        line = queries.question_for(turn).offers[0].text
        play(turn.pk, [line], by=turn.seat.user, source="web", key=f"bench {number}")
        landed, version = time.time(), str(Game.objects.get(pk=game.pk).version)
        at = wait_until(
            lambda version=version: page.evaluate("(version) => window.shown.versions[version] ?? 0", version)
        )
        if at and turn.seat.user == bob:
            followed.append(at / 1000 - landed)
        time.sleep(0.37)  # to be out of step with all timers
    return followed


def open_game(host: Any, seats: Sequence[Any]) -> Any:
    from games.engine.registry import games
    from games.table.open_games import open_game

    return open_game(
        host, name="bench", kind=games()[0].key, options={}, seats=seats, time_control=TimeControl(timedelta(days=3))
    )


def wait_until(condition: Any) -> Any:
    """The first true value of the condition, or the last one after TIMEOUT_S."""
    ends = time.monotonic() + TIMEOUT_S
    while not (found := condition()) and time.monotonic() < ends:
        time.sleep(0.02)
    return found


def print_times(what: str, seconds: Sequence[float]) -> None:
    tail = statistics.quantiles(seconds, n=20)[-1]
    print(f"{what:<62} median {statistics.median(seconds):6.2f} s, 95 % {tail:6.2f} s ({len(seconds)})")


if __name__ == "__main__":
    main()
