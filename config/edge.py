"""Between the server and the site: how much of a request is read, and what a HEAD is answered with.

For both, daphne needs help: docs/decisions/0011-what-daphne-leaves-to-us.md.
"""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

Message = Mapping[str, Any]
Scope = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
# Django and channels have each their own words for a scope and a message.
Application = Callable[..., Awaitable[Any]]

TOO_LARGE = "adit.too_large"  # in the scope of a request of which no more is read


def guarded(application: Application, *, largest_body: int) -> Application:
    """The application behind both guards."""

    async def at_the_edge(scope: Scope, receive: Receive, send: Send) -> None:
        scope = dict(scope)
        if scope["method"] == "HEAD":
            send = _without_body(send)
        await application(scope, _limited(scope, receive, largest_body), send)

    limit_daphne(largest_body)
    return at_the_edge


def told_first(application: Application, tell: Callable[[], None]) -> Application:
    """The application, which is told of everything that comes before it comes."""

    async def telling(scope: Scope, receive: Receive, send: Send) -> None:
        tell()
        await application(scope, receive, send)

    return telling


def _limited(scope: Scope, receive: Receive, largest: int) -> Receive:
    """Let no more than that through, whatever was announced; the scope says if there was more.

    The middleware in `config.incoming` answers then. What still comes is thrown away.
    """
    size = 0

    async def counted() -> Message:
        nonlocal size
        message = await receive()
        while scope.get(TOO_LARGE) and message["type"] == "http.request":
            message = await receive()
        if message["type"] == "http.request":
            size += len(message.get("body", b""))
            if size > largest:
                scope[TOO_LARGE] = True
                return {"type": "http.request", "body": b"", "more_body": False}
        return message

    return counted


def _without_body(send: Send) -> Send:
    """The head of an answer, and then its end."""
    is_ended = False

    async def headed(message: Message) -> None:
        nonlocal is_ended
        if message["type"] != "http.response.body":
            await send(message)
        elif not is_ended:
            is_ended = True
            await send({"type": "http.response.body", "body": b"", "more_body": False})

    return headed


def limit_daphne(largest: int) -> None:
    """Where daphne serves us: let it keep no more of a body than shows that it is too large.

    It takes a request in whole, on disk and then in memory, before it asks us about it.
    """
    protocol: Any = sys.modules.get("daphne.http_protocol")
    if protocol is None:
        return

    class BoundedRequest(protocol.WebRequest):  # type: ignore[misc]  # it has no types
        def __init__(self, channel: Any, *args: Any, **kwargs: Any) -> None:
            super().__init__(channel, *args, **kwargs)
            # Forms are read by Django. Twisted would read them too, while nobody is answered.
            self._parsePOSTFormSubmission = False

        def handleContentChunk(self, data: bytes) -> None:  # noqa: N802 - Twisted's name
            room = largest + 1 - self.content.tell()
            super().handleContentChunk(data[: max(room, 0)])

    protocol.WebRequest = BoundedRequest
