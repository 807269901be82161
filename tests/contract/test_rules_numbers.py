"""A match keeps the rules it was begun by: every title is played under every number it knows."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine import Chance, Title, fold
from games.engine.events import PUBLIC
from games.engine.matchfile import read
from games.engine.selfplay import MIXED, watched_match
from games.engine.verify import verify
from games.presentation import presenter_of
from games.presentation.rulings import former_rules, played_by
from tests.contract.conftest import has_table
from tests.contract.places import folder_of_tests, is_ours


@pytest.mark.no_cover
@pytest.mark.parametrize("bots", [MIXED, "plain"])
def test_a_match_by_any_rules_keeps_every_invariant(
    title: Title[Any], rules: int, bots: str
) -> None:
    for seats in (title.seats[0], title.seats[len(title.seats) // 2]):
        table = watched_match(title, seats=seats, seed=f"rules {rules}", bots=bots, rules=rules)
        assert table.violations == []
        assert title.outcome(table.state) is not None
        file = table.file()
        assert file.version == rules
        assert verify(file).summary.startswith("replayed and verified")
        assert {known.rules for known in (table.state, *table.known.values())} == {rules}


def test_the_opening_event_says_by_which_rules(title: Title[Any], rules: int) -> None:
    chance = Chance.seeded("opening")
    opening: Any
    opening, *_rest = title.deal(seats=title.seats[0], chance=chance, rules=rules)
    assert opening.rules == rules
    assert opening.audiences["rules"] == PUBLIC
    assert fold(title, [opening]).rules == rules


def test_a_log_that_does_not_say_it_is_by_rules_1(title: Title[Any]) -> None:
    """And is written as it was, or its digests would not hold any more."""
    opening, *_rest = title.deal(seats=title.seats[0], chance=Chance.seeded("old"), rules=1)
    data = opening.to_json()
    assert "rules" not in data
    assert type(opening).from_json(data) == opening
    assert title.initial().rules == 1


def test_there_are_recorded_matches_by_all_rules(title: Title[Any], rules: int) -> None:
    """For every number of seats; test_recorded.py verifies them."""
    folder = folder_of_tests(title) / "matches"
    files = [read(path.read_bytes()) for path in sorted(folder.glob("*.json"))]
    seats = {file.seats for file in files if file.version == rules and file.fairness}
    assert seats == set(title.seats) or not is_ours(title)


def test_what_former_rules_had_is_said_in_sentences(title: Title[Any]) -> None:
    former = presenter_of(title.slug).former_rules()
    assert list(former) == list(title.known_rules[:-1]) or not has_table(title.slug)
    for sentences in former.values():
        assert sentences
        assert all(text.endswith(".") and "\n" not in text for text in sentences)


def test_a_match_by_older_rules_is_told_all_that_has_changed_since(title: Title[Any]) -> None:
    former = presenter_of(title.slug).former_rules()
    assert played_by(title.slug, title.version).differs == []
    assert list(played_by(title.slug, 1).differs) == [
        text for all_ in former.values() for text in all_
    ]
    assert [rules.number for rules in former_rules(title.slug)] == [*title.known_rules[:-1]][::-1]
