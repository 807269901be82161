"""Tries are counted: a password cannot be guessed, nor letters sent without end."""

import logging
import time
from types import SimpleNamespace
from typing import Any
from urllib.parse import unquote

import pytest
from django.core.cache.backends.redis import RedisCache
from django.test import Client
from pytest_django import Settings
from redis.backoff import NoBackoff
from redis.retry import Retry

from accounts import sanctions
from accounts.models import User
from config import caching
from tests.accounts.conftest import PASSWORD, Outbox, is_logged_in, logged_in

pytestmark = pytest.mark.django_db


def test_after_five_wrong_passwords_the_right_one_has_to_wait(ada: User) -> None:
    for _ in range(5):
        logged_in("Ada", "a wrong one")
    assert not is_logged_in(logged_in("Ada"))


def test_wrong_passwords_for_one_account_do_not_shut_out_another(ada: User, staff: User) -> None:
    for _ in range(5):
        logged_in("Ada", "a wrong one")
    assert is_logged_in(logged_in("Grace"))


@pytest.mark.parametrize("login", ["ADA", "ada@example.org", "Ada"])
def test_tries_are_counted_for_the_account_however_it_and_the_site_are_called(
    ada: User, login: str, settings: Settings
) -> None:
    settings.ALLOWED_HOSTS = ["localhost", "testserver"]
    for port in range(5):
        Client(HTTP_HOST=f"localhost:{6000 + port}").post(
            "/account/login/", {"login": "Ada", "password": "a wrong one"}
        )
    assert not is_logged_in(logged_in(login))


def test_others_tries_do_not_shut_out_a_browser_that_has_logged_in_before(ada: User) -> None:
    known = logged_in("Ada")
    known.post("/account/logout/")
    for _ in range(15):  # more than one address may get wrong, too
        logged_in("Ada", "a wrong one")
    assert not is_logged_in(logged_in("Ada"))
    known.post("/account/login/", {"login": "ada@example.org", "password": PASSWORD})
    assert is_logged_in(known)


def test_a_known_browser_has_so_many_tries_and_no_more(ada: User) -> None:
    known = logged_in("Ada")
    known.post("/account/logout/")
    for _ in range(5):
        known.post("/account/login/", {"login": "Ada", "password": "a wrong one"})
    known.post("/account/login/", {"login": "Ada", "password": PASSWORD})
    assert not is_logged_in(known)


def test_a_browser_is_known_to_the_accounts_it_has_logged_in_as_and_no_others(
    ada: User, staff: User
) -> None:
    known = logged_in("Grace")
    known.post("/account/logout/")
    for _ in range(5):
        logged_in("Ada", "a wrong one")
    known.post("/account/login/", {"login": "Ada", "password": PASSWORD})
    assert not is_logged_in(known)


def test_a_forged_or_a_withdrawn_mark_is_worth_nothing(ada: User) -> None:
    withdrawn, forger = logged_in("Ada"), Client()
    withdrawn.post("/account/logout/")
    forger.cookies["known"] = f"{ada.pk}.0.{'a' * 16}"
    sanctions.end_logins(ada)
    for _ in range(5):
        logged_in("Ada", "a wrong one")
    for browser in (withdrawn, forger):
        browser.post("/account/login/", {"login": "Ada", "password": PASSWORD})
        assert not is_logged_in(browser)


def test_the_admin_site_has_no_door_of_its_own_at_which_to_guess(staff: User) -> None:
    client = Client()
    page = client.get("/admin/accounts/user/", follow=True)
    assert unquote(page.redirect_chain[-1][0]) == "/account/login/?next=/admin/accounts/user/"
    answer = client.post("/admin/login/", {"username": "Grace", "password": PASSWORD})
    assert answer["Location"].startswith("/account/login/")
    assert not is_logged_in(client)


def test_the_admin_site_has_no_way_of_its_own_to_a_new_password(staff: User) -> None:
    answer = logged_in("Grace").post("/admin/password_change/", {"new_password1": PASSWORD})
    assert (answer.status_code, answer["Location"]) == (302, "/account/password/change/")


def test_a_player_is_not_asked_for_another_log_in_by_the_admin_site(ada: User) -> None:
    assert logged_in("Ada").get("/admin/", follow=True).status_code == 403


def test_one_address_signs_up_so_often_and_no_more() -> None:
    forms = [{"username": f"miner{n}", "password1": PASSWORD} for n in range(21)]
    answers = [Client().post("/account/signup/", form) for form in forms]
    assert [answer.status_code for answer in answers] == [302] * 20 + [429]
    assert "Too many tries" in answers[-1].content.decode()
    assert User.objects.count() == 20


def test_one_mailbox_gets_so_many_letters_and_no_more(
    client: Client, ada: User, mailoutbox: Outbox
) -> None:
    for _ in range(8):
        client.post("/account/password/reset/", {"email": "ada@example.org"})
    assert len(mailoutbox) == 5


# While Redis is away


@pytest.fixture
def without_redis(monkeypatch: pytest.MonkeyPatch) -> caching.PatientRedisCache:
    """A cache whose server is not there: nobody listens on that port."""
    monkeypatch.setattr(caching._Outage, "until", 0.0)
    params: dict[str, Any] = {"OPTIONS": {"retry": Retry(NoBackoff(), 0), "socket_timeout": 0.5}}
    found = caching.PatientRedisCache("redis://127.0.0.1:1/0", params)
    found.clear()
    return found


def test_without_redis_tries_are_counted_in_memory(
    without_redis: caching.PatientRedisCache,
) -> None:
    tries = without_redis
    assert tries.add("tries", 1)
    assert not tries.add("tries", 5)
    assert tries.incr("tries") == 2
    tries.set("more", [1.5], 60)
    assert tries.get_many(["tries", "more", "none"]) == {"tries": 2, "more": [1.5]}
    assert "more" in tries
    assert tries.delete("more")
    assert tries.get("more", []) == []


def test_without_redis_one_visitor_waits_for_it_and_the_next_do_not(
    without_redis: caching.PatientRedisCache,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    now = [time.monotonic() + 3600]
    monkeypatch.setattr("config.caching.time", SimpleNamespace(monotonic=lambda: now[0]))
    with caplog.at_level(logging.WARNING):
        for _ in range(5):
            without_redis.get("tries")
        assert len(caplog.messages) == 1
        now[0] += caching.SECONDS_BETWEEN_TRIES
        without_redis.get("tries")
    assert caplog.messages == [
        "Redis is away (ConnectionError): tries are counted in this process alone."
    ] * 2  # fmt: skip


def test_every_way_to_ask_the_cache_has_its_way_without_redis() -> None:
    """A method that Redis has of its own, and that was forgotten here, would fail without it."""
    asked = {
        name
        for name in vars(RedisCache)
        if not name.startswith("_") and name != "get_backend_timeout"
    }
    assert asked <= set(vars(caching.PatientRedisCache))


def test_limits_hold_without_redis(
    without_redis: caching.PatientRedisCache, ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("allauth.core.internal.ratelimit.cache", without_redis)
    for _ in range(5):
        logged_in("Ada", "a wrong one")
    assert not is_logged_in(logged_in("Ada"))
