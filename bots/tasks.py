"""Bots take their turns: one task per turn, found again by a sweep if its process died.

Thinking happens outside of any transaction; what comes of it goes through the same door as a person's answer.
"""

from __future__ import annotations

import hashlib
import hmac
import logging
from datetime import timedelta
from typing import Final

from celery import shared_task
from django.conf import settings
from django.db.models import F, Q, QuerySet
from django.utils import timezone
from structlog.contextvars import bind_contextvars

from bots.levels import level, quick_move
from games.engine.contract import Position
from games.models import Game, Move, Turn
from games.table.answers import Answer
from games.table.course import NUDGE_EXPIRES
from games.table.errors import BadAnswer, Refused
from games.table.nudge import THINK, nudge
from games.table.playing import play_moves
from games.table.positions import secret_of
from games.table.reading import position_for

logger = logging.getLogger(__name__)

TIME_CAP_S: Final = 8.0
"""Per thought. Budgets are playouts; this only bounds what a slow or busy machine takes."""
STALE_AFTER: Final = timedelta(seconds=settings.THINKING_STALE_S)
"""A claim this old belongs to a process that died."""
MOST_ATTEMPTS: Final = 3


@shared_task(name="bots.think")
def think(turn_id: int) -> None:
    """Claim a bot's open turn, think, play, until it is closed. Does nothing if somebody else has it."""
    while claim(turn_id):
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
                # Not even a legal move is taken: the claim stays, so that the sweep tries again only once it is stale.
                logger.error("Turn %s cannot be played: %s", turn_id, reason)
                return
            logger.warning("Turn %s: %s", turn_id, reason)
            Turn.objects.filter(pk=turn_id).update(claimed_at=None)
            continue
        except Refused as reason:
            # Answered, taken back or given to somebody else while we thought.
            logger.info("Turn %s needs no bot any more: %s", turn_id, reason)
            return
        if answer.turn_closed:
            return
        Turn.objects.filter(pk=turn_id).update(claimed_at=None, attempts=0)


@shared_task(name="bots.sweep")
def sweep() -> None:
    """Tell again of every turn that a bot should play and none does: lost nudges, died workers."""
    now = timezone.now()
    # Whoever opens a bot's turn tells of it in the same transaction, so that none is without the time of it.
    forgotten = Q(nudged_at__lt=now - NUDGE_EXPIRES)
    for turn_id in _waiting().filter(_unclaimed(), forgotten).values_list("pk", flat=True):
        if Turn.objects.filter(forgotten, pk=turn_id, status=Turn.Status.OPEN).update(nudged_at=now):
            nudge(THINK, turn_id, NUDGE_EXPIRES.total_seconds())


def _waiting() -> QuerySet[Turn]:
    """Open turns that a bot has to decide."""
    bots = ~Q(seat__bot_level="") | ~Q(seat__caretaker="") | Q(timed_out=True)
    return Turn.objects.filter(bots, status=Turn.Status.OPEN, game__status=Game.Status.RUNNING, game__paused_at=None)


def _unclaimed() -> Q:
    return Q(claimed_at=None) | Q(claimed_at__lt=timezone.now() - STALE_AFTER)


def claim(turn_id: int) -> bool:
    """Take the turn, if it is there to take; of several workers one gets it."""
    if not _waiting().filter(pk=turn_id).exists():
        return False
    # Conditions of this row alone: PostgreSQL looks again at these, but not at a joined one, after a wait.
    claimed = Turn.objects.filter(_unclaimed(), pk=turn_id, status=Turn.Status.OPEN)
    return bool(claimed.update(claimed_at=timezone.now(), attempts=F("attempts") + 1))


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
