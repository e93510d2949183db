"""What a sweep does for one of many games: whatever is wrong with one, the others go on."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import InterfaceError, OperationalError, connection
from structlog.contextvars import bound_contextvars

from games.site_state import ReadOnly

logger = logging.getLogger(__name__)


@contextmanager
def one_of_many(game_id: str, purpose: str, **context: object) -> Iterator[None]:
    """What fails within is logged, and no more; have the transaction within, too, so that nothing of it is done.

    purpose: what is done, for the log. context: more for the log. What concerns all games ends the sweep: raises
    ReadOnly, and the error of a database that is away.
    """
    with bound_contextvars(game=game_id, **context):
        try:
            yield
        except ReadOnly:
            raise
        except Exception as error:
            if isinstance(error, (OperationalError, InterfaceError)) and not connection.is_usable():
                raise
            logger.exception("Game %s was left out: %s.", game_id, purpose)
