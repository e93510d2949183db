"""What a person gets back for a line that cannot be played: the reason, and the lines of all that is offered."""

from __future__ import annotations

from games.engine.contract import IllegalMove, NotationError
from games.engine.sanjuan import names
from games.engine.sanjuan.offers import offers
from games.engine.sanjuan.position import State
from games.engine.sanjuan.stages import STAGE_NAMES
from games.engine.words import Message


def unreadable(position: State, reason: Message) -> NotationError:
    """The error for a line that says nothing the game knows."""
    return NotationError(reason, _lines(position))


def illegal(position: State, text: str, reason: Message) -> IllegalMove:
    """The error for a readable line that the rules do not allow."""
    return IllegalMove(reason, text.strip(), names.stage(STAGE_NAMES[position.stage]), _lines(position))


def _lines(position: State) -> list[str]:
    return [offer.text for offer in offers(position)]
