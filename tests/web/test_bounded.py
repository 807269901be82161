"""Work in a process of its own: bounded, one piece at a time, in nobody's way."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from itertools import repeat

import pytest
from django.test import Client

from accounts.models import User
from games import bounded
from games.bounded import Busy, Desk, NotDone
from games.engine import CorruptLog
from games.rendering import brought
from games.rendering.pictures import raster
from tests.web.factories import Scene

Browser = Callable[[User | None], Client]


@pytest.fixture(scope="module")  # its helper takes seconds to load the site
def desk() -> Iterator[Desk]:
    made = Desk(seconds_of_cpu=2, seconds=600)
    yield made
    made.close()


def test_the_result_comes_back_from_another_process(desk: Desk) -> None:
    assert desk.do(sum, [1, 2, 3]) == 6
    first, second = desk.do(os.getpid), desk.do(os.getpid)
    assert len({first, second, os.getpid()}) == 3
    assert desk.do(os.getppid) == desk.do(os.getppid)  # of one helper


def test_an_error_comes_back_too(desk: Desk) -> None:
    with pytest.raises(ValueError, match="invalid literal"):
        desk.do(int, "x")
    with pytest.raises(CorruptLog) as refused:
        desk.do(refuse)
    assert refused.value.facts == {"move": 3}


def refuse() -> None:
    raise CorruptLog("damaged", "move 3: it is missing", {"move": 3})


def test_work_without_an_end_is_ended_by_its_use_of_the_processor(desk: Desk) -> None:
    with pytest.raises(NotDone):
        desk.do(max, repeat(0))
    assert desk.do(sum, [1]) == 1


def test_work_that_hangs_is_ended_by_the_clock() -> None:
    hurried = Desk(seconds_of_cpu=600, seconds=1)
    with pytest.raises(NotDone):
        hurried.do(time.sleep, 1_000_000)
    hurried.close()


def test_work_that_breaks_its_process_breaks_nothing_else(desk: Desk) -> None:
    for _ in range(2):
        with pytest.raises(NotDone):
            desk.do(os.abort)
    assert desk.do(sum, [1]) == 1


def test_a_helper_that_was_killed_is_replaced(desk: Desk) -> None:
    helper = desk.do(os.getppid)
    os.kill(helper, 9)
    assert desk.do(sum, [1]) == 1
    assert desk.do(os.getppid) != helper


def test_much_goes_there_and_back(desk: Desk) -> None:
    much = b"x" * 3_000_000
    assert desk.do(bytes.upper, much) == much.upper()


def test_one_piece_of_work_is_done_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = Desk(seconds_of_cpu=2, seconds=600)
    monkeypatch.setattr(bounded, "SECONDS_TO_WAIT", 0.01)
    with desk._turn(), pytest.raises(Busy, match="takes too long"):
        desk.do(sum, [1])


def test_only_a_few_wait_for_their_turn() -> None:
    desk = Desk(seconds_of_cpu=2, seconds=600)
    for _ in range(bounded.MOST_WAITING):
        assert desk._waiting.acquire(blocking=False)
    with pytest.raises(Busy, match="wait already"):
        desk.do(sum, [1])


def test_others_go_on_meanwhile(desk: Desk) -> None:
    """It holds the interpreter for ever: in this process nothing would happen any more."""
    outcome: list[str] = []

    def work() -> None:
        try:
            desk.do(max, repeat(0))
        except NotDone:
            outcome.append("ended")

    working = threading.Thread(target=work)
    working.start()
    ticks = 0
    while working.is_alive():
        ticks += 1
        working.join(timeout=0.01)
    assert outcome == ["ended"]
    assert ticks > 10


# Who works like that


def test_pictures_and_files_have_a_desk_each() -> None:
    assert raster.DESK is not brought.DESK


def test_a_file_is_read_away_from_everybody_else(
    scene: Scene, mira: User, as_: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = as_(mira).get(f"/m/{scene.id}/file").content.decode()
    assert as_(mira).post("/replay/", {"text": file}).status_code == 200
    here = os.getpid()
    assert brought.DESK.do(os.getpid) != here

    def fails(*_args: object, **_kwargs: object) -> None:
        raise AssertionError("read in the serving process")

    monkeypatch.setattr("games.matchlog.files.read", fails)
    assert as_(mira).post("/replay/", {"text": file}).status_code == 200


@pytest.mark.parametrize(
    ("problem", "status", "sentence"),
    [
        (NotDone("x"), 400, "It takes too long to read."),
        (Busy("x"), 503, "Too many files are read just now."),
    ],
)
def test_a_file_that_cannot_be_read_in_time_is_refused_in_a_sentence(
    problem: NotDone,
    status: int,
    sentence: str,
    mira: User,
    as_: Browser,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fails(*_args: object, **_kwargs: object) -> None:
        raise problem

    monkeypatch.setattr(brought.DESK, "do", fails)
    answer = as_(mira).post("/replay/", {"text": "{}"})
    assert answer.status_code == status
    assert sentence in answer.content.decode()
