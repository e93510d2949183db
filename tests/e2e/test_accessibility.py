"""Every kind of page, on desktop and phone, in light and dark: axe finds nothing against WCAG 2.2 AA.

On a phone nothing is cut off without a sign, or too small for a finger. On a desktop pages are looked at in English, on
a phone in German, which has the longest texts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Final

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, Page

from games.engine import registry
from games.people.models import User
from games.table.friends import befriend
from games.table.preferences import set_profile_shown
from tests.e2e.page_kinds import PARTS, in_a_loop, is_page, page_of, pages_of_every_kind
from tests.e2e.phone_faults import FAULTS
from tests.e2e.test_browser_game import DESKTOP, PHONES
from tests.e2e.widths import resize
from tests.people.company import played, table
from tests.table.games import answer, opened, player
from tests.web.pages import client_of

__all__ = ["in_a_loop"]

pytestmark = pytest.mark.django_db

Look = tuple[dict[str, int], str, dict[str, object]]
"""The window, the colour scheme, and which of axe's rules."""
LEVELS: Final[dict[str, object]] = {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}
COLOURS: Final[dict[str, object]] = {"type": "rule", "values": ["color-contrast"]}
WIDTHS: Final[dict[str, object]] = {
    "type": "rule",
    "values": ["target-size", "scrollable-region-focusable", "aria-hidden-focus"],
}
PHONE: Final = PHONES["360"]
LOOKS: Final[Sequence[Look]] = (
    (DESKTOP, "light", LEVELS),
    (DESKTOP, "dark", COLOURS),
    (PHONE, "light", WIDTHS),
)
"""A scheme changes nothing but colours, a width nothing but what is shown and how large."""
LOOKS_IN_ENGLISH: Final = LOOKS[:2]
LOOKS_IN_GERMAN: Final[Sequence[Look]] = ((PHONE, "light", LEVELS),)
WITHOUT_COLOURS: Final = {"color-contrast": {"enabled": False}}
"""A language changes none."""


@pytest.mark.parametrize("part", PARTS)
def test_no_kind_of_page_has_a_fault_that_axe_finds_or_that_fingers_meet(part: str, browser: Browser) -> None:
    found, seen = [], 0
    for page, path in pages_of_every_kind(part, browser):
        seen += 1
        found += faults(page, path, LOOKS_IN_ENGLISH)
        with in_german(page):
            assert is_page(page, path)
            assert page.locator("html").get_attribute("lang") == "de"
            found += faults(page, path, LOOKS_IN_GERMAN, WITHOUT_COLOURS)
            found += [f"{path}: {fault}" for fault in page.evaluate(FAULTS)]
    assert seen > 7
    assert not found, "\n" + "\n".join(found)


@pytest.mark.parametrize("kind", [rules.key for rules in registry.games()[1:]])
def test_axe_finds_nothing_on_the_table_and_the_rules_of_another_game(
    kind: str, browser: Browser, anna: User, bob: User, sent: list[str]
) -> None:
    game = opened(anna, bob, kind=kind)
    page = page_of(
        browser, client_of(player(game.turns.filter(seat__user__isnull=False).earliest("ahead_of_turn", "pk")))
    )
    found = []
    for path in (f"/games/{game.pk}/", f"/games/{game.pk}/rules/", f"/rules/{kind}/"):
        assert is_page(page, path)
        found += faults(page, path)
    page.context.close()
    assert not found, "\n" + "\n".join(found)


@contextmanager
def in_german(page: Page) -> Iterator[None]:
    User.objects.update(language="de")
    page.set_extra_http_headers({"Accept-Language": "de"})
    yield
    page.set_extra_http_headers({})
    User.objects.update(language="en")


def faults(page: Page, path: str, looks: Sequence[Look] = LOOKS, rules_besides: Mapping[str, object] = {}) -> list[str]:
    """rules_besides: as axe takes them, on top of those of each look."""
    found = []
    # Once for all looks: the script is large.
    page.evaluate(AXE_SCRIPT)
    for viewport, scheme, rules in looks:
        resize(page, viewport)
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
        options = {"runOnly": rules, "resultTypes": ["violations"], "rules": rules_besides}
        results = page.evaluate("options => axe.run(options)", options)
        found += [
            f"{path} ({viewport['width']}, {scheme}): {fault['id']}: {node['target']} {node['failureSummary']!r}"[:600]
            for fault in results["violations"]
            for node in fault["nodes"][:3]
        ]
    return found


def test_axe_finds_nothing_where_somebody_plans(
    browser: Browser, anna: User, bob: User, chris: User, sent: list[str]
) -> None:
    game = opened(anna, bob, chris)
    answer(game.turns.get(early=False), "settler")
    turn = game.turns.select_related("seat__user").filter(early=True).earliest("pk")
    answer(turn, "take coffee", "pass")
    page = page_of(browser, client_of(player(turn)))
    found = []
    for path in (f"/games/{game.pk}/", "/", "/playing-faster/", f"/a/{turn.token}/plan/"):
        assert is_page(page, path)
        found += faults(page, path)
        found += [f"{path}: {fault}" for fault in page.evaluate(FAULTS)]
    page.context.close()
    assert not found, "\n" + "\n".join(found)


def test_axe_finds_nothing_on_the_pages_about_people(
    browser: Browser, anna: User, bob: User, chris: User, sent: list[str]
) -> None:
    set_profile_shown(chris, User.ProfileShown.ALL)
    for seat in (0, 1):
        game = table(anna, bob)
        played(anna, game, 1 + seat, seat=seat, asked=9, in_time=8, picks=["builder", "trader"])
        played(bob, game, 2 - seat)
    befriend(bob, "anna")
    befriend(anna, "bob")
    befriend(anna, "chris")
    page = page_of(browser, client_of(anna))
    found = []
    for path in ("/people/anna/", "/people/bob/", "/friends/", "/history/", "/statistics/"):
        assert is_page(page, path)
        found += faults(page, path)
        found += [f"{path}: {fault}" for fault in page.evaluate(FAULTS)]
    page.context.close()
    assert not found, "\n" + "\n".join(found)
