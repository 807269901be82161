"""Nobody puts the site up by mistake with debugging on, a known key or pages without styles."""

from __future__ import annotations

import os
import re
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from asgiref.typing import ASGIReceiveCallable, ASGISendCallable, Scope
from channels.testing import HttpCommunicator
from django.core.management import CommandError, call_command
from django.test import Client
from pytest_django import Settings

from config.settings import BASE_DIR, key_of_this_checkout, site_url
from config.this_machine import this_machine_only
from games.management.this_machine import is_this_machine

LONG = "".join(map(chr, range(40, 110)))


def run(*command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *command],
        cwd=BASE_DIR,
        env={"PATH": os.environ["PATH"], **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


# Debugging

WAYS_IN = {
    "serve": ("manage.py", "serve", "--port", "1"),
    "work": ("manage.py", "work"),
    "another's server": ("-c", "import config.asgi"),
}


@pytest.mark.parametrize("way", WAYS_IN)
def test_a_site_that_is_allowed_for_others_does_not_start_with_debugging(way: str) -> None:
    done = run(*WAYS_IN[way], ALLOWED_HOSTS="games.example.org", SECRET_KEY=LONG)
    assert done.returncode != 0
    assert "DEBUG=off" in done.stderr


@pytest.mark.parametrize("hosts", ["localhost,192.168.1.7", "*", ".lan"])
def test_nor_when_debugging_is_asked_for(hosts: str) -> None:
    done = run("-c", "import config.settings", ALLOWED_HOSTS=hosts, DEBUG="on", SECRET_KEY=LONG)
    assert "DEBUG=off" in done.stderr


@pytest.mark.parametrize("hosts", ["", "localhost", "127.0.0.1,[::1],localhost"])
def test_on_this_machine_debugging_is_allowed(hosts: str) -> None:
    done = run("-c", "from config.settings import DEBUG; print(DEBUG)", ALLOWED_HOSTS=hosts)
    assert done.stdout == "True\n", done.stderr


@pytest.mark.parametrize("bind", ["0.0.0.0", "192.0.2.7", "::", "example.org", ""])
def test_serve_is_not_bound_to_other_addresses_while_debugging(
    bind: str, settings: Settings
) -> None:
    settings.DEBUG = True
    with pytest.raises(CommandError, match="DEBUG=off"):
        call_command("serve", bind=bind, port=1)


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("127.0.0.1", True), ("127.8.9.1", True), ("::1", True), ("[::1]", True),
        ("localhost", True), ("::ffff:127.0.0.1", True),
        ("0.0.0.0", False), ("::", False), ("10.0.0.1", False), ("", False),
        ("localhost.example.org", False), ("*", False), (".localhost", False),
    ],
)  # fmt: skip
def test_which_addresses_are_this_machine(address: str, expected: bool) -> None:
    assert is_this_machine(address) is expected


