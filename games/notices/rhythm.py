"""When something may be told: at once, hourly, daily, and never in quiet hours. Pure.

Everything is worked out anew from moments and from what the account chose, whenever it is asked. So
a clock that jumps, another zone and a change to summer time need no care of their own.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

SETTLE = timedelta(seconds=15)  # an open page says within a moment that its reader has seen it
ACTING = timedelta(minutes=5)  # since somebody has last looked at a table
IDLE = timedelta(minutes=10)  # after which whoever was there is told after all
BETWEEN_MAILS = timedelta(hours=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wishes:
    """What an account chose about time."""

    zone: ZoneInfo
    rhythm: str = "now"
    hour: int = 18
    quiet_from: int = 0
    quiet_until: int = 0


def zone_of(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name or "UTC")
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")


def mail_at(
    made_at: datetime, wishes: Wishes, *, last_mail: datetime | None, urgent: bool
) -> datetime:
    """The moment from which a mail may tell of this."""
    if wishes.rhythm == "hour":
        moment = _next_full_hour(made_at, wishes.zone)
    elif wishes.rhythm == "day":
        moment = next_hour(made_at, wishes.hour, wishes.zone)
    else:
        # At most one mail an hour: the first goes at once, what follows is one when the hour is over.
        is_gathered = last_mail is not None and not urgent
        moment = max(made_at, last_mail + BETWEEN_MAILS) if is_gathered and last_mail else made_at
    return after_quiet(moment, wishes)


def after_quiet(moment: datetime, wishes: Wishes) -> datetime:
    """The same moment or, in quiet hours, their end."""
    if not is_quiet(moment, wishes):
        return moment
    return next_hour(moment, wishes.quiet_until, wishes.zone)


def is_quiet(moment: datetime, wishes: Wishes) -> bool:
    first, end = wishes.quiet_from, wishes.quiet_until
    hour = moment.astimezone(wishes.zone).hour
    return first <= hour < end if first <= end else hour >= first or hour < end


def next_hour(moment: datetime, hour: int, zone: ZoneInfo) -> datetime:
    """When it is next that hour there, after this moment. An hour that is left out comes late."""
    local = moment.astimezone(zone)
    for days in range(3):
        day = (local + timedelta(days=days)).date()
        found = datetime.combine(day, time(hour), tzinfo=zone).astimezone(UTC)
        if found > moment:
            return found
    raise AssertionError("every day has every hour, or the one after it")


def _next_full_hour(moment: datetime, zone: ZoneInfo) -> datetime:
    """By the account's own clock, which may be half an hour off everybody else's."""
    local = moment.astimezone(zone)
    past = timedelta(minutes=local.minute, seconds=local.second, microseconds=local.microsecond)
    return moment - past + timedelta(hours=1)


def words_zone(zone: ZoneInfo) -> str:
    return zone.key.rsplit("/", 1)[-1].replace("_", " ")
