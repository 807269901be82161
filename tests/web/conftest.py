"""People with fixed roles: three players at a table, an account beside it, one of the staff."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any, TypeAlias

import pytest
from django.test import Client

from accounts.models import User
from games import play
from games.play import opening, rematches, seating
from games.play.announcing import Announcement, written
from tests.web.factories import Scene, UserFactory, dealt

START = datetime(2026, 11, 18, 12, tzinfo=UTC)  # a Wednesday


class Time:
    """The site's clock, which goes on when it is told to."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> datetime:
        return self.now

    def passes(self, **time: float) -> None:
        self.now += timedelta(**time)


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    found = Time()
    monkeypatch.setattr(play.rows, "now", found)
    for module in (opening, rematches, seating):
        monkeypatch.setattr(module, "now", found)
    return found


@pytest.fixture(autouse=True)
def _no_heartbeat(settings: Any) -> None:
    """Whoever asks the site through ASGI would start a thread, which outlives the test."""
    settings.SECONDS_BETWEEN_BEATS = None


@pytest.fixture
def mira(db: None) -> User:
    return UserFactory.create(username="mira")


@pytest.fixture
def tobias(db: None) -> User:
    return UserFactory.create(username="tobias")


@pytest.fixture
def ines(db: None) -> User:
    return UserFactory.create(username="ines")


@pytest.fixture
def other(db: None) -> User:
    """An account that sits at another table."""
    return UserFactory.create(username="other")


@pytest.fixture
def staff(db: None) -> User:
    return UserFactory.create(username="staff", is_staff=True, is_superuser=True)


@pytest.fixture
def scene(mira: User, tobias: User, ines: User) -> Scene:
    """A dealt match of the toy title: mira begins."""
    return dealt(mira, tobias, ines)


@pytest.fixture
def as_(db: None) -> Callable[[User | None], Client]:
    """A browser of somebody's, or of a stranger's."""

    def browser(user: User | None, **kwargs: Any) -> Client:
        client = Client(**kwargs)
        if user is not None:
            client.force_login(user)
        return client

    return browser


Announced: TypeAlias = Callable[[Callable[[], object]], list[Announcement]]


@pytest.fixture
def announced(db: None, django_capture_on_commit_callbacks: Any) -> Announced:
    """What is announced once this has been committed; before that it must be nothing."""

    def announced_by(write: Callable[[], object]) -> list[Announcement]:
        heard: list[Announcement] = []

        def hear(announcement: Announcement, **_kwargs: object) -> None:
            heard.append(announcement)

        written.connect(hear)
        try:
            with django_capture_on_commit_callbacks(execute=True):
                write()
                assert heard == []
        finally:
            written.disconnect(hear)
        return heard

    return announced_by