async def _answer(scope: Scope, _receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": [], "trailers": False})
    await send({"type": "http.response.body", "body": b"the site", "more_body": False})


@pytest.mark.asyncio
@pytest.mark.parametrize(("client", "status"), [("127.0.0.1", 200), ("192.0.2.7", 403)])
async def test_another_servers_visitors_from_elsewhere_are_refused_while_debugging(
    client: str, status: int
) -> None:
    """Whatever it is bound to: we are told of each visitor, and of nothing before."""
    asked = HttpCommunicator(this_machine_only(_answer), "GET", "/")
    asked.scope["client"] = (client, 40000)
    answer: Any = await asked.get_response()
    assert answer["status"] == status
    assert status == 200 or b"DEBUG=off" in answer["body"]


# The key


def test_each_checkout_makes_a_key_of_its_own_and_keeps_it(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    with ThreadPoolExecutor(8) as several:
        keys = set(several.map(key_of_this_checkout, [here] * 8))
    assert len(keys) == 1
    assert {key_of_this_checkout(here)} == keys != {key_of_this_checkout(there)}
    assert len(keys.pop()) >= 50
    assert stat.S_IMODE(here.stat().st_mode) == 0o600


def test_where_nothing_can_be_written_there_is_a_key_all_the_same(tmp_path: Path) -> None:
    file = tmp_path / "missing" / "key"
    assert len(key_of_this_checkout(file)) >= 50


def test_the_key_of_this_checkout_is_never_committed() -> None:
    ignored = subprocess.run(
        ["git", "check-ignore", ".secret-key"], cwd=BASE_DIR, capture_output=True, check=False
    )
    assert ignored.returncode == 0
    assert "only-for-this-machine" not in (BASE_DIR / "config" / "settings.py").read_text()


# The address in letters


@pytest.mark.parametrize(
    ("hosts", "https", "expected"),
    [
        (["games.example.org", "www.example.org"], True, "https://games.example.org"),
        (["games.example.org"], False, "http://games.example.org"),
        (["127.0.0.1", "localhost"], False, "http://127.0.0.1:8000"),
        (["*"], True, ""),
        ([".example.org"], True, ""),
    ],
)
def test_the_sites_address_follows_from_its_hosts(
    hosts: list[str], https: bool, expected: str
) -> None:
    assert site_url(hosts, https=https) == expected


def test_where_it_does_not_follow_it_must_be_named() -> None:
    environment = {"DEBUG": "off", "SECRET_KEY": LONG, "ALLOWED_HOSTS": ".example.org"}
    show = ("-c", "from config.settings import SITE_URL; print(SITE_URL)")
    assert "SITE_URL must be set" in run(*show, **environment).stderr
    named = run(*show, **environment, SITE_URL="https://games.example.org/")
    assert named.stdout == "https://games.example.org\n"
    assert "SITE_URL is" in run(*show, **environment, SITE_URL="games.example.org").stderr


# Static files


@pytest.fixture
def in_earnest(settings: Settings, tmp_path: Path, db: None) -> Settings:
    settings.STATIC_ROOT = tmp_path / "collected"
    settings.STATIC_ROOT.mkdir()
    settings.STORAGES = settings.STORAGES | {
        "staticfiles": {"BACKEND": "config.static.CollectedFilesStorage"}
    }
    settings.WHITENOISE_USE_FINDERS, settings.WHITENOISE_AUTOREFRESH = True, False
    return settings


def fetched(browser: Client, address: str) -> tuple[int, str]:
    answer = browser.get(address)
    answer.close()
    return answer.status_code, answer.get("Cache-Control", "")


def sheets_of(page: str) -> list[str]:
    return re.findall(r'<link rel="stylesheet" href="([^"]+)"', page)


def test_pages_have_their_styles_though_no_static_files_were_collected(
    in_earnest: Settings,
) -> None:
    browser = Client()
    page = browser.get("/")
    assert page.status_code == 200
    sheets = sheets_of(page.content.decode())
    assert sheets
    assert {fetched(browser, sheet)[0] for sheet in sheets} == {200}


def test_collected_files_have_names_that_can_be_kept_for_ever(in_earnest: Settings) -> None:
    call_command("collectstatic", interactive=False, verbosity=0)
    browser = Client()
    sheets = sheets_of(browser.get("/").content.decode())
    assert all(re.search(r"\.[0-9a-f]{12}\.css$", sheet) for sheet in sheets)
    assert {fetched(browser, sheet)[0] for sheet in sheets} == {200}
    assert "immutable" in fetched(browser, sheets[0])[1]


def test_collected_sheets_are_sent_without_their_comments(in_earnest: Settings) -> None:
    call_command("collectstatic", interactive=False, verbosity=0)
    [sheet] = Path(in_earnest.STATIC_ROOT, "css").glob("match.????????????.css")
    written, sent = Path(in_earnest.BASE_DIR, "static/css/match.css").read_text(), sheet.read_text()
    assert "/*" in written
    assert "/*" not in sent
    assert sent.count("{") == re.sub(r"/\*.*?\*/", "", written, flags=re.DOTALL).count("{")


# Health


def test_whoever_watches_the_site_is_answered_over_plain_http(settings: Settings) -> None:
    settings.SECURE_SSL_REDIRECT = True
    assert Client().get("/alive/").status_code == 200
    assert Client().get("/").status_code == 301
