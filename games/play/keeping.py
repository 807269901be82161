"""The keeper moves for whoever is away: one move at a time, from what the seat knows.

Where seats have secret roles its policy never reads its own (`Title.bots`), so nobody can tell
anything from what it does.
"""

from __future__ import annotations

from datetime import datetime

from games.engine.title import KEEPER
from games.matchlog import copies
from games.matchlog.audience import Audience
from games.models import Match, Seat
from games.play import bots
from games.play.moves import submit_for_keeper
from games.play.rows import MatchRows


def move_for(
    match_id: str, *, index: int, number: int, late_by: datetime | None = None
) -> MatchRows | None:
    """The keeper's move for a seat that is awaited still after exactly this move; else nothing.

    It is chosen before anything is locked. Whoever answers meanwhile has answered; and if only who
    was late by a moment is moved for, whoever is given more time meanwhile has it.
    """
    asked = Seat.objects.select_related("match").filter(
        match_id=match_id,
        index=index,
        awaited_since__isnull=False,
        match__number=number,
        match__status=Match.Status.RUNNING,
    )
    seat = asked.first()
    if seat is None:
        return None
    action = bots.choose(copies.of(seat.match, Audience(index)), KEEPER)
    return submit_for_keeper(match_id, index=index, number=number, action=action, late_by=late_by)
