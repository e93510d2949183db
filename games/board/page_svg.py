"""The drawings of a page in few bytes: what a style sheet can say, and the sizes of marks, are said once for all.

Only for drawings that share their marks with a page, which has static/board/board.css. Others stand alone.
"""

from __future__ import annotations

import re
from typing import Final

from games.board.palette import ISLAND_COLOURS, NEUTRAL_COLOURS

_CHANGING: Final = "|".join(
    name for name, shade in {**NEUTRAL_COLOURS, **ISLAND_COLOURS}.items() if shade.light != shade.dark
)
_TAG: Final = re.compile(r"<(?:g|use|rect|path|circle|text)\b[^>]*>")
_TAG_NAME: Final = re.compile(r"<\w+")
_STYLE: Final = re.compile(
    rf' (fill|stroke)="var\(--board-({_CHANGING})\)"| font-weight="(bold)"| text-anchor="(middle|end)"'
    r'| text-decoration="(line-through)"'
)
_CLASS: Final = re.compile(r' class="')
_OFTEN: Final = r"colonist|noble|ring|circle|coin|back|vp[-\d]*|corn|indigo|sugar|tobacco|coffee"
"""The marks that are drawn so often that it pays to define them in their sizes."""
_SCALED: Final = re.compile(
    rf' href="(#[a-z]+-(?:{_OFTEN}))"([^>]*?)'
    r' transform="(?:translate\(([-.\d]+) ([-.\d]+)\) )?scale\(([.\d]+)\)( translate\(-12 -12\))?"'
)
_SIZED: Final = re.compile(r'href="#[a-z]+-([\w-]+_[.\d]+)"')
_WORDS: Final = re.compile(r'<title>[^<]*</title>| (?:role="img"|data-piece="[^"]*"|data-target="[^"]*")')
_NUMBERS: Final = re.compile(r' (?:transform|x|y|width|height|cx|cy|r|rx|d|font-size)="[^"]*"')
_ZERO_BEHIND: Final = re.compile(r"(\d)\.0(?!\d)")
_ZERO_BEFORE: Final = re.compile(r"(?<![\d.])0\.(\d)")
_NOWHERE: Final = ' transform="translate(0 0)"'
_CENTRE: Final = 12
"""The middle of a mark."""


def shrink(svg: str) -> str:
    """The same drawing for a page: its styles are classes of the style sheet, its marks have a size in their names.

    The rules have the weight of attributes: any other rule of the style sheet goes before them.
    """
    svg = _NUMBERS.sub(lambda found: _ZERO_BEFORE.sub(r".\1", _ZERO_BEHIND.sub(r"\1", found[0])), svg)
    return _TAG.sub(_styled, _SCALED.sub(_sized, svg)).replace(_NOWHERE, "")


def without_words(svg: str) -> str:
    """A drawing that is a button by itself: nothing inside it is told, looked up or chosen. Its own title stays."""
    return _WORDS.sub("", svg)


def sized_marks(svg: str) -> set[str]:
    """The names of the marks in one size that a drawing uses: "colonist_.75"."""
    return set(_SIZED.findall(svg))


def _sized(found: re.Match[str]) -> str:
    mark, between, x, y, scale, from_centre = found.groups()
    left, top = float(x or 0), float(y or 0)
    if from_centre:
        left, top = left - _CENTRE * float(scale), top - _CENTRE * float(scale)
    corner = "".join(f' {axis}="{round(at, 1):g}"' for axis, at in (("x", left), ("y", top)) if at)
    return f' href="{mark}_{scale}"{between}{corner}'


def _styled(found: re.Match[str]) -> str:
    tag = found[0]
    names = " ".join(_class_name(style) for style in _STYLE.finditer(tag))
    if not names:
        return tag
    tag = _STYLE.sub("", tag)
    if _CLASS.search(tag):
        return _CLASS.sub(f' class="{names} ', tag, count=1)
    return _TAG_NAME.sub(lambda name: f'{name[0]} class="{names}"', tag, count=1)


def _class_name(style: re.Match[str]) -> str:
    """f-muted and s-edge for fill and stroke, else the word of the attribute."""
    drawn, colour, *words = style.groups()
    return f"{drawn[0]}-{colour}" if drawn else next(filter(None, words))
