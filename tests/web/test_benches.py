"""The benches of the site run and give their figures. How fast it is, is not asked here."""

from __future__ import annotations

import shutil
import sys

import pytest
from django.db import connection

from games import benches
from games.benches import Figure, Unavailable, feel, growth, live, pages
from games.engine import titles
from games.models import Match

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _briefly(monkeypatch: pytest.MonkeyPatch) -> None:
    """A few moves and sockets, on the database that the tests have already."""
    monkeypatch.setattr(live, "MOVES_BEFORE", 2)
    monkeypatch.setattr(live, "MOVES_MEASURED", 4)
    monkeypatch.setattr(live, "IDLE_SOCKETS", 4)
    monkeypatch.setattr(live, "CROWDS", (5, 11))
    monkeypatch.setattr(pages, "REPEATS", 1)
    monkeypatch.setattr(feel, "LOADS", 1)
    monkeypatch.setattr(feel, "SLOWER", 1)
    monkeypatch.setattr(
        feel, "LINE", {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
    )
    monkeypatch.setattr(growth, "SIZES", (30, 60))
    monkeypatch.setattr(growth, "REPEATS", 1)
    for bench in (live, growth):
        monkeypatch.setattr(bench, "setup_databases", lambda **_kwargs: None)
        monkeypatch.setattr(bench, "teardown_databases", lambda *_args, **_kwargs: None)


def run(bench: str) -> dict[str, Figure]:
    if connection.vendor != "sqlite":
        with pytest.raises(Unavailable, match="leave DATABASE_URL out"):
            list(benches.run(bench, seconds=0))
        return {}
    figures = {figure.name: figure for figure in benches.run(bench, seconds=0)}
    assert all(figure.value >= 0 for figure in figures.values())
    return figures


def of_five() -> list[str]:
    return [slug for slug, title in titles().items() if live.SEATS in title.seats]


def test_the_benches_of_the_site_give_their_figures() -> None:
    """One after the other: both collect the static files."""
    timed, weighed = run("live"), run("pages")
    if connection.vendor == "sqlite":
        check_live(timed)
        check_pages(weighed)


def check_live(figures: dict[str, Figure]) -> None:
    units = {
        "a move to the last of 10 sockets, p50": "ms",
        "a move that is posted, to the last of 10 sockets, p50": "ms",
        "the same, p95": "ms",
        "a POST answered 204, p50": "ms",
        "move vs 204, p50": "x",
        "move vs 204, p95": "x",
        "posted move vs 204, p50": "x",
        "a pushed frame, p50": "kB",
    }
    for name in [*(f"{slug} live" for slug in of_five()), "live beside 4"]:
        for what, unit in units.items():
            assert figures[f"{name}: {what}"].unit == unit
    for slug in of_five():
        rendered = figures[f"{slug} live: tables rendered a move, for 5 seats on 10 sockets"]
        assert rendered.value == 5
        assert figures[f"{slug} live: parts rendered a move, for 5 seats on 10 sockets"].value > 0
    for sockets in live.CROWDS:
        assert figures[f"live on {sockets} sockets: processor time of a move"].unit == "ms"


def check_pages(figures: dict[str, Figure]) -> None:
    for page in ["front page", "lobby", *(f"{slug} page" for slug in of_five())]:
        alone = figures[f"{page}: the page alone, as sent"]
        loaded = figures[f"{page}: first load as sent, fonts aside"]
        assert alone.unit == loaded.unit == "kB"
        whole = figures[f"{page}: the same with what is loaded after it"]
        # Bytes, which do not vary with the machine.
        assert 1 < alone.value < loaded.value <= 100, page
        assert loaded.value <= whole.value <= 120, page
        assert figures[f"{page}: fonts"].value > 0
        assert figures[f"{page}: requests to other origins"].value == 0
    for slug in of_five():
        assert figures[f"{slug} page: queries"].value > 0
        assert figures[f"{slug} move: queries"].value > 0
        assert figures[f"{slug} page: made in, p50"].unit == "ms"
        for whose in ("a seat’s copy", "everything"):
            for place in ("first", "middle", "last"):
                name = f"{slug} replay, {whose}, {place} step: cold vs kept fold"
                assert figures[name].unit == "x"
        assert figures[f"{slug} replay: a slider’s step from a kept fold, p50"].unit == "ms"


def test_growth_is_measured_for_every_page_and_the_sweep_at_both_sizes() -> None:
    figures = {figure.name: figure for figure in benches.run("growth", seconds=0)}
    for name in ("lobby, a player’s", "title page", "profile", "past matches", "sweep"):
        for size in (30, 60):
            assert figures[f"{name}, {size} matches: statements"].value > 0
            assert figures[f"{name}, {size} matches: CPU"].unit == "ms"
        assert figures[f"{name}: CPU, 60 matches vs 30"].unit == "x"
    assert Match.objects.count() == 60 + 14  # and those that the regular plays


def test_what_a_small_phone_feels_is_measured_in_chromium() -> None:
    figures = run("feel")
    if connection.vendor != "sqlite":
        return
    for page in ["front page", "lobby", *(f"{slug} table" for slug in of_five())]:
        assert figures[f"{page}: largest paint"].unit == "ms"
        assert figures[f"{page}: largest paint"].value > 0
        assert figures[f"{page}: layout shift"].value >= 0
        # Bytes, which do not vary with the machine.
        assert 10 < figures[f"{page}: first load as sent, fonts aside"].value <= 120
    for slug in of_five():
        for touch in ("raising", "sending"):
            assert figures[f"{slug} table: {touch}, touch to next paint"].value >= feel.SHORTEST
            assert figures[f"{slug} table: {touch}, work of the page in it"].value > 0
        assert f"{slug} table: layout shift, with a move" in figures


@pytest.mark.parametrize("lacks", ["Chromium", "playwright"])
def test_feeling_is_refused_with_a_sentence_where_no_browser_can_be_driven(
    lacks: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if lacks == "Chromium":
        monkeypatch.setattr(shutil, "which", lambda _name: None)
    else:
        monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
        monkeypatch.setitem(sys.modules, "playwright.sync_api", None)
    with pytest.raises(Unavailable, match=lacks):
        list(benches.run("feel", seconds=0))
