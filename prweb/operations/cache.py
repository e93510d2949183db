"""The cache of a site with Redis: while it is away or full, everything is a miss, and no page fails over it.

What the cache keeps can all be done without: counters of rate limits, which start anew.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

log = logging.getLogger(__name__)

P = ParamSpec("P")
R = TypeVar("R")


def _or(missing: R) -> Callable[[Callable[Concatenate[Any, P], R]], Callable[Concatenate[Any, P], R]]:
    """What an operation returns while no server does it: there is none, or it takes no writes."""

    def decorate(operation: Callable[Concatenate[Any, P], R]) -> Callable[Concatenate[Any, P], R]:
        @wraps(operation)
        def forgiving(self: Any, /, *args: P.args, **kwargs: P.kwargs) -> R:
            try:
                return operation(self, *args, **kwargs)
            except RedisError as error:
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
