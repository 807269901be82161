"""axe-core finds nothing: on every page, in both themes, wide and on a phone, with a card raised."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Page

from games.engine.registry import titles
from games.talk import notebook
from games.talk.saying import Kind
from tests.browser.fixtures import PHONE, WIDE, Open
from tests.browser.playing import Plain, foreseen, look_at_table, people
from tests.web.factories import Scene, gathered
from tests.web.talking import claim, say

AXE = (Path(__file__).parent / "axe" / "axe.min.js").read_text(encoding="utf-8")
OURS = sorted(set(titles()) - {"toy"})
LOOKS = [(size, theme) for size in (WIDE, PHONE) for theme in ("light", "dark")]

# Pages that are there without a match.
PUBLIC = [
    "/",
    "/t/",
    *(f"/t/{slug}/" for slug in OURS),
    "/about/",
    "/manners/",
    "/matches/",
    "/replay/",
    "/account/login/",
    "/account/signup/",
    "/account/password/reset/",
    "/nowhere/",
]
OWN = ["/tables/", "/new/", f"/new/{OURS[0]}/", "/play/", "/days-off/", "/account/", "/u/mira/"]
OF_A_MATCH = ["log", "leave", "end", "story", "fairness", "replay?at=2"]

RUN = """async () => {
  const { violations } = await axe.run(document, { resultTypes: ["violations"] });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 120)).slice(0, 3).join(" | ")}`);
}"""


def violations(page: Page) -> Iterator[str]:
    """In every look that a page can have."""
    page.evaluate(AXE)
    for (width, height), theme in LOOKS:
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
        yield from (f"{page.url} {width} {theme}: {one}" for one in page.evaluate(RUN))


def visited(page: Page, paths: Sequence[str]) -> list[str]:
    found: list[str] = []
    for path in paths:
        page.goto(path)
        found += violations(page)
    return found


def test_pages_of_strangers(open_page: Open, complaints: list[str]) -> None:
    found = visited(open_page(), PUBLIC)
    assert found == [], "\n".join(found)
    complaints.clear()  # the browser complains of the page that is not there


def test_pages_of_players(open_page: Open) -> None:
    mira, tobias = people(2)
    table = gathered(tobias, mira, title=OURS[0], size=4)
    assert visited(open_page(mira), [*OWN, f"/m/{table.id}/"]) == []


@pytest.mark.parametrize("slug", OURS)
def test_a_match_from_the_deal_to_its_end(
    open_page: Open, monkeypatch: pytest.MonkeyPatch, slug: str
) -> None:
    players, plain = people(titles()[slug].seats[0]), Plain()
    scene = foreseen(monkeypatch, players, title=slug, seed=160 + OURS.index(slug))
    for _ in range(6):
        _move(scene, plain)
    mine = scene.awaited()[0]
    page = open_page(players[mine])
    look_at_table(page, scene)
    found = list(violations(page))
    page.keyboard.press("1")  # a card is raised, or an answer chosen
    found += violations(page)
    page.keyboard.press("?")
    found += violations(page)
    page.keyboard.press("Escape")
    look_at_table(page, scene)
    page.locator(".menu").evaluate("(menu) => { menu.open = true; }")
    found += violations(page)
    other = open_page(players[mine - 1])
    found += visited(other, [f"/m/{scene.id}/", *(f"/m/{scene.id}/{path}" for path in OF_A_MATCH)])
    rounds = _rounds(scene)
    while scene.awaited() and _rounds(scene) == rounds:
        _move(scene, plain)
    found += visited(other, [f"/m/{scene.id}/"])  # the end of a round, or already of the match
    while scene.awaited():
        _move(scene, plain)
    found += visited(other, [f"/m/{scene.id}/", f"/m/{scene.id}/replay"])
    assert found == [], "\n".join(found)


def _rounds(scene: Scene) -> int:
    copy = scene.copy(None)
    return len(copy.title.rounds(copy.known))


def _move(scene: Scene, plain: Plain) -> None:
    seat = scene.awaited()[0]
    scene.act(seat, **plain.choose(scene, seat))


BESIDE = ("talk", "claims", "know", "notes")


def test_talk_claims_chances_and_notes(open_page: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each as a sheet beside the board, with what it pulls up, and as a page of its own."""
    players, plain = people(3), Plain()
    scene = foreseen(monkeypatch, players, title="saboteur", seed=170)
    for _ in range(4):
        _move(scene, plain)
    mira, tobias, _ines = players
    for text in ("Who has a map?", f"@{mira.username} look at #8,0"):
        say(scene, tobias, text)
    say(scene, mira, "trust", kind=Kind.PHRASE)
    say(scene, tobias, "doubt", kind=Kind.EMOTE)
    for player, code in ((mira, "goal.1.gold"), (tobias, "goal.1.stone"), (tobias, "hold.map")):
        claim(scene, player, code)
    seats = range(len(players))
    notebook.suspect(mira, scene.match, levels={1: 4, 2: 1}, seats=seats)
    page = open_page(mira)
    look_at_table(page, scene)
    page.locator("#talk-open").click()
    found = list[str]()
    for pulled in ("Phrases", "Claim", "Mute"):
        page.locator("details.pull > summary", has_text=pulled).click()
        found += violations(page)
    page.keyboard.press("Escape")
    page.locator("#talk .switch").click()
    page.wait_for_selector("#talk-said .line")
    found += violations(page)
    for tab, shown in (("Claims", "#ledger"), ("Notes", "#note-match"), ("Chances", "#know")):
        page.locator(".side-sheet:not([hidden]) .tabs a", has_text=tab).click()
        page.locator(shown).wait_for()
        found += violations(page)
    found += visited(page, [*(f"/m/{scene.id}/{path}" for path in BESIDE), "/muted/"])
    while scene.awaited():
        _move(scene, plain)
    found += visited(page, [f"/m/{scene.id}/{path}" for path in BESIDE])
    assert found == [], "\n".join(found)
