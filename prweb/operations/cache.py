"""The cache of a site with Redis: while it is away or full, everything is a miss, and no page fails over it.

What the cache keeps can all be done without: counters of rate limits, which start anew.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, Final, ParamSpec, TypeVar

from django.core.cache.backends.redis import RedisCache
from redis.exceptions import ConnectionError as Unreachable
from redis.exceptions import RedisError
from redis.exceptions import TimeoutError as Silent

log = logging.getLogger(__name__)

SPARED_S: Final = 3.0
"""So long a process does without a server that it could not reach: a silent one takes a second to fail, of each of the
several operations of a page."""

P = ParamSpec("P")
R = TypeVar("R")


class _Pause:
    """Until when the server is not asked, by time.monotonic()."""

    until = 0.0


def _or(missing: R) -> Callable[[Callable[Concatenate[Any, P], R]], Callable[Concatenate[Any, P], R]]:
    """What an operation returns while no server does it: there is none, or it takes no writes."""

    def decorate(operation: Callable[Concatenate[Any, P], R]) -> Callable[Concatenate[Any, P], R]:
        @wraps(operation)
        def forgiving(self: Any, /, *args: P.args, **kwargs: P.kwargs) -> R:
            if time.monotonic() < _Pause.until:
                return missing
            try:
                return operation(self, *args, **kwargs)
            except RedisError as error:
                if isinstance(error, Unreachable | Silent):
                    _Pause.until = time.monotonic() + SPARED_S
                log.warning("The cache is of no use now: %s", error)
                return missing

        return forgiving

    return decorate


class ForgivingRedisCache(RedisCache):
    """Django's, except that a server that cannot be reached, or refuses, is an empty cache."""

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        return _or(default)(RedisCache.get)(self, key, default, version)

    def incr(self, key: Any, delta: int = 1, version: int | None = None) -> int:
        return _or(delta)(RedisCache.incr)(self, key, delta, version)

    add = _or(True)(RedisCache.add)
    set = _or(None)(RedisCache.set)
    touch = _or(False)(RedisCache.touch)
    delete = _or(False)(RedisCache.delete)
    has_key = _or(False)(RedisCache.has_key)
    get_many = _or(dict[Any, Any]())(RedisCache.get_many)
    set_many = _or(list[Any]())(RedisCache.set_many)
    delete_many = _or(None)(RedisCache.delete_many)
