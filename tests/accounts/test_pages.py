"""Every page about accounts: who gets it, and that it keeps to the content security policy."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.test import Client

from tests.accounts.conftest import PASSWORD

pytestmark = pytest.mark.django_db

FOR_ANYONE = [
    "/",
    "/about/",
    "/manners/",
    "/account/login/",
    "/account/signup/",
    "/account/password/reset/",
    "/account/password/reset/done/",
    "/account/password/reset/key/done/",
    "/account/password/reset/key/1-wrong/",
    "/account/inactive/",
    "/account/confirm-email/",
    "/account/confirm-email/wrong/",
]
FOR_PLAYERS = [
    "/account/",
    "/account/email/",
    "/account/password/change/",
    "/account/logout/",
    "/account/reauthenticate/",
    "/account/close/",
]
ERRORS = ["400.html", "403.html", "403_csrf.html", "404.html", "429.html", "500.html", "503.html"]


class Elements(HTMLParser):
    """Every element of a page with its attributes."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, {name: value or "" for name, value in attrs}))


def faults(page: str) -> list[str]:
    """Name what the policy forbids, and what comes from elsewhere."""
    wrong = []
    for tag, attributes in Elements(page).found:
        if tag == "style" or (tag == "script" and not attributes.get("src")):
            wrong.append(f"<{tag}> in the page")
        wrong += [f"{tag} {name}" for name in attributes if name == "style" or name[:2] == "on"]
        wrong += [
            f"{tag} {name}={value}"
            for name, value in attributes.items()
            if name in {"src", "href", "action", "srcset"} and re.match(r"(https?:)?//", value)
        ]
    return wrong


@pytest.mark.parametrize("address", FOR_ANYONE)
def test_a_page_for_anyone_is_there_for_a_stranger(client: Client, address: str) -> None:
    page = client.get(address)
    assert page.status_code == 200
    assert "<h1" in page.content.decode()
    assert faults(page.content.decode()) == []


@pytest.mark.parametrize("address", FOR_PLAYERS)
def test_a_page_for_players_is_there_for_a_player(as_ada: Client, address: str) -> None:
    as_ada.post("/account/reauthenticate/", {"password": PASSWORD})
    page = as_ada.get(address)
    assert page.status_code == 200
    assert "<h1" in page.content.decode()
    assert faults(page.content.decode()) == []


@pytest.mark.parametrize("address", sorted({*FOR_PLAYERS} - {"/account/logout/"}))
def test_a_page_for_players_sends_a_stranger_to_the_door(client: Client, address: str) -> None:
    answer = client.get(address)
    assert answer.status_code == 302
    assert answer["Location"] == f"/account/login/?next={address}"


def test_a_stranger_has_nothing_to_log_out_of(client: Client) -> None:
    assert client.get("/account/logout/").status_code == 302


@pytest.mark.parametrize("address", ["/account/login/", "/account/signup/"])
def test_whoever_is_inside_is_not_asked_in(as_ada: Client, address: str) -> None:
    assert as_ada.get(address).status_code == 302


@pytest.mark.parametrize("name", ERRORS)
def test_an_error_page_needs_nothing_to_be_shown(name: str) -> None:
    page = render_to_string(name)
    assert "<h1" in page
    assert faults(page) == []


def test_a_wrong_address_gets_our_own_page(client: Client) -> None:
    answer = client.get("/no/such/place/")
    assert answer.status_code == 404
    assert "This tunnel ends here" in answer.content.decode()


def test_a_form_from_another_site_gets_our_own_page() -> None:
    answer = Client(enforce_csrf_checks=True).post("/account/login/", {})
    assert answer.status_code == 403
    assert "open too long" in answer.content.decode()


def test_the_policy_allows_our_own_origin_and_no_script_in_a_page(client: Client) -> None:
    policy = client.get("/")["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy


def test_every_file_a_page_asks_for_is_there(client: Client, as_ada: Client) -> None:
    pages = [client.get("/"), as_ada.get("/account/")]
    elements = [element for page in pages for element in Elements(page.content.decode()).found]
    asked = {
        attributes.get(name, "").partition("#")[0]
        for _tag, attributes in elements
        for name in ("src", "href")
    }
    files = {address for address in asked if address.startswith(settings.STATIC_URL)}
    assert "/static/img/sprite.svg" in files
    assert "/static/vendor/htmx.min.js" in files
    assert [file for file in files if not finders.find(file.removeprefix("/static/"))] == []


def test_no_style_sheet_reaches_for_another_origin() -> None:
    sheets = (Path(settings.BASE_DIR) / "static" / "css").glob("*.css")
    texts = {sheet.name: sheet.read_text(encoding="utf-8") for sheet in sheets}
    assert texts
    assert [name for name, text in texts.items() if re.search(r"//|@import|data:", text)] == []


def test_the_fonts_together_stay_small() -> None:
    fonts = (Path(settings.BASE_DIR) / "static" / "fonts").glob("*.woff2")
    assert 0 < sum(font.stat().st_size for font in fonts) <= 120_000


def test_faults_in_a_page_are_found() -> None:
    page = '<p style="x" onclick="y"><script>1</script><img src="//a.example/b"><style></style>'
    assert faults(page) == [
        "p style",
        "p onclick",
        "<script> in the page",
        "img src=//a.example/b",
        "<style> in the page",
    ]


@pytest.mark.parametrize("file", ["css/shell.css", "img/sprite.svg", "js/adit.js"])
def test_static_files_are_served_by_the_site_itself(client: Client, file: str) -> None:
    answer = client.get(f"/static/{file}")
    found = finders.find(file)
    assert isinstance(found, str)
    assert answer.getvalue() == Path(found).read_bytes()
    answer.close()
