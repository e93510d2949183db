"""The board as plain text, for mail readers without pictures: complete, in columns, no line wider than asked.

Circles are `o` when occupied, `-` when empty; free holds and spaces of the trading house are `.`.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.board.puertorico.scene import LETTERS, colonists, doubloons, title, word
from games.engine.puertorico import names as terms
from games.engine.puertorico.view import BuildingForSaleView, CargoShipView, PlayerView, PuertoRicoView

_INDENT: Final = "  "
_LONGEST_NAME: Final = 24
"""Players' names are cut to it, in the columns at least."""


@dataclass(frozen=True)
class TextSeat:
    """One player's lines under his name."""

    name: str
    lines: list[str]


def text_board(view: PuertoRicoView, names: Sequence[str], width: int) -> str:
    called = [textwrap.shorten(name, _LONGEST_NAME, placeholder="…")[:_LONGEST_NAME] or "?" for name in names]
    first = view.governor if view.viewer is None else view.viewer
    order = [(first + step) % view.seats for step in range(view.seats)]
    context = {
        "rule": "-" * width,
        "state": _flowed(_state(view, called), width, ""),
        "roles": _side_by_side(_roles(view, called), width),
        "ships": [_ship(ship, view) for ship in view.ships],
        "colonist_ship": _("Colonist ship: %(aboard)d   Colonist supply: %(supply)d   VP left: %(vp)d")
        % {"aboard": view.colonist_ship, "supply": view.colonist_supply, "vp": view.vp_pool},
        "house": _house(view, width),
        "goods": _flowed(_amounts(view.goods_supply), width, _INDENT),
        "plantations": _plantations(view, width),
        "buildings": _for_sale(view, width),
        "seats": [TextSeat(_name_line(view, called, seat), _seat(view.players[seat], view, width)) for seat in order],
    }
    return _tidy(render_to_string("puertorico/board.txt", context), width)


def _flowed(text: str, width: int, indent: str, hanging: str | None = None) -> str:
    return textwrap.fill(text, width, initial_indent=indent, subsequent_indent=indent if hanging is None else hanging)


def _tidy(text: str, width: int) -> str:
    """Without trailing blanks; what a translation made too long goes on in the next line."""
    lines: list[str] = []
    for line in text.strip().splitlines():
        line = line.rstrip()
        lines += textwrap.wrap(line, width, subsequent_indent=_INDENT * 2) if len(line) > width else [line]
    return "\n".join(lines) + "\n"


def _state(view: PuertoRicoView, names: Sequence[str]) -> str:
    said = [
        _("Round %(round)d.") % {"round": view.round},
        _("Governor: %(name)s.") % {"name": names[view.governor]},
    ]
    if view.role is not None and view.picker is not None:
        said.append(
            _("In play: %(role)s, picked by %(name)s.")
            % {"role": word(terms.role(view.role)), "name": names[view.picker]}
        )
    if view.over:
        said.append(_("The game is over."))
    elif view.to_move is not None:
        said.append(
            _("To move: %(name)s (%(stage)s).") % {"name": names[view.to_move], "stage": word(terms.stage(view.stage))}
        )
    if view.end_triggers and not view.over:
        said.append(_("This is the last round."))
    return " ".join(said)


def _roles(view: PuertoRicoView, names: Sequence[str]) -> list[str]:
    across = max(len(title(terms.role(card.role))) for card in view.role_cards)
    lines = []
    for card in view.role_cards:
        note = f"({names[card.taken_by]})" if card.taken_by is not None else ""
        if card.doubloons:
            note = f"+{doubloons(card.doubloons)} {note}"
        lines.append(f"{title(terms.role(card.role)):<{across}}  {note or '-'}".rstrip())
    return lines


