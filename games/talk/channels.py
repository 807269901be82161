"""Who reads and writes what: every role, in every state of a match. Nothing else decides it.

Spectators talk where no player reads before the match is over. Whoever has a seat, or has left
one, never reads or writes there: a word from outside would be a word about what is hidden. Nor
does a stranger, who may be a player without the log-in. A match that was called off opens nothing
more than it had.
"""

from __future__ import annotations

from enum import StrEnum

from games.models import Match, Remark

Channel, Status = Remark.Channel, Match.Status
Channels = frozenset[str]

AT_THE_TABLE: Channels = frozenset({Channel.TABLE, Channel.PLAYERS})
WATCHED: Channels = frozenset({Channel.SPECTATORS})
EVERYTHING: Channels = frozenset(Channel)
SILENCE: Channels = frozenset()


class Relation(StrEnum):
    """What a visitor is to a match."""

    PLAYER = "player"
    LEFT = "left"  # has had a seat after the deal
    WATCHER = "watcher"  # an account that has had none
    STRANGER = "stranger"  # not logged in


def read_by(role: Relation, match: Match) -> Channels:
    if match.status == Status.OVER:
        is_outside = role in (Relation.WATCHER, Relation.STRANGER)
        return EVERYTHING - AT_THE_TABLE if match.talk_private and is_outside else EVERYTHING
    if role == Relation.PLAYER:
        return AT_THE_TABLE
    return WATCHED if role == Relation.WATCHER and match.is_dealt else SILENCE


def written_by(role: Relation, match: Match) -> str | None:
    """The channel in which whoever has this role speaks now, or none."""
    if match.talk == Match.Talk.NOTHING or match.status == Status.VOID or role == Relation.STRANGER:
        return None
    if match.status == Status.OVER:
        return Channel.ALL
    if role == Relation.PLAYER:
        return Channel.TABLE if match.status == Status.OPEN else Channel.PLAYERS
    return Channel.SPECTATORS if role == Relation.WATCHER and match.is_dealt else None


class Hearers(StrEnum):
    """Whose open pages are told that somebody spoke."""

    SEATS = "seats"
    WATCHERS = "watchers"
    EVERYONE = "everyone"


def hearers(channel: str, match: Match) -> Hearers:
    if channel in AT_THE_TABLE and (match.status != Status.OVER or match.talk_private):
        return Hearers.SEATS
    return Hearers.EVERYONE if match.status == Status.OVER else Hearers.WATCHERS


def is_told(told: str, *, is_seated: bool, is_logged_in: bool) -> bool:
    """Whether a socket is told. Of somebody who has left while others play there is none."""
    if told == Hearers.EVERYONE:
        return True
    return is_seated if told == Hearers.SEATS else is_logged_in and not is_seated
