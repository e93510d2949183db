"""A card drawn face up: cost, name, effect, victory points."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from games.board.goods import GOOD_LETTERS, good_mark
from games.board.panels import Element
from games.board.piece_cards import piece_id
from games.board.sanjuan.card_faces import FACES, card_description, colour_of, mark_of, picture_of
from games.board.sanjuan.scene import Scene
from games.board.text_fitting import FittedLine, fit_lines
from games.engine.sanjuan import names as terms
from games.wording import in_words, title

BAND: Final = 24
"""The height of the coloured top of a card."""
_FOOT: Final = 23
_NAME: Final = 12.0
_EFFECT: Final = (10.0, 9.5, 9.0, 8.5, 8.0)
"""Font sizes to try."""
_LINE: Final = 1.15
_BESIDE_PICTURE: Final = 54
"""The width for the number and the points at both sides of the picture."""
_MAX_PICTURE: Final = 48
_MIN_PICTURE: Final = 14
_LINE_WIDTH: Final = 1.3
"""Of a picture's lines, however large it is."""


class CardSize(NamedTuple):
    """The size in which cards are drawn."""

    max_width: float
    """Cards fill a row, and are no wider than this."""
    height: float
    pictured: bool = True


READABLE: Final = CardSize(112, 128)
SMALL: Final = CardSize(112, 102, pictured=False)
"""For a mail's picture, which has to be small in bytes."""


def mark_element(scene: Scene, name: str) -> Element:
    """The context of a mark: a good with its letter, else a shape alone."""
    return good_mark(scene.colours, name) if name in GOOD_LETTERS else {"kind": name}


def card_element(scene: Scene, kind: str, width: float, cards: CardSize) -> Element:
    """The context of face.svg, without `hotspot` and `number`, which the caller may add."""
    height = cards.height
    face = FACES[kind]
    name = fit_lines(title(terms.card(kind)), width - 10, _NAME, 8, 2, bold=True)
    effect_top = BAND + len(name) * name[0].size * _LINE + 6
    effect = _fit_box(in_words(terms.effect(kind)), width - 10, height - _FOOT - effect_top)
    bottom = effect_top + len(effect) * effect[0].size * _LINE + 2
    return {
        "width": width,
        "height": height,
        "label": card_description(kind),
        "piece": piece_id("card", kind),
        "cost": face.cost,
        "vp": face.value,
        "great": face.vp is None,
        "great_end": round(width - 26, 1),
        "middle": round(width / 2, 1),
        "mark": mark_element(scene, mark_of(kind)),
        "mark_x": round(width - 13.5, 1),
        "band": scene.colours[colour_of(kind)],
        "band_end": round(width - 1.2, 1),
        "band_corner": round(width - 6, 1),
        "ground": scene.colours["dusk" if face.good is None else "soft"],
        "name": [{"y": _line_y(BAND + 12, index, line.size), **line._asdict()} for index, line in enumerate(name)],
        "effect": [
            {"y": _line_y(effect_top + 8, index, line.size), **line._asdict()} for index, line in enumerate(effect)
        ],
        "picture": _picture(kind, width, height, bottom) if cards.pictured else None,
        "foot": height - _FOOT + 2,
        "vp_x": round(width - 24, 1),
    }


def _fit_box(text: str, width: float, height: float) -> list[FittedLine]:
    """The lines in the largest font size in which the whole text fits into the box."""
    for size in _EFFECT:
        most = max(int(height / (size * _LINE)), 1)
        lines = fit_lines(text, width, size, size, most)
        if not any(line.text.endswith("…") for line in lines):
            break
    return lines


def _line_y(first: float, index: int, size: float) -> float:
    return round(first + index * size * _LINE, 1)


def _picture(kind: str, width: float, height: float, top: float) -> Element | None:
    """As large as there is room below the text."""
    side = min(_MAX_PICTURE, width - _BESIDE_PICTURE, height - 4 - top)
    if side < _MIN_PICTURE:
        return None
    return {
        "mark": picture_of(kind),
        "x": round((width + 4 - side) / 2, 1),
        "y": round(height - 4 - side, 1),
        "scale": round(side / 24, 3),
        "line": round(_LINE_WIDTH * 24 / side, 2),
    }


def card_marks(kinds: Iterable[str]) -> frozenset[str]:
    """The names of the marks that these cards are drawn with, face up."""
    kinds = frozenset(kinds)
    return frozenset({"vp", *map(mark_of, kinds), *map(picture_of, kinds)})
