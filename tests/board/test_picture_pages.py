"""The drawings of a whole page: what they share is there once, and the page stays light."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from games.people.models import User
from tests.table.games import opened, over, play_on
from tests.web.pages import client_of

pytestmark = pytest.mark.django_db

LATE = {"puerto-rico": 240, "san-juan": 200}
"""Plies after which a game has large boards."""
MOST_BYTES = 152_000
"""Before compression."""

WIDTHS = ("wide", "narrow", "")
"""As the page's script tells them; "" without scripts, for both."""


@pytest.mark.parametrize("kind", LATE)
def test_a_late_page_shows_each_picture_by_one_definition_and_stays_light(
    kind: str, anna: User, bob: User, chris: User, sent: list[str]
) -> None:
    game = opened(anna, bob, chris, kind=kind)
    game = play_on(game, lambda game: game.plies > LATE[kind] or over(game), seed=3)
    for width in WIDTHS:
        browser = client_of(anna)
        browser.cookies["prweb-width"] = width
        page = str(browser.get(f"/games/{game.pk}/").content.decode())
        shown = set(re.findall(r'<use [^>]*?href="#([^"]+)"', page))
        defined = Counter(re.findall(r' id="(shape-[^"]+)"', page))
        assert len([name for name in shown if "-of-" in name]) >= 5
        assert shown <= set(defined)
        assert set(defined.values()) == {1}
        assert len(page.encode()) < MOST_BYTES or not width
