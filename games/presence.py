"""Who looks at a page of the site. Pages say so as they open a stream and poll, and a little later it is forgotten.

It only delays messages. Django's cache, which all processes share, holds it: if that is away, nobody is here.
"""

from __future__ import annotations

import logging
from typing import Final

from django.core.cache import cache

log = logging.getLogger(__name__)

FORGOTTEN_AFTER_S: Final = 90
"""Pages with a stream poll every minute, others more often."""


def note_here(person_id: int) -> None:
    """This person looks at a page."""
    try:
        cache.set(_key(person_id), 1, timeout=FORGOTTEN_AFTER_S)
    except Exception as error:  # every cache backend has its own exceptions
        log.warning("The cache cannot note who is here: %s", type(error).__name__)


def is_here(person_id: int) -> bool:
    try:
        return bool(cache.get(_key(person_id)))
    except Exception as error:
        log.warning("The cache cannot tell who is here: %s", type(error).__name__)
        return False


def _key(person_id: int) -> str:
    return f"here:{person_id}"
