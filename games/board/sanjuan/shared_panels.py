"""The panels of the shared parts of the board: role cards, price tiles, and other open or known cards."""

from __future__ import annotations

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from games.board.goods import good_mark
from games.board.panels import Element, Panel
from games.board.piece_cards import piece_id
from games.board.sanjuan.card_faces import card_description
from games.board.sanjuan.card_grid import grid, place_in_grid
from games.board.sanjuan.cards import READABLE, CardSize, card_element, card_marks
from games.board.sanjuan.scene import PADDING, ROLE_MARKS, Scene, cards_text, list_cards
from games.board.text_fitting import fit_line, fit_lines
from games.engine.sanjuan import names as terms
from games.engine.sanjuan.components import GOOD_NAMES
from games.engine.sanjuan.view_types import RoleView
from games.wording import in_words, title

_GAP: Final = 8
_ROLE_DOWN: Final = 88
_NARROW_ROLE_DOWN: Final = 104
_BESIDE_FROM: Final = 98
"""A role card of this width or more has its name beside the mark."""
_MIN_ROLE_WIDTH: Final = 78
_PRICE_ROW: Final = 23
_NOTE: Final = 15

ROLE_NOTES: Final[dict[str, tuple[Promise, Promise]]] = {
    "builder": (gettext_lazy("build one"), gettext_lazy("picker: −1 card")),
    "producer": (gettext_lazy("make 1 good"), gettext_lazy("picker: +1 good")),
    "trader": (gettext_lazy("sell 1 good"), gettext_lazy("picker: +1 good")),
    "councillor": (gettext_lazy("draw 2, keep 1"), gettext_lazy("picker: draw 5")),
    "prospector": (gettext_lazy("no action"), gettext_lazy("picker: draw 1")),
}
"""What everybody does, and the picker's privilege (docs/rules §2 The round)."""


