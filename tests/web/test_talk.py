"""Talk at a table: who reads and writes what, in which order, how much, and what leaves a mark."""

from __future__ import annotations

import html
import inspect
import pkgutil
import re
from collections.abc import Callable
from datetime import timedelta
from importlib import import_module
from itertools import count
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone, translation

from accounts.models import User
from accounts.sanctions import close_account
from games import play, rendering, talk
from games.matchlog import access
from games.models import Invitation, Match, Mute, ReadMark, Remark
from games.play import holding, seating
from games.play.rows import PlayError
from games.rendering import talk as voices
from games.talk import channels, claiming, hearing, muting, notebook, saying
from games.talk.announcing import Talk, talked
from games.talk.hearing import Listener
from games.talk.saying import Kind, NotHeard
from tests.web.factories import Scene, UserFactory, dealt, gathered

Browser = Callable[[User | None], Client]
Channel = Remark.Channel
KEYS = count()


def listening(scene: Scene, user: User) -> Listener:
    return hearing.listener(access.visit(scene.id, user), user)


def say(scene: Scene, user: User, text: str, *, kind: Kind = Kind.TEXT, key: str = "") -> Remark:
    who = listening(scene, user)
    return saying.say(who, kind=kind, text=text, key=key or str(next(KEYS)))


def page(browser: Client, scene: Scene, query: str = "") -> str:
    answer = browser.get(f"/m/{scene.id}/talk{query}")
    assert answer.status_code == 200
    return html.unescape(answer.content.decode())


def post(browser: Client, scene: Scene, **data: str) -> Any:
    data.setdefault("key", str(next(KEYS)))
    return browser.post(f"/m/{scene.id}/talk", data, headers={"HX-Request": "true"})


def words(page: str) -> list[str]:
    return re.findall(r'<p class="spoken" dir="auto">(.*?)</p>', page)


# Who reads and writes what

TABLE, PLAYERS, SPECTATORS, ALL = "table", "players", "spectators", "all"
ROLES = ("player", "left", "watcher", "staff", "stranger")
EVERYTHING = {TABLE, PLAYERS, SPECTATORS, ALL}
NOTHING: set[str] = set()
HIDDEN = None  # as if there were no such match

READS: dict[str, tuple[set[str] | None, ...]] = {
    # state: player, left, watcher, staff, stranger. (Before the deal nobody speaks to the players.)
    "open": ({TABLE, PLAYERS}, HIDDEN, NOTHING, NOTHING, NOTHING),
    "closed": ({TABLE, PLAYERS}, HIDDEN, NOTHING, NOTHING, NOTHING),
    "running": ({TABLE, PLAYERS}, HIDDEN, {SPECTATORS}, {SPECTATORS}, NOTHING),
    "frozen": ({TABLE, PLAYERS}, HIDDEN, {SPECTATORS}, {SPECTATORS}, NOTHING),
    "void": ({TABLE, PLAYERS}, NOTHING, {SPECTATORS}, {SPECTATORS}, NOTHING),
    "over": (EVERYTHING,) * 5,
    "over, kept private": (
        EVERYTHING, EVERYTHING, {SPECTATORS, ALL}, {SPECTATORS, ALL}, {SPECTATORS, ALL},
    ),
}  # fmt: skip

WRITES: dict[str, tuple[str | None, ...]] = {
    "open": (TABLE, None, None, None, None),
    "closed": (None, None, None, None, None),
    "running": (PLAYERS, None, SPECTATORS, SPECTATORS, None),
    "frozen": (PLAYERS, None, SPECTATORS, SPECTATORS, None),
    "void": (None, None, None, None, None),
    "over": (ALL, ALL, ALL, ALL, None),
    "over, kept private": (ALL, ALL, ALL, ALL, None),
}


class Stage:
    """A match in some state, people of every role, and something said in every channel."""

    def __init__(self, state: str, people: dict[str, User | None], others: list[User]) -> None:
        player, left = people["player"], people["left"]
        assert player is not None
        assert left is not None
        if state in ("open", "closed"):
            self.scene = gathered(player, *others, size=4)
            if state == "closed":
                Match.objects.filter(pk=self.scene.id).update(status="void")
        else:
            self.scene = dealt(player, *others, left)
            holding.leave(self.scene.id, left, offered="anyone")
        if state == "frozen":
            play.freeze(self.scene.id, reason="for the test")
        elif state == "void":
            play.void(self.scene.id, reason="for the test")
        elif state.startswith("over"):
            Match.objects.filter(pk=self.scene.id).update(status="over")
            Match.objects.update(talk_private=state == "over, kept private")
        for channel in Channel:
            Remark.objects.create(
                match_id=self.scene.id, channel=channel, position=1, kind="text", key=channel,
                text=f"said to {channel}", account=others[0], made_at=timezone.now(),
            )  # fmt: skip


