"""The board as plain text, for mail readers without pictures: complete, in columns, no line wider than `width`.

Circles are `o` when occupied, `-` when empty; free holds and spaces of the trading house are `.`.
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass

from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.board.goods import GOOD_LETTERS
from games.board.puertorico.scene import doubloons_text, sorted_by_price
from games.board.puertorico.text_parts import amounts_text, circles_text
from games.board.puertorico.text_seats import seat_lines, seat_notes
from games.board.text_layout import INDENT, clean_lines, short_names, two_columns, wrap_text
from games.engine.puertorico import names as terms
from games.engine.puertorico.view_types import BuildingForSaleView, CargoShipView, DraftView, PuertoRicoView
from games.wording import in_words, say, title


@dataclass(frozen=True)
class SeatText:
    """A player's name, and the lines below it."""

    name: str
    lines: list[str]


def text_board(view: PuertoRicoView, names: Sequence[str], width: int) -> str:
    short = short_names(names)
    first = view.governor if view.viewer is None else view.viewer
    order = [(first + step) % view.seats for step in range(view.seats)]
    seats = [SeatText(_name_line(view, short, seat), seat_lines(view.players[seat], view, width)) for seat in order]
    context = {
        "rule": "-" * width,
        "state": wrap_text(_state(view, short), width, ""),
        "roles": two_columns(_roles(view, short), width),
        "ships": [_ship(ship, view) for ship in view.ships],
        "colonist_ship": _colonist_ship(view),
        "nobles": view.options.nobles == "on",
        "house": _house(view, width),
        "goods": wrap_text(amounts_text(view.goods_supply), width, INDENT),
        "plantations": _plantations(view, width),
        "buildings": _for_sale(view, width),
        "draft": _draft(view.draft, width) if view.draft else [],
        "seats": seats,
    }
    return clean_lines(render_to_string("puertorico/board.txt", context), width)


def _state(view: PuertoRicoView, names: Sequence[str]) -> str:
    sentences = [
        _("Round %(round)d.") % {"round": view.round},
        _("Governor: %(name)s.") % {"name": names[view.governor]},
    ]
    if view.role is not None and view.picker is not None:
        sentences.append(
            _("In play: %(role)s, picked by %(name)s.")
            % {"role": in_words(terms.role(view.role)), "name": names[view.picker]}
        )
    if view.over:
        sentences.append(_("The game is over."))
    elif view.to_move is not None:
        sentences.append(
            _("To move: %(name)s (%(stage)s).")
            % {"name": names[view.to_move], "stage": in_words(terms.stage(view.stage))}
        )
    if view.end_triggers and not view.over:
        sentences.append(_("This is the last round."))
    return " ".join(sentences)


def _roles(view: PuertoRicoView, names: Sequence[str]) -> list[str]:
    column_width = max(len(title(terms.role(card.role))) for card in view.role_cards)
    lines = []
    for card in view.role_cards:
        note = f"({names[card.taken_by]})" if card.taken_by is not None else ""
        if card.doubloons:
            note = f"+{doubloons_text(card.doubloons)} {note}"
        lines.append(f"{title(terms.role(card.role)):<{column_width}}  {note or '-'}".rstrip())
    return lines


def _ship(ship: CargoShipView, view: PuertoRicoView) -> str:
    holds = GOOD_LETTERS[ship.good] * ship.barrels if ship.good else ""
    widest = max(other.size for other in view.ships) + 2
    drawn = f"[{holds:.<{ship.size}}]"
    load = (
        pgettext("state of a ship", "empty")
        if ship.good is None
        else f"{in_words(terms.good(ship.good))} {ship.barrels}/{ship.size}"
    )
    return f"{INDENT}{_('Ship %(size)d') % {'size': ship.size}}  {drawn:<{widest}}  {load}"


def _colonist_ship(view: PuertoRicoView) -> str:
    values = {
        "aboard": view.colonist_ship,
        "supply": view.colonist_supply,
        "vp": view.vp_pool,
        "noble": view.noble_ship,
        "nobles": view.noble_supply,
    }
    if view.options.nobles == "on":
        return (
            _("Colonist ship: %(aboard)d, nobles %(noble)d   Supply: %(supply)d, nobles %(nobles)d   VP left: %(vp)d")
            % values
        )
    return _("Colonist ship: %(aboard)d   Colonist supply: %(supply)d   VP left: %(vp)d") % values


def _house(view: PuertoRicoView, width: int) -> str:
    spaces = "".join(GOOD_LETTERS[good] for good in view.trading_house)
    inside = ", ".join(in_words(terms.good(good)) for good in view.trading_house) or pgettext(
        "state of the trading house", "empty"
    )
    return wrap_text(f"[{spaces:.<{view.trading_house_spaces}}]  {inside}", width, INDENT, INDENT * 2)


def _plantations(view: PuertoRicoView, width: int) -> str:
    shown = ", ".join(in_words(terms.TILES[tile]) for tile in view.face_up) or _("none face up")
    rest = _("stack %(stack)d, discarded %(discarded)d, quarries %(quarries)d") % {
        "stack": view.stock.face_down,
        "discarded": view.stock.discarded,
        "quarries": view.quarries,
    }
    if view.turn.drawn:
        rest += "; " + say("you have drawn {tile}", tile=terms.one_tile(view.turn.drawn))
    return wrap_text(f"{shown}; {rest}", width, INDENT)


def _draft(draft: DraftView, width: int) -> list[str]:
    """By price, how many spaces are still free, and the kinds that can be chosen for them."""
    lines: list[str] = []
    for spaces in draft.board:
        free = spaces.spaces - len(spaces.chosen)
        values = {"price": spaces.price, "free": free, "spaces": spaces.spaces}
        head = _("price %(price)d (%(free)d of %(spaces)d free):") % values
        kinds = ", ".join(in_words(terms.building(kind)) for kind in spaces.open)
        if free:
            lines += wrap_text(f"{head} {kinds}", width, INDENT, INDENT * 2).splitlines()
    return lines


def _for_sale(view: PuertoRicoView, width: int) -> list[str]:
    """One line for each building in play; `*` marks those that the viewer could buy, but for the draft."""
    buildings = sorted_by_price(view.buildings)
    heads = (_("building"), _("cost"), pgettext("cost for the reader", "you"), _("VP"), "")
    names_width = max(len(in_words(terms.building(building.building))) for building in buildings)
    widths = [max(names_width, len(heads[0])), *(len(head) for head in heads[1:4]), 2]
    headings = [f"{head:<{room}}" for head, room in zip(heads, widths, strict=True)]
    lines = [" " + " ".join([*headings, _("effect")])]
    for building in buildings:
        cost = "-" if building.price_now is None else building.price_now
        figures = (building.price, cost, building.vp, f"{building.count}x")
        cells = [f"{in_words(terms.building(building.building)):<{widths[0]}}"]
        cells += [f"{figure:>{room}}" for figure, room in zip(figures, widths[1:], strict=True)]
        start = ("*" if building.buyable and not view.draft else " ") + " ".join(cells) + " "
        first, *more = textwrap.wrap(_effect(building), max(width - len(start), 12))
        lines += [start + first, *(" " * len(start) + line for line in more)]
    return lines


def _effect(building: BuildingForSaleView) -> str:
    effect = in_words(terms.effect(building.building))
    if building.circles > 1:
        effect += " " + circles_text(building.circles)
    return effect


def _name_line(view: PuertoRicoView, names: Sequence[str], seat: int) -> str:
    notes = seat_notes(view, seat)
    return names[seat].upper() + (f" ({', '.join(notes)})" if notes else "")
