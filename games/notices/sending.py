"""Sends what is due: one message an account at a time, so that nobody waits behind somebody else's
thousand. Everything is claimed before it is sent and marked after.

A sender that dies in between leaves its claim. Whoever comes later sends the same message again,
under the same name (a mail's Message-ID, a webhook's id), by which whatever
receives it knows it from a second one. Nobody can do better over a wire that does not ask back.
"""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Protocol

from django.db import IntegrityError, transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone, translation

from accounts.models import User
from games.matchlog.stuck import stuck_alone
from games.models import Delivery, PushSubscription, Reach
from games.notices import kinds, looking, mattering, reach, wording
from games.notices.mattering import About
from games.notices.rhythm import Wishes, after_quiet, mail_at

logger = logging.getLogger(__name__)

AT_ONCE = 50  # accounts that are read together, and matches
IN_ONE_MESSAGE = 100
SECONDS_AT_WORK = 45.0  # for a task; the next one goes on
ABANDONED = timedelta(minutes=10)  # after which whoever claimed something is taken to be dead
PUT_OFF = timedelta(minutes=1)  # what the database got in the way of
WAITS = [timedelta(minutes=m) for m in (1, 5, 30, 120, 480, 1440, 2880)]  # between tries

State = Delivery.State
Clock = Callable[[], datetime]


@dataclass(frozen=True, slots=True)
class Reader:
    """Whom a message is for."""

    account: User
    reach: Reach
    wishes: Wishes


@dataclass(frozen=True, slots=True)
class Parcel:
    """What goes out together, by one channel to one account."""

    key: str
    reader: Reader
    about: Sequence[About]
    said: Sequence[wording.Saying]
    now: datetime
    browser: PushSubscription | None = None


class Refused(Exception):
    """This message will never arrive."""


class Trouble(Exception):
    """It did not arrive this time."""


class Away(Trouble):
    """Nor would any other by this channel just now."""


class Sender(Protocol):
    """Hands a message over, or raises one of the above."""

    def __call__(self, parcel: Parcel) -> None: ...


@dataclass
class Working:
    """One task's work: until when, and which channels are away."""

    clock: Clock = timezone.now
    ends: float = field(default_factory=lambda: time.monotonic() + SECONDS_AT_WORK)
    away: set[str] = field(default_factory=set)

    @property
    def is_over(self) -> bool:
        return time.monotonic() >= self.ends


def is_anything_due(now: datetime) -> bool:
    waiting = Delivery.objects.filter(state=State.WAITING, due_at__lte=now)
    is_to_look = bool(looking.oldest_news(limit=1)) or looking.is_to_warn(now)
    return is_to_look or waiting.exists() or _abandoned(now).exists()


def tell(senders: Mapping[str, Sender], *, clock: Clock = timezone.now) -> bool:
    """Look, warn, send, until nothing is due or the time is up. Whether more is due."""
    working = Working(clock)
    while not working.is_over:
        is_busy = _look_around(clock())
        is_busy |= looking.warn(clock())
        is_busy |= _send_to_everyone(senders, working)
        if not is_busy:
            return False
    return True


def _look_around(now: datetime) -> bool:
    """Whether there was something to look at that is not to be looked at again at once."""
    is_busy = False
    for match_id in looking.oldest_news(limit=AT_ONCE):
        with stuck_alone(f"What there is to tell of {match_id}") as attempt:
            _look_at(match_id, now)
        if attempt.is_stuck:
            looking.look_away(match_id)
        is_busy |= not attempt.is_put_off
    return is_busy


def _look_at(match_id: str, now: datetime) -> None:
    try:
        looking.look(match_id, now)
    except IntegrityError:
        logger.info("Somebody else looks at %s.", match_id)


def _send_to_everyone(senders: Mapping[str, Sender], working: Working) -> bool:
    """A message to each account that has one due, once around. Whether there was any.

    A task does not come to the end when there is much to do, so each begins somewhere else.
    """
    is_busy = _take_over_abandoned(senders, working)
    start = _due(senders, working).order_by("?").values_list("account_id", flat=True).first() or 0
    for part in (Q(account__gte=start), Q(account__lt=start)):
        after = 0
        while not working.is_over:
            accounts = _accounts(_due(senders, working).filter(part, account__gt=after))
            for account_id in accounts:
                if working.is_over:
                    break
                with stuck_alone(f"What account {account_id} is told"):
                    is_busy |= _send_one(account_id, senders, working)
            if not accounts:
                break
            after = accounts[-1]
    return is_busy or working.is_over


def _due(senders: Mapping[str, Sender], working: Working) -> QuerySet[Delivery]:
    channels = [channel for channel in senders if channel not in working.away]
    due = Delivery.objects.filter(state=State.WAITING, due_at__lte=working.clock())
    return due.filter(channel__in=channels)


def _accounts(due: QuerySet[Delivery]) -> list[int]:
    accounts = due.order_by("account_id").values_list("account_id", flat=True)
    return list(accounts.distinct()[:AT_ONCE])


