"""Claims in The Lost Mines: what speaks against them, and whether they were true."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.engine import UNKNOWN, Event, Hand, Move, Seat
from games.presentation.claims import Claimed, Truth
from games.titles.lost_mines.events import (
    Dealt,
    DwarfPeeked,
    MinePeeked,
    MineTurnedUp,
    RoundScored,
    TreasurePeeked,
    TreasureTaken,
)
from games.titles.lost_mines.table import presenter
from tests.titles.claiming import NAMES, against, log
from tests.titles.lost_mines.scenes import scene

HIDDEN = (UNKNOWN,) * 3
DEAL = Dealt(
    number=1, starter=Seat(0), mines=(UNKNOWN,) * 4, kinds=("gold", "gold", "gems"), values=HIDDEN,
    treasures_aside=HIDDEN, clans=("yellow", "blue", "yellow"), characters=HIDDEN,
    dwarves_aside=HIDDEN, hands=(HIDDEN,) * 3, pile=HIDDEN, cards_aside=HIDDEN,
)  # fmt: skip
CARD = "mine|treasure"


def mine(seat: int, number: int) -> MinePeeked:
    return MinePeeked(seat=Seat(seat), card=CARD, mine=number, kind=UNKNOWN)


def treasure(seat: int, slot: int) -> TreasurePeeked:
    return TreasurePeeked(seat=Seat(seat), card=CARD, slot=slot, value=UNKNOWN)


def told(*moves: list[Event]) -> list[Move]:
    return log([DEAL], *moves)


def objections(moves: list[Move], *claims: Claimed) -> list[tuple[list[int], str]]:
    return against("lost_mines", moves, *claims)


LOOKED = told(
    [mine(0, 1), mine(0, 2)], [mine(1, 1)], [treasure(0, 0), treasure(1, 0), treasure(1, 1)]
)


def test_a_mine_is_of_one_kind_and_each_kind_is_there_once() -> None:
    claims = Claimed(0, "mine.1.dragon", 3), Claimed(1, "mine.1.gold", 3)
    assert objections(LOOKED, *claims) == [([0, 1], "")]
    twice = objections(LOOKED, claims[1], Claimed(0, "mine.2.gold", 3))
    assert twice == [([0, 1], "Only one mine is the gold mine.")]
    assert objections(LOOKED, claims[0], Claimed(1, "mine.1.dragon", 3)) == []


def test_the_log_speaks_against_a_look_that_it_does_not_have_yet() -> None:
    words = "The log has no look by tobias at it."
    assert objections(LOOKED, Claimed(1, "mine.1.gold", 1)) == [([0], words)]
    assert objections(LOOKED, Claimed(1, "mine.0.gold", 3)) == [([0], words)]
    assert objections(LOOKED, Claimed(1, "treasure.2.gems.4", 3)) == [([0], words)]
    taken = told([TreasureTaken(seat=Seat(1), slot=2, value=UNKNOWN)])
    assert objections(taken, Claimed(1, "treasure.2.gems.4", 1)) == []  # its owner may look


def test_treasures_of_a_kind_differ_in_their_values() -> None:
    claims = Claimed(0, "treasure.0.gold.3", 3), Claimed(1, "treasure.0.gold.2", 3)
    assert objections(LOOKED, *claims) == [([0, 1], "")]
    same = objections(LOOKED, claims[0], Claimed(1, "treasure.1.gold.3", 3))
    assert same == [([0, 1], "There is one treasure of gold with that value.")]


def test_a_clan_has_one_saboteur() -> None:
    claims = Claimed(0, "seat.0.saboteur.yellow", 1), Claimed(0, "seat.2.saboteur.yellow", 1)
    words = "The yellow clan has one dwarf that is a saboteur."
    assert objections(LOOKED, *claims) == [([0, 1], words)]
    assert objections(LOOKED, claims[0], Claimed(0, "seat.1.saboteur.blue", 1)) == []
    assert objections(LOOKED, claims[0], Claimed(1, "seat.0.loyal.yellow", 1)) == [([0, 1], "")]


def test_a_clan_has_as_many_loyal_dwarves_as_it_is_played_with() -> None:
    loyal = Claimed(0, "seat.0.loyal.yellow", 1), Claimed(0, "seat.2.loyal.yellow", 1)
    words = "The yellow clan has one dwarf that is loyal."
    assert objections(LOOKED, *loyal) == [([0, 1], words)]
    five = log([replace(DEAL, clans=("yellow",) * 4 + ("blue",))])
    assert objections(five, *loyal) == []
    third = Claimed(1, "seat.3.loyal.yellow", 1)
    words = "The yellow clan has 2 dwarves that are loyal."
    assert objections(five, *loyal, third) == [([0, 1, 2], words)]


def test_what_is_turned_up_refutes_what_was_said_of_it() -> None:
    up = MineTurnedUp(seat=Seat(2), mine=1, kind="gems", face="NES", turned=False)
    moves = told([mine(0, 1)], [up])
    assert objections(moves, Claimed(0, "mine.1.gold", 1)) == [([0], "It was turned up: gems.")]
    elsewhere = told([mine(0, 0)], [up])
    words = "Only one mine is the gem mine."
    assert objections(elsewhere, Claimed(0, "mine.0.gems", 1)) == [([0], words)]
    assert objections(elsewhere, Claimed(0, "mine.0.gold", 1)) == []
    scored = RoundScored(
        number=1, starter=Seat(0), reason="agreed", clans=DEAL.clans,
        characters=("loyal", "saboteur", "selfish"), kinds=DEAL.kinds, values=(3, None, 1),
        holders=(Seat(0), None, Seat(1)), dragon=None, earned=(0, 0, 0), points=(0, 0, 0),
    )  # fmt: skip
    moves = told([treasure(0, 0), treasure(0, 1)], [scored])
    assert objections(moves, Claimed(0, "treasure.0.gold.2", 1)) == [
        ([0], "It was turned up: 3 points.")
    ]
    assert objections(moves, Claimed(0, "treasure.1.gold.2", 1)) == []  # stays secret
    assert objections(moves, Claimed(0, "treasure.1.gold.3", 1)) == [
        ([0], "There is one treasure of gold with that value.")
    ]
    assert objections(moves, Claimed(0, "seat.1.loyal.blue", 1)) == [
        ([0], "tobias was turned up: a saboteur.")
    ]
    assert objections(moves, Claimed(0, "seat.1.saboteur.blue", 1)) == []


@pytest.mark.parametrize(
    ("code", "event", "expected"),
    [
        ("mine.1.silver", mine(0, 1), (True, True, "It was silver.")),
        ("mine.1.dragon", mine(0, 1), (False, True, "It was silver.")),
        ("mine.1.dragon", mine(1, 1), (False, False, "It was silver; mira had not looked.")),
        ("treasure.0.gold.3", treasure(0, 0), (True, True, "It was worth 3 points.")),
        (
            "treasure.0.gold.1",
            treasure(1, 0),
            (False, False, "It was worth 3 points; mira had not looked."),
        ),
        ("seat.1.saboteur.blue", mine(0, 1), (True, False, "tobias was a saboteur.")),
        (
            "seat.1.loyal.blue",
            DwarfPeeked(seat=Seat(0), card="mine|dwarf", of=Seat(1), character=UNKNOWN),
            (False, True, "tobias was a saboteur."),
        ),
        ("seat.0.loyal.yellow", mine(0, 1), (True, True, "mira was loyal.")),
        ("hold.axe", mine(0, 1), (True, True, "")),
        ("hold.look", mine(0, 1), (True, True, "")),
        ("hold.boat", mine(0, 1), (False, True, "")),
        ("hold.path", mine(0, 1), (False, True, "")),
    ],
)
def test_a_claim_was_true_or_not(code: str, event: Event, expected: tuple[bool, bool, str]) -> None:
    state = scene().state
    state.mines = ["gold", "silver", "gems", "dragon"]
    state.kinds, state.values = ("gold", "gold", "gems"), [3, 1, 2]
    state.characters = ["loyal", "saboteur", "selfish"]
    state.hands[0] = Hand(["axe", "mine|dwarf"])
    assert presenter.claim_truth(Claimed(0, code, 1), state, told([event]), NAMES) == Truth(
        *expected
    )
