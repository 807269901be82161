"""The grown-up site on this machine: PostgreSQL, Redis, web processes and workers, all of them real.

Everything in it can be killed, frozen and started again, while players move and watch.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from html import unescape
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlencode

from games.benches.live import TOKEN, Screen, watching
from tests.plugin import TOY_TITLES
from tests.services.servers import Postgres, Redis, free_port, running_postgres, running_redis

ROOT = Path(__file__).parent.parent.parent
PATIENCE = 90  # seconds for anything, on a busy machine

PREPARE = """
import json, sys
from django.core.management import call_command
call_command("migrate", verbosity=0)
from games.benches.live import cookie
from games.play import seating
from tests.web.factories import UserFactory, dealt
scenes = []
for _ in range(int(sys.argv[1])):
    people = [UserFactory.create(), UserFactory.create()]
    against = seating.create(people[0], title="toy", size=2, bots=1, options={"starter": "first"})
    seating.ready(against.match.pk, people[0])
    match = dealt(*people, options={"starter": "first", "rounds": 2}).id
    cookies = [cookie(user) for user in people]
    scenes.append({"match": match, "against_bot": against.match.pk, "cookies": cookies})
print(json.dumps(scenes))
"""

LOGS = """
import json, sys
from games.engine.canonical import canonical_json
from games.matchlog import verifying
from games.models import Match, Move, Seat
found = {}
for match in Match.objects.all():
    rows = Move.objects.filter(match=match).order_by("number")
    seats = list(Seat.objects.filter(match=match).order_by("index"))
    report = verifying.checked(match, seats)
    found[match.pk] = {
        "moves": [[m.number, m.seat, m.by, canonical_json(m.action)] for m in rows],
        "verified": report.holds or f"{report.draws} {report.rules} {report.chain}",
    }
print(json.dumps(found))
"""


class Answer(NamedTuple):
    status: int  # 0: nobody answered
    text: str
    cookies: dict[str, str]


class Scene(NamedTuple):
    match: str
    against_bot: str
    cookies: list[str]


class Process:
    """`manage.py` with these words. It can be killed and started again."""

    def __init__(self, house: House, *words: str, port: int = 0, patience: int = 10) -> None:
        self.house, self.words, self.port = house, words, port
        self.environment = {**house.environment, "PATIENCE": str(patience)}
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def is_running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    @property
    def answers(self) -> bool:
        return self.ask("/alive/").status == 200

    def start(self) -> None:
        with self.house.notes.open("ab") as notes:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", *self.words],
                cwd=ROOT, env=self.environment, stdout=notes, stderr=notes,
            )  # fmt: skip

    def kill(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()

    def freeze(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGCONT)

    def ask(
        self, path: str, *, cookie: str = "", form: dict[str, str] | None = None, htmx: bool = False
    ) -> Answer:
        """Ask this web process for a page, or post a form to it."""
        headers = {"Cookie": cookie} if cookie else {}
        body = None
        if form is not None:
            body = urlencode({"csrfmiddlewaretoken": TOKEN, **form})
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        if htmx:
            headers["HX-Request"] = "true"
        asked = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            asked.request("GET" if form is None else "POST", path, body, headers)
            answer = asked.getresponse()
            text = answer.read().decode()
        except (OSError, HTTPException):
            return Answer(0, "", {})
        finally:
            asked.close()
        given = [line.partition(";")[0] for line in answer.headers.get_all("Set-Cookie") or []]
        return Answer(answer.status, text, dict(one.split("=", 1) for one in given))


class House:
    def __init__(self, database: Postgres, layer: Redis, notes: Path, *, webs: int, workers: int):
        self.database, self.layer, self.notes = database, layer, notes
        outside = {name: value for name, value in os.environ.items() if "PYTEST" not in name}
        self.environment = {
            **outside,
            "DATABASE_URL": database.url,
            "REDIS_URL": layer.url,
            "ADIT_TITLES": str(TOY_TITLES),
            "DJANGO_SETTINGS_MODULE": "tests.services.settings",
        }
        self.webs = [self.web() for _ in range(webs)]
        self.workers = [Process(self, "work") for _ in range(workers)]
        self.scenes: list[Scene] = []

    def web(self, *, patience: int = 10) -> Process:
        """A web process that waits so long for a connection to the database."""
        port = free_port()
        words = ("serve", "--no-worker", "--port", str(port))
        return Process(self, *words, port=port, patience=patience)

    def python(self, code: str, *words: object) -> Any:
        """Run this beside the site, with its settings; the answer is what it prints as JSON."""
        done = subprocess.run(
            [sys.executable, "-c", f"import django; django.setup()\n{code}", *map(str, words)],
            cwd=ROOT, env=self.environment, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout or "null")

    def prepare(self, scenes: int) -> list[Scene]:
        """Two people, a match of theirs and one of the first against a bot, so many times."""
        return [Scene(**scene) for scene in self.python(PREPARE, scenes)]

    def open(self) -> None:
        for process in (*self.webs, *self.workers):
            process.start()
        for web in self.webs:
            self.until(lambda web=web: web.answers)  # type: ignore[misc]

    def until(self, holds: Callable[[], object], what: str = "") -> None:
        until = time.monotonic() + PATIENCE
        while not holds():
            assert time.monotonic() < until, f"{what or 'it'} never came: {self.said()}"
            time.sleep(0.05)

    def said(self) -> str:
        return self.notes.read_text(errors="replace")[-20_000:]


@contextmanager
def house(*, webs: int = 2, workers: int = 1) -> Iterator[House]:
    with ExitStack() as stack:
        database = stack.enter_context(running_postgres())
        layer = stack.enter_context(running_redis())
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="adit-house-"))
        built = House(database, layer, Path(folder) / "notes", webs=webs, workers=workers)
        try:
            yield built
        finally:
            for process in (*built.webs, *built.workers):
                process.kill()


# What a player does


def offered(page: str) -> tuple[int, list[str]]:
    """The number of the move that a page shows, and the actions that it offers."""
    number = re.search(r'name="number" value="(\d+)"', page)
    actions = re.findall(r'name="action" value="([^"]*)"', page)
    return (int(number[1]) if number else -1), [unescape(action) for action in actions]


def move(web: Process, match: str, cookies: list[str]) -> int:
    """Let whoever is awaited do the first thing that is offered; the number of that move."""
    for cookie in cookies:
        number, actions = offered(web.ask(f"/m/{match}/", cookie=cookie).text)
        if actions:
            form = {"number": str(number), "action": actions[-1]}
            answer = web.ask(f"/m/{match}/move", cookie=cookie, form=form, htmx=True)
            assert answer.status == 200, (answer.status, answer.text[:2000])
            return number + 1
    raise AssertionError("nobody is awaited")


def watched(port: int, match: str, cookie: str, act: Callable[[Screen, Any], Any]) -> None:
    """Open a socket and act while it is open. `act` is given the screen and a way to call slow
    functions beside it."""

    async def run() -> None:
        async with watching(port, match, cookie) as screen:
            await act(screen, asyncio.to_thread)

    asyncio.run(run())
