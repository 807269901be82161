"""Tries are counted: a password cannot be guessed, nor letters sent without end."""

from urllib.parse import unquote

import pytest
from django.test import Client

from accounts.models import User
from tests.accounts.conftest import PASSWORD, is_logged_in, logged_in

pytestmark = pytest.mark.django_db


def test_after_five_wrong_passwords_the_right_one_has_to_wait(ada: User) -> None:
    for _ in range(5):
        logged_in("Ada", "a wrong one")
    assert not is_logged_in(logged_in("Ada"))


def test_wrong_passwords_for_one_account_do_not_shut_out_another(ada: User, staff: User) -> None:
    for _ in range(5):
        logged_in("Ada", "a wrong one")
    assert is_logged_in(logged_in("Grace"))


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
    assert "Slowly, please" in answers[-1].content.decode()
    assert User.objects.count() == 20


def test_one_mailbox_gets_so_many_letters_and_no_more(
    client: Client, ada: User, mailoutbox: list[object]
) -> None:
    for _ in range(8):
        client.post("/account/password/reset/", {"email": "ada@example.org"})
    assert len(mailoutbox) == 5
