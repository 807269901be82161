"""Suspension, logging out everywhere, and the staff's pages for them."""

from collections.abc import Iterator

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.db import IntegrityError
from django.test import Client

from accounts import sanctions
from accounts.models import User
from accounts.signals import logins_ended
from tests.accounts.conftest import PASSWORD, Outbox, is_logged_in, logged_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def ended() -> Iterator[list[int]]:
    """The accounts whose log-ins were said to have ended."""
    heard: list[int] = []

    def listen(user_id: int, **_: object) -> None:
        heard.append(user_id)

    logins_ended.connect(listen)
    yield heard
    logins_ended.disconnect(listen)


# Suspending


def test_a_suspended_account_is_logged_out_at_once(as_ada: Client, ada: User) -> None:
    sanctions.suspend(ada, "two seats at a table", None)
    assert not is_logged_in(as_ada)


def test_a_suspended_account_cannot_log_in_and_is_told_why(ada: User) -> None:
    sanctions.suspend(ada, "two seats at a table", None)
    form = {"login": "Ada", "password": PASSWORD}
    answer = Client().post("/account/login/", form)
    assert answer.status_code == 403
    assert "two seats at a table" in answer.content.decode()


def test_only_whoever_knows_the_password_is_told_of_a_suspension(ada: User) -> None:
    sanctions.suspend(ada, "two seats at a table", None)
    answer = Client().post("/account/login/", {"login": "Ada", "password": "a guess"})
    assert "two seats at a table" not in answer.content.decode()


def test_a_suspended_account_does_not_get_in_by_a_new_password(
    client: Client, ada: User, mailoutbox: Outbox
) -> None:
    sanctions.suspend(ada, "two seats at a table", None)
    client.post("/account/password/reset/", {"email": "ada@example.org"})
    assert not any("/password/reset/key/" in str(vars(mail)["body"]) for mail in mailoutbox)


def test_the_suspension_says_who_and_why(ada: User, staff: User) -> None:
    sanctions.suspend(ada, "two seats at a table", staff)
    ada.refresh_from_db()
    assert (ada.is_suspended, ada.suspended_by, ada.suspension_reason) == (
        True,
        staff,
        "two seats at a table",
    )


def test_when_it_is_lifted_the_old_log_ins_stay_ended(as_ada: Client, ada: User) -> None:
    sanctions.suspend(ada, "two seats at a table", None)
    sanctions.lift_suspension(ada)
    assert not is_logged_in(as_ada)
    assert is_logged_in(logged_in("Ada"))


def test_the_database_does_not_keep_a_suspended_account_active(ada: User) -> None:
    sanctions.suspend(ada, "two seats at a table", None)
    with pytest.raises(IntegrityError):
        User.objects.filter(pk=ada.pk).update(is_active=True)


# Telling others


@pytest.mark.django_db(transaction=True)
def test_ended_log_ins_are_announced_after_the_commit(ada: User, ended: list[int]) -> None:
    sanctions.suspend(ada, "two seats at a table", None)
    sanctions.end_logins(ada)
    assert ended == [ada.pk, ada.pk]


@pytest.mark.django_db(transaction=True)
def test_a_listener_that_fails_undoes_nothing(ada: User, as_ada: Client) -> None:
    def fail(**_: object) -> None:
        raise RuntimeError

    logins_ended.connect(fail)
    try:
        sanctions.suspend(ada, "two seats at a table", None)
    finally:
        logins_ended.disconnect(fail)
    assert not is_logged_in(as_ada)


# Logging out everywhere


def test_other_browsers_are_logged_out_and_this_one_is_not(as_ada: Client) -> None:
    forgotten = logged_in("Ada")
    as_ada.post("/account/logins/end/")
    assert not is_logged_in(forgotten)
    assert is_logged_in(as_ada)


# The admin site


def choose(client: Client, action: str, users: list[User], **more: str) -> str:
    form = {"action": action, "_selected_action": [user.pk for user in users], **more}
    return client.post("/admin/accounts/user/", form, follow=True).content.decode()


def test_staff_suspend_with_a_reason_that_is_logged(
    as_staff: Client, staff: User, ada: User
) -> None:
    choose(as_staff, "suspend", [ada], reason="two seats at a table")
    ada.refresh_from_db()
    assert ada.suspended_by == staff
    entry = LogEntry.objects.get()
    assert (entry.object_id, entry.user) == (str(ada.pk), staff)
    assert "two seats at a table" in entry.get_change_message()


def test_without_a_reason_nobody_is_suspended(as_staff: Client, ada: User) -> None:
    assert "reason" in choose(as_staff, "suspend", [ada])
    choose(as_staff, "suspend", [ada], reason="  ")
    ada.refresh_from_db()
    assert not ada.is_suspended
    assert not LogEntry.objects.exists()


def test_staff_do_not_suspend_themselves(as_staff: Client, staff: User) -> None:
    choose(as_staff, "suspend", [staff], reason="curiosity")
    staff.refresh_from_db()
    assert not staff.is_suspended


