"""The page of an account: what everyone may know of it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games import play
from games.models import Round, Seat
from games.pages import lists, records
from games.play import holding, substitutes
from tests.web.factories import Scene, dealt

Browser = Callable[[User | None], Client]


def test_a_profile_counts_what_was_played_finished_and_won(scene: Scene, as_: Browser) -> None:
    scene.to_the_end()
    dealt(*scene.players)
    winner = next(seat for seat in scene.seats() if seat.won)
    shown = records.profile(winner.name.upper())
    assert shown is not None
    [record] = shown.records
    assert (record.played, record.finished, record.won) == (2, 1, 1)
    assert shown.minutes_to_answer is not None


def test_how_long_somebody_took_is_counted_from_the_question(scene: Scene) -> None:
    since = timezone.now() - timedelta(minutes=90)
    Seat.objects.filter(match_id=scene.id, index=0).update(awaited_since=since)
    scene.act(0, do="pass")
    shown = records.profile("mira")
    assert shown is not None
    assert shown.minutes_to_answer == pytest.approx(90, abs=1)


@pytest.mark.parametrize(
    ("minutes", "told"),
    [
        (0.0, "within a minute"),
        (0.9, "within a minute"),
        (1.2, "within 1 minute"),
        (59.4, "within 59 minutes"),
        (59.6, "within 1 hour"),
        (90.1, "within 2 hours"),
        (47 * 60, "within 47 hours"),
        (48 * 60, "within 2 days"),
        (10 * 24 * 60, "within 10 days"),
    ],
)
def test_how_soon_somebody_answers_is_told_in_round_numbers(minutes: float, told: str) -> None:
    assert records.answers_within(minutes) == f"usually replies {told}"


def test_a_quick_player_answers_within_a_minute_not_in_none(scene: Scene, as_: Browser) -> None:
    assert "usually replies" not in as_(None).get("/u/mira/").content.decode()
    Seat.objects.filter(match_id=scene.id, index=0).update(answers=4, answer_ms=20_000)
    assert "· usually replies within a minute<" in as_(None).get("/u/mira/").content.decode()


def test_a_profile_leads_to_every_match_a_page_at_a_time(
    mira: User, tobias: User, as_: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lists, "PAGE_LENGTH", 2)
    matches = [dealt(mira, tobias).id for _ in range(5)]
    found, address, pages = [], "/u/mira/", 0
    while address:
        page = as_(None).get(address).content.decode()
        found += re.findall(r'<b><a href="/m/([a-z2-7]{10})/', page)
        further = re.findall(r'rel="next" href="([^"]*)"', page)
        address, pages = (f"/u/mira/{further[0]}" if further else ""), pages + 1
    assert (found, pages) == (matches[::-1], 3)


# Roles, and with whom


def test_a_profile_tells_in_which_roles_rounds_were_won_once_they_are_turned_up(
    scene: Scene, as_: Browser
) -> None:
    assert roles_of("mira") == []
    scene.to_the_end()
    rounds = list(Round.objects.filter(match=scene.id))
    expected: Counter[tuple[str, bool]] = Counter()
    for one in rounds:
        assert one.shown is not None
        assert one.result is not None
        role = "Even" if one.shown["numbers"][0] % 2 == 0 else "Odd"
        expected[role, one.result["points"][0] > 0] += 1
    found = {(one.role, one.rounds, one.won) for one in roles_of("mira")}
    assert found == {
        (role, expected[role, True] + expected[role, False], expected[role, True])
        for role in {role for role, _won in expected}
    }
    assert sum(rounds for _role, rounds, _won in found) == len(rounds)
    page = as_(None).get("/u/mira/").content.decode()
    for role, count, won in found:
        assert f"<b>{role}</b>" in page
        assert f"won {won} of {count} rounds" in page


def test_a_round_counts_by_role_for_whoever_held_the_seat_since_it_began(
    scene: Scene, other: User
) -> None:
    holding.leave(scene.id, scene.players[0], offered="anyone")
    substitutes.take(scene.id, other, index=0)
    Scene(scene.id, [other, *scene.players[1:]]).to_the_end()
    rounds = Round.objects.filter(match=scene.id).count()
    assert sum(one.rounds for one in roles_of("other")) == rounds - 1
    assert roles_of("mira") == []


def test_what_was_turned_up_comes_out_of_the_log_the_same(scene: Scene) -> None:
    scene.to_the_end()
    before = list(Round.objects.filter(match=scene.id).values("number", "result", "shown"))
    assert all(row["shown"] for row in before)
    Round.objects.update(shown=None)
    play.rebuild(scene.id)
    assert list(Round.objects.filter(match=scene.id).values("number", "result", "shown")) == before


def test_nothing_of_a_round_is_kept_before_it_is_over(scene: Scene) -> None:
    scene.act(0, do="pass")
    assert [one.shown for one in Round.objects.filter(match=scene.id)] == [None]


def test_a_profile_tells_with_whom_but_not_by_invitation(
    scene: Scene, other: User, as_: Browser
) -> None:
    scene.to_the_end()
    dealt(*scene.players[:2])
    dealt(scene.players[0], other, public=False)
    shown = records.profile("mira")
    assert shown is not None
    found = {one.name: one for one in shown.company}
    assert {name: one.together for name, one in found.items()} == {"tobias": 2, "ines": 1}
    won = {seat.name for seat in scene.seats() if seat.won}
    assert found["tobias"].won == ("mira" in won)
    assert found["tobias"].lost_to == ("tobias" in won)
    assert "2 matches together" in as_(None).get("/u/mira/").content.decode()


def test_a_profile_takes_the_same_queries_however_much_was_played(
    mira: User, tobias: User, as_: Browser
) -> None:
    counts = []
    for matches in (1, 4):
        for _ in range(matches):
            dealt(mira, tobias).to_the_end()
        with CaptureQueriesContext(connection) as captured:
            as_(None).get("/u/mira/")
        counts.append(len(captured))
    assert counts[0] == counts[1]


def roles_of(name: str) -> list[records.RoleRecord]:
    shown = records.profile(name)
    assert shown is not None
    return [role for record in shown.records for role in record.roles]
