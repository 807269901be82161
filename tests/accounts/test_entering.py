"""Signing up, logging in and out, passwords and addresses."""

import re

import pytest
from django.conf import settings
from django.core.mail import EmailMessage
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.test import Client

from accounts.models import User
from tests.accounts.conftest import PASSWORD, Outbox, is_logged_in, logged_in

pytestmark = pytest.mark.django_db


def sign_up(client: Client, **changes: str) -> list[str]:
    """Post the form, and return what is wrong with it."""
    form = {"username": "Brigid", "email": "", "password1": PASSWORD} | changes
    answer = client.post("/account/signup/", form)
    return [] if answer.status_code == 302 else re.findall(r"<li>([^<]+)</li>", text(answer))


def text(answer: HttpResponseBase) -> str:
    assert isinstance(answer, HttpResponse)
    return answer.content.decode()


def link_in(mail: EmailMessage) -> str:
    found = re.search(rf"{settings.SITE_URL}(/\S+)", str(mail.body))
    assert found
    return found[1]


# Signing up


def test_a_name_and_a_password_make_an_account_and_log_it_in(client: Client) -> None:
    assert sign_up(client) == []
    assert is_logged_in(client)
    assert User.objects.get().username == "Brigid"


def test_after_signing_up_one_is_where_one_wanted_to_go(client: Client) -> None:
    form = {"username": "Brigid", "password1": PASSWORD, "next": "/account/email/"}
    assert client.post("/account/signup/", form)["Location"] == "/account/email/"


def test_after_signing_up_one_is_not_sent_to_another_site(client: Client) -> None:
    form = {"username": "Brigid", "password1": PASSWORD, "next": "https://elsewhere.example/"}
    assert "elsewhere" not in client.post("/account/signup/", form)["Location"]


@pytest.mark.parametrize("name", ["ADA", "ada", "Ada"])
def test_a_name_that_differs_in_case_only_is_taken(client: Client, ada: User, name: str) -> None:
    assert len(sign_up(client, username=name)) == 1


@pytest.mark.parametrize("name", ["Jiří", "Zofia-Łucja", "x.y_z", "Bär2"])
def test_letters_of_any_language_make_a_name(client: Client, name: str) -> None:
    assert sign_up(client, username=name) == []


@pytest.mark.parametrize("name", ["ab", "a b c", "-ada", "ada--lovelace", "a/b/c", "x" * 25, "<b>"])
def test_a_name_that_could_not_stand_in_an_address_is_refused(client: Client, name: str) -> None:
    assert sign_up(client, username=name)
    assert not User.objects.exists()


@pytest.mark.parametrize("name", ["admin", "Moderator", "bot"])
def test_nobody_takes_a_name_that_sounds_like_the_site(client: Client, name: str) -> None:
    assert len(sign_up(client, username=name)) == 1


@pytest.mark.parametrize("password", ["short", "12345678901", "password", "Brigid"])
def test_a_password_easy_to_guess_is_refused(client: Client, password: str) -> None:
    assert sign_up(client, password1=password)
    assert not User.objects.exists()


# Logging in and out


@pytest.mark.parametrize("login", ["Ada", "ada", "ada@example.org"])
def test_one_logs_in_by_name_in_any_case_or_by_address(ada: User, login: str) -> None:
    assert is_logged_in(logged_in(login))


def test_a_wrong_password_does_not_log_in(ada: User) -> None:
    assert not is_logged_in(logged_in("Ada", "eight lamps below"))


def test_logging_out_takes_a_post(as_ada: Client) -> None:
    as_ada.get("/account/logout/")
    assert is_logged_in(as_ada)
    as_ada.post("/account/logout/")
    assert not is_logged_in(as_ada)


# Passwords


def test_a_changed_password_is_the_one_that_counts(as_ada: Client) -> None:
    new = "nine lamps above"
    form = {"oldpassword": PASSWORD, "password1": new, "password2": new}
    assert as_ada.post("/account/password/change/", form).status_code == 302
    assert is_logged_in(as_ada)
    assert is_logged_in(logged_in("Ada", new))
    assert not is_logged_in(logged_in("Ada"))


def test_a_changed_password_logs_other_browsers_out(as_ada: Client) -> None:
    forgotten = logged_in("Ada")
    new = "nine lamps above"
    form = {"oldpassword": PASSWORD, "password1": new, "password2": new}
    as_ada.post("/account/password/change/", form)
    assert not is_logged_in(forgotten)


def test_a_forgotten_password_is_set_anew_by_a_link_that_works_once(
    client: Client, ada: User, mailoutbox: Outbox
) -> None:
    client.post("/account/password/reset/", {"email": "ada@example.org"})
    [mail] = mailoutbox
    assert mail.to == ["ada@example.org"]
    link = link_in(mail)
    form_page = client.get(link)["Location"]
    new = "ten lamps around"
    assert client.post(form_page, {"password1": new, "password2": new}).status_code == 302
    assert is_logged_in(logged_in("Ada", new))
    assert "has been used" in text(Client().get(link, follow=True))


def test_asking_for_a_password_does_not_tell_whether_there_is_an_account(
    client: Client, ada: User
) -> None:
    known, unknown = (
        client.post("/account/password/reset/", {"email": email}, follow=True)
        for email in ("ada@example.org", "nobody@example.org")
    )
    assert known.redirect_chain == unknown.redirect_chain
    assert text(known) == text(unknown)


# Addresses


def test_an_address_is_confirmed_by_its_letter_and_a_button(
    client: Client, mailoutbox: Outbox
) -> None:
    sign_up(client, email="brigid@example.org")
    [mail] = mailoutbox
    address = User.objects.get().emailaddress_set.get()
    link = link_in(mail)
    assert "brigid@example.org" in text(client.get(link))
    address.refresh_from_db()
    assert not address.verified
    client.post(link)
    address.refresh_from_db()
    assert address.verified


def test_one_can_play_with_an_address_not_confirmed(client: Client) -> None:
    sign_up(client, email="brigid@example.org")
    assert is_logged_in(client)


def test_our_letters_are_in_our_words(client: Client, mailoutbox: Outbox) -> None:
    sign_up(client, email="brigid@example.org")
    [mail] = mailoutbox
    assert mail.subject.endswith("Confirm your e-mail address")
    assert "Hello Brigid" in str(mail.body)
