"""The pictures of buildings and cards: one for each kind, inside their boxes, told apart, clear of all texts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from io import BytesIO
from itertools import combinations
from typing import Final, NamedTuple
from xml.etree import ElementTree

import pytest
import resvg_py
from django.conf import settings
from django.utils import translation
from PIL import Image, ImageChops, ImageStat

from games.board import Size, part_svg, seat_svg
from games.board.palette import Scheme, SchemeColour
from games.board.panels import marks_svg
from games.board.pictures import NO_PICTURE, picture_mark
from games.board.puertorico import reference as puertorico_reference
from games.board.puertorico.colours import COLOURS as PUERTO_RICO_COLOURS
from games.board.puertorico.scene import picture_of as building_picture
from games.board.sanjuan import reference as sanjuan_reference
from games.board.sanjuan.card_faces import picture_of
from games.board.sanjuan.colours import COLOURS as SAN_JUAN_COLOURS
from games.board.text_fitting import text_width
from games.engine.puertorico.components import BUILDINGS
from games.engine.puertorico.view_types import OwnedBuildingView, PuertoRicoView
from games.engine.sanjuan.components import CARD_NAMES
from tests.board.sanjuan_tables import seen
from tests.board.svg import SVG, parsed, references_of
from tests.board.tables import EXPANSIONS, NAMES, PUERTO_RICO
from tests.engine.sanjuan.tables import Player, table

SIZES: Final[tuple[Size, ...]] = ("wide", "tall", "mail")
LANGUAGES: Final = [code for code, _name in settings.LANGUAGES]
BOX: Final = 24
AROUND: Final = 4
"""Units around a picture's box in which nothing of it may be seen."""
OVER: Final = 0.7
"""Half of a line that is drawn on the edge of the box."""
SHADES_APART: Final = 20
"""On average over the pixels of two pictures, of 255 shades."""


class Game(NamedTuple):
    folder: str
    colours: dict[str, SchemeColour]
    pictures: dict[str, str]
    """The mark of every kind."""


GAMES: Final = {
    "puerto-rico": Game(
        "puertorico",
        PUERTO_RICO_COLOURS,
        {building.name: building_picture(building.name) for building in BUILDINGS},
    ),
    "san-juan": Game("sanjuan", SAN_JUAN_COLOURS, {kind: picture_of(kind) for kind in CARD_NAMES}),
}
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())


def shapes(game: Game, scheme: Scheme = "light") -> dict[str, str]:
    """What each kind's mark is defined as, without its id."""
    drawn = {}
    for kind, mark in game.pictures.items():
        svg = marks_svg(frozenset({mark}), scheme, folder=game.folder, colours=game.colours)
        (defined,) = parsed(svg).findall(f"{SVG}defs/*")
        assert defined.attrib.pop("id") == f"s-{mark}"
        drawn[kind] = ElementTree.tostring(defined, encoding="unicode")
    return drawn


def pixels(shape: str, around: int, size: int, ground: str = "#fbf8f0") -> Image.Image:
    box = f"{-around} {-around} {BOX + 2 * around} {BOX + 2 * around}"
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{size}" height="{size}" stroke-width="1.2" '
        f'stroke-linejoin="round" stroke-linecap="round">{shape}</svg>'
    )
    png = resvg_py.svg_to_bytes(svg_string=svg, background=ground)
    return Image.open(BytesIO(bytes(png))).convert("RGB")


@every_game
def test_every_kind_has_a_picture_of_its_own(game: Game) -> None:
    drawn = shapes(game)
    assert all("<" in shape.partition(">")[2] for shape in drawn.values())
    assert len(set(drawn.values())) == len(game.pictures)


@every_game
def test_pictures_are_told_apart_in_grey_and_as_small_as_they_are_drawn(game: Game) -> None:
    """Never only by colour: no two look alike to somebody who sees none."""
    grey = {kind: pixels(shape, 0, BOX).convert("L") for kind, shape in shapes(game).items()}
    for one, other in combinations(grey, 2):
        (apart,) = ImageStat.Stat(ImageChops.difference(grey[one], grey[other])).mean
        assert apart > SHADES_APART, (one, other, apart)


