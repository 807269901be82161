"""The site as it is, with one page more, which is large."""

from config.settings import *  # noqa: F403 - all of them

ROOT_URLCONF = "tests.services.wire_addresses"
SECONDS_BETWEEN_BEATS = None  # there is no database
