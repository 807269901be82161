"""Many messages due at once: memory stays flat however many, everyone gets theirs in one mail, and
nobody waits behind somebody else's.
"""

from __future__ import annotations

import gc
import tracemalloc
from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.db import connection
from django.utils import timezone

from accounts.models import User
from games.models import Delivery, Notice, Webhook
from games.notices import mattering, sending, wording
from games.notices.sending import Parcel
from tests.web.factories import Scene

EACH = 5


@pytest.fixture(autouse=True)
def _plain_messages(monkeypatch: pytest.MonkeyPatch) -> None:
    """What they say is tried elsewhere; and nobody measures time here."""
    monkeypatch.setattr(mattering, "matters", lambda it: True)
    monkeypatch.setattr(wording, "say", lambda it, wishes, now: it.notice.number)
    monkeypatch.setattr(sending, "SECONDS_AT_WORK", 3600.0)


def crowd(name: str, count: int) -> list[User]:
    names = [f"{name}{n:05}" for n in range(count)]
    made = User.objects.bulk_create(User(username=name, skeleton=name) for name in names)
    EmailAddress.objects.bulk_create(
        EmailAddress(user=one, email=f"{one.username}@example.com", verified=True, primary=True)
        for one in made
    )
    return made


def fill(
    scene: Scene, people: Sequence[User], *, channel: str = "mail", each: int = EACH
) -> datetime:
    """So many messages for each of them are due. Since when."""
    now = timezone.now()
    notices = Notice.objects.bulk_create(
        Notice(account=one, kind="turn", match_id=scene.id, number=n, made_at=now)
        for n in range(each)
        for one in people
    )
    Delivery.objects.bulk_create(
        Delivery(notice=one, account_id=one.account_id, channel=channel, due_at=now)
        for one in notices
    )
    return now + timedelta(seconds=1)


class Counting:
    """A channel that counts, and keeps nothing."""

    def __init__(self) -> None:
        self.messages: Counter[int] = Counter()
        self.told: Counter[int] = Counter()

    def __call__(self, parcel: Parcel) -> None:
        gc.collect()  # what has been let go of is not held, whatever the collector's pace
        self.messages[parcel.reader.account.pk] += 1
        self.told[parcel.reader.account.pk] += len(parcel.said)


def sent_at_once(scene: Scene, people: Sequence[User]) -> tuple[int, int]:
    """Send five to each of them: the most memory that it took, and how many queries."""
    now, counting, queries = fill(scene, people), Counting(), Counter[str]()

    def count(execute: Any, *query: Any) -> Any:
        queries["all"] += 1
        return execute(*query)

    gc.freeze()  # what was there before: each collection would look through all of it
    with connection.execute_wrapper(count):
        tracemalloc.start()
        sending.tell({"mail": counting}, clock=lambda: now)
        _size, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    gc.unfreeze()
    assert len(counting.messages) == len(people)
    assert set(counting.messages.values()) == {1}
    assert set(counting.told.values()) == {EACH}
    assert not Delivery.objects.exclude(state="sent").exists()
    return peak, queries.total()


def test_four_times_as_many_take_no_more_memory_and_four_times_the_queries(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sending, "AT_ONCE", 5)  # fewer than there are: so many are held, no more
    sent_at_once(scene, crowd("warm", 3))  # what is loaded and kept once
    few, queries_of_few = sent_at_once(scene, crowd("few", 15))
    many, queries_of_many = sent_at_once(scene, crowd("many", 60))
    assert many < few + 150_000  # bytes; a notice and its delivery alone are two thousand
    assert queries_of_many <= 4 * queries_of_few


def test_everybody_has_a_first_message_before_anybody_has_a_second(scene: Scene) -> None:
    """By a channel that sends each by itself: in rounds, through all accounts."""
    greedy, *modest = crowd("fair", 60)
    for one in (greedy, *modest):
        Webhook.objects.create(account=one, address="https://example.com/")
    fill(scene, [greedy], channel="hook", each=40)
    now = fill(scene, modest, channel="hook", each=2)
    order: list[int] = []
    sending.tell({"hook": lambda parcel: order.append(parcel.reader.account.pk)}, clock=lambda: now)
    assert len(order) == 40 + 2 * len(modest)
    everyone = {greedy.pk, *(one.pk for one in modest)}
    first = order[: len(everyone)]
    assert set(first) == everyone
    assert set(order[len(everyone) : 2 * len(everyone)]) == everyone
    assert set(order[2 * len(everyone) :]) == {greedy.pk}
