"""What happened is played on the table, once, over the view that is already in place."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.fixtures import Open
from tests.browser.playing import (
    Plain,
    foreseen,
    look_at_table,
    people,
    play_by_clicking,
    wait_for_move,
)
from tests.web.factories import Scene

AT_MOST = 2500  # milliseconds of one push

# Notes every layer that is hung, what moved in it, and how far it shifted anything.
WATCH = """
window.seen = { layers: [], shifted: 0, doubled: 0 };
const layers = new Map();
const note = (records) => {
  for (const { addedNodes, removedNodes, target } of records) {
    for (const node of addedNodes) {
      if (node.className === "motion") layers.set(node, { at: performance.now(), movers: 0, number: document.getElementById("table").dataset.number });
      else if (target.classList?.contains("movers")) layers.get(target.closest(".motion")).movers += 1;
    }
    for (const node of removedNodes) {
      if (node.className === "motion") seen.layers.push({ ...layers.get(node), ms: performance.now() - layers.get(node).at });
    }
  }
  const ids = [...document.querySelectorAll("[id]")].map((node) => node.id);
  seen.doubled += ids.length - new Set(ids).size;
};
document.addEventListener("DOMContentLoaded", () => new MutationObserver(note).observe(document.body, { childList: true, subtree: true }));
new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (entry.sources.some(({ node }) => node?.closest?.(".motion"))) seen.shifted += entry.value; }).observe({ type: "layout-shift", buffered: true });
"""


def begun(
    open_page: Open,
    monkeypatch: pytest.MonkeyPatch,
    *,
    title: str,
    seed: int,
    moving: bool = True,
) -> tuple[Scene, Page, int]:
    """A table where somebody is to move, as the one before them sees it."""
    players = people(4)
    scene = foreseen(monkeypatch, players, title=title, seed=seed)
    watching = (scene.awaited()[0] - 1) % 4
    page = open_page(players[watching])
    page.emulate_media(reduced_motion="no-preference" if moving else "reduce")
    page.add_init_script(WATCH)
    look_at_table(page, scene)
    page.wait_for_function("() => document.documentElement.classList.contains('plays')")
    return scene, page, watching


def seen(page: Page) -> Any:
    page.wait_for_function("() => !document.querySelector('.motion')")
    return page.evaluate("() => seen")


def others_move(scene: Scene, page: Page, moves: int = 1) -> None:
    for _ in range(moves):
        seat = scene.awaited()[0]
        scene.act(seat, **Plain().choose(scene, seat))
    wait_for_move(page, scene.number)


@pytest.mark.parametrize("title", ["emerald", "lost_mines", "saboteur"])
def test_a_move_of_somebody_else_is_played_over_the_new_view(
    open_page: Open, monkeypatch: pytest.MonkeyPatch, title: str
) -> None:
    scene, page, _me = begun(open_page, monkeypatch, title=title, seed=401)
    others_move(scene, page)
    page.wait_for_function("() => seen.layers.length")
    found = seen(page)
    [layer] = found["layers"]
    assert layer["movers"] >= 1
    assert layer["number"] == str(scene.number)  # the new view was in place already
    assert layer["ms"] < 4 * AT_MOST  # on a loaded machine; its animations end by themselves
    assert found["doubled"] == 0
    assert found["shifted"] == 0
    assert not page.evaluate("() => document.documentElement.classList.contains('moving')")


def test_nothing_is_played_for_those_who_want_no_motion(
    open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene, page, _me = begun(open_page, monkeypatch, title="saboteur", seed=404, moving=False)
    others_move(scene, page)
    assert seen(page)["layers"] == []
    page.locator("[data-again]").click()
    told = page.locator(".stage .now").inner_text()
    assert told in " ".join(page.locator("#log .told").all_inner_texts())


def test_nothing_is_played_in_a_hidden_tab(
    open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene, page, _me = begun(open_page, monkeypatch, title="saboteur", seed=405)
    page.evaluate("() => Object.defineProperty(document, 'hidden', { value: true })")
    others_move(scene, page)
    assert seen(page)["layers"] == []


def test_a_key_ends_what_is_playing(open_page: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    scene, page, _me = begun(open_page, monkeypatch, title="emerald", seed=406)
    page.evaluate(
        "() => { const slow = Element.prototype.animate; Element.prototype.animate = function (frames, options)"
        " { return slow.call(this, frames, { ...options, duration: 600000 }); }; }"
    )
    others_move(scene, page)
    page.wait_for_selector(".motion")
    page.keyboard.press("Escape")
    assert len(seen(page)["layers"]) == 1


def test_of_several_moves_that_wait_only_the_last_is_played(
    open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene, page, _me = begun(open_page, monkeypatch, title="saboteur", seed=407)
    page.evaluate(
        "() => { const slow = Element.prototype.animate; Element.prototype.animate = function (frames, options)"
        " { return slow.call(this, frames, { ...options, duration: window.pace ?? 600000 }); }; }"
    )
    for _ in range(3):
        others_move(scene, page)
    page.evaluate(
        "() => { window.pace = 10; for (const one of document.getAnimations()) one.finish(); }"
    )
    page.wait_for_function("() => seen.layers.length === 2")
    numbers = [layer["number"] for layer in seen(page)["layers"]]
    assert numbers[0] == "1"
    assert len(numbers) == 2


def test_ones_own_act_is_not_played_to_oneself(
    open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    players = people(3)
    scene = foreseen(monkeypatch, players, title="saboteur", seed=408)
    me = scene.awaited()[0]
    page = open_page(players[me])
    page.emulate_media(reduced_motion="no-preference")
    page.add_init_script(WATCH)
    look_at_table(page, scene)
    play_by_clicking(page, Plain().choose(scene, me))
    wait_for_move(page, scene.number)
    assert [layer["movers"] for layer in seen(page)["layers"]] == [1]  # the card that was drawn


def test_what_turns_over_leaves_its_place_empty(
    open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    players, plain = people(4), Plain()
    scene = foreseen(monkeypatch, players, title="saboteur", seed=410)
    for _ in range(200):
        scene.act(scene.awaited()[0], **plain.choose(scene, scene.awaited()[0]))
        last, asked = scene.copy(None).moves[-1], scene.awaited()[0]
        kinds = [type(event).__name__ for event in last.events]
        if "GoalTurned" in kinds and "RoundEnded" not in kinds:
            break
    assert last.seat is not None
    watching = next(seat for seat in range(4) if seat not in (last.seat, asked))
    page = open_page(players[watching])
    page.emulate_media(reduced_motion="no-preference")
    look_at_table(page, scene)
    page.wait_for_function("() => document.documentElement.classList.contains('plays')")
    page.evaluate(
        "() => { const slow = Element.prototype.animate; Element.prototype.animate = function (frames, options)"
        " { const turns = frames.some(({ transform }) => transform === 'scaleX(0)');"
        " return slow.call(this, frames, { ...options, duration: turns ? 600000 : 1 }); }; }"
    )
    page.locator("[data-again]").click()
    page.wait_for_function(
        "() => document.getAnimations().some((one) => one.effect.getTiming().duration === 600000)"
    )
    goals = "[...document.querySelectorAll('.motion .maze [href$=\"#goal\"]')]"
    gone = f"{goals}.filter((goal) => !goal.checkVisibility({{ checkOpacity: true }})).length"
    assert page.evaluate(f"() => {gone}") == 1


def test_what_happened_since_my_move_can_be_shown_again(
    open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene, page, _me = begun(open_page, monkeypatch, title="lost_mines", seed=409)
    others_move(scene, page)
    before = len(seen(page)["layers"])
    page.locator("[data-again]").click()
    page.wait_for_function(f"() => seen.layers.length === {before + 1}")
    assert seen(page)["layers"][-1]["movers"] >= 1
