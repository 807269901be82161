"""Talk at a table: its order, what is in a line, and that a replay has it too."""

from __future__ import annotations

import html
import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import translation

from accounts.models import User
from games.matchlog import access
from games.models import Remark
from games.presentation import phrases
from games.rendering import talk as voices
from games.talk import hearing, saying
from tests.web.factories import Scene
from tests.web.talking import Browser, listening, page, post, say, words

# The order, and saying it once


def test_remarks_stand_in_the_order_in_which_they_were_made_with_the_move_before_them(
    scene: Scene, mira: User, tobias: User, as_: Browser
) -> None:
    say(scene, tobias, "First.")
    scene.act(0, do="pass")
    say(scene, mira, "Second.")
    say(scene, tobias, "Third.")
    text = page(as_(mira), scene)
    assert words(text) == ["First.", "Second.", "Third."]
    assert re.findall(r">after (\d)<", text) == ["0", "1", "1"]


def test_the_same_key_says_a_thing_once_on_any_device(
    scene: Scene, mira: User, as_: Browser
) -> None:
    for browser in (as_(mira), as_(mira)):
        for _ in range(2):
            assert post(browser, scene, text="Once.", key="k1").status_code == 200
    assert Remark.objects.count() == 1
    post(as_(mira), scene, text="Once.", key="k2")
    assert Remark.objects.count() == 2


def test_a_form_whose_key_was_used_says_what_is_new_in_it(
    scene: Scene, mira: User, as_: Browser
) -> None:
    """The answer was lost, or somebody went back to the form, and wrote something else."""
    for data in ({"text": "Once."}, {"text": "And more."}, {"phrase": "trust"}) * 2:
        assert post(as_(mira), scene, key="k1", **data).status_code == 200
    said = Remark.objects.order_by("pk").values_list("kind", "text")
    assert list(said) == [("text", "Once."), ("text", "And more."), ("phrase", "trust")]


def test_two_people_may_have_the_same_key(
    scene: Scene, mira: User, tobias: User, as_: Browser
) -> None:
    for user in (mira, tobias):
        post(as_(user), scene, text="Mine.", key="k1")
    assert Remark.objects.count() == 2


def test_without_a_key_nothing_is_said(scene: Scene, mira: User, as_: Browser) -> None:
    for key in ("", "k" * 41):
        assert post(as_(mira), scene, text="Once?", key=key).status_code == 409
    assert not Remark.objects.exists()


def test_a_page_that_missed_something_gets_it_with_the_next_question(
    scene: Scene, mira: User, tobias: User, as_: Browser
) -> None:
    browser = as_(mira)
    first = page(browser, scene)
    for number in range(3):
        say(scene, tobias, f"line {number}")
    [address] = re.findall(r'data-address="([^"]+)"', first)
    fetched = browser.get(address, headers={"HX-Request": "true"}).content.decode()
    assert words(fetched) == ["line 0", "line 1", "line 2"]


def test_older_remarks_are_a_page_further(
    scene: Scene, mira: User, as_: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hearing, "SHOWN", 3)
    monkeypatch.setattr(saying, "RATES", ((100, timedelta(seconds=1)),))
    for number in range(7):
        say(scene, mira, f"line {number}")
    text = page(as_(mira), scene)
    assert words(text) == ["line 4", "line 5", "line 6"]
    [earlier] = re.findall(r'href="/m/\w+/talk(\?before=\w+)"', text)
    text = page(as_(mira), scene, earlier)
    assert words(text) == ["line 1", "line 2", "line 3"]
    [earlier] = re.findall(r'href="/m/\w+/talk(\?before=\w+)"', text)
    assert words(page(as_(mira), scene, earlier)) == ["line 0"]


@pytest.fixture
def talkative(scene: Scene, mira: User, tobias: User, monkeypatch: pytest.MonkeyPatch) -> Scene:
    """Two lines before each of three moves and after the last, of which a page lists three."""
    monkeypatch.setattr(hearing, "SHOWN", 3)
    monkeypatch.setattr(saying, "RATES", ((100, timedelta(seconds=1)),))
    for number in range(4):
        say(scene, mira, f"{number} a")
        say(scene, tobias, f"{number} b")
        if number < 3:
            scene.act(number, do="pass")
    return scene


