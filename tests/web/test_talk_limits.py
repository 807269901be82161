"""How much may be said at a table, and what a table allows."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games.models import Match, Remark
from games.play import rematches
from games.talk import saying
from games.talk.saying import NotHeard
from tests.web.factories import Scene, dealt
from tests.web.talking import Browser, page, post, say

# How much


def test_five_hundred_characters_are_a_line_and_one_more_is_too_long(
    scene: Scene, mira: User, as_: Browser
) -> None:
    assert post(as_(mira), scene, text="x" * 500).status_code == 200
    answer = post(as_(mira), scene, text="x" * 534)
    assert answer.status_code == 409
    assert "That line is too long by 34 characters." in answer.content.decode()
    assert post(as_(mira), scene, text="y" * 200_000).status_code == 409
    assert Remark.objects.count() == 1


def test_what_was_refused_stays_in_the_field_without_scripts(
    scene: Scene, mira: User, as_: Browser
) -> None:
    answer = as_(mira).post(f"/m/{scene.id}/talk", {"text": "z" * 501, "key": "k1"})
    assert answer.status_code == 409
    assert "z" * 501 in answer.content.decode()
    assert 'value="k1"' in answer.content.decode()


@pytest.mark.parametrize("text", ["", "   ", "\u200b\u202e", "\n\t"])
def test_nothing_to_be_seen_is_no_remark(text: str, scene: Scene, mira: User, as_: Browser) -> None:
    assert post(as_(mira), scene, text=text).status_code == 409
    assert not Remark.objects.exists()


def test_a_flood_is_stemmed_at_all_tables_together_and_only_for_a_while(
    scene: Scene,
    mira: User,
    tobias: User,
    ines: User,
    as_: Browser,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    second, now = dealt(mira, tobias, ines), timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now)
    for number in range(6):
        assert (
            post(as_(mira), (scene, second)[number % 2], text="Go!", key=f"{number}").status_code
            == 200
        )
    answer = post(as_(mira), scene, text="Go!", key="7")
    assert answer.status_code == 409
    assert "You can write again in 20 seconds" in answer.content.decode()
    assert post(as_(tobias), scene, text="I can.").status_code == 200
    monkeypatch.setattr(timezone, "now", lambda: now + timedelta(seconds=20))
    assert post(as_(mira), scene, text="Again.").status_code == 200


def test_a_slow_flood_is_stemmed_too(scene: Scene, mira: User) -> None:
    now = timezone.now()
    moments = [now - timedelta(seconds=14 * n) for n in range(40)]
    assert saying.to_wait(moments, now, saying.RATES) == 600 - 14 * 39
    assert saying.to_wait(moments[:39], now, saying.RATES) == 0


def test_there_is_an_end_to_what_one_may_say_at_a_table(
    scene: Scene, mira: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(saying, "MOST_PER_ACCOUNT", 1)
    say(scene, mira, "One.")
    with pytest.raises(NotHeard, match="enough"):
        say(scene, mira, "Two.")


# What a table allows


def test_a_table_may_be_set_to_phrases_only(
    mira: User, tobias: User, ines: User, as_: Browser
) -> None:
    scene = dealt(mira, tobias, ines, talk="phrases")
    assert 'name="text"' not in page(as_(mira), scene)
    answer = post(as_(mira), scene, text="But I want to.")
    assert "This table was set to phrases and claims only." in answer.content.decode()
    assert post(as_(mira), scene, phrase="trust").status_code == 200
    assert Remark.objects.count() == 1


def test_a_table_may_play_in_silence(mira: User, tobias: User, ines: User, as_: Browser) -> None:
    scene = dealt(mira, tobias, ines, talk="nothing")
    assert "This table plays in silence." in page(as_(mira), scene)
    for data in ({"text": "Psst."}, {"phrase": "trust"}, {"emote": "laugh"}):
        assert post(as_(mira), scene, **data).status_code == 409
    assert not Remark.objects.exists()


def test_the_host_chooses_at_the_set_up_and_a_rematch_keeps_it(
    mira: User, tobias: User, as_: Browser
) -> None:
    form = {"size": "3", "bots": "0", "visibility": "public", "pace": "daily", "talk": "phrases"}
    form |= {"option_rounds": "2", "option_starter": "lot", "talk_private": "on"}
    assert as_(mira).post("/new/toy/", form).status_code == 303
    table = Match.objects.get()
    assert (table.talk, table.talk_private) == ("phrases", True)
    assert "Phrases and claims only" in as_(mira).get(f"/m/{table.pk}/").content.decode()
    scene = dealt(mira, tobias, talk="nothing", talk_private=True).until_vote().to_the_end()
    again = rematches.rematch(scene.id, mira).match
    assert (again.talk, again.talk_private) == ("nothing", True)
