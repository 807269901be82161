"""Webhooks, to a receiver that the tests start; and addresses to which nothing is ever sent."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import Any

import pytest
from django.conf import LazySettings
from django.utils import timezone

from accounts.models import User
from games.models import Delivery, HookAttempt, Seat, Webhook
from games.notices import hooks, looking, outbound, sending
from games.notices.rhythm import SETTLE
from tests.web.factories import Scene
from tests.web.telling import hear, noticed, reachable, states
from tests.web.test_mailing import Place, killed_at

DAY = timedelta(days=1)


class Receiver:
    """What was posted to it, and what it answers."""

    def __init__(self) -> None:
        self.got: list[tuple[dict[str, str], bytes]] = []
        self.status, self.headers, self.body = 204, dict[str, str](), b""
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                receiver.got.append((dict(self.headers), body))
                self.send_response(receiver.status)
                for name, value in receiver.headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(receiver.body)))
                self.end_headers()
                self.wfile.write(receiver.body)

            def log_message(self, *_args: Any) -> None:
                """Nobody reads it."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server.server_port}/hook?key=1"


@pytest.fixture
def receiver(settings: LazySettings) -> Iterator[Receiver]:
    settings.OUTBOUND_TO_THIS_MACHINE = True
    settings.SITE_URL = "https://adit.example"
    made = Receiver()
    yield made
    made.server.shutdown()
    made.server.server_close()


@pytest.fixture
def hooked(scene: Scene, mira: User, receiver: Receiver) -> Scene:
    hooks.set_up(mira.pk, style="json", address=receiver.address)
    Seat.objects.filter(match_id=scene.id).update(seen=-1, seen_at=None)
    hear(scene.id)
    return scene


def tell(now: Any) -> None:
    sending.tell({"hook": hooks.send}, clock=lambda: now)
    sending.tell({"hook": hooks.send}, clock=lambda: now + SETTLE)


def test_a_turn_is_posted_and_signed(hooked: Scene, mira: User, receiver: Receiver) -> None:
    tell(timezone.now())
    [(headers, body)] = receiver.got
    said = json.loads(body)
    assert said["title"] == f"Your turn: {hooked.match.name}"
    assert said["url"] == f"https://adit.example/m/{hooked.id}/"
    assert said["id"] == headers["Adit-Delivery"]
    at, signature = headers["Adit-Signature"].split(",")
    secret = Webhook.objects.get(pk=mira.pk).secret
    assert signature == "v1=" + hooks.signed(secret, at.removeprefix("t="), body)
    assert signature != "v1=" + hooks.signed("another", at.removeprefix("t="), body)
    assert states(mira) == ["sent"]
    [attempt] = hooks.last_attempts(mira.pk)
    assert attempt.is_good
    assert attempt.answer.startswith("204, ")


@pytest.mark.parametrize("style", ["discord", "slack"])
def test_a_name_calls_nobody_and_breaks_out_of_nothing(
    hooked: Scene, mira: User, receiver: Receiver, style: str
) -> None:
    hooks.set_up(mira.pk, style=style, address=receiver.address)
    match = hooked.match
    match.name = "@everyone <!channel> **x**"
    match.save(update_fields=["name"])
    tell(timezone.now())
    sent = json.loads(receiver.got[0][1])
    if style == "discord":
        assert sent["allowed_mentions"] == {"parse": []}
        assert "**x**" not in sent["content"]
    else:
        assert "<!channel>" not in sent["text"]


def test_what_is_refused_is_tried_again_and_a_week_later_no_more(
    hooked: Scene, mira: User, receiver: Receiver
) -> None:
    reachable(mira)
    receiver.status = 500
    now = timezone.now()
    tell(now)
    assert states(mira) == ["waiting", "waiting"]  # a mail, too, which nobody sends here
    hook = Webhook.objects.get(pk=mira.pk)
    assert hook.failing_since is not None
    tell(now + timedelta(minutes=2))
    assert len(receiver.got) == 2
    tell(now + 7 * DAY + timedelta(minutes=1))
    assert Webhook.objects.get(pk=mira.pk).off_at is not None
    assert "hook_off" in noticed(mira)
    before = len(receiver.got)
    tell(now + 20 * DAY)
    assert len(receiver.got) == before
    receiver.status = 204
    attempt = hooks.test(mira.pk)
    assert attempt is not None
    assert attempt.is_good
    assert Webhook.objects.get(pk=mira.pk).off_at is None


def test_one_success_ends_a_week_of_failure(hooked: Scene, mira: User, receiver: Receiver) -> None:
    Webhook.objects.update(failing_since=timezone.now() - 6 * DAY)
    tell(timezone.now())
    assert Webhook.objects.get(pk=mira.pk).failing_since is None


