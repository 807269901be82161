"""What goes over the wire is packed, and says so truly; and it is nobody's oracle."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path
from typing import Any

import brotli
import pytest
from channels.testing import HttpCommunicator
from django.conf import settings
from django.core.management import call_command
from django.http import HttpRequest, HttpResponse
from django.templatetags.static import static
from django.test import Client, RequestFactory
from pytest_django import Settings

from accounts.models import User
from config.asgi import application
from config.packing import PackingMiddleware
from config.static import COMMENT
from tests.web.factories import Scene

Browser = Callable[[User | None], Client]
UNPACKED: dict[str, str] = {}
PACKED = {"Accept-Encoding": "gzip, deflate, br"}
UNPACK = {"gzip": gzip.decompress, "br": brotli.decompress}
FROM_OUR_PAGE = PACKED | {"Sec-Fetch-Site": "same-origin"}
FROM_ELSEWHERE = PACKED | {"Sec-Fetch-Site": "cross-site"}


def varies_by(answer: Any) -> set[str]:
    return {name.strip() for name in answer.get("Vary", "").split(",")}


def is_packed(answer: Any) -> bool:
    assert "Accept-Encoding" in varies_by(answer)
    return bool(answer.get("Content-Encoding") == "gzip")


# Pages and what is fetched beside them


def test_a_page_is_sent_packed_to_who_asks_for_it(scene: Scene, as_: Browser) -> None:
    browser = as_(scene.players[0])
    for address in (f"/m/{scene.id}/", f"/m/{scene.id}/file", f"/m/{scene.id}/replay", "/tables/"):
        plain, packed = browser.get(address), browser.get(address, headers=PACKED)
        assert not is_packed(plain)
        assert is_packed(packed), address
        assert packed["Content-Length"] == str(len(packed.content))
        assert len(packed.content) < len(plain.content) * 0.8
        assert gzip.decompress(packed.content)[:15] == plain.content[:15]


def test_a_move_is_answered_packed(scene: Scene, as_: Browser) -> None:
    answer = as_(scene.players[0]).post(
        f"/m/{scene.id}/move",
        {"number": 0, "action": '{"do":"pass"}'},
        headers=FROM_OUR_PAGE | {"HX-Request": "true"},
    )
    assert is_packed(answer)
    assert b'id="table"' in gzip.decompress(answer.content)


def test_a_drawing_is_packed_and_what_is_dense_already_is_not(scene: Scene, as_: Browser) -> None:
    browser = as_(None)
    picture = f"/m/{scene.id}/picture"
    assert is_packed(browser.get(f"{picture}.svg", headers=PACKED))
    assert "Content-Encoding" not in browser.get(f"{picture}.png", headers=PACKED)
    assert "Content-Encoding" not in browser.get("/alive/", headers=PACKED)


def test_the_length_of_the_same_page_is_not_the_same(client: Client, db: None) -> None:
    lengths = {len(client.get("/about/", headers=PACKED).content) for _ in range(20)}
    assert len(lengths) > 5


# Nobody's oracle


@pytest.mark.parametrize(
    ("told", "expected"),
    [("same-origin", True), ("none", True), ("same-site", False), ("cross-site", False),
     ("", False), ("x", False), (None, False)],
)  # fmt: skip
def test_what_another_site_may_have_asked_in_a_players_name_is_sent_as_it_is(
    told: str | None, expected: bool, scene: Scene, as_: Browser
) -> None:
    headers = PACKED if told is None else PACKED | {"Sec-Fetch-Site": told}
    page = as_(scene.players[0]).get(f"/m/{scene.id}/", headers=headers, secure=True)
    assert page.status_code == 200
    assert is_packed(page) == expected


def test_the_staffs_pages_are_treated_alike(staff: User, as_: Browser) -> None:
    lists = "/admin/accounts/user/?q=somebody"
    assert is_packed(as_(staff).get(lists, headers=FROM_OUR_PAGE, secure=True))
    assert not is_packed(as_(staff).get(lists, headers=FROM_ELSEWHERE, secure=True))


def test_a_stranger_is_sent_it_packed_wherever_the_link_was(scene: Scene, as_: Browser) -> None:
    for headers in (PACKED, FROM_ELSEWHERE):
        assert is_packed(as_(None).get(f"/m/{scene.id}/", headers=headers, secure=True))


def test_without_tls_a_browser_does_not_say_and_need_not(scene: Scene, as_: Browser) -> None:
    browser = as_(scene.players[0])
    assert is_packed(browser.get(f"/m/{scene.id}/", headers=PACKED))
    assert not is_packed(browser.get(f"/m/{scene.id}/", headers=FROM_ELSEWHERE))


# Caches


def test_a_drawing_that_is_known_already_is_confirmed_as_what_it_was(
    scene: Scene, as_: Browser
) -> None:
    browser, address = as_(None), f"/m/{scene.id}/picture.svg?at=0"
    for headers in (UNPACKED, PACKED):
        first = browser.get(address, headers=headers)
        again = browser.get(address, headers=headers | {"If-None-Match": first["ETag"]})
        assert again.status_code == 304
        assert again.content == b""
        assert "Content-Encoding" not in again
        for name in ("ETag", "Cache-Control"):
            assert again[name] == first[name]
        assert varies_by(again) == varies_by(first)
        assert first["ETag"].startswith("W/") == (headers is PACKED)


@pytest.mark.parametrize("address", ["/about/", "/static/css/shell.css"])
def test_a_head_says_what_a_packed_answer_would_and_no_length(
    address: str, client: Client, db: None
) -> None:
    got, asked = client.get(address, headers=PACKED), client.head(address, headers=PACKED)
    assert got["Content-Encoding"] == "gzip"
    assert asked.status_code == 200
    assert "Content-Length" not in asked
    assert varies_by(asked) == varies_by(got)
    assert asked.get("ETag") == got.get("ETag")
    assert "Content-Length" in client.head(address)
    got.close()


def test_a_part_of_an_answer_is_not_packed() -> None:
    def part(_request: HttpRequest) -> HttpResponse:
        return HttpResponse(b"x" * 1000, status=206, headers={"Content-Range": "bytes 0-999/9999"})

    answer: Any = PackingMiddleware(part)(RequestFactory(headers=PACKED).get("/"))
    assert "Content-Encoding" not in answer
    assert len(answer.content) == 1000


# Static files


@pytest.fixture(params=["debugging", "collected", "from the tree"])
def served(request: pytest.FixtureRequest, settings: Settings, tmp_path: Path, db: None) -> str:
    settings.STATIC_ROOT = tmp_path / "collected"
    settings.STATIC_ROOT.mkdir()
    if request.param != "debugging":
        settings.WHITENOISE_AUTOREFRESH = False
        settings.STORAGES = settings.STORAGES | {
            "staticfiles": {"BACKEND": "config.static.CollectedFilesStorage"}
        }
    if request.param == "collected":
        call_command("collectstatic", interactive=False, verbosity=0)
    return str(request.param)


def test_static_files_are_packed_however_they_are_served(served: str) -> None:
    browser = Client()
    for name, is_text in (("css/shell.css", True), ("js/adit.js", True), ("img/sprite.svg", True),
                          ("fonts/fraunces-latin.woff2", False)):  # fmt: skip
        address = static(name)
        assert address.endswith(name) == (served != "collected")
        plain, answer = browser.get(address), browser.get(address, headers=PACKED)
        sent, whole = answer.getvalue(), plain.getvalue()
        written = (settings.BASE_DIR / "static" / name).read_bytes()
        is_bare = served == "collected" and name.endswith(".css")  # without its comments
        assert whole == (COMMENT.sub(b"", written) if is_bare else written)
        if is_text:
            way = "br" if served == "collected" else "gzip"
            assert answer["Content-Encoding"] == way, (served, name)
            assert UNPACK[way](sent) == whole
            assert len(sent) < len(whole) * 0.6
        else:
            assert "Content-Encoding" not in answer
            assert sent == whole


def test_a_packed_static_file_is_known_again(served: str) -> None:
    browser, address = Client(), static("js/adit.js")
    first = browser.get(address, headers=PACKED)
    first.close()
    again = browser.get(address, headers=PACKED | {"If-None-Match": first["ETag"]})
    assert again.status_code == 304, served
    assert again.getvalue() == b""
    assert again["ETag"] == first["ETag"]
    assert varies_by(again) == varies_by(first)


@pytest.mark.asyncio
@pytest.mark.django_db(transaction=True)
async def test_through_asgi_a_static_file_is_packed_whole() -> None:
    headers = [(b"host", b"localhost"), (b"accept-encoding", b"gzip")]
    asked = HttpCommunicator(application, "GET", "/static/js/adit.js", headers=headers)
    answer = await asked.get_response(timeout=60)
    await asked.wait(timeout=60)
    told = dict(answer["headers"])
    assert told[b"Content-Encoding"] == b"gzip"
    assert told[b"Content-Length"] == str(len(answer["body"])).encode()
    assert b'"use strict"' in gzip.decompress(answer["body"])
