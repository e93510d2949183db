"""The cache of a site with Redis: while the server is away or full, every read is a miss, and no page fails.

The site can do without everything in the cache: it holds counters of rate limits, which then start again.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, Final, ParamSpec, TypeVar

from django.core.cache.backends.redis import RedisCache
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import RedisError
from redis.exceptions import TimeoutError as RedisTimeoutError

log = logging.getLogger(__name__)

SERVER_PAUSE_S: Final = 3.0
"""How long a process does not ask a server that it could not reach: each operation on a silent server takes a second
to fail, and a page has several of them."""

P = ParamSpec("P")
R = TypeVar("R")


class _ServerPause:
    until = 0.0
    """Until when the server is not asked, by time.monotonic()."""


def _default_on_error(missing: R) -> Callable[[Callable[Concatenate[Any, P], R]], Callable[Concatenate[Any, P], R]]:
    """Decorates an operation: it returns `missing` while the server cannot be reached or refuses it."""

    def decorate(operation: Callable[Concatenate[Any, P], R]) -> Callable[Concatenate[Any, P], R]:
        @wraps(operation)
        def wrapper(self: Any, /, *args: P.args, **kwargs: P.kwargs) -> R:
            if time.monotonic() < _ServerPause.until:
                return missing
            try:
                return operation(self, *args, **kwargs)
            except RedisError as error:
                if isinstance(error, RedisConnectionError | RedisTimeoutError):
                    _ServerPause.until = time.monotonic() + SERVER_PAUSE_S
                log.warning("The cache cannot be used now: %s", error)
                return missing

        return wrapper

    return decorate


class OptionalRedisCache(RedisCache):
    """Django's Redis cache, but a server that cannot be reached, or refuses, is an empty cache."""

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        return _default_on_error(default)(RedisCache.get)(self, key, default, version)

    def incr(self, key: Any, delta: int = 1, version: int | None = None) -> int:
        return _default_on_error(delta)(RedisCache.incr)(self, key, delta, version)

    add = _default_on_error(True)(RedisCache.add)
    set = _default_on_error(None)(RedisCache.set)
    touch = _default_on_error(False)(RedisCache.touch)
    delete = _default_on_error(False)(RedisCache.delete)
    has_key = _default_on_error(False)(RedisCache.has_key)
    get_many = _default_on_error(dict[Any, Any]())(RedisCache.get_many)
    set_many = _default_on_error(list[Any]())(RedisCache.set_many)
    delete_many = _default_on_error(None)(RedisCache.delete_many)
