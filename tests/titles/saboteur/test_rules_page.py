"""The rules page for players says what the rules do, and draws what the sprite has."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders

from games.engine import titles
from games.titles.saboteur.board import GOAL_CELLS
from games.titles.saboteur.cards import (
    ACTION_CARDS,
    DWARVES,
    GOALS,
    GOLD_CARDS,
    PATH_CARDS,
    dwarf_cards,
    hand_size,
)
from games.titles.saboteur.gold import SABOTEURS_PAY
from games.titles.saboteur.rules import ROUNDS
from tests.titles.rules_pages import OURS, missing, rules_page, word

PAGE = rules_page("saboteur")
ORDINALS = {3: "third"}


def page() -> str:
    return PAGE.html


@pytest.mark.rule("S1")
@pytest.mark.rule("S3")
def test_the_table_of_players_is_that_of_the_rules() -> None:
    [table] = re.findall(r'<table class="records by-players".*?</table>', page(), re.DOTALL)
    rows = re.findall(r"<tr>(<th scope=\"row\">.*)</tr>", table)
    told = [[int(number) for number in re.findall(r">(\d+)<", row)] for row in rows]
    seats = titles()["saboteur"].seats
    assert told == [[n, *DWARVES[n], hand_size(n)] for n in seats]


def test_the_page_counts_the_cards_of_the_box() -> None:
    assert PAGE.cards == {
        **PATH_CARDS,
        **ACTION_CARDS,
        **{f"gold:{nuggets}": count for nuggets, count in GOLD_CARDS.items()},
    }
    dead_ends = sum(count for card, count in PATH_CARDS.items() if card.endswith("x"))
    paths, dwarves = sum(PATH_CARDS.values()), Counter(dwarf_cards(10))
    for told in (
        f"{paths} path cards, {paths - dead_ends} that lead through and {dead_ends} dead ends",
        f"{sum(ACTION_CARDS.values())} action cards",
        f"{sum(GOLD_CARDS.values())} gold cards",
        f"{word(len(GOALS))} goals, and {dwarves.total()} dwarf cards",
        f"{dwarves['miner']} miners and {dwarves['saboteur']} saboteurs",
    ):
        assert told in page()


def test_every_rule_is_told_with_its_facts() -> None:
    first, second = GOAL_CELLS[:2]
    pay = {count: word(nuggets) for count, nuggets in SABOTEURS_PAY.items()}
    assert pay[2] == pay[3]
    facts = {
        "S1": ("in secret", "one more of them than players", "there may be none"),
        "S2": (
            f"{word(first[0] - 1)} cards fit between",
            f"{word(second[1] - first[1] - 1)} between a goal and the next",
            "no edge",
        ),
        "S3": ("cards in hand", "the pile"),
        "S4": ("lot", "after the player who took the last turn", "clockwise", "no turn"),
        "S5": ("one of three things", "draw a new one", "lay a path card", "discard"),
        "S6": ("empty place", "all its sides must fit", "upside down", "fit anything", "alone"),
        "S7": ("unbroken way", "back to the ladder", "dead end"),
        "S8": ("cannot lay path cards", "always allowed"),
        "S9": ("anyone you like, even your own", "same tool"),
        "S10": ("your own or another", "one of them, not both", "lies broken"),
        "S11": ("never the ladder or a goal", "must still be matched", "filled again"),
        "S12": ("in secret", "face down", "again"),
        "S13": ("everyone sees", "nobody else sees"),
        "S14": ("opens towards a goal", "both", "wall towards it", "never reaches a goal"),
        "S15": ("joins your tunnel", "dig on from it", "need not fit"),
        "S16": ("ends at once", "miners have won"),
        "S17": ("pile and all hands are empty", "saboteurs have won", "very last card"),
        "S18": ("all dwarf cards are turned up", "left over included", "not shown"),
        "S19": ("as there are miners", "takes one first", "counter-clockwise", "nearest miner"),
        "S20": (
            f"one alone gets {pay[1]} nuggets",
            f"two or three get {pay[2]} each",
            f"four get {pay[4]} each",
            "nobody gets anything",
            "as few cards as possible",
        ),
        "S21": ("secret until the match is over",),
        "S22": ("dealt afresh", "broken tools are whole", "keep your gold"),
        "S23": (f"after the {ORDINALS[ROUNDS]} round", "most nuggets", "tie is shared"),
        "S24": ("best card left", "no card but your own", "each picker sees"),
    }
    assert missing(PAGE, facts) == []


@pytest.mark.parametrize("rule", ["S4", "S12", "S14", "S19", "S20", "S22", "S24"])
def test_a_ruling_of_ours_is_marked_as_one(rule: str) -> None:
    assert OURS in PAGE.says(rule)


def test_every_picture_is_in_the_sprite_and_has_a_name() -> None:
    sprite = finders.find("saboteur/sprite.svg")
    assert isinstance(sprite, str)
    drawn = set(re.findall(r'<symbol id="([\w-]+)"', Path(sprite).read_text(encoding="utf-8")))
    assert set(re.findall(r'saboteur/sprite\.svg#([\w-]+)"', page())) <= drawn
    pictures = re.findall(r"<svg[^>]*>", page())
    assert pictures
    for picture in pictures:
        # What only repeats the words beside it is hidden from those who are told those words.
        assert re.search(r'role="img" aria-label="[^"]+"|aria-hidden="true"', picture)
