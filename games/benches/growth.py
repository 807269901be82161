"""What a page and the sweep cost when the database has grown: CPU and statements at two sizes.

On a database that is thrown away, SQLite or PostgreSQL. With the matches grow the accounts and one
player's past; what the pages show does not. Nobody's log is made: no list looks there. The front
page asks the database for nothing: how far its ratio is from 1 is what the machine adds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from time import monotonic, process_time
from typing import Any

from django.contrib.auth import get_user_model
from django.db import connection
from django.test import Client
from django.test.utils import (
    CaptureQueriesContext,
    override_settings,
    setup_databases,
    teardown_databases,
)
from django.utils import timezone

from games import tasks
from games.benches import Figure, Unavailable
from games.engine import titles
from games.models import Match, Seat

SIZES = (1_000, 100_000)
MATCHES_PER_ACCOUNT = 10
SHARE = 10  # one match in so many is the regular's
TITLES = SEATS = 3
REPEATS = 20  # at least
BATCH = 2_000
REGULAR = "regular"

Status = Match.Status
Ask = Callable[[], object]


def run(*, seconds: float) -> Iterator[Figure]:
    with database():
        began = timezone.now()
        regular = get_user_model()._default_manager.create(username=REGULAR)
        sit_down(regular, began)
        before: dict[str, float] = {}
        made = 0
        for size in SIZES:
            fill(regular, range(made, size), began)
            made = size
            tidy_up()
            for name, ask in asked(regular).items():
                statements, cpu = measured(ask, seconds)
                yield Figure(f"{name}, {size} matches: statements", statements, "")
                yield Figure(f"{name}, {size} matches: CPU", cpu * 1e3, "ms")
                if name in before:
                    times = f"{size} matches vs {SIZES[0]}"
                    yield Figure(f"{name}: CPU, {times}", cpu / before[name], "x")
                else:
                    before[name] = cpu


@contextmanager
def database() -> Iterator[None]:
    made = setup_databases(verbosity=0, interactive=False)
    try:
        with override_settings(DEBUG=False):
            yield
    finally:
        teardown_databases(made, verbosity=0)


# What is asked


def asked(regular: Any) -> dict[str, Ask]:
    stranger, player = browser(), browser()
    player.force_login(regular)
    slug = min(titles())
    pages = {
        "front page": (stranger, "/"),
        "lobby, a stranger’s": (stranger, "/tables/"),
        "lobby, a player’s": (player, "/tables/"),
        "title page": (player, f"/t/{slug}/"),
        "profile": (stranger, f"/u/{REGULAR}/"),
        "past matches": (stranger, "/matches/"),
        "past matches of a title": (stranger, f"/matches/?title={slug}"),
        "past matches, called off": (stranger, "/matches/?result=void"),
        "past matches of a player": (stranger, f"/matches/?player={REGULAR}"),
        "past matches, won by a player": (stranger, f"/matches/?player={REGULAR}&result=won"),
    }
    asks: dict[str, Ask] = {name: page(*where) for name, where in pages.items()}
    return {**asks, "sweep": tasks.sweep.call}


def browser() -> Client:
    return Client(headers={"host": "localhost"})


def page(client: Client, address: str) -> Ask:
    def ask() -> None:
        answer = client.get(address)
        if answer.status_code != 200:
            raise RuntimeError(f"{address} was answered with {answer.status_code}")

    return ask


def measured(ask: Ask, seconds: float) -> tuple[int, float]:
    """Statements, and seconds of the processor's time: the least, for a busy machine only adds."""
    ask()  # what a process does once is not asked about
    with CaptureQueriesContext(connection) as captured:
        ask()
    statements = len(captured)
    took: list[float] = []
    until = monotonic() + seconds
    while len(took) < REPEATS or monotonic() < until:
        began = processor_time()
        ask()
        took.append(processor_time() - began)
    return statements, min(took)


def processor_time() -> float:
    """Of this process, and of the server's that works for it."""
    if connection.vendor == "sqlite":
        return process_time()
    try:
        server = Path(f"/proc/{server_process()}/schedstat").read_text()
    except OSError:
        raise Unavailable("growth needs the database server on this machine") from None
    return process_time() + int(server.split()[0]) / 1e9