def _send_one(account_id: int, senders: Mapping[str, Sender], working: Working) -> bool:
    """The message that has been due longest, of this account. Whether something came of it."""
    now = working.clock()
    account = User.objects.get(pk=account_id)
    chosen = reach.reach_of(account_id)
    reader = Reader(account, chosen, reach.wishes_of(account, chosen))
    waiting = Delivery.objects.filter(account=account_id, state=State.WAITING)
    waiting = waiting.select_related("notice__match__host", "browser")
    waiting = waiting.defer("notice__match__secret")
    usable = [channel for channel in senders if channel not in working.away]
    first = waiting.filter(due_at__lte=now, channel__in=usable).order_by("due_at", "pk").first()
    if first is None:
        return False
    together = [first]
    if first.channel == kinds.MAIL and not _is_test(first):
        mails = waiting.filter(channel=kinds.MAIL).exclude(notice__kind=kinds.TEST)
        together = list(mails.order_by("pk")[:IN_ONE_MESSAGE])
    with translation.override(account.language or None):
        sorted_out = _sort_out(together, reader, now)
        claimed = _claim(sorted_out, now)
        if claimed is not None:
            _send(claimed, sorted_out.ready, reader, senders, working)
    return True


def _is_test(one: Delivery) -> bool:
    """It goes out by itself and at once, and puts off nothing."""
    return one.notice.kind == kinds.TEST


@dataclass
class Sorted:
    """Deliveries by what becomes of them now."""

    ready: list[tuple[Delivery, About]] = field(default_factory=list)
    later: dict[int, datetime] = field(default_factory=dict)
    dropped: list[int] = field(default_factory=list)
    stuck: list[int] = field(default_factory=list)  # nobody can tell what to do with them


def _sort_out(together: Sequence[Delivery], reader: Reader, now: datetime) -> Sorted:
    result = Sorted()
    ways = reach.channels_of([reader.account.pk]).get(reader.account.pk)
    for one in together:
        with stuck_alone(f"Notice {one.notice_id}") as attempt:
            it = mattering.about(one.notice)
            if one.channel == kinds.CLOSE:
                _sort_closing(one, it, result)
            else:
                is_wanted = ways is not None and one.channel in ways.for_kind(one.notice.kind)
                _sort_one(one, it, reader, now, result, is_wanted=is_wanted)
        if attempt.is_stuck:
            result.stuck.append(one.pk)
        if attempt.is_put_off:
            result.later[one.pk] = now + PUT_OFF
    told = [one for one, _it in result.ready if one.channel != kinds.CLOSE]
    moments = {one.pk: _moment(one, reader, now) for one in told}
    if moments and min(moments.values()) > now:  # nothing calls for a message yet
        result.later |= moments
        result.ready = []
    return result


def _sort_one(
    one: Delivery, it: About, reader: Reader, now: datetime, result: Sorted, *, is_wanted: bool
) -> None:
    if not is_wanted or not mattering.matters(it) or _is_stale_news(it, one, reader):
        result.dropped.append(one.pk)
    elif (until := mattering.waits_until(it, now)) is not None:
        result.later[one.pk] = until
    else:
        result.ready.append((one, it))


def _sort_closing(one: Delivery, it: About, result: Sorted) -> None:
    if _is_shown_still(one):
        result.ready.append((one, it))
    else:
        result.dropped.append(one.pk)


def _is_shown_still(one: Delivery) -> bool:
    """Whether what is to be closed is the last that was pushed about that table."""
    same_place = Delivery.objects.filter(browser=one.browser_id, channel=kinds.PUSH)
    same_place = same_place.filter(notice__match=one.notice.match_id, notice__gt=one.notice_id)
    return not same_place.filter(state__in=[State.SENDING, State.SENT]).exists()


def _is_stale_news(it: About, one: Delivery, reader: Reader) -> bool:
    """A digest does not repeat what somebody has seen."""
    is_digest = one.channel == kinds.MAIL and reader.reach.rhythm != Reach.Rhythm.NOW
    return is_digest and mattering.is_seen(it)


def _moment(one: Delivery, reader: Reader, now: datetime) -> datetime:
    """From when on a delivery may be sent."""
    made_at, kind = one.notice.made_at, kinds.KINDS[one.notice.kind]
    if one.channel == kinds.HOOK or (_is_test(one) and not one.tries):
        return made_at  # a program does not sleep, and whoever tries something out is awake
    if one.channel == kinds.MAIL and not one.tries:
        last = reader.reach.mailed_at
        last = last if last is not None and last <= now else None  # the clock was wrong then
        moment = mail_at(made_at, reader.wishes, last_mail=last, urgent=kind.urgent)
    else:
        moment = one.due_at  # tried before: its turn has come, whatever was sent since
    # It may have become night since: somebody was at the table, or a server away.
    return after_quiet(max(moment, now), reader.wishes)


