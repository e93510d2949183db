"""The drawings of a whole page: what they share is there once, and the page stays light."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from django.conf import settings

from games.people.models import User
from tests.table.games import opened, over, play_on
from tests.web.pages import client_of

pytestmark = pytest.mark.django_db

LATE = {"puerto-rico": 320, "san-juan": 240}
"""Plies after which a game of four has large boards."""
MOST_BYTES = 150_000
"""Before compression, with all drawings for one width."""

WIDTHS = ("wide", "narrow", "")
"""As the page's script tells them; "" without scripts, for both."""


@pytest.mark.parametrize("kind", LATE)
def test_a_late_page_shows_each_picture_by_one_definition_and_stays_light(
    kind: str, anna: User, bob: User, chris: User, sent: list[str]
) -> None:
    game = opened(anna, bob, chris, bots=1, kind=kind)
    game = play_on(game, lambda game: game.plies > LATE[kind] or over(game), seed=3)
    assert not over(game)
    for width in WIDTHS:
        browser = client_of(anna)
        browser.cookies["prweb-width"] = width
        page = str(browser.get(f"/games/{game.pk}/").content.decode())
        shown = set(re.findall(r'<use [^>]*?href="#([^"]+)"', page))
        defined = Counter(re.findall(r' id="(s-[^"]+)"', page))
        assert len([name for name in shown if "-of-" in name]) >= 5
        assert shown <= set(defined)
        assert set(defined.values()) == {1}
        assert len(page.encode()) < MOST_BYTES or not width


def test_the_style_sheet_has_every_class_of_the_drawings(anna: User, bob: User, sent: list[str]) -> None:
    css = (settings.BASE_DIR / "games/static/board/board.css").read_text()
    for kind in LATE:
        page = str(client_of(anna).get(f"/games/{opened(anna, bob, kind=kind).pk}/").content.decode())
        drawings = "".join(re.findall(r'<svg[^>]* class="board-drawing".*?</svg>', page, re.DOTALL))
        classes = {name for found in re.findall(r'class="([^"]+)"', drawings) for name in found.split()}
        styles = classes - {"board-drawing", "lit", "circle", "filled", "empty", "colonist", "noble", "tick"}
        assert {"bold", "f-muted", "s-edge"} <= styles
        assert [name for name in sorted(styles) if f":where(.board-drawing .{name})" not in css] == []
