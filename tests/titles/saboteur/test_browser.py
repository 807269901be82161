"""Five people in five browsers play a round of Saboteur by clicking; each sees their own secrets."""

from __future__ import annotations

import re
from collections import Counter
from typing import cast

import pytest
from django.contrib.auth.models import AnonymousUser
from playwright.sync_api import Page

from games import rendering
from games.matchlog import access
from games.titles.saboteur.state import State
from games.titles.saboteur.table.hand import symbol
from tests.browser.fixtures import PHONE, WIDE, Open
from tests.browser.playing import assert_shows_own_copy, foreseen, people, play_a_round
from tests.web.factories import Scene


def test_five_browsers_play_a_round_and_each_shows_its_own_secrets_only(
    open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    players = people(5)
    scene = foreseen(monkeypatch, players, title="saboteur", seed=66)
    pages = {}
    for seat, player in enumerate(players):
        pages[seat] = open_page(player, size=PHONE if seat == 0 else WIDE)
        pages[seat].goto(f"/m/{scene.id}/")

    def look_at_all() -> None:
        for seat, page in pages.items():
            assert_shows_own_copy(page, scene, players[seat])
            assert_no_secret_of_others(page, scene, seat)

    moves = play_a_round(scene, pages, most=80, after_each=look_at_all)
    assert moves > 10
    for page in pages.values():
        assert page.locator(".is-ended .people li").count() == 6  # five roles turned up, one spare
        assert page.locator(".is-ended .end-tray h2").is_visible()


def assert_no_secret_of_others(page: Page, scene: Scene, seat: int) -> None:
    """What lies in others' hands is nowhere in the page, by name or by picture, nor is a role."""
    state = cast(State, scene.whole().known)
    html = page.inner_html("#table").replace("&quot;", '"')
    pictures = Counter(re.findall(r"saboteur/sprite[^#\"]*#([\w-]+)", html))
    everybodys = rendering.fragment(access.visit(scene.id, AnonymousUser()))  # the last card played
    own = set(state.hands[seat].known())
    laid = {face.card for face in state.maze.cards.values()}
    for other, hand in enumerate(state.hands):
        for card in set(hand.known()) - own - laid:
            is_shown = symbol(card) in pictures and f"#{symbol(card)}" not in everybodys
            assert not is_shown, f"seat {seat} is shown what seat {other} holds"
            is_told = f'"{card}"' in html and f'"{card}"' not in everybodys
            assert not is_told, f"seat {seat} is told what seat {other} holds"
    if len(state.rounds) == 1 and state.phase == "turns":
        assert held_on(page) == {symbol(card) for card in own}
        mine = state.roles[seat].known_value()
        [theirs] = {"miner", "saboteur"} - {mine}
        assert pictures[mine]
        assert not pictures[theirs]
    for line in page.locator("#log .told").all_inner_texts():
        told_to_me = line.strip().startswith(("You", "Round"))
        assert told_to_me or not re.search(r" drew | It was | It is | on it\.", line), line


def held_on(page: Page) -> set[str]:
    """The pictures of the cards in the tray."""
    cards = page.locator(".tray .face .card use:last-child")
    return set(cards.evaluate_all("all => all.map(one => one.getAttribute('href').split('#')[1])"))
