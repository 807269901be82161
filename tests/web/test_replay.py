"""Replays: who may read which copy, and that every step is shown as it was then."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games import play
from games.engine import titles
from games.matchlog import reader
from games.models import Match, Move
from games.rendering import steps
from games.rendering.steps import Place, Replay
from tests.web.factories import Scene, dealt, gathered
from tests.web.playing import forget_everything, played
from tests.web.test_access import scramble_log, visible

Browser = Callable[[User | None], Client]

WHO = ["player", "other", "staff", "stranger"]
AUDIENCES = ["public", "0", "1", "2", "all"]
FEW = {"public"}
OWN = {"public", "0"}
ALL = set(AUDIENCES)


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


# Who may read which copy


@pytest.mark.parametrize("public", [True, False])
@pytest.mark.parametrize("state", ["running", "frozen", "void", "over"])
@pytest.mark.parametrize("who", WHO)
def test_open_audiences_by_role_and_state(
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
    found = {
        audience: replay_of(browser, scene, f"?as={audience}").status_code for audience in AUDIENCES
    }
    if not public and who != "player":
        assert set(found.values()) == {404}
        return
    may = ALL if state == "over" else OWN if who == "player" else FEW
    assert found == {audience: 200 if audience in may else 403 for audience in AUDIENCES}


@pytest.mark.parametrize("state", ["running", "over"])
def test_without_a_choice_a_player_reads_their_own_copy_and_others_the_publics(
    state: str, scene: Scene, tobias: User, other: User, as_: Browser
) -> None:
    in_state(scene, state)
    for visitor, audience in ((tobias, "1"), (other, "public"), (None, "public")):
        chosen = visible(replay_of(as_(visitor), scene).content.decode())
        assert chosen == visible(replay_of(as_(visitor), scene, f"?as={audience}").content.decode())


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


def test_the_links_offer_the_audiences_that_are_open_and_no_others(
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
    end = replay_of(as_(None), scene, f"?at={last}&as=1").content.decode()
    assert set(re.findall(r'class="way-(\w+)[^"]*" href', end)) == {"first", "previous"}


def test_whoever_did_not_play_begins_at_the_beginning(
    scene: Scene, mira: User, as_: Browser
) -> None:
    last = in_state(scene, "over").number
    assert 'data-at="0"' in replay_of(as_(None), scene, "").content.decode()
    assert f'data-at="{last}"' in replay_of(as_(mira), scene, "").content.decode()


def test_the_slider_counts_steps_and_leads_to_the_address_of_one(
    scene: Scene, as_: Browser
) -> None:
    in_state(scene, "over")
    there = f"/m/{scene.id}/replay?at=2&as=1"
    assert replay_of(as_(None), scene, "?step=2&as=1")["Location"] == there
    by_script = as_(None).get(f"/m/{scene.id}/replay?step=2&as=1", headers={"HX-Request": "true"})
    assert by_script["HX-Replace-Url"] == there
    assert as_(None).get(f"/m/{scene.id}/replay?step=999&as=1").status_code == 404
    assert as_(None).get(f"/m/{scene.id}/replay?at=2-deal&as=1").status_code == 404


def test_every_line_of_the_log_leads_to_its_move_and_none_tells_what_came_later(
    scene: Scene, as_: Browser
) -> None:
    in_state(scene, "over")
    page = replay_of(as_(None), scene, "?at=2&as=public").content.decode()
    moves = [int(move) for move in re.findall(r'class="line[^"]*" data-move="(\d+)"', page)]
    assert set(moves) == {0, 1, 2}
    assert re.findall(r'class="jump" href="[^"]*\?at=(\d+)', page) == [str(move) for move in moves]
    assert "Numbers:" not in page


@pytest.mark.parametrize("title", sorted(set(titles()) - {"toy"}))
def test_the_log_of_a_replay_leads_to_places_on_the_board(
    db: None, as_: Browser, title: str
) -> None:
    scene = played(title, 12)  # within the first round, whose board is shown
    page = replay_of(as_(None), scene, "?at=12&as=public").content.decode()
    places = set(re.findall(r'class="place" href="#([^"]+)"', page))
    assert places
    assert places <= set(re.findall(r'id="([^"]+)"', page))


@pytest.mark.parametrize("first", ["player", "stranger"])
def test_a_kept_step_never_offers_another_visitors_audiences(
    scene: Scene, mira: User, as_: Browser, first: str
) -> None:
    browsers = {"player": as_(mira), "stranger": as_(None)}
    replay_of(browsers.pop(first), scene, "?at=0&as=public")
    [(second, browser)] = browsers.items()
    page = replay_of(browser, scene, "?at=0&as=public").content.decode()
    offered = set(re.findall(r'class="sight" href="[^"]*&amp;as=(\w+)"', page))
    assert offered == ({"public", "0"} if second == "player" else set())


def test_rounds_are_marked_on_the_slider_and_linked(
    mira: User, tobias: User, ines: User, as_: Browser
) -> None:
    scene = dealt(mira, tobias, ines, options={"starter": "first", "rounds": 2})
    scene.until_vote().to_the_end()
    begins = [first for _number, first in reader.rounds_of(scene.id)]
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


def test_a_step_shows_what_its_audience_knew_then_and_no_more(
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
    [line] = re.findall(r'<li id="\w+" class="line here was-hidden".*?</li>', page, re.DOTALL)
    assert "shows mira the number" in line
    assert "was secret" in line
    assert "asks" not in line
    numbers = scene.moves()[0].events[1]["numbers"]
    hidden = dict(re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", page))
    assert [hidden[name] for name in ("mira", "tobias", "ines")] == [
        str(number) for number in numbers
    ]
    assert "was secret" not in replay_of(as_(None), scene, "?at=2&as=0").content.decode()


def test_what_has_been_shown_to_all_is_no_longer_marked(scene: Scene, as_: Browser) -> None:
    last = in_state(scene, "over").number
    page = replay_of(as_(None), scene, f"?at={last}&as=all").content.decode()
    assert "<dt>mira</dt>" not in page
    assert "<dt>Not dealt</dt>" in page  # these tokens stay hidden for ever


# Every title


@pytest.fixture(params=sorted(titles()))
def long_scene(request: Any, db: None) -> Scene:
    return played(request.param, 60)


def test_a_step_changes_nothing_that_other_steps_begin_from(long_scene: Scene) -> None:
    copy = long_scene.copy(0).with_checkpoints()

    def drawn() -> list[str]:
        shown = (0, min(17, copy.last), copy.last)
        return [steps.rendered(Replay(copy, ["x"] * 10, []), Place(at)) for at in shown]

    first, again = drawn(), drawn()
    assert first == again


def test_every_step_of_every_title_is_drawn_for_all_audiences(
    long_scene: Scene, as_: Browser
) -> None:
    Match.objects.filter(pk=long_scene.id).update(status="over")
    browser = as_(None)
    seats = long_scene.match.size
    for audience in ("public", "0", str(seats - 1), "all"):
        for at in sorted({0, 1, 9, 30, long_scene.number} & {*range(long_scene.number + 1)}):
            page = replay_of(browser, long_scene, f"?at={at}&as={audience}")
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
def test_a_replay_is_the_same_whatever_is_hidden_from_its_audience(
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


def test_a_replay_of_a_running_match_goes_on_with_it(
    scene: Scene, mira: User, as_: Browser
) -> None:
    assert "Move 0 of 0" in replay_of(as_(mira), scene).content.decode()
    scene.act(0, do="pass")
    assert "Move 1 of 1" in replay_of(as_(mira), scene).content.decode()
