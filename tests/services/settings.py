"""The site as it is, but quicker to notice things: a test waits for it."""

import os

from config.settings import *  # noqa: F403 - all of them

BOTS_THINK_FOR = (0.05, 0.2)
SECONDS_BETWEEN_PULSES = 0.5
# Longer than a busy machine takes to connect again, but where a test wants to see it end.
DATABASES["default"]["OPTIONS"]["pool"] |= {"timeout": float(os.environ.get("PATIENCE", "10"))}  # noqa: F405 - it is there
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
