"""Moves over the open socket: the same moves and the same refusals as by POST, answered once."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client

from accounts import sanctions
from accounts.models import User
from games.live import consumers, layer
from games.live.consumers import DISMISSED, FRAMES_AT_ONCE, TOO_MUCH, Allowance
from games.pages.moving import LARGEST_ACTION
from tests.web.factories import Scene, UserFactory, dealt
from tests.web.sockets import Socket, socket

pytestmark = [pytest.mark.asyncio, pytest.mark.django_db(transaction=True)]


async def begun(**kwargs: Any) -> Scene:
    names = ("mira", "tobias", "ines")
    return await database_sync_to_async(
        lambda: dealt(*(UserFactory.create(username=name) for name in names), **kwargs)
    )()


async def number_of(scene: Scene) -> int:
    return await database_sync_to_async(lambda: scene.number)()


async def answered(page: Socket, text: str) -> str:
    """The frame that answers what a page says."""
    await page.send_to(text_data=text)
    return await page.next_with('id="answer"')


def is_made(frame: str) -> bool:
    [answer] = re.findall(r'<div id="answer"[^>]*>', frame)
    return "data-made" in answer


def notice_in(frame: str) -> str:
    [notice] = re.findall(r'<div id="notice"[^>]*>(.*?)</div>', frame)
    return str(notice)


async def test_a_move_is_made_and_answered_with_the_movers_own_view() -> None:
    scene = await begun()
    async with socket(f"/ws/m/{scene.id}/", scene.players[0]) as mine:
        await mine.table()
        answer = await answered(mine, 'move 7 0 {"do":"pass"}')
        assert await number_of(scene) == 1
        assert is_made(answer)
        assert 'data-key="7"' in answer
        assert 'data-number="1"' in answer
        assert notice_in(answer) == ""


async def test_the_mover_is_sent_the_table_once_and_the_others_are_sent_theirs() -> None:
    scene = await begun()
    async with (
        socket(f"/ws/m/{scene.id}/", scene.players[0]) as mine,
        socket(f"/ws/m/{scene.id}/", scene.players[1]) as other,
        socket(f"/ws/m/{scene.id}/", None) as stranger,
    ):
        for page in (mine, other, stranger):
            await page.table()
        await answered(mine, 'move 1 0 {"do":"pass"}')
        for page in (other, stranger):
            assert 'data-number="1"' in await page.table()
            assert "answer" not in page.page
        await database_sync_to_async(lambda: scene.act(1, do="pass"))()
        [*between, last] = await mine.up_to_table()
        assert 'data-number="2"' in last
        assert not any('data-number="1"' in frame for frame in between)


@pytest.mark.parametrize(
    ("number", "action"),
    [
        ("0", '{"do":"fly"}'),
        ("0", '{"do":"ask","seat":0}'),
        ("0", "no JSON"),
        ("0", '{"do":NaN}'),
        ("0", "[" * 3000),
        ("0", '"' + "x" * LARGEST_ACTION + '"'),
        ("-3", '{"do":"fly"}'),
        ("99", '{"do":"pass"}'),
        ("first", '{"do":"pass"}'),
        ("9" * 30, '{"do":"pass"}'),
        ("0", '"\\u0000"'),
        ("", ""),
    ],
)
async def test_what_is_refused_is_refused_with_the_same_words_as_by_post(
    number: str, action: str
) -> None:
    scene = await begun()

    def posted() -> str:
        browser = Client(headers={"HX-Request": "true"})
        browser.force_login(scene.players[0])
        answer = browser.post(f"/m/{scene.id}/move", {"number": number, "action": action})
        assert 400 <= answer.status_code < 500
        return notice_in(answer.content.decode())

    async with socket(f"/ws/m/{scene.id}/", scene.players[0]) as mine:
        await mine.table()
        answer = await answered(mine, f"move 3 {number} {action}")
        assert not is_made(answer)
        assert notice_in(answer) == await database_sync_to_async(posted)() != ""
        assert 'data-number="0"' in answer
    assert await number_of(scene) == 0


async def test_a_page_that_is_behind_is_refused_and_sent_what_there_is_now() -> None:
    scene = await begun()
    async with socket(f"/ws/m/{scene.id}/", scene.players[1]) as mine:
        await mine.table()
        answer = await answered(mine, 'move 1 0 {"do":"pass"}')
        assert not is_made(answer)
        await database_sync_to_async(lambda: scene.act(0, do="pass"))()
        answer = await answered(mine, 'move 2 1 {"do":"pass"}')
        assert is_made(answer)
        assert notice_in(answer) == ""


async def test_a_repeat_is_one_move_and_both_are_answered_alike() -> None:
    scene = await begun()
    async with socket(f"/ws/m/{scene.id}/", scene.players[0]) as mine:
        await mine.table()
        assert is_made(await answered(mine, 'move 1 0 {"do":"pass"}'))
        assert is_made(await answered(mine, 'move 2 0 {"do":"pass"}'))
    assert await number_of(scene) == 1


@pytest.mark.parametrize("is_known", [True, False], ids=["an account", "a stranger"])
async def test_who_does_not_sit_there_cannot_move_not_even_for_a_bot(*, is_known: bool) -> None:
    scene = await begun(size=4, bots=1)
    stranger = await database_sync_to_async(UserFactory.create)() if is_known else None
    before = await number_of(scene)
    async with socket(f"/ws/m/{scene.id}/", stranger) as page:
        await page.table()
        answer = await answered(page, f'move 1 {before} {{"do":"pass"}}')
        assert not is_made(answer)
        assert "do not sit" in notice_in(answer)
    assert await number_of(scene) == before


async def test_a_page_that_says_too_much_is_closed() -> None:
    scene = await begun()
    async with socket(f"/ws/m/{scene.id}/", None) as page:
        await page.table()
        for _ in range(FRAMES_AT_ONCE * 3):
            await page.send_to(text_data="0")
        assert await page.code() == TOO_MUCH


async def test_an_allowance_fills_up_again_and_never_above_what_it_was(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 0.0
    monkeypatch.setattr("games.live.consumers.time.monotonic", lambda: now)
    allowance = Allowance(3, 0.5)
    assert [allowance.takes_one() for _ in range(4)] == [True, True, True, False]
    now = 2.0
    assert [allowance.takes_one() for _ in range(2)] == [True, False]
    now = 1000.0
    assert [allowance.takes_one() for _ in range(4)] == [True, True, True, False]


@pytest.mark.parametrize("how", ["suspended", "logged out"])
async def test_whose_log_in_has_ended_cannot_move_even_if_nobody_could_say_so(
    how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = await begun()

    def end(user: User) -> None:
        if how == "suspended":
            sanctions.suspend(user, "a test", by=None)
        else:
            Session.objects.all().delete()

    async with socket(f"/ws/m/{scene.id}/", scene.players[0]) as mine:
        await mine.table()
        monkeypatch.setattr(layer, "_send", lambda *_args: None)  # Redis is away
        monkeypatch.setattr(layer.sharing, "is_away", True)
        await database_sync_to_async(end)(scene.players[0])
        await mine.send_to(text_data='move 1 0 {"do":"pass"}')
        assert await mine.code() == DISMISSED
    assert await number_of(scene) == 0


async def test_a_move_costs_a_socket_no_more_questions_than_the_match_needs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """No session, no account, no row of the match besides those that are locked."""
    scene = await begun()
    asked: list[str] = []
    move = consumers.MatchConsumer._move

    def counted(self: Any, *args: Any) -> Any:
        def note(execute: Any, sql: str, *rest: Any) -> Any:
            asked.append(sql)
            return execute(sql, *rest)

        with connection.execute_wrapper(note):
            return move(self, *args)

    monkeypatch.setattr(consumers.MatchConsumer, "_move", counted)
    async with socket(f"/ws/m/{scene.id}/", scene.players[0]) as mine:
        await mine.table()
        assert is_made(await answered(mine, 'move 1 0 {"do":"pass"}'))
    changing = [sql for sql in asked if not sql.startswith(("BEGIN", "COMMIT", "SAVEPOINT"))]
    # The match and its seats read and written, and the move.
    assert len(changing) <= 5, json.dumps(changing, indent=1)
    assert not any("session" in sql or "accounts_user" in sql for sql in changing)
