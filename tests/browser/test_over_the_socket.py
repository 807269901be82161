"""Moves by clicking go over the open socket, and are posted when that does not answer."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Request, WebSocketRoute, expect

from tests.browser.fixtures import Open
from tests.browser.playing import (
    Plain,
    assert_shows_own_copy,
    foreseen,
    people,
    play_by_clicking,
    send_by_clicking,
    wait_for_move,
)
from tests.web.factories import Scene


class Line:
    """What a page sends to the site: over its socket, which the test may tamper with, and by POST."""

    def __init__(self, page: Page) -> None:
        self.said: list[str] = []
        self.heard: list[str] = []
        self.posts: list[str] = []
        self.loses_moves = self.closes_at_moves = False
        self.instead: str | None = None  # of the number that a move says
        page.on("request", self._note)
        page.route_web_socket("**/ws/m/**", self._tap)

    @property
    def moves(self) -> list[str]:
        return [text for text in self.said if text.startswith("move ")]

    def _note(self, request: Request) -> None:
        if request.method == "POST":
            self.posts.append(request.url)

    def _tap(self, page: WebSocketRoute) -> None:
        site = page.connect_to_server()

        def from_page(text: str | bytes) -> None:
            assert isinstance(text, str)
            self.said.append(text)
            if not text.startswith("move "):
                site.send(text)
                return
            if self.instead is not None:
                word, key, _number, action = text.split(" ", 3)
                text = f"{word} {key} {self.instead} {action}"
            if not self.loses_moves:
                site.send(text)
            if self.closes_at_moves:
                page.close(code=1012)

        def from_site(text: str | bytes) -> None:
            assert isinstance(text, str)
            self.heard.append(text)
            if not self.closes_at_moves or not self.moves:
                page.send(text)

        page.on_message(from_page)
        site.on_message(from_site)


def begun(
    open_page: Open, monkeypatch: pytest.MonkeyPatch, *, seed: int, before: str = ""
) -> tuple[Scene, Page, Line, int]:
    """A table at which whoever is to move looks at it, in a browser whose line is tapped."""
    players = people(3)
    scene = foreseen(monkeypatch, players, title="saboteur", seed=seed)
    seat = scene.awaited()[0]
    page = open_page(players[seat])
    page.add_init_script(before)
    line = Line(page)
    page.goto(f"/m/{scene.id}/")
    while not any('id="table"' in text for text in line.heard):
        page.wait_for_timeout(50)
    return scene, page, line, seat


def test_a_move_goes_over_the_socket_and_only_what_it_changed_comes_back(
    open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene, page, line, seat = begun(open_page, monkeypatch, seed=301)
    for _ in range(2):
        before = len(line.heard)
        play_by_clicking(page, Plain().choose(scene, seat))
        assert_shows_own_copy(page, scene, scene.players[seat])
        tables = [text for text in line.heard[before:] if 'id="table"' in text]
        assert len(tables) == 1
        assert "data-same" in tables[0]
        while (other := scene.awaited()[0]) != seat:
            scene.act(other, **Plain().choose(scene, other))
        wait_for_move(page, scene.number)
    assert len(line.moves) == 2
    assert line.posts == []
    assert any("data-same=line_" in text for text in line.heard)  # one mark for a run of lines
    assert "all" not in line.said
    expect(page.locator("#log .since")).to_contain_text("your move")


# How many frames were painted between a click and what the socket is told of it.
FRAMES = """
window.framesBeforeMove = null;
let frames = 0;
const count = () => { frames += 1; requestAnimationFrame(count); };
addEventListener("click", () => { frames = 0; requestAnimationFrame(count); }, true);
const send = WebSocket.prototype.send;
WebSocket.prototype.send = function (said) {
  if (String(said).startsWith("move ")) window.framesBeforeMove = frames;
  return send.call(this, said);
};
"""


def test_a_button_is_seen_to_sink_before_the_site_is_asked(
    open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene, page, _line, seat = begun(open_page, monkeypatch, seed=309, before=FRAMES)
    play_by_clicking(page, Plain().choose(scene, seat))
    assert page.evaluate("framesBeforeMove") >= 1


def test_faster_asks_the_site_to_hurry_the_bots_after_every_move_that_they_are_to_follow(
    open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene, page, line, seat = begun(open_page, monkeypatch, seed=310)
    page.wait_for_selector("html.plays", state="attached")
    play_by_clicking(page, Plain().choose(scene, seat))
    page.locator("[data-faster]").click()
    other = scene.awaited()[0]
    scene.act(other, **Plain().choose(scene, other))
    wait_for_move(page, 2)
    page.wait_for_function("() => !document.querySelector('.motion')")
    assert [said for said in line.said if said.startswith("faster")] == ["faster 1", "faster 2"]


def test_a_move_that_the_socket_swallows_is_posted(
    open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene, page, line, seat = begun(open_page, monkeypatch, seed=302)
    line.loses_moves = True
    play_by_clicking(page, Plain().choose(scene, seat))
    assert len(line.moves) == len(line.posts) == 1
    assert [move.number for move in scene.moves()] == [0, 1]
    assert_shows_own_copy(page, scene, scene.players[seat])


def test_a_move_whose_socket_closes_before_the_answer_is_made_once(
    open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene, page, line, seat = begun(open_page, monkeypatch, seed=303)
    line.closes_at_moves = True
    play_by_clicking(page, Plain().choose(scene, seat))
    assert len(line.posts) == 1
    assert [move.number for move in scene.moves()] == [0, 1]


def test_a_move_that_is_refused_over_the_socket_says_why(
    open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene, page, line, seat = begun(open_page, monkeypatch, seed=304)
    line.instead = "99"
    action = Plain().choose(scene, seat)
    send_by_clicking(page, action)
    expect(page.locator("#notice")).to_contain_text("The table has changed since")
    assert line.posts == []
    assert page.locator(".htmx-request").count() == 0
    line.instead = None
    play_by_clicking(page, action)
    expect(page.locator("#notice")).to_be_empty()
    assert line.posts == []
