"""Saying something at a table, and reading what was said there."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from itertools import count
from typing import Any

from django.test import Client

from accounts.models import User
from games.matchlog import access
from games.models import Claim, Remark
from games.pages import talk as pages
from games.talk import claiming, hearing, saying
from games.talk.hearing import Listener
from games.talk.saying import Kind
from tests.web.factories import Scene

Browser = Callable[[User | None], Client]
KEYS = count()


def listening(scene: Scene, user: User) -> Listener:
    return hearing.listener(access.visit(scene.id, user), user)


def say(scene: Scene, user: User, text: str, *, kind: Kind = Kind.TEXT, key: str = "") -> Remark:
    who = listening(scene, user)
    return saying.say(who, kind=kind, text=text, key=key or str(next(KEYS)))


CODE = "number.1.4"  # in the toy title: the number of seat 1 is 4


def claim(scene: Scene, user: User, code: str = CODE, *, key: str = "") -> Claim:
    who = listening(scene, user)
    offered = pages._codes_offered
    return claiming.claim(who, code=code, key=key or str(next(KEYS)), offers=offered)


def page(browser: Client, scene: Scene, query: str = "") -> str:
    answer = browser.get(f"/m/{scene.id}/talk{query}")
    assert answer.status_code == 200
    return html.unescape(answer.content.decode())


def post(browser: Client, scene: Scene, **data: str) -> Any:
    data.setdefault("key", str(next(KEYS)))
    return browser.post(f"/m/{scene.id}/talk", data, headers={"HX-Request": "true"})


def words(page: str) -> list[str]:
    return re.findall(r'<p class="remark" dir="auto">(.*?)</p>', page)
