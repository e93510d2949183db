"""The panel of the cargo ships and the colonist ship."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.board.goods import good_mark
from games.board.panels import Element, Panel
from games.board.puertorico.scene import (
    Scene,
    colonists_text,
    nobles_text,
    people_come_from_ship,
    people_text,
    worker_marks,
)
from games.board.puertorico.shared_panels import PADDING
from games.board.text_fitting import fit_line
from games.engine.puertorico import names as terms
from games.engine.puertorico.view_types import CargoShipView, PuertoRicoView
from games.wording import in_words

_HOLD: Final = 22.5
_DECK_ROW: Final = 40
_RIGGING: Final = 16
"""The height of the masts above the deck."""
_WAVE: Final = 10
_THREE_MASTS_FROM: Final = 150
"""The length of a deck."""
_MAX_DISCS: Final = 22
_NOBLE_GAP: Final = 5
"""Between the noble and the colonists, which are hotspots of their own."""


def ships_panel(scene: Scene, width: float, *, rigged: bool = True) -> Panel:
    """The cargo ships with what is in their holds, below them the colonist ship. rigged: with masts and waves."""
    view = scene.view
    rigging = _RIGGING if rigged else 0
    step = _DECK_ROW + rigging
    label_x = max(ship.size for ship in view.ships) * _HOLD + 40
    room = width - label_x - 2 * PADDING
    ships: list[Element] = [
        {
            "y": 4 + rigging + index * step,
            "hotspot": scene.hotspot(f"ship:{ship.size}", _ship_label(ship)),
            "hull": _hull(ship.size * _HOLD + 8, rigged=rigged),
            "holds": [
                {
                    "x": 7 + hold * _HOLD,
                    "good": good_mark(scene.colours, ship.good) if ship.good and hold < ship.barrels else None,
                }
                for hold in range(ship.size)
            ],
            "name": _("Ship %(size)d") % {"size": ship.size},
            "load": fit_line(_load_text(ship), room, 11.5, 8.5),
        }
        for index, ship in enumerate(view.ships)
    ]
    deck = max(ship.size for ship in view.ships) * _HOLD + 8
    colonist_ship = {
        "y": 4 + rigging + len(ships) * step,
        "label": _("Colonist ship: %(people)s") % {"people": people_text(view.colonist_ship, view.noble_ship)},
        "hull": _hull(deck, rigged=rigged),
        "crews": _crews(scene, deck),
        "name": fit_line(_("Colonist ship"), room, 12.5, 9, bold=True),
        "load": fit_line(_aboard_text(view), room, 11.5, 8),
    }
    return Panel(
        "puertorico/ships.svg",
        _("Ships"),
        width,
        8 + (len(ships) + 1) * step,
        {
            "ships": ships,
            "colonists": colonist_ship,
            "label_x": label_x,
            "row_width": width - PADDING,
            "row_top": -rigging - 2,
            "row_height": step - 2,
        },
        frozenset({"mast", *worker_marks(scene), *(ship.good for ship in view.ships if ship.good)}),
    )


def _load_text(ship: CargoShipView) -> str:
    if ship.good is None:
        return pgettext("state of a ship", "empty")
    return _("%(barrels)d of %(size)d, %(good)s") % {
        "barrels": ship.barrels,
        "size": ship.size,
        "good": in_words(terms.good(ship.good)),
    }


def _ship_label(ship: CargoShipView) -> str:
    return _("Ship %(size)d: %(load)s") % {"size": ship.size, "load": _load_text(ship)}


def _hull(deck: float, *, rigged: bool) -> Element:
    masts = 2 if deck < _THREE_MASTS_FROM else 3
    return {
        "deck": deck,
        "bow": deck + 20,
        "stem": deck - 14,
        "masts": [round(deck * (mast + 0.5) / masts - 12, 1) for mast in range(masts if rigged else 0)],
        "waves": int((deck + 24) / _WAVE) if rigged else 0,
    }


def _aboard_text(view: PuertoRicoView) -> str:
    if view.noble_ship:
        return _("%(colonists)d + %(nobles)d noble") % {"colonists": view.colonist_ship, "nobles": view.noble_ship}
    return _("%(count)d aboard") % {"count": view.colonist_ship}


def _crews(scene: Scene, deck: float) -> list[Element]:
    """The noble and the colonists on the ship's deck: in one row while they fit, else in two rows of smaller ones."""
    view = scene.view
    shown = min(view.noble_ship + view.colonist_ship, _MAX_DISCS)
    scale, rows = (0.8, 1) if shown * 20 <= deck - 10 else (0.62, 2)
    step = 24 * scale + 1
    per_row = -(-shown // rows)
    top = 20.5 - step * rows / 2
    discs: list[Element] = [
        {
            "x": round(7 + (disc % per_row) * step + (_NOBLE_GAP if disc >= view.noble_ship > 0 else 0), 1),
            "y": round(top + (disc // per_row) * step, 1),
            "scale": scale,
        }
        for disc in range(shown)
    ]
    aboard = (
        ("noble", nobles_text(view.noble_ship), discs[: view.noble_ship]),
        ("colonist", colonists_text(view.colonist_ship), discs[view.noble_ship :]),
    )
    return [
        {
            "mark": mark,
            "discs": crew,
            "hotspot": scene.hotspot(mark, label, here=people_come_from_ship(scene)),
            **_enclosing_box(crew, step),
        }
        for mark, label, crew in aboard
        if crew
    ]


def _enclosing_box(crew: list[Element], step: float) -> Element:
    """The corner and the size of a box around some discs."""
    left, right = min(disc["x"] for disc in crew), max(disc["x"] for disc in crew) + step
    top, bottom = min(disc["y"] for disc in crew), max(disc["y"] for disc in crew) + step
    corner = {"left": left - 1.5, "top": top - 1.5}
    return corner | {"width": round(right - left + 2, 1), "height": round(bottom - top + 2, 1)}
