"""For each address: who gets what. Player, host, another account, a stranger, one of the staff."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import resolve, reverse

from accounts.models import User
from games.models import Invitation
from games.play import seating
from games.urls import urlpatterns
from tests.web.factories import Scene, dealt, gathered

Browser = Callable[[User | None], Client]

WHO = ["player", "other", "staff", "stranger"]


@pytest.fixture
def people(mira: User, other: User, staff: User) -> dict[str, User | None]:
    return {"player": mira, "other": other, "staff": staff, "stranger": None}


@pytest.fixture
def private(mira: User, tobias: User, ines: User) -> Scene:
    return dealt(mira, tobias, ines, public=False)


@pytest.fixture
def private_table(mira: User) -> Scene:
    return gathered(mira, size=3, public=False)


@pytest.fixture
def table(tobias: User, mira: User) -> Scene:
    """An open table: tobias is host, mira sits there."""
    return gathered(tobias, mira, size=3)


def status(browser: Client, address: str, data: dict[str, str] | None = None) -> int:
    answer = browser.get(address) if data is None else browser.post(address, data)
    return answer.status_code


LOG_IN = 302

READS = {
    # address: player, other, staff, stranger
    "/": (LOG_IN, LOG_IN, LOG_IN, 200),  # players are sent on to their tables
    "/alive/": (200, 200, 200, 200),
    "/tables/": (200, 200, 200, 200),
    "/new/": (200, 200, 200, LOG_IN),
    "/new/toy/": (200, 200, 200, LOG_IN),
    "/new/nothing/": (404, 404, 404, LOG_IN),
    "/play/": (200, 200, 200, LOG_IN),
    "/seek/": (405, 405, 405, 405),
    "/matches/results": (405, 405, 405, 405),
    "/next/": (LOG_IN, LOG_IN, LOG_IN, LOG_IN),
    "/days-off/": (200, 200, 200, LOG_IN),
    "/muted/": (200, 200, 200, LOG_IN),
    "/notices/": (200, 200, 200, LOG_IN),
    "/notices/settings/": (200, 200, 200, LOG_IN),
    "/n/guessed/": (404, 404, 404, 404),
    "/cal/guessed.ics": (404, 404, 404, 404),
    "/feed/guessed.atom": (404, 404, 404, 404),
    "/t/": (200, 200, 200, 200),
    "/t/toy/": (200, 200, 200, 200),
    "/t/nothing/": (404, 404, 404, 404),
    "/t/toy/rules/": (404, 404, 404, 404),
    "/t/toy/rules/sheet/": (404, 404, 404, 404),
    "/t/nothing/rules/": (404, 404, 404, 404),
    "/t/toy/first/": (404, 404, 404, 404),  # it has none
    "/t/toy/first/move": (405, 405, 405, 405),
    "/t/toy/first/hint": (405, 405, 405, 405),
    "/t/toy/first/replay": (404, 404, 404, 404),
    "/u/mira/": (200, 200, 200, 200),
    "/u/nobody/": (404, 404, 404, 404),
    "/u/mira%00/": (404, 404, 404, 404),
    "/u/mira/note": (404, 200, 200, LOG_IN),  # nobody keeps a note about themselves
    "/claims/shared": (405, 405, 405, 405),
    "/service-worker.js": (200, 200, 200, 200),
    "/reports/": (200, 200, 200, LOG_IN),
    "/report/": (404, 404, 404, LOG_IN),
    "/own-data.json": (200, 200, 200, LOG_IN),
    "/i/abcdefgh/": (404, 404, 404, LOG_IN),
    "/matches/": (200, 200, 200, 200),
    "/replay/": (200, 200, 200, LOG_IN),
    "/docs/fairness.md": (200, 200, 200, 200),
    "/docs/settings.md": (404, 404, 404, 404),
    "/m/aaaaaaaaaa/": (404, 404, 404, 404),
    "/m/UPPERCASE1/": (404, 404, 404, 404),
}


@pytest.mark.parametrize("address", READS)
def test_pages(address: str, people: dict[str, User | None], as_: Browser, scene: Scene) -> None:
    found = tuple(status(as_(people[who]), address) for who in WHO)
    assert found == READS[address]


def test_every_address_is_asked_for() -> None:
    asked = {resolve(address).url_name for address in READS if "UPPERCASE" not in address}
    assert {found.name for found in addresses(urlpatterns)} - set(OF_A_MATCH) <= asked


@pytest.mark.parametrize(
    ("address", "expected"),
    [("/play/", 303), ("/new/toy/", 303), ("/next/", 405), ("/tables/", 405), ("/t/toy/", 405)],
)
def test_what_is_posted_is_taken_from_players_only(
    address: str, expected: int, people: dict[str, User | None], as_: Browser
) -> None:
    form = {"title": "toy", "size": "3", "bots": "0", "visibility": "public", "pace": "daily"}
    form |= {"option_rounds": "2", "option_starter": "lot"}
    found = [status(as_(people[who]), address, form) for who in WHO]
    assert found == [expected] * 3 + [LOG_IN if expected == 303 else 405]


@pytest.mark.parametrize("page", ["", "log"])
def test_a_public_match_may_be_watched_by_anyone(
    page: str, scene: Scene, people: dict[str, User | None], as_: Browser
) -> None:
    assert {status(as_(people[who]), f"/m/{scene.id}/{page}") for who in WHO} == {200}


@pytest.mark.parametrize("page", ["", "log"])
def test_a_match_by_invitation_is_seen_by_its_players_only(
    page: str, private: Scene, people: dict[str, User | None], as_: Browser
) -> None:
    found = [status(as_(people[who]), f"/m/{private.id}/{page}") for who in WHO]
    assert found == [200, 404, 404, 404]


def addresses(patterns: Iterable[Any]) -> Iterator[Any]:
    """Every address of the site's games, however they are included."""
    for pattern in patterns:
        if hasattr(pattern, "url_patterns"):
            yield from addresses(pattern.url_patterns)
        else:
            yield pattern


