"""What people have set for all pages is kept to: large letters, high contrast, colours of their own, no motion."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import pytest
from django.conf import settings
from playwright.sync_api import Browser, Locator, Page

from games.people.models import User
from tests.e2e.page_kinds import in_a_loop, is_page, page_of
from tests.e2e.text_faults import FAULTS
from tests.e2e.widths import set_size
from tests.table.games import opened, person_turn, play_on, player
from tests.web.pages import client_of

__all__ = ["in_a_loop"]

pytestmark = [pytest.mark.django_db, pytest.mark.browser]

STATIC: Final = settings.BASE_DIR / "games/static"
MOVES: Final = re.compile(r"(transition|animation)[a-z-]*:(?! ?none)|scroll-behavior: ?smooth")
LARGE: Final = 32
WIDTHS: Final = ({"width": 1280, "height": 900}, {"width": 360, "height": 740})


@pytest.fixture
def placing(browser: Browser, anna: User, bob: User, chris: User, sent: list[str]) -> tuple[Page, str]:
    """Somebody has to place colonists."""
    game = play_on(opened(anna, bob, chris), lambda game: person_turn(game).stage == "colonists")
    return page_of(browser, client_of(player(person_turn(game)))), f"/games/{game.pk}/"


def write_large(page: Page, size: int) -> None:
    """As the browser's own setting does."""
    session = page.context.new_cdp_session(page)
    session.send("Page.setFontSizes", {"fontSizes": {"standard": size, "fixed": size * 13 // 16}})


def test_with_letters_of_twice_the_size_nothing_is_cut_off(placing: tuple[Page, str]) -> None:
    """In the language with the longest words."""
    page, game = placing
    User.objects.update(language="de")
    write_large(page, LARGE)
    found = []
    for path in (game, "/", "/games/", "/rules/puerto-rico/", "/preferences/"):
        assert is_page(page, path)
        assert page.evaluate("parseFloat(getComputedStyle(document.body).fontSize)") == LARGE
        for size in WIDTHS:
            set_size(page, size)
            found += [f"{path} ({size['width']}): {fault}" for fault in page.evaluate(FAULTS)]
    page.context.close()
    assert not found, "\n" + "\n".join(found)


def test_colours_of_ones_own_leave_what_is_chosen_and_where_the_focus_is(placing: tuple[Page, str]) -> None:
    page, game = placing
    page.emulate_media(forced_colors="active")
    assert is_page(page, game)
    empty, occupied = (
        page.get_by_role("region", name="Where do your colonists go?").get_by_role("button", pressed=pressed).first
        for pressed in (False, True)
    )
    assert drawn(occupied, "background-color", "::before") != drawn(empty, "background-color", "::before")
    empty.focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    assert drawn(empty, "outline-style") == "solid"
    board = page.locator("svg.board-drawing").first
    assert drawn(board, "forced-color-adjust") == "none"
    assert drawn(board, "background-color") != "rgba(0, 0, 0, 0)", "drawn colours stand on their own ground"
    page.context.close()


def test_who_wants_more_contrast_gets_no_soft_text_and_no_faint_borders(placing: tuple[Page, str]) -> None:
    page, game = placing
    assert is_page(page, game)
    soft, panel = page.locator(".soft:visible").first, page.get_by_role("region", name="Since your last turn")
    usual = drawn(soft, "color"), drawn(panel, "border-top-color")
    page.emulate_media(contrast="more")
    ink = drawn(page.locator("body"), "color")
    assert drawn(soft, "color") == ink != usual[0]
    assert drawn(panel, "border-top-color") != usual[1]
    page.context.close()


def drawn(thing: Locator, style: str, part: str = "") -> str:
    return str(thing.evaluate("(thing, [style, part]) => getComputedStyle(thing, part)[style]", [style, part]))


def test_whatever_moves_stays_where_it_is_for_who_wants_no_motion() -> None:
    sheets = [path for path in STATIC.rglob("*.css") if "vendor" not in path.parts]
    assert len(sheets) > 4
    for path in sheets:
        moving = [around for rule, around in rules_of(path.read_text()) if MOVES.search(rule)]
        assert all("prefers-reduced-motion: no-preference" in around for around in moving), path
    for script in STATIC.rglob("*.mjs"):
        assert not re.search(r"behavior: ?\"smooth|\.animate\(", script.read_text()), script


def rules_of(css: str) -> Iterator[tuple[str, str]]:
    """Every innermost block with the conditions around it."""
    around: list[str] = []
    for text, brace in re.findall(r"([^{}]*)([{}])", re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL)):
        if brace == "{":
            around.append(text.strip())
        else:
            yield text, " ".join(around)
            around.pop()


def test_no_drawing_moves_by_itself() -> None:
    for path in (settings.BASE_DIR / "templates").rglob("*.svg"):
        assert "<animate" not in path.read_text(), path
