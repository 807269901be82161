"""Replays: who may look through whose eyes, and that every step is shown as it was then."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games import knowledge, play, replay, replay_rendering
from games.engine import covers, fold, titles
from games.engine.log import events_of
from games.models import Match, Move
from tests.web.factories import Scene, dealt, gathered
from tests.web.films import forget_everything, played
from tests.web.test_knowledge import scramble_log, visible

Browser = Callable[[User | None], Client]

WHO = ["player", "other", "staff", "stranger"]
EYES = ["public", "0", "1", "2", "all"]
FEW = {"public"}
OWN = {"public", "0"}
ALL = set(EYES)


@pytest.fixture
def people(mira: User, other: User, staff: User) -> dict[str, User | None]:
    """mira sits on seat 0."""
    return {"player": mira, "other": other, "staff": staff, "stranger": None}


def in_state(scene: Scene, state: str) -> Scene:
    if state == "over":
        scene.until_vote().to_the_end()
    elif state == "frozen":
        play.freeze(scene.id, reason="to look at it")
    elif state == "void":
        play.void(scene.id, reason="nobody came")
    return scene


def replay_of(browser: Client, scene: Scene, query: str = "", **headers: str) -> Any:
    return browser.get(f"/m/{scene.id}/replay{query}", headers=headers)


# Who may look through whose eyes


@pytest.mark.parametrize("public", [True, False])
@pytest.mark.parametrize("state", ["running", "frozen", "void", "over"])
@pytest.mark.parametrize("who", WHO)
def test_eyes_by_role_and_state(
    who: str,
    state: str,
    public: bool,
    people: dict[str, User | None],
    as_: Browser,
    mira: User,
    tobias: User,
    ines: User,
) -> None:
    scene = in_state(dealt(mira, tobias, ines, public=public), state)
    browser = as_(people[who])
    found = {eyes: replay_of(browser, scene, f"?as={eyes}").status_code for eyes in EYES}
    if not public and who != "player":
        assert set(found.values()) == {404}
        return
    may = ALL if state == "over" else OWN if who == "player" else FEW
    assert found == {eyes: 200 if eyes in may else 403 for eyes in EYES}


@pytest.mark.parametrize("state", ["running", "over"])
def test_without_a_choice_a_player_sees_with_their_own_eyes_and_others_the_public(
    state: str, scene: Scene, tobias: User, other: User, as_: Browser
) -> None:
    in_state(scene, state)
    for visitor, eyes in ((tobias, "1"), (other, "public"), (None, "public")):
        chosen = visible(replay_of(as_(visitor), scene).content.decode())
        assert chosen == visible(replay_of(as_(visitor), scene, f"?as={eyes}").content.decode())


@pytest.mark.parametrize("query", ["?at=99", "?at=-1", "?at=1e1", "?at=x", "?as=7", "?as=-1", "?as=x", "?at=9999999999999"])  # fmt: skip
def test_a_move_or_a_seat_that_is_not_there_is_not_found(
    query: str, scene: Scene, as_: Browser
) -> None:
    assert replay_of(as_(None), in_state(scene, "over"), query).status_code == 404


def test_before_the_deal_there_is_nothing_to_replay(tobias: User, mira: User, as_: Browser) -> None:
    table = gathered(tobias, mira, size=3)
    answer = replay_of(as_(mira), table)
    assert answer.status_code == 302
    assert answer["Location"] == f"/m/{table.id}/"


def test_the_links_offer_the_eyes_that_are_open_and_no_others(
    scene: Scene, mira: User, other: User, as_: Browser
) -> None:
    def offered(user: User | None) -> set[str]:
        page = replay_of(as_(user), scene).content.decode()
        return set(re.findall(r'class="sight" href="[^"]*as=(\w+)"', page))

    assert offered(mira) == OWN
    assert offered(other) == set()  # nothing to choose between
    in_state(scene, "over")
    assert offered(mira) == offered(other) == offered(None) == ALL


# Steps


def test_the_ways_lead_to_the_first_previous_next_and_last_move(scene: Scene, as_: Browser) -> None:
    last = in_state(scene, "over").number
    page = replay_of(as_(None), scene, "?at=2&as=1").content.decode()
    ways = dict(re.findall(r'class="way-(\w+)[^"]*" href="[^"]*\?at=(\d+)&amp;as=1"', page))
    assert ways == {"first": "0", "previous": "1", "next": "3", "last": str(last)}
    first = replay_of(as_(None), scene, "?at=0&as=1").content.decode()
    assert set(re.findall(r'class="way-(\w+)[^"]*" href', first)) == {"next", "last"}
    end = replay_of(as_(None), scene, "?as=1").content.decode()
    assert set(re.findall(r'class="way-(\w+)[^"]*" href', end)) == {"first", "previous"}


def test_every_line_of_the_log_leads_to_its_move_and_none_tells_what_came_later(
    scene: Scene, as_: Browser
) -> None:
    in_state(scene, "over")
    page = replay_of(as_(None), scene, "?at=2&as=public").content.decode()
    moves = [int(move) for move in re.findall(r'class="line[^"]*" data-move="(\d+)"', page)]
    assert set(moves) == {0, 1, 2}
    assert re.findall(r'class="jump" href="[^"]*\?at=(\d+)', page) == [str(move) for move in moves]
    assert "Numbers:" not in page


def test_rounds_are_marked_on_the_slider_and_linked(
    mira: User, tobias: User, ines: User, as_: Browser
) -> None:
    scene = dealt(mira, tobias, ines, options={"starter": "first", "rounds": 2})
    scene.until_vote().to_the_end()
    begins = [row.first_move for row in knowledge.rounds_of(scene.match)]
    page = replay_of(as_(None), scene).content.decode()
    links = re.findall(r'class="round-link[^"]*" href="[^"]*\?at=(\d+)', page)
    assert links == [str(move) for move in begins]
    marks = re.findall(r'<path d="M(\d+) 0v12"', page)
    assert marks == [str(1000 * move // scene.number) for move in begins]


def test_nothing_can_be_played_in_a_replay(scene: Scene, mira: User, as_: Browser) -> None:
    page = replay_of(as_(mira), scene).content.decode()
    assert 'form="move"' not in page
    assert "Ask tobias" in as_(mira).get(f"/m/{scene.id}/").content.decode()
    assert "Ask tobias" not in page


def test_htmx_gets_the_step_alone_and_may_keep_it(scene: Scene, mira: User, as_: Browser) -> None:
    answer = replay_of(as_(mira), scene, **{"HX-Request": "true"})
    assert answer.content.decode().strip().startswith('<div id="step"')
    assert answer["Cache-Control"] == "private, max-age=60"
    assert {"HX-Request", "Cookie", "Accept-Language"} <= {*answer["Vary"].split(", ")}
    assert "no-store" in replay_of(as_(mira), scene)["Cache-Control"]


def test_a_step_shows_what_its_eyes_knew_then_and_no_more(
    scene: Scene, mira: User, tobias: User, as_: Browser
) -> None:
    scene.act(0, do="ask", seat=2)
    scene.act(2, do="show")
    number = scene.moves()[0].events[1]["numbers"][2]
    before = replay_of(as_(mira), scene, "?at=1").content.decode()
    after = replay_of(as_(mira), scene, "?at=2").content.decode()
    told = f"ines shows mira the number {number}."
    assert told in after
    assert told not in before
    assert "ines shows mira a number." in replay_of(as_(tobias), scene, "?at=2").content.decode()
    assert "The match begins." in before


def test_everything_marks_what_was_hidden_then(scene: Scene, as_: Browser) -> None:
    scene.act(0, do="ask", seat=2)
    scene.act(2, do="show")
    in_state(scene, "over")
    page = replay_of(as_(None), scene, "?at=2&as=all").content.decode()
    [line] = re.findall(r'<li class="line here was-hidden".*?</li>', page, re.DOTALL)
    assert "shows mira the number" in line
    assert "hidden then" in line
    assert "asks" not in line
    numbers = scene.moves()[0].events[1]["numbers"]
    hidden = dict(re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", page))
    assert [hidden[f"{name}: tokens"] for name in ("mira", "tobias", "ines")] == [
        str(number) for number in numbers
    ]
    assert "hidden then" not in replay_of(as_(None), scene, "?at=2&as=0").content.decode()


def test_what_has_been_shown_to_all_is_no_longer_marked(scene: Scene, as_: Browser) -> None:
    in_state(scene, "over")
    page = replay_of(as_(None), scene, "?as=all").content.decode()
    assert "mira: tokens" not in page
    assert "rest" in page  # the tokens that nobody was dealt stay hidden for ever


# Every title


@pytest.fixture(params=sorted(titles()))
def film_scene(request: Any, db: None) -> Scene:
    return played(request.param, 60)


def visited(scene: Scene) -> knowledge.Visit:
    return knowledge.Visit(scene.match, scene.seats(), 0)


def test_any_step_is_the_fold_of_the_log_up_to_it(film_scene: Scene) -> None:
    film = replay.film(visited(film_scene), 0)
    for at in range(film.last + 1):
        straight = fold(film.title, events_of(film.moves[: at + 1]))
        state = film.state(at)
        assert covers(state, straight)
        assert covers(straight, state)


def test_what_the_public_saw_is_the_same_read_apart_or_with_everything(film_scene: Scene) -> None:
    Match.objects.filter(pk=film_scene.id).update(status="over")
    apart = replay.film(visited(film_scene), "public")
    forget_everything()
    whole = replay.film(visited(film_scene), "all")
    together = replay.public_film(visited(film_scene), whole, at=whole.last)
    assert together.moves == apart.moves
    assert together.rounds == apart.rounds == replay.filmed(apart.title, "all", whole.moves).rounds
    assert events_of(apart.moves) != events_of(whole.moves)


def test_a_film_says_what_the_table_knew(film_scene: Scene) -> None:
    """Two ways to read the log: one for pages that show the present, one for those that look back."""
    for seat in (None, 0):
        copy = knowledge.copy_for(film_scene.match, seat)
        film = replay.film(visited(film_scene), "public" if seat is None else seat)
        told = [(move.number, move.seat, move.by, move.events, move.at) for move in film.moves]
        assert told == [(m.number, m.seat, m.by, m.events, m.at) for m in copy.moves]


def test_a_film_is_read_as_far_as_it_is_looked_at(film_scene: Scene) -> None:
    film = replay.film(visited(film_scene), 0, at=3)
    assert (len(film.moves), film.last) == (min(16, film_scene.number + 1), film_scene.number)
    assert replay.film(visited(film_scene), 0, at=5) is not None
    with CaptureQueriesContext(connection) as captured:
        replay.film(visited(film_scene), 0, at=min(15, film.last))
    assert not [query for query in captured if "games_move" in query["sql"]]
    assert len(replay.film(visited(film_scene), 0).moves) == film_scene.number + 1


def test_a_step_changes_nothing_that_other_steps_begin_from(film_scene: Scene) -> None:
    film = replay.film(visited(film_scene), 0)

    def drawn() -> list[str]:
        steps = (0, 17, film.last)
        return [replay_rendering.drawn(film, at, film.state(at), ["x"] * 10)[1] for at in steps]

    first, again = drawn(), drawn()
    assert first == again


def test_every_step_of_every_title_is_drawn_for_all_eyes(film_scene: Scene, as_: Browser) -> None:
    Match.objects.filter(pk=film_scene.id).update(status="over")
    browser = as_(None)
    seats = film_scene.match.size
    for eyes in ("public", "0", str(seats - 1), "all"):
        for at in sorted({0, 1, 9, 30, film_scene.number} & {*range(film_scene.number + 1)}):
            page = replay_of(browser, film_scene, f"?at={at}&as={eyes}")
            assert page.status_code == 200
            assert 'form="move"' not in page.content.decode()


def looked_at(scene: Scene, user: User | None, as_: Browser) -> list[Any]:
    forget_everything()
    browser = as_(user)
    steps = [0, scene.number // 2, scene.number]
    pages = [visible(replay_of(browser, scene, f"?at={at}").content.decode()) for at in steps]
    step = replay_of(browser, scene, **{"HX-Request": "true"}).content.decode()
    return [*pages, visible(step)]


@pytest.mark.parametrize("moves", [0, 7, 40])
@pytest.mark.parametrize("slug", sorted(titles()))
def test_a_replay_is_the_same_whatever_is_hidden_from_its_eyes(
    slug: str, moves: int, as_: Browser, db: None
) -> None:
    scene = played(slug, moves)
    rows = list(Move.objects.filter(match_id=scene.id))
    for seat in (None, 0, len(scene.players) - 1):
        user = None if seat is None else scene.players[seat]
        before = looked_at(scene, user, as_)
        assert scramble_log(scene.id, seat) > 0
        assert looked_at(scene, user, as_) == before
        Move.objects.bulk_update(rows, ["action", "events", "draws"])


def test_what_a_seat_may_read_does_reach_its_replay(scene: Scene, mira: User, as_: Browser) -> None:
    """The test above can fail: another number in one's own hand makes another page."""
    before, public = looked_at(scene, mira, as_), looked_at(scene, None, as_)
    [deal] = scene.moves()
    deal.events[1]["numbers"][0] = deal.events[1]["numbers"][0] % 4 + 1
    deal.save()
    assert looked_at(scene, mira, as_) != before
    assert looked_at(scene, None, as_) == public


# Cost


def test_a_step_reads_the_log_once_however_many_are_looked_at(
    scene: Scene, mira: User, as_: Browser
) -> None:
    in_state(scene, "over")
    forget_everything()
    browser = as_(mira)
    replay_of(browser, scene, "?at=0")
    for at in range(1, scene.number + 1):
        with CaptureQueriesContext(connection) as captured:
            replay_of(browser, scene, f"?at={at}", **{"HX-Request": "true"})
        assert not [query for query in captured.captured_queries if "games_move" in query["sql"]]


def test_a_running_match_is_filmed_on(scene: Scene, mira: User, as_: Browser) -> None:
    assert "Move 0 of 0" in replay_of(as_(mira), scene).content.decode()
    scene.act(0, do="pass")
    assert "Move 1 of 1" in replay_of(as_(mira), scene).content.decode()
