"""What a process remembers, and forgets again when there is too much of it."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, Generic, TypeVar
from weakref import WeakSet

from cachetools import LRUCache

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Memory(Generic[K, V]):
    """The most recently used values by key, up to a size. Safe between threads.

    Each value counts for one, or for what `weigh` says of it.
    """

    def __init__(self, size: int, weigh: Callable[[V], int] | None = None) -> None:
        self._values: LRUCache[K, V] = LRUCache(size, weigh)
        self._lock = Lock()
        _memories.add(self)

    def __len__(self) -> int:
        return len(self._values)

    def keys(self) -> list[K]:
        with self._lock:
            return list(self._values)

    def get(self, key: K) -> V | None:
        with self._lock:
            return self._values.get(key)

    def put(self, key: K, value: V) -> None:
        with self._lock:
            self._values[key] = value

    def drop(self, key: K) -> None:
        with self._lock:
            self._values.pop(key, None)

    def clear(self) -> None:
        with self._lock:
            self._values.clear()


_memories: WeakSet[Memory[Any, Any]] = WeakSet()


def forget_everything() -> None:
    """As a new process would begin."""
    for memory in list(_memories):
        memory.clear()