def test_a_sender_killed_anywhere_and_started_again_posts_once(
    hooked: Scene, mira: User, receiver: Receiver
) -> None:
    """Between the receiver's having taken it and our having written that down it is posted again,
    under the same id, by which the receiver knows it.
    """
    looking.look(hooked.id, timezone.now())
    start = now = timezone.now() + SETTLE
    repeated = []

    def send() -> None:
        sending.tell({"hook": hooks.send}, clock=lambda: now)

    def posted_when_killed_at(place: Place | None) -> list[Place]:
        nonlocal now
        fresh = {"state": "waiting", "due_at": start, "claimed_at": None, "done_at": None}
        Delivery.objects.update(**fresh, message="", tries=0)
        receiver.got.clear()
        now = start
        return killed_at(place, send, files={sending.__file__, hooks.__file__})

    places = posted_when_killed_at(None)
    assert len([file for file, _line in places if file == hooks.__file__]) > 20
    for place in places:
        posted_when_killed_at(place)
        for _ in range(2):  # others come, at once and later
            send()
            now += sending.ABANDONED + SETTLE
        assert states(mira) == ["sent"], place
        assert len({headers["Adit-Delivery"] for headers, _body in receiver.got}) == 1, place
        if len(receiver.got) > 1:
            repeated.append(place)
    assert 0 < len(repeated) <= 25


def test_no_redirect_is_followed_and_a_large_answer_is_not_read(
    hooked: Scene, mira: User, receiver: Receiver
) -> None:
    receiver.status, receiver.headers = 302, {"Location": receiver.address + "&again"}
    attempt = hooks.test(mira.pk)
    assert attempt is not None
    assert not attempt.is_good
    assert len(receiver.got) == 1
    receiver.status, receiver.headers, receiver.body = 200, {}, b"x" * 1_000_000
    answer = outbound.post(receiver.address, b"{}", {})
    assert len(answer.text) == outbound.LARGEST_ANSWER