def fetched(browser: Client, scene: Scene, query: str) -> str:
    address = f"/m/{scene.id}/talk{query}"
    return str(browser.get(address, headers={"HX-Request": "true"}).content.decode())


def test_a_replay_lists_what_was_said_about_the_step_that_it_shows(
    talkative: Scene, mira: User, as_: Browser
) -> None:
    text = fetched(as_(mira), talkative, "?part=said&at=0")
    assert words(text) == ["0 a", "0 b", "1 a", "1 b", "2 a"]
    assert 'data-last="2"' in text
    assert "data-first" not in text  # it begins here
    text = fetched(as_(mira), talkative, "?part=said&at=2")
    assert words(text) == ["1 b", "2 a", "2 b", "3 a", "3 b"]
    assert 'data-first="1"' in text
    assert "data-last" not in text
    [again] = re.findall(r'data-address="[^"?]+([^"]+)"', text)
    assert words(fetched(as_(mira), talkative, html.unescape(again))) == words(text)


def test_lines_of_a_step_stand_among_the_moves_about_it_alone(
    talkative: Scene, mira: User, as_: Browser
) -> None:
    text = fetched(as_(mira), talkative, "?part=said&at=0&log=on")
    assert set(re.findall(r'<li class="line" data-move="(\d)">', text)) == {"0", "1", "2"}


def test_whoever_says_something_at_an_earlier_step_sees_it(
    talkative: Scene, mira: User, as_: Browser
) -> None:
    data = {"text": "So that was it.", "key": "k"}
    address = f"/m/{talkative.id}/talk?at=0"
    answer = as_(mira).post(address, data, headers={"HX-Request": "true"}).content.decode()
    assert words(answer)[-1] == "So that was it."


def test_earlier_lines_are_fetched_into_an_open_talk_and_lead_back_to_the_newest(
    talkative: Scene, mira: User, as_: Browser
) -> None:
    newest = fetched(as_(mira), talkative, "?part=said")
    assert "To the newest lines" not in newest
    [earlier] = re.findall(r'hx-get="[^"?]+([^"]+before[^"]+)"', newest)
    text = fetched(as_(mira), talkative, html.unescape(earlier))
    assert words(text) == ["1 a", "1 b", "2 a"]
    assert "data-part" in text
    assert "To the newest lines" in text


@pytest.mark.parametrize(
    "query",
    ["?before=", "?before=x9", "?before=p999", "?since=%00", "?part=&log=off", "?at=", "?at=-1",
     "?at=x", "?at=99999"],
)  # fmt: skip
def test_an_address_that_names_nothing_shows_what_there_is(
    query: str, scene: Scene, mira: User, as_: Browser
) -> None:
    say(scene, mira, "Here.")
    for headers in ({}, {"HX-Request": "true"}):
        assert as_(mira).get(f"/m/{scene.id}/talk{query}", headers=headers).status_code == 200


def test_what_was_said_stands_between_the_lines_of_the_log_if_one_likes(
    scene: Scene, mira: User, as_: Browser
) -> None:
    say(scene, mira, "Before the pass.")
    scene.act(0, do="pass")
    say(scene, mira, "After the pass.")
    text = page(as_(mira), scene, "?log=on")
    line = '<li class="line" data-move="1">'
    order = [text.index(one) for one in ("Before the pass.", line, "After the pass.")]
    assert order == sorted(order)
    assert line not in page(as_(mira), scene)


# What is in a remark


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"),
        ('"><img src=x onerror=alert(1)>', "&gt;&lt;img src=x onerror=alert(1)&gt;"),
        ("see https://example.com/a?b=1", "see https://example.com/a?b=1"),
        ("{{ 7*7 }} {% now %}", "{{ 7*7 }} {% now %}"),
        ("ab\u202ecd\u200bef", "abcdef"),
    ],
)
def test_what_people_write_is_text(
    text: str, kept: str, scene: Scene, mira: User, as_: Browser
) -> None:
    post(as_(mira), scene, text=text)
    shown = as_(mira).get(f"/m/{scene.id}/talk").content.decode()
    [said] = re.findall(r'<p class="remark" dir="auto">(.*?)</p>', shown)
    assert kept in said
    assert "<" not in said