def _side_by_side(items: Sequence[str], width: int) -> list[str]:
    """Two columns, read downwards, where all fit; else one."""
    half = -(-len(items) // 2)
    left = max(len(item) for item in items[:half])
    right = max((len(item) for item in items[half:]), default=0)
    if len(_INDENT) + left + 3 + right > width:
        return [_INDENT + item for item in items]
    padded = [*items, ""]
    return [f"{_INDENT}{padded[row]:<{left}}   {padded[half + row]}".rstrip() for row in range(half)]


def _ship(ship: CargoShipView, view: PuertoRicoView) -> str:
    holds = LETTERS[ship.good] * ship.barrels if ship.good else ""
    widest = max(other.size for other in view.ships) + 2
    drawn = f"[{holds:.<{ship.size}}]"
    load = _("empty") if ship.good is None else f"{word(terms.good(ship.good))} {ship.barrels}/{ship.size}"
    return f"{_INDENT}{_('Ship %(size)d') % {'size': ship.size}}  {drawn:<{widest}}  {load}"


def _house(view: PuertoRicoView, width: int) -> str:
    spaces = "".join(LETTERS[good] for good in view.trading_house)
    inside = ", ".join(word(terms.good(good)) for good in view.trading_house) or _("empty")
    return _flowed(f"[{spaces:.<{view.trading_house_spaces}}]  {inside}", width, _INDENT, _INDENT * 2)


def _amounts(goods: dict[str, int]) -> str:
    return ", ".join(f"{word(terms.good(good))} {count}" for good, count in goods.items())


def _plantations(view: PuertoRicoView, width: int) -> str:
    shown = ", ".join(word(terms.TILES[tile]) for tile in view.face_up) or _("none face up")
    rest = _("stack %(stack)d, discarded %(discarded)d, quarries %(quarries)d") % {
        "stack": view.stock.face_down,
        "discarded": view.stock.discarded,
        "quarries": view.quarries,
    }
    return _flowed(f"{shown}; {rest}", width, _INDENT)


def _for_sale(view: PuertoRicoView, width: int) -> list[str]:
    """One line for each building; `*` marks those that the viewer could buy."""
    heads = (_("building"), _("cost"), _("you"), _("VP"), "")
    terms_across = max(len(word(terms.building(building.building))) for building in view.buildings)
    across = [max(terms_across, len(heads[0])), *(len(head) for head in heads[1:4]), 2]
    lines = [" " + " ".join([*(f"{head:<{room}}" for head, room in zip(heads, across, strict=True)), _("effect")])]
    for building in view.buildings:
        cost = "-" if building.price_now is None else building.price_now
        figures = (building.price, cost, building.vp, f"{building.count}x")
        cells = [f"{word(terms.building(building.building)):<{across[0]}}"]
        cells += [f"{figure:>{room}}" for figure, room in zip(figures, across[1:], strict=True)]
        start = ("*" if building.buyable else " ") + " ".join(cells) + " "
        first, *more = textwrap.wrap(_effect(building), max(width - len(start), 12))
        lines += [start + first, *(" " * len(start) + line for line in more)]
    return lines


def _effect(building: BuildingForSaleView) -> str:
    effect = word(terms.effect(building.building))
    if building.circles > 1:
        effect += " " + _circles(0, building.circles)
    return effect


def _name_line(view: PuertoRicoView, names: Sequence[str], seat: int) -> str:
    player = view.players[seat]
    notes = []
    if seat == view.viewer:
        notes.append(_("you"))
    if player.governor:
        notes.append(_("governor"))
    if seat == view.to_move:
        notes.append(_("to move"))
    notes += [word(terms.role(role)) for role in player.roles]
    return names[seat].upper() + (f" ({', '.join(notes)})" if notes else "")


def _seat(player: PlayerView, view: PuertoRicoView, width: int) -> list[str]:
    vp = "?" if player.vp is None else str(player.vp)
    wealth = [
        doubloons(player.doubloons),
        _("VP %(chips)s + %(buildings)d on buildings") % {"chips": vp, "buildings": player.building_vp},
        _("%(colonists)s (%(count)d in San Juan)")
        % {"colonists": colonists(player.colonists), "count": player.san_juan},
    ]
    island = [
        f"{word(terms.TILES[tiles.kind])} {_circles(tiles.occupied, tiles.count)}"
        for tiles in player.island
        if tiles.count
    ]
    city = [
        f"{word(terms.building(building.building))} {_circles(building.colonists, building.circles)}"
        for building in player.city
    ]
    rows = [
        (_("Has"), "; ".join(wealth)),
        (_("Goods"), _amounts({good: count for good, count in player.goods.items() if count}) or _("none")),
        (_("Island"), _list([*island, _free(player.island_free)])),
        (_("City"), _list([*city, _free(player.city_free)])),
    ]
    if player.seat == view.viewer and any(player.can_produce.values()):
        makes = _amounts({good: count for good, count in player.can_produce.items() if count})
        rows.insert(2, (_("Would make"), makes))
    across = max(len(label) for label, _text in rows)
    return [
        line.replace("\N{NO-BREAK SPACE}", " ")
        for label, text in rows
        for line in textwrap.wrap(
            f"{_INDENT}{label:<{across}}  {text}",
            width,
            subsequent_indent=" " * (len(_INDENT) + across + 2),
            break_on_hyphens=False,
        )
    ]


def _free(count: int) -> str:
    return ngettext("%(count)d space free", "%(count)d spaces free", count) % {"count": count}


def _list(items: Iterable[str]) -> str:
    """Enumerated so that a thing and its circles stay on one line."""
    return ", ".join(item.replace(" ", "\N{NO-BREAK SPACE}") for item in items)


def _circles(occupied: int, count: int) -> str:
    return "o" * occupied + "-" * (count - occupied)
