"""What a browser is told, and what the pages themselves keep to."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable

import pytest
from django.conf import settings
from django.test import Client

from accounts.models import User
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
    people = [UserFactory() for _ in range(titles()[slug].seats[0])]
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
