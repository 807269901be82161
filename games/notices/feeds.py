"""What an account may fetch by a secret link: its deadlines for a calendar, its tables as a feed."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit

from django.conf import settings
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts.models import User
from games.clocks.words import duration
from games.engine import titles
from games.matchlog.access import names, seats_held_by
from games.matchlog.waiting import waiting_seats
from games.models import Match, Reach, Seat, new_token

EVENTS_SHOWN = 200
ENTRIES_SHOWN = 50
OCTETS_A_LINE = 75  # by RFC 5545


def token_of(account_id: int) -> str:
    """The secret of an account's links; made when somebody first looks at it."""
    reach, _made = Reach.objects.get_or_create(account_id=account_id)
    if reach.feed is None:
        Reach.objects.filter(pk=account_id, feed=None).update(feed=new_token())
        reach.refresh_from_db(fields=["feed"])
    assert reach.feed is not None
    return reach.feed


def renew(account_id: int) -> None:
    """The links until now lead nowhere any more."""
    Reach.objects.update_or_create(account_id=account_id, defaults={"feed": new_token()})


def account_with(token: str) -> User | None:
    return User.objects.filter(is_active=True, pk__in=Reach.objects.filter(feed=token)).first()


# The calendar, by RFC 5545


def calendar(account: User, now: datetime) -> str:
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Adit//Deadlines//EN", "METHOD:PUBLISH"]
    lines += ["NAME:Adit", "X-WR-CALNAME:Adit", "REFRESH-INTERVAL;VALUE=DURATION:PT1H"]
    due = waiting_seats(account).filter(deadline__isnull=False).select_related("match")
    for seat in due.defer("match__secret")[:EVENTS_SHOWN]:
        if seat.match.title in titles():
            lines += _event(seat, now)
    lines.append("END:VCALENDAR")
    return "".join(f"{folded}\r\n" for line in lines for folded in _folded(line))


def _event(seat: Seat, now: datetime) -> Iterator[str]:
    match, until = seat.match, seat.reserve_at or seat.deadline
    assert until is not None
    bank = timedelta(milliseconds=seat.bank_ms or 0)
    said = _("{game}.").format(game=titles()[match.title].name)
    if bank:
        said = _("{game}. Then your reserve begins: {time}.").format(
            game=titles()[match.title].name, time=duration(bank)
        )
    asked = seat.asked_at.timestamp() if seat.asked_at else 0
    yield "BEGIN:VEVENT"
    yield f"UID:{match.pk}-{seat.index}-{asked:.0f}@{urlsplit(settings.SITE_URL).hostname}"
    yield f"DTSTAMP:{_stamp(now)}"
    yield f"DTSTART:{_stamp(until)}"
    yield "DURATION:PT0M"
    yield f"SUMMARY:{_escaped(_('Your move at {table}').format(table=match.name))}"
    yield f"DESCRIPTION:{_escaped(said)}"
    yield f"URL:{settings.SITE_URL}{reverse('match', args=[match.pk])}"
    yield "TRANSP:TRANSPARENT"
    yield "END:VEVENT"


def _stamp(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _escaped(text: str) -> str:
    for letter in ("\\", ";", ","):
        text = text.replace(letter, f"\\{letter}")
    return " ".join(text.split())


def _folded(line: str) -> Iterator[str]:
    """In pieces of so many octets; each but the first begins with a space. No letter is cut."""
    piece, size = "", 0
    for letter in line:
        octets = len(letter.encode())
        if size + octets > OCTETS_A_LINE:
            yield piece
            piece, size = " ", 1
        piece, size = piece + letter, size + octets
    yield piece


# The feed


def tables(account: User) -> str:
    """The account's tables, those that moved last first."""
    feed = Atom1Feed(
        title=_("Your tables at Adit"),
        link=settings.SITE_URL + reverse("lobby"),
        description="",
        language=get_language(),
    )
    mine = seats_held_by(account).filter(match__moved_at__isnull=False).select_related("match")
    newest = mine.order_by("-match__moved_at", "-id").defer("match__secret")[:ENTRIES_SHOWN]
    shown = [seat for seat in newest if seat.match.title in titles()]
    others: dict[str, list[Seat]] = {seat.match_id: [] for seat in shown}
    for seat in Seat.objects.filter(match__in=others).order_by("index").select_related("match"):
        others[seat.match_id].append(seat)
    for seat in shown:
        match = seat.match
        address = settings.SITE_URL + reverse("match", args=[match.pk])
        feed.add_item(
            title=match.name,
            link=address,
            description=_standing(seat, others[match.pk]),
            unique_id=f"{address}#{match.number}",
            updateddate=match.moved_at,
        )
    return str(feed.writeString("utf-8"))


def _standing(mine: Seat, seats: list[Seat]) -> str:
    match, game = mine.match, str(titles()[mine.match.title].name)
    if match.status == Match.Status.RUNNING:
        called = names(seats)
        awaited = [called[seat.index] for seat in seats if seat.awaited_since]
        if mine.awaited_since is not None:
            return _("{game}. It is your turn.").format(game=game)
        return _("{game}. Waiting for {names}.").format(game=game, names=", ".join(awaited))
    if match.status == Match.Status.OVER:
        return _("{game}. It is over.").format(game=game)
    return _("{game}. {reason}").format(game=game, reason=match.reason_words)