@every_game
def test_pictures_fill_their_box_and_stay_in_it(game: Game) -> None:
    scale = 8
    size = (BOX + 2 * AROUND) * scale
    for kind, shape in shapes(game).items():
        drawn = pixels(shape, AROUND, size)
        inked = ImageChops.difference(drawn, Image.new("RGB", drawn.size, "#fbf8f0")).convert("L")
        box = inked.point([0] * 8 + [255] * 248).getbbox()
        assert box is not None
        left, top, right, bottom = (edge / scale - AROUND for edge in box)
        assert min(left, top) >= -OVER, kind
        assert max(right, bottom) <= BOX + OVER, kind
        assert bottom - top >= 16, kind


@every_game
def test_pictures_are_seen_by_night(game: Game) -> None:
    ground = "#262420"
    for kind, shape in shapes(game, "dark").items():
        drawn = pixels(shape, 0, BOX, ground)
        unlike = ImageChops.difference(drawn, Image.new("RGB", drawn.size, ground)).convert("L")
        seen_pixels = sum(unlike.histogram()[40:])
        assert seen_pixels > BOX * BOX / 8, kind


@every_game
def test_a_kind_without_a_picture_is_drawn_as_a_plain_house(game: Game) -> None:
    """A new building needs no picture to be played."""
    assert picture_mark(game.folder, "a new building") == NO_PICTURE
    assert NO_PICTURE not in game.pictures.values()
    (house,) = parsed(marks_svg(frozenset({NO_PICTURE}), "page", folder=game.folder, colours=game.colours)).findall(
        f"{SVG}defs/*"
    )
    assert len(house)


