"""What is new to somebody at a table: counted until it is looked at."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.models import ReadMark, Remark
from games.talk import hearing, muting, saying
from tests.web.factories import Scene
from tests.web.talking import Browser, listening, page, say


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


def test_an_open_page_asks_how_much_is_new_to_its_reader(
    scene: Scene, mira: User, tobias: User, ines: User, other: User, as_: Browser
) -> None:
    def counted(user: User | None) -> str:
        return str(as_(user).get(f"/m/{scene.id}/talk?count=on").content.decode())

    muting.mute(mira, name="ines", match=scene.match)
    line = say(scene, tobias, "One.")
    say(scene, ines, "Two.")
    assert [counted(user) for user in (mira, tobias, ines, other, None)] == [
        "1",
        "1",
        "1",
        "0",
        "0",
    ]
    saying.take_back(listening(scene, tobias), ref=f"p{line.position}")
    assert counted(mira) == "0"
    assert counted(ines) == "0"


def test_so_much_that_is_new_is_not_told_to_the_last_line(
    scene: Scene, mira: User, as_: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hearing, "unread", lambda _who: 113)
    assert ">99+</b>" in as_(mira).get(f"/m/{scene.id}/").content.decode()
