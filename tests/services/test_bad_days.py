"""PostgreSQL restarts, Redis is stopped or frozen: really, under a site that goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from typing import Any

import pytest

from games.benches.live import Screen
from tests.services.house import LOGS, PATIENCE, House, Scene, house, move, offered, watched

Beside = Callable[..., Coroutine[Any, Any, Any]]


@pytest.fixture(scope="module")
def site() -> Iterator[House]:
    with house() as built:
        built.scenes = built.prepare(4)
        built.open()
        yield built


@pytest.fixture
def scene(site: House) -> Scene:
    return site.scenes.pop()


async def shows(screen: Screen, number: int) -> None:
    """Wait until the screen shows this move, for as long as a busy machine may need."""
    async with screen.news:
        there = screen.news.wait_for(lambda: screen.number >= number)
        await asyncio.wait_for(there, timeout=PATIENCE)


@pytest.mark.parametrize("how", ["stopped", "frozen"])
def test_without_redis_people_log_in_sockets_open_and_every_move_is_shown(
    site: House, scene: Scene, how: str
) -> None:
    match, (first, second) = scene.match, scene.cookies
    here, there = site.webs

    async def act(screen: Screen, beside: Beside) -> None:
        await shows(screen, await beside(move, here, match, [first, second]))
        (site.layer.stop if how == "stopped" else site.layer.freeze)()
        try:
            missed = await beside(move, here, match, [first, second])
            await shows(screen, missed)  # nobody told this process
            await beside(people_come_in, site, f"{how}1")
            await beside(watched, there.port, match, first, sees(missed))
        finally:
            (site.layer.start if how == "stopped" else site.layer.thaw)()
        await shows(screen, await beside(move, here, match, [first, second]))

    watched(there.port, match, second, act)


def sees(number: int) -> Callable[[Screen, Beside], Coroutine[Any, Any, None]]:
    async def act(screen: Screen, _beside: Beside) -> None:
        await shows(screen, number)

    return act


def people_come_in(site: House, name: str) -> None:
    """Sign up, log in again, ask for a new password: whatever counts tries."""
    web, secret = site.webs[1], "seven lamps below"
    page = web.ask("/account/signup/")
    cookie = f"csrftoken={page.cookies['csrftoken']}"
    token = page.cookies["csrftoken"]
    forms = {
        "/account/signup/": {"username": name, "email": f"{name}@example.org", "password1": secret},
        "/account/login/": {"login": name, "password": secret},
        "/account/password/reset/": {"email": f"{name}@example.org"},
    }
    for address, form in forms.items():
        answer = web.ask(address, cookie=cookie, form={**form, "csrfmiddlewaretoken": token})
        assert answer.status == 302, (address, answer.status, answer.text[:2000], site.said())


def test_a_restart_of_postgresql_breaks_no_page_and_no_worker(site: House, scene: Scene) -> None:
    match, (first, second) = scene.match, scene.cookies
    pages = [f"/m/{match}/", "/tables/", "/account/", "/matches/"]
    for web in site.webs:  # fill the pools
        assert {web.ask(page, cookie=first).status for page in pages} == {200}

    async def act(screen: Screen, beside: Beside) -> None:
        await beside(site.database.stop)
        await beside(site.database.start)
        for web in site.webs:
            found = [(await beside(web.ask, page, cookie=first)).status for page in pages * 2]
            assert found == [200] * len(pages) * 2, site.said()
        await shows(screen, await beside(move, site.webs[0], match, [first, second]))

    watched(site.webs[1].port, match, second, act)
    passed = move(site.webs[0], scene.against_bot, [first])
    assert all(worker.is_running for worker in site.workers)
    page = f"/m/{scene.against_bot}/"
    site.until(lambda: offered(site.webs[0].ask(page, cookie=first).text)[0] > passed, "the bot")
    assert {one["verified"] for one in site.python(LOGS).values()} == {True}


def test_while_postgresql_is_away_visitors_are_told_so_and_the_worker_waits(
    site: House, scene: Scene
) -> None:
    match, first = scene.match, scene.cookies[0]
    web = site.web(patience=1)
    web.start()
    site.until(lambda: web.answers)
    site.database.stop()
    try:
        away = web.ask(f"/m/{match}/", cookie=first)
        form = {"number": "0", "action": '{"do":"pass"}'}
        moved = web.ask(f"/m/{match}/move", cookie=first, form=form, htmx=True)
    finally:
        site.database.start()
    assert away.status == 503
    assert "Back in a moment" in away.text
    assert moved.status == 503
    assert 'id="notice"' in moved.text
    site.until(lambda: web.ask(f"/m/{match}/", cookie=first).status == 200)
    assert web.ask(f"/m/{match}/move", cookie=first, form=form, htmx=True).status == 200
    web.kill()
    assert all(worker.is_running for worker in site.workers)