def test_somebody_who_never_answers_is_given_up(
    settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.OUTBOUND_TO_THIS_MACHINE = True
    monkeypatch.setattr(outbound, "SECONDS", 0.3)
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        address = f"http://127.0.0.1:{silent.getsockname()[1]}/"
        with pytest.raises(outbound.Unreachable):
            outbound.post(address, b"{}", {})


# Where nothing is sent

PRIVATE = [
    "127.0.0.1", "127.8.8.8", "0.0.0.0", "10.0.0.1", "172.16.5.4", "192.168.1.1", "169.254.169.254",
    "100.64.0.1", "192.0.2.1", "198.18.0.1", "224.0.0.1", "240.0.0.1", "255.255.255.255",
    "::1", "::", "fe80::1", "fe80::1%eth0", "fc00::1", "fd00:ec2::254", "ff02::1",
    "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "2001:0:7f00:1::",
    "64:ff9b:1::7f00:1", "::127.0.0.1", "::ffff:0:127.0.0.1", "fec0::1", "3fff::1", "4000::1",
    "2001:1::1", "192.0.0.8", "192.0.0.192", "192.88.99.1",
]  # fmt: skip


@pytest.mark.parametrize("address", PRIVATE)
def test_an_address_of_our_own_house_is_none_to_send_to(address: str) -> None:
    assert not outbound.is_public(address)


@pytest.mark.parametrize("address", ["1.1.1.1", "93.184.216.34", "2606:4700:4700::1111"])
def test_a_public_address_is_one(address: str) -> None:
    assert outbound.is_public(address)


@pytest.mark.parametrize(
    "address",
    [
        "http://example.com/", "ftp://example.com/", "https://", "https:///x", "example.com", "",
        "https://user:pw@example.com/", "https://user@example.com/", "https://example.com:0/",
        "https://example.com:99999/", "https://[::1", "https://exa mple.com/", "https://example.com/\r\nX: y",
        "https://" + "a" * 600, "file:///etc/passwd", "gopher://x/", "https://ex\u0430mple.com/",
    ],
)  # fmt: skip
def test_an_address_of_another_shape_is_refused(address: str) -> None:
    with pytest.raises(outbound.Unsafe):
        outbound.check(address)


def resolving_to(monkeypatch: pytest.MonkeyPatch, *addresses: str) -> list[str]:
    asked: list[str] = []

    def look_up(host: str, port: int, **_kwargs: object) -> list[Any]:
        asked.append(host)
        return [(2, 1, 6, "", (address, port)) for address in addresses]

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    return asked


def no_connection(*_args: object, **_kwargs: object) -> None:
    raise AssertionError("something was connected to")


@pytest.mark.parametrize(
    "address",
    ["https://127.0.0.1/", "https://2130706433/", "https://0x7f.1/", "https://localhost/"],
)
def test_numbers_in_disguise_lead_nowhere(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "create_connection", no_connection)
    with pytest.raises((outbound.Unsafe, outbound.Unreachable)):
        outbound.post(address, b"", {})


def test_a_name_with_one_private_address_among_its_own_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    resolving_to(monkeypatch, "93.184.216.34", "10.0.0.1")
    monkeypatch.setattr(socket, "create_connection", no_connection)
    with pytest.raises(outbound.Unsafe):
        outbound.post("https://rebinding.example/", b"", {})


def test_the_address_that_was_checked_is_the_one_that_is_connected_to(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whoever answers the second question otherwise is not asked a second time."""
    asked = resolving_to(monkeypatch, "93.184.216.34")
    connected: list[Any] = []

    def connect(where: Any, *_args: object) -> None:
        connected.append(where)
        raise OSError

    monkeypatch.setattr(socket, "create_connection", connect)
    with pytest.raises(outbound.Unreachable):
        outbound.post("https://rebinding.example/", b"", {})
    assert asked == ["rebinding.example"]
    assert connected == [("93.184.216.34", 443)]


def test_a_name_that_takes_minutes_to_look_up_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    answered = Event()

    def look_up(*_args: object, **_kwargs: object) -> list[Any]:
        answered.wait()
        return []

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    monkeypatch.setattr(socket, "create_connection", no_connection)
    monkeypatch.setattr(outbound, "SECONDS_SILENT", 0.05)
    with pytest.raises(outbound.Unreachable):
        outbound.post("https://slow.example/", b"", {})
    answered.set()


def test_this_machine_is_refused_unless_a_test_allows_it(
    hooked: Scene, mira: User, receiver: Receiver, settings: LazySettings
) -> None:
    settings.OUTBOUND_TO_THIS_MACHINE = False
    attempt = hooks.test(mira.pk)
    assert attempt is not None
    assert attempt.answer.startswith("refused")
    assert receiver.got == []


# The page


def test_the_page_sets_a_hook_up_tests_it_and_takes_it_away(
    mira: User, receiver: Receiver, as_: Any
) -> None:
    browser = as_(mira)
    where = "/notices/settings/"
    browser.post(where, {"hook": "set", "style": "slack", "address": "http://10.0.0.1:x/"})
    assert hooks.hook_of(mira.pk) is None
    browser.post(where, {"hook": "set", "style": "json", "address": receiver.address})
    assert "Nothing sent yet" in browser.get(where).content.decode()
    page = browser.post(where, {"test": "now"}, follow=True).content.decode()
    assert "Test arrived: 204" in page
    assert len(receiver.got) == 1
    assert "Last deliveries" in page
    receiver.status = 500
    assert (
        "did not arrive: 500" in browser.post(where, {"test": "now"}, follow=True).content.decode()
    )
    browser.post(where, {"hook": "set", "style": "json", "address": ""})
    assert hooks.hook_of(mira.pk) is None


def test_another_address_has_another_secret(mira: User) -> None:
    hooks.set_up(mira.pk, style="json", address="https://example.com/1")
    first = Webhook.objects.get(pk=mira.pk).secret
    hooks.set_up(mira.pk, style="slack", address="https://example.com/1")
    assert Webhook.objects.get(pk=mira.pk).secret == first
    hooks.set_up(mira.pk, style="json", address="https://example.com/2")
    assert Webhook.objects.get(pk=mira.pk).secret != first


def test_few_attempts_are_kept(
    hooked: Scene, mira: User, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hooks, "TESTS_A_MINUTE", 100)
    for _ in range(hooks.ATTEMPTS_KEPT + 3):
        hooks.test(mira.pk)
    assert HookAttempt.objects.count() == hooks.ATTEMPTS_KEPT


def test_nobody_has_an_address_called_as_often_as_they_like(
    hooked: Scene, mira: User, receiver: Receiver, as_: Any
) -> None:
    where, browser = "/notices/settings/", as_(mira)
    for _ in range(hooks.TESTS_A_MINUTE):
        browser.post(where, {"test": "now"})
    page = browser.post(where, {"test": "now"}, follow=True).content.decode()
    assert "That was a lot at once." in page
    assert len(receiver.got) == hooks.TESTS_A_MINUTE
    HookAttempt.objects.update(at=timezone.now() - timedelta(minutes=2))
    assert "Test arrived" in browser.post(where, {"test": "now"}, follow=True).content.decode()


def test_a_test_is_counted_before_it_is_answered(
    hooked: Scene, mira: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many are asked for while the first is on its way."""
    monkeypatch.setattr(hooks, "TESTS_A_MINUTE", 1)
    posted = []

    def post(address: str, *_args: object) -> outbound.Reply:
        posted.append(address)
        with pytest.raises(hooks.TooManyTests):
            hooks.test(mira.pk)
        return outbound.Reply(status=204, milliseconds=1, text="")

    monkeypatch.setattr(outbound, "post", post)
    hooks.test(mira.pk)
    assert len(posted) == 1


def test_slow_addresses_never_hold_more_than_two_of_the_threads_that_serve_pages(
    hooked: Scene, mira: User, as_: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever comes then is sent away at once; whoever comes later is not."""
    where, browser = "/notices/settings/", as_(mira)
    held = [hooks._tests_at_once.acquire(blocking=False) for _ in range(2)]
    assert held == [True, True]
    try:
        monkeypatch.setattr(outbound, "post", pytest.fail)
        page = browser.post(where, {"test": "now"}, follow=True).content.decode()
        assert "That was a lot at once." in page
    finally:
        for _ in held:
            hooks._tests_at_once.release()

    def refuse(*_args: object) -> None:
        raise outbound.Unreachable("nobody")

    monkeypatch.setattr(outbound, "post", refuse)
    for _ in range(3):
        page = browser.post(where, {"test": "now"}, follow=True).content.decode()
        assert "Test did not arrive" in page
