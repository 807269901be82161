"""What is there to tell, and to whom: read from the rows of a match whenever something was written.

Nothing is remembered between two looks: what has been told before is a row that cannot be there
twice. So looking too often does nothing, and looking late tells what is still true.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from games.engine import titles
from games.live import layer
from games.matchlog import copies
from games.matchlog.audience import PUBLIC
from games.matchlog.stuck import stuck_alone
from games.models import (
    Comment,
    Delivery,
    Invitation,
    Match,
    Mute,
    MutedTable,
    Notice,
    PauseRequest,
    Seat,
    TimeGiven,
)
from games.notices import kinds, mentions, reach
from games.notices.rhythm import SETTLE

RECENT = timedelta(days=1)  # what is older is no news, whenever we hear of it
LATELY = timedelta(hours=2)  # more than there is between two looks around
TOLD_OF_KEEPER = 3  # moves in a row: then it stays, which the last notice says
SOON_GONE = 5  # the last fifth of the time for a move


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """Something that an account should know."""

    account: int
    kind: str
    number: int
    facts: Mapping[str, Any] = field(default_factory=dict)
    warn_at: datetime | None = None


def heard(match_id: str) -> None:
    """Something was written about this match: somebody is to look at it. A move says so itself."""
    Match.objects.filter(pk=match_id, news_at=None).update(news_at=timezone.now())


def look_at_recent(now: datetime) -> None:
    """Of what was written when a process died we may not have heard: look at what has moved lately."""
    moved = Match.objects.filter(status=Match.Status.RUNNING, moved_at__gte=now - LATELY)
    for match_id in moved.values_list("pk", flat=True).iterator():
        heard(match_id)


def oldest_news(*, limit: int) -> list[str]:
    news = Match.objects.filter(news_at__isnull=False).order_by("news_at")
    return list(news.values_list("pk", flat=True)[:limit])


def look(match_id: str, now: datetime) -> None:
    """Note all that there is to tell about a match. It and the news of it are one transaction."""
    with transaction.atomic():
        Match.objects.filter(pk=match_id).update(news_at=None)
        match = Match.objects.defer("secret").filter(pk=match_id).first()
        if match is None or match.title not in titles():
            return
        seats = list(Seat.objects.filter(match=match).order_by("index"))
        for seat in seats:
            seat.match = match
        found = list(findings(match, seats, now))
        done = _settle(match, found, now)
        note(match, found, now, besides=done)


def look_away(match_id: str) -> None:
    """What there is to tell cannot be found out: it is looked at again when something is written."""
    Match.objects.filter(pk=match_id).update(news_at=None)


def _settle(match: Match, found: Sequence[Found], now: datetime) -> set[int]:
    """What asked for something and is not found again was done, or is not asked any more. It need not
    be read. Returns whose it was.
    """
    asked = {(one.account, one.kind, one.number) for one in found}
    asked |= {
        (account, kinds.TIME, number) for account, kind, number in asked if kind == kinds.TURN
    }
    unread = Notice.objects.filter(match=match, kind__in=kinds.SETTLED, read_at=None)
    rows = unread.values_list("pk", "account_id", "kind", "number")
    done = {pk: account for pk, account, *rest in rows if (account, *rest) not in asked}
    Notice.objects.filter(pk__in=done).update(read_at=now, warn_at=None)
    reach.take_back(done, now)
    return set(done.values())


def note(
    match: Match | None, found: Sequence[Found], now: datetime, *, besides: Iterable[int] = ()
) -> None:
    """Write what is not written yet, and with it by which channels it goes out. `besides`: whose
    bell has changed otherwise.
    """
    for one in found:
        if one.kind == kinds.TURN:
            _turns(match, one).exclude(warn_at=one.warn_at).update(
                warn_at=one.warn_at if one.warn_at and one.warn_at > now else None
            )
    fresh = [
        Notice(
            account_id=one.account,
            kind=one.kind,
            match=match,
            number=one.number,
            facts=dict(one.facts),
            made_at=now,
            warn_at=one.warn_at,
        )
        for one in _unknown(match, found)
    ]
    made = Notice.objects.bulk_create(fresh)
    _send_out(match, made, now)
    told = {notice.account_id for notice in made} | set(besides)
    transaction.on_commit(lambda: layer.note(told))


def _turns(match: Match | None, one: Found) -> QuerySet[Notice]:
    return Notice.objects.filter(
        account_id=one.account, kind=one.kind, match=match, number=one.number
    )


def _unknown(match: Match | None, found: Sequence[Found]) -> list[Found]:
    """Those that nobody has noted. Whoever looks at the same time is refused by the database."""
    known = Notice.objects.filter(match=match, account__in={one.account for one in found})
    keys = set(known.values_list("account_id", "kind", "number"))
    return [one for one in found if (one.account, one.kind, one.number) not in keys]


def _send_out(match: Match | None, notices: Sequence[Notice], now: datetime) -> None:
    if not notices:
        return
    accounts = {notice.account_id for notice in notices}
    muted = set(
        MutedTable.objects.filter(match=match, account__in=accounts).values_list(
            "account", flat=True
        )
    )
    ways = reach.channels_of(accounts - muted)
    Delivery.objects.bulk_create(
        Delivery(
            notice=notice,
            channel=channel,
            account_id=notice.account_id,
            browser_id=browser,
            due_at=now + SETTLE,
        )
        for notice in notices
        if (mine := ways.get(notice.account_id)) is not None
        for channel in sorted(mine.for_kind(notice.kind))
        for browser in mine.ends(channel)
    )


# Findings


def findings(match: Match, seats: Sequence[Seat], now: datetime) -> Iterator[Found]:
    people = [seat for seat in seats if seat.account_id is not None]
    if match.status == Match.Status.OPEN:
        yield from _invited(match)
    elif match.status == Match.Status.RUNNING:
        yield from _begun(match, people, now)
        yield from _asked(match, people)
        yield from _kept(match, people, now)
        yield from _offered(match, seats)
        yield from _gifts(match, people, now)
        yield from _questions(match, people)
    elif match.is_dealt:
        yield from _ended(match, people, now)
    yield from _mentioned(match, people, now)


def _of(seat: Seat, kind: str, number: int, **facts: Any) -> Found:
    assert seat.account_id is not None
    return Found(account=seat.account_id, kind=kind, number=number, facts=facts)


def _invited(match: Match) -> Iterator[Found]:
    kind = kinds.REMATCH if match.rematch_of_id else kinds.INVITATION
    asked = Invitation.objects.filter(match=match, account__isnull=False, used_at=None)
    for pk, account in asked.values_list("pk", "account_id"):
        assert account is not None
        yield Found(account=account, kind=kind, number=pk)


def _begun(match: Match, people: Sequence[Seat], now: datetime) -> Iterator[Found]:
    """Whoever is to move is told that instead, and whoever has seen it nothing."""
    if match.started_at is None or match.started_at < now - RECENT:
        return
    for seat in people:
        is_new = seat.seen < 0 and seat.held_from == 0
        if is_new and seat.awaited_since is None:
            yield _of(seat, kinds.BEGUN, 0)


def _asked(match: Match, people: Sequence[Seat]) -> Iterator[Found]:
    for seat in people:
        if seat.is_played and seat.awaited_since is not None:
            assert seat.account_id is not None
            yield Found(
                account=seat.account_id,
                kind=kinds.TURN,
                number=asked_by(match, seat),
                warn_at=soon_gone(match, seat),
            )


def asked_by(match: Match, seat: Seat) -> int:
    """The move that has asked something of a seat which is awaited."""
    assert match.number is not None
    assert seat.awaited_since is not None
    if seat.awaited_since == match.moved_at:
        return match.number
    moves = copies.of(match, PUBLIC).moves
    before = [
        m.number for m in moves if m.at and datetime.fromisoformat(m.at) <= seat.awaited_since
    ]
    return before[-1] if before else 0


def soon_gone(match: Match, seat: Seat) -> datetime | None:
    """When four fifths of a seat's time for this move are gone."""
    terms = match.clock_terms
    if terms is None or seat.reserve_at is None:
        return None
    time = timedelta(seconds=terms.move, milliseconds=seat.given_ms)
    return seat.reserve_at - time / SOON_GONE


