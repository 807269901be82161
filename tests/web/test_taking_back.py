"""Lines that are taken back, or hidden by the staff: each leaves a mark."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.sanctions import close_account
from games.models import Remark
from games.talk import saying
from games.talk.saying import NotHeard
from tests.web.factories import Scene
from tests.web.talking import Browser, page, post, say


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
