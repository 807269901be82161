"""A secret look is followed by the claims that fit it: where it is shown, and whatever it showed."""

from __future__ import annotations

import re

import pytest

from accounts.models import User
from games import rendering
from games.matchlog import access
from games.models import Match
from games.play import bots
from games.talk.claiming import claims_of
from tests.web.factories import Scene, dealt
from tests.web.talking import Browser, page, post

LINK = re.compile(r'<a class="tell" href="(talk\?about=[\w.%]+)#claims-about">')
LOOKS = {"saboteur": "map", "lost_mines": "peek"}


def looked(slug: str, *players: User, **settings: str) -> tuple[Scene, int]:
    """A match in which somebody has just looked at something, and who that was."""
    scene = dealt(*players, title=slug, **settings)
    while True:
        seat = scene.awaited()[0]
        looks = [one for one in scene.copy(seat).actions() if one["do"] == LOOKS[slug]]
        scene.act(seat, **(looks[0] if looks else bots.choose(scene.copy(seat), "plain")))
        if looks:
            return scene, seat


def table(scene: Scene, seat: int) -> str:
    return rendering.fragment(access.visit(scene.id, scene.players[seat]))


@pytest.mark.parametrize("slug", LOOKS)
def test_whoever_looked_and_nobody_else_is_offered_to_tell_it(
    slug: str, mira: User, tobias: User, ines: User, as_: Browser
) -> None:
    scene, seat = looked(slug, mira, tobias, ines)
    assert [other for other in range(3) if LINK.search(table(scene, other))] == [seat]
    assert "Tell the others…" in as_(scene.players[seat]).get(f"/m/{scene.id}/").content.decode()
    replay = as_(scene.players[seat]).get(f"/m/{scene.id}/replay?at={scene.number}")
    assert "Tell the others…" not in replay.content.decode()


@pytest.mark.parametrize("slug", LOOKS)
def test_the_offer_opens_the_claims_at_the_row_that_fits(
    slug: str, mira: User, tobias: User, ines: User, as_: Browser
) -> None:
    scene, seat = looked(slug, mira, tobias, ines)
    browser = as_(scene.players[seat])
    [address] = LINK.findall(table(scene, seat))
    shown = page(browser, scene, address.removeprefix("talk"))
    assert shown.count('<details class="pull" name="pull" open>') == 1
    [row] = re.findall(r'<li[^>]* id="claims-about".*?</li>', shown, re.DOTALL)
    codes = re.findall(r'name="claim" value="([\w.]+)"', row)
    assert len(codes) > 1
    assert post(browser, scene, claim=codes[-1]).status_code == 200
    assert [one.code for one in claims_of(scene.match)] == codes[-1:]


def test_a_row_that_is_not_there_any_more_opens_the_claims_all_the_same(
    mira: User, tobias: User, ines: User, as_: Browser
) -> None:
    scene, seat = looked("saboteur", mira, tobias, ines)
    shown = page(as_(scene.players[seat]), scene, "?about=goal.9")
    assert '<details class="pull" name="pull" open>' in shown
    assert "claims-about" not in shown


def test_at_a_silent_table_nothing_is_offered_and_phrases_do_not_matter(
    mira: User, tobias: User, ines: User
) -> None:
    for talk, is_offered in ((Match.Talk.NOTHING, False), (Match.Talk.PHRASES, True)):
        scene, seat = looked("saboteur", mira, tobias, ines, talk=talk)
        assert bool(LINK.search(table(scene, seat))) == is_offered