@pytest.fixture
def people(mira: User, other: User, staff: User) -> dict[str, User | None]:
    left = UserFactory.create(username="leaver")
    return {"player": mira, "left": left, "watcher": other, "staff": staff, "stranger": None}


@pytest.mark.parametrize("state", READS)
def test_who_reads_which_channel(
    state: str, people: dict[str, User | None], tobias: User, ines: User, as_: Browser
) -> None:
    scene = Stage(state, people, [tobias, ines]).scene
    for role, expected in zip(ROLES, READS[state], strict=True):
        if role == "left" and state in ("open", "closed"):
            continue  # nobody has left a seat before the deal
        answer = as_(people[role]).get(f"/m/{scene.id}/talk")
        if expected is HIDDEN:
            assert answer.status_code == 404, role
            continue
        text = answer.content.decode()
        assert {one for one in EVERYTHING if f"said to {one}" in text} == expected, (role, state)
        fetched = as_(people[role]).get(
            f"/m/{scene.id}/talk?part=said&log=on", headers={"HX-Request": "true"}
        )
        found = {one for one in EVERYTHING if f"said to {one}" in fetched.content.decode()}
        assert found == expected, (role, state)


@pytest.mark.parametrize("state", WRITES)
def test_who_writes_in_which_channel(
    state: str, people: dict[str, User | None], tobias: User, ines: User, as_: Browser
) -> None:
    scene = Stage(state, people, [tobias, ines]).scene
    for role, expected in zip(ROLES, WRITES[state], strict=True):
        post(as_(people[role]), scene, text=f"{role} speaks")
        said = Remark.objects.filter(text=f"{role} speaks").values_list("channel", flat=True)
        assert list(said) == ([] if expected is None else [expected]), role


def test_every_state_and_role_is_in_the_tables() -> None:
    states = {"open", "running", "frozen", "over", "void"}
    assert {str(one) for one in Match.Status} == states <= READS.keys()
    assert READS.keys() == WRITES.keys()
    assert {str(role) for role in channels.Relation} <= {*ROLES}


def test_what_is_said_at_a_match_by_invitation_is_found_by_nobody_else(
    mira: User, tobias: User, ines: User, other: User, staff: User, as_: Browser
) -> None:
    scene = dealt(mira, tobias, ines, public=False)
    say(scene, mira, "Ours.")
    assert "Ours." in page(as_(tobias), scene)
    for visitor in (other, staff, None):
        assert as_(visitor).get(f"/m/{scene.id}/talk").status_code == 404
        assert post(as_(visitor), scene, text="Hello?").status_code == 404


def test_a_spectator_who_takes_a_seat_hears_the_players_and_no_longer_the_spectators(
    scene: Scene, mira: User, tobias: User, other: User, as_: Browser
) -> None:
    say(scene, other, "I would not trust mira.")
    say(scene, tobias, "Where is the gold?")
    holding.leave(scene.id, mira, offered="anyone")
    from games.play import substitutes

    substitutes.take(scene.id, other, index=0)
    text = page(as_(other), scene)
    assert "Where is the gold?" in text
    assert "I would not trust mira." not in text


def test_pages_call_a_remark_by_its_place_in_its_channel_which_tells_nothing_of_the_other(
    scene: Scene, mira: User, other: User, as_: Browser
) -> None:
    say(scene, mira, "One.")
    before = page(as_(mira), scene)
    say(scene, other, "Nobody there hears me.")
    say(scene, mira, "Two.")
    text = page(as_(mira), scene)
    assert re.findall(r'id="said-(\w+)"', text) == ["p1", "p2"]
    assert 'id="said-p1"' in before


def test_a_page_of_a_player_is_the_same_whether_spectators_talk_or_not(
    scene: Scene, mira: User, other: User, as_: Browser
) -> None:
    def pages() -> list[str]:
        browser = as_(mira)
        shown = [browser.get(f"/m/{scene.id}/{part}").content.decode() for part in ("", "talk")]
        shown.append(browser.get("/tables/").content.decode())
        return [re.sub(r'(csrfmiddlewaretoken|name="key")[^>]*', "", one) for one in shown]

    pages()
    before = pages()
    say(scene, other, "It is mira.")
    assert pages() == before


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


