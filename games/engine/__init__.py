"""The engine: a match is its log. Pure Python, standard library only."""

from games.engine.chance import Chance, Draws, ScriptedChance, commitment
from games.engine.decision import Decision
from games.engine.errors import (
    BadMatchFile,
    BadScript,
    BadSetup,
    BadTitle,
    CorruptLog,
    EngineError,
    Fact,
    IllegalAction,
    gettext_noop,
)
from games.engine.events import EACH, NOBODY, PUBLIC, SEAT, SEATS, Event, Seat, event, redact
from games.engine.imagining import Unseen
from games.engine.log import Move, fold, redact_move
from games.engine.registry import scan, titles
from games.engine.title import Action, Option, Outcome, Round, Telltale, Title
from games.engine.zones import (
    UNKNOWN,
    Hand,
    Maybe,
    Pile,
    Slot,
    Unknown,
    covers,
    is_known,
    learn,
    seen,
)

__all__ = [
    "EACH", "NOBODY", "PUBLIC", "SEAT", "SEATS", "UNKNOWN", "Action", "BadMatchFile", "BadScript",
    "BadSetup", "BadTitle", "Chance", "CorruptLog", "Decision", "Draws", "EngineError", "Event",
    "Fact", "Hand", "IllegalAction", "Maybe", "Move", "Option", "Outcome", "Pile", "Round",
    "ScriptedChance", "Seat", "Slot", "Telltale", "Title", "Unknown", "Unseen", "commitment", "covers",
    "event", "fold", "gettext_noop", "is_known", "learn", "redact", "redact_move", "scan", "seen",
    "titles",
]  # fmt: skip
