"""A site that is being worked on answers this machine alone.

Pages of errors and the key in a file are for whoever has the checkout. `serve` refuses other
addresses when it is bound; what another's server is bound to we learn from its visitors only.
"""

from __future__ import annotations

from asgiref.typing import ASGI3Application, ASGIReceiveCallable, ASGISendCallable, Scope

from games.management.this_machine import is_this_machine

REFUSAL = "This site runs with debugging on and answers its own machine only. For others: DEBUG=off, SECRET_KEY, ALLOWED_HOSTS."


def this_machine_only(site: ASGI3Application) -> ASGI3Application:
    async def checked(scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
        visitor = None if scope["type"] == "lifespan" else scope.get("client")
        if visitor is not None and not is_this_machine(visitor[0]):
            await _refuse(scope, send)
        else:
            await site(scope, receive, send)

    return checked


async def _refuse(scope: Scope, send: ASGISendCallable) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008, "reason": None})
        return
    headers = [(b"content-type", b"text/plain; charset=utf-8")]
    await send(
        {"type": "http.response.start", "status": 403, "headers": headers, "trailers": False}
    )
    await send({"type": "http.response.body", "body": REFUSAL.encode(), "more_body": False})
