"""How much a page asks of the database and of the line."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from http.client import HTTPConnection
from posixpath import dirname, join, normpath
from statistics import median
from time import perf_counter
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games import knowledge
from games.benches import Figure
from games.benches.live import SEATS, Table, site
from games.engine import titles
from games.engine.canonical import canonical_json

REPEATS = 30
FONT = ".woff2"


def run(*, seconds: float) -> Iterator[Figure]:
    del seconds  # requests are counted here, not seconds
    with site() as port:
        for slug, title in titles().items():
            if SEATS in title.seats:
                table = Table.begun(slug)
                yield from queries(slug, table)
                yield from weight(slug, table, port)


def queries(slug: str, table: Table) -> Iterator[Figure]:
    """Statements of a page and of a move, through the whole stack in this process."""
    browsers = [browser(cookie) for cookie in table.cookies]
    page = counted(lambda: browsers[0].get(f"/m/{table.match_id}/"))
    yield Figure(f"{slug} page: queries", page, "")
    yield Figure(f"{slug} move: queries", max(moved(table, browsers) for _ in range(5)), "")
    took = []
    for _ in range(REPEATS):
        began = perf_counter()
        browsers[0].get(f"/m/{table.match_id}/")
        took.append(perf_counter() - began)
    yield Figure(f"{slug} page: made in, p50", median(took) * 1e3, "ms")


def browser(cookie: str) -> Client:
    client = Client(headers={"host": "localhost"})
    client.cookies.load(cookie)
    return client


def moved(table: Table, browsers: list[Client]) -> int:
    """One move by whoever is awaited; how many statements that took."""
    visit = knowledge.visit(table.match_id, AnonymousUser())
    index = next((seat.index for seat in visit.seats if seat.awaited_since), None)
    if index is None:
        return 0
    action = knowledge.copy_for(visit.match, index).actions()[0]
    data = {"number": visit.match.number, "action": canonical_json(action)}
    path = f"/m/{table.match_id}/move"
    return counted(lambda: browsers[index].post(path, data, headers={"HX-Request": "true"}))


def counted(ask: Any) -> int:
    with CaptureQueriesContext(connection) as captured:
        answer: HttpResponse = ask()
    if answer.status_code != 200:
        raise RuntimeError(f"answered with {answer.status_code}")
    verbs = ("SELECT", "INSERT", "UPDATE", "DELETE")
    return sum(query["sql"].startswith(verbs) for query in captured.captured_queries)


# Bytes


def weight(slug: str, table: Table, port: int) -> Iterator[Figure]:
    """The first load of a table with everything it refers to, packed as a browser would get it."""
    page = fetched(port, f"/m/{table.match_id}/", table.cookies[0])
    seen: dict[str, int] = {}
    for address in referred(page, "/"):
        follow(port, address, seen)
    fonts = sum(size for address, size in seen.items() if address.endswith(FONT))
    total = len(gzip.compress(page.encode())) + sum(seen.values())
    yield Figure(f"{slug} first load without fonts", (total - fonts) / 1000, "kB")
    yield Figure(f"{slug} fonts", fonts / 1000, "kB")
    foreign = re.findall(r'(?:src|href)="(?:https?:)?//', page)
    yield Figure(f"{slug} requests to other origins", len(foreign), "")


def follow(port: int, address: str, seen: dict[str, int]) -> None:
    if address in seen:
        return
    content = raw(port, address)
    packed = content if address.endswith(FONT) else gzip.compress(content)
    seen[address] = len(packed)
    if address.endswith(".css"):
        for further in referred(content.decode(), address):
            follow(port, further, seen)


def referred(text: str, base: str) -> list[str]:
    """Static files named in a page or a sheet, without what follows a #."""
    found = re.findall(r'(?:src|href)="([^"#]+)|url\(["\']?([^"\')#]+)', text)
    names = [attribute or url for attribute, url in found]
    paths = [normpath(join(dirname(base), name)) for name in names]
    return sorted({path for path in paths if path.startswith("/static/")})


def fetched(port: int, path: str, cookie: str) -> str:
    return raw(port, path, cookie).decode()


def raw(port: int, path: str, cookie: str = "") -> bytes:
    ask = HTTPConnection("127.0.0.1", port, timeout=30)
    ask.request("GET", path, headers={"Cookie": cookie})
    content = ask.getresponse().read()
    ask.close()
    return content
