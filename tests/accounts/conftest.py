from collections.abc import Iterator

import pytest
from django.core import mail
from django.core.cache import cache
from django.core.mail import EmailMessage
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts import letters
from accounts.models import User

PASSWORD = "seven lamps below"


@pytest.fixture(autouse=True)
def _no_tries_counted_yet() -> Iterator[None]:
    """Limits are counted in the cache, which outlives a test."""
    cache.clear()
    yield
    cache.clear()


@pytest.fixture(autouse=True)
def _quick_hashes(request: pytest.FixtureRequest, settings: Settings) -> None:
    """Argon2 is slow on purpose; only the test of it needs it."""
    if "argon2" not in request.node.name:
        settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


class Outbox:
    """The letters, which are sent whenever somebody looks."""

    def sent(self) -> list[EmailMessage]:
        letters.send_due(timezone.now())
        return mail.outbox

    def __iter__(self) -> Iterator[EmailMessage]:
        return iter(self.sent())

    def __len__(self) -> int:
        return len(self.sent())

    def __getitem__(self, index: int) -> EmailMessage:
        return self.sent()[index]

    def clear(self) -> None:
        self.sent().clear()


@pytest.fixture
def mailoutbox(db: None) -> Outbox:
    mail.outbox = []
    return Outbox()


@pytest.fixture
def ada(db: None) -> User:
    return User.objects.create_user("Ada", "ada@example.org", PASSWORD)


@pytest.fixture
def staff(db: None) -> User:
    return User.objects.create_superuser("Grace", "grace@example.org", PASSWORD)


@pytest.fixture
def as_ada(ada: User) -> Client:
    return logged_in("Ada")


@pytest.fixture
def as_staff(staff: User) -> Client:
    return logged_in("Grace")


def logged_in(name: str, password: str = PASSWORD) -> Client:
    """A browser that has come in by the front door."""
    client = Client()
    client.post("/account/login/", {"login": name, "password": password})
    return client


def is_logged_in(client: Client) -> bool:
    return client.get("/account/").status_code == 200
