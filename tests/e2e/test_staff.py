"""A moderator in a browser: in by the second factor, a pause, a take-back with its preview."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser, Page

from tests.e2e.page_errors import record_page_errors
from tests.e2e.stack import PASSWORD, Stack, running_stack
from tests.staff.codes import KEY, code_now

A_GAME_AND_A_MODERATOR: Final = """
from datetime import timedelta
from itertools import count
from allauth.mfa.totp.internal.auth import TOTP
from django.core.management import call_command
from games.models import Turn
from games.table import queries
from games.table.open_games import SeatPlan, join, open_game
from games.time_control import TimeControl
from games.table.playing import play
from games.people.models import User
call_command("make_staff", "mona", verbosity=0)
TOTP.activate(User.objects.get(username="mona"), {key!r})
anna, bob = (User.objects.get(username=name) for name in ("anna", "bob"))
game = open_game(anna, name="Harbour cup", kind="puerto-rico", options={{}},
                 time_control=TimeControl(timedelta(days=3)),
                 seats=[SeatPlan("me"), SeatPlan("free")])
join(game.pk, bob)
for number in range(4):
    turn = Turn.objects.filter(game=game, status="open", ahead_of_turn=False).select_related("game", "seat__user").get()
    line = queries.question_for(turn).offers[0].text
    play(turn.pk, [line], by=turn.seat.user, source="web", key=f"set up {{number}}")
answer = game.pk
"""
HOW_IT_STANDS: Final = """
from games.models import AuditEntry, Game, Delivery
game = Game.objects.get(pk={game!r})
trail = AuditEntry.objects.filter(game=game, actor__username="mona").order_by("pk")
answer = {{
    "paused": game.paused_at is not None,
    "plies": game.plies,
    "undone": game.moves.exclude(undone_at=None).count(),
    "trail": list(trail.values_list("action", "reason")),
    "notices": Delivery.objects.filter(game=game, kind="notice").count(),
}}
"""


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    with running_stack(tmp_path_factory.mktemp("staff")) as running:
        for name in ("anna", "bob", "mona"):
            running.person(name)
        yield running


@pytest.fixture
def page(browser: Browser) -> Page:
    return browser.new_page(viewport={"width": 1280, "height": 900})


def test_a_moderator_signs_in_with_two_factors_and_settles_a_game(stack: Stack, page: Page) -> None:
    game = str(stack.ask(A_GAME_AND_A_MODERATOR.format(key=KEY)))
    complaints = record_page_errors(page)

    def stands() -> dict[str, object]:
        found: dict[str, object] = stack.ask(HOW_IT_STANDS.format(game=game))
        return found

    page.goto(f"{stack.url}/staff/")
    page.fill("[name=login]", "mona")
    page.fill("[name=password]", PASSWORD)
    page.click("main button[type=submit]")
    page.wait_for_selector("h1:has-text('Second step')")
    page.fill("[name=code]", code_now())
    page.click("main button.main")

    page.click(".figures a:has-text('under way')")
    page.click("text=Harbour cup")
    page.click("text=Pause the game")
    assert "2 people get a mail" in page.inner_text(".effect")
    page.fill("[name=reason]", "a question about the mayor")
    page.click(".effect button")
    page.wait_for_selector("text=The game is paused.")
    assert stands()["paused"]

    page.click("text=Resume the game")
    page.fill("[name=reason]", "answered")
    page.click(".effect button")
    page.wait_for_selector("text=The game goes on.")
    before = stands()
    assert not before["paused"]

    page.locator("text=back to here").last.click()
    page.wait_for_selector("h2:has-text('The board then')")
    assert "taken back" in page.inner_text(".effect")
    assert stands() == before, "a preview changes nothing"
    page.fill("[name=reason]", "a slip of the finger, all agree")
    page.click(".effect button.grave")
    page.wait_for_selector(".note:has-text('Taken back.')")
    after = stands()
    assert after["undone"] == before["plies"] - 1  # type: ignore[operator]
    assert after["trail"] == [
        ["pause", "a question about the mayor"],
        ["resume", "answered"],
        ["take back", "a slip of the finger, all agree"],
    ]
    page.goto(f"{stack.url}/staff/admin/games/auditentry/")
    page.wait_for_selector("text=a slip of the finger")
    assert complaints == []
