"""Lines of plans (games.engine.plans): to which kind of question they belong, what they leave open, what they measure.

In the captain phase a good without a ship means whichever ship the rules allow, of equal ones the smallest, never the
wharf.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.engine.contract import Measure
from games.engine.puertorico import moves, parser
from games.engine.puertorico.answers import illegal_move, notation_error
from games.engine.puertorico.builder import builder_privilege
from games.engine.puertorico.components import GOOD_NAMES, LIBRARY
from games.engine.puertorico.discounts import price_of
from games.engine.puertorico.position import State
from games.engine.puertorico.refusals_goods import why_no_ship
from games.engine.puertorico.stages import (
    STAGE_CAPTAIN,
    STAGE_CRAFTSMAN,
    STAGE_GUESTS,
    STAGE_NAMES,
    STAGE_SETTLER,
    STAGE_TRADER,
)
from games.engine.puertorico.trader import LAND_PRICE, sale_price, trading_post_price
from games.engine.puertorico.vocabulary import AUTO, PLACE, SHIP
from games.engine.words import Message
from games.engine.words import gettext_noop as _

LIBRARY_TILE: Final = "library"
"""The kind of question about the library's second tile."""
VILLA: Final = "villa"
"""About guests for a villa, at the end of a phase."""
CAPTAIN: Final = "captain"
GUESTS_ONLY: Final = "/guests"
"""After the kind: nothing is left but guests, who may move."""
MORE: Final = "/more"
"""After the kind: the seat has taken a part of what is offered, and may take more."""
DECLINING: Final = {
    "hospice": "no colonist",
    "university": "no colonist",
    LIBRARY_TILE: "no tile",
    "hunting lodge": "no discard",
    "guests": "no guest",
    VILLA: "no guest",
}
PLACE_AUTO: Final = f"{PLACE} {AUTO}"
UNITS: Final = ("doubloon",)
"""What conditions count; nothing else, such as victory points."""


def question_key(position: State) -> str:
    """See Game.question_key."""
    kind = _kind(position)
    if _only_guests_can_move(position):
        return kind + GUESTS_ONLY
    return kind + MORE if _has_taken_a_part(position) else kind


def _kind(position: State) -> str:
    if position.stage == STAGE_SETTLER and position.second_tile:
        return LIBRARY_TILE
    if position.stage == STAGE_GUESTS and position.at_phase_end:
        return VILLA
    return STAGE_NAMES[position.stage]


def _only_guests_can_move(position: State) -> bool:
    if not position.has_expansions or position.stage == STAGE_GUESTS:
        return False
    legal = [move for move in position.legal_moves() if move != moves.PASS]
    return bool(legal) and all(moves.is_guest(move) for move in legal)


def _has_taken_a_part(position: State) -> bool:
    if position.stage == STAGE_TRADER:
        return position.traded != 0
    return bool(
        position.stage == STAGE_CRAFTSMAN and position.extras_left == 1 and position.works(position.actor, LIBRARY)
    )


def declining_line(key: str) -> str:
    """See Game.declining_line."""
    return "no guest" if key.endswith(GUESTS_ONLY) else DECLINING.get(key, "")


def open_wish(position: State, line: str) -> str | None:
    """The canonical text of a line that leaves something open; None for a line that does not.

    Raises RulesError if the line cannot be read, is no whole decision, or is not possible.
    """
    if position.stage == STAGE_CAPTAIN:
        good = parser.good_without_ship(position, line)
        if good is not None:
            return _loading_wish(position, line, good)
    parsed = parser.parse_line(position, line)
    if parsed.unfinished:
        raise notation_error(position, Message(_("Say the whole decision in one line.")))
    first = parsed.steps[0]
    return PLACE_AUTO if (first.verb, first.noun) == (PLACE, AUTO) else None


def _loading_wish(position: State, line: str, good: str) -> str:
    if loading_on_any_ship(position, good) is None:
        raise illegal_move(position, line, why_no_ship(position, GOOD_NAMES.index(good)))
    return f"{SHIP} {good}"


def is_open_loading(wish: str) -> bool:
    """Whether a canonical line is a good without a ship."""
    verb, _space, good = wish.partition(" ")
    return verb == SHIP and good in GOOD_NAMES


def loading_plies(position: State, wish: str) -> list[int]:
    """The plies of a good without a ship; empty if no ship takes it now."""
    loading = loading_on_any_ship(position, wish.removeprefix(f"{SHIP} ")) if position.stage == STAGE_CAPTAIN else None
    return [] if loading is None else [loading]


def loading_on_any_ship(position: State, good: str) -> int | None:
    """The loading of a good on the smallest ship that the rules allow; None if no ship takes it."""
    for move in position.legal_moves():
        if moves.is_loading(move) and moves.loaded_ship(move) != moves.BY_WHARF:
            if GOOD_NAMES[moves.loaded_good(move)] == good:
                return int(move)
    return None


def measure(position: State, plies: Sequence[int]) -> Measure | None:
    """The doubloons of a sale or on a role card, the price of a building or a plantation."""
    seat, move = position.actor, plies[0]
    if moves.is_pick(move):
        return Measure(int(position.card_doubloons[move - moves.PICK]), units=UNITS)
    if moves.is_building(move):
        price = price_of(position, seat, move - moves.BUILD, builder_privilege(position, seat))
        return Measure(int(price), is_cost=True, units=UNITS)
    if moves.is_sale(move):
        return Measure(int(sale_price(position, seat, move - moves.SELL)), units=UNITS)
    if moves.SELL_AT_POST <= move < moves.BUY_LAND:
        return Measure(int(trading_post_price(position, seat, move - moves.SELL_AT_POST)), units=UNITS)
    if moves.SELL_LAND <= move < moves.SUPPLY:
        return Measure(int(LAND_PRICE), units=UNITS)
    return None
