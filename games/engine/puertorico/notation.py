"""The notation: from a line to the plies that it means. formatter.py writes lines, parser.py reads them."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.contract import NO_MOVE
from games.engine.puertorico import decisions, moves
from games.engine.puertorico.components import (
    CARD_NAMES,
    GOOD_NAMES,
    PLACE_NAMES,
    PROSPECTOR_CARD,
    SECOND_PROSPECTOR_CARD,
    ship_size,
)
from games.engine.puertorico.formatter import MOVE_BY_STEP, Step
from games.engine.puertorico.parser import ParsedLine, parse_line
from games.engine.puertorico.position import State
from games.engine.puertorico.stages import (
    STAGE_BLACK_MARKET,
    STAGE_BUILDER,
    STAGE_CAPTAIN,
    STAGE_COLONISTS,
    STAGE_NOBLES,
    STAGE_SMALL_WHARF,
    STAGE_STORING,
)
from games.engine.puertorico.vocabulary import AUTO, BUILD, GUEST, KEEP, NOBLES, PAY, PLACE, ROLE, SELL, SHIP, STORE
from games.engine.puertorico.vocabulary import SMALL_WHARF as SMALL_WHARF_WORD
from games.engine.puertorico.vocabulary import WHARF as WHARF_WORD


def parse(position: State, text: str) -> list[int]:
    """The plies that a line means for the seat to move, legal or not.

    Raises NotationError for what cannot be read, IllegalMove for a decision of several plies that is not a whole one.
    """
    line = parse_line(position, text)
    if line.unfinished:
        return _moves_of(position, line.steps)
    return _decision(position, text, line)


def _decision(position: State, text: str, line: ParsedLine) -> list[int]:
    """Whole decisions where they are asked; else step by step."""
    verb, stage, steps = line.steps[0].verb, position.stage, line.steps
    if verb == PLACE and stage in (STAGE_COLONISTS, STAGE_NOBLES):
        return decisions.placement_plies(position, text, steps)
    if verb == NOBLES and stage == STAGE_NOBLES:
        return decisions.noble_plies(position, text, steps)
    if verb in (STORE, KEEP) and stage == STAGE_STORING:
        return decisions.storing_plies(position, text, _moves_of(position, steps))
    if verb == BUILD and stage == STAGE_BUILDER:
        return decisions.building_plies(position, text, _moves_of(position, steps))
    if verb == PAY and stage == STAGE_BLACK_MARKET:
        return decisions.payment_plies(position, text, _moves_of(position, steps))
    if steps[0].way == SMALL_WHARF_WORD and stage in (STAGE_CAPTAIN, STAGE_SMALL_WHARF):
        return decisions.cargo_plies(position, text, steps)
    return _moves_of(position, steps)


def _moves_of(position: State, steps: Sequence[Step]) -> list[int]:
    return [_move_of(position, step) for step in steps]


def _move_of(position: State, step: Step) -> int:
    """The move that a step means, legal or not."""
    if step.verb == ROLE:
        return _pick(position, step.noun)
    if step.verb == PLACE:
        if step.noun == AUTO:
            return NO_MOVE
        return int(moves.placing_move(PLACE_NAMES.index(step.noun), min(step.count, moves.MAX_PLACED - 1)))
    if step.verb == NOBLES:
        return int(moves.noble_placing_move(PLACE_NAMES.index(step.noun), min(step.count, moves.MAX_PLACED - 1)))
    if step.verb == SHIP and step.noun:
        return _loading(position, step)
    return _possible(position, step)


def _possible(position: State, step: Step) -> int:
    """What a step means; or, if that cannot be done, what else it can mean.

    A guest may be a noble, and what the trading house does not take goes to the trading post.
    """
    meant = MOVE_BY_STEP.get(step, NO_MOVE)
    others = {GUEST: moves.NOBLE_GUEST - moves.GUEST, SELL: moves.SELL_AT_POST - moves.SELL}
    if step.verb in others and not step.kind and not step.way and not position.is_over():
        legal = position.legal_moves()
        other = meant + others[step.verb]
        if meant not in legal and other in legal:
            return other
    return meant


def _pick(position: State, role: str) -> int:
    """The word `prospector` also means the second card when that is the one to be had."""
    card = CARD_NAMES.index(role)
    if card == PROSPECTOR_CARD and moves.PICK + card not in position.legal_moves():
        second = moves.PICK + SECOND_PROSPECTOR_CARD
        if second in position.legal_moves():
            return second
    return moves.PICK + card


def _loading(position: State, step: Step) -> int:
    good = GOOD_NAMES.index(step.noun)
    if step.way == SMALL_WHARF_WORD:
        return int(moves.cargo_move(good, min(step.count, moves.MAX_PLACED - 1)))
    return int(moves.loading_move(good, _ship_slot(position, step.way)))


def _ship_slot(position: State, ship: str) -> int:
    if ship == WHARF_WORD:
        return moves.BY_WHARF
    return next(slot for slot in range(len(position.ship_good)) if str(ship_size(position.seats, slot)) == ship)
