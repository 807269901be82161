from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from itertools import cycle
from typing import Any

from django.conf import settings
from django.contrib.auth.models import Group
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from accounts import traces
from accounts.models import Trace, User
from games import play, tasks
from games.engine import titles
from games.matchlog import access, copies
from games.matchlog.audience import Audience
from games.models import Match, Remark, Seat
from games.moderation import noticing, reports
from games.play import bots, holding, seating, timing
from games.play.announcing import written
from games.talk import hearing, saying

PASSWORD = "lamp-and-pick"  # noqa: S105 - for a site on one's own machine, and only there
NAMES = ("mira", "tobias", "ines")
MODERATOR = "warden"
SIZE = 5
TABLES = (
    "The Old Lamp", "Short Fuse", "Sunday Shift", "First Light", "The Long Way Round",
    "Under the Firs", "Tiptoe", "Lantern Room", "Full House",
)  # fmt: skip
OPEN_SEAT = "The Empty Stool"

CLOCKED, PAUSED = "Third Gate", "Deep Shaft"


class Command(BaseCommand):
    help = (
        "Make accounts and matches to look at, of every title. For a site that is being tried out."
    )

    def handle(self, *_args: Any, **_options: Any) -> None:
        if not settings.DEBUG:
            raise CommandError("This is for a site that is being tried out: DEBUG is off.")
        if User.objects.exists() and not User.objects.filter(username=NAMES[0]).exists():
            return  # somebody has moved in
        if not Match.objects.exists():
            self._furnish()
        self.stdout.write(f"Log in as {', '.join(NAMES)} with the password {PASSWORD}")
        self.stdout.write(f"At the staff’s desk, /admin/: {MODERATOR}, with the same")

    def _furnish(self) -> None:
        mira, tobias, ines = [_account(name) for name in NAMES]
        names = cycle(TABLES)
        for title in titles().values():
            size, small = min(SIZE, title.seats[-1]), title.seats[0]
            with _bots_asleep():
                play_on(_dealt(mira, title.slug, small, next(names)), moves=5000)
                running = play_on(_dealt(mira, title.slug, size, next(names)), moves=8)
            play_on(running, moves=100, until=0)
            seating.create(
                ines, title=title.slug, size=size, bots=size - 2, name=next(names), pace="daily"
            )
        self._wind_clocks()
        self._open_a_seat(ines, tobias)
        _report(mira, tobias, ines)
        _share_a_browser(mira, ines)

    def _wind_clocks(self) -> None:
        """Two tables of people: at one the clocks run, the other is paused."""
        people = [_account(name) for name in NAMES]
        fit = [slug for slug, title in titles().items() if len(NAMES) in title.seats]
        _clocked(people, fit[0], CLOCKED)
        _pause(_clocked(people, fit[-1], PAUSED), people)

    def _open_a_seat(self, host: User, leaver: User) -> None:
        """A table that one of two people has left: whoever looks into the lobby may take the seat."""
        title = max(titles().values(), key=lambda title: title.seats[-1])
        size = min(SIZE, title.seats[-1])
        table = seating.create(
            host, title=title.slug, size=size, bots=size - 2, name=OPEN_SEAT, pace="daily"
        )
        seating.join(table.match.pk, leaver)
        with _bots_asleep():
            seating.ready(table.match.pk, leaver)
            play_on(seating.ready(table.match.pk, host), moves=12)
        holding.leave(table.match.pk, leaver, offered="anyone")


def _report(mira: User, tobias: User, ines: User) -> None:
    """Three things to look at for a moderator, who plays nowhere."""
    warden = _account(MODERATOR)
    warden.is_staff = True
    warden.save()
    warden.groups.set(Group.objects.filter(name="moderator"))
    table = Match.objects.get(name=CLOCKED)
    _say(table, mira, "Was that on purpose?")
    rude = _say(table, tobias, "Work it out yourself, you lump of coal.")
    _say(table, ines, "Let us keep it friendly.")
    for account, words in ((mira, "Not the first time."), (ines, "")):
        who = hearing.listener(access.visit(table.pk, account), account)
        _complain(account, reports.line(who, hearing.reference(rude)), "insult", words)
    _complain(mira, reports.profile(ines.username), "several", "She and ine5 are never apart.")
    named = Match.objects.filter(status=Match.Status.OPEN, host=ines)[0]
    visited = access.visit(named.pk, tobias)
    _complain(tobias, reports.table(visited), "name", "Not a name for a table.")


def _share_a_browser(*people: User) -> None:
    """A hint on the desk, and a harmless one: two who sit at one table use one computer."""
    now = timezone.now()
    for account in people:
        mark = traces.hashed(Trace.Kind.DEVICE, "the computer in the kitchen")
        Trace.objects.create(
            account=account, kind=Trace.Kind.DEVICE, digest=mark, first_at=now, met_at=now
        )
    noticing.look_at_new_tables(now)


def _say(table: Match, account: User, text: str) -> Remark:
    who = hearing.listener(access.visit(table.pk, account), account)
    return saying.say(who, kind=Remark.Kind.TEXT, text=text, key=text[:20])


def _complain(account: User, what: reports.Reported | None, reason: str, words: str) -> None:
    assert what is not None
    reports.report(account, what, reason=reason, words=words)


def _clocked(people: Sequence[User], slug: str, name: str) -> play.MatchRows:
    """A match among people whose clocks run; the first of them is asked."""
    host, *guests = people
    done = seating.create(host, title=slug, size=len(people), name=name, pace="daily")
    for guest in guests:
        seating.join(done.match.pk, guest)
    for one in people:
        done = seating.ready(done.match.pk, one)
    return play_on(done, moves=100, until=0)


def _pause(done: play.MatchRows, people: Sequence[User]) -> None:
    host, *others = people
    until = play.now() + timedelta(days=3)
    timing.ask_for_pause(done.match.pk, host, until=until)
    for one in others:
        timing.answer_pause(done.match.pk, one, agrees=True)


@contextmanager
def _bots_asleep() -> Iterator[None]:
    """Whatever bots are asked is answered here: none of them needs to be woken for it later."""
    written.disconnect(tasks.wake_bots)
    try:
        yield
    finally:
        written.connect(tasks.wake_bots)


def _account(name: str) -> User:
    account = User.objects.filter(username=name).first()
    return account or User.objects.create_user(name, password=PASSWORD)


def _dealt(host: User, slug: str, size: int, name: str) -> play.MatchRows:
    """A match against bots."""
    table = seating.create(host, title=slug, size=size, bots=size - 1, name=name)
    return seating.ready(table.match.pk, host)


def play_on(done: play.MatchRows, *, moves: int, until: int | None = None) -> play.MatchRows:
    """Make moves for whoever is awaited, bots and people, as the plain bot would."""
    for _ in range(moves):
        awaited = [seat for seat in done.seats if seat.awaited_since]
        if not awaited or any(seat.index == until for seat in awaited):
            break
        done = _moved(done.match, awaited[0])
    return done


def _moved(match: Match, seat: Seat) -> play.MatchRows:
    copy = copies.of(match, Audience(seat.index))
    action = bots.choose(copy, "plain")
    if seat.account is None:
        return play.submit_for_bot(match.pk, index=seat.index, number=copy.number, action=action)
    return play.submit(match.pk, seat.account, number=copy.number, action=action)
