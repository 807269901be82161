"""Traces: which browser and address an account came with, as hashes that nobody can read, for a time."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext, override_settings
from django.utils import timezone

from accounts import devices, traces
from accounts.models import Trace, User
from accounts.traces import CommonTraces
from games import tasks

pytestmark = pytest.mark.django_db

PASSWORD = "lamp-and-pick"
HOME, AWAY = "203.0.113.7", "198.51.100.20"


@pytest.fixture
def people() -> list[User]:
    return [User.objects.create_user(name, password=PASSWORD) for name in ("mira", "tobias")]


def log_in(browser: Client, user: User, address: str) -> None:
    form = {"login": user.username, "password": PASSWORD}
    answer = browser.post("/account/login/", form, REMOTE_ADDR=address)
    assert answer.status_code == 302


def shared(people: list[User]) -> CommonTraces | None:
    one, other = sorted(user.pk for user in people)
    return traces.shared_among([one, other]).get((one, other))


def test_two_who_log_in_with_one_browser_share_its_mark(people: list[User]) -> None:
    mira, tobias = people
    browser = Client()
    log_in(browser, mira, HOME)
    browser.post("/account/logout/")
    log_in(browser, tobias, AWAY)
    assert shared(people) == CommonTraces(device=True)


def test_two_who_log_in_from_one_address_share_that(people: list[User]) -> None:
    for user in people:
        log_in(Client(), user, HOME)
    assert shared(people) == CommonTraces(address=True)


def test_two_who_share_neither_share_nothing(people: list[User]) -> None:
    for user, address in zip(people, (HOME, AWAY), strict=True):
        log_in(Client(), user, address)
    assert shared(people) is None


def test_the_mark_of_a_browser_stays_and_is_no_account_s(people: list[User]) -> None:
    mira, _tobias = people
    browser = Client()
    log_in(browser, mira, HOME)
    first = browser.cookies[devices.COOKIE].value.split()[0]
    browser.post("/account/logout/")
    log_in(browser, mira, HOME)
    assert browser.cookies[devices.COOKIE].value.split()[0] == first
    assert Trace.objects.filter(kind="device").count() == 1
    assert first.startswith(devices.BROWSER)


def test_a_signup_leaves_traces_too() -> None:
    form = {"username": "newcomer", "email": "", "password1": "a-long-lamp-and-pick"}
    Client().post("/account/signup/", form, REMOTE_ADDR=HOME)
    kinds = Trace.objects.filter(account__username="newcomer").values_list("kind", flat=True)
    assert sorted(kinds) == ["address", "device"]


def test_another_address_is_noted_while_one_is_logged_in_and_no_more_is_written(
    people: list[User],
) -> None:
    mira, tobias = people
    browser = Client()
    log_in(browser, mira, HOME)
    log_in(Client(), tobias, AWAY)
    assert shared(people) is None
    browser.get("/about/", REMOTE_ADDR=AWAY)
    assert shared(people) == CommonTraces(address=True)
    for address in (HOME, AWAY):
        with CaptureQueriesContext(connection) as asked:
            browser.get("/about/", REMOTE_ADDR=address)
        assert not any("trace" in one["sql"] for one in asked.captured_queries)


def test_nothing_that_is_kept_can_be_read(people: list[User]) -> None:
    """No column of any table holds an address or a mark, nor a hash of it without the secret key."""
    browser = Client()
    log_in(browser, people[0], HOME)
    mark = browser.cookies[devices.COOKIE].value.split()[0]
    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM accounts_trace")
        text = repr(cursor.fetchall())
    assert len(Trace.objects.all()) == 2
    for secret in (HOME, mark, mark.removeprefix(devices.BROWSER)):
        assert secret not in text
    own = {kind.value: traces.hashed(kind, HOME) for kind in Trace.Kind}
    assert own["address"] in text
    assert own["device"] != own["address"]  # a key of its own for each kind
    with override_settings(SECRET_KEY="another"):
        assert traces.hashed(Trace.Kind.ADDRESS, HOME) not in text


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("2001:db8:1:2::5", "2001:db8:1:2:aaaa::9", True),  # one line, two devices
        ("2001:db8:1:2::5", "2001:db8:1:3::5", False),
        ("::ffff:203.0.113.7", "203.0.113.7", True),
        ("203.0.113.7", "203.0.113.8", False),
    ],
)
def test_of_ipv6_it_is_the_line_that_counts(
    one: str, other: str, same: bool, people: list[User]
) -> None:
    for user, address in zip(people, (one, other), strict=True):
        log_in(Client(), user, address)
    assert (shared(people) == CommonTraces(address=True)) is same


def test_an_address_of_a_crowd_tells_nothing_but_its_browser_does(people: list[User]) -> None:
    others = [User.objects.create(username=f"one{number}") for number in range(traces.CROWD - 2)]
    for user in (*people, *others):
        leave(user, "address")
    assert shared(people) == CommonTraces(address=True)
    leave(User.objects.create(username="onemore"), "address")
    assert shared(people) is None
    for user in people:
        leave(user, "device")
    assert shared(people) == CommonTraces(device=True)


def leave(user: User, kind: str) -> None:
    now = timezone.now()
    Trace.objects.create(account=user, kind=kind, digest=f"of a {kind}", first_at=now, met_at=now)


def test_after_ninety_days_they_are_not_used_and_then_not_there(
    people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    for user in people:
        log_in(Client(), user, HOME)
    began = timezone.now()
    at(monkeypatch, began + timedelta(days=89))
    tasks.tidy.call()
    assert shared(people) == CommonTraces(address=True)
    at(monkeypatch, began + timedelta(days=90, minutes=1))
    assert shared(people) is None
    assert not traces.shares_with(people[0], [people[1].pk])
    tasks.tidy.call()
    assert not Trace.objects.exists()


def at(monkeypatch: pytest.MonkeyPatch, moment: object) -> None:
    monkeypatch.setattr(timezone, "now", lambda: moment)


def test_they_go_with_their_account(people: list[User]) -> None:
    log_in(Client(), people[0], HOME)
    people[0].delete()
    assert not Trace.objects.exists()


def test_the_about_page_says_so() -> None:
    page = Client().get("/about/").content.decode()
    assert "90 days" in page
