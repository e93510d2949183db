"""Nothing that people see stays in English where they read another language."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html.parser import HTMLParser
from typing import Final

import pytest
from django.test import Client

from games.mail.compose import compose
from games.models import Delivery
from games.people.models import User
from tests.access.addresses import operations
from tests.access.world import GAMES, World, address_parameters, build_world, is_about_a_game

LANGUAGE: Final = "hu"
"""What one language shows in English, the others show as well."""
VISITORS: Final = ("seat", "host", "other user", "anonymous")
STAFF: Final = "administrator"
WORDS: Final = re.compile(r"[A-Za-z]{2,}(?:[^\w<>{}]+[A-Za-z]{2,}){2,}")
"""Three words in a row."""
MANY: Final = 100
"""As many pages are compared at least."""
NAMES: Final = re.compile(r"Puerto Rico|San Juan|\S+@\S+|\w+/\S+( \S+)*|other-user|Spring Cup|A first game of ")
"""Of games, people and time zones: they are the same in every language."""


class Text(HTMLParser):
    """What a page shows or says to a screen reader, piece by piece."""

    def __init__(self) -> None:
        super().__init__()
        self.pieces: set[str] = set()
        self.silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.silent += tag in ("script", "style", "pre", "code")
        for name, value in attrs:
            if name in ("aria-label", "title", "placeholder", "alt") and value:
                self.pieces.add(" ".join(value.split()))

    def handle_endtag(self, tag: str) -> None:
        self.silent -= tag in ("script", "style", "pre", "code")

    def handle_data(self, data: str) -> None:
        if not self.silent and data.strip():
            self.pieces.add(" ".join(data.split()))


def text_of(page: str) -> set[str]:
    reader = Text()
    reader.feed(page)
    return reader.pieces


def clients_of(world: World, language: str) -> dict[str, Client]:
    """Everybody who visits, reading this language from now on."""
    User.objects.update(language=language)
    return {visitor: world.client(visitor, in_api=False) for visitor in (*VISITORS, STAFF)}


def visit(client: Client, path: str, language: str) -> set[str] | None:
    """What somebody reads there; None if it is no page of theirs."""
    response = client.get(path, headers={"accept": "text/html", "accept-language": language})
    is_page = response.status_code == 200 and "html" in response["Content-Type"]
    return text_of(response.content.decode()) if is_page else None


def paths(world: World) -> Iterator[tuple[str, Sequence[str]]]:
    """Of pages of every kind, and who may get them."""
    for operation in operations():
        route = operation.address.route
        if operation.method != "GET" or route.startswith(("api/", "staff/admin/")):
            continue
        for game in GAMES if is_about_a_game(operation) else [None]:
            given = address_parameters(world, operation, game)
            if given is not None:
                yield operation.address.at(given), [STAFF] if route.startswith("staff/") else [*VISITORS, STAFF]


@pytest.mark.django_db
def test_no_page_shows_english() -> None:
    world = build_world()
    in_english: dict[str, tuple[str, set[str]]] = {}
    clients = clients_of(world, "en")
    for path, visitors in paths(world):
        pages = ((visitor, visit(clients[visitor], path, "en")) for visitor in visitors)
        first = next(((visitor, text) for visitor, text in pages if text is not None), None)
        if first is not None:
            in_english[path] = first
    left: dict[str, str] = {}
    clients = clients_of(world, LANGUAGE)
    for path, (visitor, text) in in_english.items():
        both = text & (visit(clients[visitor], path, LANGUAGE) or set())
        left |= {piece: path for piece in both if WORDS.search(NAMES.sub("", piece))}
    assert len(in_english) > MANY
    assert left == {}


@pytest.mark.django_db
def test_no_mail_shows_english() -> None:
    build_world()
    left: dict[str, str] = {}
    for row in Delivery.objects.exclude(kind="notice"):
        lines = []
        for language in ("en", LANGUAGE):
            User.objects.update(language=language)
            lines.append(set(compose(Delivery.objects.get(pk=row.pk), pictures=False).text.splitlines()))
        left |= {line: row.kind for line in lines[0] & lines[1] if WORDS.search(NAMES.sub("", line))}
    assert left == {}
