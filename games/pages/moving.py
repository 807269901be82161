"""A move as a page sends it, by a form or over its socket: what it says, and why it is refused."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games import play
from games.engine import Action, EngineError, IllegalAction
from games.engine.canonical import parsed_json
from games.presentation import presenter_of
from games.rendering import Refusal
from games.rendering.environment import rules_address

LARGEST_ACTION = 4096  # bytes

# What a page may be refused with. What else the engine says may name cards.
REFUSALS = (play.PlayError, IllegalAction)


def sent_move(number: str, action: str) -> tuple[int, Action]:
    """The number of the move that was shown, and the action, of any shape: the engine checks it."""
    if len(action.encode(errors="replace")) > LARGEST_ACTION:
        raise play.PlayError("too_large", _("An action is not that long."))
    try:
        return int(number), parsed_json(action)
    except ValueError:
        raise play.PlayError("malformed", _("That is not a move.")) from None


def refusal(error: EngineError, title: str) -> Refusal:
    """Why nothing was done, in a sentence, and where the rules say so."""
    if not isinstance(error, IllegalAction):
        return Refusal(error.message)
    show = presenter_of(title)
    rule = show.rule_of.get(error.code, "")
    return Refusal(show.refusal(error), rules_address(title, rule) if rule else "")
