"""The errors for lines that cannot be played: the reason, and the lines of all offers."""

from __future__ import annotations

from games.engine.contract import IllegalMove, NotationError, lists_all_answers
from games.engine.sanjuan import names
from games.engine.sanjuan.offers import build_offers, question_form
from games.engine.sanjuan.position import State
from games.engine.sanjuan.stages import STAGE_NAMES
from games.engine.words import Message


def notation_error(position: State, reason: Message) -> NotationError:
    """The error for a line that cannot be read."""
    legal, complete = _legal(position)
    return NotationError(reason, legal, legal_complete=complete)


def illegal_move(position: State, text: str, reason: Message) -> IllegalMove:
    """The error for a readable line that the rules do not allow."""
    legal, complete = _legal(position)
    situation = names.stage(STAGE_NAMES[position.stage])
    return IllegalMove(reason, text.strip(), situation, legal, legal_complete=complete)


def _legal(position: State) -> tuple[list[str], bool]:
    """The lines of all offers, and whether they are all possible answers."""
    offered = build_offers(position)
    return [offer.text for offer in offered], lists_all_answers(question_form(position), offered)
