"""What is told, kind by kind. A new kind is a line here, a finding and its words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

MAIL, PUSH, HOOK = "mail", "push", "hook"
CHANNELS: Mapping[str, StrOrPromise] = {MAIL: _("E-mail"), PUSH: _("Push"), HOOK: _("Webhook")}

CLOSE = "close"  # takes back what was pushed; nobody chooses it


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """`by_default`: the channels that it goes out by unless the account says otherwise; `choice`:
    the line among the preferences that it belongs to, if not its own; `urgent`: it waits for no
    other.
    """

    words: StrOrPromise
    note: StrOrPromise = ""
    icon: str
    by_default: frozenset[str]
    choice: str = ""
    urgent: bool = False


def _by(*channels: str) -> frozenset[str]:
    return frozenset(channels)


TURN, TIME, KEEPER, BEGUN, OVER = "turn", "time", "keeper", "begun", "over"
INVITATION, REMATCH, SEAT, GIVEN = "invitation", "rematch", "seat", "given"
PAUSE, END, ANSWER, MENTION = "pause", "end", "answer", "mention"
BOUNCED, HOOK_OFF, TEST = "bounced", "hook_off", "test"
SANCTION, LIFTED, APPEAL, REPORT = "sanction", "lifted", "appeal", "report"

KINDS: Mapping[str, Kind] = {
    TURN: Kind(words=_("It is my turn"), icon="turn", by_default=_by(MAIL, PUSH, HOOK)),
    TIME: Kind(
        words=_("My time is running out"),
        note=_("when four fifths are gone"),
        icon="hourglass",
        by_default=_by(MAIL, PUSH),
        urgent=True,
    ),
    KEEPER: Kind(words=_("The keeper moved for me"), icon="keeper", by_default=_by(MAIL, PUSH)),
    BEGUN: Kind(words=_("A match begins"), icon="play", by_default=_by(MAIL)),
    OVER: Kind(
        words=_("A match is over"),
        note=_("without saying who won"),
        icon="cup",
        by_default=_by(MAIL, HOOK),
    ),
    INVITATION: Kind(
        words=_("Invitations and rematches"), icon="letter", by_default=_by(MAIL, PUSH)
    ),
    REMATCH: Kind(words="", icon="letter", by_default=_by(MAIL, PUSH), choice=INVITATION),
    SEAT: Kind(words=_("A seat is offered to me"), icon="person", by_default=_by(MAIL, PUSH)),
    ANSWER: Kind(words=_("Somebody mentions or answers me"), icon="bubble", by_default=_by(PUSH)),
    MENTION: Kind(words="", icon="bubble", by_default=_by(PUSH), choice=ANSWER),
    PAUSE: Kind(
        words=_("More time, pause or end asked for"), icon="hourglass", by_default=_by(MAIL, PUSH)
    ),
    END: Kind(words="", icon="flag", by_default=_by(MAIL, PUSH), choice=PAUSE),
    GIVEN: Kind(words="", icon="hourglass", by_default=_by(MAIL, PUSH), choice=PAUSE),
    BOUNCED: Kind(words="", icon="letter", by_default=_by(), choice=BOUNCED),  # on the site alone
    HOOK_OFF: Kind(words="", icon="link", by_default=_by(MAIL), choice=HOOK_OFF),
    TEST: Kind(words="", icon="check", by_default=_by(MAIL, PUSH), choice=TEST, urgent=True),
    # What the staff decided is no matter of choice.
    SANCTION: Kind(words="", icon="flag", by_default=_by(MAIL), choice=SANCTION),
    LIFTED: Kind(words="", icon="check", by_default=_by(MAIL), choice=SANCTION),
    APPEAL: Kind(words="", icon="flag", by_default=_by(MAIL), choice=SANCTION),
    REPORT: Kind(words=_("A report of mine was dealt with"), icon="flag", by_default=_by(MAIL)),
}

# Those that ask for something, and are done with when it is done.
ASKING = frozenset({TURN, TIME, INVITATION, REMATCH, SEAT, PAUSE, END})

# And that a match begins is no news to whoever is to move.
SETTLED = ASKING | {BEGUN}

# Those that a look at the table tells as well.
SEEN_AT_TABLE = frozenset({KEEPER, BEGUN, OVER})

# What an account chooses among, in order.
CHOICES: Mapping[str, Kind] = {code: kind for code, kind in KINDS.items() if kind.words}


def choice_of(code: str) -> str:
    return KINDS[code].choice or code
