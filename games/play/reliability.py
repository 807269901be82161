"""How accounts keep their matches going: which of their last moves were in time, what they left.

Everyone may see it, and a table may ask for it, so it is read here. Where no clock acts nobody can be
late: those moves tell nothing, and neither do matches against bots alone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.db.models import OuterRef, Q, Subquery

from games.models import WITH_CLOCK, Holder, Seat
from games.play.rows import Account

MATCHES_OF_LATE = 100  # in which the last moves are looked for
MATCHES_LEFT_OF = 20  # tell how many of them somebody leaves
MOVES_OF_LATE = 50  # tell how many of them somebody makes in time
MOVES_TO_TELL = 10  # with fewer, nobody can say whether somebody is reliable


@dataclass(frozen=True, slots=True)
class Reliability:
    """Of the last moves that were asked of an account, and of its last matches."""

    moves: int = 0
    in_time: int = 0
    matches: int = 0
    left: int = 0

    @property
    def percent(self) -> int | None:
        """Of the moves, rounded down: only who was never late has 100. None before the first."""
        return self.in_time * 100 // self.moves if self.moves else None

    def falls_short_of(self, asked: int) -> bool:
        """Whether a table that asks for so many percent is closed to it.

        Whoever has hardly played cannot be told reliable or not, and may sit down (decision 20).
        """
        return self.moves >= MOVES_TO_TELL and (self.percent or 0) < asked


def reliability(account_id: int) -> Reliability:
    return reliabilities([account_id])[account_id]


def reliabilities(account_ids: Collection[int]) -> dict[int, Reliability]:
    """Of all of these in three queries, however many they are and however much they have played."""
    floors = _floors(account_ids)
    played: dict[int, list[_Counted]] = {account_id: [] for account_id in account_ids}
    columns = ("answers", "missed", "match__terms__acts")
    if floors:
        # Said of each account again, for planners take no index of some rows for an "or" of all.
        late = [Q(WITH_CLOCK, account_id=one, pk__gte=floor) for one, floor in floors]
        held = Seat.objects.filter(Q(*late, _connector=Q.OR)).order_by()
        for account_id, seat, *counts in held.values_list("account_id", "pk", *columns):
            played[account_id].append((seat, *_where_a_clock_acts(*counts), False))
    left = Holder.objects.filter(account_id__in=account_ids).order_by()
    for account_id, seat, *counts in left.values_list("account_id", "seat_id", *columns):
        if account_id is not None:
            played[account_id].append((seat, *_where_a_clock_acts(*counts), True))
    return {account_id: _of_late(counted) for account_id, counted in played.items()}


_Counted = tuple[int, int, int, bool]  # a seat, moves in time, moves missed, whether it was left


def _where_a_clock_acts(answers: int, missed: int, acts: object) -> tuple[int, int]:
    return (answers, missed) if acts else (0, 0)


def _floors(account_ids: Iterable[int]) -> list[tuple[int, int]]:
    """From which seat on the last matches of each account are, along their index alone."""
    seats = Seat.objects.filter(WITH_CLOCK, account_id=OuterRef("pk")).order_by("-pk").values("pk")
    latest = Subquery(seats[MATCHES_OF_LATE - 1 : MATCHES_OF_LATE])
    found = Account.objects.filter(pk__in=account_ids).annotate(floor=latest)
    return [(pk, floor or 0) for pk, floor in found.values_list("pk", "floor")]


def _of_late(counted: list[_Counted]) -> Reliability:
    """Over the matches that hold the last moves, and the last ones that were begun."""
    latest = sorted(counted, reverse=True)[:MATCHES_OF_LATE]
    in_time = moves = 0
    for _seat, answers, missed, _left in latest:
        in_time, moves = in_time + answers, moves + answers + missed
        if moves >= MOVES_OF_LATE:
            break
    recent = latest[:MATCHES_LEFT_OF]
    return Reliability(moves, in_time, len(recent), sum(left for *_, left in recent))
