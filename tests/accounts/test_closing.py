"""Deleting an account."""

import pytest
from django.test import Client

from accounts.models import User
from accounts.signals import account_closing
from tests.accounts.conftest import PASSWORD, is_logged_in, logged_in

pytestmark = pytest.mark.django_db


def close(client: Client, name: str) -> int:
    client.post("/account/reauthenticate/", {"password": PASSWORD})
    return client.post("/account/close/", {"name": name}).status_code


def test_an_account_is_deleted_by_typing_its_name(as_ada: Client) -> None:
    assert close(as_ada, "Ada") == 302
    assert not User.objects.exists()
    assert not is_logged_in(as_ada)


def test_another_name_deletes_nothing(as_ada: Client) -> None:
    assert close(as_ada, "ada lovelace") == 200
    assert User.objects.exists()


def test_whoever_finds_a_browser_open_is_asked_for_the_password_first(as_ada: Client) -> None:
    answer = as_ada.post("/account/close/", {"name": "Ada"})
    assert answer["Location"].startswith("/account/reauthenticate/")
    as_ada.post("/account/reauthenticate/", {"password": "a guess"})
    assert as_ada.get("/account/close/").status_code == 302
    as_ada.post("/account/reauthenticate/", {"password": PASSWORD})
    assert as_ada.get("/account/close/").status_code == 200


def test_its_other_log_ins_end_too(as_ada: Client) -> None:
    forgotten = logged_in("Ada")
    close(as_ada, "Ada")
    assert not is_logged_in(forgotten)


def test_listeners_hear_of_it_while_the_account_is_still_there(as_ada: Client) -> None:
    heard: list[tuple[str, bool]] = []

    def listen(user: User, **_: object) -> None:
        heard.append((user.username, User.objects.filter(pk=user.pk).exists()))

    account_closing.connect(listen)
    try:
        close(as_ada, "Ada")
    finally:
        account_closing.disconnect(listen)
    assert heard == [("Ada", True)]


def test_staff_delete_an_account_in_the_same_way(as_staff: Client, ada: User) -> None:
    heard: list[str] = []

    def listen(user: User, **_: object) -> None:
        heard.append(user.username)

    account_closing.connect(listen)
    try:
        assert as_staff.post(f"/admin/accounts/user/{ada.pk}/delete/").status_code == 403
        chosen = {"action": "close_accounts", "_selected_action": [ada.pk]}
        as_staff.post("/admin/accounts/user/", {**chosen, "reason": "asked us by letter"})
    finally:
        account_closing.disconnect(listen)
    assert heard == ["Ada"]
    assert not User.objects.filter(username="Ada").exists()
