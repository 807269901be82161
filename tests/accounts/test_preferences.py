"""What an account prefers, and that it is done."""

import re
import struct
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.utils import timezone, translation
from pytest_django import Settings

from accounts import languages
from accounts.forms import zones_by_region
from accounts.middleware import PreferencesMiddleware
from accounts.models import User

pytestmark = pytest.mark.django_db


@pytest.fixture
def czech(settings: Settings, tmp_path: Path) -> Iterator[None]:
    """A site that has Czech texts."""
    catalogue = tmp_path / "cs" / "LC_MESSAGES" / "django.mo"
    catalogue.parent.mkdir(parents=True)
    catalogue.write_bytes(struct.pack("7I", 0x950412DE, 0, 0, 28, 28, 0, 28))  # no texts
    settings.LOCALE_PATHS = [tmp_path]
    languages.choices.cache_clear()
    yield
    languages.choices.cache_clear()


def save(client: Client, **preferences: str) -> int:
    return client.post("/account/", preferences).status_code


def seen_by(user: User) -> tuple[str | None, str]:
    """Language and zone as a view finds them."""
    seen: list[tuple[str | None, str]] = []

    def view(request: HttpRequest) -> HttpResponse:
        seen.append((translation.get_language(), timezone.get_current_timezone_name()))
        return HttpResponse()

    request = RequestFactory().get("/")
    request.user = user
    with translation.override("en"):
        PreferencesMiddleware(view)(request)
    return seen[0]


def test_preferences_are_kept(as_ada: Client, ada: User) -> None:
    assert save(as_ada, time_zone="Europe/Prague", confirm_moves="on", reduced_motion="on") == 302
    ada.refresh_from_db()
    assert (ada.time_zone, ada.confirm_moves, ada.reduced_motion) == ("Europe/Prague", True, True)


def test_a_zone_that_does_not_exist_is_refused(as_ada: Client, ada: User) -> None:
    assert save(as_ada, time_zone="Europe/Atlantis") == 200
    ada.refresh_from_db()
    assert ada.time_zone == ""


def test_a_view_finds_the_accounts_language_and_zone(ada: User) -> None:
    ada.language, ada.time_zone = "cs", "Europe/Prague"
    assert seen_by(ada) == ("cs", "Europe/Prague")


def test_without_preferences_it_is_what_the_browser_asked_for_and_utc(ada: User) -> None:
    assert seen_by(ada) == ("en", "UTC")


def test_a_zone_that_has_gone_from_the_world_does_no_harm(ada: User) -> None:
    ada.time_zone = "Europe/Atlantis"
    assert seen_by(ada) == ("en", "UTC")


def test_the_zone_of_one_request_is_not_that_of_the_next(ada: User) -> None:
    ada.time_zone = "Europe/Prague"
    seen_by(ada)
    assert timezone.get_current_timezone_name() == "UTC"


def test_whoever_wants_no_motion_gets_none(as_ada: Client) -> None:
    save(as_ada, reduced_motion="on")
    assert 'class="still"' in as_ada.get("/account/").content.decode().split("<head>")[0]


def test_the_zones_are_places_by_region() -> None:
    zones = dict(zones_by_region())
    assert ("Europe/Prague", "Prague") in zones["Europe"]
    assert ("America/Argentina/Salta", "Argentina, Salta") in zones["America"]
    assert "Etc" not in zones


def test_a_language_without_texts_is_not_offered(client: Client, settings: Settings) -> None:
    settings.LOCALE_PATHS = []
    languages.choices.cache_clear()
    assert [code for code, _ in languages.choices()] == ["en"]
    languages.choices.cache_clear()


def test_where_there_is_one_language_nobody_is_asked_for_theirs(
    as_ada: Client, ada: User, settings: Settings
) -> None:
    settings.LOCALE_PATHS = []
    languages.choices.cache_clear()
    assert 'name="language"' not in as_ada.get("/account/").content.decode()
    User.objects.update(language="cs")  # from when there was another
    assert save(as_ada, time_zone="Europe/Prague") == 302
    ada.refresh_from_db()
    assert (ada.language, ada.time_zone) == ("cs", "Europe/Prague")
    languages.choices.cache_clear()


@pytest.mark.usefixtures("czech")
def test_where_there_are_several_they_are_offered(as_ada: Client) -> None:
    assert 'name="language"' in as_ada.get("/account/").content.decode()


@pytest.mark.usefixtures("czech")
def test_a_stranger_chooses_a_language_and_stays_on_the_page(client: Client) -> None:
    answer = client.post("/account/language/", {"language": "cs", "next": "/about/"})
    assert answer["Location"] == "/about/"
    assert client.get("/about/").headers["Content-Language"] == "cs"


@pytest.mark.usefixtures("czech")
def test_another_sites_page_chooses_nobodys_language(client: Client, ada: User) -> None:
    """A stranger's form has no token, because the page is the same for all; an account's has."""
    chosen = {"language": "cs", "next": "/about/"}
    client.post("/account/language/", chosen, headers={"Sec-Fetch-Site": "cross-site"})
    assert "django_language" not in client.cookies
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(ada)
    assert browser.post("/account/language/", chosen).status_code == 403
    assert "django_language" not in browser.cookies
    assert "csrfmiddlewaretoken" not in client.get("/about/").content.decode()
    page = browser.get("/about/").content.decode()
    [token] = re.findall(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)
    browser.post("/account/language/", {**chosen, "csrfmiddlewaretoken": token})
    ada.refresh_from_db()
    assert ada.language == "cs"


@pytest.mark.usefixtures("czech")
def test_a_player_who_chooses_a_language_keeps_it(as_ada: Client, ada: User) -> None:
    as_ada.post("/account/language/", {"language": "cs", "next": "/about/"})
    ada.refresh_from_db()
    assert ada.language == "cs"


@pytest.mark.usefixtures("czech")
@pytest.mark.parametrize("place", ["https://elsewhere.example/", "//elsewhere.example", ""])
def test_choosing_a_language_does_not_lead_to_another_site(client: Client, place: str) -> None:
    answer = client.post("/account/language/", {"language": "cs", "next": place})
    assert answer["Location"] == "/"


def test_a_language_that_is_not_offered_changes_nothing(as_ada: Client, ada: User) -> None:
    as_ada.post("/account/language/", {"language": "tlh", "next": "/about/"})
    ada.refresh_from_db()
    assert ada.language == ""


def test_an_account_lives_in_utc_until_it_says_where_and_if_its_zone_is_no_more() -> None:
    assert [str(User(time_zone=zone).zone) for zone in ("", "Europe/Prague", "Atlantis/Old")] == [
        "UTC",
        "Europe/Prague",
        "UTC",
    ]
