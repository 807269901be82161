"""A log that somebody or something has damaged: the move is named, and the rest still stands."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import OperationalError
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Match, Move, Seat
from games.notices import looking, mattering
from games.rendering import steps
from games.urls import urlpatterns
from tests.web.factories import Scene, UserFactory, dealt
from tests.web.playing import forget_everything
from tests.web.telling import Post, hear, reachable, states

Browser = Callable[[User | None], Client]

BROKEN = 3
PAGES = ["replay", "story", "picture.svg", "picture.png", "log", ""]
AUDIENCES = ["public", "0", "1", "all"]


def missing(scene: Scene) -> None:
    Move.objects.filter(match_id=scene.id, number=BROKEN).delete()


def unreadable(scene: Scene) -> None:
    Move.objects.filter(match_id=scene.id, number=BROKEN).update(events=[{"type": "no.such"}])


def shapeless(scene: Scene) -> None:
    Move.objects.filter(match_id=scene.id, number=BROKEN).update(events=[7, None])


def impossible(scene: Scene) -> None:
    """Readable, but nothing that could have followed: there is no such seat."""
    shown = [{"type": "toy.shown", "seat": 9, "to": 0, "number": 1}]
    Move.objects.filter(match_id=scene.id, number=BROKEN).update(events=shown)


UNREADABLE = [missing, unreadable, shapeless]
DAMAGES = [*UNREADABLE, impossible]


@pytest.fixture
def over(scene: Scene) -> Scene:
    return scene.until_vote().to_the_end()


def damaged(scene: Scene, how: Callable[[Scene], None]) -> Scene:
    how(scene)
    forget_everything()
    return scene


def ask(browser: Client, scene: Scene, page: str, query: str = "", **headers: str) -> Any:
    forget_everything()
    return browser.get(f"/m/{scene.id}/{page}{query}", headers=headers)


def is_named(answer: Any) -> bool:
    text = answer.content.decode()
    return answer.status_code == 410 and f"Move {BROKEN} of this match is damaged" in text


@pytest.mark.parametrize("how", DAMAGES)
@pytest.mark.parametrize("page", PAGES)
def test_every_page_names_the_move_whoever_asks(
    page: str,
    how: Callable[[Scene], None],
    over: Scene,
    mira: User,
    other: User,
    staff: User,
    as_: Browser,
) -> None:
    damaged(over, how)
    for visitor in (mira, other, staff, None):
        # Whoever did not play is shown a replay from its first move, which is whole.
        query = f"?at={over.number}" if page == "replay" else ""
        answer = ask(as_(visitor), over, page, query)
        assert is_named(answer), (answer.status_code, visitor)
        assert "no-store" in answer["Cache-Control"]


@pytest.mark.parametrize("how", UNREADABLE)
@pytest.mark.parametrize("audience", ["", *AUDIENCES])
def test_a_file_that_lacks_a_move_is_not_given_away(
    audience: str, how: Callable[[Scene], None], over: Scene, mira: User, as_: Browser
) -> None:
    damaged(over, how)
    for visitor in (mira, None):
        assert is_named(ask(as_(visitor), over, "file", f"?as={audience}" if audience else ""))


@pytest.mark.parametrize("how", DAMAGES)
@pytest.mark.parametrize("audience", AUDIENCES)
def test_what_came_before_is_shown_to_all_audiences(
    audience: str, how: Callable[[Scene], None], over: Scene, as_: Browser
) -> None:
    whole = [ask(as_(None), over, "replay", f"?at={at}&as={audience}") for at in range(BROKEN)]
    damaged(over, how)
    for at, before in enumerate(whole):
        answer = ask(as_(None), over, "replay", f"?at={at}&as={audience}")
        assert answer.status_code == 200
        assert step_of(answer) == step_of(before)
        assert ask(as_(None), over, "picture.svg", f"?at={at}&as={audience}").status_code == 200
    for at in range(BROKEN, over.number + 1):
        assert is_named(ask(as_(None), over, "replay", f"?at={at}&as={audience}")), at


def step_of(answer: Any) -> str:
    [step] = re.findall(r'<div id="scene".*</section>', answer.content.decode(), re.DOTALL)
    return str(step)


@pytest.mark.parametrize("how", DAMAGES)
def test_htmx_is_sent_to_the_page_that_says_so(
    how: Callable[[Scene], None], over: Scene, as_: Browser
) -> None:
    damaged(over, how)
    path = f"/m/{over.id}/replay?at={BROKEN}&as=public"
    answer = as_(None).get(path, headers={"HX-Request": "true"})
    assert answer["HX-Redirect"] == path


@pytest.mark.parametrize("how", DAMAGES)
def test_the_fairness_page_says_which_move_does_not_hold(
    how: Callable[[Scene], None], over: Scene, as_: Browser
) -> None:
    damaged(over, how)
    answer = ask(as_(None), over, "fairness")
    assert answer.status_code == 200
    assert re.search(rf"\b[Mm]ove {BROKEN}\b", answer.content.decode())


@pytest.mark.parametrize("page", [*PAGES, "file"])
def test_damage_opens_nothing(
    page: str, mira: User, tobias: User, ines: User, other: User, as_: Browser
) -> None:
    """Whom a match is hidden from, it stays hidden from; closed copies stay closed."""
    hidden = dealt(mira, tobias, ines, public=False)
    scene = dealt(mira, tobias, ines)
    for one in (hidden, scene):
        one.act(0, do="ask", seat=2)
        one.act(2, do="show")
        one.until_vote()
        damaged(one, unreadable)
    for visitor in (other, None):
        assert ask(as_(visitor), hidden, page).status_code == 404
        if page not in ("log", ""):
            assert ask(as_(visitor), scene, page, "?as=1").status_code == 403


def test_a_move_at_a_damaged_table_is_answered_with_the_same_page(
    scene: Scene, mira: User, as_: Browser
) -> None:
    scene.act(0, do="ask", seat=2)
    scene.act(2, do="show")
    scene.until_vote()
    last = scene.number
    damaged(scene, missing)
    answer = as_(mira).post(
        f"/m/{scene.id}/move", {"number": last, "action": '{"do":"vote","for":1}'}
    )
    assert is_named(answer)
    assert Match.objects.get(pk=scene.id).number == last


def test_a_change_that_reads_well_is_found_by_its_digest(over: Scene, as_: Browser) -> None:
    """The page shows what the log says; its verdict says that this is not what was."""
    [row] = Move.objects.filter(match_id=over.id, number=BROKEN)
    row.at = row.at.replace(year=2001)
    row.save()
    assert ask(as_(None), over, "replay").status_code == 200
    assert f"ove {BROKEN}" in ask(as_(None), over, "fairness/verdict").content.decode()


def test_a_replay_says_that_it_is_verified(over: Scene, as_: Browser) -> None:
    page = ask(as_(None), over, "replay").content.decode()
    assert f'hx-get="/m/{over.id}/fairness/verdict"' in page
    verdict = ask(as_(None), over, "fairness/verdict").content.decode()
    assert f"all {over.number + 1} moves match" in verdict


def test_there_is_no_verdict_on_a_match_that_goes_on(
    scene: Scene, mira: User, as_: Browser
) -> None:
    assert ask(as_(mira), scene, "fairness/verdict").status_code == 404
    assert "fairness/verdict" not in ask(as_(mira), scene, "replay").content.decode()


def test_an_error_of_ours_is_not_blamed_on_the_log(
    over: Scene, as_: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    empty: dict[str, str] = {}
    monkeypatch.setattr(steps, "rendered", lambda *_args: empty["no such key"])
    with pytest.raises(KeyError):
        ask(as_(None), over, "replay")


# Everything else that is made from a log, or from lists in which the match stands


def addresses(scene: Scene) -> list[str]:
    of_match = [pattern for pattern in urlpatterns if "match_id" in pattern.pattern.converters]
    assert len(of_match) > 20
    found = [
        reverse(p.name or "", args=[scene.id, *([1] if "index" in p.pattern.converters else [])])
        for p in of_match
    ]
    reported = [f"/report/?match={scene.id}&move={number}" for number in (1, BROKEN)]
    logs = [f"/m/{scene.id}/talk?log=on", f"/m/{scene.id}/know?at=1", f"/report/?match={scene.id}"]
    lists = ["/", "/tables/", "/u/mira/", "/matches/", "/notices/", "/days-off/", "/own-data.json"]
    return [*found, *reported, *logs, *lists, f"/admin/games/match/{scene.id}/change/"]


@pytest.mark.parametrize("how", [missing, impossible])
@pytest.mark.parametrize("state", ["running", "over"])
def test_no_address_stumbles_over_a_damaged_match(
    state: str,
    how: Callable[[Scene], None],
    scene: Scene,
    mira: User,
    other: User,
    staff: User,
    as_: Browser,
) -> None:
    scene.until_vote()
    if state == "over":
        scene.to_the_end()
    damaged(scene, how)
    hear(scene.id)
    Post().tell()
    asking = [(mira, {}), (mira, {"HX-Request": "true"}), (other, {}), (staff, {}), (None, {})]
    for visitor, headers in asking:
        browser = as_(visitor)
        for address in addresses(scene):
            if visitor is staff and "/admin/" not in address:
                continue
            forget_everything()
            assert browser.get(address, headers=headers).status_code < 500, address


def test_whoever_plays_a_damaged_match_may_leave_it(scene: Scene, mira: User, as_: Browser) -> None:
    damaged(scene.until_vote(), unreadable)
    assert "Leave the match" in ask(as_(mira), scene, "leave").content.decode()
    answer = as_(mira).post(f"/m/{scene.id}/leave", {"offered": "anyone"})
    assert (answer.status_code, scene.seats()[0].account) == (302, None)


def stuck(scene: Scene) -> None:
    """Nobody can tell since when somebody is asked there: the log is read for it."""
    Seat.objects.filter(match_id=scene.id, awaited_since__isnull=False).update(
        awaited_since=scene.match.created_at
    )
    damaged(scene, unreadable)


def test_a_damaged_match_holds_up_no_notice_of_another(
    scene: Scene, mira: User, caplog: pytest.LogCaptureFixture
) -> None:
    reachable(mira)
    stuck(scene.until_vote())
    whole = dealt(mira, UserFactory.create())
    Seat.objects.update(seen=-1, seen_at=None)
    hear(scene.id)
    hear(whole.id)
    assert Post().tell() == [f"Your turn: {whole.match.name}"]
    assert scene.match.news_at is None  # until something is written again
    [report] = [record.getMessage() for record in caplog.records if record.levelname == "ERROR"]
    assert report == f"What there is to tell of {scene.id} is stuck: damaged"


def test_what_was_noted_before_the_damage_holds_up_nothing_either(scene: Scene, mira: User) -> None:
    reachable(mira)
    scene.until_vote()
    whole = dealt(mira, UserFactory.create())
    Seat.objects.update(seen=-1, seen_at=None)
    post = Post()
    for one in (scene, whole):
        looking.look(one.id, post.now)
    stuck(scene)
    assert post.tell() == [f"Your turn: {whole.match.name}"]
    assert states(mira) == ["dropped", "sent"]  # nobody can do anything at that table


class Held:
    """What cannot be done to a match the first time, because somebody holds a row of it."""

    def __init__(self, do: Callable[..., Any], match_id: str) -> None:
        self.do, self.match_id, self.is_held = do, match_id, True

    def __call__(self, one: Any, *args: Any) -> Any:
        match_id = one if isinstance(one, str) else one.match_id
        if match_id == self.match_id and self.is_held:
            self.is_held = False
            raise OperationalError("canceling statement due to lock timeout")
        return self.do(one, *args)


def test_a_row_that_somebody_holds_loses_no_notice(
    scene: Scene, mira: User, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    reachable(mira)
    hear(scene.until_vote().id)
    Seat.objects.update(seen=-1, seen_at=None)
    monkeypatch.setattr(looking, "look", Held(looking.look, scene.id))
    post = Post()
    assert [*post.tell(), *post.tell()] == [f"Your turn: {scene.match.name}"]
    assert caplog.messages == [f"What there is to tell of {scene.id} is put off: OperationalError"]


def test_nor_a_message_that_is_due(
    scene: Scene, mira: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    reachable(mira)
    scene.until_vote()
    whole = dealt(mira, UserFactory.create())
    Seat.objects.update(seen=-1, seen_at=None)
    post = Post()
    for one in (scene, whole):
        looking.look(one.id, post.now)
    monkeypatch.setattr(mattering, "about", Held(mattering.about, scene.id))
    assert post.tell() == [f"Your turn: {whole.match.name}"]
    assert states(mira) == ["waiting", "sent"]
    post.now += timedelta(hours=1)
    assert post.tell() == [f"Your turn: {scene.match.name}"]
    assert states(mira) == ["sent", "sent"]
