"""What a visitor is given: one copy's page, the same whatever the others hold, made once."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games import rendering
from games.engine import Move as LoggedMove
from games.engine import titles
from games.matchlog import access
from games.matchlog.copies import Copy
from games.models import Match, Move, Seat
from games.play import seating
from games.rendering.table import Fragment
from tests.contract.scrambling import Scrambler
from tests.web.factories import Scene, UserFactory, dealt
from tests.web.playing import forget_everything, played

Browser = Callable[[User | None], Client]


# Non-interference


def scramble_log(match_id: str, seat: int | None) -> int:
    """Change every field and action in the stored log that this seat may not read."""
    changes = 0
    for row in Move.objects.filter(match_id=match_id):
        keys = ("number", "seat", "by", "action", "events", "draws")
        move = LoggedMove.from_json({key: getattr(row, key) for key in keys})
        other = Scrambler(seat, row.number).move(move).to_json()
        changes += (row.action, row.events) != (other["action"], other["events"])
        row.action, row.events, row.draws = other["action"], other["events"], other["draws"]
        row.save()
    return changes


def views(scene: Scene, user: User | None, seat: int | None, as_: Browser) -> dict[str, Any]:
    forget_everything()
    browser = as_(user)
    browser.get(f"/m/{scene.id}/")  # moves the divider to its last place
    seats = scene.seats()
    return {
        "page": visible(browser.get(f"/m/{scene.id}/").content.decode()),
        "log": visible(browser.get(f"/m/{scene.id}/log").content.decode()),
        "time": visible(browser.get(f"/m/{scene.id}/time").content.decode()),
        "lobby": visible(browser.get("/tables/").content.decode()),
        "fragment": rendering.fragment(access.Visit(scene.match, seats, seat)),
        "actions": scene.copy(seat).actions(),
    }


def visible(page: str) -> list[str]:
    """All of the page but what is new in every answer: tokens and keys of its forms, and for how long
    somebody has been waited for, in which a minute may go by from one answer to the next.
    """
    new = ("csrfmiddlewaretoken", 'name="key"')
    lines = (part for part in page.split("\n") if not any(one in part for one in new))
    return [re.sub(r"\d+\xa0minutes?", "some minutes", line) for line in lines]


@pytest.mark.parametrize("moves", [0, 7, 40])
@pytest.mark.parametrize("slug", sorted(titles()))
def test_a_seats_page_is_the_same_whatever_is_hidden_from_it(
    slug: str, moves: int, as_: Browser, db: None
) -> None:
    scene = played(slug, moves)
    rows = list(Move.objects.filter(match_id=scene.id))
    for seat in (None, 0, len(scene.players) - 1):
        user = None if seat is None else scene.players[seat]
        before = views(scene, user, seat, as_)
        assert scramble_log(scene.id, seat) > 0
        assert views(scene, user, seat, as_) == before
        Move.objects.bulk_update(rows, ["action", "events", "draws"])


def test_what_a_seat_may_read_does_reach_its_page(scene: Scene, as_: Browser) -> None:
    """The test above can fail: another number in one's own hand makes another page."""
    before, public = views(scene, scene.players[0], 0, as_), views(scene, None, None, as_)
    [deal] = scene.moves()
    numbers = deal.events[1]["numbers"]
    numbers[0] = numbers[0] % 4 + 1
    deal.save()
    assert views(scene, scene.players[0], 0, as_) != before
    assert views(scene, None, None, as_) == public


# Rendered once


@pytest.fixture
def renders(monkeypatch: Any) -> list[Any]:
    made: list[Any] = []
    render = rendering.table._render

    def counted(visited: access.Visit, copy: Copy) -> Fragment:
        made.append(rendering.table.key_of(visited))
        return render(visited, copy)

    monkeypatch.setattr(rendering.table, "_render", counted)
    return made


def test_a_seats_table_is_rendered_once_per_move(
    scene: Scene, as_: Browser, renders: list[Any], other: User
) -> None:
    forget_everything()
    for visitor in (*scene.players, other, None):
        for _ in range(3):
            as_(visitor).get(f"/m/{scene.id}/")
    assert len(renders) == len(set(renders)) == 4  # three seats and the spectators
    scene.act(0, do="pass")
    for visitor in (*scene.players, other, None):
        as_(visitor).get(f"/m/{scene.id}/")
    assert len(renders) == len(set(renders)) == 8


def test_another_language_and_another_name_are_rendered_anew(
    scene: Scene, as_: Browser, renders: list[Any]
) -> None:
    browser = as_(scene.players[0])
    browser.get(f"/m/{scene.id}/")
    browser.get(f"/m/{scene.id}/", headers={"Accept-Language": "de"})
    assert [key.language for key in renders] == ["en", "de"]
    scene.players[1].username = "tobi"
    scene.players[1].save()
    assert "tobi" in browser.get(f"/m/{scene.id}/").content.decode()
    assert len(renders) == 3


# Queries


def table_queries(captured: CaptureQueriesContext) -> list[str]:
    """Statements that read or write tables; BEGIN, SAVEPOINT and their like are not counted."""
    sql = [query["sql"] for query in captured.captured_queries]
    return [
        text for text in sql if text.split(" ", 1)[0] in {"SELECT", "INSERT", "UPDATE", "DELETE"}
    ]


@pytest.mark.parametrize("pace", ["", "daily"])
@pytest.mark.parametrize("state", ["warm", "cold"])
@pytest.mark.django_db(transaction=True)
def test_page_and_move_take_few_queries_however_long_the_match(
    as_: Browser, state: str, pace: str
) -> None:
    people = [UserFactory.create() for _ in range(3)]
    scene = dealt(*people, options={"starter": "first", "rounds": 2}, pace=pace)
    counts = []
    for _ in range(5):  # through the first round, and some way into the second
        seat = scene.awaited()[0]
        browser = as_(people[seat])
        if state == "cold":
            forget_everything()
        with CaptureQueriesContext(connection) as page:
            browser.get(f"/m/{scene.id}/")
        action = scene.copy(seat).actions()[-1]
        move = {"number": scene.number, "action": json.dumps(action)}
        if state == "cold":
            forget_everything()
        with CaptureQueriesContext(connection) as answer:
            browser.post(f"/m/{scene.id}/move", move, headers={"HX-Request": "true"})
        assert len(table_queries(page)) <= 8, table_queries(page)
        assert len(table_queries(answer)) <= 8, table_queries(answer)
        counts.append((len(table_queries(page)), len(table_queries(answer))))
    assert len(set(counts[1:4])) == 1, counts  # the last one opens a round


def test_no_way_leads_from_a_match_or_a_seat_to_the_log() -> None:
    accessors = {
        field.get_accessor_name()
        for model in (Match, Seat)
        for field in model._meta.related_objects
        if field.related_model is Move and not field.hidden
    }
    assert accessors == set()


def test_seating_bots_needs_nothing_hidden(mira: User) -> None:
    done = seating.create(mira, title="toy", size=2, bots=1)
    assert [seat.bot for seat in done.seats] == ["", "plain"]