def roles_panel(scene: Scene, panel_width: float) -> Panel:
    """The role cards in one row, or in two if one would be too narrow. Narrow cards have the name below the mark."""
    roles = scene.view.roles
    rows = 1 if (panel_width - 2 * PADDING + _GAP) / len(roles) >= _MIN_ROLE_WIDTH + _GAP else 2
    per_row = -(-len(roles) // rows)
    card_width = round((panel_width - 2 * PADDING + _GAP) / per_row - _GAP, 1)
    beside = card_width >= _BESIDE_FROM
    card_height = _ROLE_DOWN if beside else _NARROW_ROLE_DOWN
    name_x, name_y = (34, 23) if beside else (7, 45)
    names = [title(terms.role(role.role)) for role in roles]
    size = min(fit_line(name, card_width - name_x - 5, 13, 8.5, bold=True).size for name in names)
    elements: list[Element] = [
        {
            "x": round(PADDING + (index % per_row) * (card_width + _GAP), 1),
            "y": 4 + (index // per_row) * (card_height + _GAP),
            "mark": ROLE_MARKS[role.role],
            "name": fit_line(name, card_width - name_x - 5, size, size, bold=True),
            "notes": _role_notes(role, card_width, name_y),
            "taker": None
            if role.taken_by is None
            else fit_line(scene.names[role.taken_by], card_width - (40 if role.library else 12), 11.5, 9, bold=True),
            "doubled": role.library,
            "piece": piece_id("role", role.role),
            "hotspot": scene.hotspot(f"role:{role.role}", _role_label(scene, role)),
        }
        for index, (role, name) in enumerate(zip(roles, names, strict=True))
    ]
    return Panel(
        "sanjuan/roles.svg",
        roles_title(scene),
        panel_width,
        4 + rows * (card_height + _GAP),
        {
            "cards": elements,
            "card_width": card_width,
            "card_height": card_height,
            "name_x": name_x,
            "name_y": name_y,
            "taker_y": card_height - 9,
            "doubled_x": round(card_width - 30, 1),
            "doubled_y": card_height - 24,
        },
        frozenset(ROLE_MARKS.values()),
    )


def _role_notes(role: RoleView, card_width: float, below: float) -> list[Element]:
    lines = [fit_line(str(note), card_width - 12, 10.5, 8.5) for note in ROLE_NOTES[role.role]]
    return [{"y": below + 17 + index * 13.5, "text": line.text, "size": line.size} for index, line in enumerate(lines)]


def roles_title(scene: Scene) -> str:
    return pgettext("San Juan", "Roles, round %(round)d") % {"round": scene.view.round}


def _role_label(scene: Scene, role: RoleView) -> str:
    action, privilege = ROLE_NOTES[role.role]
    label = f"{title(terms.role(role.role))}: {action}; {privilege}"
    if role.taken_by is not None:
        label += ", " + _("picked by %(name)s") % {"name": scene.names[role.taken_by]}
    if role.library:
        label += ", " + _("doubled by the library")
    return label


def prices_panel(scene: Scene, panel_width: float) -> Panel:
    """The price tiles in the order in which they will be turned up, as far as it is known."""
    lead = min(110.0, round((panel_width - 2 * PADDING) * 0.34))
    cell = (panel_width - 2 * PADDING - lead) / len(GOOD_NAMES)
    rows: list[Element] = []
    y: float = 30
    for turn in price_tile_rows(scene):
        rows.append(
            {
                "y": y,
                "state": turn["state"],
                "lead": fit_line(turn["lead"], lead - 12, 11.5, 8.5, bold=turn["state"] == "open"),
                "prices": turn["prices"],
                "label": f"{turn['lead']}: {_price_list(turn['prices'])}",
            }
        )
        y += _PRICE_ROW
    return Panel(
        "sanjuan/prices.svg",
        prices_title(),
        panel_width,
        y + 4,
        {
            "goods": [
                {"good": good_mark(scene.colours, good), "name": in_words(terms.good(good))} for good in GOOD_NAMES
            ],
            "pays": fit_line(_("sells for"), lead - 8, 11.5, 8.5),
            "columns": [round(PADDING + lead + cell * (index + 0.5), 1) for index in range(len(GOOD_NAMES))],
            "rows": rows,
            "row_width": panel_width - 2 * PADDING,
            "row_height": _PRICE_ROW - 3,
        },
        frozenset(GOOD_NAMES),
    )


def prices_title() -> str:
    return _("Trading house: cards for a good")


def price_tile_rows(scene: Scene) -> list[Element]:
    """Every price tile once, with its prices and its state: open, known, or unseen."""
    prices = scene.view.prices
    rows: list[Element] = []
    unseen = iter(prices.unseen)
    for place, tile in enumerate(prices.coming, start=1):
        is_open = place == 1 and prices.open is not None
        if tile.prices is None and len(prices.unseen) > 1:
            # Its place is one of several. The last unseen tile has only one possible place.
            rows.append({"state": "unseen", "lead": _("not seen yet"), "prices": next(unseen)})
        elif is_open:
            rows.append({"state": "open", "lead": _("open now"), "prices": tile.prices})
        else:
            lead = _("next") if place == 1 else _("place %(number)d") % {"number": place}
            rows.append({"state": "known", "lead": lead, "prices": tile.prices or next(unseen)})
    return rows


def _price_list(prices: tuple[int, ...]) -> str:
    return ", ".join(f"{in_words(terms.good(good))} {price}" for good, price in zip(GOOD_NAMES, prices, strict=True))


def has_open_cards(scene: Scene) -> bool:
    """Whether the panel of open cards has anything to show."""
    view = scene.view
    return bool(view.turned or view.covered or view.discards)


def open_panel(scene: Scene, panel_width: float, cards: CardSize = READABLE) -> Panel:
    """The cards that a gold mine has turned up, those that were built over, and those known to be in the discards."""
    view = scene.view
    inner = panel_width - 2 * PADDING
    cells = grid(inner, cards.max_width)
    turned = [
        {
            **card_element(scene, kind, cells.cell_width, cards),
            "hotspot": scene.hotspot(f"card:{kind}", card_description(kind)),
        }
        for kind in view.turned
    ]
    y: float = 20
    y += cells.total_height(len(turned), cards.height) + 16 if turned else 0
    notes: list[Element] = []
    for note in open_card_notes(scene):
        for line in fit_lines(note, inner, 11.5, 10, 12):
            notes.append({"y": round(y, 1), "text": line.text, "size": line.size})
            y += _NOTE
    return Panel(
        "sanjuan/open.svg",
        open_cards_title(),
        panel_width,
        y,
        {
            "caption": _("Turned up by the gold mine") if turned else "",
            "cards": place_in_grid(cells, turned, cards.height),
            "notes": notes,
        },
        card_marks(view.turned),
    )


def open_cards_title() -> str:
    return _("Cards that lie open or are known")


def open_card_notes(scene: Scene) -> list[str]:
    view = scene.view
    sentences: list[str] = []
    if view.covered:
        sentences.append(_("Built over: %(cards)s") % {"cards": list_cards(view.covered)})
    if view.discards:
        values = {"count": cards_text(len(view.discards)), "cards": list_cards(view.discards)}
        known = _("Known in the discards, %(count)s: %(cards)s")
        sentences.append((_("In the discards: %(count)s: %(cards)s") if view.viewer is None else known) % values)
    return sentences