def test_staff_lift_a_suspension_and_it_is_logged(as_staff: Client, ada: User) -> None:
    sanctions.suspend(ada, "two seats at a table", None)
    choose(as_staff, "lift_suspension", [ada], reason="it was her sister")
    ada.refresh_from_db()
    assert not ada.is_suspended
    assert "it was her sister" in LogEntry.objects.get().get_change_message()


@pytest.mark.parametrize("action", ["lift_suspension", "log_out_everywhere", "close_accounts"])
def test_without_a_reason_the_staff_do_nothing_to_an_account(
    action: str, as_staff: Client, ada: User
) -> None:
    sanctions.suspend(ada, "two seats at a table", None)
    before = User.objects.filter(pk=ada.pk).values().get()
    assert "reason" in choose(as_staff, action, [ada])
    choose(as_staff, action, [ada], reason=" ")
    assert User.objects.filter(pk=ada.pk).values().get() == before
    assert not LogEntry.objects.exists()


def test_accounts_are_found_by_name_and_address_and_suspension(
    as_staff: Client, ada: User, staff: User
) -> None:
    sanctions.suspend(ada, "two seats at a table", None)
    found = {
        query: "ada@example.org" in as_staff.get(f"/admin/accounts/user/?{query}").content.decode()
        for query in ("q=ada", "q=ada%40example.org", "q=zoe", "suspended=yes", "suspended=no")
    }
    assert found == {
        "q=ada": True,
        "q=ada%40example.org": True,
        "q=zoe": False,
        "suspended=yes": True,
        "suspended=no": False,
    }


def test_staff_without_the_right_to_it_do_not_make_themselves_superusers(ada: User) -> None:
    ada.is_staff = True
    ada.save()
    ada.user_permissions.set(_permissions("change_user", "view_user"))
    client = logged_in("Ada")
    form = {"username": "Ada", "is_superuser": "on", "reason": "curious"}
    assert client.post(f"/admin/accounts/user/{ada.pk}/change/", form).status_code == 302
    ada.refresh_from_db()
    assert not ada.is_superuser


def test_staff_who_may_only_look_find_the_page_and_change_nothing(ada: User, staff: User) -> None:
    ada.is_staff = True
    ada.save()
    ada.user_permissions.set(_permissions("view_user"))
    client, page = logged_in("Ada"), f"/admin/accounts/user/{staff.pk}/change/"
    assert client.get(page).status_code == 200
    before = User.objects.filter(pk=staff.pk).values().get()
    assert client.post(page, {"username": "Gracie", "reason": "curious"}).status_code == 403
    for action in ("suspend", "log_out_everywhere", "close_accounts"):
        choose(client, action, [staff], reason="curious")
    assert User.objects.filter(pk=staff.pk).values().get() == before


def _permissions(*names: str) -> list[Permission]:
    return list(Permission.objects.filter(codename__in=names))


def test_a_change_in_an_account_asks_for_a_reason(as_staff: Client, ada: User) -> None:
    page, changed = f"/admin/accounts/user/{ada.pk}/change/", {"username": "Adele"}
    for reason in ({}, {"reason": " "}):
        assert as_staff.post(page, {**changed, **reason}).status_code == 200
        assert not User.objects.filter(username="Adele").exists()
    assert as_staff.post(page, {**changed, "reason": "asked us to"}).status_code == 302
    assert User.objects.get(pk=ada.pk).username == "Adele"
    assert LogEntry.objects.get().change_message == "change of username: asked us to"


def test_staff_cannot_become_a_player_by_a_new_password_or_address(
    as_staff: Client, ada: User
) -> None:
    before = User.objects.filter(pk=ada.pk).values().get()
    new = {"password1": "a new one here", "password2": "a new one here", "usable_password": "true"}
    page = f"/admin/accounts/user/{ada.pk}/password/"
    assert as_staff.get(page).status_code == as_staff.post(page, new).status_code == 403
    form = {"username": "Ada", "email": "grace@example.org", "password": "x", "reason": "curious"}
    as_staff.post(f"/admin/accounts/user/{ada.pk}/change/", form)
    assert User.objects.filter(pk=ada.pk).values().get() == before
    assert as_staff.get("/admin/account/emailaddress/").status_code == 404
    assert "argon2" not in as_staff.get(f"/admin/accounts/user/{ada.pk}/change/").content.decode()


def test_staff_do_not_make_accounts_for_others(as_staff: Client) -> None:
    assert as_staff.get("/admin/accounts/user/add/").status_code == 403


def test_players_do_not_get_into_the_admin_site(as_ada: Client) -> None:
    assert as_ada.get("/admin/accounts/user/").status_code == 302


def test_the_admin_page_of_an_account_shows_its_suspension(as_staff: Client, ada: User) -> None:
    sanctions.suspend(ada, "two seats at a table", None)
    page = as_staff.get(f"/admin/accounts/user/{ada.pk}/change/").content.decode()
    assert "two seats at a table" in page
