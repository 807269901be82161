"""Pictures of positions: they stand by themselves, and show no more than the page would."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from xml.etree import ElementTree

import pytest
from django.test import Client

from accounts.models import User
from games import pictures
from games.engine import titles
from games.models import Move
from tests.web.factories import Scene, dealt
from tests.web.films import forget_everything, played
from tests.web.test_knowledge import scramble_log

Browser = Callable[[User | None], Client]


def picture(browser: Client, scene: Scene, query: str = "") -> Any:
    return browser.get(f"/m/{scene.id}/picture.svg{query}")


@pytest.mark.parametrize("slug", sorted(titles()))
def test_a_picture_stands_by_itself(slug: str, as_: Browser, db: None) -> None:
    scene = played(slug, 20)
    answer = picture(as_(None), scene)
    assert answer["Content-Type"].startswith("image/svg+xml")
    assert answer["Content-Security-Policy"].startswith("default-src 'none'")
    svg = answer.content.decode()
    ElementTree.fromstring(svg)
    refers = set(re.findall(r'href="([^"]+)"', svg))
    assert refers <= {f"#{name}" for name in re.findall(r'<symbol[^>]*\bid="([^"]+)"', svg)}
    assert "url(" not in svg.partition("</style>")[2]
    assert "<script" not in svg
    assert f"after move {scene.number}" in svg


@pytest.mark.parametrize("slug", sorted(titles()))
def test_a_picture_is_the_same_whatever_is_hidden_from_its_eyes(
    slug: str, as_: Browser, db: None
) -> None:
    scene = played(slug, 20)
    rows = list(Move.objects.filter(match_id=scene.id))
    for seat in (None, 0):
        browser = as_(None if seat is None else scene.players[seat])
        own = "?as=public" if seat is None else f"?as={seat}"
        before = picture(browser, scene, own).content
        assert scramble_log(scene.id, seat) > 0
        forget_everything()
        assert picture(browser, scene, own).content == before
        Move.objects.bulk_update(rows, ["action", "events", "draws"])


def test_pictures_have_the_permissions_of_the_replay(
    scene: Scene, mira: User, other: User, as_: Browser
) -> None:
    eyes = ("public", "0", "1", "all")
    assert [picture(as_(mira), scene, f"?as={one}").status_code for one in eyes] == [
        200,
        200,
        403,
        403,
    ]
    assert [picture(as_(other), scene, f"?as={one}").status_code for one in eyes] == [
        200,
        403,
        403,
        403,
    ]
    assert picture(as_(None), scene, "?at=9").status_code == 404
    scene.until_vote().to_the_end()
    assert {picture(as_(None), scene, f"?as={one}").status_code for one in eyes} == {200}


def test_a_match_by_invitation_has_no_picture_for_others(
    mira: User, tobias: User, ines: User, as_: Browser
) -> None:
    scene = dealt(mira, tobias, ines, public=False)
    assert picture(as_(None), scene).status_code == 404


def test_a_shared_link_shows_the_public_board(scene: Scene, mira: User, as_: Browser) -> None:
    page = as_(mira).get(f"/m/{scene.id}/replay?at=0&as=0").content.decode()
    [address] = re.findall(r'property="og:image" content="([^"]+)"', page)
    assert address == f"http://testserver/m/{scene.id}/picture.svg?at=0&amp;as=public"


def test_a_name_is_never_markup(mira: User, tobias: User, ines: User, as_: Browser) -> None:
    scene = dealt(mira, tobias, ines, name="<script>alert(1)</script>")
    assert "<script" not in picture(as_(None), scene).content.decode()


def test_the_largest_drawing_is_the_board_with_what_lies_on_it() -> None:
    small = '<svg viewBox="0 0 10 10"><path/></svg>'
    board = '<svg class="a" viewBox="0 0 100 100"><svg viewBox="0 0 900 900"></svg></svg>'
    layer = '<svg class="b" viewBox="0 0 100 100"></svg>'
    html = f"<div>{small}<p>{board}</p>{layer}<svg/><svg><use/></svg></div>"
    assert pictures.board_layers(html) == [board, layer]
    assert pictures.board_layers("<p>no drawing</p>") == []
