"""The rules page says what the rules do, with the numbers of the title's own tables."""

from __future__ import annotations

from collections import Counter

import pytest

from games.titles.lost_mines.cards import (
    ACTIONS,
    CARDS_ASIDE,
    CHARACTERS,
    HEIGHT,
    KINDS,
    LOYAL,
    MINE_FACES,
    MINES_AT,
    PATHS,
    VALUES,
    WIDTH,
    deck,
    dwarves,
    hand_size,
    treasures,
)
from games.titles.lost_mines.scoring import DRAGON_COSTS
from games.titles.lost_mines.walking import WALK, WALK_FROM_CAMPFIRE
from tests.titles.rules_pages import OURS, missing, rules_page, word

PAGE = rules_page("lost_mines")
MOST = 9


def loyal_left_out(seats: int) -> str:
    return word(CHARACTERS[LOYAL] - dwarves(seats).count(f"blue:{LOYAL}"))


def test_the_page_counts_the_cards_of_the_box() -> None:
    assert PAGE.cards == {
        **Counter(deck()),
        **Counter(dwarves(MOST)),
        **{f"mine:{kind}": 1 for kind in MINE_FACES},
    }
    paths = sum(sum(faces.values()) for faces in PATHS.values())
    for told in (
        f"{paths} path cards",
        f"{sum(ACTIONS.values())} action cards",
        f"{len(dwarves(MOST))} dwarf cards, {len(MINE_FACES)} mines, and {len(treasures())} tr",
        f"the values {', '.join(map(str, VALUES[:-1]))} and {VALUES[-1]}",
        "gold, silver and gems",
    ):
        assert told in PAGE.html
    assert KINDS == ("gold", "silver", "gems")


def test_every_rule_is_told_with_its_facts() -> None:
    assert (hand_size(6), hand_size(7)) == (hand_size(3), hand_size(MOST))
    facts = {
        "L1": (f"{WIDTH} columns and {HEIGHT} rows", f"{word(len(MINES_AT))} mines", "face down"),
        "L2": ("as many treasures as there are players", "see", "their kind", "put aside unseen"),
        "L3": (
            f"seven players on all {word(len(dwarves(7)))} dwarf cards",
            f"five or six players {loyal_left_out(5)} loyal",
            f"three or four players {loyal_left_out(3)}",
        ),
        "L4": (
            f"{word(CARDS_ASIDE)} of them are put aside unseen",
            f"{word(hand_size(6))} cards in hand; from seven players on it is {word(hand_size(7))}",
        ),
        "L5": ("lot", "after the one who took the last turn", "once a card is played", "same"),
        "L6": ("one card, or discard one or two", "may walk", "as many as you discarded"),
        "L7": ("empty hand", "out for the rest of the round", "the room of one"),
        "L8": (
            "empty field",
            "all its sides must match",
            "must go on",
            "need not be joined to your banner",
            "lead off the board",
            "face-down mine fits anything",
        ),
        "L9": ("tree, lake and pit", "room for one dwarf", "rocks"),
        "L10": (f"walk {word(WALK_FROM_CAMPFIRE)} cards where others walk {word(WALK)}",),
        "L11": ("the axe on a tree", "the boat on a lake", "the rope on a pit"),
        "L12": ("in secret", "face-down mine", "nobody has taken", "seen before"),
        "L13": (
            "crosses from one card to the next",
            "open end",
            "goes under it",
            "one trap or troll to a crossing",
            "none beside a face-down mine",
            "off the board",
        ),
        "L14": ("at random", "stays smaller", "each trap", "the trap stays", "empty hand"),
        "L15": ("until your next turn begins", "whose it is"),
        "L16": ("no dwarf stands on", "never a banner or a mine", "outlives the storm", "both"),
        "L17": ("shown to all", "discards are not"),
        "L18": (
            f"up to {word(WALK)} cards",
            "fewest traps",
            "shortest",
            "north, then east, south, west",
        ),
        "L19": ("turns it up and stops", "from any side", "joins the way", "misfits least"),
        "L20": ("any number of dwarves", "laid on from it", "walk on through", "of every mine"),
        "L21": ("you must", "if it stayed you may", "face down", "look at the value"),
        "L22": (f"costs {word(DRAGON_COSTS)} points", "no storm takes it"),
        "L23": ("last treasure", "pile and all hands are empty", "still walks and takes"),
        "L24": ("once a round", "public and final", "one refusal", "a day"),
        "L25": (
            "all dwarf cards are turned up, and the treasures that were taken",
            "nothing else",
            "secret until the match is over",
            "selfish dwarf scores the value of its own",
        ),
        "L26": ("equal share", "single best treasure", "split", "is lost"),
        "L27": (f"{word(DRAGON_COSTS)} of this round's points", "never more than there are"),
        "L28": ("8 together and get 4 each", "2 left over go to the saboteur", "ends with 0"),
        "L29": ("dealt afresh", "2 to 6 rounds", "play on", "at most three"),
        "L30": ("most points over all rounds", "shared win"),
    }
    assert missing(PAGE, facts) == []


@pytest.mark.parametrize(
    "rule", ["L5", "L13", "L14", "L18", "L19", "L20", "L21", "L23", "L24", "L29"]
)
def test_a_ruling_of_ours_is_marked_as_one(rule: str) -> None:
    assert OURS in PAGE.says(rule)
