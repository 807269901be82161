"""The writes: moves, seats, comments. What the site does to a match is called as `play.submit`."""

from games.play.moves import LOOKS_AGAIN, lapse, rebuild, seen, submit, submit_for_bot
from games.play.rows import Account, MatchRows, PlayError, Stale, now
from games.play.stopping import freeze, thaw, void

__all__ = [
    "LOOKS_AGAIN", "Account", "MatchRows", "PlayError", "Stale", "freeze", "lapse", "now", "rebuild",
    "seen", "submit", "submit_for_bot", "thaw", "void",
]  # fmt: skip