class Box(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float

    def covers(self, other: Box) -> bool:
        """Whether they have more in common than the softness of an edge."""
        wide = min(self.right, other.right) - max(self.left, other.left)
        high = min(self.bottom, other.bottom) - max(self.top, other.top)
        return wide > 0.5 and high > 0.5


class Place(NamedTuple):
    """Where an element is drawn, and how the texts in it are written."""

    x: float = 0
    y: float = 0
    scale: float = 1
    size: float = 12
    bold: bool = False
    anchor: str = "start"

    def inside(self, element: ElementTree.Element) -> Place:
        x, y, scale = self.x, self.y, self.scale
        for kind, numbers in re.findall(r"(translate|scale)\(([^)]*)\)", element.get("transform", "")):
            first, *second = map(float, numbers.split())
            if kind == "translate":
                x, y = x + first * scale, y + second[0] * scale
            else:
                scale *= first
        return Place(
            x,
            y,
            scale,
            float(element.get("font-size", self.size)),
            element.get("font-weight", "bold" if self.bold else "normal") == "bold",
            element.get("text-anchor", self.anchor),
        )

    def box(self, left: float, top: float, right: float, bottom: float) -> Box:
        return Box(
            self.x + left * self.scale,
            self.y + top * self.scale,
            self.x + right * self.scale,
            self.y + bottom * self.scale,
        )


def drawn_in(element: ElementTree.Element, around: Place | None = None) -> Iterator[tuple[str, Box]]:
    """The boxes of what is drawn: a text by its words, a mark by its name."""
    if element.tag == f"{SVG}defs":
        return
    place = (around or Place()).inside(element)
    if element.tag == f"{SVG}text" and element.text:
        width = text_width(element.text, place.size, bold=place.bold)
        left = float(element.get("x", 0)) - {"start": 0, "middle": width / 2, "end": width}[place.anchor]
        baseline = float(element.get("y", 0))
        below = place.size * (0.22 if set(element.text) & set("gjpqy,;()") else 0)
        yield element.text, place.box(left, baseline - 0.72 * place.size, left + width, baseline + below)
    elif element.tag == f"{SVG}use":
        yield element.attrib["href"].partition("-")[2], place.box(1.5, 1, BOX - 1.5, BOX - 1)
    for child in element:
        yield from drawn_in(child, place)


def assert_pictures_cover_nothing(svg: str) -> int:
    """How many pictures there are: none lies on a text or a mark."""
    things = list(drawn_in(parsed(svg)))
    pictures = [(name, box) for name, box in things if "of-" in name]
    for name, box in pictures:
        assert not [other for other, place in things if other is not name and place is not box and box.covers(place)], (
            name
        )
    return len(pictures)


def city_of(names: Sequence[str]) -> tuple[OwnedBuildingView, ...]:
    """These buildings, with a colonist on each."""
    kinds = {building.name: building for building in BUILDINGS}
    return tuple(
        OwnedBuildingView(
            name, kinds[name].kind, kinds[name].circles, min(kinds[name].circles, 1), kinds[name].spaces, 0, 0
        )
        for name in names
    )


def cities() -> Iterator[tuple[list[str], PuertoRicoView]]:
    """Every building of both expansions in somebody's city."""
    seats, options = EXPANSIONS["everything"]
    view = PUERTO_RICO.view(PUERTO_RICO.new(seats, options, bytes(32)), 0)
    small = [building.name for building in BUILDINGS if building.spaces == 1]
    large = [building.name for building in BUILDINGS if building.spaces == 2]
    for each, names in ((12, small), (6, large)):
        for first in range(0, len(names), each):
            owned = names[first : first + each]
            player = replace(view.players[0], city=city_of(owned))
            yield owned, replace(view, players=(player, *view.players[1:]))


@pytest.mark.parametrize("language", LANGUAGES)
def test_on_a_building_nothing_is_covered_by_its_picture(language: str) -> None:
    with translation.override(language):
        for size in SIZES:
            for owned, view in cities():
                shown = assert_pictures_cover_nothing(seat_svg(view, NAMES, 0, size=size))
                # On a phone there is no room for it beside three circles.
                assert shown == (sum(circles_of(name) < 3 for name in owned) if size == "tall" else len(owned))
            if size != "mail":
                assert assert_pictures_cover_nothing(part_svg(view, NAMES, "buildings", size=size)) == len(BUILDINGS)
        for group in puertorico_reference.reference(None, "price"):
            for building in group.buildings:
                assert assert_pictures_cover_nothing(building.tile) == 1


def circles_of(name: str) -> int:
    return next(building.circles for building in BUILDINGS if building.name == name)


@pytest.mark.parametrize("language", LANGUAGES)
def test_on_a_card_nothing_is_covered_by_its_picture(language: str) -> None:
    with translation.override(language):
        for size in SIZES:
            for first in range(0, len(CARD_NAMES), 7):
                kinds = CARD_NAMES[first : first + 7]
                shown = seen(table(Player(hand=", ".join(kinds), buildings=", ".join(kinds)), Player()), 0)
                # A hand shows them all, a building where there is room below its text.
                assert assert_pictures_cover_nothing(seat_svg(shown.view, ("A", "B"), 0, size=size)) >= len(kinds)
        for group in sanjuan_reference.reference("price"):
            for card in group.cards:
                assert assert_pictures_cover_nothing(card.picture) == 1


@pytest.mark.parametrize("size", ["wide", "tall"])
def test_a_building_for_sale_shows_its_own_picture(size: Size) -> None:
    *_, (_owned, view) = cities()
    root = parsed(part_svg(view, NAMES, "buildings", size=size))
    tiles = [group for group in root.iter(f"{SVG}g") if group.get("data-target", "").startswith("building:")]
    shown = {tile.attrib["data-target"].partition(":")[2]: pictures_in(tile) for tile in tiles}
    assert shown == {kind: [picture] for kind, picture in GAMES["puerto-rico"].pictures.items()}


def test_a_card_in_hand_shows_its_own_picture() -> None:
    for kind, picture in GAMES["san-juan"].pictures.items():
        shown = seen(table(Player(hand=kind), Player()), 0)
        root = parsed(seat_svg(shown.view, ("A", "B"), 0))
        (card,) = (group for group in root.iter(f"{SVG}g") if group.get("data-target") == "hand:0")
        assert pictures_in(card) == [picture]


def pictures_in(element: ElementTree.Element) -> list[str]:
    return [found[0] for name in references_of(element) if (found := re.search(r"of-[a-z-]+$", name))]
