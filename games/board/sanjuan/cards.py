"""A card with its face up, as it is held, lies open, or is looked up: cost, name, what it does, victory points."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from games.board.goods import LETTERS, good_mark
from games.board.lettering import Line, wrapped
from games.board.panels import Drawn
from games.board.sanjuan.faces import FACES, colour_of, mark_of, picture_of, told
from games.board.sanjuan.scene import Scene
from games.engine.sanjuan import names as terms
from games.wording import in_words, title

BAND: Final = 24
"""The coloured head of a card."""
_FOOT: Final = 23
_NAME: Final = 12.0
_EFFECT: Final = (10.0, 9.5, 9.0, 8.5, 8.0)
"""Sizes to try."""
_LINE: Final = 1.15
_BESIDE_PICTURE: Final = 54
"""Room for the number and the points at both sides of the picture."""
_PICTURE: Final = 42
_SMALLEST_PICTURE: Final = 14


class Format(NamedTuple):
    """How large cards are drawn. widest: in rows that are filled; down: their height."""

    widest: float
    down: float


READABLE: Final = Format(112, 128)
SMALL: Final = Format(82, 112)
"""Eight of them in a row of a mail's picture, so that four players' boards stay one."""


def shape(scene: Scene, name: str) -> Drawn:
    """A good with its letters, else a shape alone."""
    return good_mark(scene.colours, name) if name in LETTERS else {"kind": name}


def card(scene: Scene, kind: str, across: float, down: float) -> Drawn:
    """What face.svg needs; `spot`, and `number`, by which its owner names it, whoever lays it out adds."""
    face = FACES[kind]
    name = wrapped(title(terms.card(kind)), across - 10, _NAME, 8, 2, bold=True)
    effect_top = BAND + len(name) * name[0].size * _LINE + 6
    effect = _boxed(in_words(terms.effect(kind)), across - 10, down - _FOOT - effect_top)
    bottom = effect_top + len(effect) * effect[0].size * _LINE + 2
    return {
        "width": across,
        "height": down,
        "label": told(kind),
        "cost": face.cost,
        "vp": face.value,
        "great": face.vp is None,
        "great_end": round(across - 26, 1),
        "middle": round(across / 2, 1),
        "mark": shape(scene, mark_of(kind)),
        "mark_x": round(across - 13.5, 1),
        "band": scene.colours[colour_of(kind)],
        "band_end": round(across - 1.2, 1),
        "band_corner": round(across - 6, 1),
        "ground": scene.colours["dusk" if face.good is None else "soft"],
        "name": [{"y": _down(BAND + 12, index, line.size), **line._asdict()} for index, line in enumerate(name)],
        "effect": [
            {"y": _down(effect_top + 8, index, line.size), **line._asdict()} for index, line in enumerate(effect)
        ],
        "picture": _picture(scene, kind, across, down, bottom),
        "foot": down - _FOOT + 2,
        "vp_x": round(across - 24, 1),
    }


def _boxed(text: str, across: float, down: float) -> list[Line]:
    """As large as it fits; smaller letters make room for a line more."""
    for size in _EFFECT:
        most = max(int(down / (size * _LINE)), 1)
        lines = wrapped(text, across, size, size, most)
        if not any(line.text.endswith("…") for line in lines):
            break
    return lines


def _down(first: float, index: int, size: float) -> float:
    return round(first + index * size * _LINE, 1)


def _picture(scene: Scene, kind: str, across: float, down: float, top: float) -> Drawn | None:
    """As large as there is room under the text."""
    side = min(_PICTURE, across - _BESIDE_PICTURE, down - 4 - top)
    if side < _SMALLEST_PICTURE:
        return None
    return {
        **shape(scene, picture_of(kind)),
        "x": round((across + 4 - side) / 2, 1),
        "y": round(down - 4 - side, 1),
        "scale": round(side / 24, 3),
    }


def shapes(kinds: Iterable[str]) -> frozenset[str]:
    """What these cards are drawn with, face up."""
    kinds = frozenset(kinds)
    return frozenset({"vp", *map(mark_of, kinds), *map(picture_of, kinds)})
