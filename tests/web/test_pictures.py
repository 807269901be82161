"""Pictures of positions: they stand by themselves, and show no more than the page would."""

from __future__ import annotations

import re
import struct
import sys
from collections.abc import Callable
from typing import Any
from xml.etree import ElementTree

import pytest
from django.templatetags.static import static
from django.test import Client

from accounts.models import User
from games.bounded import NotDone
from games.engine import titles
from games.models import Move
from games.presentation.fallback import PlainPresenter
from games.rendering import pictures
from games.rendering.pictures import raster, styles, symbols
from tests.web.factories import Scene, dealt
from tests.web.playing import forget_everything, played
from tests.web.test_access import scramble_log

Browser = Callable[[User | None], Client]


KINDS = ["svg", "png"]


def picture(
    browser: Client, scene: Scene, query: str = "", *, kind: str = "svg", **headers: str
) -> Any:
    return browser.get(f"/m/{scene.id}/picture.{kind}{query}", headers=headers)


def size_of(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", png[16:24])
    return width, height


@pytest.mark.parametrize("slug", sorted(titles()))
def test_a_picture_stands_by_itself(slug: str, as_: Browser, db: None) -> None:
    scene = played(slug, 20)
    answer = picture(as_(None), scene)
    assert answer["Content-Type"].startswith("image/svg+xml")
    assert answer["Content-Security-Policy"].startswith("default-src 'none'")
    svg = answer.content.decode()
    ElementTree.fromstring(svg)
    held = {f"#{name}" for name in re.findall(r'\bid="([^"]+)"', svg)}
    refers = set(re.findall(r'href="([^"]+)"', svg)) | set(re.findall(r"url\(([^)]+)\)", svg))
    assert {one for one in refers if not one.startswith("data:image/svg+xml;base64,")} <= held
    assert "<script" not in svg
    assert "var(" not in svg  # whoever draws it outside a browser knows no names
    assert f"after move {scene.number}" in svg


@pytest.mark.parametrize("slug", sorted(titles()))
def test_a_png_is_the_card_that_those_who_show_links_expect(
    slug: str, as_: Browser, db: None
) -> None:
    answer = picture(as_(None), played(slug, 20), kind="png")
    assert answer["Content-Type"] == "image/png"
    assert size_of(answer.content) == (1200, 630)
    assert len(answer.content) > 10_000  # something is drawn on it


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("slug", sorted(titles()))
def test_a_picture_is_the_same_whatever_is_hidden_from_its_audience(
    slug: str, kind: str, as_: Browser, db: None
) -> None:
    scene = played(slug, 20)
    rows = list(Move.objects.filter(match_id=scene.id))
    for seat in (None, 0):
        browser = as_(None if seat is None else scene.players[seat])
        own = "?as=public" if seat is None else f"?as={seat}"
        before = picture(browser, scene, own, kind=kind).content
        assert scramble_log(scene.id, seat) > 0
        forget_everything()
        assert picture(browser, scene, own, kind=kind).content == before
        Move.objects.bulk_update(rows, ["action", "events", "draws"])


def test_what_a_seat_may_read_does_reach_its_picture(as_: Browser, db: None) -> None:
    """The test above can fail: a player's own picture is another than the public's."""
    scene = played("toy", 0)
    browser = as_(scene.players[0])
    own = picture(browser, scene, "?as=0").content
    assert own != picture(browser, scene, "?as=public").content


@pytest.mark.parametrize("kind", KINDS)
def test_pictures_have_the_permissions_of_the_replay(
    kind: str, scene: Scene, mira: User, other: User, as_: Browser
) -> None:
    def answers(user: User | None) -> list[int]:
        browser = as_(user)
        audiences = ("public", "0", "1", "all")
        return [picture(browser, scene, f"?as={one}", kind=kind).status_code for one in audiences]

    assert answers(mira) == [200, 200, 403, 403]
    assert answers(other) == answers(None) == [200, 403, 403, 403]
    assert picture(as_(None), scene, "?at=9", kind=kind).status_code == 404
    scene.until_vote().to_the_end()
    assert answers(mira) == answers(None) == [200, 200, 200, 200]


def test_a_match_by_invitation_has_no_picture_for_others(
    mira: User, tobias: User, ines: User, as_: Browser
) -> None:
    scene = dealt(mira, tobias, ines, public=False)
    for kind in KINDS:
        assert picture(as_(None), scene, kind=kind).status_code == 404
        assert picture(as_(mira), scene, kind=kind).status_code == 200


def test_no_shared_cache_keeps_a_picture_of_a_match_by_invitation(
    mira: User, tobias: User, ines: User, as_: Browser
) -> None:
    scene = dealt(mira, tobias, ines, public=False)
    kept = picture(as_(mira), scene, "?at=0&as=public")["Cache-Control"]
    assert "private" in kept
    assert "public" not in kept


@pytest.mark.parametrize("page", ["replay?at=0&as=0", ""])
def test_a_shared_link_shows_the_public_board(
    page: str, scene: Scene, mira: User, as_: Browser
) -> None:
    html = as_(mira).get(f"/m/{scene.id}/{page}").content.decode()
    card = dict(re.findall(r'property="og:([\w:]+)" content="([^"]*)"', html))
    assert card["image"] == f"http://testserver/m/{scene.id}/picture.png?at=0&amp;as=public"
    assert card["image:type"] == "image/png"
    shown = as_(None).get(card["image"].replace("&amp;", "&"))
    assert size_of(shown.content) == (int(card["image:width"]), int(card["image:height"]))


@pytest.mark.parametrize("kind", KINDS)
def test_a_picture_is_drawn_once_and_then_known_by_its_tag(
    kind: str, scene: Scene, mira: User, as_: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = picture(as_(None), scene, "?at=0&as=public", kind=kind)
    assert first["Cache-Control"] == "public, max-age=3600"
    monkeypatch.setattr(raster, "drawn", None)  # whoever asks it to draw again, fails
    assert picture(as_(None), scene, "?at=0&as=public", kind=kind).content == first.content
    tag = {"If-None-Match": first["ETag"]}
    known = picture(as_(None), scene, "?at=0&as=public", kind=kind, **tag)
    assert (known.status_code, known.content) == (304, b"")
    assert picture(as_(None), scene, "?at=0&as=0", kind=kind, **tag).status_code == 403


@pytest.mark.parametrize("kind", KINDS)
def test_what_one_seat_saw_stays_in_its_own_browser(
    kind: str, scene: Scene, mira: User, as_: Browser
) -> None:
    for query in ("?at=0&as=0", "?as=public", ""):
        answer = picture(as_(mira), scene, query, kind=kind)
        assert answer["Cache-Control"] == "private, max-age=60"
        assert "Cookie" in answer["Vary"]


# Drawing is bounded, and stands in nobody's way


@pytest.mark.parametrize(
    "svg",
    ["", "no drawing", "<p/>", "<svg xmlns='http://www.w3.org/2000/svg'>" + " " * 1_000_000],
)
def test_what_cannot_be_drawn_is_said_so(svg: str) -> None:
    with pytest.raises(raster.NotDrawn):
        raster.drawn(svg, fonts=[])


def test_a_drawing_that_takes_too_long_is_given_up(
    scene: Scene, as_: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    def takes_too_long(*_args: object) -> None:
        raise NotDone

    forget_everything()
    monkeypatch.setattr(raster.DESK, "do", takes_too_long)
    answer = picture(as_(None), scene, kind="png")
    assert answer.status_code == 503
    assert answer["Retry-After"] == "10"
    assert "no-store" in answer["Cache-Control"]


def test_others_go_on_while_a_picture_is_drawn(scene: Scene, as_: Browser) -> None:
    """The native code holds the interpreter: in this process everything would stand still."""
    svg = picture(as_(None), scene).content.decode()
    assert raster.drawn(svg, fonts=[]).startswith(b"\x89PNG")
    assert "resvg_py" not in sys.modules


# The parts


def test_names_become_values_by_day(monkeypatch: pytest.MonkeyPatch) -> None:
    sheet = """
    /* { } */
    :root { --a: var(--b); --b: #123456 }
    .title-x { --c: rgb(255 110 50 / .5); --f: light-dark(var(--b), black); }
    @media (prefers-color-scheme: dark) { :root { --b: black } .p { fill: red } }
    .p, .q { fill: var(--a); margin: 3px } .s { opacity: .5 !important } .p:hover { fill: red } .r { margin: 0 }
    """
    monkeypatch.setattr(styles, "static_text", lambda path: sheet if "tokens" in path else "")
    styles.rules.cache_clear()
    styles._tones.cache_clear()
    try:
        assert styles.rules("x").splitlines() == [
            ".p, .q { fill: #123456 }",
            ".s { opacity: .5 !important }",
        ]
        said = styles.resolved("var(--c) var(--d, #eeeeee) var(--e) var(--f)", "x")
        assert said == "#ff6e3280 #eeeeee none #123456"
    finally:
        styles.rules.cache_clear()
        styles._tones.cache_clear()


def test_a_name_is_never_markup(mira: User, tobias: User, ines: User, as_: Browser) -> None:
    scene = dealt(mira, tobias, ines, name="<script>alert(1)</script>")
    assert "<script" not in picture(as_(None), scene).content.decode()


@pytest.mark.parametrize("slug", sorted(titles()))
def test_what_is_named_on_a_picture_is_named_on_the_page_too(
    slug: str, as_: Browser, db: None
) -> None:
    """A board is drawn by the partials of the page, so that nothing is drawn in two ways."""
    scene = played(slug, 20)
    page = as_(None).get(f"/m/{scene.id}/replay?as=public&at={scene.number}").content.decode()
    svg = picture(as_(None), scene).content.decode()
    board = svg.partition("</defs>")[2]
    named = re.findall(r"<title>(.+?)</title>", board) + re.findall(r'aria-label="(.+?)"', board)
    assert named
    assert [name for name in named if name not in page] == []


def test_a_title_that_draws_no_board_is_shown_as_on_the_command_line(
    scene: Scene, as_: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = PlainPresenter(titles()["toy"])
    monkeypatch.setattr(pictures, "presenter_of", lambda slug: plain)
    svg = picture(as_(None), scene).content.decode()
    lines = re.findall(r'<text class="plain-text"[^>]*>(.*?)</text>', svg)
    assert lines[0].startswith("round 1: ")


def test_a_picture_holds_the_symbols_that_it_uses_and_no_other(as_: Browser, db: None) -> None:
    for slug in sorted(titles()):
        svg = picture(as_(None), played(slug, 20)).content.decode()
        held = re.findall(r'<symbol[^>]* id="([^"]+)"', svg)
        assert len(held) == len(set(held))
        assert set(held) == set(re.findall(r'<use[^>]* href="#([^"]+)"', svg))


def test_symbols_of_two_sprites_with_one_name_are_kept_apart(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sprite = """<svg xmlns="http://www.w3.org/2000/svg">
    <symbol id="eye" viewBox="0 0 1 1"><path fill="{fill}"/></symbol><symbol id="no"/></svg>"""
    fills = {"x/sprite.svg": "red", "img/sprite.svg": "var(--unheard-of, blue)"}
    texts = {path: sprite.format(fill=fill) for path, fill in fills.items()}
    monkeypatch.setattr(styles, "static_text", lambda path: texts.get(path, ""))
    symbols._symbols.cache_clear()
    styles._tones.cache_clear()
    try:
        drawing = "".join(f'<use href="{static(path)}#eye"/>' for path in texts)
        held, own = symbols.embedded_symbols(drawing, "x")
    finally:
        symbols._symbols.cache_clear()
        styles._tones.cache_clear()
    assert own == '<use href="#x-eye"/><use href="#img-eye"/>'
    assert held == (
        '<symbol id="x-eye" viewBox="0 0 1 1"><path fill="red" /></symbol>'
        '<symbol id="img-eye" viewBox="0 0 1 1"><path fill="blue" /></symbol>'
    )
