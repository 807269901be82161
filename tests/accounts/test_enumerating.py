"""What strangers learn from the doors: not who is registered, and nothing that they can forge."""

from __future__ import annotations

import re

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from tests.accounts.conftest import PASSWORD, Outbox, is_logged_in, logged_in

pytestmark = pytest.mark.django_db

HOME = "https://games.example.org:8443"
FORGED = {"Host": "localhost:6666"}  # a host that is allowed, and a port that is somebody's


@pytest.fixture(autouse=True)
def _home(settings: Settings) -> None:
    settings.SITE_URL = HOME
    settings.ALLOWED_HOSTS = ["localhost", "testserver"]


# Letters


def test_every_letter_leads_to_the_site_and_not_to_where_a_request_says(
    ada: User, mailoutbox: Outbox
) -> None:
    EmailAddress.objects.create(user=ada, email=ada.email, verified=True, primary=True)
    for email in ("ada@example.org", "nobody@example.org"):
        Client(headers=FORGED).post("/account/password/reset/", {"email": email})
    form = {"username": "Brigid", "email": "brigid@example.org", "password1": PASSWORD}
    browser = Client(headers=FORGED)
    browser.post("/account/signup/", form)
    browser.post("/account/email/", {"email": "new@example.org", "action_add": ""})
    new = {"oldpassword": PASSWORD, "password1": "nine lamps up", "password2": "nine lamps up"}
    browser.post("/account/password/change/", new)
    assert len(mailoutbox) >= 4
    for mail in mailoutbox:
        whole = f"{mail.subject}\n{mail.body}"
        assert "6666" not in whole, mail.subject
        assert all(link.startswith(HOME) for link in re.findall(r"https?://\S+", whole))
    assert sum(HOME in str(mail.body) for mail in mailoutbox) >= 4


def test_the_link_in_a_letter_works_where_the_site_is(ada: User, mailoutbox: Outbox) -> None:
    Client(headers=FORGED).post("/account/password/reset/", {"email": "ada@example.org"})
    found = re.search(rf"{HOME}(/\S+)", str(mailoutbox[0].body))
    assert found
    assert "password1" in Client().get(found[1], follow=True).content.decode()


# Who is registered


def outcome(browser: Client, address: str, form: dict[str, str]) -> tuple[object, ...]:
    """All that a stranger sees of an answer."""
    answer = browser.post(address, form, follow=True)
    page = re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", answer.content.decode())
    for name in ("Brigid", "Brenda", "ada@example.org", "free@example.org"):
        page = page.replace(name, "")
    return answer.status_code, answer.redirect_chain, page, sorted(browser.cookies)


@pytest.mark.parametrize("verified", [True, False])
def test_signing_up_does_not_tell_whether_an_address_is_registered(
    verified: bool, ada: User, mailoutbox: Outbox
) -> None:
    EmailAddress.objects.create(user=ada, email=ada.email, verified=verified, primary=True)
    seen = [
        outcome(Client(), "/account/signup/", {"username": n, "email": e, "password1": PASSWORD})
        for n, e in (("Brigid", "ada@example.org"), ("Brenda", "free@example.org"))
    ]
    assert seen[0] == seen[1]
    # One letter each: whoever waits for the answer waits for a letter to be sent both times.
    assert [mail.to for mail in mailoutbox] == [["ada@example.org"], ["free@example.org"]]


def test_the_address_stays_its_holders(ada: User, mailoutbox: Outbox) -> None:
    """Whoever signs up with it has not confirmed it, and a new password is sent to the holder."""
    EmailAddress.objects.create(user=ada, email=ada.email, verified=True, primary=True)
    form = {"username": "Brigid", "email": ada.email, "password1": "other lamps below"}
    Client().post("/account/signup/", form)
    mailoutbox.clear()
    Client().post("/account/password/reset/", {"email": ada.email})
    assert [str(mail.body).count("Ada") > 0 for mail in mailoutbox] == [True]
    assert "Brigid" not in str(mailoutbox[0].body)
    assert is_logged_in(logged_in(ada.email))


def test_another_address_does_not_tell_whether_it_is_registered(ada: User) -> None:
    EmailAddress.objects.create(user=ada, email=ada.email, verified=True, primary=True)
    seen = []
    for name, email in (("Brigid", "ada@example.org"), ("Brenda", "free@example.org")):
        browser = Client()
        browser.post("/account/signup/", {"username": name, "password1": PASSWORD})
        seen.append(outcome(browser, "/account/email/", {"email": email, "action_add": ""}))
    assert seen[0] == seen[1]


@pytest.mark.parametrize("address", ["/account/login/", "/account/password/reset/"])
def test_logging_in_and_a_new_password_do_not_tell_either(
    address: str, ada: User, mailoutbox: Outbox
) -> None:
    seen = [
        outcome(Client(), address, {"login": email, "email": email, "password": "a wrong one"})
        for email in ("ada@example.org", "free@example.org")
    ]
    assert seen[0] == seen[1]
    assert len(mailoutbox) in (0, 2)
