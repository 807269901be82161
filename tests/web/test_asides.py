"""What the log tells between moves: who gave time, when clocks stand, who sits where."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
from django.db import connection
from django.db.models.signals import post_save
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games import play, tasks
from games.engine import titles
from games.matchlog.access import Visit, visit
from games.models import Aside, Match
from games.play import belonging, daysoff, holding, outages, substitutes, timing
from games.rendering import history
from tests.web.conftest import START, Time
from tests.web.factories import Scene, UserFactory, dealt
from tests.web.test_clocks import paused
from tests.web.test_keeping import kept

Browser = Callable[..., Client]


@pytest.fixture
def table(time: Time, mira: User, tobias: User, ines: User) -> Scene:
    """A day for each move; mira begins."""
    return dealt(mira, tobias, ines, pace="daily")


@pytest.fixture(autouse=True)
def _another_edition(db: None) -> Iterator[None]:
    """Whatever wrote one has given its match another edition by now: pages are never stale."""
    editions: list[tuple[str, int]] = []

    def note(instance: Aside, **_kwargs: object) -> None:
        editions.append((instance.match_id, Match.objects.get(pk=instance.match_id).edition))

    post_save.connect(note, sender=Aside)
    yield
    post_save.disconnect(note, sender=Aside)
    for match_id, edition in editions:
        assert Match.objects.get(pk=match_id).edition != edition


def told(scene: Scene, viewer: User) -> list[str]:
    """The lines that tell no move, as this visitor reads them."""
    return [str(line.text) for line in history(visit(scene.id, viewer)) if line.sign]


def test_more_time_is_told_to_everyone_in_their_own_words(
    table: Scene, mira: User, tobias: User, ines: User, other: User
) -> None:
    timing.give(table.id, tobias, index=0)
    assert told(table, mira) == ["tobias gave you a day more."]
    assert told(table, tobias) == ["You gave mira a day more."]
    assert told(table, ines) == told(table, other) == ["tobias gave mira a day more."]


def test_a_pause_is_told_when_it_is_asked_for_begins_and_ends(
    table: Scene, time: Time, other: User
) -> None:
    paused(table, days=3)
    time.passes(days=1)
    timing.end_pause(table.id, table.players[1])
    assert told(table, other) == [
        "mira asks for a pause until 2026-11-21 12:00 UTC.",
        "All agreed to pause until 2026-11-21 12:00 UTC.",
        "tobias ended the pause.",
    ]


@pytest.mark.parametrize("refused", [True, False])
def test_whoever_did_not_agree_is_not_told(
    table: Scene, time: Time, mira: User, tobias: User, other: User, refused: bool
) -> None:
    timing.ask_for_pause(table.id, mira, until=START + timedelta(days=9))
    if refused:
        timing.answer_pause(table.id, tobias, agrees=False)
    else:
        time.passes(days=2)
        timing.expire_request(table.id)
    assert told(table, other)[1:] == ["Not everyone agreed to pause. Play goes on."]


def test_days_off_are_never_silent(table: Scene, time: Time, mira: User, other: User) -> None:
    today = daysoff.today(mira)
    daysoff.take(mira, first=today + timedelta(days=1), last=today + timedelta(days=2))
    assert told(table, mira) == [
        "You have days off from 2026-11-19 00:00 UTC until 2026-11-21 00:00 UTC."
    ]
    daysoff.come_back(mira)
    daysoff.take(mira, first=today, last=today)
    assert told(table, other)[1:] == [
        "mira’s days off have ended early.",
        "mira has days off until 2026-11-19 00:00 UTC, and a clock that stands.",
    ]


def test_an_outage_is_told_at_every_table_with_a_clock(
    table: Scene, time: Time, mira: User, tobias: User
) -> None:
    promised = dealt(mira, tobias)
    outages.beat()
    time.passes(minutes=40)
    outages.beat()
    assert told(table, mira) == ["The site was away for 40 minutes. Everyone has it back."]
    assert told(promised, mira) == []
    time.passes(minutes=4)
    assert outages.beat() is not None
    assert len(told(table, mira)) == 1  # a short one is given back without a word


def test_an_open_seat_who_came_back_and_who_took_over_are_told(
    scene: Scene, mira: User, other: User
) -> None:
    kept(scene, 3)
    opened = "mira’s seat is open to a substitute. The keeper plays until somebody takes it."
    assert told(scene, other) == [opened]
    holding.take_back(scene.id, mira)
    holding.take_back(scene.id, mira)  # who is not away is not back
    assert told(scene, other) == [opened, "mira is back."]
    holding.leave(scene.id, mira, offered="anyone")
    substitutes.take(scene.id, other, index=0)
    after = [opened, "mira is back.", "mira left. The keeper has the seat.", opened]
    assert told(scene, scene.players[1]) == [*after, "other takes mira’s seat."]
    assert told(scene, other)[-1] == "You take mira’s seat."


def test_whoever_comes_back_by_moving_is_told_and_a_friends_seat_is_not(
    scene: Scene, mira: User, tobias: User
) -> None:
    kept(scene, 3)
    while 0 not in scene.awaited():
        [action, *_] = scene.copy(scene.awaited()[0]).actions()
        player = scene.players[scene.awaited()[0]]
        play.submit(scene.id, player, number=scene.number, action=action)
    [action, *_] = scene.copy(0).actions()
    play.submit(scene.id, mira, number=scene.number, action=action)
    assert told(scene, tobias)[1:] == ["mira is back."]
    holding.leave(scene.id, mira, offered="link")
    assert told(scene, tobias)[2:] == ["mira left. The keeper has the seat."]


def test_the_seat_of_a_deleted_account_is_told_to_be_open(scene: Scene, tobias: User) -> None:
    belonging.forget(scene.players[0])
    assert told(scene, tobias)[0].startswith("former player’s seat is open")


# Where it stands


def test_it_stands_after_the_move_that_it_followed_and_in_the_replay_too(
    table: Scene, as_: Browser, mira: User, tobias: User, ines: User
) -> None:
    timing.give(table.id, tobias, index=0)
    table.act(0, do="pass")
    timing.give(table.id, ines, index=1)
    lines = history(visit(table.id, mira))
    places = [line.move for line in lines if line.sign]
    assert places == [0, 1]
    assert [line.move for line in lines] == sorted(line.move for line in lines)
    assert len({line.id for line in lines}) == len(lines)
    at_the_deal = as_(mira).get(f"/m/{table.id}/replay?at=0").content.decode()
    assert "tobias gave you a day more." in at_the_deal
    assert "ines gave tobias" not in at_the_deal
    assert "ines gave tobias a day more" in as_(mira).get(f"/m/{table.id}/log").content.decode()


def test_open_pages_tell_it_at_once_and_a_moment_can_be_told_in_the_readers_time(
    table: Scene, as_: Browser, mira: User, tobias: User
) -> None:
    page = as_(mira).get(f"/m/{table.id}/").content.decode()
    assert "gave you" not in page
    timing.give(table.id, tobias, index=0)
    timing.ask_for_pause(table.id, tobias, until=START + timedelta(days=2))
    for address in ("", "log"):
        page = as_(mira).get(f"/m/{table.id}/{address}").content.decode()
        assert "tobias gave you a day more." in page
        assert '<time datetime="2026-11-20T12:00:00+00:00" data-show="when">' in page


def test_it_costs_a_query_only_where_there_is_something_and_only_once(
    table: Scene, as_: Browser, mira: User, tobias: User
) -> None:
    browser = as_(mira)

    def asked() -> int:
        with CaptureQueriesContext(
            connection,
        ) as queries:
            browser.get(f"/m/{table.id}/")
        return sum(Aside._meta.db_table in query["sql"] for query in queries)

    assert asked() == 0
    timing.give(table.id, tobias, index=0)
    assert [asked(), asked()] == [1, 0]
    table.act(0, do="pass")
    assert asked() == 0


# What is hidden is of no matter


@pytest.mark.django_db
@pytest.mark.parametrize("slug", sorted(titles()))
def test_everyone_reads_the_same_whatever_they_hold(slug: str, time: Time) -> None:
    """Beside who is "you": by every seat's copy and by the public's."""
    people = [UserFactory.create() for _ in range(titles()[slug].seats[0])]
    scene = dealt(*people, title=slug, pace="daily")
    [first] = scene.awaited()[:1]
    giver = (first + 1) % len(people)
    timing.give(scene.id, people[giver], index=first)
    time.passes(days=9)
    tasks.sweep.call()
    paused(scene, days=2)
    match, seats = scene.match, scene.seats()
    public = [str(line.text) for line in history(Visit(match, seats, None)) if line.sign]
    assert len(public) == 3
    for seat in seats:
        mine = [str(line.text) for line in history(Visit(match, seats, seat.index)) if line.sign]
        assert [_of(line, seat.name) for line in mine] == public


def _of(line: str, name: str) -> str:
    """What is said to somebody, as it is said of them."""
    worded = line.replace("You ask for", f"{name} asks for").replace("You gave", f"{name} gave")
    return worded.replace("gave you ", f"gave {name} ")
