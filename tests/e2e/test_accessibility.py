"""No page has a fault that axe finds against WCAG 2.2 AA: every kind of page, desktop and phone, light and dark."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.test import Client
from playwright.sync_api import Browser, Page

from games.engine import registry
from prweb.accounts.models import User
from tests.access.addresses import Operation, operations
from tests.access.world import GAMES, World, built, is_about_a_game, values
from tests.e2e.in_process import SITE, answer_by
from tests.e2e.test_browser_game import DESKTOP, PHONES, browser
from tests.table.games import opened, player
from tests.web.pages import client_of

__all__ = ["browser"]

pytestmark = pytest.mark.django_db

VISITORS: Final = ("seat", "host", "stranger", "anonymous", "administrator")
"""Whose pages are looked at: of each kind the first one's who gets it."""
LEVELS: Final = {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}
COLOURS: Final = {"type": "rule", "values": ["color-contrast"]}
LOOKS: Final = (
    (DESKTOP, "light", LEVELS),
    (DESKTOP, "dark", COLOURS),
    (PHONES["390"], "dark", COLOURS),
    (PHONES["390"], "light", LEVELS),
)
"""A scheme changes nothing but colours."""
PARTS: Final[Mapping[str, Callable[[str], bool]]] = {
    "the staff's": lambda route: route.startswith("staff/"),
    "games": lambda route: route.startswith(("games/", "results/", "a/", "rules/")),
    "others": lambda route: not route.startswith(("staff/", "games/", "results/", "a/", "rules/")),
}
"""Of the addresses, so that several processes can look at once."""


@pytest.fixture(scope="module", autouse=True)
def in_a_loop() -> Iterator[None]:
    """The browser is driven from a loop in this thread, where Django asks the database only if it is told to."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        yield


@pytest.mark.parametrize("part", PARTS)
def test_axe_finds_nothing_on_any_kind_of_page(part: str, browser: Browser) -> None:
    world = built()
    found, seen = [], 0
    pages = {visitor: page_of(browser, world.client(visitor, in_api=False)) for visitor in VISITORS}
    for operation in one_of_each_kind(part):
        for path in paths(world, operation):
            looked_at = next((page for page in pages.values() if is_page(page, path)), None)
            if looked_at is not None:
                seen += 1
                found += faults(looked_at, path)
    for page in pages.values():
        page.context.close()
    assert seen > 7
    assert not found, "\n" + "\n".join(found)


@pytest.mark.parametrize("kind", [rules.key for rules in registry.games()[1:]])
def test_axe_finds_nothing_on_the_table_and_the_rules_of_another_game(
    kind: str, browser: Browser, anna: User, bob: User, sent: list[tuple[str, int]]
) -> None:
    game = opened(anna, bob, kind=kind)
    page = page_of(browser, client_of(player(game.turns.filter(seat__user__isnull=False).earliest("ahead", "pk"))))
    found = []
    for path in (f"/games/{game.pk}/", f"/games/{game.pk}/rules/", f"/rules/{kind}/"):
        assert is_page(page, path)
        found += faults(page, path)
    page.context.close()
    assert not found, "\n" + "\n".join(found)


def one_of_each_kind(part: str) -> list[Operation]:
    """The pages of one of PARTS; of the admin's tables and of the API's answers, which look alike, one each."""
    found = {}
    for operation in operations():
        address = operation.address
        if operation.method == "GET" and PARTS[part](address.route):
            alike = re.sub(r"^admin:[a-z]+_[a-z]+_", "admin:", address.name)
            if address.route.startswith("api/") and address.name != "api:docs":
                alike = "an answer of the API"
            found.setdefault(alike, operation)
    return list(found.values())


def page_of(browser: Browser, client: Client) -> Page:
    page = browser.new_page()
    answer_by(page, client)
    return page


def paths(world: World, operation: Operation) -> list[str]:
    """Of a page about a game that which every state of a game has of its own, of others the first there is."""
    found = []
    for game in GAMES if is_about_a_game(operation) else [None]:
        given = values(world, operation, game)
        if given is not None:
            found.append(operation.address.at(given))
    return found if operation.address.name == "game" else found[-1:]


def is_page(page: Page, path: str) -> bool:
    """Whether there is one, other than a page that says who is let in."""
    response = page.goto(SITE + path)
    assert response is not None
    is_html = response.headers.get("content-type", "").startswith("text/html")
    return response.status == 200 and is_html and urlsplit(page.url).path == path


def faults(page: Page, path: str) -> list[str]:
    found = []
    for viewport, scheme, rules in LOOKS:
        page.set_viewport_size(viewport)  # type: ignore[arg-type]
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
        results = Axe().run(page, options={"runOnly": rules, "resultTypes": ["violations"]}).response
        found += [
            f"{path} ({viewport['width']}, {scheme}): {fault['id']}: {node['target']} {node['failureSummary']!r}"[:600]
            for fault in results["violations"]
            for node in fault["nodes"][:3]
        ]
    return found
