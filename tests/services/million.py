"""A page of the lists over a hundred, ten thousand and a million moves, on PostgreSQL.

Run by hand, it takes some minutes: `python -m tests.services.million`. It starts a private server,
fills it, and prints for several pages at each size the median time of the page, and what the
database says of its main query: its time and the blocks it looked at.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from statistics import median
from time import perf_counter
from typing import Any

from tests.services.servers import postgres

MOVES_PER_MATCH = 100
SIZES = (100, 10_000, 1_000_000)  # moves
PLAYERS, SEATS = 200, 5
REPEATS = 15
FIRST = datetime(2020, 1, 1, tzinfo=UTC)

MOVES = """
INSERT INTO games_move (match_id, number, seat, by, action, events, draws, at, digest)
SELECT m.id, n, CASE WHEN n = 0 THEN NULL ELSE n %% 5 END,
  CASE WHEN n = 0 THEN 'deal' ELSE 'bot' END, '{}', '[]', '[]', m.created_at, ''
FROM games_match m, generate_series(0, %s) n
WHERE m.created_at >= %s
"""


def main() -> None:
    with postgres() as url:
        os.environ["DATABASE_URL"] = url
        os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
        import django

        django.setup()
        for line in measured():
            sys.stdout.write(f"{line}\n")
            sys.stdout.flush()


def measured() -> Iterator[str]:
    from django.core.management import call_command

    from accounts.models import User

    call_command("migrate", verbosity=0)
    people = User.objects.bulk_create(User(username=f"player{n}") for n in range(PLAYERS))
    made = 0
    for moves in SIZES:
        fill(people, range(made, moves // MOVES_PER_MATCH))
        made = moves // MOVES_PER_MATCH
        yield from report(moves, made)


def fill(people: list[Any], numbers: range) -> None:
    from django.db import connection

    from games.engine import titles
    from games.models import Match, Seat

    slugs = list(titles())
    matches = [
        Match(
            title=slugs[n % len(slugs)], version=1, name=f"table {n}", size=SEATS, secret=b"",
            commitment="", number=MOVES_PER_MATCH - 1, created_at=FIRST + timedelta(minutes=n),
            status="void" if n % 50 == 0 else "running" if n % 20 == 0 else "over",
        )
        for n in numbers
    ]  # fmt: skip
    Match.objects.bulk_create(matches, batch_size=2000)
    seats = [
        Seat(
            match=match, index=s, account=people[(n + 37 * s) % PLAYERS], won=s == 0,
            title=match.title,
        )
        for n, match in zip(numbers, matches, strict=True)
        for s in range(SEATS)
    ]  # fmt: skip
    Seat.objects.bulk_create(seats, batch_size=2000)
    with connection.cursor() as cursor:
        cursor.execute(MOVES, [MOVES_PER_MATCH - 1, FIRST + timedelta(minutes=numbers[0])])
        cursor.execute("ANALYZE")


def report(moves: int, matches: int) -> Iterator[str]:
    from django.contrib.auth.models import AnonymousUser

    from accounts.models import account_named
    from games.models import Match
    from games.pages import lists

    early = Match.objects.order_by("created_at", "id")[matches // 10]
    late = f"{early.created_at.isoformat()}_{early.pk}"
    asked = {
        "everyone's, first page": lists.PastFilter(),
        "everyone's, a late page": lists.PastFilter(after=late),
        "of a title": lists.PastFilter(title=early.title),
        "called off": lists.PastFilter(result="void"),
        "a player's": lists.PastFilter(player="player0"),
        "a player's, won": lists.PastFilter(player="player0", result="won"),
    }
    for name, wanted in asked.items():
        times = [timed(lambda w=wanted: lists.past(AnonymousUser(), w)) for _ in range(REPEATS)]
        query: Any = lists.public_matches(wanted)
        if player := account_named(wanted.player):
            query = lists.seats_of(player.pk, AnonymousUser(), wanted)
        plan = query[: lists.PAGE_LENGTH + 1].explain(analyze=True, buffers=True)
        took = re.findall(r"Execution Time: ([\d.]+ ms)", plan)[0]
        blocks = sum(map(int, re.findall(r"shared hit=(\d+)", plan.splitlines()[1])))
        page = f"{median(times) * 1e3:.2f} ms"
        yield f"{moves} moves, {name}: page {page}, query {took}, {blocks} blocks"


def timed(ask: Any) -> float:
    began = perf_counter()
    ask()
    return perf_counter() - began


if __name__ == "__main__":
    main()
