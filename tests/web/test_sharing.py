"""Strangers' pages may be kept by caches; and nobody is ever given what was made for another.

A shared cache, as HTTP describes it, stands before the site. Everybody asks through it for every
page, in every order that matters, and gets what the site itself would have answered.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.contrib.messages import constants
from django.contrib.messages.storage.cookie import CookieStorage
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.test import Client, RequestFactory
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils.translation.trans_real import DjangoTranslation
from pytest_django import Settings

from accounts import languages
from accounts.models import User
from games.pages.sharing import shared_by_strangers
from tests.web.factories import Scene, dealt, gathered
from tests.web.test_access import visible

Browser = Callable[[User | None], Client]
SHARED = {"home", "rules", "title", "about", "manners"}
ADDRESSES = ["/", "/t/", "/t/toy/", "/t/toy/?x=1", "/about/", "/manners/"]
PACKED = {"Accept-Encoding": "gzip", "Sec-Fetch-Site": "same-origin"}


@pytest.fixture(autouse=True)
def _german(settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A site in two languages: it offers German, and every text of it says so."""
    catalogue = tmp_path / "de" / "LC_MESSAGES" / "django.mo"
    catalogue.parent.mkdir(parents=True)
    catalogue.write_bytes(struct.pack("7I", 0x950412DE, 0, 0, 28, 28, 0, 28))
    settings.LOCALE_PATHS = [tmp_path]

    def gettext(self: Any, message: str) -> str:
        return f"{message}·de" if self.language() == "de" and message else message

    monkeypatch.setattr(DjangoTranslation, "gettext", gettext)
    languages.choices.cache_clear()
    yield
    languages.choices.cache_clear()


@pytest.fixture
def tables(mira: User, tobias: User, ines: User) -> dict[str, Scene]:
    """Open tables and matches, for everybody and by invitation."""
    return {
        "open table": gathered(mira, size=3, name="Anyone's table"),
        "secret table": gathered(mira, size=3, name="Hidden table", public=False),
        "open match": dealt(mira, tobias, ines, name="Anyone's match"),
        "secret match": dealt(mira, tobias, ines, name="Hidden match", public=False),
    }


@pytest.fixture
def visitors(as_: Browser, mira: User, other: User, staff: User) -> dict[str, Client]:
    """Everybody who is shown something else, and those who look like strangers and are none."""
    told, chosen, marked = as_(None), as_(None), as_(None)
    chosen.cookies["django_language"] = "de"
    marked.cookies["csrftoken"] = "x" * 32
    storage, answer = CookieStorage(RequestFactory().get("/")), HttpResponse()
    storage.add(constants.SUCCESS, "You are logged out, mira.")
    storage.update(answer)
    told.cookies.load(answer.cookies)
    return {
        "stranger": as_(None), "chose German": chosen, "has a token": marked,
        "told something": told, "mira": as_(mira), "other": as_(other), "staff": as_(staff),
    }  # fmt: skip


class Cache:
    """A shared cache that trusts what it is told: RFC 9111, as far as it concerns us."""

    def __init__(self) -> None:
        self.kept: dict[str, list[tuple[dict[str, str], Any]]] = {}
        self.hits = 0

    def get(self, browser: Client, address: str, headers: dict[str, str]) -> Any:
        cookie = "; ".join(f"{name}={morsel.value}" for name, morsel in browser.cookies.items())
        asked = {"cookie": cookie} | {name.lower(): value for name, value in headers.items()}
        for chosen, answer in self.kept.get(address, []):
            if all(asked.get(name, "") == value for name, value in chosen.items()):
                self.hits += 1
                return answer
        answer = browser.get(address, headers=headers)
        if "public" in answer.get("Cache-Control", ""):
            assert not answer.cookies
            varies = [name.strip().lower() for name in answer.get("Vary", "").split(",")]
            chosen = {name: asked.get(name, "") for name in varies}
            self.kept.setdefault(address, []).append((chosen, answer))
        return answer


def shown(answer: Any) -> tuple[int, str, list[str]]:
    return answer.status_code, answer.get("Location", ""), visible(answer.content.decode())


# Who is given what


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.usefixtures("tables")
def test_through_a_cache_everybody_is_shown_what_is_meant_for_them(
    address: str, visitors: dict[str, Client]
) -> None:
    """Whoever came before. Each has a new browser with the cookies of the first."""

    def browser(who: str) -> Client:
        anew = Client()
        anew.cookies.load({name: kept.value for name, kept in visitors[who].cookies.items()})
        return anew

    everybody = [(who, {"Accept-Language": code}) for code in ("en", "de") for who in visitors]
    alone = [shown(browser(who).get(address, headers=headers)) for who, headers in everybody]
    expected = list(zip(everybody, alone, strict=True))
    for order in (expected, expected[::-1]):
        cache = Cache()
        for (who, headers), page in [*order, *order]:
            assert shown(cache.get(browser(who), address, headers)) == page, who
        # Who is nobody, in two languages: a stranger, one with a language and one with a token.
        assert cache.hits == 6


