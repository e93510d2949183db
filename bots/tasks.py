"""Bots take their turns: whoever hears a nudge takes the next turn, and the one after it, until none is left.

Thinking happens outside of any transaction; what comes of it goes through the same door as a person's answer.
"""

from __future__ import annotations

import hashlib
import hmac
import logging
from typing import Final

from celery import shared_task
from structlog.contextvars import bind_contextvars

from bots.levels import level, quick_move
from games.engine.contract import Position
from games.models import Game, Move, Turn
from games.table import bot_queue
from games.table.answers import Answer
from games.table.due_work import work_off
from games.table.errors import BadAnswer, Refused
from games.table.nudge import THINK
from games.table.playing import play_moves
from games.table.positions import secret_of
from games.table.queries import position_for
from games.table.site_state import ReadOnly

logger = logging.getLogger(__name__)

TIME_CAP_S: Final = 8.0
"""Per thought. Budgets are playouts; this only bounds what a slow or busy machine takes."""
MOST_ATTEMPTS: Final = 3


@shared_task(name=THINK)
def think_on(*_turn_ids: int) -> None:
    """Take the turns that wait for bots. Turn ids are what messages of earlier releases named: turns like others."""
    work_off(THINK, bot_queue.claim_next, think_claimed, lambda: bot_queue.unclaimed().exists())


def think(turn_id: int) -> None:
    """Take one bot's open turn. Does nothing if somebody else has it."""
    if bot_queue.claim(turn_id):
        think_claimed(turn_id)


def think_claimed(turn_id: int) -> None:
    """Think and play, in a turn that this process holds, until it is closed."""
    held = True
    while held:
        turn = Turn.objects.select_related("game", "seat").get(pk=turn_id)
        bind_contextvars(game=turn.game_id)
        try:
            position = position_for(turn)
        except LookupError as reason:
            logger.info("Turn %s needs no bot any more: %s", turn_id, reason)
            return
        moves = _moves(turn, position)
        try:
            answer = _play(turn, position, moves)
        except BadAnswer as reason:
            if turn.attempts > MOST_ATTEMPTS:
                # Not even a legal move is taken: the claim stays, so that nobody tries again before it is stale.
                logger.error("Turn %s cannot be played: %s", turn_id, reason)
                return
            logger.warning("Turn %s: %s", turn_id, reason)
            held = bot_queue.hold_on(turn)
            continue
        except ReadOnly:
            # Since a moment ago: whoever takes the turn once the site goes on thinks anew.
            bot_queue.let_go(turn)
            return
        except Refused as reason:
            # Answered, taken back or given to somebody else while we thought.
            logger.info("Turn %s needs no bot any more: %s", turn_id, reason)
            return
        if answer.turn_closed:
            return
        turn.attempts = 0
        held = bot_queue.hold_on(turn)


def _moves(turn: Turn, position: Position) -> list[int]:
    """What the bot of this turn plays; if it fails a quick move, if it keeps dying over it the first legal one."""
    if turn.attempts > MOST_ATTEMPTS:
        # What has killed the process may be in the game's knowledge too: that is not asked again.
        logger.warning("Turn %s was given up %s times: a quick move is played", turn.pk, turn.attempts - 1)
        return [int(position.legal_moves()[0])]
    seat, seed = turn.seat.index, _seed(turn.game, position)
    try:
        return level(turn.bot_level).turn(position, seat, seed, TIME_CAP_S)
    except Exception:
        logger.warning("Turn %s: %s failed, a quick move is played", turn.pk, turn.bot_level, exc_info=True)
    try:
        return [quick_move(position, seat, seed)]
    except Exception:
        logger.warning("Turn %s: not even a quick move, the first legal one is played", turn.pk, exc_info=True)
        return [int(position.legal_moves()[0])]


def _seed(game: Game, position: Position) -> int:
    """Repeatable from the game's secret, and unrelated to the deal."""
    purpose = f"search {position.plies}".encode()
    return int.from_bytes(hmac.digest(secret_of(game), purpose, hashlib.sha256)[:8], "big")


def _play(turn: Turn, position: Position, moves: list[int]) -> Answer:
    source = Move.Source.BOT if turn.seat.playing_level else Move.Source.TIMEOUT
    key = f"bot:{turn.pk}:{position.plies}:{turn.attempts}"
    return play_moves(turn.pk, moves, plies=int(position.plies), source=source, key=key)
