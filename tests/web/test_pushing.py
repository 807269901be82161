"""Web push, to a push service that the tests start: it checks who sends, and reads what a browser would."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.conf import LazySettings
from django.contrib.staticfiles import finders
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from accounts import sanctions
from accounts.models import User
from games.models import Delivery, Match, Notice, PushSubscription, Seat
from games.notices import looking, outbound, pushing, reach, sealing, sending
from games.notices.rhythm import SETTLE
from tests.web.factories import Scene, dealt
from tests.web.pushes import FakeBrowser, PushService, decoded, encoded
from tests.web.telling import hear, states
from tests.web.test_mailing import Place, killed_at

DAY = timedelta(days=1)
SENDERS: dict[str, sending.Sender] = {"push": pushing.send, "close": pushing.close}
SETTINGS = "/notices/settings/"
Browser = Callable[[User | None], Client]


@pytest.fixture
def service(settings: LazySettings) -> Iterator[PushService]:
    settings.OUTBOUND_TO_THIS_MACHINE = True
    settings.SITE_URL = "https://adit.example"
    made = PushService(pushing.public_key())
    yield made
    made.close()


@pytest.fixture
def table(scene: Scene, mira: User, service: PushService) -> Scene:
    """mira is asked, long away, and has a browser that is told."""
    subscribe(mira, service)
    away(scene)
    hear(scene.id)
    return scene


def subscribe(user: User, service: PushService, name: str = "Firefox on Linux") -> int:
    return pushing.subscribe(user.pk, name=name, **service.register())


def away(scene: Scene) -> None:
    Seat.objects.filter(match_id=scene.id).update(seen=-1, seen_at=None)


def tell(now: datetime | None = None) -> datetime:
    now = now or timezone.now()
    sending.tell(SENDERS, clock=lambda: now)
    sending.tell(SENDERS, clock=lambda: now + SETTLE)
    return now + SETTLE


# Sealing


def test_the_example_of_the_standard_is_sealed_to_the_letter() -> None:
    """RFC 8291, appendix A."""
    sealed = sealing.sealed(
        b"When I grow up, I want to be a watermelon",
        key="BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        auth="BTBZMqHH6r4Tts7J_aSIgg",
        once=sealing.our_key("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"),
        salt=decoded("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert encoded(sealed) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmY"
        "WAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexS"
        "gSxsj_Qulcy4a-fN"
    )


def test_no_two_messages_are_sealed_alike_and_no_other_browser_opens_one() -> None:
    mine, other = FakeBrowser(), FakeBrowser()
    key, auth = mine.keys().values()
    first, second = (sealing.sealed(b"text", key=key, auth=auth) for _ in range(2))
    assert first[:16] != second[:16]
    assert first[21:86] != second[21:86]
    assert mine.opened(first) == mine.opened(second) == b"text"
    with pytest.raises(Exception):  # noqa: B017, PT011 - whatever it stumbles over
        other.opened(first)


@pytest.mark.parametrize(
    ("key", "auth"),
    [
        ("", ""),
        ("AAAA", encoded(b"a" * 16)),
        (encoded(b"\x04" + b"\x01" * 64), encoded(b"a" * 16)),  # no point of the curve
        (FakeBrowser().keys()["key"], encoded(b"a" * 15)),
        ("é" * 87, encoded(b"a" * 16)),
    ],
    ids=["none", "short", "off the curve", "short secret", "no letters"],  # keys differ each time
)
def test_keys_that_are_none_are_refused(mira: User, key: str, auth: str) -> None:
    with pytest.raises(pushing.NoBrowser):
        pushing.subscribe(mira.pk, address="https://push.example/1", key=key, auth=auth, name="")
    assert not PushSubscription.objects.exists()


# Sending


def test_a_turn_is_pushed_sealed_and_vouched_for(
    table: Scene, mira: User, service: PushService
) -> None:
    tell()
    assert service.refused == []
    [push] = service.pushed
    assert push.message["title"] == f"Your turn: {table.match.name}"
    assert push.message["path"] == f"/m/{table.id}/"
    assert push.message["tag"] == table.id
    assert push.message["mute"].startswith("https://adit.example/n/")
    assert table.id not in str(push.headers)
    assert states(mira) == ["sent"]
    [browser] = pushing.browsers_of(mira.pk)
    assert browser.told_at is not None


def test_the_stand_in_refuses_whoever_else_sends(
    table: Scene, service: PushService, settings: LazySettings, mira: User
) -> None:
    """If it took anything, the test above would prove nothing."""
    settings.PUSH_KEY = encoded(b"another key, of thirty-two octet")
    tell()
    assert service.pushed == []
    assert len(service.refused) == 1
    assert states(mira) == ["failed"]


def test_each_browser_is_told_once_whatever_is_tried_again(
    table: Scene, mira: User, service: PushService
) -> None:
    subscribe(mira, service, "Chrome on Android")
    now = tell()
    hear(table.id)
    tell(now + DAY)
    assert sorted(push.path for push in service.pushed) == ["/push/0", "/push/1"]


def test_the_database_refuses_a_second_push_to_a_browser(table: Scene, mira: User) -> None:
    looking.look(table.id, timezone.now())
    [row] = Delivery.objects.filter(account=mira)
    again = Delivery(
        notice=row.notice, channel="push", account=mira, browser=row.browser, due_at=row.due_at
    )
    with pytest.raises(IntegrityError), transaction.atomic():
        again.save()
    again.browser = None
    with pytest.raises(IntegrityError), transaction.atomic():  # a push goes to a browser
        again.save()


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten_and_no_other(
    table: Scene, mira: User, service: PushService, status: int
) -> None:
    service.status = status
    tell()
    assert pushing.browsers_of(mira.pk) == []
    service.status = 201
    kept = subscribe(mira, service)
    again = dealt(mira, table.players[1])
    away(again)
    hear(again.id)
    tell()
    assert [browser.pk for browser in pushing.browsers_of(mira.pk)] == [kept]
    assert [push.message["tag"] for push in service.pushed] == [again.id]


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_service_in_trouble_is_tried_again_and_forgotten_after_a_week(
    table: Scene, mira: User, service: PushService, status: int
) -> None:
    service.status = status
    now = tell()
    assert states(mira) == ["waiting"]
    tell(now + timedelta(minutes=2))
    assert service.asked == 2
    PushSubscription.objects.update(failing_since=now - 8 * DAY)
    tell(now + timedelta(hours=1))
    assert pushing.browsers_of(mira.pk) == []


def test_one_that_arrives_ends_the_failing(table: Scene, mira: User, service: PushService) -> None:
    PushSubscription.objects.update(failing_since=timezone.now() - 6 * DAY)
    tell()
    [browser] = pushing.browsers_of(mira.pk)
    assert browser.failing_since is None


@pytest.mark.parametrize("status", [400, 403, 413])
def test_what_is_refused_for_good_is_not_tried_again(
    table: Scene, mira: User, service: PushService, status: int
) -> None:
    service.status = status
    tell(tell() + DAY)
    assert service.asked == 1
    assert states(mira) == ["failed"]
    assert len(pushing.browsers_of(mira.pk)) == 1


def test_nothing_is_pushed_into_our_own_house(
    table: Scene, mira: User, service: PushService, settings: LazySettings
) -> None:
    settings.OUTBOUND_TO_THIS_MACHINE = False
    tell()
    assert service.asked == 0
    assert states(mira) == ["failed"]
    keys = FakeBrowser().keys()
    for address in ("http://push.example/1", "https://user@push.example/", "ftp://x/", "https://"):
        with pytest.raises(pushing.NoBrowser):
            pushing.subscribe(mira.pk, address=address, name="", **keys)


def test_a_name_in_that_leads_home_is_refused_when_it_is_used(
    table: Scene, settings: LazySettings, monkeypatch: pytest.MonkeyPatch, mira: User
) -> None:
    settings.OUTBOUND_TO_THIS_MACHINE = False
    PushSubscription.objects.update(address="https://push.example/1")
    monkeypatch.setattr(outbound, "public_address", _private)
    tell()
    assert states(mira) == ["failed"]


def _private(_host: str, _port: int) -> str:
    raise outbound.Unsafe("not a public address")


# One a table


def test_a_warning_takes_the_place_of_the_turn(
    mira: User, tobias: User, service: PushService
) -> None:
    subscribe(mira, service)
    scene = dealt(mira, tobias, pace="daily")
    away(scene)
    hear(scene.id)
    now = tell()
    service.ahead = (0.85 * DAY).total_seconds()
    tell(now + 0.85 * DAY)
    turn, warning = (push.message for push in service.pushed)
    assert turn["tag"] == warning["tag"] == scene.id
    assert (turn["again"], warning["again"]) == (False, True)
    assert [push.headers["Urgency"] for push in service.pushed] == ["normal", "high"]
    first, second = (push.headers["Topic"] for push in service.pushed)
    assert first == second  # what the service still keeps is replaced there already


def test_two_browsers_are_not_known_by_their_topics(
    table: Scene, mira: User, service: PushService
) -> None:
    subscribe(mira, service)
    tell()
    first, second = (push.headers["Topic"] for push in service.pushed)
    assert first != second


def test_it_is_closed_when_the_move_was_made_elsewhere(
    table: Scene, mira: User, service: PushService
) -> None:
    now = tell()
    table.act(0, do="pass")
    hear(table.id)
    tell(now)
    shown, closed = (push.message for push in service.pushed)
    assert closed == {"id": closed["id"], "tag": shown["tag"], "close": True}
    hear(table.id)
    tell(now + DAY)
    assert len(service.pushed) == 2  # and once


def test_what_was_never_pushed_is_not_closed(
    table: Scene, mira: User, service: PushService
) -> None:
    looking.look(table.id, timezone.now())
    table.act(0, do="pass")
    hear(table.id)
    tell()
    assert service.pushed == []


def test_a_turn_that_followed_is_not_closed_with_the_one_before(
    table: Scene, mira: User, service: PushService
) -> None:
    """The close was held up, and what it was about has been replaced since."""
    now = tell()
    [first] = Notice.objects.filter(account=mira, kind="turn")
    reach.take_back([first.pk], now)
    later = Notice.objects.create(
        account=mira, kind="turn", match_id=table.id, number=99, made_at=now
    )
    [browser] = pushing.browsers_of(mira.pk)
    Delivery.objects.create(
        notice=later, channel="push", account=mira, browser=browser, due_at=now, state="sent"
    )
    tell(now)
    assert len(service.pushed) == 1
    assert [one.state for one in Delivery.objects.filter(channel="close")] == ["dropped"]


def test_what_was_read_under_the_bell_is_closed(
    table: Scene, mira: User, service: PushService
) -> None:
    now = tell()
    reach.read_all(mira.pk, up_to=10**9)
    tell(now)
    assert [push.message.get("close") for push in service.pushed] == [None, True]


def test_a_browser_that_punishes_silence_is_sent_no_close(
    table: Scene, mira: User, service: PushService
) -> None:
    now = tell()
    PushSubscription.objects.update(address=reach.SHOWS_EVERY_PUSH + "x")
    reach.read_all(mira.pk, up_to=10**9)
    tell(now)
    assert not Delivery.objects.filter(channel="close").exists()


def test_a_test_is_pushed_to_every_browser(
    scene: Scene, mira: User, service: PushService, as_: Browser
) -> None:
    for _ in range(2):
        subscribe(mira, service)
    Match.objects.update(news_at=None)
    assert "Send a test" in as_(mira).get(SETTINGS).content.decode()
    as_(mira).post(SETTINGS, {"try": "push"})
    tell()
    assert [push.message["title"] for push in service.pushed] == ["This is a test"] * 2


def test_quiet_hours_are_quiet_here_too_and_a_close_disturbs_nobody(
    table: Scene, mira: User, service: PushService
) -> None:
    now = timezone.now()
    reach.set_times(mira.pk, quiet_from=now.hour, quiet_until=(now.hour + 2) % 24)
    tell(now)
    assert service.pushed == []
    later = tell(now + timedelta(hours=3))
    assert len(service.pushed) == 1
    reach.set_times(mira.pk, quiet_from=later.hour, quiet_until=(later.hour + 2) % 24)
    table.act(0, do="pass")
    hear(table.id)
    tell(later)
    assert len(service.pushed) == 2


def test_a_sender_killed_anywhere_and_started_again_pushes_once(
    table: Scene, mira: User, service: PushService
) -> None:
    """Between the service's having taken it and our having written that down the same push goes out
    again, under the same id and tag: it takes its own place.
    """
    start, now = timezone.now() + SETTLE, timezone.now()
    looking.look(table.id, now)
    repeated = []

    def pushed_when_killed_at(place: Place | None) -> list[Place]:
        nonlocal now
        fresh = {"state": "waiting", "due_at": start, "claimed_at": None, "done_at": None}
        Delivery.objects.update(**fresh, message="", tries=0)
        service.pushed.clear()
        now = start
        return killed_at(place, tell_now, files={sending.__file__, pushing.__file__})

    def tell_now() -> None:
        sending.tell(SENDERS, clock=lambda: now)

    places = pushed_when_killed_at(None)
    assert len([file for file, _line in places if file == pushing.__file__]) > 20
    for place in places:
        pushed_when_killed_at(place)
        for _ in range(2):  # others come, at once and later
            tell_now()
            now += sending.ABANDONED + SETTLE
        assert states(mira) == ["sent"], place
        told = {(push.message["id"], push.message["tag"]) for push in service.pushed}
        assert len(told) == 1, place
        if len(service.pushed) > 1:
            repeated.append(place)
    assert 0 < len(repeated) <= 14


# Whose browser


def test_another_account_in_the_same_browser_takes_it_over(
    table: Scene, mira: User, tobias: User, service: PushService
) -> None:
    looking.look(table.id, timezone.now())
    [mine] = pushing.browsers_of(mira.pk)
    keys = {"key": mine.key, "auth": mine.auth}
    pushing.subscribe(tobias.pk, address=mine.address, name="", **keys)
    tell()
    assert pushing.browsers_of(mira.pk) == []
    assert [push.message["title"] for push in service.pushed] == []  # hers is not shown to him
    assert len(pushing.browsers_of(tobias.pk)) == 1


def test_few_browsers_are_kept(mira: User, service: PushService) -> None:
    made = [subscribe(mira, service) for _ in range(pushing.MOST_BROWSERS + 3)]
    assert [one.pk for one in pushing.browsers_of(mira.pk)] == made[
        : -pushing.MOST_BROWSERS - 1 : -1
    ]


def form(service: PushService, **other: str) -> dict[str, str]:
    return {"push": "here", **service.register(), **other}


def test_the_page_turns_a_browser_on_and_off(
    mira: User, tobias: User, service: PushService, as_: Browser
) -> None:
    browser = as_(mira)
    firefox = "Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0"
    answer = browser.post(SETTINGS, form(service), follow=True, headers={"User-Agent": firefox})
    assert "This browser is told from now on." in answer.content.decode()
    [made] = pushing.browsers_of(mira.pk)
    assert made.name == "Firefox on Android"
    assert "This browser" in browser.get(SETTINGS).content.decode()
    assert "Firefox on Android" in as_(mira).get(SETTINGS).content.decode()  # from another one
    as_(tobias).post(SETTINGS, {"forget": str(made.pk)})
    assert pushing.browsers_of(mira.pk) == [made]
    browser.post(SETTINGS, {"forget": str(made.pk)})
    assert pushing.browsers_of(mira.pk) == []


@pytest.mark.parametrize(
    "wrong",
    [
        {"address": ""}, {"address": "http://10.0.0.1/"}, {"address": "x" * 600}, {"key": "AAAA"},
        {"auth": ""}, {"auth": "é"}, {"key": "x" * 200},
    ],
)  # fmt: skip
def test_the_page_takes_no_browser_that_is_none(
    mira: User, service: PushService, as_: Browser, settings: LazySettings, wrong: dict[str, str]
) -> None:
    settings.OUTBOUND_TO_THIS_MACHINE = "address" not in wrong
    answer = as_(mira).post(SETTINGS, form(service, **wrong), follow=True)
    assert "cannot be told" in answer.content.decode()
    assert not PushSubscription.objects.exists()


@pytest.mark.parametrize("which", ["", "x", "-1", "9" * 30])
def test_to_forget_what_is_no_browser_does_nothing(
    mira: User, service: PushService, as_: Browser, which: str
) -> None:
    subscribe(mira, service)
    assert as_(mira).post(SETTINGS, {"forget": which}).status_code == 302
    assert len(pushing.browsers_of(mira.pk)) == 1


def test_whoever_logs_out_is_not_told_there_any_more(
    mira: User, service: PushService, as_: Browser
) -> None:
    elsewhere = subscribe(mira, service)
    browser = as_(mira)
    browser.post(SETTINGS, form(service))
    assert len(pushing.browsers_of(mira.pk)) == 2
    browser.post("/account/logout/")
    assert [one.pk for one in pushing.browsers_of(mira.pk)] == [elsewhere]


def test_no_browser_is_told_after_all_log_ins_have_ended(
    mira: User, service: PushService, django_capture_on_commit_callbacks: Any
) -> None:
    subscribe(mira, service)
    with django_capture_on_commit_callbacks(execute=True):
        sanctions.end_logins(mira)
    assert pushing.browsers_of(mira.pk) == []


def test_a_site_without_a_key_does_not_push(
    table: Scene, mira: User, service: PushService, as_: Browser, settings: LazySettings
) -> None:
    settings.PUSH_KEY = ""
    assert pushing.public_key() == ""
    assert 'data-key=""' in as_(mira).get(SETTINGS).content.decode()
    with pytest.raises(pushing.NoBrowser):
        subscribe(mira, service)
    tell()
    assert states(mira) == ["failed"]
    assert service.asked == 0


def test_the_worker_is_at_the_root_and_always_fresh(client: Client) -> None:
    answer = client.get("/service-worker.js")
    assert answer["Content-Type"] == "text/javascript; charset=utf-8"
    assert answer["Cache-Control"] == "no-cache"
    assert "img/notification" in answer.content.decode()
    assert finders.find("img/notification.png") is not None


def test_a_message_fits_whatever_a_table_is_called(
    table: Scene, mira: User, service: PushService
) -> None:
    match = table.match
    match.name = "ž" * 60
    match.save(update_fields=["name"])
    tell()
    [push] = service.pushed
    assert len(json.dumps(push.message)) < sealing.LARGEST
