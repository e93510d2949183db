"""The first page tells a newcomer what is played here: a picture of every game, its goal and its course."""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from PIL import Image

from bots.levels import LEVELS
from bots.management.commands import draw_samples
from games.engine.contract import Game as Rules
from games.engine.registry import games, samples

pytestmark = pytest.mark.django_db
WORDS = range(110, 161)
"""A minute's reading."""


class Pictures(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[dict[str, str]] = []
        self.dark: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "img":
            self.found.append(given)
        if tag == "source":
            self.dark.append(given["srcset"])


def introductions(client: Client) -> dict[str, str]:
    """What the first page says of every game, by key."""
    page = client.get("/").content.decode()
    found = re.findall(r'<article [^>]*aria-labelledby="kind-([^"]+)">(.*?)</article>', page, re.DOTALL)
    return dict(found)


def picture_at(address: str) -> Image.Image:
    path = finders.find(address.removeprefix(f"/{settings.STATIC_URL.strip('/')}/"))
    assert path, address
    return Image.open(Path(str(path)))


def test_the_first_page_tells_the_goal_and_the_course_of_every_game_in_a_minute(client: Client) -> None:
    texts = introductions(client)
    assert list(texts) == [rules.key for rules in games()]
    for key, text in texts.items():
        paragraphs = " ".join(re.findall(r"<p>(.*?)</p>", text, re.DOTALL))
        assert "The goal." in paragraphs
        assert "The game." in paragraphs
        words = unescape(re.sub(r"<[^>]+>", " ", paragraphs)).split()
        assert len(words) in WORDS, (key, len(words))


def test_the_first_page_shows_a_picture_of_every_game_in_both_schemes(client: Client) -> None:
    for text in introductions(client).values():
        pictures = Pictures()
        pictures.feed(text)
        (light,), (dark,) = pictures.found, pictures.dark
        size = int(light["width"]), int(light["height"])
        assert picture_at(light["src"]).size == picture_at(dark).size == size
        assert len(light["alt"].split()) > 8


def test_the_first_page_asks_nothing_of_any_game_that_is_played(client: Client) -> None:
    with CaptureQueriesContext(connection) as asked:
        client.get("/")
    assert not [query["sql"] for query in asked if "games_" in query["sql"]]


@pytest.mark.parametrize("rules", games(), ids=lambda rules: rules.key)
def test_a_sample_is_drawn_in_its_middle_and_always_the_same(rules: Rules, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(draw_samples, "level", lambda _name: LEVELS["apprentice-1"].with_playouts(2))
    first, second = (draw_samples.half_played(rules, samples(rules.key)[0]) for _time in range(2))
    assert rules.digest(first) == rules.digest(second)
    assert not first.is_over()
    assert first.plies


def test_the_pictures_are_drawn_as_files_of_both_schemes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(draw_samples, "level", lambda _name: LEVELS["apprentice-1"].with_playouts(2))
    rules = games()[-1]
    drawn = list(draw_samples.draw(rules, samples(rules.key)[0], tmp_path))
    assert [path.name for path in drawn] == ["sample-light.png", "sample-dark.png"]
    light, dark = (Image.open(path) for path in drawn)
    assert light.size == dark.size
    assert light.convert("RGB").getpixel((1, 1)) != dark.convert("RGB").getpixel((1, 1))
