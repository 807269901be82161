"""The database goes away in the middle: what is safe is tried again, the rest is told so."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.test import Client

from accounts import middleware
from games import play, tasks
from games.management import background
from games.models import Match
from games.pages import asking, interruptions
from games.play import belonging, seating
from tests.web.factories import Scene, UserFactory, dealt

pytestmark = pytest.mark.django_db(transaction=True)

AWAY = "server closed the connection unexpectedly"


@pytest.fixture(autouse=True)
def _any_database_may_be_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite has one type for this and for a missing table; here it stands for the other one."""
    monkeypatch.setattr(
        interruptions, "is_interruption", lambda error: isinstance(error, OperationalError)
    )


def breaks(function: Callable[..., Any], times: int, *, after: bool = False) -> Callable[..., Any]:
    """The same, but for the first calls, which lose the database: before the work or after it."""
    left = [times]

    def broken(*args: Any, **kwargs: Any) -> Any:
        left[0] -= 1
        if left[0] >= 0:
            if after:
                function(*args, **kwargs)
            raise OperationalError(AWAY)
        return function(*args, **kwargs)

    return broken


def browser(scene: Scene, index: int) -> Client:
    client = Client(raise_request_exception=False)
    client.force_login(scene.players[index])
    return client


@pytest.mark.parametrize(("times", "status"), [(1, 200), (2, 503)])
def test_a_page_is_read_once_more(
    scene: Scene, monkeypatch: pytest.MonkeyPatch, times: int, status: int
) -> None:
    page = browser(scene, 0)
    monkeypatch.setattr("games.pages.match.found", breaks(asking.found, times))
    answer = page.get(f"/m/{scene.id}/")
    assert answer.status_code == status
    if status == 503:
        assert "Back in a moment" in answer.content.decode()
        assert answer["Retry-After"] == "5"


@pytest.mark.parametrize(("times", "status"), [(1, 200), (2, 503)])
def test_so_is_a_page_that_stumbles_before_its_view(
    scene: Scene, monkeypatch: pytest.MonkeyPatch, times: int, status: int
) -> None:
    page = browser(scene, 0)
    monkeypatch.setattr(middleware, "zone_of", breaks(middleware.zone_of, times))
    assert page.get(f"/m/{scene.id}/").status_code == status


@pytest.mark.parametrize("after", [False, True], ids=["before the commit", "after the commit"])
def test_a_move_is_made_once_whenever_the_database_went(
    monkeypatch: pytest.MonkeyPatch, *, after: bool
) -> None:
    scene = dealt(*(UserFactory.create() for _ in range(3)))
    monkeypatch.setattr(play, "submit", breaks(play.submit, 1, after=after))
    form = {"number": 0, "action": json.dumps({"do": "pass"})}
    answer = browser(scene, 0).post(f"/m/{scene.id}/move", form, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert [move.number for move in scene.moves()] == [0, 1]


def test_what_could_be_done_twice_is_not_tried_again(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seating, "play_at_once", breaks(seating.play_at_once, 1))
    answer = browser(scene, 0).post("/play/", {"title": "toy"})
    assert answer.status_code == 503
    assert Match.objects.count() == 1


def test_a_mover_with_a_script_is_told_in_the_page(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(play, "submit", breaks(play.submit, 2))
    form = {"number": 0, "action": json.dumps({"do": "pass"})}
    answer = browser(scene, 0).post(f"/m/{scene.id}/move", form, headers={"HX-Request": "true"})
    assert (answer.status_code, answer["HX-Reswap"]) == (503, "none")
    assert 'id="notice"' in answer.content.decode()


def test_a_move_that_cannot_be_announced_is_a_move(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bot that it wakes is found by the sweep, and sockets look for themselves."""
    belonging.keep(scene.players[1])
    monkeypatch.setattr(tasks, "_wake_bot", breaks(tasks._wake_bot, 1))
    scene.act(0, do="pass")
    assert scene.number == 1


# The background


def test_a_worker_waits_for_the_database_and_goes_on(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    waited: list[float] = []
    clock = SimpleNamespace(sleep=waited.append)
    monkeypatch.setattr("games.management.background.time", clock)
    calls: list[str] = []

    def work() -> None:
        calls.append("work")
        if len(calls) < 4:
            raise OperationalError(AWAY)

    with caplog.at_level(logging.WARNING):
        background.keep_going(work, "worker", goes_on=lambda: len(calls) < 4)
    assert len(calls) == 4
    assert waited == [background.SECONDS_TO_RECOVER] * 3
    assert caplog.messages == ["The worker waits for the database: OperationalError"] * 3


def test_the_sweep_blames_no_match_for_a_database_that_is_away(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.play.due.lapsed_matches", lambda _until: [scene.id])
    monkeypatch.setattr(play, "lapse", breaks(play.lapse, 1))
    monkeypatch.setattr(connection, "is_usable", lambda: False)
    with pytest.raises(OperationalError):
        tasks.sweep.call()
