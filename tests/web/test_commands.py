"""What the site is run with."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import timedelta
from http.client import HTTPConnection
from io import StringIO
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone
from django_tasks_db.management.commands.db_worker import Worker
from django_tasks_db.models import DBTaskResult

from accounts.models import User
from games import tasks
from games.engine import titles
from games.management import background
from games.management.commands.demo import CLOCKED, NAMES, PASSWORD, PAUSED
from games.models import NOTICED, Case, Match, Seat
from games.play import opening


@pytest.mark.django_db(transaction=True)
def test_the_demo_furnishes_an_empty_site_once(settings: Any) -> None:
    settings.DEBUG = True
    told = StringIO()
    for _ in range(2):
        call_command("demo", stdout=told)
    assert PASSWORD in told.getvalue()
    [left] = Match.objects.filter(handed_over=True)
    assert left.seats.filter(offered="anyone").count() == 1
    others = Match.objects.exclude(name__in=[CLOCKED, PAUSED]).exclude(pk=left.pk)
    found = others.values_list("title", "status")
    assert sorted(found) == [
        (slug, status) for slug in sorted(titles()) for status in ("open", "over", "running")
    ]
    mira = User.objects.get(username=NAMES[0])
    waiting = Seat.objects.filter(account=mira, awaited_since__isnull=False)
    assert waiting.count() == len(titles()) + 2
    clocked, paused = (Match.objects.get(name=name) for name in (CLOCKED, PAUSED))
    assert clocked.clock_at is not None
    assert (clocked.stops, [stop.kind for stop in paused.stop_spans]) == ([], ["pause"])
    assert Client().login(username=mira.username, password=PASSWORD)
    [hint] = Case.objects.filter(kind__in=NOTICED)
    assert hint.clues.filter(match=clocked).exists()
    assert Case.objects.exclude(pk=hint.pk).count() == 3


@pytest.mark.django_db(transaction=True)
def test_the_demo_leaves_a_site_alone_that_somebody_lives_in(settings: Any) -> None:
    settings.DEBUG = True
    User.objects.create_user("someone", password="of their own")
    told = StringIO()
    call_command("demo", stdout=told)
    assert told.getvalue() == ""
    assert not Match.objects.exists()


def test_the_demo_refuses_a_site_in_earnest() -> None:
    with pytest.raises(CommandError, match="DEBUG is off"):
        call_command("demo")


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


@pytest.fixture
def served(tmp_path: Path) -> Iterator[int]:
    """The one process of `make run`, on a database of its own."""
    environment = {**os.environ, "DATABASE_URL": f"sqlite:///{tmp_path}/site.sqlite3"}
    manage = [sys.executable, str(settings.BASE_DIR / "manage.py")]
    quiet: dict[str, Any] = {
        "env": environment,
        "cwd": settings.BASE_DIR,
        "check": True,
        "capture_output": True,
    }
    subprocess.run([*manage, "migrate", "--verbosity", "0"], **quiet)
    port = free_port()
    process = subprocess.Popen([*manage, "serve", "--port", str(port)], env=environment)
    try:
        yield port
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=60)


def test_a_taken_port_is_refused_in_a_sentence_and_nothing_is_started(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    started: list[str] = []
    monkeypatch.setattr(
        "games.management.background.in_a_thread", lambda _, name: started.append(name)
    )
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(CommandError, match=f"Nothing can be served on 127.0.0.1:{port}"):
            call_command("serve", port=port)
    with pytest.raises(CommandError, match="Name another port"):
        call_command("serve", port=99999)
    assert started == []


def test_one_process_serves_pages_and_moves_bots(served: int) -> None:
    browser = Browser(served)
    page = browser.get("/account/signup/")
    answer = browser.post(
        "/account/signup/", page, username="newcomer", password1="a long enough one"
    )
    assert answer < 400
    assert browser.post("/play/", browser.get("/play/"), title="toy") == 303
    page = browser.get(browser.location)
    seen = page
    for _ in range(200):
        if "data-your-turn" in page and page != seen:
            break
        if "data-your-turn" in page:
            number = re.search(r'data-number="(\d+)"', page)
            [value, *_] = re.findall(r'name="action" value="([^"]+)"', page)
            assert number is not None
            move = {"number": number[1], "action": value.replace("&#34;", '"')}
            assert browser.post(f"{browser.location}move", page, **move) == 303
        time.sleep(0.3)
        seen, page = page, browser.get(browser.location)
    assert any(name in page for name in opening.BOT_NAMES)
    assert "data-your-turn" in page


class Browser:
    """Just enough of one: cookies, the token of a form, where it was sent."""

    def __init__(self, port: int) -> None:
        self.port, self.cookies, self.location = port, dict[str, str](), "/"

    def get(self, path: str) -> str:
        for _ in range(600):
            try:
                return self._ask("GET", path)[1]
            except ConnectionRefusedError:
                time.sleep(0.1)  # it is starting
        raise AssertionError("nobody serves")

    def post(self, path: str, page: str, **data: str) -> int:
        token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)
        assert token is not None
        return self._ask("POST", path, urlencode({"csrfmiddlewaretoken": token[1], **data}))[0]

    def _ask(self, method: str, path: str, body: str | None = None) -> tuple[int, str]:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=60)
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        headers = {"Cookie": cookies, "Content-Type": "application/x-www-form-urlencoded"}
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        for value in answer.headers.get_all("Set-Cookie") or []:
            name, _, rest = value.partition("=")
            self.cookies[name] = rest.partition(";")[0]
        self.location = answer.headers.get("Location") or self.location
        text = answer.read().decode()
        connection.close()
        return answer.status, text


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("asked", "started"),
    [([], ["slow", "clock", "quick"]), (["quick"], ["clock", "quick"]), (["slow"], ["slow"])],
)
def test_a_worker_works_at_the_queues_it_is_told_and_clocks_are_with_the_quick(
    asked: list[str], started: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    began: list[str] = []
    monkeypatch.setattr(background, "in_a_thread", lambda _, name: began.append(name))
    monkeypatch.setattr(Worker, "configure_signals", lambda _self: None)

    def run(worker: Worker) -> None:
        names = {queue: name for name, queue in background.QUEUES.items()}
        began.extend(names[queue] for queue in worker.queue_names)
        worker.running = False

    monkeypatch.setattr(Worker, "run", run)
    call_command("work", queue=asked or None, stdout=StringIO())
    assert began == started


@pytest.mark.django_db
def test_sessions_that_are_over_are_thrown_away() -> None:
    """A newcomer's first match has one, too: a stranger can make many."""
    now, ours = timezone.now(), Session.objects
    for key, days in (("old", -1), ("new", 1)):
        ours.create(session_key=key, session_data="", expire_date=now + timedelta(days=days))
    tasks.tidy.call()
    assert list(ours.values_list("session_key", flat=True)) == ["new"]


@pytest.mark.django_db(transaction=True)
def test_what_is_slow_waits_in_a_queue_of_its_own() -> None:
    tasks.tidy.enqueue()
    [task] = DBTaskResult.objects.all()
    assert task.queue_name == "slow"
    for queue, status in (("quick", "READY"), ("slow", "SUCCESSFUL")):
        worker = background.worker(queue)
        worker.batch = True
        worker.run()
        task.refresh_from_db()
        assert task.status == status
