"""The notation: from a line to the plies that it means. Lines are written in wording.py and read in reading.py."""

from __future__ import annotations

from typing import Final

from games.engine.contract import NO_MOVE, IllegalMove
from games.engine.puertorico import arrangement, moves, names
from games.engine.puertorico.components import (
    BUILDINGS,
    CARD_NAMES,
    FIRST_BUILDING,
    GOOD_NAMES,
    PLACE_NAMES,
    PROSPECTOR_CARD,
    SECOND_PROSPECTOR_CARD,
    TILE_NAMES,
    ship_size,
)
from games.engine.puertorico.position import COLONISTS, STAGE_NAMES, STORING, State
from games.engine.puertorico.reading import Line, read
from games.engine.puertorico.vocabulary import (
    AUTO,
    BUILD,
    COLONIST,
    DRAW,
    EXTRA,
    KEEP,
    PASS,
    PLACE,
    ROLE,
    SELL,
    SHIP,
    STORE,
    TAKE,
    WHARF,
)
from games.engine.puertorico.wording import Step, answers
from games.engine.words import Message
from games.engine.words import gettext_noop as _


def parse(position: State, text: str) -> list[int]:
    """The plies that a line means for the seat to move, legal or not.

    Raises NotationError for what cannot be read, IllegalMove for a placement or storing that is not a whole one.
    """
    line = read(position, text)
    if line.steps[0].verb == PLACE and position.stage == COLONISTS and not line.unfinished:
        return _placement_plies(position, text, line)
    if line.steps[0].verb in (STORE, KEEP) and position.stage == STORING and not line.unfinished:
        return _storing_plies(position, text, line)
    return [_move_of(position, step) for step in line.steps]


def illegal(position: State, text: str, reason: Message) -> IllegalMove:
    """The error for a readable line that the rules do not allow."""
    return IllegalMove(reason, text.strip(), names.stage(STAGE_NAMES[position.stage]), answers(position))


def _move_of(position: State, step: Step) -> int:
    """The move that a step means, legal or not."""
    if step.verb == PASS:
        return moves.PASS
    if step.verb == DRAW:
        return moves.DRAW
    if step.verb == ROLE:
        return _pick(position, step.noun)
    if step.noun == COLONIST:
        return moves.TAKE_COLONIST
    if step.verb == BUILD:
        return moves.BUILD + FIRST_BUILDING + _BUILDING_INDEX[step.noun]
    if step.verb == PLACE:
        if step.noun == AUTO:
            return NO_MOVE
        return int(moves.placing(PLACE_NAMES.index(step.noun), min(step.count, moves.MAX_PLACED - 1)))
    if step.verb == TAKE:
        return moves.TAKE + TILE_NAMES.index(step.noun)
    good = GOOD_NAMES.index(step.noun)
    if step.verb == SHIP:
        return int(moves.loading(good, _ship_slot(position, step.ship)))
    return _BY_GOOD[step.verb] + good


_BUILDING_INDEX: Final = {building.name: index for index, building in enumerate(BUILDINGS)}
_BY_GOOD: Final = {EXTRA: moves.EXTRA, SELL: moves.SELL, STORE: moves.STORE, KEEP: moves.KEEP}


def _pick(position: State, role: str) -> int:
    """The word `prospector` also means the second card when that is the one to be had."""
    card = CARD_NAMES.index(role)
    if card == PROSPECTOR_CARD and moves.PICK + card not in position.legal_moves():
        second = moves.PICK + SECOND_PROSPECTOR_CARD
        if second in position.legal_moves():
            return second
    return moves.PICK + card


def _ship_slot(position: State, ship: str) -> int:
    if ship == WHARF:
        return moves.BY_WHARF
    return next(slot for slot in range(len(position.ship_good)) if str(ship_size(position.seats, slot)) == ship)


def _placement_plies(position: State, text: str, line: Line) -> list[int]:
    """The plies of a whole placement: the engine asks only for places with a real choice."""
    task = arrangement.task_of(position)
    if line.steps[0].noun == AUTO:
        counts = arrangement.suggestion(position)
    else:
        counts = {PLACE_NAMES.index(step.noun): step.count for step in line.steps}
    reason = arrangement.objection(task, counts)
    if reason is not None:
        raise illegal(position, text, reason)
    plies: list[int] = []
    trial = position.copy()
    assert isinstance(trial, State)
    while trial.stage == COLONISTS and trial.actor == position.actor:
        ply = int(moves.placing(trial.placing, counts.get(int(trial.placing), 0)))
        plies.append(ply)
        trial.play(ply)
    return plies


def _storing_plies(position: State, text: str, line: Line) -> list[int]:
    """The plies of a whole storing; what follows of itself need not be said."""
    seat = position.actor
    said = [_move_of(position, step) for step in line.steps]
    plies: list[int] = []
    trial = position.copy()
    assert isinstance(trial, State)
    while trial.stage == STORING and trial.actor == seat:
        only = trial.forced()
        if said and (said[0] in trial.legal_moves() or only == NO_MOVE):
            ply = said.pop(0)
        elif only != NO_MOVE:
            ply = int(only)
        else:
            raise illegal(position, text, Message(_("More can be stored: say all of it in one line.")))
        plies.append(ply)
        if ply not in trial.legal_moves():
            return plies
        trial.play(ply)
    return [*plies, *said]
