"""How accounts are reached: what they chose, by kind and channel, and which channels they have."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from allauth.account.models import EmailAddress
from django.db import transaction
from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from accounts.models import User
from games.live import layer
from games.matchlog.access import Viewer
from games.matchlog.waiting import waiting_seats
from games.models import (
    UNFINISHED,
    Delivery,
    Match,
    MutedTable,
    Notice,
    PushSubscription,
    Reach,
    ReadMark,
    Seat,
    Webhook,
)
from games.models.prepared import Prepared
from games.notices.kinds import (
    ANSWER,
    CHANNELS,
    CHOICES,
    CLOSE,
    GIVEN,
    HOOK,
    KINDS,
    MAIL,
    MENTION,
    PUSH,
    SEEN_AT_TABLE,
    TEST,
    choice_of,
)
from games.notices.rhythm import Wishes, zone_of

# Safari takes its permission back from a site whose push shows nothing.
SHOWS_EVERY_PUSH = "https://web.push.apple.com/"


@dataclass(frozen=True, slots=True)
class Ways:
    """What an account chose, and the channels by which it can be reached."""

    reach: Reach
    channels: frozenset[str]
    browsers: Sequence[int] = ()

    def for_kind(self, kind: str) -> set[str]:
        return {channel for channel in self.channels if wants(self.reach, kind, channel)}

    def ends(self, channel: str) -> Sequence[int | None]:
        """What a message by this channel goes to: each browser, or just the account."""
        return self.browsers if channel == PUSH else [None]


def wants(reach: Reach, kind: str, channel: str) -> bool:
    chosen = reach.kinds.get(choice_of(kind), {})
    return bool(chosen.get(channel, channel in KINDS[kind].by_default))


def reach_of(account_id: int) -> Reach:
    """What an account chose; a new row, which is not written yet, if it has not."""
    return Reach.objects.filter(pk=account_id).first() or Reach(account_id=account_id)


def channels_of(accounts: Collection[int]) -> dict[int, Ways]:
    """Those of these accounts that can be reached, and how."""
    chosen = Reach.objects.in_bulk(list(accounts))
    addresses = mail_addresses(accounts)
    hooked = set(
        Webhook.objects.filter(account__in=accounts, off_at=None).values_list("pk", flat=True)
    )
    browsers: dict[int, list[int]] = {}
    pushed = PushSubscription.objects.filter(account__in=accounts, account__is_active=True)
    for account, pk in pushed.order_by("pk").values_list("account_id", "pk"):
        browsers.setdefault(account, []).append(pk)
    ways = {}
    for account in accounts:
        reach = chosen.get(account) or Reach(account_id=account)
        channels = {HOOK} if account in hooked else set[str]()
        if addresses.get(account, reach.bounced) != reach.bounced:
            channels.add(MAIL)
        if account in browsers:
            channels.add(PUSH)
        if channels:
            ways[account] = Ways(reach, frozenset(channels), browsers.get(account, ()))
    return ways


def mail_addresses(accounts: Collection[int]) -> dict[int, str]:
    """The verified addresses of those who have one and may log in."""
    verified = EmailAddress.objects.filter(user__in=accounts, verified=True, primary=True)
    active = verified.filter(user__is_active=True)
    return dict(active.values_list("user_id", "email"))


def wishes_of(account: User, reach: Reach) -> Wishes:
    return Wishes(
        zone=zone_of(account.time_zone),
        rhythm=reach.rhythm,
        hour=reach.hour,
        quiet_from=reach.quiet_from,
        quiet_until=reach.quiet_until,
    )


# What accounts choose


def choose(account_id: int, wanted: Mapping[tuple[str, str], bool]) -> None:
    """Set kinds by kind and channel. What is as by default is not written."""
    with transaction.atomic():
        reach, _is_new = Reach.objects.select_for_update().get_or_create(account_id=account_id)
        for (kind, channel), is_wanted in wanted.items():
            assert kind in CHOICES
            assert channel in CHANNELS
            chosen = reach.kinds.setdefault(kind, {})
            chosen[channel] = is_wanted
            if is_wanted == (channel in KINDS[kind].by_default):
                del chosen[channel]
        reach.kinds = {kind: chosen for kind, chosen in reach.kinds.items() if chosen}
        reach.save(update_fields=["kinds"])


def set_times(account_id: int, **times: str | int) -> None:
    """Rhythm, hour, quiet hours."""
    Reach.objects.update_or_create(account_id=account_id, defaults=times)


def stop(account_id: int, channel: str) -> None:
    """Nothing more by this channel. On the site everything stands under the bell still."""
    choose(account_id, {(kind, channel): False for kind in CHOICES})


def mail_again(account_id: int) -> None:
    """The address that bounced is good again, says whoever reads it."""
    Reach.objects.filter(pk=account_id).update(bounced="")


def mute(account_id: int, match_id: str) -> None:
    """Nothing more of this table but on the site. Muting twice does nothing twice."""
    if Match.objects.filter(pk=match_id).exists():
        row = MutedTable(account_id=account_id, match_id=match_id, at=timezone.now())
        MutedTable.objects.bulk_create([row], ignore_conflicts=True)


def unmute(account_id: int, match_id: str) -> None:
    MutedTable.objects.filter(account=account_id, match=match_id).delete()


def is_muted(account_id: int, match_id: str) -> bool:
    return MutedTable.objects.filter(account=account_id, match=match_id).exists()


def muted_tables(account_id: int) -> list[Match]:
    muted = (
        MutedTable.objects.filter(account=account_id).select_related("match").defer("match__secret")
    )
    return [mute.match for mute in muted.order_by("-at")[:100]]


def table_name(match_id: str) -> str:
    return Match.objects.filter(pk=match_id).values_list("name", flat=True).first() or ""


# What has been told on the site


def unread(account_id: int) -> QuerySet[Notice]:
    """What tells of something that was seen at the table itself need not be read."""
    seen = Seat.objects.filter(match=OuterRef("match"), account=account_id)
    seen = seen.filter(seen__gte=OuterRef("number"))
    heard = ReadMark.objects.filter(match=OuterRef("match"), account=account_id)
    heard = heard.filter(remark__gte=OuterRef("number"))
    notices = Notice.objects.filter(account=account_id, read_at=None)
    looked = Seat.objects.filter(match=OuterRef("match"), account=account_id)
    looked = looked.filter(seen_at__gte=OuterRef("made_at"))
    is_known = (
        (Q(kind__in=SEEN_AT_TABLE) & Exists(seen))
        | (Q(kind=GIVEN) & Exists(looked))
        | (Q(kind=MENTION) & Exists(heard))
    )
    return notices.exclude(is_known)


def unread_count(account_id: int) -> int:
    return unread(account_id).count()


class HeadCounts(NamedTuple):
    """What the head of every page counts."""

    waiting: int
    unread: int


def head_counts(viewer: Viewer) -> HeadCounts:
    """How many tables wait for a visitor, and how many notices are unread: in one query, because
    every page asks.
    """
    if viewer.pk is None:
        return HeadCounts(0, 0)
    [found] = _counts_in_head(viewer.pk)
    return HeadCounts(*found)


@Prepared
def _counts_in_head(account: int) -> QuerySet[User, Any]:
    counted: list[QuerySet[Any]] = [waiting_seats(User(pk=account)), unread(account)]
    waiting, noted = (
        Coalesce(Subquery(rows.order_by().values("account").values(n=Count("pk"))), 0)
        for rows in counted
    )
    return User.objects.filter(pk=account).values_list(waiting, noted)


def newest(account_id: int, *, limit: int) -> list[Notice]:
    notices = Notice.objects.filter(account=account_id).exclude(kind=TEST)
    notices = notices.order_by("-made_at", "-pk")
    return list(notices.select_related("match__host").defer("match__secret")[:limit])


def read_all(account_id: int, *, up_to: int) -> None:
    """Up to this notice, the newest that was shown."""
    _read(account_id, Notice.objects.filter(pk__lte=up_to))


def read_answers(account_id: int, comments: Collection[int]) -> None:
    """That these comments were made need not be told any more to whom they are shown."""
    _read(account_id, Notice.objects.filter(kind=ANSWER, number__in=comments))


def _read(account_id: int, shown: QuerySet[Notice]) -> None:
    now, unread = timezone.now(), shown.filter(account=account_id, read_at=None)
    found = list(unread.values_list("pk", flat=True))
    if not found:
        return
    with transaction.atomic():
        unread.filter(pk__in=found).update(read_at=now)
        take_back(found, now)
        transaction.on_commit(lambda: layer.note([account_id]))  # whose bell other pages show too


def take_back(notices: Collection[int], now: datetime) -> None:
    """What was pushed of these is not worth showing any more: have it closed."""
    pushed = Delivery.objects.filter(notice__in=notices, channel=PUSH)
    shown = pushed.filter(state__in=[Delivery.State.SENT, Delivery.State.SENDING])
    ends = shown.exclude(browser__address__startswith=SHOWS_EVERY_PUSH)
    Delivery.objects.bulk_create(
        (
            Delivery(
                notice_id=notice, channel=CLOSE, account_id=account, browser_id=browser, due_at=now
            )
            for notice, account, browser in ends.values_list("notice", "account", "browser")
        ),
        ignore_conflicts=True,
    )


def forget_old(before: object) -> None:
    """Throw away what was told long ago; not of tables where it may still be found, and would be told
    as if it never had been.
    """
    old = Notice.objects.filter(made_at__lt=before).exclude(match__status__in=UNFINISHED)
    Delivery.objects.filter(notice__in=old).delete()
    old.delete()
