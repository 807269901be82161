"""A short walk through every address with bad input; `manage.py fuzz` is the long one."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.management import background
from games.management.commands import fuzz as command
from games.management.fuzzing import FuzzReport, fuzz, places, running
from games.management.fuzzing.places import Asked
from games.pages import lists

# The same inputs in every run: a test that fails in one of a hundred is nobody's. Others are tried by
# the long run, `manage.py fuzz`.
SEED, INPUTS = 1, 300


def told(report: FuzzReport) -> str:
    return "\n".join(report.lines())


@pytest.mark.django_db
def test_nothing_that_is_asked_is_answered_with_an_error_of_ours() -> None:
    report = fuzz(SEED, range(INPUTS), pages=1)
    assert report.inputs == INPUTS
    assert not report.mistakes, told(report)  # which names the seed and the input


@pytest.mark.django_db
def test_the_same_seed_asks_the_same() -> None:
    first, second = (fuzz(7, [3, 17], pages=1) for _ in range(2))
    assert first.answers == second.answers


@pytest.mark.django_db
def test_nothing_runs_beside_it(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[str] = []
    monkeypatch.setattr(background, "in_a_thread", lambda _function, name: begun.append(name))
    background._beat.cache_clear()
    settings.SECONDS_BETWEEN_BEATS = 15
    monkeypatch.setattr(running, "PART_OF_SOCKETS", 1)
    assert fuzz(1, range(2), pages=0).inputs == 2
    assert begun == []


@pytest.mark.django_db
def test_an_error_is_found_and_its_input_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def stumble(*_args: object, **_kwargs: object) -> None:
        raise LookupError("no such thing")

    monkeypatch.setattr(lists, "shelf", stumble)
    report = fuzz(1, range(400), pages=1)
    assert report.mistakes
    assert "LookupError: 'no such thing'" in told(report)
    assert "Asked(path='/" in told(report)


def test_every_address_is_walked() -> None:
    found = [address for address, _ in places.addresses()]
    for address in ("/", "/m/%(match_id)s/move", "/admin/games/match/", "/account/login/"):
        assert address in found


def test_forms_and_links_are_learnt_from_pages() -> None:
    page = """<a href="/matches/?after=x">on</a><a href="https://elsewhere.example/">away</a>
    <form method="post" id="move" action="/m/a/move"><input name="csrfmiddlewaretoken" value="t"></form>
    <button form="move" name="action" value="{}">go</button>
    <form><select name="result"><option value="won"></select></form>"""
    found = places.learnt(lambda _path: page, ["/here/"])
    assert found == [
        Asked("/here/"),
        Asked("/matches/", query=(("after", "x"),)),
        Asked("/m/a/move", "POST", form=(("action", "{}"),)),
        Asked("/here/", query=(("result", "won"),)),
    ]


def test_the_command_says_how_it_went(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    asked: list[int] = []

    def fuzzed(seed: int, numbers: Any) -> FuzzReport:
        asked.extend(numbers)
        report = FuzzReport(seed)
        report.add(5, "staff", Asked("/x/"), "500", "LookupError: here")
        return report

    monkeypatch.setattr(command, "fuzz", fuzzed)
    monkeypatch.setattr(command, "throw_away_database", lambda: pytest.MonkeyPatch.context())
    with pytest.raises(CommandError, match="errors of its own"):
        call_command("fuzz", seed=9, inputs=3)
    assert asked == [0, 1, 2]
    said = capsys.readouterr().out
    assert "input 5 by staff: Asked(path='/x/'" in said
    assert "1 inputs, 1 answers of 5xx, seed 9" in said
