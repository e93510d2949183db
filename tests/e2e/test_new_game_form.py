"""The form for a new game shows what fits, whatever a game's options and number of seats are."""

from __future__ import annotations

import pytest
from django.conf import LazySettings
from playwright.sync_api import Browser

from games.engine.contract import OptionSpec
from games.engine.words import Message
from games.people.models import User
from tests.e2e.in_process import SITE, answer_by
from tests.e2e.page_kinds import in_a_loop
from tests.engine.high_card import HighCard, HighCardView
from tests.factories import UserFactory
from tests.game_registration import register_game
from tests.web.pages import client_of

__all__ = ["in_a_loop"]

FURTHER = ("corn", "indigo", "sugar", "coffee")


def option(name: str, *values: str, only_with: tuple[str, tuple[str, ...]] | None = None) -> OptionSpec:
    choices = tuple((value, Message(value)) for value in values)
    return OptionSpec(name, Message(name), Message(""), choices, values[0], only_with=only_with)


class ForSix(HighCard):
    """For up to six, with an option of which each of four values asks for one option more."""

    max_seats = 6

    def options(self) -> tuple[OptionSpec, ...]:
        further = (option(f"more-{value}", "no", "yes", only_with=("crop", (value,))) for value in FURTHER)
        return (*super().options(), option("crop", "none", *FURTHER), *further)


@pytest.fixture
def anna(db: None) -> User:
    return UserFactory.create(username="Anna")


def test_seats_and_further_options_are_shown_as_they_are_asked_for(
    browser: Browser, anna: User, monkeypatch: pytest.MonkeyPatch, settings: LazySettings
) -> None:
    register_game(monkeypatch, settings, ForSix(), HighCardView)
    page = browser.new_context().new_page()
    answer_by(page, client_of(anna))
    page.goto(f"{SITE}/games/new/?kind=high-card")
    page.evaluate("document.querySelector('details.options').open = true")
    for count in (6, 2, 5):
        page.check(f"[name=seat_count][value='{count}']")
        assert page.locator(".seat-plan:visible").count() == count
    for value in (*FURTHER, "none"):
        page.select_option("[name=option_crop]", value)
        shown = [name for name in FURTHER if page.locator(f"[name=option_more-{name}]").is_visible()]
        assert shown == [value] * (value != "none")
    page.select_option("[name=seat1_kind]", "invited")
    assert page.locator("[name=seat1_email]").is_visible()
    assert not page.locator("[name=seat1_level]").is_visible()
    page.context.close()