OF_A_MATCH = [p.name for p in addresses(urlpatterns) if "match_id" in p.pattern.converters]
OF_A_SEAT = {p.name for p in addresses(urlpatterns) if "index" in p.pattern.converters}


def test_there_are_addresses_of_a_match() -> None:
    assert {"match", "move", "replay", "match_file", "fairness"} <= set(OF_A_MATCH)


@pytest.mark.parametrize("name", OF_A_MATCH)
def test_no_address_of_a_match_by_invitation_tells_outsiders_that_it_exists(
    name: str, private: Scene, people: dict[str, User | None], as_: Browser
) -> None:
    seat = [0] if name in OF_A_SEAT else []
    hidden = reverse(name, args=[private.id, *seat])
    nothing = reverse(name, args=["a" * 10, *seat])
    for who in ("other", "staff", "stranger"):
        browser = as_(people[who])
        for data in (None, {"number": "0", "action": '{"do": "pass"}', "do": "ready"}):
            found = status(browser, hidden, data)
            assert found == status(browser, nothing, data)
            assert found in ((404, 405, LOG_IN) if who == "stranger" else (404, 405))


def test_a_table_by_invitation_is_seen_by_those_asked(
    private_table: Scene, people: dict[str, User | None], as_: Browser, mira: User, other: User
) -> None:
    address = f"/m/{private_table.id}/"
    assert [status(as_(people[who]), address) for who in WHO] == [200, 404, 404, 404]
    seating.invite(private_table.id, mira, username=other.username)
    assert [status(as_(people[who]), address) for who in WHO] == [200, 200, 404, 404]


def test_moves_are_taken_from_players_only(
    scene: Scene, people: dict[str, User | None], as_: Browser
) -> None:
    move = {"number": "0", "action": '{"do": "pass"}'}
    found = [status(as_(people[who]), f"/m/{scene.id}/move", move) for who in reversed(WHO)]
    assert found == [LOG_IN, 403, 403, 303]


