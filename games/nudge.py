"""Tells Celery that there is work of some kind, after the transaction that made it.

A nudge names no row: the worker looks in the database for what is due (games.due_work). So one waiting message
says as much as a thousand, and the broker keeps one for each queue (prweb.redis_broker, prweb.folder_broker). The
rows are the queue of truth: a nudge that is lost, or that no broker takes, costs the time until beat nudges again and
nothing else. Tasks are called by name, so that services need not know who does the work.
"""

from __future__ import annotations

import logging
import time
from functools import partial

from celery import current_app
from django.conf import settings
from django.db import transaction

logger = logging.getLogger(__name__)

THINK = "bots.think"
DELIVER = "games.mail.deliver"
READ = "games.mail.read"
CHECK_REPLAYS = "games.table.check_replays"
COUNT_GAMES = "games.table.count_games"
RATE = "games.table.rate"
PLAY_TOURNAMENTS = "games.table.play_tournaments"


class _Pause:
    """After a failed nudge this process sends no other one before `until` (time.monotonic())."""

    until = 0.0


def nudge(task: str) -> None:
    """Send the task once the current transaction is committed. Never raises."""
    transaction.on_commit(partial(_send, task), robust=True)


def _send(task: str) -> None:
    """Send the task, unless the last nudge failed a moment ago.

    A broker whose host is down takes seconds to fail, and the person who answered waits meanwhile. So after a failure
    this process sends no nudge until beat has nudged again.
    """
    if time.monotonic() < _Pause.until:
        return
    try:
        current_app.send_task(task)
    except Exception as error:  # whatever a broker client may raise: the move is committed and must stay a success
        _Pause.until = time.monotonic() + settings.SWEEP_SECONDS
        logger.warning("No broker took %s, beat will nudge again: %s", task, error)