def _kept(match: Match, people: Sequence[Seat], now: datetime) -> Iterator[Found]:
    for seat in people:
        if 0 < seat.kept <= TOLD_OF_KEEPER:
            moves = copies.of(match, PUBLIC).moves
            [*_earlier, last] = [m for m in moves if m.seat == seat.index and m.by == "keeper"]
            if last.at and datetime.fromisoformat(last.at) >= now - RECENT:
                yield _of(seat, kinds.KEEPER, last.number)


def _offered(match: Match, seats: Sequence[Seat]) -> Iterator[Found]:
    """A seat that the keeper plays, to whom somebody at the table wants there."""
    if not any(seat.offered for seat in seats):
        return
    asked = Invitation.objects.filter(match=match, account__isnull=False, used_at=None)
    for invitation in asked.filter(index__isnull=False):
        assert invitation.account_id is not None
        assert invitation.index is not None
        if seats[invitation.index].offered:
            facts = {"seat": invitation.index}
            yield Found(
                account=invitation.account_id, kind=kinds.SEAT, number=invitation.pk, facts=facts
            )


def _mentioned(match: Match, people: Sequence[Seat], now: datetime) -> Iterator[Found]:
    for seat, remark in mentions.mentioned(match, people, since=now - RECENT):
        facts = {"account": remark.account_id, "move": remark.number}
        yield _of(seat, kinds.MENTION, remark.pk, **facts)


