"""The front page, and the order of titles on pages."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from games.engine import titles

Browser = Callable[[User | None], Client]


def test_the_first_page_names_every_title_found(client: Client) -> None:
    page = client.get("/").content.decode()
    assert "toy" in titles()
    assert all(f"<h3>{title.name}</h3>" in page for title in titles().values())


def test_the_first_page_is_for_reading_only(client: Client) -> None:
    assert client.post("/").status_code == 405


@pytest.mark.parametrize(("page", "visitor"), [("/", None), ("/new/", "mira"), ("/play/", "mira")])
def test_titles_for_the_largest_company_stand_first(
    page: str, visitor: str | None, mira: User, as_: Browser
) -> None:
    html = as_(mira if visitor else None).get(page).content.decode()
    order = re.findall(r'<article class="title-card mood mood-(\w+)"', html)
    assert sorted(order) == sorted(titles())
    largest = [titles()[slug].seats[-1] for slug in order]
    assert largest == sorted(largest, reverse=True)
