"""The bell, the page behind it, and what one chooses about it: also without scripts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games import play
from games.live import layer
from games.models import Match, MutedTable, Notice
from games.notices import kinds, looking, reach
from games.notices.shown import JUST_NOW, latest
from games.pages.notices import IN_MENU
from tests.web.factories import Scene, dealt
from tests.web.telling import reachable

Browser = Callable[[User | None], Client]


@pytest.fixture
def told(scene: Scene) -> Scene:
    looking.look(scene.id, timezone.now())
    return scene


def page(browser: Client, address: str = "/notices/") -> str:
    return browser.get(address).content.decode()


def test_the_bell_counts_what_is_unread_on_every_page(
    told: Scene, mira: User, other: User, as_: Browser
) -> None:
    assert '<span class="n">1</span>' in page(as_(mira), "/tables/").partition('id="bell"')[2]
    assert 'class="n"' not in page(as_(other), "/tables/").partition('id="bell"')[2][:300]
    assert 'id="bell"' not in page(as_(None), "/tables/")


def test_the_page_says_what_happened_and_marks_it_read(
    told: Scene, mira: User, as_: Browser
) -> None:
    browser = as_(mira)
    assert f"Your turn: {told.match.name}" in page(browser)
    assert f'href="/m/{told.id}/"' in page(browser)
    newest = Notice.objects.latest("pk").pk
    assert browser.post("/notices/", {"up_to": str(newest)}).status_code == 302
    assert reach.unread_count(mira.pk) == 0
    assert "all caught up" in page(browser)


def test_what_came_after_the_page_was_shown_stays_unread(
    told: Scene, mira: User, as_: Browser
) -> None:
    shown = Notice.objects.filter(account=mira).latest("pk").pk
    looking.note(
        None, [looking.Found(account=mira.pk, kind=kinds.BOUNCED, number=0)], timezone.now()
    )
    as_(mira).post("/notices/", {"up_to": str(shown)})
    assert reach.unread_count(mira.pk) == 1


@pytest.mark.parametrize("up_to", ["", "x", "-1", "9" * 30])
def test_a_bad_number_marks_nothing(told: Scene, mira: User, as_: Browser, up_to: str) -> None:
    as_(mira).post("/notices/", {"up_to": up_to})
    assert reach.unread_count(mira.pk) == 1


def test_what_was_seen_at_the_table_need_not_be_read(told: Scene, tobias: User) -> None:
    assert reach.unread_count(tobias.pk) == 1  # that it begins
    play.seen(told.id, 1, number=0)
    assert reach.unread_count(tobias.pk) == 0


def test_nobody_reads_anothers(told: Scene, mira: User, other: User, as_: Browser) -> None:
    assert told.match.name not in page(as_(other))
    as_(other).post("/notices/", {"up_to": "999999"})
    assert reach.unread_count(mira.pk) == 1


def test_who_has_left_sees_nothing_of_that_table(told: Scene, mira: User, as_: Browser) -> None:
    told.match.seats.filter(account=mira).update(account=None, bot="keeper")
    assert told.match.name not in page(as_(mira))


def test_kinds_and_times_are_kept(mira: User, as_: Browser) -> None:
    reachable(mira)
    form = {"turn.mail": "on", "over.hook": "on", "rhythm": "day", "hour": "7"}
    form |= {"quiet_from": "22", "quiet_until": "7"}
    assert as_(mira).post("/notices/settings/", form).status_code == 302
    chosen = reach.reach_of(mira.pk)
    assert (chosen.rhythm, chosen.hour, chosen.quiet_from, chosen.quiet_until) == ("day", 7, 22, 7)
    assert reach.wants(chosen, "turn", "mail")
    assert not reach.wants(chosen, "turn", "hook")
    assert not reach.wants(chosen, "rematch", "mail")  # with invitations
    assert reach.wants(chosen, "over", "hook")
    shown = page(as_(mira), "/notices/settings/")
    assert 'name="turn.mail" checked' in shown
    assert 'name="turn.hook" checked' not in shown
    assert "mira@example.com" in shown


@pytest.mark.parametrize(
    "bad", [{"rhythm": "never"}, {"hour": "24"}, {"quiet_from": "-1"}, {"quiet_until": "x"}]
)
def test_times_that_are_none_are_refused(mira: User, as_: Browser, bad: dict[str, str]) -> None:
    form = {"rhythm": "now", "hour": "7", "quiet_from": "0", "quiet_until": "0"} | bad
    assert as_(mira).post("/notices/settings/", form).status_code == 200
    assert reach.reach_of(mira.pk).hour == 18


def test_the_page_says_when_there_is_no_address(mira: User, as_: Browser) -> None:
    assert "confirmed addresses only" in page(as_(mira), "/notices/settings/")


def test_the_pages_that_ask_for_an_address_say_what_it_is_for(mira: User, as_: Browser) -> None:
    for browser, address in ((as_(None), "/account/signup/"), (as_(mira), "/account/email/")):
        assert "once confirmed, to tell you when it is your turn" in page(browser, address)
    assert 'href="/notices/settings/"' in page(as_(mira), "/account/email/")


def test_a_muted_table_is_listed_and_given_back(told: Scene, mira: User, as_: Browser) -> None:
    reach.mute(mira.pk, told.id)
    reach.mute(mira.pk, told.id)
    assert told.match.name in page(as_(mira), "/notices/settings/")
    as_(mira).post("/notices/settings/", {"unmute": told.id})
    assert not MutedTable.objects.exists()


def test_a_table_is_muted_from_the_table_itself(
    told: Scene, mira: User, other: User, as_: Browser
) -> None:
    browser, where = as_(mira), f"/m/{told.id}/mute"
    assert where in page(browser, f"/m/{told.id}/")
    assert "Mute this table" in page(browser, where)
    assert not reach.is_muted(mira.pk, told.id)  # to look does nothing
    assert browser.post(where).status_code == 303
    assert reach.is_muted(mira.pk, told.id)
    assert "Unmute" in page(browser, where)
    browser.post(where, {"unmute": "on"})
    assert not reach.is_muted(mira.pk, told.id)
    Match.objects.filter(pk=told.id).update(public=False)
    assert as_(other).post(where).status_code == 404


def test_every_kind_has_words_a_reason_to_matter_and_a_place(mira: User) -> None:
    from games.notices import mattering, wording

    assert set(wording._WORDS) == set(mattering._STILL) == set(kinds.KINDS)
    no_choice = {kinds.BOUNCED, kinds.HOOK_OFF, kinds.SANCTION, kinds.TEST}
    assert {kinds.choice_of(code) for code in kinds.KINDS} - no_choice == set(kinds.CHOICES)
    assert all(kind.by_default <= set(kinds.CHANNELS) for kind in kinds.KINDS.values())


def test_a_page_of_fifty_takes_few_queries(
    mira: User, tobias: User, as_: Browser, django_assert_max_num_queries: Any
) -> None:
    tables = [dealt(mira, tobias) for _ in range(5)]
    for kind in ("turn", "over", "mention", "given", "report"):
        for table in tables:
            facts = {"account": tobias.pk, "move": 1, "by": 1, "seconds": 60}
            for number in (1, 2):
                found = looking.Found(account=mira.pk, kind=kind, number=number, facts=facts)
                about = None if kind == "report" else table.match
                looking.note(about, [found], timezone.now())
    browser = as_(mira)
    page(browser)
    with django_assert_max_num_queries(12):
        shown = page(browser)
    assert shown.count('<li class="unread">') == 42


def test_the_head_counts_tables_and_notices_in_one_query(
    told: Scene, mira: User, tobias: User, other: User, django_assert_num_queries: Any
) -> None:
    second = dealt(mira, tobias)
    looking.look(second.id, timezone.now())
    third = dealt(tobias, mira)
    looking.look(third.id, timezone.now())
    with django_assert_num_queries(1):
        assert reach.head_counts(mira) == (2, 3)
    assert reach.head_counts(tobias) == (1, 3)
    assert reach.head_counts(other) == (0, 0)
    play.seen(told.id, 1, number=0)
    assert reach.head_counts(tobias) == (1, 2)
    with django_assert_num_queries(0):
        assert reach.head_counts(AnonymousUser()) == (0, 0)


def test_the_bell_counts_at_a_table_too_in_no_more_than_eight_queries(
    told: Scene, mira: User, as_: Browser, django_assert_max_num_queries: Any
) -> None:
    looking.note(
        None, [looking.Found(account=mira.pk, kind=kinds.BOUNCED, number=0)], timezone.now()
    )
    browser = as_(mira)
    for address in (f"/m/{told.id}/", f"/m/{told.id}/replay"):
        page(browser, address)
        with django_assert_max_num_queries(8):
            shown = page(browser, address)
        assert '<span class="n">2</span>' in shown.partition('id="bell"')[2][:400]


def test_time_that_was_given_is_known_to_whoever_has_looked_since(
    scene: Scene, mira: User, as_: Browser
) -> None:
    found = looking.Found(account=mira.pk, kind="given", number=1, facts={"by": 1, "seconds": 60})
    looking.note(scene.match, [found], timezone.now())
    assert reach.unread_count(mira.pk) == 1
    page(as_(mira), f"/m/{scene.id}/")
    assert reach.unread_count(mira.pk) == 0


# An open page


def just_now(told: Scene, user: User) -> str:
    found = latest(user, timezone.now())
    return "" if found is None else found.title


def test_an_open_page_is_told_of_what_has_just_come_and_is_wanted(told: Scene, mira: User) -> None:
    assert just_now(told, mira) == f"Your turn: {told.match.name}"
    assert latest(mira, timezone.now() + JUST_NOW) is None
    reach.choose(mira.pk, {("turn", "push"): False})
    assert just_now(told, mira) == ""


@pytest.mark.parametrize("why", ["muted", "read", "asleep", "done"])
def test_an_open_page_is_not_told_of_what_is(told: Scene, mira: User, why: str) -> None:
    hour = timezone.now().hour
    if why == "muted":
        reach.mute(mira.pk, told.id)
    elif why == "read":
        reach.read_all(mira.pk, up_to=10**9)
    elif why == "asleep":
        reach.set_times(mira.pk, quiet_from=hour, quiet_until=(hour + 2) % 24)
    else:
        told.act(0, do="pass")
    assert just_now(told, mira) == ""


# The drop-down


def test_the_bells_drop_down_is_the_same_address_fetched_by_an_open_page(
    told: Scene, mira: User, tobias: User, as_: Browser
) -> None:
    for _ in range(IN_MENU):
        looking.look(dealt(mira, tobias).id, timezone.now())
    answer = as_(mira).get("/notices/", headers={"HX-Request": "true"})
    shown = answer.content.decode()
    assert shown.lstrip().startswith('<section id="bell-menu"')
    assert shown.count("<li") == IN_MENU
    assert "<html" not in shown
    assert "Mark all as read" in shown
    assert 'href="/notices/settings/"' in shown
    assert "no-store" in answer.headers["Cache-Control"]  # it is no page, should anybody go back


def test_what_is_marked_read_in_the_drop_down_is_read_everywhere(
    told: Scene,
    mira: User,
    as_: Browser,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Any,
) -> None:
    noted: list[int] = []
    monkeypatch.setattr(layer, "note", noted.extend)
    newest, browser = Notice.objects.latest("pk").pk, as_(mira)
    with django_capture_on_commit_callbacks(execute=True):
        answer = browser.post("/notices/", {"up_to": str(newest)}, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    shown = answer.content.decode()
    assert shown.lstrip().startswith('<section id="bell-menu"')
    assert "Mark all as read" not in shown
    assert reach.unread_count(mira.pk) == 0
    assert noted == [mira.pk]
