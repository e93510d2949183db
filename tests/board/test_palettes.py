"""Things that colours tell apart are told apart by everybody: by colours that nobody sees alike, or by a mark, too."""

from __future__ import annotations

import re
from typing import Final

import pytest
from django.conf import settings

from games.board.goods import GOOD_LETTERS
from games.board.palette import NEUTRAL_COLOURS
from games.board.puertorico.colours import COLOURS as PUERTO_RICO
from games.board.sanjuan.colours import COLOURS as SAN_JUAN
from games.board.svg_templates import template_source
from tests.board.colour_vision import VISIONS, closest, distance
from tests.board.svg import contrast

APART: Final = 8
"""In hundredths of OKLab: shades of one colour that nobody takes for each other."""
TOLD_APART: Final = {
    "the goods of Puerto Rico": (PUERTO_RICO, ("corn", "indigo", "sugar", "tobacco", "coffee")),
    "tiles": (PUERTO_RICO, ("corn", "indigo", "sugar", "tobacco", "coffee", "quarry", "forest")),
    "the edges of buildings": (PUERTO_RICO, ("indigo", "sugar", "tobacco", "coffee", "violet", "gem")),
    "the cards of San Juan": (SAN_JUAN, ("indigo", "sugar", "tobacco", "coffee", "silver", "violet")),
}
SHEETS: Final = {"light": "#fffdf7", "dark": "#1a2833"}
"""What charts are drawn on (--sheet)."""

visions = pytest.mark.parametrize("vision", VISIONS)
schemes = pytest.mark.parametrize("scheme", ["light", "dark"])


def test_distances_are_those_of_the_colour_space() -> None:
    """White and black are 1 apart, in every vision; red and green are further apart for who sees both."""
    for vision in VISIONS:
        assert distance("#ffffff", "#000000", vision) == pytest.approx(100, abs=0.5)
    assert distance("#ff0000", "#00ff00", "usual") > 50
    assert distance("#b04a30", "#5d7a1e", "deutan") < distance("#b04a30", "#5d7a1e", "usual") / 2


@schemes
@visions
@pytest.mark.parametrize("things", TOLD_APART)
def test_nobody_sees_two_kinds_in_one_colour(things: str, vision: str, scheme: str) -> None:
    colours, names = TOLD_APART[things]
    shades = {name: str(getattr(colours[name], scheme)) for name in names}
    assert closest(shades, vision)[0] >= APART, closest(shades, vision)


@schemes
@visions
def test_the_lines_of_a_chart_are_told_apart_and_their_names_can_be_read(vision: str, scheme: str) -> None:
    seats = seat_colours()[scheme]
    assert len(seats) == 5
    assert closest(seats, vision)[0] >= APART, closest(seats, vision)
    assert all(contrast(shade, SHEETS[scheme]) >= 4.5 for shade in seats.values())


def test_every_line_of_a_chart_has_a_mark_of_its_own() -> None:
    marks = re.findall(
        r'<(\w+) id="mark-\d" ([^>]*)/>', (settings.BASE_DIR / "templates/web/result/_chart.html").read_text()
    )
    assert len(set(marks)) == len(seat_colours()["light"])


def test_every_good_has_a_letter_and_an_outline_of_its_own() -> None:
    lettered = [good for good in GOOD_LETTERS if GOOD_LETTERS[good]]
    assert len({GOOD_LETTERS[good] for good in lettered}) == len(lettered) == 6
    outlines = [outline_of(good) for good in lettered]
    assert len(set(outlines)) == len(outlines)


@schemes
def test_a_noble_is_no_colonist_for_who_sees_no_red(scheme: str) -> None:
    """Both are round and dark to them: the crown tells."""
    assert "noble" in template_source("puertorico/marks.svg")
    assert drawing_of("noble") != drawing_of("colonist")
    crown, ground = (getattr(PUERTO_RICO[name], scheme) for name in ("onnoble", "noble"))
    assert all(distance(crown, ground, vision) > 30 for vision in VISIONS)


@schemes
@visions
def test_what_can_be_chosen_is_seen_by_its_border_alone(vision: str, scheme: str) -> None:
    """It is wider than other borders, and far from what it lies on."""
    lit = shade("lit", scheme)
    assert all(distance(lit, shade(ground, scheme), vision) > 25 for ground in ("panel", "soft", "faint"))
    assert all(contrast(lit, shade(ground, scheme)) >= 3 for ground in ("panel", "soft", "glow"))


def shade(name: str, scheme: str) -> str:
    return str(getattr(NEUTRAL_COLOURS[name], scheme))


def seat_colours() -> dict[str, dict[str, str]]:
    css = (settings.BASE_DIR / "games/static/web/replay.css").read_text()
    blocks = re.findall(r":root \{(.*?)\}", css, re.DOTALL)
    return {
        scheme: dict(re.findall(r"(--seat-\d): (#\w{6});", block))
        for scheme, block in zip(("light", "dark"), blocks, strict=True)
    }


def drawing_of(mark: str) -> str:
    source = (
        template_source("board/marks.svg")
        + template_source("puertorico/marks.svg")
        + template_source("sanjuan/marks.svg")
    )
    found = re.search(rf'{{% if "{mark}" in marks %}}(.*?){{% endif %}}', source, re.DOTALL)
    assert found is not None, mark
    return found[1]


def outline_of(mark: str) -> str:
    """The first shape of it, without its colour."""
    found = re.search(r"<(?:path|rect|circle|ellipse) [^>]*", drawing_of(mark))
    assert found is not None
    return re.sub(r' (fill|stroke)="[^"]*"', "", found[0])
