"""The site as it is, but with bots that hardly think, and pages that soon look for themselves.

A test waits for them; what it writes itself, in its own process, the site is not told of.
"""

from config.settings import *  # noqa: F403 - all of them

BOTS_THINK_FOR = (0.05, 0.2)
SECONDS_BETWEEN_PULSES = 0.5
SECONDS_BETWEEN_CHECKS = 0.5
OUTBOUND_TO_THIS_MACHINE = True  # a test is the push service
