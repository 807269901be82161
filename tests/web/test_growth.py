"""What grows with the database: the lists and the sweep read what they show, however much there is.

No time is taken here. SQLite counts the steps of its own machine, PostgreSQL the rows that it
looked at; both are the same on every computer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module

import pytest
from django.apps import apps
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games import play
from games.benches import growth
from games.engine import titles
from games.models import Match, Seat
from games.pages import lists, records
from games.pages.lists import OpenFilter
from games.play import due
from tests.web.factories import Scene, UserFactory, dealt, gathered

SIZES = (1_000, 2_000)
ALL_OF_THEM = "all matches"
COUNTED = {"profile"}  # tells how many there are, from an index alone


@pytest.fixture
def regular(db: None) -> User:
    return UserFactory.create(username=growth.REGULAR)


def grown(regular: User) -> Iterator[int]:
    """The database at each size."""
    now, made = timezone.now(), 0
    growth.sit_down(regular, now)
    for size in SIZES:
        growth.fill(regular, range(made, size), now)
        made = size
        yield size


def statements(ask: Callable[[], object]) -> list[str]:
    with CaptureQueriesContext(connection) as captured:
        ask()
        found = [query["sql"] for query in captured.captured_queries]
    return [sql for sql in found if sql.startswith("SELECT")]


def explained(sql: str) -> str:
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute(f"EXPLAIN QUERY PLAN {sql}")
            return "\n".join(row[3] for row in cursor.fetchall())
        cursor.execute(f"EXPLAIN {sql}")
        return "\n".join(row[0] for row in cursor.fetchall())


# Ways along indexes, whatever the statistics


def test_every_question_has_a_way_along_indexes(regular: User) -> None:
    """PostgreSQL reads a small table as a whole. Forbidden to, it does so only if it must."""
    growth.sit_down(regular, timezone.now())
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL enable_seqscan = off")
    for name, ask in growth.asked(regular).items():
        for sql in statements(ask):
            plan = explained(sql)
            walks = [line for line in plan.splitlines() if re.search(r"\bSCAN\b|Seq Scan", line)]
            unindexed = [line for line in walks if "INDEX" not in line and "subquery" not in line]
            assert unindexed == [], f"{name}: {sql}\n{plan}"


def test_matches_are_counted_from_indexes_alone(regular: User) -> None:
    growth.sit_down(regular, timezone.now())
    counting = [
        sql for sql in statements(lambda: records.profile(growth.REGULAR)) if "COUNT" in sql
    ]
    assert len(counting) == 2
    for sql in counting:
        assert connection.vendor != "sqlite" or "COVERING INDEX" in explained(sql), explained(sql)


def test_lists_in_an_order_are_read_in_it_and_not_sorted(regular: User) -> None:
    growth.sit_down(regular, timezone.now())
    asked: dict[str, Callable[[], object]] = {
        "open tables": lambda: lists.open_tables(regular),
        "open tables of a title": lambda: lists.open_tables(regular, OpenFilter(title="toy")),
        "to watch": lambda: lists.to_watch(regular),
        "to watch of a title": lambda: lists.to_watch(regular, title="toy"),
        "finished": lambda: lists.finished(regular),
        "lapsed": lambda: due.lapsed_matches(timezone.now()),
        "idle bots": lambda: due.idle_bots(since=timezone.now()),
        "stale": due.stale_tables,
    }
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:  # few rows it would rather sort: it does if it must
            cursor.execute("SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off")
            cursor.execute("SET LOCAL enable_sort = off; SET LOCAL enable_incremental_sort = off")
    for name, ask in asked.items():
        first, *_seats = statements(ask)
        plan = explained(first)
        assert not re.search(r"TEMP B-TREE|\bSort\b", plan), f"{name}\n{plan}"


# How much the database does


def forget_statistics() -> None:
    """As on a database that nobody has ever analysed."""
    if connection.vendor != "sqlite":
        return  # PostgreSQL has none of what this test has written unless it is asked to
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM sqlite_stat1")
        cursor.execute("ANALYZE sqlite_schema")  # loads what is left: nothing


@contextmanager
def steps_counted() -> Iterator[list[int]]:
    """How many instructions of its machine SQLite runs meanwhile, in tens."""
    tens = [0]

    def count() -> int:
        tens[0] += 1
        return 0

    connection.ensure_connection()
    connection.connection.set_progress_handler(count, 10)
    try:
        yield tens
    finally:
        connection.connection.set_progress_handler(None, 0)


def steps_of(ask: Callable[[], object]) -> float:
    ask()
    if connection.vendor == "postgresql":
        return sum(rows_looked_at(sql) for sql in statements(ask))
    with steps_counted() as steps:
        ask()
    return steps[0]


def rows_looked_at(sql: str) -> float:
    """By a statement in PostgreSQL, whether or not it had a use for them."""
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) {sql}")
        plans = [cursor.fetchone()[0][0]["Plan"]]
    looked_at = 0.0
    while plans:
        plan = plans.pop()
        plans += plan.get("Plans", [])
        if "Scan" in plan["Node Type"] and "Relation Name" in plan:
            dropped = [rows for name, rows in plan.items() if name.startswith("Rows Removed")]
            looked_at += (plan["Actual Rows"] + sum(dropped)) * plan["Actual Loops"]
    return looked_at


def all_matches_read() -> None:
    """What no page does, so that one sees that it would be found out."""
    assert not Match.objects.filter(name="of nobody").exists()


def asked_in_vain(regular: User) -> dict[str, growth.Ask]:
    """What nothing is found for: whoever reads until a page is full reads all there is."""
    Seat.objects.filter(account=regular, won=True).update(won=False)
    nobodys = sorted(titles())[growth.TITLES]
    mine = f"/matches/?player={growth.REGULAR}"
    addresses = [f"/t/{nobodys}/", f"/matches/?title={nobodys}", f"{mine}&title={nobodys}"]
    addresses += [f"{mine}&result=won", f"{mine}&result=void"]
    return {address: growth.page(growth.browser(), address) for address in addresses}


@pytest.mark.parametrize("analysed", [True, False])
def test_no_page_and_no_sweep_reads_more_where_there_is_more(regular: User, analysed: bool) -> None:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL enable_seqscan = off")  # it reads small tables as a whole
    taken: dict[str, list[float]] = {}
    for _size in grown(regular):
        if analysed and connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("ANALYZE")
        if not analysed:
            forget_statistics()
        asks = {**growth.asked(regular), **asked_in_vain(regular), ALL_OF_THEM: all_matches_read}
        for name, ask in asks.items():
            taken.setdefault(name, []).append(steps_of(ask))
    # PostgreSQL chooses its ways by what it guesses, and another one may cost a little more: what is
    # read as a whole costs twice as much.
    share = 1.5 if connection.vendor == "postgresql" else 1.0
    grew = {name for name, steps in taken.items() if steps[1] > steps[0] * share + 20}
    assert grew - COUNTED == {ALL_OF_THEM}, taken
    if connection.vendor == "sqlite":
        assert min(steps[0] for name, steps in taken.items() if name != "front page") > 0


# What a seat has from its match


def copied(scene: Scene) -> set[tuple[str, object]]:
    return {(seat.title, seat.ended_at) for seat in scene.seats()}


def test_a_seat_has_the_title_from_the_deal_and_the_end_from_the_last_move(
    mira: User, tobias: User
) -> None:
    table = gathered(mira, tobias)
    assert copied(table) == {("", None)}
    scene = dealt(mira, tobias)
    assert copied(scene) == {("toy", None)}
    scene.to_the_end()
    assert scene.match.ended_at is not None
    assert copied(scene) == {("toy", scene.match.ended_at)}


def test_they_are_built_again_from_the_log(mira: User, tobias: User) -> None:
    for scene in (gathered(mira, tobias), dealt(mira, tobias), dealt(mira, tobias).to_the_end()):
        before = copied(scene)
        Seat.objects.filter(match_id=scene.id).update(title="x", ended_at=timezone.now())
        play.rebuild(scene.id)
        assert copied(scene) == before


def test_they_are_written_when_they_change_and_not_with_every_move(scene: Scene) -> None:
    """An index of everything somebody has played is not touched by every move they make."""
    for is_last, action in ((False, lambda: scene.act(0, do="pass")), (True, scene.to_the_end)):
        with CaptureQueriesContext(connection) as captured:
            action()
            sql = [query["sql"] for query in captured.captured_queries]
        written = [words for words in sql if "ON CONFLICT" in words]
        copying = [words for words in written if "ended_at" in words.partition("DO UPDATE")[2]]
        assert written
        assert len(copying) == is_last


def test_what_is_over_is_listed_by_when_it_ended(mira: User, tobias: User) -> None:
    first, second = dealt(mira, tobias), dealt(mira, tobias)
    for scene in (second, first):
        scene.to_the_end()
    called_off = dealt(mira, tobias)
    play.void(called_off.id, reason="nobody came")
    assert [row.match.pk for row in lists.finished(mira)] == [first.id, second.id]
    assert lists.playing(mira) == []


def test_matches_that_were_played_before_seats_knew_of_it_are_filled_in(
    mira: User, tobias: User
) -> None:
    scenes = [gathered(mira, tobias), dealt(mira, tobias), dealt(mira, tobias).to_the_end()]
    before = [copied(scene) for scene in scenes]
    Seat.objects.update(title="", ended_at=None)
    migration = import_module("games.migrations.0010_lists_along_indexes")
    migration.copy_from_matches(apps, None)
    assert [copied(scene) for scene in scenes] == before
