"""When something may be told: quiet hours, rhythms, zones, summer time. Time is given, never taken."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from games.notices.rhythm import Wishes, after_quiet, is_quiet, mail_at, next_hour, zone_of

PRAGUE = ZoneInfo("Europe/Prague")
HOUR = timedelta(hours=1)


def local(text: str, zone: ZoneInfo = PRAGUE) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=zone).astimezone(UTC)


def wishes(**kwargs: object) -> Wishes:
    return Wishes(**{"zone": PRAGUE, **kwargs})  # type: ignore[arg-type]  # what a test says


NIGHT = wishes(quiet_from=22, quiet_until=7)


@pytest.mark.parametrize(
    ("moment", "told"),
    [
        ("2026-11-18 21:59", "2026-11-18 21:59"),
        ("2026-11-18 22:00", "2026-11-19 07:00"),
        ("2026-11-18 23:30", "2026-11-19 07:00"),
        ("2026-11-19 00:00", "2026-11-19 07:00"),
        ("2026-11-19 06:59", "2026-11-19 07:00"),
        ("2026-11-19 07:00", "2026-11-19 07:00"),
    ],
)
def test_quiet_hours_over_midnight(moment: str, told: str) -> None:
    assert after_quiet(local(moment), NIGHT) == local(told)


def test_quiet_hours_within_a_day_and_none() -> None:
    siesta = wishes(quiet_from=13, quiet_until=15)
    assert after_quiet(local("2026-11-18 13:30"), siesta) == local("2026-11-18 15:00")
    assert after_quiet(local("2026-11-18 15:00"), siesta) == local("2026-11-18 15:00")
    assert not any(is_quiet(local("2026-11-18 00:00") + n * HOUR, wishes()) for n in range(24))


def test_a_night_of_a_change_of_time_ends_at_the_same_hour_of_the_clock() -> None:
    """On 29 March two becomes three, on 25 October three becomes two."""
    spring, autumn = local("2026-03-28 23:00"), local("2026-10-24 23:00")
    assert after_quiet(spring, NIGHT) - spring == 7 * HOUR
    assert after_quiet(autumn, NIGHT) - autumn == 9 * HOUR


def test_an_hour_that_is_left_out_or_comes_twice_is_found_once() -> None:
    left_out = wishes(quiet_from=23, quiet_until=2)
    told = after_quiet(local("2026-03-29 01:30"), left_out)
    assert told.astimezone(PRAGUE).isoformat() == "2026-03-29T03:00:00+02:00"
    twice = datetime(2026, 10, 25, 0, 30, tzinfo=UTC)  # 02:30, the first time
    assert next_hour(twice, 2, PRAGUE) > twice
    for n in range(96):  # whatever the moment, it comes to an end, and later
        moment = datetime(2026, 10, 24, tzinfo=UTC) + n * HOUR / 2
        for hours in range(24):
            until = after_quiet(moment, wishes(quiet_from=hours, quiet_until=(hours + 5) % 24))
            assert moment <= until <= moment + 26 * HOUR


def test_another_zone_is_another_night() -> None:
    moment = local("2026-11-18 23:00")
    tokyo = Wishes(zone=ZoneInfo("Asia/Tokyo"), quiet_from=22, quiet_until=7)
    assert is_quiet(moment, NIGHT)
    assert is_quiet(moment - 3 * HOUR, tokyo)
    assert not is_quiet(moment, tokyo)


def test_the_daily_mail_is_at_its_hour_there() -> None:
    daily = wishes(rhythm="day", hour=18)
    for made, told in [
        ("2026-11-18 09:00", "2026-11-18 18:00"),
        ("2026-11-18 18:00", "2026-11-19 18:00"),
        ("2026-03-28 19:00", "2026-03-29 18:00"),
    ]:
        found = mail_at(local(made), daily, last_mail=None, urgent=False)
        assert found == local(told)


def test_the_hourly_mail_is_at_the_full_hour_of_the_readers_clock() -> None:
    kolkata = Wishes(zone=ZoneInfo("Asia/Kolkata"), rhythm="hour")
    made = datetime(2026, 11, 18, 10, 45, 30, tzinfo=UTC)  # 16:15:30 there
    assert mail_at(made, kolkata, last_mail=None, urgent=False) == datetime(
        2026, 11, 18, 11, 30, tzinfo=UTC
    )


def test_at_once_is_at_most_one_an_hour_and_what_is_urgent_waits_for_none() -> None:
    made, last = local("2026-11-18 12:10"), local("2026-11-18 12:00")
    assert mail_at(made, wishes(), last_mail=None, urgent=False) == made
    assert mail_at(made, wishes(), last_mail=last, urgent=False) == last + HOUR
    assert mail_at(made, wishes(), last_mail=last, urgent=True) == made
    assert mail_at(made, wishes(), last_mail=last - HOUR, urgent=False) == made


def test_even_what_is_urgent_lets_sleep() -> None:
    made = local("2026-11-18 23:10")
    assert mail_at(made, NIGHT, last_mail=None, urgent=True) == local("2026-11-19 07:00")


@pytest.mark.parametrize("name", ["", "Mars/Base", "../etc", "Europe/"])
def test_a_zone_that_is_none_is_utc(name: str) -> None:
    assert zone_of(name).key == "UTC"
