"""What the tests ask of a drawing, whichever game it is of."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, Protocol
from xml.etree import ElementTree

from games.board import Size, board_svg, part_svg, renderer_of, seat_svg
from games.board.palette import NEUTRAL_COLOURS, SchemeColour
from games.board.picture import FONTS

SVG = "{http://www.w3.org/2000/svg}"


class Shown(Protocol):
    """What somebody is shown: a view, the players' names, and the targets of what is offered."""

    @property
    def view(self) -> Any: ...
    @property
    def names(self) -> tuple[str, ...]: ...
    @property
    def highlighted(self) -> frozenset[str]: ...


def drawings(shown: Shown, size: Size) -> list[str]:
    """Everything that can be drawn of a table."""
    view, names, highlighted = shown.view, shown.names, shown.highlighted
    parts = [part_svg(view, names, part, highlighted=highlighted, size=size) for part in renderer_of(view).parts]
    seats = [
        seat_svg(view, names, seat, highlighted=highlighted, size=size, compact=compact)
        for seat in range(len(names))
        for compact in (False, True)
    ]
    return [board_svg(view, names, highlighted=highlighted, size=size), *parts, *seats]


def parsed(svg: str) -> ElementTree.Element:
    root = ElementTree.fromstring(svg)
    assert root.tag == f"{SVG}svg"
    return root


def targets(root: ElementTree.Element, *, highlighted: bool) -> set[str]:
    return {
        element.attrib["data-target"]
        for element in root.iter(f"{SVG}g")
        if "data-target" in element.attrib and (element.get("class") == "lit") == highlighted
    }


def bare_texts(root: ElementTree.Element) -> list[str]:
    """What is read as it stands, not by the name of a thing around it."""
    marks = {f"#{mark.get('id')}": mark for defined in root.iter(f"{SVG}defs") for mark in defined}
    return _bare_texts(root, marks)


def _bare_texts(element: ElementTree.Element, marks: Mapping[str, ElementTree.Element]) -> list[str]:
    """marks: what is defined, which is read where it is drawn by reference."""
    if element.get("role") in ("img", "button", "checkbox"):
        assert element.get("aria-label") or element.findtext(f"{SVG}title")
        return []
    if element.get("aria-hidden") == "true" or element.tag == f"{SVG}defs":
        return []
    if element.tag == f"{SVG}use":
        return _bare_texts(marks[element.attrib["href"]], marks)
    own = [element.text or ""] if element.tag == f"{SVG}text" else []
    return own + [text for child in element for text in _bare_texts(child, marks)]


def titles(root: ElementTree.Element) -> str:
    return "\n".join(title.text or "" for title in root.iter(f"{SVG}title"))


def ids_of(root: ElementTree.Element) -> Counter[str]:
    return Counter(element.attrib["id"] for element in root.iter() if "id" in element.attrib)


def assert_stands_alone(svg: str) -> None:
    """XML in which every id is there once and every reference leads somewhere."""
    root = parsed(svg)
    ids = ids_of(root)
    assert max(ids.values()) == 1
    assert references_of(root) <= set(ids)
    assert "None" not in svg


def assert_share_no_id(svgs: Iterable[str]) -> None:
    ids = sum((ids_of(parsed(svg)) for svg in svgs), Counter[str]())
    assert set(ids.values()) == {1}


def references_of(root: ElementTree.Element) -> set[str]:
    """The ids that are drawn by reference."""
    return {element.attrib["href"].removeprefix("#") for element in root.iter(f"{SVG}use")}


def buttons_of(root: ElementTree.Element) -> list[ElementTree.Element]:
    """What is highlighted."""
    return [element for element in root.iter(f"{SVG}g") if element.get("class") == "lit"]


def are_buttons(elements: list[ElementTree.Element]) -> bool:
    """Whether eyes, keyboard and screen reader can press them all."""
    return all(
        element.get("role") == "button" and element.get("tabindex") == "0" and element.get("aria-label")
        for element in elements
    )


def changing(colours: dict[str, SchemeColour]) -> dict[str, SchemeColour]:
    """Those that are others by night."""
    return {name: shade for name, shade in colours.items() if shade.light != shade.dark}


def assert_the_page_knows(colours: dict[str, SchemeColour]) -> None:
    """board.css has, by day and by night, all of a game's colours that change."""
    css = (FONTS.parent / "board/board.css").read_text()
    light, dark, chosen_dark = re.findall(r":root[^{]*\{([^{}]*)\}", css)
    for name, shade in changing({**NEUTRAL_COLOURS, **colours}).items():
        assert f"--board-{name}: {shade.light};" in light
        assert f"--board-{name}: {shade.dark};" in dark
        assert f"--board-{name}: {shade.dark};" in chosen_dark


def luminance(colour: str) -> float:
    channels = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    red, green, blue = (
        channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4 for channel in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def assert_letters_are_readable(colours: dict[str, SchemeColour], scheme: str) -> None:
    """The contrast of WCAG AA, of letters on the grounds that they stand on."""
    shades = {name: getattr(shade, scheme) for name, shade in {**NEUTRAL_COLOURS, **colours}.items()}
    pairs = [(f"on{name}", name) for name in shades if f"on{name}" in shades]
    pairs += [(ink, ground) for ink in ("ink", "muted") for ground in ("panel", "soft", "glow", "dusk")]
    pairs += [("panel", "lit")]
    for ink, ground in pairs:
        assert contrast(shades[ink], shades[ground]) >= 4.5, (ink, ground)
    assert contrast(shades["lit"], shades["panel"]) >= 3
