"""Sanctions as a history: each ends by itself or is lifted, is told with its reason, and is appealed."""

from __future__ import annotations

from datetime import datetime, timedelta
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client
from django.utils import timezone

from accounts import sanctions
from accounts.models import Appeal, AuditEntry, Sanction, User
from accounts.sanctions import Kind
from tests.accounts.conftest import PASSWORD, is_logged_in, logged_in

pytestmark = pytest.mark.django_db

WEEK = timedelta(days=7)


def pass_by(monkeypatch: pytest.MonkeyPatch, time: timedelta) -> None:
    later = timezone.now() + time
    monkeypatch.setattr(timezone, "now", lambda: later)


def end_what_is_over() -> list[int]:
    """What the sweep does."""
    found = sanctions.run_out()
    for user in found:
        sanctions.let_in_again(user)
    return [user.pk for user in found]


def soon(time: timedelta = WEEK) -> datetime:
    return timezone.now() + time


@pytest.mark.parametrize("kind", [Kind.MUTE, Kind.NO_TABLES, Kind.NO_PUBLIC, Kind.SUSPENSION])
def test_a_sanction_holds_until_its_end_and_not_longer(
    kind: Kind, ada: User, staff: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    sanctions.issue(ada, kind, "words", staff, until=soon())
    held = sanctions.barring(ada.pk, kind)
    assert held is not None
    assert held.state == "running"
    pass_by(monkeypatch, WEEK)
    assert sanctions.barring(ada.pk, kind) is None
    assert Sanction.objects.get().state == "ended"


def test_a_warning_bars_from_nothing_and_is_remembered(ada: User, staff: User) -> None:
    sanctions.issue(ada, Kind.WARNING, "words", staff, until=soon())
    assert sanctions.barring(ada.pk, *Kind) is None
    assert Sanction.objects.get().ends_at is None


def test_a_suspension_lets_in_again_by_itself(
    ada: User, staff: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    sanctions.suspend(ada, "two seats", staff, until=soon())
    assert end_what_is_over() == []
    pass_by(monkeypatch, WEEK)
    assert end_what_is_over() == [ada.pk]
    ada.refresh_from_db()
    assert (ada.is_active, ada.is_suspended, ada.suspended_until) == (True, False, None)
    assert end_what_is_over() == []


def test_of_two_that_shut_out_the_longer_holds(
    ada: User, staff: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    sanctions.suspend(ada, "a week", staff, until=soon())
    sanctions.issue(ada, Kind.BAN, "for good", staff, until=soon())
    ada.refresh_from_db()
    assert (ada.suspension_reason, ada.suspended_until) == ("for good", None)
    sanctions.lift(Sanction.objects.get(kind=Kind.BAN), staff)
    ada.refresh_from_db()
    assert (ada.is_suspended, ada.suspension_reason) == (True, "a week")
    pass_by(monkeypatch, WEEK)
    assert end_what_is_over() == [ada.pk]


def test_what_was_lifted_stays_in_the_history(ada: User, staff: User) -> None:
    sanctions.suspend(ada, "two seats", staff)
    sanctions.lift_suspension(ada, staff)
    held = Sanction.objects.get()
    assert (held.state, held.lifted_by, held.reason) == ("lifted", staff, "two seats")


def test_suspensions_from_before_become_the_beginning_of_the_history(
    ada: User, staff: User
) -> None:
    sanctions.suspend(ada, "two seats", staff)
    Sanction.objects.all().delete()
    migration = import_module("accounts.migrations.0008_sanctions")
    migration.begin_history(apps, SimpleNamespace(connection=connection))
    held = Sanction.objects.get()
    assert (held.account, held.kind, held.reason, held.issued_by) == (
        ada,
        "suspension",
        "two seats",
        staff,
    )
    ada.refresh_from_db()
    assert held.issued_at == ada.suspended_at


# The page that says why


def test_the_page_says_what_holds_until_when_why_and_what_is_left(
    as_ada: Client, ada: User, staff: User
) -> None:
    assert "Nothing is held against you" in as_ada.get("/account/standing/").content.decode()
    sanctions.issue(ada, Kind.MUTE, "You called names.", staff, until=soon())
    page = as_ada.get("/account/standing/").content.decode()
    assert "You are muted until" in page
    assert "You called names." in page
    assert "Play all your games" in page
    assert staff.username not in page


def mark_on(page: str) -> str:
    return page.partition('name="mark" value="')[2].partition('"')[0]


def test_one_appeals_once_and_somebody_else_decides(
    as_ada: Client, as_staff: Client, ada: User, staff: User
) -> None:
    held = sanctions.issue(ada, Kind.MUTE, "You called names.", staff, until=soon())
    mark = mark_on(as_ada.get("/account/standing/").content.decode())
    as_ada.post("/account/appeal/", {"mark": mark, "text": "It was my sister."})
    asked = Appeal.objects.get()
    assert (asked.sanction, asked.text) == (held, "It was my sister.")
    again = as_ada.post("/account/appeal/", {"mark": mark, "text": "Really."})
    assert again.status_code == 409
    assert Appeal.objects.count() == 1
    form = {"action": "grant_appeal", "_selected_action": [asked.pk], "reason": "so be it"}
    page = as_staff.post("/admin/accounts/appeal/", form, follow=True).content.decode()
    assert "This is about you" in page
    held.refresh_from_db()
    assert held.is_running
    assert AuditEntry.objects.get().is_refused
    browser = Client()
    browser.force_login(User.objects.create_superuser("tessa", password=PASSWORD))
    browser.post("/admin/accounts/appeal/", form)
    held.refresh_from_db()
    assert held.state == "lifted"
    assert "Granted" in as_ada.get("/account/standing/").content.decode()


def test_who_is_shut_out_appeals_from_the_page_that_says_why(ada: User, staff: User) -> None:
    sanctions.suspend(ada, "two seats", staff, until=soon())
    browser = Client()
    form = {"login": "Ada", "password": PASSWORD}
    mark = mark_on(browser.post("/account/login/", form).content.decode())
    answer = browser.post("/account/appeal/", {"mark": mark, "text": "It was my sister."})
    assert answer.status_code == 200
    assert Appeal.objects.get().text == "It was my sister."
    assert not is_logged_in(browser)
    assert "It was my sister." in browser.post("/account/login/", form).content.decode()


@pytest.mark.parametrize("mark", ["", "1", "1:abc:def"])
def test_nobody_appeals_for_others(mark: str, ada: User, staff: User) -> None:
    sanctions.suspend(ada, "two seats", staff)
    assert Client().post("/account/appeal/", {"mark": mark, "text": "me"}).status_code == 409
    assert not Appeal.objects.exists()


def test_the_staff_sanction_by_the_list_of_accounts_and_it_is_in_the_audit(
    as_staff: Client, staff: User, ada: User
) -> None:
    form = {"action": "sanction", "_selected_action": [ada.pk], "kind": "mute", "days": "7"}
    as_staff.post("/admin/accounts/user/", {**form, "reason": "You called names."})
    held = Sanction.objects.get()
    assert (held.kind, held.issued_by, held.reason) == ("mute", staff, "You called names.")
    assert held.ends_at is not None
    entry = AuditEntry.objects.get()
    assert (entry.act, entry.about_id, entry.facts) == (
        "sanction",
        ada.pk,
        {"kind": "mute", "days": 7},
    )


def test_sanctions_are_not_typed_in_changed_or_deleted(
    as_staff: Client, ada: User, staff: User
) -> None:
    held = sanctions.issue(ada, Kind.MUTE, "words", staff)
    page = "/admin/accounts/sanction/"
    for address in ("add/", f"{held.pk}/change/", f"{held.pk}/delete/"):
        assert as_staff.post(page + address, {"reason": "other", "post": "yes"}).status_code == 403
    assert Sanction.objects.get().reason == "words"


def test_a_login_after_the_end_succeeds(
    ada: User, staff: User, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    sanctions.suspend(ada, "two seats", staff, until=soon(timedelta(seconds=-1)))
    end_what_is_over()
    assert is_logged_in(logged_in("Ada"))
