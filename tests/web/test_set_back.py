"""A database that is set back under running processes: a backup restored, a replica that lags."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

import pytest
from channels.db import database_sync_to_async
from django.core import serializers
from django.db import transaction
from django.db.models import Model
from django.test import Client

from accounts.models import User
from games import play
from games.engine.verify import verify
from games.matchlog import access, copies, files
from games.matchlog.audience import EVERYTHING
from games.matchlog.memory import forget_everything
from games.models import Freeze, Match, Move, Round, Seat
from games.play import moves
from tests.web.factories import Scene, UserFactory, dealt
from tests.web.sockets import socket

pytestmark = pytest.mark.django_db(transaction=True)

TABLES: tuple[type[Model], ...] = (User, Match, Seat, Round, Freeze, Move)


@pytest.fixture
def scene() -> Scene:
    return dealt(*(UserFactory.create(username=name) for name in ("mira", "tobias", "ines")))


def backup() -> Callable[[], None]:
    """Copy what is stored now; the answer puts it back."""
    stored = serializers.serialize(
        "json", [row for one in TABLES for row in one._default_manager.all()]
    )

    @transaction.atomic
    def restore() -> None:
        for one in reversed(TABLES):
            one._default_manager.all().delete()
        for row in serializers.deserialize("json", stored):
            row.save()

    return restore


@contextmanager
def elsewhere(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What is written meanwhile is written by another process: this one takes nothing up."""
    keys = copies._copies.keys()
    kept = {key: copies._copies.get(key) for key in keys}
    with monkeypatch.context() as other:
        other.setattr(moves, "_take_up", lambda *_args: None)
        yield
    for key, copy in kept.items():
        if copy is not None:
            copies._copies.put(key, copy)


def everything_shown(scene: Scene) -> dict[str, str]:
    shown = {}
    for viewer in (*scene.players, None):
        browser = Client()
        if viewer is not None:
            browser.force_login(viewer)
        name = viewer.username if viewer else "public"
        addresses = [f"/m/{scene.id}/", f"/m/{scene.id}/log", f"/m/{scene.id}/story"]
        addresses += [f"/m/{scene.id}/replay?at={at}" for at in range(scene.number + 1)]
        for address in addresses:
            browser.get(address)  # moves the divider of what is new to its last place
            page = browser.get(address).content.decode().splitlines()
            shown[f"{name} {address}"] = "\n".join(
                line for line in page if "csrfmiddlewaretoken" not in line
            )
    return shown


def assert_true(scene: Scene) -> None:
    """The log verifies, and every page is what a process that has just begun would show."""
    assert verify(files.file_for(EVERYTHING, scene.match, scene.seats())).holds
    assert scene.match.digest == scene.moves()[-1].digest
    shown = everything_shown(scene)
    forget_everything()
    assert everything_shown(scene) == shown


def three_moves(scene: Scene) -> None:
    scene.act(0, do="ask", seat=1)
    scene.act(1, do="show")
    scene.act(1, do="pass")


def three_others(scene: Scene) -> None:
    scene.act(0, do="pass")
    scene.act(1, do="ask", seat=2)
    scene.act(2, do="show")


@pytest.mark.parametrize("further", [0, 1, 3])
def test_play_goes_on_from_what_the_database_holds(scene: Scene, further: int) -> None:
    """To a lower number than was shown, to the same, to a higher one."""
    restore = backup()
    three_moves(scene)
    everything_shown(scene)
    restore()
    steps = [
        partial(scene.act, 0, do="pass"),
        partial(scene.act, 1, do="ask", seat=2),
        partial(scene.act, 2, do="show"),
    ]
    for step in steps[:further]:
        step()
    assert scene.number == further
    assert_true(scene)
    scene.act(scene.awaited()[0], do="pass")
    assert_true(scene)


@pytest.mark.parametrize("more", [0, 1])
def test_so_does_a_process_that_neither_restored_nor_moved(
    scene: Scene, monkeypatch: pytest.MonkeyPatch, more: int
) -> None:
    restore = backup()
    three_moves(scene)
    everything_shown(scene)
    with elsewhere(monkeypatch):
        restore()
        three_others(scene)
        if more:
            scene.act(2, do="pass")
    assert_true(scene)


def test_a_replay_that_was_read_some_way_is_read_again(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    restore = backup()
    three_moves(scene)
    forget_everything()
    monkeypatch.setattr(copies, "SPACING", 2)
    as_mira = access.visit(scene.id, scene.players[0])
    copies.with_steps(as_mira, as_mira.audience, at=1)
    with elsewhere(monkeypatch):
        restore()
        three_others(scene)
    as_mira = access.visit(scene.id, scene.players[0])
    found = copies.with_steps(as_mira, as_mira.audience, at=1)
    assert found.moves[1].action == {"do": "pass"}


def test_a_state_beside_the_log_comes_to_no_edition_that_was_shown_before(scene: Scene) -> None:
    restore = backup()
    play.freeze(scene.id, reason="a look")
    everything_shown(scene)
    restore()
    scene.players[1].refresh_from_db()
    scene.players[1].username = "tobi"
    scene.players[1].save()
    assert_true(scene)
    assert "tobi" in everything_shown(scene)[f"public /m/{scene.id}/"]


@pytest.mark.asyncio
async def test_an_open_socket_is_sent_the_move_that_took_the_place_of_another() -> None:
    people = [await database_sync_to_async(UserFactory.create)() for _ in range(3)]
    scene = await database_sync_to_async(lambda: dealt(*people))()
    restore = await database_sync_to_async(backup)()
    async with socket(f"/ws/m/{scene.id}/", None) as watcher:
        await watcher.table()
        await database_sync_to_async(lambda: scene.act(0, do="pass"))()
        before = await watcher.table()
        await database_sync_to_async(restore)()
        await database_sync_to_async(lambda: scene.act(0, do="ask", seat=2))()
        after = await watcher.table()
    assert 'data-number="1"' in before
    assert 'data-number="1"' in after
    assert before != after
