"""Asks, and counts how it was answered. An answer of 5xx, or an exception, is a mistake of ours."""

from __future__ import annotations

import asyncio
import logging
import sys
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from io import BytesIO
from random import Random
from typing import Any
from unittest import mock
from urllib.parse import unquote

from asgiref.sync import async_to_sync
from asgiref.testing import ApplicationCommunicator
from django.conf import settings
from django.core.cache import cache
from django.core.signals import got_request_exception
from django.db import connections, transaction
from django.test import override_settings
from django.test.client import ClientHandler
from django.utils.module_loading import import_string

from games.management.fuzzing import mutations, places
from games.management.fuzzing.mutations import Vocabulary
from games.management.fuzzing.places import Asked
from games.management.fuzzing.world import World, set_up
from games.rendering import brought
from games.urls import sockets

HOST = "localhost"
PART_OF_SOCKETS = 0.06
RARELY = ("/picture.png",)  # takes as long as a hundred others
MOST_TOLD = 20
PATIENCE = 60  # seconds for a socket, on a busy machine

SETTINGS: dict[str, Any] = {
    "ALLOWED_HOSTS": [HOST],
    "CACHES": {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}},
    "CHANNEL_LAYERS": {"default": {"BACKEND": "games.live.layer.LayerHere"}},
    "EMAIL_BACKEND": "django.core.mail.backends.dummy.EmailBackend",
    "PASSWORD_HASHERS": ["django.contrib.auth.hashers.MD5PasswordHasher"],  # a good one is slow
    "SECONDS_BETWEEN_BEATS": None,  # its thread would wait for our transaction, and hold up ours
    "SECURE_SSL_REDIRECT": False,
    "STORAGES": {
        "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    },
}


@dataclass(slots=True)
class FuzzReport:
    """How many inputs were answered how, and the first of each kind that went wrong."""

    seed: int
    answers: Counter[str] = field(default_factory=Counter)
    mistakes: Counter[str] = field(default_factory=Counter)
    told: dict[str, str] = field(default_factory=dict)  # the first of each kind, with its input

    @property
    def inputs(self) -> int:
        return sum(self.answers.values())

    def add(self, number: int, role: str, asked: Asked, answer: str, mistake: str) -> None:
        self.answers[answer] += 1
        if mistake:
            self.mistakes[mistake] += 1
            self.told.setdefault(mistake, f"input {number} by {role or 'a stranger'}: {asked}")

    def lines(self) -> Iterator[str]:
        for mistake, first in list(self.told.items())[:MOST_TOLD]:
            yield f"{self.mistakes[mistake]} times: {mistake}\n  {first[:2000]}"
        by_answer = ", ".join(f"{count} {name}" for name, count in sorted(self.answers.items()))
        yield f"answers: {by_answer}"
        yield f"{self.inputs} inputs, {self.mistakes.total()} answers of 5xx, seed {self.seed}"


def fuzz(seed: int, numbers: Iterable[int], *, pages: int = 2) -> FuzzReport:
    """Ask the inputs with these numbers of the site in this process, and of its database.

    The database has nothing in it, and nothing is in it afterwards. So many pages of each address
    are opened by each role first, to learn from.
    """
    with quietly(), thrown_away():
        world = set_up(seed)
        site = Site(world)
        random = Random(f"{seed} pages")
        seeds = [
            (role, asked) for role in world.roles for asked in site.learnt(role, pages, random)
        ]
        words = _words([asked for _, asked in seeds], world)
        report = FuzzReport(seed)
        for number in numbers:
            role, asked = _input(Random(f"{seed} {number}"), seeds, words, world)
            answer, mistake = site.answer(role, asked)
            report.add(number, role, asked, answer, mistake)
        return report


@contextmanager
def quietly() -> Iterator[None]:
    """The site with nothing beside it, and without a line in the log for every bad request."""
    with ExitStack() as stack:
        stack.enter_context(override_settings(**SETTINGS))
        stack.enter_context(brought.DESK.done_here())
        stack.callback(logging.disable, logging.root.manager.disable)
        logging.disable(logging.CRITICAL)
        yield


def _words(seeds: list[Asked], world: World) -> Vocabulary:
    fields = {name for asked in seeds for name, _ in (*asked.query, *asked.form)}
    fields |= {"at", "as", "after", "next", "q", "p", "o", "e", "_popup", "_to_field", "action"}
    values = {given for asked in seeds for _, given in (*asked.query, *asked.form)}
    values |= {given for known in world.names.values() for given in known}
    short = {given for given in values if len(given) < 300}  # and no tokens, which differ each time
    return Vocabulary(sorted(fields), sorted(short))


def _input(
    random: Random, seeds: list[tuple[str, Asked]], words: Vocabulary, world: World
) -> tuple[str, Asked]:
    """Mostly from whoever has found such a form, at times from somebody else."""
    role = random.choice(world.roles)
    if random.random() < PART_OF_SOCKETS:
        pattern = str(random.choice(sockets).pattern)
        path = "/" + pattern.replace("<match:match_id>", random.choice(world.names["match_id"]))
        asked = Asked(path, frames=mutations.frames(words, random))
        return role, mutations.mutated(asked, words, random) if random.random() < 0.5 else asked
    finder, asked = random.choice(seeds)
    while asked.path.endswith(RARELY) and random.random() < 0.98:
        finder, asked = random.choice(seeds)
    by = finder if random.random() < 0.8 else role
    return by, mutations.mutated(asked, words, random)


