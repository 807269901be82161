"""What the log tells between moves, read once for each edition of a match.

Whoever writes some gives the match another edition (`games.play.asides`), so what has been read of
an edition is all there is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple, TypeAlias

from games.matchlog.memory import Memory
from games.models import Aside, Match

EDITIONS_IN_MEMORY = 400


class AsideTold(NamedTuple):
    """An aside as it is worded: what it is about, by seats and moments."""

    kind: str
    seat: int | None
    giver: int | None
    seconds: int | None
    since: datetime | None
    until: datetime | None
    at: datetime


Asides: TypeAlias = Mapping[int, Sequence[AsideTold]]  # by the move after which they are told


def asides_of(match: Match) -> Asides:
    """Nothing is asked for a match that has none."""
    if not match.has_asides:
        return {}
    key = (match.pk, match.edition)
    found = _asides.get(key)
    if found is None:
        found = _read(match)
        _asides.put(key, found)
    return found


def _read(match: Match) -> Asides:
    found: dict[int, list[AsideTold]] = {}
    rows = Aside.objects.filter(match=match).values_list("number", *AsideTold._fields)
    for number, *told in rows:
        found.setdefault(number, []).append(AsideTold(*told))
    return found


# Saves a query for every page and every audience of a move.
_asides: Memory[tuple[str, int], Asides] = Memory(EDITIONS_IN_MEMORY)
