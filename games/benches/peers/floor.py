"""The floor: what a move costs on our server, layer and sockets when nothing else is done.

A socket sends the number of a move; one row is inserted; all sockets of that match are sent a
hundred bytes. There are no rules, no accounts, no permissions and no HTML.
"""

from __future__ import annotations

from functools import partial

from django.conf import settings
from django.db import connection

from games.live import layer
from games.live.consumers import AccountConsumer, MatchMoved

BYTES = 100


def make_table() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE TABLE bench_floor"
            " (match_id varchar(40), number integer, PRIMARY KEY (match_id, number))"
        )


def drop_table() -> None:
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE bench_floor")


def insert(match_id: str, number: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO bench_floor VALUES (%s, %s)", [match_id, number])


class FloorConsumer(AccountConsumer):
    """One of our sockets that does the least: its path names the match."""

    async def connect(self) -> None:
        layer.serve_from_here()
        self.language = settings.LANGUAGE_CODE
        self.match_id = self.scope["path"].strip("/")
        await self.listen(layer.match_group(self.match_id))
        await self.accept()
        await self._show(0)

    async def disconnect(self, code: int) -> None:
        """Nobody looks after this one."""

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        assert bytes_data is None
        assert self.match_id is not None
        number = int(text_data or "")
        await self.ask(partial(insert, self.match_id, number))
        layer.announce(self.match_id, number=number, digest="", edition=0)

    async def match_moved(self, message: MatchMoved) -> None:
        await self._show(message["number"] or 0)

    async def _show(self, number: int) -> None:
        await self.send(text_data=str(number).ljust(BYTES))


application = FloorConsumer.as_asgi()
