"""The first match on its pages: kept by the session alone, without an account, for two days."""

from __future__ import annotations

import json
from time import time

import pytest
from django.conf import LazySettings
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.test import Client

from games.engine.canonical import canonical_json
from games.models import Match
from games.pages.first import KEPT_FOR
from games.rendering.first import first_match

pytestmark = pytest.mark.django_db

SLUG = "emerald"
PAGE = f"/t/{SLUG}/first/"


def first_action() -> dict[str, object]:
    match = first_match(SLUG, [])
    assert match is not None
    return match.legal[0]


def move(client: Client, number: int, action: object, **headers: str) -> int:
    posted = {"number": str(number), "action": canonical_json(action)}
    return client.post(f"{PAGE}move", posted, headers=headers).status_code


def kept(client: Client) -> list[object]:
    actions: list[object] = client.session.get("first", {}).get(SLUG, {}).get("actions", [])
    return actions


def test_it_can_be_played_without_an_account_and_is_no_match_of_the_site(client: Client) -> None:
    assert client.get(PAGE).status_code == 200
    assert not client.cookies.get("sessionid")  # nothing is kept before the first move
    assert move(client, 0, first_action()) == 302
    assert kept(client) == [first_action()]
    assert Match.objects.count() == 0
    assert b'name="number" value="0"' not in client.get(PAGE).content


def test_a_move_that_is_sent_twice_is_made_once(client: Client) -> None:
    move(client, 0, first_action())
    move(client, 0, first_action())
    assert len(kept(client)) == 1


def test_an_illegal_move_is_refused_with_its_reason_and_changes_nothing(client: Client) -> None:
    answer = client.post(f"{PAGE}move", {"number": "0", "action": json.dumps({"do": "stop"})})
    assert answer.status_code == 409
    assert b"Move at least one knight before you stop." in answer.content
    assert b"/t/emerald/rules/#E5" in answer.content
    assert kept(client) == []


def test_a_script_is_answered_with_table_notice_and_hints(client: Client) -> None:
    posted = {"number": "0", "action": canonical_json(first_action())}
    html = client.post(f"{PAGE}move", posted, headers={"HX-Request": "true"}).content.decode()
    assert 'id="table"' in html
    assert 'id="hints"' in html
    assert "<html" not in html


def test_a_hint_is_put_away_and_all_can_be_turned_off(client: Client) -> None:
    assert b"The dark number is the rule of this game" in client.get(PAGE).content
    client.post(f"{PAGE}hint", {"do": "seen", "hint": "crowd"})
    page = client.get(PAGE).content
    assert b"The dark number is the rule of this game" not in page
    assert b"Move one of your red knights" in page
    client.post(f"{PAGE}hint", {"do": "quiet"})
    assert b'role="note"' not in client.get(PAGE).content


def test_strangers_are_not_given_as_many_sessions_as_they_like(settings: LazySettings) -> None:
    """Whoever has begun goes on."""
    cache.clear()
    settings.ACCOUNT_RATE_LIMITS = {"first_match": "2/h/ip"}
    clients = [Client(), Client(), Client()]
    assert [move(client, 0, first_action()) for client in clients] == [302, 302, 429]
    assert Session.objects.count() == 2
    assert clients[0].post(f"{PAGE}hint", {"do": "quiet"}).status_code == 302
    assert Client().post(f"{PAGE}hint", {"do": "quiet"}).status_code == 429
    assert Client().get(PAGE).status_code == 200


def test_it_is_forgotten_after_two_days(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    move(client, 0, first_action())
    assert client.session.get_expiry_age() <= KEPT_FOR
    monkeypatch.setattr("games.pages.first.now", lambda: time() + KEPT_FOR - 60)
    assert b'name="number" value="0"' not in client.get(PAGE).content
    monkeypatch.setattr("games.pages.first.now", lambda: time() + KEPT_FOR + 60)
    assert b'name="number" value="0"' in client.get(PAGE).content


def test_signing_up_keeps_it(client: Client) -> None:
    move(client, 0, first_action())
    answer = client.post(
        "/account/signup/", {"username": "newcomer", "password1": "a-lamp-and-a-pick-42"}
    )
    assert answer.status_code == 302, answer.content
    assert kept(client) == [first_action()]


def test_it_can_be_begun_again(client: Client) -> None:
    move(client, 0, first_action())
    client.post(f"{PAGE}hint", {"do": "again"})
    assert kept(client) == []


def test_what_followed_can_be_shown_again_from_the_board_before(client: Client) -> None:
    move(client, 0, first_action())
    page = client.get(PAGE).content.decode()
    again = page.partition('data-again="')[2].partition('"')[0].replace("&amp;", "&")
    board = client.get(f"{PAGE}{again}").content.decode()
    assert 'id="table"' in board
    assert 'name="action"' not in board
    assert client.get(f"{PAGE}replay?at=99").status_code == 404


def test_its_page_has_all_that_a_match_has_to_be_heard_and_played_by_keys(client: Client) -> None:
    page = client.get(PAGE).content.decode()
    for needed in ('id="telling"', 'id="keys"', 'id="since"', "js/motion"):
        assert needed in page


def test_a_title_that_has_none_has_no_such_page(client: Client) -> None:
    assert client.get("/t/toy/first/").status_code == 404
