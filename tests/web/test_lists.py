"""Every list of matches, asked as everybody: a match by invitation is listed to its own alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.urls import reverse

from accounts import sanctions
from accounts.models import User
from games.models import Match, Seat
from games.pages.forms import RESULTS
from games.play import seating
from games.urls import urlpatterns
from tests.web.factories import Scene, dealt, gathered

Browser = Callable[[User | None], Client]
ROOMS = Path(__file__).resolve().parents[2] / "games"

# Addresses that are about one match, or a form, or the staff's: no lists.
NO_LISTS = {
    "home", "alive", "rules", "next_table", "choose_title", "new_table", "play_now", "invitation",
    "replay_file", "document", "seek", "results", "title_rules", "title_rules_sheet", "first",
    "first_move", "first_hint", "first_replay", "notice_settings", "notice_link", "calendar", "feed",
    "service_worker", "note_about", "share_truth", "report", "reports", "own_data",
}  # fmt: skip


def lists_of_the_site() -> Iterator[str]:
    """Every address that lists matches, with every filter it takes."""
    yield reverse("lobby")
    yield reverse("days_off")
    yield reverse("notices")
    yield reverse("muted")
    yield reverse("title", args=["toy"])
    for player in ("mira", "tobias"):
        yield reverse("profile", args=[player])
    results = [value for value, _label in RESULTS]
    for player, title, result in product(("", "mira", "tobias"), ("", "toy"), results):
        for day in ({}, {"since": "2000-01-01"}, {"until": "2100-01-01"}):
            asked = {"player": player, "title": title, "result": result, **day}
            yield f"{reverse('past')}?{urlencode({k: v for k, v in asked.items() if v})}"


def test_every_list_is_asked() -> None:
    asked = {"lobby", "days_off", "notices", "muted", "title", "profile", "past"}
    others = {p.name for p in urlpatterns if "match_id" not in p.pattern.converters}
    assert others - asked == NO_LISTS


@pytest.fixture
def hidden(mira: User, tobias: User, ines: User) -> list[Scene]:
    """Matches by invitation of every kind: with a bot, somebody gone, clocks, gathering, over."""
    gone = User.objects.create_user("gone")
    with_bot = Scene(
        seating.create(mira, title="toy", size=3, bots=2, public=False).match.pk, [mira]
    )
    seating.ready(with_bot.id, mira, contribution="x")
    left = dealt(mira, tobias, gone, public=False)
    sanctions.close_account(gone)
    over = dealt(mira, tobias, ines, public=False).to_the_end()
    clocked = dealt(mira, tobias, pace="daily", public=False)
    return [with_bot, left, over, clocked, gathered(mira, size=3, public=False)]


def is_listed(page: str, scene: Scene) -> bool:
    return f"/m/{scene.id}/" in page


@pytest.mark.parametrize("who", ["stranger", "other", "staff", "tobias", "mira"])
def test_no_list_names_a_match_by_invitation_to_an_outsider(
    who: str,
    hidden: list[Scene],
    mira: User,
    tobias: User,
    other: User,
    staff: User,
    as_: Browser,
) -> None:
    people = {"stranger": None, "other": other, "staff": staff, "tobias": tobias, "mira": mira}
    visitor = people[who]
    own = {seat.match_id for seat in Seat.objects.filter(account=visitor)} if visitor else set()
    browser, shown = as_(visitor), set()
    for address in lists_of_the_site():
        answer = browser.get(address)
        page = answer.content.decode()
        found = {scene.id for scene in hidden if is_listed(page, scene)}
        assert found <= own, address
        shown |= found
    assert shown == {scene.id for scene in hidden if scene.id in own}  # the test can find them


def test_a_stranger_is_shown_the_public_ones(scene: Scene, as_: Browser) -> None:
    for address in ("/u/mira/", "/matches/", "/matches/?player=mira", "/tables/", "/t/toy/"):
        assert is_listed(as_(None).get(address).content.decode(), scene), address


def test_an_account_is_asked_for_by_its_number_in_one_place_only() -> None:
    """A stranger's number is None, which every bot's seat has too: `access` alone minds that."""
    asking = re.compile(r"account(_id)?=\(?(viewer|request\.user|visitor)\b")
    found = [
        f"{path.relative_to(ROOMS)}:{number}"
        for path in sorted(ROOMS.rglob("*.py"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if asking.search(line) and path.name != "access.py"
    ]
    assert found == []


def test_matches_by_invitation_are_in_the_table_at_all(hidden: list[Scene]) -> None:
    assert Match.objects.filter(public=False).count() == len(hidden)


def test_marks_in_lists_tell_those_apart_whose_names_begin_alike(
    mira: User, as_: Browser, db: None
) -> None:
    match = seating.create(mira, title="toy", size=3, bots=1).match
    Seat.objects.filter(match=match).exclude(bot="").update(name="Marl")
    for address in ("/tables/", f"/m/{match.pk}/"):
        page = as_(mira).get(address).content.decode()
        marks = re.findall(r'class="mark s\d" title="(\w+)"[^>]*>(\w+)<', page)
        assert marks[:2] == [("mira", "Mi"), ("Marl", "Ma")], address
