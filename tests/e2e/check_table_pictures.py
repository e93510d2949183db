"""Pictures of a table of each game in every language, on a desk and on a phone: `make table-pictures`."""

from __future__ import annotations

from typing import Final

import pytest
from django.conf import settings
from playwright.sync_api import Browser

from games.models import Game
from games.people.models import User
from tests.e2e.in_process import SITE
from tests.e2e.page_kinds import in_a_loop, page_of
from tests.e2e.test_browser_game import ARTIFACTS
from tests.table.games import opened, over, person_turn, play_on, player
from tests.web.pages import client_of

__all__ = ["in_a_loop"]

pytestmark = pytest.mark.django_db

WIDTHS: Final = {"desk": (1280, 1000), "phone": (390, 844)}
ASKED: Final = {"puerto-rico": ("builder", 130), "san-juan": ("builder", 50)}
"""What somebody is asked, and after how many plies."""


@pytest.mark.parametrize("kind", ASKED)
def test_photograph_a_table_in_every_language(
    kind: str, browser: Browser, anna: User, bob: User, chris: User, sent: list[str]
) -> None:
    stage, plies = ASKED[kind]
    game = play_on(
        opened(anna, bob, chris, kind=kind),
        lambda game: over(game) or (game.plies > plies and person_turn(game).stage == stage),
        seed=5,
    )
    assert not over(game)
    Game.objects.update(name="Island evening")
    page = page_of(browser, client_of(player(person_turn(game))))
    ARTIFACTS.mkdir(exist_ok=True)
    for language, _name in settings.LANGUAGES:
        User.objects.update(language=language)
        for name, (width, height) in WIDTHS.items():
            page.set_viewport_size({"width": width, "height": height})
            page.goto(f"{SITE}/games/{game.pk}/")
            page.evaluate("document.fonts.ready")
            stem = f"table-{kind}-{language}-{name}"
            page.screenshot(path=ARTIFACTS / f"{stem}.png")
            page.screenshot(path=ARTIFACTS / f"{stem}-whole.png", full_page=True)
            assert page.evaluate("document.scrollingElement.scrollWidth") <= width
    page.context.close()
