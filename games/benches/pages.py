"""How much a page asks of the database, of the line and, looking back, of the processor."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from http.client import HTTPConnection
from posixpath import dirname, join, normpath
from statistics import median
from time import perf_counter, process_time
from typing import Any

import brotli
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games import play
from games.benches import Figure
from games.benches.live import SEATS, Table, account, cookie, site
from games.engine import titles
from games.engine.canonical import canonical_json
from games.matchlog import access, copies, memory
from games.matchlog.audience import Audience
from games.play import bots, seating
from games.rendering import steps as replay_steps

REPEATS = 30
BY_HTMX = {"hx-request": "true"}
FONT = ".woff2"
LATER = re.compile(r'<template class="later">.*?</template>', re.DOTALL)
UNPACK: dict[str, Callable[[bytes], bytes]] = {"gzip": gzip.decompress, "br": brotli.decompress}
ENCODINGS = ", ".join(UNPACK)  # as browsers ask over TLS


def run(*, seconds: float) -> Iterator[Figure]:
    del seconds  # requests are counted here, not seconds
    with site() as port:
        yield from weight("front page", port, "/")
        for slug, title in titles().items():
            if SEATS in title.seats:
                table = Table.begun(slug)
                yield from queries(slug, table)
                yield from weight(f"{slug} page", port, f"/m/{table.match_id}/", table.cookies[0])
                yield from steps(slug)
        yield from weight("lobby", port, "/tables/", cookie(account()))


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
    visit = access.visit(table.match_id, AnonymousUser())
    index = next((seat.index for seat in visit.seats if seat.awaited_since), None)
    if index is None:
        return 0
    action = copies.of(visit.match, Audience(index)).actions()[0]
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


# Steps of a replay


def steps(slug: str) -> Iterator[Figure]:
    """A step of a whole match with nothing of it in memory, against the same step from a kept fold.

    Both pages are made anew through the whole stack, in turns, and what is taken is the processor's
    time, so that what else the machine does hits both alike. The goal is 1.5, whatever the step.
    """
    match = finished(slug)
    last = match.number or 0
    stranger = Client(headers={"host": "localhost"})
    for audience, whose in (("0", "a seat’s copy"), ("all", "everything")):
        for name, at in (("first", 0), ("middle", last // 2), ("last", last)):
            ask = partial(stranger.get, f"/m/{match.pk}/replay?at={at}&as={audience}")
            kept, cold = in_turns(ask)
            yield Figure(
                f"{slug} replay, {whose}, {name} step: cold vs kept fold", cold / kept, "x"
            )
    slid = [taken(partial(stranger.get, f"/m/{match.pk}/replay?at={at}&as=0", headers=BY_HTMX))
            for at in range(0, last, 7)]  # fmt: skip
    yield Figure(f"{slug} replay: a slider’s step from a kept fold, p50", median(slid) * 1e3, "ms")


def finished(slug: str) -> Any:
    """A match of five who know what they do, to its end."""
    people = [account() for _ in range(SEATS)]
    match_id = seating.create(people[0], title=slug, size=SEATS).match.pk
    for guest in people[1:]:
        seating.join(match_id, guest)
    for person in people:
        done = seating.ready(match_id, person)
    while done.match.status == "running":
        seat = next(seat for seat in done.seats if seat.awaited_since)
        action = bots.choose(copies.of(done.match, Audience(seat.index)), "plain")
        number = done.match.number or 0
        done = play.submit(match_id, people[seat.index], number=number, action=action)
    return done.match


def in_turns(ask: Callable[[], Any]) -> tuple[float, float]:
    kept, cold = [], []
    for _ in range(REPEATS):
        memory.forget_everything()
        cold.append(taken(ask))
        replay_steps.forget_steps()  # but not the folds they are made from
        kept.append(taken(ask))
    return median(kept), median(cold)


def taken(ask: Callable[[], Any]) -> float:
    began = process_time()
    answer: HttpResponse = ask()
    took = process_time() - began
    if answer.status_code != 200:
        raise RuntimeError(f"answered with {answer.status_code}")
    return took


# Bytes


@dataclass(frozen=True, slots=True)
class Answer:
    """What a browser that asks for packed answers is sent, and what it makes of it."""

    sent: int  # bytes on the wire, head and body
    content: bytes


def weight(name: str, port: int, path: str, cookie: str = "") -> Iterator[Figure]:
    """The first load of a page with everything it refers to, as it was sent.

    What its templates of the class `later` hold is loaded when the page is there: counted apart.
    """
    page = fetched(port, path, cookie)
    text = page.content.decode()
    first, later = LATER.sub("", text), "".join(LATER.findall(text))
    seen: dict[str, int] = {}
    for address in referred(first, "/"):
        follow(port, address, seen)
    fonts = sum(size for address, size in seen.items() if address.endswith(FONT))
    total = page.sent + sum(seen.values()) - fonts
    for address in referred(later, "/"):
        follow(port, address, seen)
    whole = page.sent + sum(seen.values()) - fonts
    yield Figure(f"{name}: the page alone, as sent", page.sent / 1000, "kB")
    yield Figure(f"{name}: first load as sent, fonts aside", total / 1000, "kB")
    yield Figure(f"{name}: the same with what is loaded after it", whole / 1000, "kB")
    yield Figure(f"{name}: fonts", fonts / 1000, "kB")
    foreign = re.findall(r'(?:src|href)="(?:https?:)?//', text)
    yield Figure(f"{name}: requests to other origins", len(foreign), "")


def follow(port: int, address: str, seen: dict[str, int]) -> None:
    if address in seen:
        return
    answer = fetched(port, address)
    seen[address] = answer.sent
    if address.endswith(".css"):
        for further in referred(answer.content.decode(), address):
            follow(port, further, seen)


def referred(text: str, base: str) -> list[str]:
    """Static files named in a page or a sheet, without what follows a #."""
    found = re.findall(r'(?:src|href)="([^"#]+)|url\(["\']?([^"\')#]+)', text)
    names = [attribute or url for attribute, url in found]
    paths = [normpath(join(dirname(base), name)) for name in names]
    return sorted({path for path in paths if path.startswith("/static/")})


def fetched(port: int, path: str, cookie: str = "") -> Answer:
    ask = HTTPConnection("127.0.0.1", port, timeout=30)
    ask.request("GET", path, headers={"Cookie": cookie, "Accept-Encoding": ENCODINGS})
    answer = ask.getresponse()
    body = answer.read()
    ask.close()
    if answer.status != 200:
        raise RuntimeError(f"{path} was answered with {answer.status}")
    unpack = UNPACK.get(answer.headers.get("Content-Encoding", ""), bytes)
    content = unpack(body)
    return Answer(len(answer.headers.as_bytes()) + len(body), content)
