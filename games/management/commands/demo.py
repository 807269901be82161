from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from accounts.models import User
from games import knowledge, play, seating, tasks
from games.engine import titles
from games.models import Match, Seat

PASSWORD = "lamp-and-pick"  # noqa: S105 - for a site on one's own machine, and only there
NAMES = ("mira", "tobias", "ines")
SIZE = 5


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

    def _furnish(self) -> None:
        people = [_account(name) for name in NAMES]
        for title in titles().values():
            size = min(SIZE, title.seats[-1])
            small = title.seats[0]
            finished = _dealt(people[0], title.slug, small, bots=small - 1)
            play_on(finished, moves=5000)
            running = _dealt(people[0], title.slug, size, bots=size - 1)
            play_on(running, moves=8)
            play_on(running, moves=100, until=0)
            guests = people[: min(3, size)]
            seating.create(
                guests[-1],
                title=title.slug,
                size=size,
                bots=size - 2,
                name=f"{title.name}, anyone?",
            )


def _account(name: str) -> User:
    account = User.objects.filter(username=name).first()
    return account or User.objects.create_user(name, password=PASSWORD)


def _dealt(host: User, slug: str, size: int, *, bots: int) -> str:
    match = seating.create(host, title=slug, size=size, bots=bots).match
    tasks.follow(seating.ready(match.pk, host))
    return match.pk


def play_on(match_id: str, *, moves: int, until: int | None = None) -> None:
    """Make moves for whoever is awaited, bots and people, as the plain bot would."""
    for _ in range(moves):
        seats = Seat.objects.select_related("match", "account").filter(match_id=match_id)
        awaited = [seat for seat in seats.order_by("index") if seat.awaited_since]
        if not awaited or any(seat.index == until for seat in awaited):
            return
        seat = awaited[0]
        copy = knowledge.copy_for(seat.match, seat.index)
        action = knowledge.choose(copy, "plain")
        if seat.account is None:
            done = play.submit_for_bot(
                match_id, index=seat.index, number=copy.number, action=action
            )
        else:
            done = play.submit(match_id, seat.account, number=copy.number, action=action)
    tasks.follow(done)
