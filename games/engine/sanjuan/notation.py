"""The notation: from a line to the plies that it means. formatter.py writes lines, parser.py reads them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from games.engine.contract import IllegalMove
from games.engine.lexicon import UnclearError
from games.engine.sanjuan import moves, names, prospector
from games.engine.sanjuan.components import CARD_NAMES
from games.engine.sanjuan.errors import illegal_move, notation_error
from games.engine.sanjuan.formatter import MOVE_BY_STEP, Step, steps_text
from games.engine.sanjuan.parser import Clause, ParsedLine, parse_line
from games.engine.sanjuan.position import State
from games.engine.sanjuan.refusals import covers_plant_with_good, why_not
from games.engine.sanjuan.stages import STAGE_PAYMENT
from games.engine.sanjuan.vocabulary import BUILD, CHAPEL, PASS, PAY, PICK, PRODUCE, SELL, TAKE, USE
from games.engine.words import Message
from games.engine.words import gettext_noop as _

_OUT_OF_ORDER: Final = Message(_("You have named others already: only what comes later in the list can follow."))


def parse(position: State, text: str) -> list[int]:
    """The plies that a line means for the seat to move.

    Raises NotationError for what cannot be read, IllegalMove, with the reason, for what cannot be played.
    """
    line = _read(position, text)
    trial = position.copy()
    assert isinstance(trial, State)
    plies: list[int] = []
    for clause in line.clauses:
        if plies and (trial.actor != position.actor or trial.phase() != position.phase()):
            raise illegal_move(position, text, Message(_("That is more than is asked now.")))
        more = line.more and clause is line.clauses[-1]
        reason = why_not(trial, clause, more)
        if reason is not None:
            raise illegal_move(position, text, reason)
        for ply in _plies(trial, clause, more):
            if ply not in trial.legal_moves():
                raise illegal_move(position, text, _OUT_OF_ORDER)
            plies.append(ply)
            trial.play(ply)
    return plies


def planned_take(position: State, text: str) -> str:
    """The canonical line for the card that the seat to move will take if its gold mine turns it up.

    Raises NotationError or IllegalMove as `parse` does, the latter also if the card cannot come.
    """
    clauses = _read(position, text).clauses
    if [clause.verb for clause in clauses] != [TAKE]:
        raise refusal(position, text)
    card = clauses[0].things[0]
    if not prospector.can_turn_up(position, CARD_NAMES.index(card)):
        raise illegal_move(
            position, text, Message(_("No {card} can be turned up any more."), {"card": names.card(card)})
        )
    return steps_text([Step(TAKE, card)])


def refusal(position: State, text: str) -> IllegalMove:
    """The error for a line that can be read but not be played."""
    try:
        parse(position, text)
    except IllegalMove as error:
        return error
    return illegal_move(position, text, Message(_("This cannot be played.")))


def _read(position: State, text: str) -> ParsedLine:
    """What a line says. Raises NotationError."""
    try:
        return parse_line(position, text)
    except UnclearError as unclear:
        raise notation_error(position, unclear.message) from None


def _plies(trial: State, clause: Clause, more: bool) -> Iterator[int]:
    """The plies of a clause, each before it is played on `trial`. Plies without a choice are not needed."""
    if clause.verb in (PICK, USE, PASS):
        yield MOVE_BY_STEP[Step(clause.verb, clause.noun, library=clause.library)]
    elif clause.verb in (TAKE, CHAPEL):
        yield MOVE_BY_STEP[Step(clause.verb, clause.things[0])]
    elif clause.verb == BUILD:
        yield MOVE_BY_STEP[Step(BUILD, clause.noun, clause.over, full=covers_plant_with_good(trial, clause))]
        if trial.stage == STAGE_PAYMENT:
            yield from _named(trial, PAY, clause.things, more)
    else:
        yield from _named(trial, clause.verb, clause.things, more)


def _named(trial: State, verb: str, things: Sequence[str], more: bool) -> Iterator[int]:
    """Things chosen one by one, in the order in which the engine asks for them."""
    stage, seat = trial.stage, trial.actor
    ordered = sorted(MOVE_BY_STEP[Step(verb, thing)] for thing in things)
    for index, ply in enumerate(ordered):
        if trial.stage != stage or trial.actor != seat:
            return
        follows = verb in (PRODUCE, SELL) and (more or index < len(ordered) - 1)
        yield _with_more(ply) if follows else ply


def _with_more(ply: int) -> int:
    return ply + (moves.PRODUCE_MORE - moves.PRODUCE if ply < moves.SELL else moves.SELL_MORE - moves.SELL)