def _claim(sorted_out: Sorted, now: datetime) -> str | None:
    """A key for what is to be sent; None if that is nothing, or if somebody else has some of it."""
    key, ready = secrets.token_hex(16), [one.pk for one, _it in sorted_out.ready]
    waiting = Delivery.objects.filter(state=State.WAITING)
    with transaction.atomic():
        waiting.filter(pk__in=sorted_out.dropped).update(state=State.DROPPED, done_at=now)
        waiting.filter(pk__in=sorted_out.stuck).update(state=State.FAILED, done_at=now)
        for pk, until in sorted_out.later.items():
            waiting.filter(pk=pk).update(due_at=until)
    if not ready:
        return None
    with transaction.atomic():
        mine = waiting.filter(pk__in=ready).update(
            state=State.SENDING, claimed_at=now, message=key, tries=F("tries") + 1
        )
        if mine != len(ready):
            transaction.set_rollback(True)
            return None
    return key


def _send(
    key: str,
    ready: Sequence[tuple[Delivery, About]],
    reader: Reader,
    senders: Mapping[str, Sender],
    working: Working,
) -> None:
    now, [(first, _it), *_others] = working.clock(), ready
    with stuck_alone(f"Message {key}") as attempt:
        _hand_over(key, ready, reader, senders[first.channel], working)
    if attempt.is_stuck:
        _done(key, State.FAILED, now)


def _hand_over(
    key: str,
    ready: Sequence[tuple[Delivery, About]],
    reader: Reader,
    send: Sender,
    working: Working,
) -> None:
    now, [(first, _it), *_others] = working.clock(), ready
    about = sorted((it for _one, it in ready), key=_urgency)
    said = (
        []
        if first.channel == kinds.CLOSE
        else [wording.say(it, reader.wishes, now) for it in about]
    )
    try:
        send(Parcel(key, reader, about, said, now, first.browser))
    except Refused:
        _done(key, State.FAILED, now)
    except Trouble as trouble:
        if isinstance(trouble, Away):
            working.away.add(first.channel)
        _try_again(key, first.tries, now)
    else:
        is_mail = first.channel == kinds.MAIL and not _is_test(first)
        _done(key, State.SENT, now, mailed=reader if is_mail else None)


def _urgency(it: About) -> tuple[bool, datetime, int]:
    """What runs out first comes first; then what only tells."""
    due = it.seat.reserve_at if it.seat is not None and it.is_asked else None
    return due is None, due or it.notice.made_at, it.notice.pk


def _done(key: str, state: State, now: datetime, *, mailed: Reader | None = None) -> None:
    with transaction.atomic():
        Delivery.objects.filter(message=key).update(state=state, done_at=now)
        if mailed is not None:
            account_id = mailed.account.pk
            Reach.objects.get_or_create(account_id=account_id)
            Reach.objects.filter(pk=account_id).update(mailed_at=now)


def _try_again(key: str, tries: int, now: datetime) -> None:
    """After a while that grows; after days not any more."""
    if tries >= len(WAITS):
        _done(key, State.FAILED, now)
        return
    mine = Delivery.objects.filter(message=key)
    mine.update(state=State.WAITING, due_at=now + WAITS[tries], claimed_at=None, message="")


# What a sender left behind


def _abandoned(now: datetime) -> QuerySet[Delivery]:
    return Delivery.objects.filter(state=State.SENDING, claimed_at__lt=now - ABANDONED)


def _take_over_abandoned(senders: Mapping[str, Sender], working: Working) -> bool:
    """Send what was claimed and never marked once more, as the same message."""
    now = working.clock()
    keys = _abandoned(now).filter(channel__in=list(senders)).order_by("claimed_at")
    left = list(dict.fromkeys(keys.values_list("message", flat=True)[:AT_ONCE]))
    for key in left:
        mine = Delivery.objects.filter(message=key, state=State.SENDING)
        if mine.filter(claimed_at__lt=now - ABANDONED).update(claimed_at=now):
            with stuck_alone(f"Message {key}"):
                _send_again(key, senders, working)
    return bool(left)


def _send_again(key: str, senders: Mapping[str, Sender], working: Working) -> None:
    rows = Delivery.objects.filter(message=key)
    rows = rows.select_related("notice__match__host", "account", "browser")
    together = list(rows.defer("notice__match__secret").order_by("pk"))
    account = together[0].account
    chosen = reach.reach_of(account.pk)
    reader = Reader(account, chosen, reach.wishes_of(account, chosen))
    ready = [(one, mattering.about(one.notice)) for one in together]
    ready = [(one, it) for one, it in ready if _still_counts(one, it)]
    if not ready:
        _done(key, State.DROPPED, working.clock())
        return
    with translation.override(account.language or None):
        _send(key, ready, reader, senders, working)


def _still_counts(one: Delivery, it: About) -> bool:
    return _is_shown_still(one) if one.channel == kinds.CLOSE else mattering.matters(it)
