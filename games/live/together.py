"""What several sockets ask at the same time is worked out at once, in one of the kept threads.

A move is announced to all sockets of a match together: they ask for the same few views, and how many
tables wait for whom. One by one that is a hop into a thread and back for each of them, and a query.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Generic, TypeVar
from weakref import WeakKeyDictionary

from channels.db import database_sync_to_async

from games.live.threads import threads

Q = TypeVar("Q", bound=Hashable)
A = TypeVar("A")


class Together(Generic[Q, A]):
    """Answers by question. One that is an error is raised where it was asked for."""

    def __init__(self, answer: Callable[[Sequence[Q]], Mapping[Q, A | Exception]]) -> None:
        self._answer = answer
        self._begun: WeakKeyDictionary[asyncio.AbstractEventLoop, _Round[Q, A]] = (
            WeakKeyDictionary()
        )

    async def ask(self, question: Q) -> A:
        loop = asyncio.get_running_loop()
        round_ = self._begun.get(loop)
        if round_ is None:
            round_ = self._begun[loop] = _Round()
            round_.answers = asyncio.create_task(self._work(round_.questions))
        round_.questions[question] = None
        # Whoever leaves meanwhile takes the answers away from nobody else.
        answer = (await asyncio.shield(round_.answers))[question]
        if isinstance(answer, Exception):
            raise answer
        return answer

    async def _work(self, questions: Mapping[Q, None]) -> Mapping[Q, A | Exception]:
        await asyncio.sleep(0)  # so that whoever was told by the same message can ask, too
        del self._begun[asyncio.get_running_loop()]
        async with threads.one():
            return await database_sync_to_async(self._answer)(list(questions))


class _Round(Generic[Q, A]):
    """Questions that are being gathered, each once, and what will answer them."""

    def __init__(self) -> None:
        self.questions: dict[Q, None] = {}
        self.answers: asyncio.Task[Mapping[Q, A | Exception]]
