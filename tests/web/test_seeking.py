"""Looking for company: who is seated with whom, when, and at which tables."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from accounts import sanctions
from accounts.models import User
from games import clocks, tasks
from games.engine import titles
from games.models import Match, Seat, Seek
from games.play import due, keeping, opening, rows, seating, seeking
from games.play.rows import PlayError
from games.play.seeking import Wish
from games.talk import muting
from tests.web.factories import Scene, UserFactory, dealt, gathered

Browser = Callable[[User | None], Client]
WISH = Wish("toy", "daily", 3)
USUAL: dict[str, Any] = {"options": {}, "pace": "daily"}


class Clock:
    """What the site takes for the time."""

    def __init__(self) -> None:
        self.at = timezone.now().replace(microsecond=0)

    def __call__(self) -> datetime:
        return self.at

    def passes(self, **time: float) -> None:
        self.at += timedelta(**time)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    now = Clock()
    for module in (rows, due, seating):
        monkeypatch.setattr(module, "now", now)
    return now


def ask(*people: User, wish: Wish = WISH, bots: timedelta | None = None) -> None:
    for user in people:
        seeking.ask(user, wishes=[wish], bots_after=bots)


def asking() -> set[str]:
    return set(Seek.objects.values_list("account__username", flat=True))


def at_table(match: Match) -> list[str]:
    return [seat.name for seat in match.seats.order_by("index")]


# Enough ask for the same


def test_a_table_is_opened_and_dealt_when_enough_ask_for_the_same(
    mira: User, tobias: User, ines: User
) -> None:
    ask(mira, tobias)
    assert not Match.objects.exists()
    found = seeking.ask(ines, wishes=[WISH])
    match = Match.objects.get()
    assert found is not None
    assert found.match.pk == match.pk
    assert (match.title, match.pace, match.size, match.public) == ("toy", "daily", 3, True)
    assert (match.status, match.number) == ("running", 0)
    assert match.clock_terms == clocks.PACES["daily"]
    assert match.options == titles()["toy"].complete_options({})
    assert at_table(match) == ["mira", "tobias", "ines"]
    assert match.name in seeking.NAMES
    assert asking() == set()


def test_another_pace_size_or_title_is_another_wish(mira: User, tobias: User) -> None:
    two = Wish("toy", "daily", 2)
    ask(mira, wish=two)
    for other in (two._replace(pace="live"), two._replace(size=3)):
        ask(tobias, wish=other)
    assert not Match.objects.exists()
    ask(tobias, wish=two)
    assert at_table(Match.objects.get()) == ["mira", "tobias"]


def test_nobody_is_brought_to_a_table_with_whom_they_have_blocked(
    mira: User, tobias: User, ines: User
) -> None:
    two = Wish("toy", "daily", 2)
    muting.block(tobias, name="mira")
    ask(mira, tobias, wish=two)
    assert not Match.objects.exists()
    ask(ines, wish=two)
    assert at_table(Match.objects.get()) == ["mira", "ines"]
    assert asking() == {"tobias"}
    ask(UserFactory.create(username="late"), wish=two)
    assert at_table(Match.objects.order_by("created_at").last() or Match()) == ["tobias", "late"]


def test_bots_take_the_seats_of_those_who_are_kept_apart(
    mira: User, tobias: User, clock: Clock
) -> None:
    muting.block(mira, name="tobias")
    ask(mira, tobias, bots=timedelta(minutes=10))
    clock.passes(minutes=11)
    seeking.gather(WISH)
    assert [seat.account for seat in Match.objects.get().seats.exclude(account=None)] == [mira]
    assert asking() == {"tobias"}


def test_a_search_leads_nobody_to_a_table_of_somebody_who_has_blocked_them(
    mira: User, tobias: User, ines: User
) -> None:
    scene = gathered(mira, size=3, **USUAL)
    muting.block(mira, name="tobias")
    ask(tobias, ines)
    assert {seat.account for seat in scene.match.seats.exclude(account=None)} == {mira, ines}
    assert asking() == {"tobias"}


def test_whoever_asked_first_is_served_first(mira: User, tobias: User, clock: Clock) -> None:
    wish = Wish("toy", "daily", 2)
    Seek.objects.create(
        account=tobias, **wish._asdict(), made_at=clock(), expires_at=clock() + timedelta(days=1)
    )
    clock.passes(minutes=1)
    for user in (mira, UserFactory.create(username="late")):
        Seek.objects.create(
            account=user, **wish._asdict(), made_at=clock(), expires_at=clock() + timedelta(days=1)
        )
    seeking.gather(wish)
    assert at_table(Match.objects.get()) == ["tobias", "mira"]
    assert asking() == {"late"}


def test_to_ask_again_lasts_longer_and_keeps_ones_place(mira: User, clock: Clock) -> None:
    ask(mira)
    before = Seek.objects.get()
    clock.passes(days=2)
    ask(mira, bots=timedelta(hours=1))
    again = Seek.objects.get()
    assert (again.pk, again.made_at) == (before.pk, before.made_at)
    assert again.expires_at == before.expires_at + timedelta(days=2)
    assert again.bots_at == clock() + timedelta(hours=1)


def test_whoever_is_seated_looks_for_nothing_else(mira: User, tobias: User) -> None:
    two = Wish("toy", "daily", 2)
    seeking.ask(mira, wishes=[two, WISH, Wish("toy", "live", 4)])
    assert Seek.objects.count() == 3
    ask(tobias, wish=two)
    assert Match.objects.count() == 1
    assert asking() == set()


def test_a_search_is_withdrawn_alone_or_with_all_others(mira: User, tobias: User) -> None:
    seeking.ask(mira, wishes=[WISH, Wish("toy", "live", 4)])
    ask(tobias)
    seeking.withdraw(mira, wish=WISH)
    assert Seek.objects.get(account=mira).size == 4
    seeking.withdraw(mira)
    assert asking() == {"tobias"}


@pytest.mark.parametrize(
    ("pace", "lasts"), [("live", {"minutes": 30}), ("daily", {"days": 3}), ("relaxed", {"days": 7})]
)
def test_a_search_ends_by_itself(
    pace: str, lasts: dict[str, int], mira: User, tobias: User, clock: Clock
) -> None:
    wish = Wish("toy", pace, 2)
    ask(mira, wish=wish)
    clock.passes(**lasts)
    assert due.wishes() == []
    ask(tobias, wish=wish)  # too late for mira
    assert not Match.objects.exists()
    tasks.sweep.call()
    assert asking() == {"tobias"}


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        (WISH._replace(title="chess"), "no_such_title"),
        (WISH._replace(size=9), "bad_seats"),
        (WISH._replace(pace="custom"), "bad_pace"),
        (WISH._replace(pace=""), "bad_pace"),
    ],
)
def test_what_does_not_exist_cannot_be_looked_for(wish: Wish, code: str, mira: User) -> None:
    with pytest.raises(PlayError) as refused:
        seeking.ask(mira, wishes=[wish])
    assert refused.value.code == code
    assert not Seek.objects.exists()


def test_the_database_has_one_search_for_one_wish(mira: User) -> None:
    ask(mira)
    now = timezone.now()
    row = {"account": mira, **WISH._asdict(), "made_at": now}
    with pytest.raises(IntegrityError), transaction.atomic():
        Seek.objects.create(**row, expires_at=now + timedelta(days=1))
    row["size"] = 2
    with pytest.raises(IntegrityError), transaction.atomic():
        Seek.objects.create(**row, expires_at=now)
    late = now + timedelta(days=1)
    with pytest.raises(IntegrityError), transaction.atomic():
        Seek.objects.create(**row, expires_at=late, bots_at=late)


# Limits


def test_whoever_has_too_many_open_tables_cannot_look_for_more(mira: User) -> None:
    for _ in range(opening.OPEN_TABLES_PER_HOST - 1):
        gathered(mira, size=2)
    ask(mira)
    ask(mira)  # the same once more is not one more
    with pytest.raises(PlayError, match="too many open tables"):
        ask(mira, wish=WISH._replace(size=2))
    with pytest.raises(PlayError, match="too many open tables"):
        seating.create(mira, title="toy", size=2)


def test_a_table_is_found_even_by_somebody_who_has_become_host_of_too_many(
    mira: User, tobias: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask(mira, wish=Wish("toy", "daily", 2))
    gathered(mira, size=2)
    monkeypatch.setattr(opening, "OPEN_TABLES_PER_HOST", 1)
    ask(tobias, wish=Wish("toy", "daily", 2))
    assert Match.objects.filter(status="running").count() == 1


def test_whoever_is_suspended_is_not_seated_and_keeps_nobody_waiting(
    mira: User, tobias: User, ines: User
) -> None:
    ask(mira, tobias)
    sanctions.suspend(mira, "two seats at a table", None)
    assert asking() == {"tobias"}
    gone = UserFactory.create(is_active=False)
    Seek.objects.create(
        account=gone, **WISH._asdict(), made_at=timezone.now() - timedelta(hours=1),
        expires_at=timezone.now() + timedelta(hours=1),
    )  # fmt: skip
    ask(ines)
    assert not Match.objects.exists()
    assert asking() == {"tobias", "ines"}


# Bots for the rest


def test_bots_come_after_the_time_one_chose(mira: User, tobias: User, clock: Clock) -> None:
    ask(mira, bots=timedelta(hours=1))
    ask(tobias, bots=timedelta(days=1))
    clock.passes(minutes=59)
    tasks.sweep.call()
    assert not Match.objects.exists()
    clock.passes(minutes=1)
    tasks.sweep.call()
    match = Match.objects.get()
    assert at_table(match)[:2] == ["mira", "tobias"]
    assert [bool(seat.bot) for seat in match.seats.order_by("index")] == [False, False, True]
    assert match.status == "running"


def test_whoever_wants_no_bots_is_not_seated_with_them(
    mira: User, tobias: User, ines: User, clock: Clock
) -> None:
    ask(tobias)
    ask(mira, bots=timedelta(hours=1))
    clock.passes(hours=2)
    tasks.sweep.call()
    assert at_table(Match.objects.get())[0] == "mira"
    assert asking() == {"tobias"}


def test_bots_come_before_the_search_ends(mira: User, clock: Clock) -> None:
    ask(mira, wish=WISH._replace(pace="live"), bots=timedelta(days=1))
    clock.passes(minutes=29)
    tasks.sweep.call()
    assert Match.objects.get().status == "running"


def test_bots_come_at_once_if_one_likes(mira: User) -> None:
    ask(mira)
    found = seeking.with_bots_now(mira, wish=WISH)
    assert found is not None
    assert [bool(seat.bot) for seat in found.seats] == [False, True, True]
    with pytest.raises(PlayError, match="not looking for that any more"):
        seeking.with_bots_now(mira, wish=WISH)


def test_too_many_matches_against_bots_and_the_search_goes_on_without_them(
    mira: User, tobias: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seating, "UNFINISHED_AGAINST_BOTS", 0)
    ask(mira)
    assert seeking.with_bots_now(mira, wish=WISH) is None
    assert Seek.objects.get().bots_at is None
    assert not Match.objects.exists()
    ask(tobias)
    seeking.with_bots_now(tobias, wish=WISH)
    assert not Match.objects.exists()


# Open tables


def test_an_open_table_that_is_just_that_is_filled(mira: User, tobias: User, ines: User) -> None:
    scene = gathered(mira, size=3, **USUAL)
    ask(tobias)
    [_host, second, third] = scene.seats()
    assert (second.account, second.ready, third.is_free) == (tobias, True, True)
    assert asking() == set()
    seating.ready(scene.id, mira)
    ask(ines)
    assert scene.match.status == "running"


def test_a_table_that_is_set_up_later_is_filled_by_the_sweep(mira: User, tobias: User) -> None:
    ask(tobias)
    scene = gathered(mira, size=3, **USUAL)
    assert due.wishes() == [WISH]
    tasks.sweep.call()
    assert scene.seats()[1].account == tobias


@pytest.mark.parametrize(
    "unusual",
    [
        {"public": False},
        {"bots": 1},
        {"pace": "relaxed"},
        {"size": 2},
        {"options": {"starter": "first"}},
        {"terms": clocks.Terms(move=86400, bank=0, refill=0, cap=0)},
    ],
)
def test_a_table_that_is_not_just_that_is_not_filled(
    unusual: dict[str, Any], mira: User, tobias: User
) -> None:
    """Whoever asks does not see the table before."""
    seating.create(mira, title="toy", **{"size": 3, **USUAL, **unusual})
    ask(tobias)
    tasks.sweep.call()
    assert asking() == {"tobias"}


def test_nobody_is_brought_back_to_a_table_they_were_sent_away_from(
    mira: User, tobias: User, ines: User
) -> None:
    scene = gathered(mira, tobias, size=3, **USUAL)
    seating.kick(scene.id, mira, index=1)
    ask(tobias)
    assert asking() == {"tobias"}
    ask(ines)
    assert [seat.account for seat in scene.seats()] == [mira, ines, None]
    assert asking() == {"tobias"}


def test_ones_own_table_is_not_what_one_looks_for(mira: User) -> None:
    gathered(mira, size=3, **USUAL)
    ask(mira)
    assert asking() == {"mira"}


# What a table asks for


def unreliable(*people: User) -> Scene:
    """Somebody in whose stead the keeper moved ten times, and others who are as new as before."""
    scene = dealt(*people, pace="daily")
    keeping.move_for(scene.id, index=0, number=0)
    Seat.objects.filter(match_id=scene.id, index=0).update(answers=5, missed=5)
    return scene


def test_a_table_that_asks_for_reliability_is_closed_to_those_who_fall_short(
    mira: User, tobias: User, ines: User
) -> None:
    unreliable(tobias, ines)
    scene = gathered(mira, size=3, asks=90, **USUAL)
    with pytest.raises(PlayError) as refused:
        seating.join(scene.id, tobias)
    assert refused.value.message == (
        "This table asks for 90 % of moves made in time. You have 50 %."
    )
    ask(tobias)
    assert asking() == {"tobias"}
    seating.join(scene.id, ines)  # nobody can tell yet
    assert scene.seats()[1].account == ines


def test_whoever_the_host_invites_is_not_asked_for_reliability(
    mira: User, tobias: User, ines: User
) -> None:
    unreliable(tobias, ines)
    scene = gathered(mira, size=3, asks=95)
    seating.invite(scene.id, mira, username="tobias")
    seating.join(scene.id, tobias)
    assert scene.seats()[1].account == tobias


def test_ten_moves_are_enough_to_tell(mira: User, tobias: User) -> None:
    scene = unreliable(mira, tobias)
    table = gathered(tobias, size=2, asks=80)
    Seat.objects.filter(match_id=scene.id, index=0).update(answers=4, missed=5)
    seating.join(table.id, mira)
    seating.leave(table.id, mira)
    Seat.objects.filter(match_id=scene.id, index=0).update(answers=8, missed=2)
    seating.join(table.id, mira)
    seating.leave(table.id, mira)
    Seat.objects.filter(match_id=scene.id, index=0).update(answers=7, missed=3)
    with pytest.raises(PlayError, match="80 %"):
        seating.join(table.id, mira)


def test_a_table_asks_for_what_the_form_offers_and_nothing_else(mira: User) -> None:
    with pytest.raises(PlayError, match="cannot ask for that"):
        gathered(mira, size=2, asks=42)