def server_process() -> int:
    connection.ensure_connection()
    return int(connection.connection.info.backend_pid)


# What there is


def sit_down(regular: Any, now: datetime) -> None:
    """The regular's present, which is the same at every size: tables under way and gathering."""
    statuses = [Status.RUNNING] * 12 + [Status.OPEN] * 2
    matches = [match(n, status, now) for n, status in enumerate(statuses)]
    Match.objects.bulk_create(matches)
    Seat.objects.bulk_create(
        seat(one, index, regular if index == 0 else None, now, awaited=n % 3)
        for n, one in enumerate(matches)
        for index in range(SEATS)
    )


def fill(regular: Any, numbers: range, now: datetime) -> None:
    people = accounts(numbers)
    for start in range(numbers.start, numbers.stop, BATCH):
        piece = range(start, min(start + BATCH, numbers.stop))
        matches = [match(n, status_of(n), now) for n in piece]
        Match.objects.bulk_create(matches)
        Seat.objects.bulk_create(
            seat(one, index, holder, now, awaited=n % SEATS)
            for n, one in zip(piece, matches, strict=True)
            for index, holder in enumerate(holders(n, regular, people))
        )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def tidy_up() -> None:
    """What PostgreSQL does by itself within minutes: rows so new cannot be counted from an index."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("VACUUM")


def accounts(numbers: range) -> Sequence[Any]:
    user = get_user_model()
    names = (f"player{n}" for n in numbers[::MATCHES_PER_ACCOUNT])
    people = [user(username=name, skeleton=name) for name in names]
    return user._default_manager.bulk_create(people, batch_size=BATCH)


def holders(n: int, regular: Any, people: Sequence[Any]) -> list[Any]:
    """Of each seat an account or, for a bot, None. The regular's past is over or called off."""
    found = [people[(n * 7 + index) % len(people)] for index in range(SEATS)]
    if n % 2:
        found[-1] = None
    is_past = status_of(n) in (Status.OVER, Status.VOID)
    if is_past and n % SHARE == SHARE // 2:
        found[0] = regular
    return found


def status_of(n: int) -> Status:
    """Of a hundred matches five have been called off, six run, twelve gather, the rest is over.

    So there is more of everything than a page shows, at the smaller size too.
    """
    one = n % 100
    if one < 5:
        return Status.VOID
    return Status.RUNNING if one < 11 else Status.OPEN if one < 23 else Status.OVER


def match(n: int, status: Status, now: datetime) -> Match:
    slugs = sorted(titles())[:TITLES]
    is_dealt = status != Status.OPEN
    made = now - timedelta(days=1) if status == Status.OPEN else now - timedelta(days=200)
    made += timedelta(seconds=n)
    is_over = status == Status.OVER
    return Match(
        title=slugs[n % len(slugs)], version=1, name=f"table {n}", size=SEATS, secret=b"",
        commitment="", public=n % 7 != 0, status=status, created_at=made,
        number=60 if is_dealt else None, moved_at=made if is_dealt else None,
        ended_at=made + timedelta(days=n % 30) if is_over else None,
        deadline=now + timedelta(days=1) if status == Status.RUNNING and n % 10 == 0 else None,
    )  # fmt: skip


def seat(one: Match, index: int, holder: Any, now: datetime, *, awaited: int) -> Seat:
    """People are waited for since long ago; no bot has overslept, so the sweep has nothing to do."""
    waits = one.status == Status.RUNNING and index == awaited
    since = now - timedelta(days=1) if holder else now + timedelta(days=1)
    return Seat(
        match=one, index=index, account=holder, bot="" if holder else "plain",
        name=holder.username if holder else "Flint", ready=True, answers=20, answer_ms=20_000,
        awaited_since=since if waits else None,
        won=index == awaited % 2 if one.status == Status.OVER else None,
        title=one.title if one.is_dealt else "", ended_at=one.ended_at,
    )  # fmt: skip
