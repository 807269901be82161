"""The way in for web servers: `daphne config.asgi:application`."""

import gc
import os
from typing import Any, cast

import django
from asgiref.typing import ASGI3Application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup(set_prefix=False)

# What follows needs the apps to be loaded, which the line above does.
from channels.auth import AuthMiddleware  # noqa: E402 - see above
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402 - see above
from channels.security.websocket import (  # noqa: E402 - see above
    AllowedHostsOriginValidator,
    WebsocketDenier,
)
from channels.sessions import CookieMiddleware, SessionMiddleware  # noqa: E402 - see above
from django.conf import settings  # noqa: E402 - see above
from django.urls import re_path  # noqa: E402 - see above

from config import edge, frames, incoming  # noqa: E402 - see above
from config.this_machine import this_machine_only  # noqa: E402 - see above
from games.live.threads import Handler  # noqa: E402 - see above
from games.management import background  # noqa: E402 - see above
from games.urls import sockets  # noqa: E402 - see above

routes = [*sockets, re_path("", cast(Any, WebsocketDenier.as_asgi()))]  # any other is refused
in_session = CookieMiddleware(
    incoming.clean_cookies(SessionMiddleware(AuthMiddleware(URLRouter(routes))))
)
application: ASGI3Application = ProtocolTypeRouter(
    {
        "http": incoming.clean_charset(edge.guarded(Handler(), largest_body=settings.LARGEST_BODY)),
        # A socket sends the session's cookie from whatever page opened it: ask where it stands.
        "websocket": incoming.clean_origin(AllowedHostsOriginValidator(in_session)),
    }
)
frames.pack_frames_of_daphne()
if settings.DEBUG:
    application = this_machine_only(application)
application = edge.told_first(application, background.serving)  # by whichever server we are served

# What is loaded by now stays until the end, and next to all of what a move leaves behind is gone by
# being counted. Python's own pace of looking for the rest, every 700 objects, took a tenth to a
# quarter of a move, most of it in few and long looks.
gc.collect()
gc.freeze()
gc.set_threshold(20_000, 20, 20)
