"""Ten seats and three people: one falls silent, one leaves and is replaced, and it ends all the same."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta

import pytest
from django.db.models import F
from django.utils import timezone
from playwright.sync_api import Page, expect

from games import play, tasks
from games.engine import EngineError
from games.models import Match, Seat
from games.play.announcing import written
from tests.browser.fixtures import PHONE, Open
from tests.browser.playing import Plain, foreseen, people, play_by_clicking
from tests.web.factories import Scene, UserFactory

SILENT, LEAVER = 2, 1
MOST = 600  # moves


@pytest.fixture(autouse=True)
def _bots_are_moved_by_hand() -> Iterator[None]:
    """Nobody waits for them to think; the site's own worker finds nothing to do."""
    written.disconnect(tasks.wake_bots)
    yield
    written.connect(tasks.wake_bots)


class Table:
    """Everyone plays at once and as the plain bot would, but for who is silent."""

    def __init__(self, scene: Scene) -> None:
        self.scene, self.plain = scene, Plain()

    @property
    def awaited(self) -> int | None:
        return next(iter(self.scene.awaited()), None)

    def until_turn_of(self, seat: int) -> None:
        for _ in range(MOST):
            if self.awaited == seat:
                return
            self.play_on()
        raise AssertionError("the turn does not come")

    def to_the_end(self) -> None:
        for _ in range(MOST):
            if self.awaited is None:
                return
            self.play_on()
        raise AssertionError("the match does not end")

    def play_on(self) -> None:
        """One move, by whoever is awaited."""
        seat, number = self.awaited, self.scene.number
        assert seat is not None
        row = self.scene.seats()[seat]
        with suppress(EngineError):  # a bot that overslept was woken by the site
            if row.acting_bot:
                action = self.plain.choose(self.scene, seat)
                play.submit_for_bot(self.scene.id, index=seat, number=number, action=action)
            elif seat == SILENT:
                self.runs_out(seat)
            else:
                assert row.account is not None
                action = self.plain.choose(self.scene, seat)
                play.submit(self.scene.id, row.account, number=number, action=action)

    def runs_out(self, seat: int) -> None:
        """A month passes for this seat, and the worker looks at its clock."""
        month, now = timedelta(days=30), timezone.now()
        late = Seat.objects.filter(match_id=self.scene.id, index=seat)
        late.update(asked_at=F("asked_at") - month, reserve_at=now - month, deadline=now - month)
        Match.objects.filter(pk=self.scene.id).update(clock_at=now - month)
        tasks.sweep.call()

    def click(self, page: Page, seat: int) -> None:
        """The next move of this seat, in its own browser."""
        self.until_turn_of(seat)
        page.goto(f"/m/{self.scene.id}/")
        play_by_clicking(page, self.plain.choose(self.scene, seat))


@pytest.mark.parametrize(("scripts", "seed"), [(True, 1501), (False, 1502)])
def test_ten_seats_with_three_people_of_whom_one_is_silent_and_one_is_replaced_play_to_the_end(
    open_page: Open, monkeypatch: pytest.MonkeyPatch, scripts: bool, seed: int
) -> None:
    mira, tobias, _ines = players = people(3)
    scene = foreseen(
        monkeypatch, players, title="saboteur", seed=seed, size=10, bots=7, pace="daily"
    )
    table, address = Table(scene), f"/m/{scene.id}/"
    stays = open_page(mira, java_script_enabled=scripts)
    leaves = open_page(tobias, size=PHONE, java_script_enabled=scripts)
    table.click(stays, 0)
    table.click(leaves, LEAVER)

    # One falls silent: after the third of the keeper's moves the seat is open, and play goes on.
    while not scene.seats()[SILENT].keeper:
        table.play_on()
    assert [m.by for m in scene.moves() if m.seat == SILENT] == ["keeper"] * 3
    stays.goto(f"{address}log")
    expect(stays.locator(".chronicle")).to_contain_text("The keeper moved for ines:")
    expect(stays.locator(".chronicle")).to_contain_text("ines’s seat is open to a substitute.")

    # One leaves, and looks in no more.
    leaves.goto(address)
    leaves.get_by_role("link", name="Leave this match").click()
    leaves.get_by_role("button", name="Leave the match").click()
    expect(leaves.locator("body")).to_contain_text("You can look at it when it is over.")
    assert leaves.request.get(address).status == 404

    # A substitute takes the seat over without having seen what it holds, and plays it.
    anna = UserFactory.create(username="anna")
    comes = open_page(anna, java_script_enabled=scripts)
    comes.goto(f"{address}seat/{LEAVER}")
    expect(comes.locator("main")).to_contain_text("The seat of tobias at")
    expect(comes.locator("#role_chip")).to_have_count(0)
    comes.get_by_role("button", name="Take the seat").click()
    expect(comes.locator("#role_chip")).to_be_visible()
    table.click(comes, LEAVER)
    assert [m.by for m in scene.moves() if m.seat == LEAVER][-1] == "account"

    # The silent one has not come back; the match ends, and everyone may see how.
    table.to_the_end()
    assert scene.match.status == "over"
    assert {m.by for m in scene.moves() if m.seat == SILENT} == {"keeper"}
    for page in (stays, comes, leaves):
        page.goto(address)
        expect(page.locator("#table")).to_have_attribute("data-status", "over")
        expect(page.locator("#table .standings li")).to_have_count(10)
    leaves.goto(f"{address}log")
    expect(leaves.locator(".chronicle")).to_contain_text("anna takes tobias’s seat.")
