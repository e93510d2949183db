"""One page of every kind there is, in a browser, as somebody sees it who may."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

import pytest
from django.test import Client
from playwright.sync_api import Browser, Page

from tests.access.addresses import Operation, operations
from tests.access.world import GAMES, World, address_parameters, build_world, is_about_a_game
from tests.e2e.in_process import SITE, answer_by

VISITORS: Final = ("seat", "host", "other user", "anonymous", "administrator")
"""Whose pages are looked at: of each kind the first one's who gets it."""
PARTS: Final[Mapping[str, Callable[[str], bool]]] = {
    "the staff's": lambda route: route.startswith("staff/") and not route.startswith("staff/admin/"),
    "games": lambda route: route.startswith(("games/", "results/", "a/", "rules/", "learn/")),
    "others": lambda route: not route.startswith(("staff/", "games/", "results/", "a/", "rules/", "learn/")),
}
"""Of the addresses, so that several processes can look at once; without the tables of all rows, which Django draws."""


@pytest.fixture(scope="module", autouse=True)
def in_a_loop() -> Iterator[None]:
    """The browser is driven from a loop in this thread, where Django asks the database only if it is told to."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        yield


def pages_of_every_kind(part: str, browser: Browser) -> Iterator[tuple[Page, str]]:
    """Every page of one of PARTS with its path, opened in turn in a page of the visitor's."""
    world = build_world()
    clients = {visitor: world.client(visitor, in_api=False) for visitor in VISITORS}
    pages = {visitor: page_of(browser, client) for visitor, client in clients.items()}
    for operation in one_of_each_kind(part):
        for path in paths(world, operation):
            visitor = next((visitor for visitor, client in clients.items() if gets_page(client, path)), None)
            if visitor is not None:
                assert is_page(pages[visitor], path)
                yield pages[visitor], path
    for page in pages.values():
        page.context.close()


def one_of_each_kind(part: str) -> list[Operation]:
    """The pages of one of PARTS; of the API's answers, which look alike, one."""
    found: dict[str, Operation] = {}
    for operation in operations():
        address = operation.address
        if operation.method == "GET" and PARTS[part](address.route):
            alike = address.name
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
        given = address_parameters(world, operation, game)
        if given is not None:
            found.append(operation.address.at(given))
    return found if operation.address.name == "game" else found[-1:]


def gets_page(client: Client, path: str) -> bool:
    """As `is_page`, but without the browser, in which pages for others take long."""
    response = client.get(path, follow=True, HTTP_ACCEPT="text/html")
    is_html = response.headers.get("Content-Type", "").startswith("text/html") and b"<html" in response.getvalue()
    return response.status_code == 200 and is_html and response.request["PATH_INFO"] == path


def is_page(page: Page, path: str) -> bool:
    """Whether there is a whole one, other than a page that says who is let in."""
    response = page.goto(SITE + path)
    assert response is not None
    is_html = response.headers.get("content-type", "").startswith("text/html") and "<html" in response.text()
    return response.status == 200 and is_html and response.headers["content-location"] == path
