"""A few threads that are kept, with their connections to the database: requests and sockets work there.

Django gives every request a thread of its own and hops into it once for every middleware; channels
lets all sockets share one thread. A new thread has a new connection, and on SQLite opening one takes
longer than most queries.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from threading import Lock
from typing import Any

from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.core.handlers.asgi import ASGIHandler
from django.http import HttpRequest
from django.http.response import HttpResponseBase

AT_MOST = 16


class Threads:
    """Threads to be used in turn, the first that is free before any other."""

    def __init__(self, at_most: int) -> None:
        self.at_most = at_most
        self._threads: list[ThreadPoolExecutor] = []
        self._users: list[int] = []  # of each thread
        self._lock = Lock()  # there may be several event loops

    @asynccontextmanager
    async def one(self) -> AsyncIterator[None]:
        """Within it, what is called by `sync_to_async` is called in one of them.

        If all are in use, it is shared with somebody else: both are served, one after the other.
        """
        number = self._taken()
        try:
            async with ThreadSensitiveContext(executor=self._threads[number]):
                yield
        finally:
            with self._lock:
                self._users[number] -= 1

    def _taken(self) -> int:
        with self._lock:
            number = min(range(len(self._users)), key=self._users.__getitem__, default=None)
            if number is None or (self._users[number] and len(self._users) < self.at_most):
                number = len(self._users)
                name = f"kept-{number}"
                self._threads.append(ThreadPoolExecutor(max_workers=1, thread_name_prefix=name))
                self._users.append(0)
            self._users[number] += 1
            return number


threads = Threads(AT_MOST)


class Handler(ASGIHandler):
    """Django's own, but for where it works: a request goes through all middleware in one thread."""

    def load_middleware(self, is_async: bool = False) -> None:  # noqa: ARG002, FBT001, FBT002 - Django asks for another
        super().load_middleware(is_async=False)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        async with threads.one():
            await self.handle(scope, receive, send)

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        return await sync_to_async(self.get_response)(request)
