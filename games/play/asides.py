"""What the log tells between moves: written by the verbs that it is about.

Each of them gives the match another edition in the same transaction, because pages remember the
lines of an edition.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TypedDict, Unpack

from games.models import Aside, Match
from games.play import rows

Kind = Aside.Kind


class AsideFacts(TypedDict, total=False):
    """What an aside tells beside its kind."""

    seat: int  # whom it is about
    giver: int
    lasts: timedelta
    since: datetime | None
    until: datetime


def note(match: Match, kind: Aside.Kind, **facts: Unpack[AsideFacts]) -> None:
    """A part of verbs that have locked the match and save it. Before the deal there is no log."""
    if match.number is not None:
        made(match, kind, **facts).save()


def made(match: Match, kind: Aside.Kind, **facts: Unpack[AsideFacts]) -> Aside:
    """The row, to be saved by whoever makes many."""
    assert match.number is not None
    match.has_asides = True
    lasts = facts.pop("lasts", None)
    seconds = None if lasts is None else int(lasts.total_seconds())
    return Aside(
        match=match, number=match.number, kind=kind, seconds=seconds, at=rows.now(), **facts
    )
