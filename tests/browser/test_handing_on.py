"""Somebody goes silent, comes back, leaves; somebody else takes the seat over. With scripts and without."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from games import play
from games.play import keeping
from tests.browser.fixtures import Open
from tests.browser.playing import Plain, foreseen, people, play_by_clicking
from tests.web.factories import Scene, UserFactory


def keep(scene: Scene, plain: Plain, seat: int) -> None:
    """The seat's time runs out at its next turn; the others play theirs."""
    while (awaited := scene.awaited()[0]) != seat:
        action = plain.choose(scene, awaited)
        play.submit(scene.id, scene.players[awaited], number=scene.number, action=action)
    keeping.move_for(scene.id, index=seat, number=scene.number)


@pytest.mark.parametrize(("scripts", "seed"), [(True, 401), (False, 402)])
def test_a_seat_is_kept_taken_back_left_and_taken_over(
    open_page: Open, monkeypatch: pytest.MonkeyPatch, scripts: bool, seed: int
) -> None:
    players, plain = people(3), Plain()
    scene = foreseen(monkeypatch, players, title="saboteur", seed=seed)
    seat = scene.awaited()[0]
    name = players[seat].username
    for _ in range(3):
        keep(scene, plain, seat)

    silent = open_page(players[seat], java_script_enabled=scripts)
    silent.goto(f"/m/{scene.id}/")
    expect(silent.locator("#asks")).to_contain_text("The keeper moved for you 3 times.")
    silent.get_by_role("button", name="I am back: take my seat").click()
    expect(silent.locator("#asks")).to_have_count(0)
    assert scene.seats()[seat].keeper == ""

    silent.get_by_role("link", name="Leave this match").click()
    silent.get_by_role("button", name="Leave the match").click()
    expect(silent.locator("body")).to_contain_text("You can look at it when it is over.")

    substitute = open_page(UserFactory.create(username="anna"), java_script_enabled=scripts)
    substitute.goto("/tables/")
    substitute.get_by_role("link", name="Look at the seat").first.click()
    expect(substitute.locator("main")).to_contain_text(f"The seat of {name} at")
    substitute.get_by_role("button", name="Take the seat").click()
    expect(substitute.locator("h2").first).to_have_text("The seat is yours")
    expect(substitute.locator("#role_chip")).to_be_visible()
    substitute.get_by_role("link", name="To the table").click()
    while (awaited := scene.awaited()[0]) != seat:
        action = plain.choose(scene, awaited)
        play.submit(scene.id, scene.players[awaited], number=scene.number, action=action)
    if scripts:
        substitute.goto(f"/m/{scene.id}/")
        play_by_clicking(substitute, plain.choose(scene, seat))
        assert scene.moves()[-1].by == "account"
