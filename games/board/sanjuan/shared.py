"""The panels of the shared things: role cards, price tiles, and what lies open besides."""

from __future__ import annotations

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.board.goods import good_mark
from games.board.lettering import fitted, wrapped
from games.board.panels import Drawn, Panel
from games.board.sanjuan.cards import READABLE, Format, card, shapes
from games.board.sanjuan.faces import told
from games.board.sanjuan.rows import grid, placed
from games.board.sanjuan.scene import EDGE, ROLE_MARKS, Scene, cards_in_words, counted
from games.engine.sanjuan import names as terms
from games.engine.sanjuan.components import GOOD_NAMES
from games.engine.sanjuan.view import RoleView
from games.wording import in_words, title

_GAP: Final = 8
_ROLE_DOWN: Final = 88
_NARROW_ROLE_DOWN: Final = 104
_BESIDE_FROM: Final = 98
"""A role card so wide has its name beside the mark."""
_NARROWEST_ROLE: Final = 78
_PRICE_ROW: Final = 23
_NOTE: Final = 15

ROLE_NOTES: Final[dict[str, tuple[Promise, Promise]]] = {
    "builder": (gettext_lazy("build one"), gettext_lazy("picker: −1 card")),
    "producer": (gettext_lazy("make 1 good"), gettext_lazy("picker: +1 good")),
    "trader": (gettext_lazy("sell 1 good"), gettext_lazy("picker: +1 good")),
    "councillor": (gettext_lazy("draw 2, keep 1"), gettext_lazy("picker: draw 5")),
    "prospector": (gettext_lazy("no action"), gettext_lazy("picker: draw 1")),
}
"""What everybody does, and the picker's privilege (docs/rules §2)."""