def test_moves_in_a_match_that_one_may_not_see_are_not_found(
    private: Scene, other: User, staff: User, as_: Browser
) -> None:
    move = {"number": "0", "action": '{"do": "pass"}'}
    for visitor in (other, staff):
        assert status(as_(visitor), f"/m/{private.id}/move", move) == 404


def test_a_stranger_with_htmx_is_sent_to_the_log_in_page(scene: Scene, as_: Browser) -> None:
    answer = as_(None).post(f"/m/{scene.id}/move", {}, headers={"HX-Request": "true"})
    assert answer.status_code == 204
    assert answer["HX-Redirect"].endswith(f"?next=/m/{scene.id}/")


def test_whoever_watches_the_site_is_answered_without_words(mira: User, as_: Browser) -> None:
    assert status(as_(mira), "/alive/", {}) == 204
    assert status(as_(None), "/alive/", {}) == 403


@pytest.mark.parametrize("address", ["move", "table"])
def test_writes_are_posts(address: str, scene: Scene, as_: Browser, mira: User) -> None:
    assert status(as_(mira), f"/m/{scene.id}/{address}") == 405


@pytest.mark.parametrize("verb", ["kick", "bot", "invite", "link"])
def test_the_hosts_acts_are_the_hosts(verb: str, table: Scene, mira: User, as_: Browser) -> None:
    before = [seat.account_id for seat in table.seats()]
    data = {"do": verb, "index": "0" if verb == "kick" else "2", "username": "mira"}
    answer = as_(mira).post(f"/m/{table.id}/table", data, follow=True)
    assert "Only the host of the table may do that." in answer.content.decode()
    assert [seat.account_id for seat in table.seats()] == before
    assert not Invitation.objects.exists()


def test_another_account_may_join_and_a_stranger_logs_in_first(
    table: Scene, other: User, as_: Browser
) -> None:
    join = {"do": "join"}
    answer = as_(None).post(f"/m/{table.id}/table", join)
    assert answer["Location"].endswith(f"?next=/m/{table.id}/")
    assert status(as_(other), f"/m/{table.id}/table", join) == 303
    assert table.seats()[2].account == other


def test_a_private_table_cannot_be_joined_by_knowing_its_address(
    private_table: Scene, other: User, as_: Browser
) -> None:
    as_(other).post(f"/m/{private_table.id}/table", {"do": "join"})
    assert all(seat.account_id != other.pk for seat in private_table.seats())


def test_something_else_at_a_table_is_refused(table: Scene, mira: User, as_: Browser) -> None:
    assert status(as_(mira), f"/m/{table.id}/table", {"do": "dance"}) == 400
    assert status(as_(mira), "/m/aaaaaaaaaa/table", {"do": "join"}) == 404


def test_opening_a_link_seats_nobody_and_pressing_the_button_does(
    private_table: Scene, mira: User, other: User, as_: Browser
) -> None:
    as_(mira).post(f"/m/{private_table.id}/table", {"do": "link"})
    token = Invitation.objects.get().token
    assert token in as_(mira).get(f"/m/{private_table.id}/").content.decode()
    browser = as_(other)
    assert private_table.match.name in browser.get(f"/i/{token}/").content.decode()
    assert private_table.seats()[1].is_free
    browser.post(f"/i/{token}/")
    assert private_table.seats()[1].account == other
    assert status(browser, f"/i/{token}/") == 404


def test_links_are_shown_to_those_at_the_table_only(
    table: Scene, tobias: User, other: User, as_: Browser
) -> None:
    seating.invite_link(table.id, tobias)
    token = Invitation.objects.get().token
    assert token in as_(tobias).get(f"/m/{table.id}/").content.decode()
    for visitor in (other, None):
        assert token not in as_(visitor).get(f"/m/{table.id}/").content.decode()


def test_a_profile_links_public_matches_and_those_shared_with_the_reader(
    scene: Scene, private: Scene, tobias: User, other: User, as_: Browser
) -> None:
    shared = as_(tobias).get("/u/mira/").content.decode()
    assert scene.id in shared
    assert private.id in shared
    public = as_(other).get("/u/mira/").content.decode()
    assert scene.id in public
    assert private.id not in public
