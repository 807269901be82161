"""Comments on moves: once the match is over, by accounts that may see it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.test import Client

from accounts.models import AuditEntry, User
from accounts.sanctions import close_account
from games import play
from games.models import Comment
from games.play import comments
from tests.web.factories import Scene, UserFactory, dealt

Browser = Callable[[User | None], Client]


@pytest.fixture
def over(scene: Scene) -> Scene:
    return scene.until_vote().to_the_end()


def say(browser: Client, scene: Scene, text: str, number: object = 1, do: str = "say") -> int:
    data = {"do": do, "number": str(number), "text": text, "as": "public"}
    return browser.post(f"/m/{scene.id}/comments", data).status_code


def at(browser: Client, scene: Scene, number: int) -> str:
    return browser.get(f"/m/{scene.id}/replay?at={number}").content.decode()


def test_an_account_comments_on_a_move_and_everyone_reads_it_there(
    over: Scene, other: User, as_: Browser
) -> None:
    assert say(as_(other), over, "A fine <b>pass</b>.") == 303
    for visitor in (other, over.players[0], None):
        assert "A fine &lt;b&gt;pass&lt;/b&gt;." in at(as_(visitor), over, 1)
        assert "A fine" not in at(as_(visitor), over, 2)


def test_a_step_that_a_browser_may_keep_holds_no_comments_and_fetches_them_anew(
    over: Scene, other: User, as_: Browser
) -> None:
    browser = as_(other)
    step = browser.get(f"/m/{over.id}/replay?at=1&as=public", headers={"HX-Request": "true"})
    [address] = re.findall(r'hx-get="(/m/\w+/said[^"]*)"', step.content.decode())
    before = browser.get(address.replace("&amp;", "&"))
    assert "no-store" in before["Cache-Control"]
    assert "Nobody has said anything yet." in before.content.decode()
    say(browser, over, "A fine pass.")
    assert "A fine pass." in browser.get(address.replace("&amp;", "&")).content.decode()
    again = browser.get(f"/m/{over.id}/replay?at=1&as=public", headers={"HX-Request": "true"})
    assert "A fine pass." not in again.content.decode()


def test_what_was_said_is_for_those_who_may_see_the_match(
    mira: User, tobias: User, ines: User, other: User, as_: Browser
) -> None:
    scene = dealt(mira, tobias, ines, public=False).until_vote().to_the_end()
    say(as_(mira), scene, "Ours.")
    assert "Ours." in as_(tobias).get(f"/m/{scene.id}/said?at=1").content.decode()
    for visitor in (other, None):
        assert as_(visitor).get(f"/m/{scene.id}/said?at=1").status_code == 404


@pytest.mark.parametrize("state", ["running", "frozen", "void"])
def test_nobody_comments_until_the_match_is_over(
    state: str, scene: Scene, mira: User, as_: Browser
) -> None:
    scene.act(0, do="pass")
    if state != "running":
        {"frozen": play.freeze, "void": play.void}[state](scene.id, reason="for the test")
    say(as_(mira), scene, "I hold a four.")
    assert not Comment.objects.exists()
    assert "Your comment" not in at(as_(mira), scene, 1)


def test_strangers_log_in_first(over: Scene, as_: Browser) -> None:
    assert say(as_(None), over, "Me too.") == 302
    assert not Comment.objects.exists()


def test_a_match_that_one_may_not_see_is_not_commented_on(
    mira: User, tobias: User, ines: User, other: User, staff: User, as_: Browser
) -> None:
    scene = dealt(mira, tobias, ines, public=False).until_vote().to_the_end()
    assert say(as_(other), scene, "Hello?") == say(as_(staff), scene, "Hello?") == 404
    assert say(as_(mira), scene, "Ours.") == 303
    assert Comment.objects.count() == 1


@pytest.mark.parametrize(
    ("text", "number"), [("", 1), ("  ", 1), ("x" * 1001, 1), ("x", 99), ("x", -1), ("x", "one")]
)
def test_what_is_no_comment_is_refused(
    text: str, number: object, over: Scene, other: User, as_: Browser
) -> None:
    assert say(as_(other), over, text, number) == 303
    assert not Comment.objects.exists()


def test_one_takes_back_ones_own_and_nobody_elses(
    over: Scene, mira: User, other: User, as_: Browser
) -> None:
    say(as_(other), over, "A fine pass.")
    made = Comment.objects.get()
    for visitor, left in ((mira, 1), (other, 0), (other, 0)):
        data = {"do": "unsay", "number": "1", "comment": str(made.pk)}
        assert as_(visitor).post(f"/m/{over.id}/comments", data).status_code == 303
        assert Comment.objects.count() == left


def test_there_is_an_end_to_what_one_may_say(
    over: Scene, other: User, as_: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(comments, "MOST_PER_ACCOUNT", 2)
    for word in ("one", "two", "three"):
        say(as_(other), over, word)
    assert Comment.objects.count() == 2


def test_the_words_of_a_closed_account_stay_without_the_name(
    over: Scene, other: User, as_: Browser
) -> None:
    say(as_(other), over, "A fine pass.")
    close_account(other)
    page = at(as_(None), over, 1)
    assert "A fine pass." in page
    assert "former player" in page


# The staff

LIST = "/admin/games/comment/"


def removed(browser: Client, comment: Comment, **data: Any) -> Any:
    chosen = {"action": "remove", "_selected_action": [str(comment.pk)]}
    return browser.post(LIST, {**chosen, **data})


def test_the_staff_removes_a_comment_with_a_reason(
    over: Scene, other: User, staff: User, as_: Browser
) -> None:
    say(as_(other), over, "You are all fools.")
    made, browser = Comment.objects.get(), as_(staff)
    assert "You are all fools." in browser.get(LIST).content.decode()
    asked = removed(browser, made)
    assert "You are all fools." in asked.content.decode()
    removed(browser, made, confirm="yes", reason="")
    assert Comment.objects.exists()  # not without a reason
    removed(browser, made, confirm="yes", reason="Against the manners")
    for visitor in (None, other, staff):
        assert "fools" not in at(as_(visitor), over, 1)
    [entry] = LogEntry.objects.filter(user=staff)
    assert "Against the manners" in entry.get_change_message()
    assert "fools" not in entry.get_change_message()  # what it was stands in the audit
    assert AuditEntry.objects.get().facts["said"] == "You are all fools."


def test_removing_needs_the_permission(over: Scene, other: User, as_: Browser) -> None:
    say(as_(other), over, "A fine pass.")
    made = Comment.objects.get()
    looker = UserFactory.create(is_staff=True)
    assert as_(looker).get(LIST).status_code == 403
    looker.user_permissions.add(Permission.objects.get(codename="view_comment"))
    assert as_(looker).get(LIST).status_code == 200
    removed(as_(looker), made, confirm="yes", reason="I can")
    assert Comment.objects.exists()


def test_the_page_of_a_comment_changes_and_tells_nothing_else(
    over: Scene, other: User, staff: User, as_: Browser
) -> None:
    say(as_(other), over, "A fine pass.")
    page = as_(staff).get(f"{LIST}{Comment.objects.get().pk}/change/").content.decode()
    assert "A fine pass." in page
    assert over.match.secret.hex() not in page
    assert 'name="text"' not in page
    guess = as_(staff).get(f"{LIST}?match__secret__startswith=a")
    assert guess.status_code == 400


def test_that_a_comment_was_removed_is_seen_by_all_and_why_by_its_author(
    over: Scene, other: User, staff: User, as_: Browser
) -> None:
    say(as_(other), over, "You are all fools.")
    made = Comment.objects.get()
    removed(as_(staff), made, confirm="yes", reason="Against the manners")
    assert "The staff have removed your comment: Against the manners" in at(as_(other), over, 1)
    for visitor in (None, over.players[0], staff):
        page = at(as_(visitor), over, 1)
        assert "A comment that the staff have removed." in page
        assert "Against the manners" not in page
    as_(other).post(f"/m/{over.id}/comments", {"do": "unsay", "comment": str(made.pk)})
    assert "A comment that the staff have removed." in at(as_(None), over, 1)
    removed(as_(staff), made, confirm="yes", reason="Once more")
    made.refresh_from_db()
    assert made.removed_reason == "Against the manners"


def test_nobody_removes_a_comment_on_a_match_of_their_own(
    over: Scene, other: User, mira: User, as_: Browser
) -> None:
    say(as_(other), over, "Mira played badly.")
    mira.is_staff = mira.is_superuser = True
    mira.save()
    answer = removed(as_(mira), Comment.objects.get(), confirm="yes", reason="I did not")
    assert answer.status_code == 302
    assert "Mira played badly." in at(as_(None), over, 1)
    assert not LogEntry.objects.exists()
