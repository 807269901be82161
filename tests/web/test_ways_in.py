"""The ways in: an invitation before there is an account, an address that is nobody's, wrong passwords."""

from __future__ import annotations

import pytest
from django.test import Client

from games.models import Invitation
from games.play import seating
from tests.web.factories import UserFactory, gathered

pytestmark = pytest.mark.django_db

PASSWORD = "a-lamp-and-a-pick-42"


def link_of(name: str = "tobias") -> str:
    host = UserFactory.create(username=name)
    scene = gathered(host, public=False, size=3)
    seating.invite_link(scene.id, host)
    return f"/i/{Invitation.objects.get().token}/"


def test_an_invitation_tells_a_stranger_who_invites_to_what_and_asks_for_a_name(
    client: Client,
) -> None:
    page = client.get(link_of()).content.decode()
    assert "<b>tobias</b> invites you to a game of" in page
    assert 'name="username"' in page
    assert Invitation.objects.get().used_at is None


def test_whoever_signs_up_there_comes_back_and_joins(client: Client) -> None:
    link = link_of()
    posted = {"username": "newcomer", "password1": PASSWORD, "next": link}
    answer = client.post("/account/signup/", posted)
    assert answer["Location"] == link
    assert "Join the game" in client.get(link).content.decode()
    assert client.post(link).status_code == 303
    assert Invitation.objects.get().used_at is not None


def test_a_used_link_sends_a_stranger_to_log_in_and_tells_nothing(client: Client) -> None:
    answer = client.get("/i/nobodys/")
    assert answer.status_code == 302
    assert answer["Location"].startswith("/account/login/")


def test_a_match_that_is_private_and_one_that_is_not_there_say_the_same(client: Client) -> None:
    mira = UserFactory.create()
    scene = gathered(mira, public=False, size=3)
    pages = [client.get(f"/m/{id_}/") for id_ in (scene.id, "aaaaaaaaaa")]
    assert [page.status_code for page in pages] == [404, 404]
    told = [page.content.decode().replace(scene.id, "aaaaaaaaaa") for page in pages]
    assert told[0] == told[1]
    assert "If you play here, log in." in told[0]
    client.force_login(mira)
    assert "If you play here, log in." not in client.get("/m/aaaaaaaaaa/").content.decode()


def test_a_wrong_password_is_told_in_our_words(client: Client) -> None:
    page = client.post("/account/login/", {"login": "nobody", "password": PASSWORD})
    assert "That name and password do not match. Try again." in page.content.decode()


def test_a_bad_password_has_one_reason_at_a_time(client: Client) -> None:
    page = client.post("/account/signup/", {"username": "newcomer", "password1": "1234567"})
    text = page.content.decode()
    assert "Too short: use 8 characters or more." in text
    assert "Use more than digits." not in text
