"""The shared cache, in which allauth counts tries: Redis, and memory while Redis is away."""

import logging
import time
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)

SECONDS_BETWEEN_TRIES = 5


class _Outage:
    """Known to all threads, each of which has a cache object of its own."""

    until = 0.0


def _or_beside(name: str) -> Callable[..., Any]:
    """The method of this name: Redis's, or that of the memory beside it."""
    method = getattr(RedisCache, name)

    @wraps(method)
    def patient(self: "PatientRedisCache", *args: Any, **kwargs: Any) -> Any:
        if time.monotonic() >= _Outage.until:
            try:
                return method(self, *args, **kwargs)
            except RedisError as error:
                _Outage.until = time.monotonic() + SECONDS_BETWEEN_TRIES
                logger.warning(
                    "Redis is away (%s): tries are counted in this process alone.",
                    type(error).__name__,
                )
        return getattr(self.beside, name)(*args, **kwargs)

    return patient


class PatientRedisCache(RedisCache):
    """Nobody is kept from logging in because Redis is away.

    Each process then counts for itself, so that more tries are allowed for a while, but not without
    end. After a failure Redis is left alone for some seconds: one visitor waits for it, not all.
    """

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self.beside = LocMemCache("beside-redis", {**params, "OPTIONS": {}})


for _name in (
    "add", "get", "set", "touch", "delete", "get_many", "has_key", "incr", "set_many",
    "delete_many", "clear",
):  # fmt: skip
    setattr(PatientRedisCache, _name, _or_beside(_name))
