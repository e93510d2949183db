"""The panels of the shared parts of the board: role cards, trading house and supplies, plantations."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.board.goods import GOOD_LETTERS, good_mark
from games.board.panels import Element, Panel
from games.board.piece_cards import piece_id
from games.board.puertorico.scene import (
    SALE_PRICE,
    Scene,
    barrels_text,
    doubloons_text,
    people_come_from_ship,
    worker_marks,
)
from games.board.text_fitting import fit_line
from games.engine.puertorico import names as terms
from games.engine.puertorico.components import GOOD_NAMES
from games.engine.puertorico.view_types import PuertoRicoView, RoleCardView
from games.wording import in_words, say, title

PADDING: Final = 12
"""The free room at both sides of a panel."""

_CARD_HEIGHT: Final = 82
_MIN_CARD_WIDTH: Final = 78
_MAX_FACE_UP: Final = 6
_MIN_TILE_WIDTH: Final = 48


def roles_panel(scene: Scene, width: float, *, brief: bool = False) -> Panel:
    """The role cards in one row, or in two if one would be too narrow. brief: taken ones without their marks."""
    cards = scene.view.role_cards
    gap = 8
    rows = 1 if (width - 2 * PADDING + gap) / len(cards) >= _MIN_CARD_WIDTH + gap else 2
    per_row = -(-len(cards) // rows)
    card_width = min(140.0, round((width - 2 * PADDING + gap) / per_row - gap, 1))
    drawn: list[Element] = [
        {
            "x": PADDING + (index % per_row) * (card_width + gap),
            "y": 4 + (index // per_row) * (_CARD_HEIGHT + gap),
            "mark": "" if brief and card.taken_by is not None else card.role.split()[0],
            "doubloons": card.doubloons,
            "name": fit_line(title(terms.role(card.role.split()[0])), card_width - 8, 12.5, 8.5, bold=True),
            "taker": None if card.taken_by is None else fit_line(scene.names[card.taken_by], card_width - 8, 11.5, 9),
            "piece": piece_id("role", card.role),
            "hotspot": scene.hotspot(f"role:{card.role}", _card_label(scene, card)),
        }
        for index, card in enumerate(cards)
    ]
    return Panel(
        "puertorico/roles.svg",
        roles_title(scene),
        width,
        8 + rows * (_CARD_HEIGHT + gap),
        {
            "cards": drawn,
            "card_width": card_width,
            "card_height": _CARD_HEIGHT,
            "middle": card_width / 2,
            "coin_x": card_width - 28,
        },
        frozenset({"coin", *(card.role.split()[0] for card in cards)}),
    )


def roles_title(scene: Scene) -> str:
    """The round, and whether it is the last one."""
    view = scene.view
    if view.end_triggers and not view.over:
        return _("Roles, round %(round)d, the last one") % {"round": view.round}
    return _("Roles, round %(round)d") % {"round": view.round}


def _card_label(scene: Scene, card: RoleCardView) -> str:
    label = title(terms.role(card.role))
    if card.doubloons:
        label += f", {doubloons_text(card.doubloons)}"
    if card.taken_by is not None:
        label += ", " + _("taken by %(name)s") % {"name": scene.names[card.taken_by]}
    return label


def market_panel(scene: Scene, width: float) -> Panel:
    """The trading house, the goods supply with prices, and the supplies of colonists and VP."""
    view = scene.view
    cell = round((width - 2 * PADDING) / len(GOOD_NAMES), 1)
    extra = view.stage == "craftsman" and view.viewer == view.to_move
    supply: list[Element] = [
        {
            "x": round(PADDING + cell * (index + 0.5), 1),
            "count": view.goods_supply[good],
            "price": SALE_PRICE[good],
            "good": good_mark(scene.colours, good),
            "hotspot": scene.hotspot(f"good:{good}", _supply_label(scene, good), here=extra),
        }
        for index, good in enumerate(GOOD_NAMES)
    ]
    piles = _piles(scene)
    pile_room = (width - 2 * PADDING) / len(piles)
    piles_drawn: list[Element] = [
        {
            "x": PADDING + index * pile_room,
            "mark": mark,
            "count": count,
            "text_x": 34 + 9 * len(str(count)),
            "name": fit_line(name, pile_room - 40 - 9 * len(str(count)), 12, 8.5),
            "hotspot": scene.hotspot(target, label % {"count": count}, here=not people_come_from_ship(scene)),
            "width": pile_room - 6,
        }
        for index, (mark, count, name, label, target) in enumerate(piles)
    ]
    house = _trading_house(scene, width)
    return Panel(
        "puertorico/market.svg",
        _("Market and supplies"),
        width,
        170,
        {
            "house": house,
            "supply": supply,
            "piles": piles_drawn,
            "cell": cell - 6,
            "cell_left": round(3 - cell / 2, 1),
            "pays": fit_line(_("sells"), cell - 32, 10.5, 8),
            "pays_x": round(8 - cell / 2, 1),
            "paid_x": round(cell / 2 - 26, 1),
        },
        frozenset({*GOOD_NAMES, "coin", *worker_marks(scene), "vp"}),
    )


def _piles(scene: Scene) -> list[tuple[str, int, str, str, str]]:
    """Mark, number, caption, name and target of each supply."""
    view = scene.view
    piles = [
        (
            "colonist",
            view.colonist_supply,
            _("colonists") if scene.nobles else _("in the supply"),
            _("Colonist supply: %(count)d"),
            "colonist",
        ),
        ("vp", view.vp_pool, _("VP left"), _("Victory points left: %(count)d"), "vp-pool"),
    ]
    if scene.nobles:
        piles.insert(1, ("noble", view.noble_supply, _("nobles"), _("Noble supply: %(count)d"), "noble"))
    return piles


def piles_texts(scene: Scene) -> list[str]:
    """What is left in the supplies of people and victory points."""
    return [label % {"count": count} for _mark, count, _name, label, _target in _piles(scene)]


def house_text(view: PuertoRicoView) -> str:
    """What lies in the trading house."""
    empty = pgettext("state of the trading house", "empty")
    return _("Trading house: %(goods)s") % {
        "goods": ", ".join(in_words(terms.good(good)) for good in view.trading_house) or empty
    }


def _trading_house(scene: Scene, width: float) -> Element:
    view = scene.view
    step = 38
    house_width = view.trading_house_spaces * step + 4
    sold = view.trading_house
    return {
        "x": round((width - house_width) / 2, 1),
        "width": house_width,
        "middle": house_width / 2,
        "eaves": house_width + 8,
        "name": fit_line(_("Trading house"), house_width - 52, 11.5, 8, bold=True),
        "hotspot": scene.hotspot("house", house_text(view)),
        "spaces": [
            {
                "x": 5 + space * step,
                "inner": 9 + space * step,
                "good": good_mark(scene.colours, sold[space]) if space < len(sold) else None,
            }
            for space in range(view.trading_house_spaces)
        ],
    }


def _supply_label(scene: Scene, good: str) -> str:
    return _("Supply: %(barrels)s; sells for %(price)s") % {
        "barrels": barrels_text(scene.view.goods_supply[good], good),
        "price": doubloons_text(SALE_PRICE[good]),
    }


def plantations_panel(scene: Scene, width: float, *, brief: bool = False) -> Panel:
    """The face-up plantations, the face-down stack and the quarries. In a narrow panel the stacks are below.

    brief: face-up ones without their names, as they have letters.
    """
    view = scene.view
    gap = 12
    inner = width - 2 * PADDING + gap
    # There is always room for the largest number of tiles, so that tiles keep their size during a settler phase.
    beside = inner / (_MAX_FACE_UP + 2) >= _MIN_TILE_WIDTH + gap
    side = min(58.0, round(inner / (_MAX_FACE_UP + 2 if beside else _MAX_FACE_UP) - gap, 1))
    colours = scene.colours
    faces: list[tuple[str | None, str, str, str, int | None]] = [
        (tile, f"plantation:{tile}", title(terms.tile(tile)), in_words(terms.TILES[tile]), None)
        for tile in view.face_up
    ]
    faces.append(_stack(view))
    quarries = _("Quarries: %(count)d") % {"count": view.quarries}
    faces.append(("quarry", "quarry", quarries, _("quarries"), view.quarries))
    row_height = round(side + 26)
    # One place for each player and one more. The stacks keep theirs when face-up tiles are taken.
    places = [*range(len(view.face_up)), view.seats + 1, view.seats + 2]
    drawn: list[Element] = [
        {
            **_tile_corner(place, view.seats + 1, side + gap, row_height, beside=beside),
            "kind": kind,
            "stack": count is not None,
            "fill": colours[kind or "field"],
            "on": colours[f"on{kind}"] if kind else colours["ink"],
            "letter": GOOD_LETTERS.get(kind or "", ""),
            "count": count,
            "caption": None if brief and count is None else fit_line(caption, side + gap - 4, 11, 8),
            "hotspot": scene.hotspot(target, label),
        }
        for place, (kind, target, label, caption, count) in zip(places, faces, strict=True)
    ]
    plant = round(side / 24 * 0.68, 3)
    return Panel(
        "puertorico/plantations.svg",
        _("Plantations"),
        width,
        row_height * (1 if beside else 2) + 4,
        {
            "tiles": drawn,
            "gaps": [
                _tile_corner(index, view.seats + 1, side + gap, row_height, beside=beside)
                for index in range(len(view.face_up), view.seats + 1)
            ],
            "side": side,
            "half": side / 2,
            "plant_scale": plant,
            "plant_x": round(side * 0.29, 1),
            "plant_y": round(side * 0.26, 1),
            "furrow": round(side * 0.3, 1),
            "furrow2": round(side * 0.5, 1),
            "furrow3": round(side * 0.7, 1),
            "furrow_end": round(side - 6, 1),
            "badge": round(side - 8, 1),
            "caption_y": round(side + 17, 1),
        },
        frozenset(f"plant-{kind}" for kind, *_rest in faces if kind),
    )


def _stack(view: PuertoRicoView) -> tuple[str | None, str, str, str, int | None]:
    """The face-down tiles; on top of them, face up, the tile that the viewer has drawn and not placed yet."""
    drawn, label = view.turn.drawn, face_down_text(view)
    if drawn is None:
        return None, "stack", label, _("stack"), view.stock.face_down
    return drawn, "stack", label, _("drawn"), view.stock.face_down


def face_down_text(view: PuertoRicoView) -> str:
    """How many tiles lie face down, and which one the viewer has drawn of them."""
    label = _("Face-down plantations: %(count)d, discarded: %(discarded)d") % {
        "count": view.stock.face_down,
        "discarded": view.stock.discarded,
    }
    drawn = view.turn.drawn
    return label if drawn is None else say("You have drawn {tile}. {stack}", tile=terms.one_tile(drawn), stack=label)


def _tile_corner(index: int, face_up: int, step: float, row_height: float, *, beside: bool) -> Element:
    """The place of a tile. The stacks come after the face-up tiles."""
    if beside:
        return {"x": round(PADDING + index * step + (10 if index >= face_up else 0), 1), "y": 3}
    column, row = (index, 0) if index < face_up else (index - face_up, 1)
    return {"x": round(PADDING + column * step, 1), "y": 3 + row * row_height}