def test_a_phrase_is_read_in_the_readers_own_language(
    scene: Scene, mira: User, as_: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert post(as_(mira), scene, phrase="trust").status_code == 200
    remark = Remark.objects.get()
    assert (remark.kind, remark.text) == ("phrase", "trust")
    assert "“Trust me.”" in page(as_(mira), scene)
    monkeypatch.setitem(phrases.PHRASES._marked, "trust", "Vertrau mir.")
    with translation.override("de"):
        heard = hearing.heard(listening(scene, mira))[0]
        voice = voices.voice(heard, visited=access.visit(scene.id, mira), names=[])
        assert "Vertrau mir." in voices.drawn(voice)


def test_a_title_has_phrases_of_its_own(scene: Scene, mira: User, as_: Browser) -> None:
    post(as_(mira), scene, phrase="high")
    assert page(as_(mira), scene).count("My number is high.") == 2  # said, and offered


def test_an_emote_is_drawn_and_named(scene: Scene, mira: User, as_: Browser) -> None:
    post(as_(mira), scene, emote="doubt")
    text = page(as_(mira), scene)
    assert 'aria-label="does not believe it"' in text
    assert "#emote-doubt" in text


@pytest.mark.parametrize("data", [{"phrase": "nonsense"}, {"emote": "<b>"}, {"phrase": ""}])
def test_there_is_no_other_phrase_or_emote(
    data: dict[str, str], scene: Scene, mira: User, as_: Browser
) -> None:
    assert post(as_(mira), scene, **data).status_code == 409
    assert not Remark.objects.exists()


def test_somebody_at_the_table_can_be_mentioned(
    scene: Scene, mira: User, tobias: User, as_: Browser
) -> None:
    say(scene, mira, "@Tobias is it you? @nobody and mail@tobias stay text.")
    text = page(as_(tobias), scene)
    assert re.findall(r'<b class="at"><bdi>(.*?)</bdi></b>', text) == ["@tobias"]
    assert re.search(r'id="said-p1" class="said to-me"', text)
    assert "to-me" not in page(as_(mira), scene)


def test_a_move_and_a_place_can_be_pointed_at(scene: Scene, mira: User, as_: Browser) -> None:
    scene.act(0, do="pass")
    say(scene, mira, "#1 was odd, look at #t2, not at #7 or #nowhere or a#1")
    text = page(as_(mira), scene)
    assert f'<a class="moment" data-move="1" href="/m/{scene.id}/replay?at=1">move 1</a>' in text
    assert f'<a class="place" href="/m/{scene.id}/#token-2">token 2</a>' in text
    assert "not at #7 or #nowhere or a#1" in text


def test_a_place_that_was_touched_is_told_as_one_would_type_it(
    scene: Scene, mira: User, as_: Browser
) -> None:
    def mark(place: str) -> str:
        answer = as_(mira).get(f"/m/{scene.id}/talk", {"place": place})
        return str(answer.content.decode())

    assert mark("token-2") == "#t2"
    assert mark("nowhere") == mark("<b>" * 200) == ""
    assert as_(None).get("/m/nothing/talk", {"place": "token-2"}).status_code == 404


# Replays


def test_a_replay_has_the_way_to_the_talk_once_the_match_is_over(
    scene: Scene, mira: User, as_: Browser
) -> None:
    say(scene, mira, "Trust me, I said.")
    assert "talk-open" not in as_(None).get(f"/m/{scene.id}/replay").content.decode()
    scene.until_vote().to_the_end()
    assert f'href="/m/{scene.id}/talk"' in as_(None).get(f"/m/{scene.id}/replay").content.decode()
    assert "Trust me, I said." in page(as_(None), scene)
