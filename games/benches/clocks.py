"""Ten thousand players are late: how long two workers take, each a process, until the keeper has moved
for all of them. And whether it has moved for each exactly once, without which no figure is given.

On a database that is thrown away, SQLite or PostgreSQL. One match is dealt and its rows are copied.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from copy import copy
from datetime import timedelta
from multiprocessing import get_context
from resource import RUSAGE_CHILDREN, getrusage
from time import monotonic

from django.contrib.auth import get_user_model
from django.db import OperationalError, connection, connections
from django.utils import timezone

from games import tasks
from games.benches import Figure
from games.benches.growth import database
from games.engine import titles
from games.models import Match, Seat, new_id
from games.play import due, seating

TABLES = 10_000
WORKERS = 2
BATCH = 1_000
LONG_AGO = timedelta(days=30)  # more than anybody has
MOMENTS_OF_MATCH = ("created_at", "started_at", "moved_at", "clock_at")
MOMENTS_OF_SEAT = ("awaited_since", "asked_at", "reserve_at", "deadline")
# The deal of one match becomes that of all others.
_COPY_MOVES = (
    'INSERT INTO games_move (match_id, number, seat, "by", action, events, draws, at, digest) '
    'SELECT m.id, v.number, v.seat, v."by", v.action, v.events, v.draws, v.at, v.digest '
    "FROM games_move v, games_match m WHERE v.match_id = %s AND m.id <> v.match_id"
)


class NotOnce(Exception):
    """Somebody was moved for twice, or not at all."""


def run(*, seconds: float) -> Iterator[Figure]:  # noqa: ARG001 - it takes what it takes
    with database():
        late_tables(TABLES)
        _forget_connections()
        began = monotonic()
        workers = [get_context("fork").Process(target=sweep_all) for _ in range(WORKERS)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        took, used = monotonic() - began, getrusage(RUSAGE_CHILDREN)
        require_once(TABLES)
        name = f"{TABLES} late players, {WORKERS} workers on {connection.vendor}"
        yield Figure(name, took, "s")
        yield Figure(f"{name}: keeper’s moves", TABLES / took, "1/s")
        cpu = (used.ru_utime + used.ru_stime) / TABLES
        yield Figure(f"{name}: CPU of the workers for each", cpu * 1e3, "ms")


def late_tables(count: int) -> None:
    """So many matches in which whoever begins has run out of time, and nobody has looked yet."""
    first, seats = _dealt()
    copies = [_copy(first) for _ in range(count - 1)]
    Match.objects.bulk_create(copies, batch_size=BATCH)
    held = [_seat_of(match, seat) for match in copies for seat in seats]
    Seat.objects.bulk_create(held, batch_size=BATCH)
    with connection.cursor() as cursor:
        cursor.execute(_COPY_MOVES, [first.pk])


def _dealt() -> tuple[Match, list[Seat]]:
    slug, title = min(titles().items())
    accounts = get_user_model()._default_manager
    players = [accounts.create(username=f"late{n}") for n in range(title.seats[0])]
    table = seating.create(players[0], title=slug, size=len(players), pace="daily").match
    for player in players[1:]:
        seating.join(table.pk, player)
    for player in players:
        seating.ready(table.pk, player)
    match, seats = Match.objects.get(pk=table.pk), list(Seat.objects.filter(match=table.pk))
    for row, moments in [(match, MOMENTS_OF_MATCH), *((seat, MOMENTS_OF_SEAT) for seat in seats)]:
        for name in moments:
            moment = getattr(row, name)
            setattr(row, name, moment and moment - LONG_AGO)
        row.save()
    return match, seats


def _copy(match: Match) -> Match:
    other = copy(match)
    other.pk = new_id()
    return other


def _seat_of(match: Match, seat: Seat) -> Seat:
    other = copy(seat)
    other.pk, other.match_id = None, match.pk
    return other


def sweep_all() -> None:
    """What a worker does, until there is nothing to do. One that finds the database busy goes on."""
    while due.clocks(timezone.now(), limit=1):
        with suppress(OperationalError):
            tasks.sweep.call()


def require_once(count: int) -> None:
    """Every match has one move more than the deal, which is the keeper's."""
    moved = Match.objects.filter(number=1).count()
    kept = Seat.objects.filter(kept=1, missed=1).count()
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM games_move WHERE \"by\" = 'keeper'")
        [moves] = cursor.fetchone()
    if not moved == kept == moves == count:
        raise NotOnce(f"{count} were late, and the keeper moved {moves} times")


def _forget_connections() -> None:
    """Each process opens its own."""
    connections.close_all()
    if connection.vendor == "postgresql":
        connection.close_pool()  # type: ignore[attr-defined]  # only PostgreSQL has one
