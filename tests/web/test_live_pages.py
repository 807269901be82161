"""Every page that a player looks at hears how many tables wait."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from tests.web.factories import Scene

Browser = Callable[[User | None], Client]

PAGES = {
    "/tables/": "/ws/tables/",
    "/new/": "/ws/",
    "/new/toy/": "/ws/",
    "/play/": "/ws/",
    "/t/toy/": "/ws/",
    "/u/mira/": "/ws/",
    "/i/nobody/": "/ws/",
    "/m/{id}/": "/ws/m/{id}/",
    "/m/{id}/log": "/ws/",
    "/m/{id}/replay": "/ws/",
    "/m/{id}/fairness": "/ws/",
    "/replay/": "/ws/",
    "/about/": "/ws/",
    "/account/": "/ws/",
    "/nowhere/": "/ws/",
}


def body(page: str) -> str:
    found = re.search(r"<body[^>]*>", page)
    assert found is not None
    return found[0]


@pytest.mark.parametrize("address", sorted(PAGES))
def test_a_players_page_opens_one_socket_and_has_what_it_needs(
    scene: Scene, as_: Browser, address: str
) -> None:
    page = as_(scene.players[1]).get(address.format(id=scene.id)).content.decode()
    socket = PAGES[address].format(id=scene.id)
    assert f'ws-connect="{socket}?language=en"' in body(page)
    assert re.search(r'hx-ext="[^"]*\bws\b', body(page))
    assert 'id="waiting"' in page
    for script in ("htmx", "ws", "idiomorph-ext"):
        assert page.count(f"vendor/{script}.min.js") == 1


@pytest.mark.parametrize("address", ["/", "/t/toy/", "/m/{id}/replay", "/about/"])
def test_a_strangers_page_that_has_nothing_to_hear_opens_none(
    scene: Scene, as_: Browser, address: str
) -> None:
    page = as_(None).get(address.format(id=scene.id)).content.decode()
    assert "ws-connect" not in body(page)
    assert "vendor/ws.min.js" not in page
