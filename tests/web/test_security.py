"""What a browser is told, and what the pages themselves keep to."""

from __future__ import annotations

import logging
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from types import FunctionType
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from accounts.models import User
from config.reports import Formatter, Reporter
from games.engine import titles
from tests.web.factories import Scene, UserFactory, dealt, gathered

Browser = Callable[[User | None], Client]


def pages_of(scene: Scene, table: Scene) -> list[str]:
    lists = ["/tables/", "/new/", "/play/", "/u/mira/", "/account/"]
    per_title = [f"/{part}/{slug}/" for slug in titles() for part in ("t", "new")]
    return [*lists, *per_title, f"/m/{scene.id}/", f"/m/{scene.id}/log", f"/m/{table.id}/"]


def inline_code(page: str) -> list[str]:
    """Scripts and styles that stand in the page, which the policy would not let run."""
    scripts = re.findall(r"<script(?![^>]*\bsrc=)[^>]*>", page)
    handlers = re.findall(r"<[^>]+\s(?:on[a-z]+|style|hx-on[^=]*)=", page)
    return [*scripts, *handlers, *re.findall(r"<style", page), *re.findall(r"javascript:", page)]


def test_no_page_has_a_script_or_a_style_in_it(scene: Scene, mira: User, as_: Browser) -> None:
    table = gathered(mira, size=3)
    for address in pages_of(scene, table):
        answer = as_(mira).get(address)
        assert answer.status_code == 200, address
        assert inline_code(answer.content.decode()) == [], address


@pytest.mark.parametrize("slug", sorted(titles()))
def test_no_table_has_a_script_or_a_style_in_it(slug: str, as_: Browser, db: None) -> None:
    people = [UserFactory.create() for _ in range(titles()[slug].seats[0])]
    scene = dealt(*people, title=slug)
    for visitor in (*people, None):
        assert inline_code(as_(visitor).get(f"/m/{scene.id}/").content.decode()) == []


def test_inline_code_is_seen() -> None:
    page = '<script>x</script><a onclick="x"><p style="x"><style><script src="fine.js">'
    assert len(inline_code(page)) == 4


def test_every_page_carries_the_policy(scene: Scene, as_: Browser) -> None:
    answer = as_(None).get(f"/m/{scene.id}/")
    policy = answer["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert answer["X-Frame-Options"] == "DENY"


def test_a_match_page_is_not_kept_by_caches(scene: Scene, as_: Browser) -> None:
    answer = as_(scene.players[0]).get(f"/m/{scene.id}/")
    assert "no-store" in answer["Cache-Control"]


def in_earnest(*command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command of a site without debugging."""
    titles_of_tests = os.environ["ADIT_TITLES"]
    variables = {
        "DEBUG": "off",
        "SECRET_KEY": "".join(map(chr, range(40, 110))),
        "ADIT_TITLES": titles_of_tests,
    }
    return subprocess.run(
        [sys.executable, *command],
        cwd=settings.BASE_DIR,
        env={"PATH": os.environ["PATH"], **variables, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_site_without_debugging_passes_djangos_own_checks_for_deployment() -> None:
    checked = in_earnest("manage.py", "check", "--deploy", "--fail-level", "WARNING")
    assert checked.returncode == 0, checked.stderr


@pytest.mark.parametrize(
    ("https", "expected"), [("on", "True True 31536000"), ("off", "False False 0")]
)
def test_https_is_on_unless_switched_off(https: str, expected: str) -> None:
    show = (
        "from config import settings as s;"
        "print(s.SESSION_COOKIE_SECURE, s.SECURE_SSL_REDIRECT, s.SECURE_HSTS_SECONDS)"
    )
    assert in_earnest("-c", show, HTTPS=https).stdout.strip() == expected


def test_the_header_of_a_proxy_is_trusted_only_when_there_is_one() -> None:
    show = "from config import settings as s; print(hasattr(s, 'SECURE_PROXY_SSL_HEADER'))"
    assert in_earnest("-c", show).stdout.strip() == "False"
    assert in_earnest("-c", show, TRUSTED_PROXIES="1").stdout.strip() == "True"


# When something breaks


def stumble(*_args: object) -> None:
    held = "enin der"[::-1]  # backwards, because a traceback quotes the code
    try:
        raise LookupError("ruof eulb"[::-1])
    except LookupError:
        raise KeyError("owt neerg"[::-1], held) from None


@pytest.fixture
def broken(scene: Scene) -> Iterator[Scene]:
    """A match whose title stumbles over a card, in a module of its own."""
    title = titles()[scene.match.title]
    decide, module = title.decide, {"__name__": "games.titles.toy.rules"}
    object.__setattr__(title, "decide", FunctionType(stumble.__code__, module))
    yield scene
    object.__setattr__(title, "decide", decide)


CARDS = ("red nine", "blue four", "green two")


@pytest.mark.parametrize("debug", [True, False])
def test_no_page_of_an_error_shows_what_the_rules_stumbled_over(
    broken: Scene, as_: Browser, settings: Any, debug: bool
) -> None:
    settings.DEBUG = debug
    browser = as_(broken.players[0])
    browser.raise_request_exception = False
    move = {"number": 0, "action": '{"do": "pass"}'}
    answer = browser.post(f"/m/{broken.id}/move", move)
    page = answer.content.decode()
    assert answer.status_code == 500
    assert ("KeyError" in page) == debug  # the page of one who debugs says where
    assert not [card for card in CARDS if card in page]
    assert bytes(broken.match.secret).hex() not in page
    assert "_Held(" not in page


def test_no_log_of_an_error_says_what_the_rules_stumbled_over(broken: Scene) -> None:
    formatter = Formatter("%(message)s")
    for fails, is_told in ((lambda: broken.act(0, do="pass"), False), (lambda: int("nine"), True)):
        try:
            fails()
        except (KeyError, ValueError):
            record = logging.LogRecord("x", logging.ERROR, "", 0, "broken", (), sys.exc_info())
        told = formatter.format(record)
        assert "Traceback" in told
        assert not [card for card in CARDS if card in told]
        assert ("literal for int() with base 10: 'nine'" in told) == is_told
        assert ("KeyError" in told) != is_told


def test_a_cause_out_of_the_rules_is_not_quoted_either(broken: Scene) -> None:
    try:
        try:
            broken.act(0, do="pass")
        except KeyError as error:
            raise RuntimeError("while playing") from error
    except RuntimeError as error:
        report = Reporter(None, type(error), error, error.__traceback__)
        record = logging.LogRecord("x", logging.ERROR, "", 0, "broken", (), sys.exc_info())
    told = [report.get_traceback_html(), report.get_traceback_text(), Formatter().format(record)]
    for text in told:
        assert "while playing" in text
        assert "KeyError" in text
        assert not [card for card in CARDS if card in text]


def test_the_site_reports_in_this_way() -> None:
    assert settings.DEFAULT_EXCEPTION_REPORTER == "config.reports.Reporter"
    formatters: Any = settings.LOGGING["formatters"]
    assert formatters["plain"]["()"] == "config.reports.Formatter"
    assert [type(handler).__name__ for handler in logging.getLogger("django").handlers] == []
