"""Work that a stranger can make long, in a process of its own with limits.

Whatever holds the interpreter holds everybody: no page is made while native code draws a picture,
or while a file of a megabyte is read. Such work is done at a desk. A desk has a helper, a process
that has loaded the site and waits; for each piece of work the helper forks a child, which is ended
when it has used up its time. One piece at a time, some may wait, and whoever comes then is sent
away. The helper starts with the first piece of work and goes with the process that it helps.

This file is the helper's program too.
"""

from __future__ import annotations

import atexit
import os
import pickle
import resource
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from selectors import EVENT_READ, DefaultSelector
from threading import BoundedSemaphore, Lock
from typing import IO, Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

SECONDS_TO_WAIT = 10
MOST_WAITING = 4
SECONDS_TO_START = 120  # of a helper, on a busy machine


class NotDone(Exception):
    """The work has broken off, or has used up its time."""


class Busy(NotDone):
    """There is too much to do."""


class Desk:
    """Where work of one kind is done.

    It is limited in seconds of CPU, which a busy machine does not use up faster than an idle one;
    the longer limit by the clock is for work that hangs without working.
    """

    def __init__(self, *, seconds_of_cpu: int, seconds: int) -> None:
        self.seconds_of_cpu, self.seconds = seconds_of_cpu, seconds
        self._working, self._waiting = Lock(), BoundedSemaphore(MOST_WAITING)
        self._helper: subprocess.Popen[bytes] | None = None
        self._is_here = False
        atexit.register(self.close)

    def do(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What the work returns, or the error that it raises. Raises NotDone if it does neither.

        Arguments, result and error are pickled; the work is a function that a module has by name.
        """
        if self._is_here:
            return work(*args, **kwargs)
        job = pickle.dumps((self.seconds_of_cpu, self.seconds, work, args, kwargs))
        with self._turn():
            answer = self._ask(job)
        if not answer:
            raise NotDone("it takes too long, or cannot be done at all")
        result, error = pickle.loads(answer)  # noqa: S301 - from our own process
        if error is not None:
            raise error
        return result  # type: ignore[no-any-return]  # the child has called this very function

    @contextmanager
    def done_here(self) -> Iterator[None]:
        """Meanwhile work is done in this process, without limits, for who wants its result alone."""
        self._is_here = True
        try:
            yield
        finally:
            self._is_here = False

    def close(self) -> None:
        """End the helper, if there is one."""
        helper, self._helper = self._helper, None
        if helper is not None:
            helper.kill()
            helper.communicate()

    @contextmanager
    def _turn(self) -> Iterator[None]:
        if not self._waiting.acquire(blocking=False):
            raise Busy("too many wait already")
        try:
            is_mine = self._working.acquire(timeout=SECONDS_TO_WAIT)
        finally:
            self._waiting.release()
        if not is_mine:
            raise Busy("the one before takes too long")
        try:
            yield
        finally:
            self._working.release()

    def _ask(self, job: bytes) -> bytes:
        """The helper's answer, or nothing. One that has died is replaced, once."""
        for _ in range(2):
            helper = self._helper = self._helper or _started()
            assert helper.stdin is not None
            assert helper.stdout is not None
            try:
                _send(helper.stdin, job)
                if _answers(helper.stdout, within=self.seconds + SECONDS_TO_START):
                    return _received(helper.stdout)
            except (OSError, EOFError):
                self.close()
            else:  # neither its child's limits nor its own have ended it
                self.close()
                break
        return b""


def _started() -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "games.bounded"],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        bufsize=0,
    )


def _answers(pipe: IO[bytes], *, within: float) -> bool:
    """Not by `select`, which knows no file beyond the thousandth: each open socket is one."""
    with DefaultSelector() as selector:
        selector.register(pipe, EVENT_READ)
        return bool(selector.select(within))


def _send(pipe: IO[bytes], message: bytes) -> None:
    view = memoryview(len(message).to_bytes(8, "big") + message)
    while view:
        view = view[pipe.write(view) :]


def _received(pipe: IO[bytes]) -> bytes:
    """The next message. Raises EOFError if the other side is gone."""
    return _exactly(pipe, int.from_bytes(_exactly(pipe, 8), "big"))


def _exactly(pipe: IO[bytes], size: int) -> bytes:
    pieces = []
    while size and (piece := pipe.read(size)):
        pieces.append(piece)
        size -= len(piece)
    if size:
        raise EOFError
    return b"".join(pieces)


# The helper


def main() -> None:
    import django

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is meant for whom it helps
    os.nice(10)
    django.setup()
    with os.fdopen(os.dup(0), "rb", 0) as asked, os.fdopen(os.dup(1), "wb", 0) as answers:
        os.dup2(2, 1)  # whatever is printed must not get among the answers
        with suppress(EOFError, BrokenPipeError):  # nobody is there to be helped any more
            while True:
                _send(answers, _in_child(_received(asked)))


def _in_child(job: bytes) -> bytes:
    """What a child makes of it; nothing, if it does not live to tell."""
    readable, writable = os.pipe()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            os.close(readable)
            with os.fdopen(writable, "wb") as answer:
                answer.write(_outcome(job))
            status = 0
        finally:
            os._exit(status)
    os.close(writable)
    with os.fdopen(readable, "rb") as answer:
        outcome = answer.read()
    return outcome if os.waitpid(child, 0)[1] == 0 else b""


def _outcome(job: bytes) -> bytes:
    seconds_of_cpu, seconds, work, args, kwargs = pickle.loads(job)  # noqa: S301 - from our own
    resource.setrlimit(resource.RLIMIT_CPU, (seconds_of_cpu, seconds_of_cpu))
    signal.alarm(seconds)
    outcome: tuple[Any, Exception | None]
    try:
        outcome = work(*args, **kwargs), None
    except Exception as error:
        outcome = None, error
    return pickle.dumps(outcome)


if __name__ == "__main__":
    main()
