"""The site as it is, with one socket more, which says again what it is told."""

from __future__ import annotations

from asgiref.typing import ASGIReceiveCallable, ASGISendCallable, Scope

from config.asgi import application as site


async def application(scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
    if scope["type"] != "websocket":
        await site(scope, receive, send)
        return
    while (message := await receive())["type"] != "websocket.disconnect":
        if message["type"] == "websocket.connect":
            await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
        elif message["type"] == "websocket.receive":
            await send({"type": "websocket.send", "text": message["text"], "bytes": None})