def roles_panel(scene: Scene, panel_width: float) -> Panel:
    """The role cards in a row, or in two where one would be too tight; narrow ones have the name under the mark."""
    roles = scene.view.roles
    rows = 1 if (panel_width - 2 * EDGE + _GAP) / len(roles) >= _NARROWEST_ROLE + _GAP else 2
    per_row = -(-len(roles) // rows)
    across = round((panel_width - 2 * EDGE + _GAP) / per_row - _GAP, 1)
    beside = across >= _BESIDE_FROM
    down = _ROLE_DOWN if beside else _NARROW_ROLE_DOWN
    name_x, name_y = (34, 23) if beside else (7, 45)
    names = [title(terms.role(role.role)) for role in roles]
    size = min(fitted(name, across - name_x - 5, 13, 8.5, bold=True).size for name in names)
    drawn: list[Drawn] = [
        {
            "x": round(EDGE + (index % per_row) * (across + _GAP), 1),
            "y": 4 + (index // per_row) * (down + _GAP),
            "mark": ROLE_MARKS[role.role],
            "name": fitted(name, across - name_x - 5, size, size, bold=True),
            "notes": _role_notes(role, across, name_y),
            "taker": None
            if role.taken_by is None
            else fitted(scene.names[role.taken_by], across - (40 if role.library else 12), 11.5, 9, bold=True),
            "doubled": role.library,
            "spot": scene.spot(f"role:{role.role}", _role_label(scene, role)),
        }
        for index, (role, name) in enumerate(zip(roles, names, strict=True))
    ]
    return Panel(
        "sanjuan/roles.svg",
        roles_title(scene),
        panel_width,
        4 + rows * (down + _GAP),
        {
            "cards": drawn,
            "card_width": across,
            "card_height": down,
            "name_x": name_x,
            "name_y": name_y,
            "taker_y": down - 9,
            "doubled_x": round(across - 30, 1),
            "doubled_y": down - 24,
        },
        frozenset(ROLE_MARKS.values()),
    )


def _role_notes(role: RoleView, across: float, below: float) -> list[Drawn]:
    lines = [fitted(str(note), across - 12, 10.5, 8.5) for note in ROLE_NOTES[role.role]]
    return [{"y": below + 17 + index * 13.5, "text": line.text, "size": line.size} for index, line in enumerate(lines)]


def roles_title(scene: Scene) -> str:
    return _("Roles, round %(round)d") % {"round": scene.view.round}


def _role_label(scene: Scene, role: RoleView) -> str:
    action, privilege = ROLE_NOTES[role.role]
    label = f"{title(terms.role(role.role))}: {action}; {privilege}"
    if role.taken_by is not None:
        label += ", " + _("picked by %(name)s") % {"name": scene.names[role.taken_by]}
    if role.library:
        label += ", " + _("doubled by the library")
    return label


def prices_panel(scene: Scene, panel_width: float) -> Panel:
    """The price tiles in the order in which they will be turned, as far as it is known."""
    lead = min(110.0, round((panel_width - 2 * EDGE) * 0.34))
    cell = (panel_width - 2 * EDGE - lead) / len(GOOD_NAMES)
    rows: list[Drawn] = []
    y: float = 30
    for turn in tile_rows(scene):
        rows.append(
            {
                "y": y,
                "state": turn["state"],
                "lead": fitted(turn["lead"], lead - 12, 11.5, 8.5, bold=turn["state"] == "open"),
                "prices": turn["prices"],
                "label": f"{turn['lead']}: {_price_list(turn['prices'])}",
            }
        )
        y += _PRICE_ROW
    return Panel(
        "sanjuan/prices.svg",
        _("Trading house: cards for a good"),
        panel_width,
        y + 4,
        {
            "goods": [
                {"good": good_mark(scene.colours, good), "name": in_words(terms.good(good))} for good in GOOD_NAMES
            ],
            "pays": fitted(_("sells for"), lead - 8, 11.5, 8.5),
            "columns": [round(EDGE + lead + cell * (index + 0.5), 1) for index in range(len(GOOD_NAMES))],
            "rows": rows,
            "row_width": panel_width - 2 * EDGE,
            "row_height": _PRICE_ROW - 3,
        },
        frozenset(GOOD_NAMES),
    )


def tile_rows(scene: Scene) -> list[Drawn]:
    """Every tile once, with its prices and what is known of its place: open, known, or unseen yet."""
    prices = scene.view.prices
    rows: list[Drawn] = []
    unseen = iter(prices.unseen)
    for place, tile in enumerate(prices.coming, start=1):
        is_open = place == 1 and prices.open is not None
        if tile.prices is None and len(prices.unseen) > 1:
            # Somewhere among the places of the unseen ones; the last of them has only one place left.
            rows.append({"state": "unseen", "lead": _("not seen yet"), "prices": next(unseen)})
        elif is_open:
            rows.append({"state": "open", "lead": _("open now"), "prices": tile.prices})
        else:
            lead = _("next") if place == 1 else _("place %(number)d") % {"number": place}
            rows.append({"state": "known", "lead": lead, "prices": tile.prices or next(unseen)})
    return rows


def _price_list(prices: tuple[int, ...]) -> str:
    return ", ".join(f"{in_words(terms.good(good))} {price}" for good, price in zip(GOOD_NAMES, prices, strict=True))


def lies_open(scene: Scene) -> bool:
    """Whether there is anything for the panel of what lies open."""
    view = scene.view
    return bool(view.turned or view.covered or view.discards)


def open_panel(scene: Scene, panel_width: float, cards: Format = READABLE) -> Panel:
    """The cards that a gold mine has turned up, those below others, and those known to lie in the discards."""
    view = scene.view
    inner = panel_width - 2 * EDGE
    cells = grid(inner, cards.widest)
    turned = [
        {**card(scene, kind, cells.across, cards.down), "spot": scene.spot(f"card:{kind}", told(kind))}
        for kind in view.turned
    ]
    y: float = 20
    y += cells.down(len(turned), cards.down) + 16 if turned else 0
    notes: list[Drawn] = []
    for note in open_notes(scene):
        for line in wrapped(note, inner, 11.5, 10, 12):
            notes.append({"y": round(y, 1), "text": line.text, "size": line.size})
            y += _NOTE
    return Panel(
        "sanjuan/open.svg",
        _("Cards that lie open or are known"),
        panel_width,
        y,
        {
            "caption": _("Turned up by the gold mine") if turned else "",
            "cards": placed(cells, turned, cards.down),
            "notes": notes,
        },
        shapes(view.turned),
    )


def open_notes(scene: Scene) -> list[str]:
    view = scene.view
    said: list[str] = []
    if view.covered:
        said.append(_("Built over: %(cards)s") % {"cards": counted(view.covered)})
    if view.discards:
        told = {"count": cards_in_words(len(view.discards)), "cards": counted(view.discards)}
        known = _("Known in the discards, %(count)s: %(cards)s")
        said.append((_("In the discards: %(count)s: %(cards)s") if view.viewer is None else known) % told)
    return said