def _gifts(match: Match, people: Sequence[Seat], now: datetime) -> Iterator[Found]:
    if match.terms is None:
        return
    holders = {seat.index: seat for seat in people}
    given = TimeGiven.objects.filter(match=match, giver__isnull=False, at__gte=now - RECENT)
    for gift in given:
        if gift.seat in holders:
            facts = {"by": gift.giver, "seconds": gift.seconds}
            yield _of(holders[gift.seat], kinds.GIVEN, gift.pk, **facts)


def _questions(match: Match, people: Sequence[Seat]) -> Iterator[Found]:
    if match.pause_asked is not None:
        for request in PauseRequest.objects.filter(match=match, outcome=""):
            facts = {"by": request.seat, "until": request.until.isoformat()}
            for seat in people:
                if seat.is_played and seat.index not in request.agreed:
                    yield _of(seat, kinds.PAUSE, request.pk, **facts)
    until, asked_at = match.end_asked_until, match.end_asked_at
    if until is not None and asked_at is not None:
        facts = {"by": match.end_asked_by, "until": until.isoformat()}
        for seat in people:
            if seat.is_played and not seat.agrees_to_end:
                yield _of(seat, kinds.END, int(asked_at.timestamp()), **facts)


def _ended(match: Match, people: Sequence[Seat], now: datetime) -> Iterator[Found]:
    """A match that was called off has no time of its end: it is news to whom we told of it before."""
    assert match.number is not None
    if match.status == Match.Status.OVER:
        is_news = match.ended_at is not None and match.ended_at >= now - RECENT
    else:
        is_news = Notice.objects.filter(match=match).exists()
    for seat in people if is_news else ():
        yield _of(seat, kinds.OVER, match.number)


# What no write announces


def is_to_warn(now: datetime) -> bool:
    return Notice.objects.filter(warn_at__lte=now).exists()


def warn(now: datetime, *, limit: int = 100) -> bool:
    """Tell those whose time is nearly gone. Whether more may be done at once."""
    due = list(
        Notice.objects.filter(warn_at__lte=now)
        .select_related("match")
        .defer("match__secret")
        .order_by("warn_at")[:limit]
    )
    is_busy = False
    for notice in due:
        with stuck_alone(f"The warning for {notice.match_id}") as attempt, transaction.atomic():
            _warn(notice, now)
        if attempt.is_stuck:
            Notice.objects.filter(pk=notice.pk).update(warn_at=None)
        is_busy |= not attempt.is_put_off
    return is_busy


def _warn(notice: Notice, now: datetime) -> None:
    match = notice.match
    assert match is not None
    seat = Seat.objects.filter(match=match, account=notice.account_id).first()
    is_asked = seat is not None and seat.is_played and seat.awaited_since is not None
    later = None
    if seat is not None and is_asked and match.status == Match.Status.RUNNING:
        at = soon_gone(match, seat)
        if at is not None and at <= now and asked_by(match, seat) == notice.number:
            note(match, [_of(seat, kinds.TIME, notice.number)], now)
        else:
            later = at
    Notice.objects.filter(pk=notice.pk).update(warn_at=later if later and later > now else None)


def answered(comment: Comment, now: datetime) -> None:
    """Somebody has said something about a move: those who did before are told."""
    earlier = Comment.objects.filter(
        match=comment.match_id, number=comment.number, pk__lt=comment.pk
    )
    others = earlier.filter(removed_at=None, account__isnull=False).exclude(account=comment.account)
    here = Q(match=None) | Q(match=comment.match_id)
    deaf = Mute.objects.filter(here, about=comment.account_id).values("account")
    others = others.exclude(account__in=deaf)
    accounts = others.order_by().values_list("account_id", flat=True).distinct()
    facts = {"move": comment.number}
    found = [
        Found(account=account, kind=kinds.ANSWER, number=comment.pk, facts=facts)
        for account in accounts
        if account is not None
    ]
    note(Match.objects.defer("secret").get(pk=comment.match_id), found, now)
