"""Every write to a match is announced by whoever writes it: after its commit, and not without one.

Sockets, bots and lists listen (`games.live.receivers`, `games.tasks`). They hear ids, never what
was written.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from django.db import transaction
from django.dispatch import Signal

from games.matchlog.access import Mark, mark_of
from games.models import Match, Seat

written = Signal()  # sent with an `announcement`
NO_MATCH = Mark(None, "", 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Announcement:
    """That a match has a new move, or that something about it has changed; or, without a match,
    that lists have.
    """

    match: str
    mark: Mark
    accounts: Sequence[int] = ()  # who should look at their lists again
    turned: Sequence[int] = ()  # those of them for whom it is now, or is no longer, time to act
    called: Sequence[int] = ()  # who is asked to come, wherever on the site they are, or no more
    bots: Sequence[int] = ()  # the seats of bots that have been asked something
    rests: bool = False  # a round has ended, which people may want to look at before bots go on
    lists_tables: bool = False  # whether the lists of tables have changed for everybody
    is_noted: bool = False  # the write itself has noted that there may be something to tell


def announce(
    match: Match,
    seats: Sequence[Seat],
    *,
    turned: frozenset[int] | None = None,
    invited: Sequence[int] = (),
    lists_tables: bool = False,
    rests: bool = False,
    is_noted: bool = False,
) -> None:
    """Announce a write to a match when it is committed. `turned` are seats; None: any may be.

    `invited` are accounts that are asked to sit down there, or are not any more. A deal calls all.
    """
    accounts = {seat.account_id: seat.index for seat in seats if seat.account_id is not None}
    is_deal = match.number == 0 and match.status == Match.Status.RUNNING
    _send_at_commit(
        Announcement(
            match=match.pk,
            mark=mark_of(match),
            accounts=tuple(dict.fromkeys([*accounts, *invited])),
            turned=tuple(a for a, seat in accounts.items() if turned is None or seat in turned),
            called=tuple(dict.fromkeys([*(accounts if is_deal else ()), *invited])),
            bots=_bots_asked(match, seats),
            rests=rests and bool(accounts),
            lists_tables=lists_tables,
            is_noted=is_noted,
        )
    )


def announce_lists() -> None:
    """Announce at the commit that something is listed differently to all, which is no match."""
    _send_at_commit(Announcement(match="", mark=NO_MATCH, lists_tables=True))


def _send_at_commit(announcement: Announcement) -> None:
    """Robustly: what is committed is done, whoever cannot be told of it. Sockets look for
    themselves after a while, and so does whoever wakes bots.
    """
    transaction.on_commit(partial(written.send_robust, Match, announcement=announcement))


def _bots_asked(match: Match, seats: Sequence[Seat]) -> tuple[int, ...]:
    """The seats of bots that the last move has asked something."""
    moved_at = match.moved_at
    if match.status != Match.Status.RUNNING or moved_at is None:
        return ()
    bots = [seat for seat in seats if seat.acting_bot]
    return tuple(s.index for s in bots if s.awaited_since and s.awaited_since >= moved_at)
