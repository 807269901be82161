"""The way in for web servers: `daphne config.asgi:application`."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
http = get_asgi_application()

# What follows needs the apps to be loaded, which the line above does.
from channels.auth import AuthMiddlewareStack  # noqa: E402 - see above
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402 - see above
from channels.security.websocket import AllowedHostsOriginValidator  # noqa: E402 - see above

from games.urls import sockets  # noqa: E402 - see above

application = ProtocolTypeRouter(
    {
        "http": http,
        # A socket sends the session's cookie from whatever page opened it: ask where it stands.
        "websocket": AllowedHostsOriginValidator(AuthMiddlewareStack(URLRouter(sockets))),
    }
)
