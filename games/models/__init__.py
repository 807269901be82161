"""The log, and what lists and clocks need beside it: the rows, by subject.

`Move` is the truth. `Round`, and every column marked "derived", can be deleted and built again
from the log by `play.rebuild`; only `play` writes them.
"""

from __future__ import annotations

from games.models.asides import Aside
from games.models.claims import Claim, TruthShare
from games.models.comments import Comment
from games.models.ids import ID_LENGTH, ID_LETTERS, TOKEN_LENGTH, new_edition, new_id, new_token
from games.models.log import Move, Round
from games.models.match import (
    GATHERING,
    PAST,
    QUESTION_LASTS,
    TO_WATCH,
    UNFINISHED,
    Match,
    StopSpan,
)
from games.models.moderation import (
    NOTICED,
    Case,
    CaseNote,
    Clue,
    Complaint,
    Foresight,
    Glass,
    ListedWord,
)
from games.models.notebook import Note, Suspicion
from games.models.notices import (
    Delivery,
    HookAttempt,
    MutedTable,
    Notice,
    PushSubscription,
    Reach,
    Webhook,
)
from games.models.seats import IDLE, OFFERED, WITH_CLOCK, Holder, Seat
from games.models.seeking import Seek
from games.models.talk import Mute, ReadMark, Remark
from games.models.time import DaysOff, Freeze, Heartbeat, PauseRequest, Stop, TimeGiven
from games.models.ways_in import Invitation, Kick

__all__ = [
    "GATHERING",
    "IDLE",
    "ID_LENGTH",
    "ID_LETTERS",
    "NOTICED",
    "OFFERED",
    "PAST",
    "QUESTION_LASTS",
    "TOKEN_LENGTH",
    "TO_WATCH",
    "UNFINISHED",
    "WITH_CLOCK",
    "Aside",
    "Case",
    "CaseNote",
    "Claim",
    "Clue",
    "Comment",
    "Complaint",
    "DaysOff",
    "Delivery",
    "Foresight",
    "Freeze",
    "Glass",
    "Heartbeat",
    "Holder",
    "HookAttempt",
    "Invitation",
    "Kick",
    "ListedWord",
    "Match",
    "Move",
    "Mute",
    "MutedTable",
    "Note",
    "Notice",
    "PauseRequest",
    "PushSubscription",
    "Reach",
    "ReadMark",
    "Remark",
    "Round",
    "Seat",
    "Seek",
    "Stop",
    "StopSpan",
    "Suspicion",
    "TimeGiven",
    "TruthShare",
    "Webhook",
    "new_edition",
    "new_id",
    "new_token",
]  # fmt: skip