@pytest.mark.parametrize(
    "query", ["?before=", "?before=x9", "?before=p999", "?since=%00", "?part=&log=off"]
)
def test_an_address_that_names_nothing_shows_what_there_is(
    query: str, scene: Scene, mira: User, as_: Browser
) -> None:
    say(scene, mira, "Here.")
    assert as_(mira).get(f"/m/{scene.id}/talk{query}").status_code == 200


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
    [said] = re.findall(r'<p class="spoken" dir="auto">(.*?)</p>', shown)
    assert kept in said
    assert "<" not in said


def test_a_phrase_is_read_in_the_readers_own_language(
    scene: Scene, mira: User, as_: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert post(as_(mira), scene, phrase="trust").status_code == 200
    remark = Remark.objects.get()
    assert (remark.kind, remark.text) == ("phrase", "trust")
    assert "“Trust me.”" in page(as_(mira), scene)
    from games.presentation import phrases

    monkeypatch.setitem(phrases.PHRASES._marked, "trust", "Vertrau mir.")
    with translation.override("de"):
        heard = hearing.heard(listening(scene, mira))[0]
        voice = voices.voice(heard, visited=access.visit(scene.id, mira), names=[], replay="")
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
    assert '<a class="place" href="#token-2">token 2</a>' in text
    assert "not at #7 or #nowhere or a#1" in text


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
    again = seating.rematch(scene.id, mira).match
    assert (again.talk, again.talk_private) == ("nothing", True)


# Taking back and hiding


def test_one_takes_ones_own_line_back_and_it_leaves_a_mark(
    scene: Scene, mira: User, tobias: User, as_: Browser
) -> None:
    say(scene, mira, "I hold a five.")
    assert "Take it back" in page(as_(mira), scene)
    assert "Take it back" not in page(as_(tobias), scene)
    assert post(as_(tobias), scene, take_back="p1").status_code == 409
    assert post(as_(mira), scene, take_back="p1").status_code == 200
    assert post(as_(mira), scene, take_back="p1").status_code == 200
    for user in (mira, tobias):
        text = page(as_(user), scene)
        assert "I hold a five." not in text
        assert "mira took a line back." in text
    assert Remark.objects.get().text == ""


def test_after_two_minutes_it_stands(scene: Scene, mira: User, as_: Browser) -> None:
    say(scene, mira, "I hold a five.")
    Remark.objects.update(made_at=timezone.now() - timedelta(seconds=121))
    assert "Take it back" not in page(as_(mira), scene)
    answer = post(as_(mira), scene, take_back="p1")
    assert "A line can be taken back for two minutes." in answer.content.decode()
    assert "I hold a five." in page(as_(mira), scene)


LIST = "/admin/games/remark/"


def hidden(browser: Client, remark: Remark, **data: Any) -> Any:
    chosen = {"action": "hide", "_selected_action": [str(remark.pk)]}
    return browser.post(LIST, {**chosen, **data})


def test_the_staff_hide_a_line_which_leaves_a_mark_and_is_kept(
    scene: Scene, mira: User, tobias: User, staff: User, as_: Browser
) -> None:
    made = say(scene, mira, "You fools.")
    assert "You fools." in hidden(as_(staff), made).content.decode()
    hidden(as_(staff), made, confirm="yes", reason="Against the manners")
    for user in (mira, tobias):
        text = page(as_(user), scene)
        assert "You fools." not in text
        assert "A line by mira was hidden by the staff." in text
    made.refresh_from_db()
    assert (made.text, made.hidden_reason) == ("You fools.", "Against the manners")
    [entry] = LogEntry.objects.filter(user=staff)
    assert "Against the manners" in entry.get_change_message()


def test_nobody_of_the_staff_reads_or_hides_what_is_said_at_a_table_of_theirs(
    scene: Scene, mira: User, other: User, as_: Browser
) -> None:
    made = say(scene, other, "It is mira.")
    mira.is_staff = mira.is_superuser = True
    mira.save()
    assert "It is mira." not in as_(mira).get(LIST).content.decode()
    assert as_(mira).get(f"{LIST}{made.pk}/change/").status_code == 302
    with pytest.raises(NotHeard, match="somebody else of the staff"):
        saying.hide(made, reason="I can", by=mira)
    assert not Remark.objects.exclude(hidden_at=None).exists()


def test_the_words_of_a_closed_account_stay_without_the_name(
    scene: Scene, mira: User, tobias: User, as_: Browser
) -> None:
    say(scene, mira, "Farewell.")
    close_account(mira)
    text = page(as_(tobias), scene)
    assert "Farewell." in text
    assert "former player" in text


# Muting


def test_whom_one_mutes_is_folded_up_for_oneself_alone(
    scene: Scene, mira: User, tobias: User, ines: User, as_: Browser
) -> None:
    for text in ("Ha!", "Ho!"):
        say(scene, tobias, text)
    assert post(as_(mira), scene, mute="tobias").status_code == 200
    assert "2 lines by tobias, whom you muted" in page(as_(mira), scene)
    for user in (tobias, ines):
        assert "whom you muted" not in page(as_(user), scene)
    second = dealt(mira, tobias, ines)
    say(second, tobias, "Hi.")
    assert "whom you muted" not in page(as_(mira), second)
    post(as_(mira), scene, mute_everywhere="tobias")
    assert "whom you muted" in page(as_(mira), second)
    post(as_(mira), scene, unmute="tobias")
    assert "whom you muted" not in page(as_(mira), scene) + page(as_(mira), second)


def test_a_muted_person_makes_nothing_unread(
    scene: Scene, mira: User, tobias: User, as_: Browser
) -> None:
    muting.mute(mira, name="tobias", match=scene.match)
    say(scene, tobias, "Ha!")
    assert hearing.unread(listening(scene, mira)) == 0
    assert hearing.unread_counts(mira.pk) == {}


@pytest.mark.parametrize("name", ["nobody", "mira", "\0"])
def test_nobody_else_can_be_muted(name: str, scene: Scene, mira: User, as_: Browser) -> None:
    assert post(as_(mira), scene, mute=name).status_code == 409
    assert not Mute.objects.exists()


def test_the_list_of_the_muted_is_ones_own_and_has_the_way_back(
    mira: User, tobias: User, as_: Browser
) -> None:
    muting.block(mira, name="tobias")
    assert "blocked" in as_(mira).get("/muted/").content.decode()
    assert "mira" not in as_(tobias).get("/muted/").content.decode().split("<main")[1]
    as_(mira).post("/muted/", {"unmute": "tobias"})
    assert not Mute.objects.exists()


def test_whom_one_has_blocked_does_not_invite_one_nor_sit_at_ones_tables(
    mira: User, tobias: User, as_: Browser
) -> None:
    theirs = gathered(tobias, size=3)
    seating.invite(theirs.id, tobias, username="mira")
    muting.block(mira, name="tobias")
    assert not Invitation.objects.exists()
    with pytest.raises(PlayError, match="takes no invitations"):
        seating.invite(theirs.id, tobias, username="mira")
    mine = gathered(mira, size=3)
    with pytest.raises(PlayError, match="cannot join"):
        seating.join(mine.id, tobias)
    assert mine.id not in as_(tobias).get("/tables/").content.decode()
    muting.unmute(mira, name="tobias")
    assert mine.id in as_(tobias).get("/tables/").content.decode()
    seating.join(mine.id, tobias)


def test_whom_the_host_has_blocked_takes_no_seat_at_a_running_table_and_is_asked_to_no_rematch(
    scene: Scene, mira: User, tobias: User, ines: User, other: User
) -> None:
    from games.play import substitutes

    muting.block(mira, name="other")
    holding.leave(scene.id, ines, offered="anyone")
    with pytest.raises(PlayError, match="cannot join"):
        substitutes.take(scene.id, other, index=2)
    over = dealt(mira, tobias, ines).until_vote().to_the_end()
    muting.block(tobias, name="mira")
    seating.rematch(over.id, mira)
    assert set(Invitation.objects.values_list("account__username", flat=True)) == {"ines"}


# What is new


def test_what_others_said_is_unread_until_it_is_looked_at(
    scene: Scene, mira: User, tobias: User, as_: Browser
) -> None:
    browser = as_(mira)
    say(scene, mira, "My own.")
    say(scene, tobias, "One.")
    say(scene, tobias, "Two.")
    assert 'data-unread="2"' in browser.get(f"/m/{scene.id}/").content.decode()
    assert "2 new lines of talk" in browser.get("/tables/").content.decode()
    browser.get(f"/m/{scene.id}/talk?part=said", headers={"HX-Request": "true"})  # in a hidden tab
    assert hearing.unread(listening(scene, mira)) == 2
    browser.get(f"/m/{scene.id}/talk?part=said&seen=1", headers={"HX-Request": "true"})
    assert 'data-unread="0"' in browser.get(f"/m/{scene.id}/").content.decode()
    assert "of talk" not in browser.get("/tables/").content.decode()
    say(scene, tobias, "Three.")
    assert "1 new line<" in page(browser, scene)
    assert "1 new line<" not in page(browser, scene)


def test_a_mark_never_goes_back(scene: Scene, mira: User, tobias: User) -> None:
    for text in ("One.", "Two."):
        say(scene, tobias, text)
    who = listening(scene, mira)
    saying.read(who, ref="p2")
    saying.read(who, ref="p1")
    saying.read(who, ref="p99")
    assert ReadMark.objects.get().remark == Remark.objects.get(position=2).pk


def test_looking_at_earlier_lines_reads_nothing_new(
    scene: Scene, mira: User, tobias: User, as_: Browser
) -> None:
    say(scene, tobias, "One.")
    say(scene, tobias, "Two.")
    page(as_(mira), scene, "?before=p2")
    assert hearing.unread(listening(scene, mira)) == 2


# What it costs, and who is told


@pytest.mark.django_db(transaction=True)
def test_talking_draws_no_table_and_changes_no_match(
    scene: Scene, mira: User, tobias: User, as_: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = access.mark_of(scene.match)

    def drawn(*_args: object) -> None:
        raise AssertionError("a table was drawn")

    monkeypatch.setattr(rendering.table, "_render", drawn)
    browser = as_(mira)
    with CaptureQueriesContext(connection) as queries:
        assert post(browser, scene, text="Hello.").status_code == 200
    assert access.mark_of(scene.match) == before
    sql = [one["sql"] for one in queries.captured_queries]
    assert not [one for one in sql if "games_move" in one]
    assert not [one for one in sql if one.startswith("UPDATE") and "games_match" in one]


def test_a_voice_is_drawn_once_for_all_who_hear_it(
    scene: Scene, mira: User, as_: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    from games.rendering import environment

    say(scene, mira, "Once for a hundred.")
    drawings = list[str]()
    draw = environment._drawing

    def counted(name: str, context: dict[str, Any]) -> Any:
        drawings.append(name)
        return draw(name, context)

    monkeypatch.setattr(environment, "_drawing", counted)
    for user in scene.players * 3:
        assert "Once for a hundred." in page(as_(user), scene)
    assert drawings.count("fragments/voice.html") == 1


TOLD = {
    # verb: how many announcements
    "claiming.claim": 1,
    "claiming.prove": 0,  # how often somebody was right, which only a profile asks for
    "claiming.share_truth": 0,
    "claiming.take_claim_back": 1,
    "muting.block": 0,  # nobody is told whom one does not want to hear
    "muting.mute": 0,
    "muting.unmute": 0,
    "notebook.suspect": 0,  # what one writes down is nobody else's
    "notebook.write_about": 0,
    "notebook.write_on_match": 0,
    "saying.hide": 1,
    "saying.read": 0,  # a mark of one's own, which no page shows to others
    "saying.say": 1,
    "saying.take_back": 1,
}
NO_WRITES = {
    "announcing.announce", "announcing.announce_claim",
    "claiming.claims_of", "claiming.may_claim", "claiming.shares_truth", "claiming.truth_count",
    "claiming.unproved",
    "channels.hearers", "channels.is_told", "channels.read_by", "channels.written_by",
    "hearing.by_reference", "hearing.has_earlier", "hearing.heard", "hearing.listener",
    "hearing.primary_key", "hearing.read_up_to", "hearing.reference", "hearing.role_of",
    "hearing.speakers", "hearing.unread", "hearing.unread_counts",
    "muting.all_of", "muting.blocked_by", "muting.blocks", "muting.muted_by",
    "notebook.note_on_match", "notebook.notes_about", "notebook.suspicions",
    "saying.locked", "saying.speaker", "saying.to_wait", "saying.why_muted",
}  # fmt: skip


def public_functions() -> list[str]:
    return [
        f"{found.name}.{name}"
        for found in pkgutil.iter_modules(talk.__path__)
        for name, function in inspect.getmembers(
            import_module(f"games.talk.{found.name}"), inspect.isfunction
        )
        if function.__module__ == f"games.talk.{found.name}" and not name.startswith("_")
    ]


def test_every_verb_of_talk_has_a_row_in_the_table() -> None:
    assert sorted(public_functions()) == sorted({*TOLD, *NO_WRITES})


@pytest.mark.parametrize("verb", TOLD)
def test_talk_is_announced_after_its_commit(
    verb: str,
    scene: Scene,
    mira: User,
    staff: User,
    tobias: User,
    django_capture_on_commit_callbacks: Any,
) -> None:
    who, made = listening(scene, mira), say(scene, mira, "Well.")
    claiming.claim(who, code="number.1.4", key="k", offers=lambda _visited: ["number.1.4"])
    seats = list(range(3))
    acts: dict[str, Callable[[], object]] = {
        "claiming.claim": lambda: claiming.claim(
            who, code="number.1.5", key="l", offers=lambda _visited: ["number.1.5"]
        ),
        "claiming.prove": lambda: claiming.prove(scene.match, {1: "true"}),
        "claiming.share_truth": lambda: claiming.share_truth(mira, is_shared=True),
        "claiming.take_claim_back": lambda: claiming.take_claim_back(who, position=1),
        "notebook.suspect": lambda: notebook.suspect(mira, scene.match, levels={1: 2}, seats=seats),
        "notebook.write_about": lambda: notebook.write_about(
            mira, tobias, text="Hm.", mark=notebook.EMPTY.mark
        ),
        "notebook.write_on_match": lambda: notebook.write_on_match(
            mira, scene.match, text="Hm.", mark=notebook.EMPTY.mark
        ),
        "muting.block": lambda: muting.block(mira, name="tobias"),
        "muting.mute": lambda: muting.mute(mira, name="tobias"),
        "muting.unmute": lambda: muting.unmute(mira, name="tobias"),
        "saying.hide": lambda: saying.hide(made, reason="so", by=staff),
        "saying.read": lambda: saying.read(who, ref="p1"),
        "saying.say": lambda: say(scene, mira, "More."),
        "saying.take_back": lambda: saying.take_back(who, ref="p1"),
    }
    told = list[Talk]()

    def hear(talk: Talk, **_kwargs: object) -> None:
        told.append(talk)

    talked.connect(hear)
    try:
        with django_capture_on_commit_callbacks(execute=True):
            acts[verb]()
            assert told == []
    finally:
        talked.disconnect(hear)
    assert len(told) == TOLD[verb]
    for one in told:
        assert {type(getattr(one, name)) for name in one.__slots__} <= {
            str, int, bool, type(None), tuple, channels.Hearers,
        }  # fmt: skip
        is_claim = verb.startswith("claiming")
        heard = channels.Hearers.EVERYONE if is_claim else channels.Hearers.SEATS
        assert (one.match, one.told) == (scene.id, heard)


def test_saying_it_again_is_not_announced_again(
    scene: Scene, mira: User, django_capture_on_commit_callbacks: Any
) -> None:
    say(scene, mira, "Well.", key="k1")
    with django_capture_on_commit_callbacks() as callbacks:
        say(scene, mira, "Well.", key="k1")
    assert callbacks == []


@pytest.mark.parametrize(
    ("told", "seated", "watching", "stranger"),
    [
        ("seats", True, False, False),
        ("watchers", False, True, False),
        ("everyone", True, True, True),
    ],
)
def test_which_sockets_are_told(told: str, seated: bool, watching: bool, stranger: bool) -> None:
    assert channels.is_told(told, is_seated=True, is_logged_in=True) == seated
    assert channels.is_told(told, is_seated=False, is_logged_in=True) == watching
    assert channels.is_told(told, is_seated=False, is_logged_in=False) == stranger


# Replays


def test_a_replay_has_the_way_to_the_talk_once_the_match_is_over(
    scene: Scene, mira: User, as_: Browser
) -> None:
    say(scene, mira, "Trust me, I said.")
    assert "talk-open" not in as_(None).get(f"/m/{scene.id}/replay").content.decode()
    scene.until_vote().to_the_end()
    assert f'href="/m/{scene.id}/talk"' in as_(None).get(f"/m/{scene.id}/replay").content.decode()
    assert "Trust me, I said." in page(as_(None), scene)
