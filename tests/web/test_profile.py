"""The page of an account: what everyone may know of it."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.models import Seat
from games.pages import lists, records
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
        (1.2, "within about 1 minute"),
        (59.4, "within about 59 minutes"),
        (59.6, "within about 1 hour"),
        (90.1, "within about 2 hours"),
        (47 * 60, "within about 47 hours"),
        (48 * 60, "within about 2 days"),
        (10 * 24 * 60, "within about 10 days"),
    ],
)
def test_how_soon_somebody_answers_is_told_in_round_numbers(minutes: float, told: str) -> None:
    assert records.answers_within(minutes) == f"answers {told}"


def test_a_quick_player_answers_within_a_minute_not_in_none(scene: Scene, as_: Browser) -> None:
    assert "answers within" not in as_(None).get("/u/mira/").content.decode()
    Seat.objects.filter(match_id=scene.id, index=0).update(answers=4, answer_ms=20_000)
    assert "· answers within a minute<" in as_(None).get("/u/mira/").content.decode()


def test_a_profile_leads_to_every_match_a_page_at_a_time(
    mira: User, tobias: User, as_: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lists, "PAGE_LENGTH", 2)
    matches = [dealt(mira, tobias).id for _ in range(5)]
    found, address, pages = [], "/u/mira/", 0
    while address:
        page = as_(None).get(address).content.decode()
        found += re.findall(r'<b><a href="/m/([a-z2-7]{10})/"', page)
        further = re.findall(r'rel="next" href="([^"]*)"', page)
        address, pages = (f"/u/mira/{further[0]}" if further else ""), pages + 1
    assert (found, pages) == (matches[::-1], 3)
