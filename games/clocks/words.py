"""Times and paces in words."""

from __future__ import annotations

from datetime import timedelta

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from games.clocks import DAY, HOUR, MINUTE, Terms

NAMES = {
    "live": gettext_lazy("Live"),
    "daily": gettext_lazy("Daily"),
    "relaxed": gettext_lazy("Relaxed"),
    "custom": gettext_lazy("Your own"),
}
WEEK = 7 * DAY


def duration(time: timedelta | int) -> str:
    """Roughly, in the largest unit that fits and the next: a day, two weeks, 1 day 5 hours."""
    seconds = int(time.total_seconds()) if isinstance(time, timedelta) else time
    if seconds < MINUTE:
        return _("less than a minute") if seconds else _("no time")
    if seconds % WEEK == 0:
        return _weeks(seconds // WEEK)
    days, rest = divmod(seconds, DAY)
    hours, rest = divmod(rest, HOUR)
    minutes = rest // MINUTE
    if days:
        return _joined(_days(days), _hours(hours) if hours else "")
    if hours:
        return _joined(_hours(hours), _minutes(minutes) if minutes else "")
    return _minutes(minutes)


def roughly(time: timedelta) -> str:
    """No more than that, in the largest unit that fits: two days, where there is little room."""
    seconds = int(time.total_seconds())
    if seconds < MINUTE:
        return duration(seconds)
    for size, words in ((DAY, _days), (HOUR, _hours), (MINUTE, _minutes)):
        if seconds >= size:
            return words(seconds // size)
    raise AssertionError("a minute fits")


def _joined(larger: str, smaller: str) -> str:
    if not smaller:
        return larger
    return _("{larger} and {smaller}").format(larger=larger, smaller=smaller)


def _weeks(n: int) -> str:
    return ngettext("a week", "{n} weeks", n).format(n=_number(n))


def _days(n: int) -> str:
    return ngettext("a day", "{n} days", n).format(n=_number(n))


def _hours(n: int) -> str:
    return ngettext("an hour", "{n} hours", n).format(n=_number(n))


def _minutes(n: int) -> str:
    return ngettext("a minute", "{n} minutes", n).format(n=_number(n))


def _number(n: int) -> str:
    words = {
        2: pgettext("number", "two"), 3: pgettext("number", "three"), 4: pgettext("number", "four"),
        5: pgettext("number", "five"), 6: pgettext("number", "six"), 7: pgettext("number", "seven"),
        8: pgettext("number", "eight"), 9: pgettext("number", "nine"), 10: pgettext("number", "ten"),
    }  # fmt: skip
    return words.get(n, str(n))


def in_short(terms: Terms) -> str:
    """For lists: a day for each move, two days in reserve."""
    if not terms.bank:
        return _("{move} for each move, nothing in reserve").format(move=duration(terms.move))
    return _("{move} for each move, {bank} in reserve").format(
        move=duration(terms.move), bank=duration(terms.bank)
    )


def in_full(terms: Terms) -> str:
    """For whoever is about to sit down: all that the clock does."""
    said = [_sentence(in_short(terms))]
    if terms.refill and terms.cap:
        said.append(
            _("Every move in time gives {refill} back, up to {cap}.").format(
                refill=duration(terms.refill), cap=duration(terms.cap)
            )
        )
    return " ".join(said)


def breaks(terms: Terms) -> str:
    """Which breaks a table allows."""
    if terms.days_off and terms.weekends:
        return _("days off stop the clock, and so do weekends ({zone} time)").format(
            zone=place(terms.weekends)
        )
    if terms.weekends:
        return _("weekends stop the clock ({zone} time), days off do not").format(
            zone=place(terms.weekends)
        )
    if terms.days_off:
        return _("days off stop the clock, weekends do not")
    return _("none: no days off, no weekends")


def what_it_does(terms: Terms) -> str:
    """What becomes of a seat whose reserve is gone."""
    if terms.acts:
        return _("When the reserve is gone too, the keeper moves for that player.")
    return _("The clock only informs: when it has run out, nothing happens.")


def place(zone: str) -> str:
    """What a time zone is called by those who live in it."""
    return zone.rsplit("/", 1)[-1].replace("_", " ")


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + "."
