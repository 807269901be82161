"""The match page and the move: what each visitor gets, with and without scripts."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from html import unescape
from typing import Any, cast

import pytest
from django.http import HttpResponse
from django.test import Client

from accounts.models import User
from games import play, rendering
from games.engine import titles
from games.engine.canonical import canonical_json
from games.matchlog import access
from games.rendering import lines
from games.titles.saboteur.table.words import one_card
from tests.web.factories import Scene, dealt, gathered
from tests.web.playing import played

Browser = Callable[[User | None], Client]


def post(client: Client, scene: Scene, action: Any, *, number: int, **headers: str) -> HttpResponse:
    text = action if isinstance(action, str) else json.dumps(action)
    data = {"number": number, "action": text}
    # To django-stubs a test client's answer is another class than the view's.
    return cast(HttpResponse, client.post(f"/m/{scene.id}/move", data, headers=headers))


HTMX = {"HX-Request": "true"}


def test_the_page_offers_the_legal_moves_to_the_seat_that_is_awaited(
    scene: Scene, as_: Browser
) -> None:
    page = as_(scene.players[0]).get(f"/m/{scene.id}/").content.decode()
    assert "It is your turn." in page
    assert page.count('type="submit" form="move" name="action"') == 3
    assert f'form="move" name="number" value="{scene.number}"' in page


def test_the_page_offers_nothing_to_the_others(scene: Scene, as_: Browser) -> None:
    for visitor in (scene.players[1], None):
        page = as_(visitor).get(f"/m/{scene.id}/").content.decode()
        assert "mira is playing…" in page
        assert 'name="action"' not in page


def test_each_seat_sees_its_own_number_and_a_spectator_sees_none(
    scene: Scene, as_: Browser, other: User
) -> None:
    for visitor, known in [(scene.players[0], 1), (scene.players[2], 1), (other, 0), (None, 0)]:
        page = as_(visitor).get(f"/m/{scene.id}/").content.decode()
        assert page.count('<span class="number">face down</span>') == 3 - known


def test_a_plain_form_is_answered_with_the_way_back(scene: Scene, as_: Browser) -> None:
    browser = as_(scene.players[0])
    answer = post(browser, scene, {"do": "pass"}, number=0)
    assert (answer.status_code, answer["Location"]) == (303, f"/m/{scene.id}/")
    assert "mira passes." in browser.get(answer["Location"]).content.decode()


def test_htmx_is_answered_with_the_movers_own_table(scene: Scene, as_: Browser) -> None:
    answer = post(as_(scene.players[0]), scene, {"do": "pass"}, number=0, **HTMX)
    assert answer.status_code == 200
    assert answer.content.decode().startswith('<div id="table"')
    assert 'data-number="1"' in answer.content.decode()


def test_page_and_answer_hold_the_same_fragment(scene: Scene, as_: Browser) -> None:
    browser = as_(scene.players[0])
    answer = post(browser, scene, {"do": "pass"}, number=0, **HTMX).content.decode()
    fragment = answer[: answer.index('<div id="notice"')]
    browser.get(f"/m/{scene.id}/")  # the divider goes once everything has been seen
    assert fragment in browser.get(f"/m/{scene.id}/").content.decode()


def test_a_fragment_holds_no_token(scene: Scene, as_: Browser) -> None:
    answer = post(as_(scene.players[0]), scene, {"do": "pass"}, number=0, **HTMX)
    assert b"csrf" not in answer.content


def test_a_stale_page_gets_409_the_fresh_table_and_a_sentence(scene: Scene, as_: Browser) -> None:
    scene.act(0, do="ask", seat=1)
    scene.act(1, do="keep")
    for headers in ({}, HTMX):
        answer = post(as_(scene.players[1]), scene, {"do": "show"}, number=1, **headers)
        assert answer.status_code == 409
        assert "The table has changed since." in answer.content.decode()
        assert 'data-number="2"' in answer.content.decode()


def test_a_double_click_is_one_move_and_both_are_answered_alike(scene: Scene, as_: Browser) -> None:
    browser = as_(scene.players[0])
    first = post(browser, scene, {"do": "pass"}, number=0, **HTMX)
    second = post(browser, scene, {"do": "pass"}, number=0, **HTMX)
    assert (first.status_code, first.content) == (second.status_code, second.content)
    assert scene.number == 1


def test_two_devices_make_one_move_and_the_other_is_told(scene: Scene, as_: Browser) -> None:
    phone, desk = as_(scene.players[0]), as_(scene.players[0])
    assert post(phone, scene, {"do": "pass"}, number=0, **HTMX).status_code == 200
    answer = post(desk, scene, {"do": "ask", "seat": 1}, number=0, **HTMX)
    assert answer.status_code == 409
    assert scene.number == 1


def test_a_move_out_of_turn_is_refused_in_a_sentence(scene: Scene, as_: Browser) -> None:
    answer = post(as_(scene.players[2]), scene, {"do": "pass"}, number=0, **HTMX)
    assert answer.status_code == 409
    assert "It is not your turn." in answer.content.decode()


@pytest.mark.parametrize(
    ("action", "number"),
    [
        ("not json", 0),
        ("[" * 2000, 0),
        ('{"do": "pass"}' + " " * 5000, 0),
        ('{"do": "pass"}', "zero"),
        ("", 0),
    ],
)
def test_what_is_not_a_move_is_refused(
    scene: Scene, as_: Browser, action: str, number: Any
) -> None:
    answer = post(as_(scene.players[0]), scene, action, number=number)
    assert answer.status_code == 400
    assert scene.number == 0


@pytest.mark.parametrize("number", [-1, -(10**30), 10**9, 10**30])
def test_a_number_that_no_move_has_is_refused(scene: Scene, as_: Browser, number: int) -> None:
    scene.act(0, do="ask", seat=1)
    scene.act(1, do="keep")
    answer = post(as_(scene.players[1]), scene, {"do": "show"}, number=number)
    assert answer.status_code == 409
    assert scene.number == 2


def test_the_seat_comes_from_the_session_and_not_from_the_form(scene: Scene, as_: Browser) -> None:
    data = {"number": 0, "action": '{"do": "pass"}', "seat": 0, "index": 0}
    answer = as_(scene.players[1]).post(f"/m/{scene.id}/move", data)
    assert answer.status_code == 409
    assert scene.number == 0


def test_a_move_needs_the_token_of_the_page(scene: Scene) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(scene.players[0])
    assert post(browser, scene, {"do": "pass"}, number=0).status_code == 403
    browser.get(f"/m/{scene.id}/")
    token = browser.cookies["csrftoken"].value
    answer = post(browser, scene, {"do": "pass"}, number=0, **{"X-CSRFToken": token})
    assert answer.status_code == 303


# Asking before a move is sent


@pytest.fixture
def careful(scene: Scene) -> Scene:
    """mira wants to be asked."""
    scene.players[0].confirm_moves = True
    scene.players[0].save()
    return scene


def test_whoever_wants_to_be_asked_is_asked_without_scripts_too(
    careful: Scene, as_: Browser
) -> None:
    browser = as_(careful.players[0])
    action = canonical_json({"do": "ask", "seat": 2})
    asked = post(browser, careful, action, number=0)
    page = asked.content.decode()
    assert (asked.status_code, careful.number) == (200, 0)
    assert "Send this move?" in page
    assert "Ask ines" in page
    form = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', page))
    assert form.pop("csrfmiddlewaretoken")
    sent = {name: unescape(value) for name, value in form.items()}
    assert sent == {"number": "0", "action": action, "sure": "yes"}
    assert browser.post(f"/m/{careful.id}/move", sent).status_code == 303
    assert careful.moves()[-1].action == {"do": "ask", "seat": 2}


def test_nobody_else_is_asked(careful: Scene, as_: Browser) -> None:
    """Nor is whoever has a script that has asked already."""
    action = canonical_json({"do": "pass"})
    assert post(as_(careful.players[0]), careful, action, number=0, **HTMX).status_code == 200
    assert post(as_(careful.players[1]), careful, action, number=1).status_code == 303


def test_what_is_not_offered_is_refused_and_not_asked_about(careful: Scene, as_: Browser) -> None:
    browser = as_(careful.players[0])
    answer = post(browser, careful, {"do": "vote", "for": 1}, number=0)
    assert answer.status_code == 409
    careful.act(0, do="pass")
    assert post(browser, careful, {"do": "show"}, number=0).status_code == 409


@pytest.mark.parametrize("slug", sorted(titles()))
def test_every_action_of_every_title_has_words_to_ask_with(slug: str, db: None) -> None:
    scene = played(slug, 3)
    seat = scene.awaited()[0]
    visited = access.Visit(scene.match, scene.seats(), seat)
    for action in scene.copy(seat).actions():
        choice = rendering.choice_of(visited, canonical_json(action))
        assert choice is not None
        assert choice.verb
        assert "{" not in f"{choice.says} {choice.verb}"
    assert rendering.choice_of(visited, '{"do":"nothing"}') is None


def test_a_discard_of_saboteur_names_its_card(db: None) -> None:
    scene = played("saboteur", 3)
    seat = scene.awaited()[0]
    copy = scene.copy(seat)
    visited = access.Visit(scene.match, scene.seats(), seat)
    discards = [action for action in copy.actions() if action["do"] == "discard"]
    asked = [rendering.choice_of(visited, canonical_json(action)) for action in discards]
    assert [choice.says for choice in asked if choice] == [
        f"Discard {one_card(action['card'])}" for action in discards
    ]


# What the page says


def test_the_heading_of_a_match_that_is_over_speaks_to_its_reader(db: None) -> None:
    scene = played("toy", 99)
    assert scene.match.outcome is not None
    won = set(scene.match.outcome["winners"])
    for seat in (None, *range(len(scene.seats()))):
        html = rendering.fragment(access.Visit(scene.match, scene.seats(), seat))
        heading = html.partition('id="turn"')[2].partition("</p>")[0]
        assert ("You" in heading) == (seat in won)


def test_the_log_has_a_divider_where_the_reader_left_off(scene: Scene, as_: Browser) -> None:
    browser = as_(scene.players[1])
    browser.get(f"/m/{scene.id}/")
    scene.act(0, do="ask", seat=2)
    page = browser.get(f"/m/{scene.id}/").content.decode()
    divider, line = page.index('<li class="since"'), page.rindex("mira asks ines.")
    assert page.index("mira begins.") < divider < line
    assert '<li class="since"' not in browser.get(f"/m/{scene.id}/").content.decode()


def test_the_log_is_the_rounds_and_the_older_one_is_a_link_away(scene: Scene, as_: Browser) -> None:
    scene.act(0, do="ask", seat=2)
    scene.act(2, do="show")
    scene.until_vote()
    for seat in range(3):
        scene.vote(seat, 0)
    browser = as_(scene.players[1])
    page = browser.get(f"/m/{scene.id}/").content.decode()
    assert "Round 2: tobias begins." in page
    assert "mira asks ines." not in page
    assert "mira asks ines." in browser.get(f"/m/{scene.id}/log").content.decode()


def test_at_most_thirty_lines_are_pushed(mira: User, tobias: User, monkeypatch: Any) -> None:
    monkeypatch.setattr(lines, "LINES_SHOWN", 3)
    scene = dealt(mira, tobias).until_vote()
    scene.vote(0, 1)
    visited = access.Visit(scene.match, scene.seats(), 0)
    assert rendering.fragment(visited).count('class="line"') == 3


def test_the_log_tells_a_seat_what_only_it_has_seen(scene: Scene, as_: Browser) -> None:
    scene.act(0, do="ask", seat=2)
    scene.act(2, do="show")
    asker = as_(scene.players[0]).get(f"/m/{scene.id}/").content.decode()
    beside = as_(scene.players[1]).get(f"/m/{scene.id}/").content.decode()
    assert "ines shows mira the number" in asker
    assert "ines shows mira a number." in beside


def test_a_name_is_escaped(mira: User, tobias: User, as_: Browser) -> None:
    scene = dealt(mira, tobias, name="<b>bold</b>")
    page = as_(mira).get(f"/m/{scene.id}/").content.decode()
    assert "<b>bold" not in page
    assert "&lt;b&gt;bold" in page


def test_the_secret_is_shown_at_the_end_and_never_before(scene: Scene, as_: Browser) -> None:
    secret = bytes(scene.match.secret).hex()
    pages = [f"/m/{scene.id}/", f"/m/{scene.id}/log", "/tables/", "/u/mira/"]
    for page in pages:
        assert secret not in as_(scene.players[0]).get(page).content.decode()
    scene.to_the_end()
    assert secret in as_(scene.players[0]).get(pages[0]).content.decode()


def test_a_void_match_keeps_its_secret(scene: Scene, as_: Browser) -> None:
    play.void(scene.id, reason="called off")
    page = as_(scene.players[0]).get(f"/m/{scene.id}/").content.decode()
    assert bytes(scene.match.secret).hex() not in page
    assert 'name="action"' not in page
    assert page.count("face down") >= 2


@pytest.mark.parametrize("slug", sorted(titles().keys() - {"toy"}))  # it shows no people
def test_nobody_is_to_move_in_a_match_that_has_been_called_off(
    slug: str, as_: Browser, db: None
) -> None:
    scene = played(slug, 3)
    [seat, *_] = scene.awaited()
    address, browser = f"/m/{scene.id}/", as_(scene.players[seat])
    asked = re.compile(r'class="[^"]*\bawaited|<(?:small|em)>(?:your turn|to play, at|to walk, at)')
    assert asked.search(browser.get(address).content.decode())
    play.void(scene.id, reason="called off")
    for page in (address, f"{address}replay?at={scene.number}"):
        assert not asked.search(browser.get(page).content.decode()), page


@pytest.mark.parametrize("slug", sorted(titles()))
def test_what_is_read_out_stands_outside_of_what_is_swapped(
    slug: str, as_: Browser, db: None
) -> None:
    """A live region that is swapped stops speaking."""
    scene = played(slug, 3)
    for seat in (0, None):
        html = rendering.fragment(access.Visit(scene.match, scene.seats(), seat))
        assert not re.search(r"aria-live|role=.(status|alert|log)\b", html)
    page = as_(scene.players[0]).get(f"/m/{scene.id}/").content.decode()
    before, _table = page.split('<div id="table"')
    assert re.search(r'<div id="said"[^>]*aria-live="polite"', before)
    assert re.search(r'<div id="notice"[^>]*aria-live="polite"', before)


def test_a_frozen_match_says_so_at_once(scene: Scene, as_: Browser) -> None:
    browser = as_(scene.players[0])
    assert "It is your turn." in browser.get(f"/m/{scene.id}/").content.decode()
    play.freeze(scene.id, reason="a complaint")
    page = browser.get(f"/m/{scene.id}/").content.decode()
    assert "The match is frozen." in page
    assert 'name="action"' not in page


def test_the_commitment_is_there_from_the_beginning(mira: User, as_: Browser) -> None:
    scene = gathered(mira, size=2)
    assert scene.match.commitment in as_(mira).get(f"/m/{scene.id}/").content.decode()
