"""The rules page says what the rules do, with the numbers of the title's own tables."""

from __future__ import annotations

from collections import Counter

import pytest

from games.titles.emerald.board import (
    CAVE,
    CHAMBER,
    DRAGON_START,
    FACING_START,
    FIRST_RAIL,
    GEMS_LAID,
    GOLD_LAID,
    LAST_RAIL,
    MEADOW,
    RAIL_LENGTH,
    TOWERS,
)
from games.titles.emerald.cards import (
    BONUS_COINS,
    BONUSES,
    COLOURS,
    DIE,
    GEM_CARDS,
    GEM_COINS,
    GOLD_CARDS,
    KNIGHTS_OF_A_COLOUR,
    TREASURE_COINS,
    TREASURES,
    colours_of,
)
from tests.titles.rules_pages import OURS, missing, rules_page, word

PAGE = rules_page("emerald")


def span(fields: range) -> str:
    return f"{fields[0]} to {fields[-1]}"


def rail(first: int) -> str:
    return span(range(first, first + RAIL_LENGTH))


def listed(fields: list[int]) -> str:
    *others, last = map(str, fields)
    return f"{', '.join(others)} and {last}"


def laid(gold: int) -> str:
    fields = [field for field in CAVE if GOLD_LAID[field] == gold]
    [gems] = {GEMS_LAID[field] for field in fields}
    return f"fields {listed(fields)} {{}}{word(gold)} gold cards and {word(gems)} gems"


def knights(seats: int) -> str:
    return word(KNIGHTS_OF_A_COLOUR[seats] * len(colours_of(seats, 0)))


def test_the_page_counts_the_cards_of_the_box() -> None:
    bonuses = [f"bonus-{bonus}" for bonus in BONUSES]
    cards = [*map(str, GOLD_CARDS), *GEM_CARDS, *["treasure"] * TREASURES, *bonuses]
    assert PAGE.cards == Counter(cards)
    assert f"{len(GOLD_CARDS)} gold cards" in PAGE.html
    assert f"{len(GEM_CARDS)} gems" in PAGE.html
    assert f"{TREASURES} treasures and {len(BONUSES)} bonuses" in PAGE.html
    each = max(KNIGHTS_OF_A_COLOUR.values())
    assert f"{len(COLOURS) * each} knights, {each} in each of {word(len(COLOURS))}" in PAGE.html
    assert "1, 2 and 3" in PAGE.html
    assert DIE == 3


def test_every_rule_is_told_with_its_facts() -> None:
    left_over = len(GOLD_CARDS) - sum(GOLD_LAID.values())
    assert left_over == len(GEM_CARDS) - sum(GEMS_LAID.values())
    facts = {
        "E1": (rail(FIRST_RAIL), f"sits on field {DRAGON_START}", f"towards the {FACING_START}"),
        "E2": (
            f"{word(GOLD_LAID[7] + GEMS_LAID[7])} cards",
            laid(3).format("get "),
            laid(2).format(""),
            f"the {word(left_over)} gold cards and {word(left_over)} gems left over",
            "unseen",
        ),
        "E3": (
            f"three or four players you have {knights(3)}",
            f"five players you have {knights(5)}, on the towers",
            f"two players you have {knights(2)}: {word(KNIGHTS_OF_A_COLOUR[2])} in each of two",
        ),
        "E4": ("lot", "clockwise"),
        "E5": ("two different ones", "must move one", "bribed free in this turn does not move"),
        "E6": (
            f"{word(len(MEADOW))} fields of meadow, {span(MEADOW)}",
            f"{word(len(CAVE))} fields of cave, {span(CAVE)}",
            f"{word(len(TOWERS))} towers",
            "exactly as many fields as there are knights",
            f"leads to field {MEADOW[0]}",
            "nobody goes back",
        ),
        "E7": (f"after field {CHAMBER - 1}", "lost", "treasure", "turn ends", "out of play"),
        "E8": ("must take one", "turned up", "your turn ends"),
        "E9": ("into your hand", "open before you"),
        "E10": ("first player with all four kinds", "at once"),
        "E11": ("under the rail", "on the dragon's own field", "roll the die", "the way it looks"),
        "E12": ("no step", "after its last step", "when the rail moves on"),
        "E13": ("one knight", "chooses the colour", "just moved included", "passes are safe"),
        "E14": (
            "one gold card of any value",
            "no gems, treasures or bonuses",
            "face down",
            "may be caught again",
            "does not move again in it",
        ),
        "E15": ("one field towards the chamber", rail(LAST_RAIL)),
        "E16": ("one field behind", "looking towards the rail", "never goes into the chamber"),
        "E17": ("does not end your turn", "wake the dragon again"),
        "E18": ("at once", "fourth treasure", "only one knight left"),
        "E19": ("most of that kind", "on a tie nobody"),
        "E20": (
            f"a treasure {TREASURE_COINS} coins",
            f"a gem {GEM_COINS} coin",
            f"a bonus {BONUS_COINS} coins",
        ),
        "E21": ("more treasures decide, then more gems", "shared"),
        "E22": ("same colour", "even if the first was lost", "counted together"),
    }
    assert missing(PAGE, facts) == []


@pytest.mark.parametrize("rule", ["E2", "E3", "E4", "E5", "E14", "E17", "E21", "E22"])
def test_a_ruling_of_ours_is_marked_as_one(rule: str) -> None:
    assert OURS in PAGE.says(rule)
