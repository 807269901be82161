"""Whether a notice is still worth telling when its time has come: not what was seen or done."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from accounts.models import User
from games.engine import CorruptLog, titles
from games.models import Comment, Invitation, Match, MutedTable, Notice, PauseRequest, Seat
from games.notices import kinds, mentions
from games.notices.looking import asked_by
from games.notices.rhythm import ACTING, IDLE


@dataclass(frozen=True, slots=True)
class About:
    """A notice, and the table it is about as it stands now."""

    notice: Notice
    match: Match | None
    seats: Sequence[Seat] = ()
    caller: str = ""  # who mentioned the account; nobody whose account is still there

    @property
    def seat(self) -> Seat | None:
        """The account's, if it has one there."""
        mine = (seat for seat in self.seats if seat.account_id == self.notice.account_id)
        return next(mine, None)

    @property
    def has_seen(self) -> bool:
        """Whether the account has looked at the table since."""
        return self.seat is not None and self.seat.seen >= self.notice.number

    @property
    def is_asked(self) -> bool:
        """Whether what the notice is about is still asked of the account."""
        match, seat = self.match, self.seat
        if match is None or seat is None or match.status != Match.Status.RUNNING:
            return False
        is_awaited = seat.awaited_since is not None and seat.is_played
        return is_awaited and asked_by(match, seat) == self.notice.number


def about(notice: Notice) -> About:
    return all_about([notice])[0]


def all_about(notices: Sequence[Notice]) -> list[About]:
    """In a query for all their seats, and one for all who are named."""
    matches = {
        notice.match.pk: notice.match
        for notice in notices
        if notice.match is not None and notice.match.title in titles()
    }
    seats: dict[str, list[Seat]] = {match_id: [] for match_id in matches}
    for seat in Seat.objects.filter(match__in=matches).order_by("match", "index"):
        seat.match = matches[seat.match_id]
        seats[seat.match_id].append(seat)
    callers = _names(notice.facts["account"] for notice in notices if "account" in notice.facts)
    return [
        About(
            notice,
            matches.get(notice.match_id or ""),
            seats.get(notice.match_id or "", ()),
            callers.get(notice.facts.get("account"), ""),
        )
        for notice in notices
    ]


def _names(accounts: Iterable[int]) -> dict[int, str]:
    wanted = set(accounts)
    found = User.objects.filter(pk__in=wanted) if wanted else User.objects.none()
    return dict(found.values_list("pk", "username"))


def matters(it: About) -> bool:
    """Whether there is still something in it. Of a muted table there is not."""
    if it.notice.kind == kinds.TEST:
        return True
    if it.notice.read_at is not None:
        return False
    if it.match is None and it.notice.match_id is not None:
        return False  # its title is not installed here any more
    if (
        it.match
        and MutedTable.objects.filter(match=it.match, account=it.notice.account_id).exists()
    ):
        return False
    try:
        return _STILL[it.notice.kind](it)
    except CorruptLog:
        return False  # nobody can do anything at that table


def is_seen(it: About) -> bool:
    """Whether the account has seen of itself what the notice tells."""
    kind, looked = it.notice.kind, it.seat.seen_at if it.seat is not None else None
    has_looked = looked is not None and looked >= it.notice.made_at
    return (kind in _OF_MOVES and it.has_seen) or (kind in _SHOWN_AT_TABLE and has_looked)


def waits_until(it: About, now: datetime) -> datetime | None:
    """Not told yet, but then: whoever is acting at that table. Nothing if it may be told."""
    told_after_all = it.notice.made_at + IDLE
    if it.seat is None or now >= told_after_all:
        return None
    looked = it.seat.seen_at
    is_acting = looked is not None and looked >= it.notice.made_at - ACTING
    return told_after_all if is_acting else None


def _is_invited(it: About) -> bool:
    is_open = it.match is not None and it.match.status == Match.Status.OPEN
    return is_open and Invitation.objects.filter(pk=it.notice.number, used_at=None).exists()


def _is_offered(it: About) -> bool:
    index = it.notice.facts["seat"]
    is_open = it.match is not None and it.match.status == Match.Status.RUNNING
    is_offered = is_open and bool(it.seats[index].offered) and it.seat is None
    return is_offered and Invitation.objects.filter(pk=it.notice.number, used_at=None).exists()


def _is_mentioned(it: About) -> bool:
    if it.match is None or it.seat is None:
        return False
    return mentions.is_worth_telling(it.notice.number, it.match, it.notice.account_id)


def _may_still_agree(it: About) -> bool:
    request = PauseRequest.objects.filter(pk=it.notice.number, outcome="").first()
    return it.seat is not None and request is not None and it.seat.index not in request.agreed


def _is_end_asked(it: About) -> bool:
    match = it.match
    is_asked = match is not None and match.end_asked_until is not None
    return is_asked and it.seat is not None and not it.seat.agrees_to_end


def _is_said(it: About) -> bool:
    return Comment.objects.filter(pk=it.notice.number, is_held=False, removed_at=None).exists()


_OF_MOVES = {kinds.TURN, kinds.TIME, kinds.KEEPER, kinds.BEGUN, kinds.OVER}
_SHOWN_AT_TABLE = {kinds.GIVEN, kinds.PAUSE, kinds.END}
_STILL: Mapping[str, Callable[[About], bool]] = {
    kinds.TURN: lambda it: it.is_asked,
    kinds.TIME: lambda it: it.is_asked,
    kinds.KEEPER: lambda it: it.seat is not None and not it.has_seen,
    kinds.BEGUN: lambda it: it.seat is not None and not it.has_seen,
    kinds.OVER: lambda it: it.seat is not None and not it.has_seen,
    kinds.INVITATION: _is_invited,
    kinds.REMATCH: _is_invited,
    kinds.SEAT: _is_offered,
    kinds.ANSWER: _is_said,
    kinds.MENTION: _is_mentioned,
    kinds.PAUSE: _may_still_agree,
    kinds.END: _is_end_asked,
    kinds.GIVEN: lambda it: it.seat is not None and it.seat.awaited_since is not None,
    kinds.BOUNCED: lambda it: True,
    kinds.HOOK_OFF: lambda it: True,
    kinds.TEST: lambda it: True,
    kinds.SANCTION: lambda it: True,
    kinds.LIFTED: lambda it: True,
    kinds.APPEAL: lambda it: True,
    kinds.REPORT: lambda it: True,
}
