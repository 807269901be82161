from collections.abc import Callable
from typing import Any

import pytest
from channels.testing import HttpCommunicator

from config.asgi import application
from games import tasks
from games.management import background
from games.models import Heartbeat


@pytest.mark.asyncio
@pytest.mark.django_db(transaction=True)
async def test_the_site_answers_through_asgi() -> None:
    communicator = HttpCommunicator(application, "GET", "/", headers=[(b"host", b"localhost")])
    response = await communicator.get_response(timeout=30)
    await communicator.wait(timeout=30)
    assert response["status"] == 200
    assert b"<title>Adit" in response["body"]


class Enough(Exception):
    """The loop is stopped after its first round."""


@pytest.mark.asyncio
@pytest.mark.django_db(transaction=True)
async def test_whatever_serves_us_says_from_the_first_request_on_that_pages_are_served(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.SECONDS_BETWEEN_BEATS = 15.0
    begun: list[str] = []
    monkeypatch.setattr(background, "in_a_thread", lambda _say, name: begun.append(name))
    background._beat.cache_clear()
    for _ in range(2):
        asked = HttpCommunicator(application, "GET", "/alive/", headers=[(b"host", b"localhost")])
        await asked.get_response(timeout=30)
        await asked.wait(timeout=30)
    background._beat.cache_clear()
    assert begun == ["heartbeat"]


@pytest.mark.django_db
def test_it_is_said_in_the_row_of_pages_again_and_again(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.SECONDS_BETWEEN_BEATS = 15.0
    slept: list[float] = []

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        if len(slept) == 2:
            raise Enough

    said: list[Callable[[], None]] = []
    monkeypatch.setattr("time.sleep", sleep)
    monkeypatch.setattr(background, "close_old_connections", lambda: None)
    monkeypatch.setattr(background, "in_a_thread", lambda say, _name: said.append(say))
    background._beat.cache_clear()
    background.serving()
    background._beat.cache_clear()
    with pytest.raises(Enough):
        said[0]()
    assert slept == [15.0, 15.0]
    assert [row.pk for row in Heartbeat.objects.all()] == [Heartbeat.Part.PAGES]
    tasks.sweep.call()
    assert Heartbeat.objects.count() == 2