def _some(paths: list[str], most: int, random: Random) -> list[str]:
    return random.sample(paths, min(most, len(paths)))


class Site:
    """The site in this process, asked by people of every role."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.handler: Callable[[dict[str, Any]], Any] = ClientHandler(enforce_csrf_checks=False)
        self.application = import_string(settings.ASGI_APPLICATION)
        self.raised: BaseException | None = None

    def learnt(self, role: str, pages: int, random: Random) -> list[Asked]:
        """What this role finds on some pages of every address."""
        known = [
            path
            for address, names in places.addresses()
            for path in _some(places.filled(address, names, self.world.names), pages, random)
            if not path.endswith(RARELY)
        ]

        def page(path: str) -> str:
            with thrown_away():
                answer = self.handler(self._environ(role, Asked(path)))
                is_page = answer.headers.get("Content-Type", "").startswith("text/html")
                return answer.content.decode() if is_page else ""

        return places.learnt(page, known)

    def answer(self, role: str, asked: Asked) -> tuple[str, str]:
        """How it was answered, in a word, and what was wrong with that, if anything."""
        cache.clear()
        self.raised = None
        with thrown_away(), self._listening():
            try:
                if asked.frames is not None:
                    return async_to_sync(self._socket)(role, asked), ""
                answer = self.handler(self._environ(role, asked))
                answer.close()
            except Exception as error:
                return "exception", _place(error)
        if answer.status_code < 500:
            return str(answer.status_code), ""
        return str(answer.status_code), _place(self.raised) if self.raised else asked.path

    @contextmanager
    def _listening(self) -> Iterator[None]:
        def listen(**_kwargs: object) -> None:
            self.raised = sys.exception()

        got_request_exception.connect(listen)
        try:
            yield
        finally:
            got_request_exception.disconnect(listen)

    def _environ(self, role: str, asked: Asked) -> dict[str, Any]:
        body = mutations.encoded(asked.form) if asked.body is None else asked.body
        return {
            "REQUEST_METHOD": asked.method,
            "PATH_INFO": unquote(asked.path, "latin-1"),
            "SCRIPT_NAME": "",
            "QUERY_STRING": mutations.encoded(asked.query).decode(),
            "SERVER_NAME": HOST,
            "SERVER_PORT": "80",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": "127.0.0.1",
            "HTTP_HOST": HOST,
            "HTTP_COOKIE": self._cookies(role, asked),
            "CONTENT_TYPE": asked.content_type,
            "CONTENT_LENGTH": str(len(body)),
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": "http",
            "wsgi.input": BytesIO(body),
            "wsgi.errors": BytesIO(),
            "wsgi.multiprocess": True,
            "wsgi.multithread": False,
            "wsgi.run_once": False,
            **asked.headers,
        }

    def _cookies(self, role: str, asked: Asked) -> str:
        session = {"sessionid": self.world.sessions[role]} if role else {}
        cookies = {**session, **asked.cookies}
        text = "; ".join(f"{name}={given}" for name, given in cookies.items())
        return text.encode(errors="replace").decode("latin-1")

    async def _socket(self, role: str, asked: Asked) -> str:
        headers = {"HTTP_HOST": HOST, "HTTP_ORIGIN": f"http://{HOST}", **asked.headers}
        sent = [
            (name.removeprefix("HTTP_").replace("_", "-").lower().encode(), given.encode("latin-1"))
            for name, given in headers.items()
        ]
        sent.append((b"cookie", self._cookies(role, asked).encode("latin-1")))
        scope = {
            "type": "websocket",
            "path": unquote(asked.path),
            "query_string": mutations.encoded(asked.query),
            "headers": sent,
            "subprotocols": [],
        }
        socket: Any = ApplicationCommunicator(self.application, scope)  # type: ignore[no-untyped-call]
        await socket.send_input({"type": "websocket.connect"})
        answering = asyncio.ensure_future(socket.output_queue.get())
        first = {answering, socket.future}
        await asyncio.wait(first, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
        if not answering.done():  # it has stumbled, which `wait` tells
            answering.cancel()
            await socket.wait(timeout=1)
            return "no answer"
        taken = str(answering.result()["type"])
        if taken == "websocket.accept":
            for frame in asked.frames or ():
                kind = "text" if isinstance(frame, str) else "bytes"
                await socket.send_input({"type": "websocket.receive", kind: frame})
        await socket.send_input({"type": "websocket.disconnect", "code": 1000})
        await socket.wait(timeout=PATIENCE)
        return taken


@contextmanager
def thrown_away() -> Iterator[None]:
    """Whatever this writes is gone afterwards, so that every input finds the same world."""
    block: Any = transaction.atomic()
    block._from_testcase = True  # as Django's own tests do: a durable block may stand in this one
    # Sockets close a connection that looks forgotten, which one in a block does.
    kept = mock.patch.object(connections["default"], "close_if_unusable_or_obsolete")
    with kept, block:
        try:
            yield
        finally:
            transaction.set_rollback(True)


def _place(error: BaseException) -> str:
    """What went wrong and where: the last place in our own code, or else the last one."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if "site-packages" not in frame.filename]
    inner = frames[-1]
    outer = (ours or frames)[-1]
    return (
        f"{type(error).__name__}: {str(error)[:150]!r} at {outer.filename}:{outer.lineno}"
        f" in {inner.filename.rpartition('site-packages/')[2]}:{inner.lineno}"
    )