def test_the_cache_of_these_tests_would_give_away_what_is_not_told_apart(
    mira: User, as_: Browser
) -> None:
    """So that the test above can fail."""
    cache = Cache()
    answer = as_(None).get("/t/toy/")
    answer["Vary"] = "Accept-Language"
    cache.kept["/t/toy/"] = [({"accept-language": "en"}, answer)]
    got = cache.get(as_(mira), "/t/toy/", {"Accept-Language": "en"})
    assert shown(got) != shown(as_(mira).get("/t/toy/", headers={"Accept-Language": "en"}))


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.usefixtures("tables")
def test_only_whoever_is_nobody_shares_with_others(
    address: str, visitors: dict[str, Client]
) -> None:
    for who, browser in visitors.items():
        answer = browser.get(address)
        told = answer["Cache-Control"]
        if who in ("stranger", "chose German", "has a token"):
            assert told == "public, max-age=60", who
            assert "ETag" in answer
            assert not answer.cookies
            assert "csrfmiddlewaretoken" not in answer.content.decode()
        else:
            assert "private" in told, who
            assert "public" not in told
            assert "ETag" not in answer
        assert {"Cookie", "Accept-Language"} <= set(re.split(r",\s*", answer["Vary"]))


def test_a_page_with_a_forms_token_in_it_is_not_shared() -> None:
    @shared_by_strangers
    def with_a_form(request: HttpRequest) -> HttpResponse:
        return HttpResponse(get_token(request))

    answer = with_a_form(RequestFactory().get("/"))
    assert answer["Cache-Control"] == "private, no-cache"


# What is never shared


def addresses(scene: Scene) -> Iterator[tuple[str, str]]:
    """Name and address of everything that can be asked for, about this match and without one."""

    def walked(resolver: URLResolver) -> Iterator[URLPattern]:
        for part in resolver.url_patterns:
            if isinstance(part, URLPattern):
                yield part
            elif "admin" not in str(part.pattern):
                yield from walked(part)

    known = {"match_id": scene.id, "slug": "toy", "name": "mira"}
    for pattern in walked(get_resolver()):
        needed = pattern.pattern.converters
        is_known = set(needed) <= set(known) and pattern.pattern.regex.groups == len(needed)
        if (name := pattern.name) and is_known:
            given = {key: "fairness" if name == "document" else known[key] for key in needed}
            yield name, reverse(name, kwargs=given)


@pytest.mark.parametrize("which", ["secret match", "secret table", "open match"])
def test_nothing_of_a_match_by_invitation_is_for_everyones_cache(
    which: str, tables: dict[str, Scene], visitors: dict[str, Client]
) -> None:
    """Of any page of the site, asked for by anybody."""
    shared = set()
    for name, address in addresses(tables[which]):
        for who in ("stranger", "mira", "other", "staff"):
            answer = visitors[who].get(address)
            if "public" in answer.get("Cache-Control", ""):
                shared.add(name)
                assert who == "stranger"
                content = answer.content.decode()
                assert "Hidden" not in content
                assert not [key for key in ("secret match", "secret table")
                            if tables[key].id in content]  # fmt: skip
    assert shared == SHARED


def test_a_public_table_is_on_the_page_that_is_shared(
    tables: dict[str, Scene], visitors: dict[str, Client]
) -> None:
    """So that the test above can fail."""
    page = visitors["stranger"].get("/t/toy/").content.decode()
    assert tables["open table"].id in page
    assert tables["open match"].id in page


# Validators


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize("packed", [{}, PACKED])
def test_what_is_still_the_same_is_not_sent_again(
    packed: dict[str, str], address: str, client: Client, db: None
) -> None:
    first = client.get(address, headers=packed)
    again = client.get(address, headers=packed | {"If-None-Match": first["ETag"]})
    assert again.status_code == 304
    assert again.content == b""
    assert first["ETag"].startswith("W/") == bool(packed)
    for name in ("ETag", "Cache-Control", "Vary"):
        assert again[name] == first[name]
    assert not again.cookies


def test_what_has_changed_is_sent(client: Client, mira: User) -> None:
    known = {"If-None-Match": client.get("/t/toy/")["ETag"]}
    assert client.get("/t/toy/", headers=known).status_code == 304
    gathered(mira, size=3)
    assert client.get("/t/toy/", headers=known).status_code == 200
    assert client.get("/t/toy/", headers=known | {"Accept-Language": "de"}).status_code == 200


def test_who_is_logged_in_is_never_told_that_nothing_changed(
    client: Client, mira: User, as_: Browser
) -> None:
    known = {"If-None-Match": client.get("/t/toy/")["ETag"]}
    assert as_(mira).get("/t/toy/", headers=known).status_code == 200
    assert as_(mira).get("/t/toy/", headers={"If-None-Match": "*"}).status_code == 200
