"""Lists of what has been played: who sees what, filters, pages by key, and what a page costs."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games import play
from games.models import Match, Seat
from games.pages import lists
from tests.web.factories import Scene, UserFactory, dealt, gathered

Browser = Callable[[User | None], Client]
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def listed(browser: Client, query: str = "") -> list[str]:
    page = browser.get(f"/matches/{query}").content.decode()
    return re.findall(r'<b><a href="/m/([a-z2-7]{10})/', page)


@pytest.fixture
def trio(mira: User, tobias: User, ines: User) -> tuple[User, User, User]:
    return mira, tobias, ines


def made(count: int, *holders: User, title: str = "toy", status: str = "over") -> list[Match]:
    """Matches by the row, without their logs: lists never look there."""
    matches = [
        Match(
            title=title, version=1, name=f"table {n}", size=2, status=status, number=3,
            secret=b"", commitment="", created_at=NOON + timedelta(minutes=n // 2),
        )
        for n in range(count)
    ]  # fmt: skip
    Match.objects.bulk_create(matches)
    Seat.objects.bulk_create(
        Seat(
            match=match, index=index, account=holder, name=holder.username, won=index == 0,
            title=match.title,
        )
        for match in matches
        for index, holder in enumerate(holders)
    )  # fmt: skip
    return matches


# Who sees what


def test_public_matches_are_everyones_and_invited_ones_their_players(
    trio: tuple[User, User, User], other: User, as_: Browser
) -> None:
    mira, tobias, _ines = trio
    public, private = dealt(*trio), dealt(*trio, public=False)
    gathering = gathered(tobias, mira, size=3)
    for visitor in (other, None, mira):
        assert listed(as_(visitor)) == [public.id]
        assert gathering.id not in listed(as_(visitor))
    assert listed(as_(mira), "?player=mira") == [private.id, public.id]
    assert listed(as_(tobias), "?player=MIRA") == [private.id, public.id]
    assert listed(as_(other), "?player=mira") == listed(as_(None), "?player=mira") == [public.id]
    assert listed(as_(other), "?player=nobody") == []


# Filters


def test_by_title_result_and_date(mira: User, tobias: User, as_: Browser) -> None:
    [old] = made(1, mira, tobias)
    Match.objects.filter(pk=old.pk).update(created_at=NOON - timedelta(days=40))
    [stopped] = made(1, mira, tobias, status="void")
    [going] = made(1, tobias, mira, status="running")
    browser = as_(None)
    assert listed(browser, "?title=toy&result=over") == [old.pk]
    assert listed(browser, "?result=void") == [stopped.pk]
    assert listed(browser, "?result=running") == [going.pk]
    assert listed(browser, "?since=2026-03-01&until=2026-03-01&result=void") == [stopped.pk]
    assert listed(browser, "?until=2026-02-01") == [old.pk]
    assert listed(browser, "?since=2026-03-02") == []
    assert listed(browser, "?player=mira&result=lost") == [going.pk]
    assert set(listed(browser, "?player=mira&result=won")) == {old.pk, stopped.pk}


@pytest.mark.parametrize(
    "query",
    ["?title=none", "?since=yesterday", "?result=best", "?result=won", "?player=" + "x" * 200],
)
def test_what_cannot_be_asked_is_said(query: str, as_: Browser, db: None) -> None:
    answer = as_(None).get(f"/matches/{query}")
    assert answer.status_code == 400
    assert 'role="alert"' in answer.content.decode()


# Pages


@pytest.mark.parametrize("query", ["?title=toy", "?player=mira"])
def test_pages_go_on_where_the_last_one_ended(
    query: str, mira: User, tobias: User, as_: Browser
) -> None:
    """Two rows share each minute, so the key must tell them apart."""
    matches = made(70, mira, tobias)
    browser, seen, address = as_(None), [], f"/matches/{query}"
    for _ in range(3):
        page = browser.get(address).content.decode()
        seen.append(re.findall(r'<b><a href="/m/([a-z2-7]{10})/', page))
        further = re.search(r'rel="next" href="([^"]+)"', page)
        address = "/matches/" + further[1].replace("&amp;", "&") if further else ""
    assert [len(ids) for ids in seen] == [30, 30, 10]
    assert address == ""
    assert {match for ids in seen for match in ids} == {match.pk for match in matches}


@pytest.mark.parametrize("after", ["x", "_", "2026-03-01_", "9999-99-99_a", "0001-01-01T00:00:00+23:00_a", "-1"])  # fmt: skip
def test_a_bent_key_breaks_nothing(after: str, mira: User, tobias: User, as_: Browser) -> None:
    made(2, mira, tobias)
    for query in (f"?after={after}", f"?player=mira&after={after}"):
        assert as_(None).get(f"/matches/{query}").status_code == 200


# Cost

WANTED = [
    lists.PastFilter(),
    lists.PastFilter(title="toy"),
    lists.PastFilter(result="void"),
    lists.PastFilter(since=NOON.date(), until=NOON.date()),
    lists.PastFilter(after=f"{NOON.isoformat()}_zzzzzzzzzz"),
    lists.PastFilter(title="toy", after=f"{NOON.isoformat()}_zzzzzzzzzz"),
]


@pytest.mark.parametrize("wanted", WANTED)
def test_a_page_of_matches_is_read_along_an_index_and_never_sorted(
    wanted: lists.PastFilter, mira: User, tobias: User
) -> None:
    made(200, mira, tobias)
    if connection.vendor == "postgresql":
        # Of a table this small it may be cheaper to read all, or to sort, whatever the statistics
        # say at the moment. The question is whether an index gives the order by itself, as it must
        # once there are too many: so every other way is made dear.
        with connection.cursor() as cursor:
            for way in ("seqscan", "bitmapscan", "sort", "incremental_sort"):
                cursor.execute(f"SET LOCAL enable_{way} = off")
    plan = lists.public_matches(wanted)[:31].explain()
    assert "match_past" in plan, plan
    if connection.vendor == "sqlite":
        assert "TEMP B-TREE" not in plan, plan
    else:
        assert "Sort" not in plan, plan


def test_a_page_of_a_players_matches_is_read_along_an_index_and_never_sorted(
    mira: User, tobias: User
) -> None:
    made(200, mira, tobias)
    plan = lists.seats_of(mira.pk, mira, lists.PastFilter(after="9999"))[:31].explain()
    if connection.vendor == "sqlite":
        assert "seat_of_account" in plan, plan
        assert "TEMP B-TREE" not in plan, plan


def test_a_page_takes_the_same_queries_however_much_there_is(
    mira: User, tobias: User, as_: Browser
) -> None:
    browser, counts = as_(mira), []
    for _ in range(2):
        made(40, mira, tobias)
        with CaptureQueriesContext(connection) as captured:
            browser.get("/matches/")
        counts.append(len(captured))
    # Session and account, matches and seats; in the head calls, and tables that wait with
    # the bell.
    assert counts[0] == counts[1] <= 6


def test_a_match_that_is_called_off_is_listed_as_such(
    trio: tuple[User, User, User], as_: Browser
) -> None:
    scene: Scene = dealt(*trio)
    play.void(scene.id, reason="nobody came")
    assert listed(as_(None), "?result=void") == [scene.id]
    assert listed(as_(UserFactory.create()), "?result=running") == []
