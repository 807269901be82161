"""Fifty faults at random moments, while players move and watch. What is lost, doubled, seen?

Run by hand, it takes some minutes: `python -m tests.services.faults [FAULTS] [SEED]`. It starts a
private PostgreSQL and Redis, two web processes and two workers. Each fault kills or freezes one of
the six, and ends after a moment. Players read pages, post moves, and repeat a move until somebody
says whether it was made, as people do; sockets reconnect, as browsers do. At the end every confirmed
move must stand in its log, no log may hold a move that nobody decided on, every log must verify, and
every open socket must show the last move without anybody moving.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

# What follows needs the apps to be loaded, which the line above does.
from games.benches import Unavailable  # noqa: E402 - see above
from games.benches.live import watching  # noqa: E402 - see above
from games.engine.canonical import canonical_json  # noqa: E402 - see above
from tests.services.house import (  # noqa: E402 - see above
    LOGS,
    PATIENCE,
    House,
    Process,
    Scene,
    house,
    offered,
)

SCENES_AT_ONCE = 4
SCENES = 100


@dataclass
class Record:
    """What the players of all matches saw."""

    pages: Counter[int] = field(default_factory=Counter)
    posts: Counter[int] = field(default_factory=Counter)
    slowest: float = 0.0
    # match, seat, number of the page, action
    confirmed: list[tuple[str, int, int, str]] = field(default_factory=list)
    reconnects: int = 0
    behind: list[str] = field(default_factory=list)  # sockets that did not show the last move


class Table(threading.Thread):
    """One match after the other, played by both seats from this thread."""

    def __init__(self, site: House, scenes: Iterator[Scene], record: Record, seed: int) -> None:
        super().__init__(daemon=True)
        self.site, self.scenes, self.record = site, scenes, record
        self.chance, self.is_over = random.Random(seed), threading.Event()

    def run(self) -> None:
        for scene in self.scenes:
            self.site.scenes.append(scene)
            while self.turn(scene):
                if self.is_over.is_set():
                    return

    def turn(self, scene: Scene) -> bool:
        """Whoever is awaited does something that is offered. False once nobody is."""
        asked = 0
        for match, seats in ((scene.match, (0, 1)), (scene.against_bot, (0,))):
            for seat in seats:
                cookie = scene.cookies[seat]
                status, text = self.ask(self.record.pages, f"/m/{match}/", cookie)
                asked += status != 200 or 'data-status="running"' in text
                number, actions = offered(text)
                if status == 200 and actions:
                    self.decide(match, seat, cookie, number, self.chance.choice(actions))
        time.sleep(self.chance.uniform(0, 0.05))
        return asked > 0

    def decide(self, match: str, seat: int, cookie: str, number: int, action: str) -> None:
        """Post a move, again and again until it is made or refused."""
        form, until = {"number": str(number), "action": action}, time.monotonic() + PATIENCE
        while time.monotonic() < until:
            status, _text = self.ask(self.record.posts, f"/m/{match}/move", cookie, form)
            if status == 200:
                self.record.confirmed.append((match, seat, number, action))
            if status in (200, 409):
                return
            time.sleep(0.2)
        raise AssertionError(f"nobody says what became of a move: {self.site.said()}")

    def ask(
        self, seen: Counter[int], path: str, cookie: str, form: dict[str, str] | None = None
    ) -> tuple[int, str]:
        """Ask one of the web processes, and the other if nobody is there, as a proxy would."""
        began = time.monotonic()
        webs = self.chance.sample(self.site.webs, 2)
        answer = webs[0].ask(path, cookie=cookie, form=form, htmx=form is not None)
        if answer.status == 0:
            answer = webs[1].ask(path, cookie=cookie, form=form, htmx=form is not None)
        seen[answer.status] += 1
        self.record.slowest = max(self.record.slowest, time.monotonic() - began)
        return answer.status, answer.text


class Watcher(threading.Thread):
    """A socket on the newest match of all, at one of the web processes; opened again when it breaks."""

    def __init__(self, site: House, scene: Scene, web: Process, record: Record) -> None:
        super().__init__(daemon=True)
        self.site, self.scene, self.web, self.record = site, scene, web, record
        self.last: int | None = None  # once all is calm: the move that must be shown

    def run(self) -> None:
        asyncio.run(self.watch())

    async def watch(self) -> None:
        name = f"{self.scene.match} at {self.web.port}"
        until = None
        while True:
            try:
                cookie = self.scene.cookies[0]
                async with watching(self.web.port, self.scene.match, cookie) as screen:
                    while not screen.gone.is_set():
                        await asyncio.sleep(0.1)
                        if self.last is None:
                            continue
                        if screen.number >= self.last:
                            return
                        until = until or time.monotonic() + PATIENCE
                        if time.monotonic() > until:
                            self.record.behind.append(f"{name} shows {screen.number}")
                            return
            except (Unavailable, OSError, TimeoutError, asyncio.IncompleteReadError):
                pass
            self.record.reconnects += 1
            await asyncio.sleep(0.5)


def run(faults: int, seed: int) -> int:
    chance, record = random.Random(seed), Record()
    with house(webs=2, workers=2) as site:
        prepared = site.prepare(SCENES)
        site.open()
        scenes = iter(prepared)
        lock = threading.Lock()

        def shared() -> Iterator[Scene]:
            while True:
                with lock:
                    scene = next(scenes, None)
                if scene is None:
                    return
                yield scene

        tables = [Table(site, shared(), record, seed + n) for n in range(SCENES_AT_ONCE)]
        watchers = [
            Watcher(site, scene, web, record) for scene in prepared[:8] for web in site.webs
        ]
        for thread in (*tables, *watchers):
            thread.start()
        done = Counter[str]()
        for _ in range(faults):
            time.sleep(chance.uniform(0.2, 1.5))
            done[fault(site, chance)] += 1
        time.sleep(3)
        gave_up = [str(w.words) for w in (*site.webs, *site.workers) if not w.is_running]
        for table in tables:
            table.is_over.set()
        for table in tables:
            table.join(timeout=2 * PATIENCE)
        time.sleep(3)  # bots answer
        logs = site.python(LOGS)
        for watcher in watchers:
            watcher.last = logs[watcher.scene.match]["moves"][-1][0]
        for watcher in watchers:
            watcher.join(timeout=2 * PATIENCE)
        unfinished = [type(t).__name__ for t in (*tables, *watchers) if t.is_alive()]
        return tell(record, logs, done, gave_up, unfinished, site)


def fault(site: House, chance: random.Random) -> str:
    """Kill or freeze one of them, and let it get up again after a while."""
    targets: dict[str, Any] = {
        "web": chance.choice(site.webs),
        "worker": chance.choice(site.workers),
        "PostgreSQL": site.database,
        "Redis": site.layer,
    }
    name = chance.choice([*targets])
    target, how = targets[name], chance.choice(["killed", "frozen"])
    pause = chance.uniform(0.1, 3)
    if how == "frozen":
        target.freeze()
        time.sleep(pause)
        target.thaw()
    else:
        (target.kill if isinstance(target, Process) else target.stop)()
        time.sleep(pause)
        target.start()
        if name == "web":
            site.until(lambda: target.answers, "a web process")
    return f"{name} {how}"


def tell(
    record: Record,
    logs: dict[str, Any],
    done: Counter[str],
    gave_up: list[str],
    unfinished: list[str],
    site: House,
) -> int:
    """Print what happened; the number of things that should not have."""
    lost = [one for one in record.confirmed if not stands_in(logs, *one)]
    decided = Counter(match for match, *_rest in record.confirmed)
    made = {
        match: sum(by == "account" for _n, _seat, by, _action in log["moves"])
        for match, log in logs.items()
    }
    doubled = {
        match: made[match] - decided[match] for match in made if made[match] != decided[match]
    }
    false = {match: log["verified"] for match, log in logs.items() if log["verified"] is not True}
    by_bots = sum(one[2] == "bot" for log in logs.values() for one in log["moves"])
    tracebacks = site.notes.read_text(errors="replace").count("Traceback")
    lines = [
        f"faults: {sum(done.values())}: {', '.join(f'{n} {c}' for n, c in sorted(done.items()))}",
        f"moves confirmed: {len(record.confirmed)}; made by bots: {by_bots}",
        f"lost: {len(lost)} {lost[:3]}",
        f"doubled or made by nobody: {sum(doubled.values())} {doubled}",
        f"logs that do not verify: {len(false)} {false}",
        f"pages: {dict(record.pages)}; posts: {dict(record.posts)} (0: nobody answered)",
        f"slowest answer: {record.slowest:.1f} s",
        f"sockets opened again: {record.reconnects}; behind at the end: {record.behind}",
        f"processes that ended by themselves: {gave_up}; stuck: {unfinished}",
        f"tracebacks in the notes: {tracebacks}",
    ]
    sys.stdout.write("\n".join(lines) + "\n")
    broken = record.pages[500] + record.posts[500]
    problems = len(lost) + len(doubled) + len(false) + len(record.behind) + len(gave_up)
    if problems + broken + len(unfinished) or tracebacks:
        sys.stdout.write(site.notes.read_text(errors="replace")[-200_000:])
    return problems + broken + len(unfinished)


def stands_in(logs: dict[str, Any], match: str, seat: int, number: int, action: str) -> bool:
    """Is it the first thing that this seat did after that page?"""
    later = [one for one in logs[match]["moves"] if one[0] > number and one[1] == seat]
    return bool(later) and later[0][3] == canonical_json(json.loads(action))


if __name__ == "__main__":
    words = [int(word) for word in sys.argv[1:]]
    faults_wanted, seed_wanted = (*words, *(50, 1)[len(words) :])
    sys.exit(bool(run(faults_wanted, seed_wanted)))
