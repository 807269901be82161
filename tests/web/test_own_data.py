"""All of one's own data as one file, and nothing of anybody else's; and what is left after deletion."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts import sanctions
from accounts.models import User
from games.engine import titles
from games.matchlog import access
from games.models import Note, Remark
from games.moderation import reports
from games.play import comments, holding
from games.talk import hearing, saying
from tests.web.factories import Scene
from tests.web.playing import forget_everything, played
from tests.web.test_access import scramble_log

Browser = Callable[[User | None], Client]


def data_of(account: User, as_: Browser) -> dict[str, Any]:
    answer = as_(account).get("/own-data.json")
    assert answer["Content-Disposition"] == 'attachment; filename="adit.json"'
    found: dict[str, Any] = json.loads(answer.content)
    return found


def say(scene: Scene, account: User, text: str) -> None:
    who = hearing.listener(access.visit(scene.id, account), account)
    saying.say(who, kind=Remark.Kind.TEXT, text=text, key=text)


def test_the_file_has_account_seats_moves_talk_and_notebook(
    scene: Scene, mira: User, tobias: User, as_: Browser
) -> None:
    say(scene, mira, "hers")
    say(scene, tobias, "his")
    scene.act(0, do="pass")
    scene.act(1, do="pass")
    Note.objects.create(account=mira, about=tobias, text="bluffs", changed_at=timezone.now())
    what = reports.profile("tobias")
    assert what is not None
    reports.report(mira, what, reason="spam", words="so much")
    sanctions.issue(mira, sanctions.Kind.WARNING, "too loud", None)
    found = data_of(mira, as_)
    assert found["account"]["email"] == mira.email
    [seat] = found["seats"]
    assert (seat["match"], seat["seat"]) == (scene.id, 0)
    assert seat["moves"] == [{"number": 1, "action": {"do": "pass"}}]
    assert [one["text"] for one in found["talk"]] == ["hers"]
    assert [one["text"] for one in found["notebook"]] == ["bluffs"]
    assert [one["words"] for one in found["reports"]] == ["so much"]
    assert [one["reason"] for one in found["standing"]] == ["too loud"]
    theirs = json.dumps(data_of(tobias, as_))
    for not_his in ("hers", "bluffs", "so much", "too loud", mira.email):
        assert not_his not in theirs


def test_who_has_left_finds_the_moves_that_they_made(
    scene: Scene, mira: User, as_: Browser
) -> None:
    scene.act(0, do="pass")
    holding.leave(scene.id, mira)
    [seat] = data_of(mira, as_)["seats"]
    assert [move["number"] for move in seat["moves"]] == [1]


def test_it_is_for_whoever_is_logged_in(scene: Scene, as_: Browser) -> None:
    assert as_(None).get("/own-data.json").status_code == 302


@pytest.mark.parametrize("slug", sorted(titles()))
def test_the_file_is_the_same_whatever_is_hidden_from_its_seat(slug: str, as_: Browser) -> None:
    scene = played(slug, 8)
    browser = as_(scene.players[0])
    before = browser.get("/own-data.json").content
    assert b'"action"' in before
    assert scramble_log(scene.id, 0)
    forget_everything()
    assert browser.get("/own-data.json").content == before


def test_whoever_is_deleted_leaves_their_words_to_a_former_player(
    scene: Scene, mira: User, tobias: User, as_: Browser
) -> None:
    say(scene, tobias, "well played")
    scene.to_the_end()
    comments.say(access.visit(scene.id, tobias), tobias, number=1, text="a fine move")
    sanctions.close_account(tobias)
    for page, words in (
        (f"/m/{scene.id}/talk", "well played"),
        (f"/m/{scene.id}/said?at=1", "a fine"),
    ):
        text = as_(mira).get(page).content.decode()
        assert words in text
        assert "former player" in text
        assert "tobias" not in text
