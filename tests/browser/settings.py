"""The site as it is, but with bots that hardly think: a test waits for them."""

from config.settings import *  # noqa: F403 - all of them

BOTS_THINK_FOR = (0.05, 0.2)
