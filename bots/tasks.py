"""Celery tasks that let bots take their turns, and search for what a coach shows.

A worker that gets a nudge takes one turn after the other until none is left, then the hints that people have asked for.
The search runs outside of any transaction. Its moves are played by the same function as a person's answer.
"""

from __future__ import annotations

import hashlib
import hmac
import logging
from dataclasses import asdict
from typing import Final

from celery import shared_task
from structlog.contextvars import bind_contextvars

from bots.coaching import SensibleMove, sensible_moves
from bots.levels import level, quick_move
from games.due_work import process_due_rows
from games.engine.contract import Position
from games.models import Game, Move, Turn
from games.nudge import THINK
from games.site_state import ReadOnly
from games.table import bot_queue, hint_queue
from games.table.answers import Answer, Origin
from games.table.errors import BadAnswer, Refused
from games.table.playing import play_moves
from games.table.positions import rules_of, secret_bytes
from games.table.queries import position_for

logger = logging.getLogger(__name__)

TIME_CAP_S: Final = 8.0
"""The time cap of one search. Budgets are playouts; the cap matters only on a slow or busy machine."""
HINT_TIME_CAP_S: Final = 2.0
"""The same for a hint, for which bots that are to move may wait."""
MAX_ATTEMPTS: Final = 3


@shared_task(name=THINK)
def think_for_open_turns(*_turn_ids: int) -> None:
    """Take the open turns of bots, then search hints. Ids in messages of earlier releases are ignored: the queue has
    those turns too."""
    process_due_rows(THINK, bot_queue.claim_next, think_in_claimed_turn, lambda: bot_queue.unclaimed().exists())
    process_due_rows(THINK, hint_queue.claim_next, search_claimed_hint, lambda: hint_queue.unclaimed().exists())


def think(turn_id: int) -> None:
    """Take one bot's open turn. Does nothing if another process has claimed it."""
    if bot_queue.claim(turn_id):
        think_in_claimed_turn(turn_id)


def think_in_claimed_turn(turn_id: int) -> None:
    """Search and play until the turn, which this process has claimed, is closed."""
    held = True
    while held:
        turn = Turn.objects.select_related("game", "seat").get(pk=turn_id)
        bind_contextvars(game=turn.game_id)
        if not turn.bot_level:
            logger.info("Turn %s needs no bot any more: its person decides", turn_id)
            return
        try:
            position = position_for(turn)
        except LookupError as reason:
            logger.info("Turn %s needs no bot any more: %s", turn_id, reason)
            return
        moves = _moves(turn, position)
        try:
            answer = _play(turn, position, moves)
        except BadAnswer as reason:
            if turn.attempts > MAX_ATTEMPTS:
                # Even a legal move is refused. The claim stays, so that nobody tries again before it is stale.
                logger.error("Turn %s cannot be played: %s", turn_id, reason)
                return
            logger.warning("Turn %s: %s", turn_id, reason)
            held = bot_queue.renew_claim(turn)
            continue
        except ReadOnly:
            # The site has just become read-only. Whoever takes the turn later searches again.
            bot_queue.release_claim(turn)
            return
        except Refused as reason:
            # The turn was answered, undone or given to somebody else during the search.
            logger.info("Turn %s needs no bot any more: %s", turn_id, reason)
            return
        if answer.turn_closed:
            return
        turn.attempts = 0
        held = bot_queue.renew_claim(turn)


def search_claimed_hint(turn_id: int) -> None:
    """Search sensible moves for a hint that this process has claimed, and keep them for the turn's person."""
    hint = hint_queue.claimed_hint(turn_id)
    if hint is None:
        logger.info("Turn %s needs no hint any more", turn_id)
        return
    game = hint.turn.game
    bind_contextvars(game=game.pk)
    position = position_for(hint.turn)
    found: list[SensibleMove] = []
    try:
        seed = _seed(game, position, "hint")
        found = sensible_moves(rules_of(game), position, hint.seat.index, seed, HINT_TIME_CAP_S)
    except Exception:
        logger.warning("Turn %s: no hint was found", turn_id, exc_info=True)
    try:
        hint_queue.keep(hint, [asdict(move) for move in found])
    except ReadOnly:
        hint_queue.release(hint)


def _moves(turn: Turn, position: Position) -> list[int]:
    """The plies that the bot of this turn plays.

    If the search fails it is a quick move; if processes keep dying over it, the first legal move.
    """
    if turn.attempts > MAX_ATTEMPTS:
        # The knowledge, too, may be what killed the process, so it is not used again.
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


def _seed(game: Game, position: Position, of: str = "search") -> int:
    """A seed derived from the game's secret, so that it can be repeated; independent of the deal."""
    purpose = f"{of} {position.plies}".encode()
    return int.from_bytes(hmac.digest(secret_bytes(game), purpose, hashlib.sha256)[:8], "big")


def _play(turn: Turn, position: Position, moves: list[int]) -> Answer:
    if turn.timed_out:
        source = Move.Source.TIMEOUT
    else:
        source = Move.Source.BOT if turn.seat.playing_level else Move.Source.ADVISER
    by = Origin.ADVISER if source == Move.Source.ADVISER else "bot:"
    key = f"{by}{turn.pk}:{position.plies}:{turn.attempts}"
    return play_moves(turn.pk, moves, plies=int(position.plies), source=source, key=key)
