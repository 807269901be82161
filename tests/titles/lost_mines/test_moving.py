"""What moves in the forest, and what is shown large."""

from __future__ import annotations

from dataclasses import replace

from games.engine import UNKNOWN, Seat
from games.titles.lost_mines.board import FIELDS
from games.titles.lost_mines.events import (
    Discarded,
    DragonMet,
    Drawn,
    DwarfPeeked,
    TreasureLeft,
    Walked,
)
from games.titles.lost_mines.state import State
from games.titles.lost_mines.table.moving import moment, motions

NAMES = ("Mira", "Slate", "Marl")


def known() -> State:
    state = State()
    state.clans = ("blue", "yellow", "blue")
    state.stands = [FIELDS[2, 3], FIELDS[2, 3], FIELDS[2, 3]]
    return state


def test_a_dwarf_hops_card_by_card_from_where_it_stood() -> None:
    walked = Walked(seat=Seat(1), way=((3, 3), (4, 3)))
    [walk] = motions(walked, known(), 0)
    assert walk.way == ("cell_2_3", "cell_3_3", "cell_4_3")
    assert (walk.kind, walk.ms, walk.faces.shown) == ("hop", 360, ("d-yellow",))


def test_two_cards_thrown_away_look_like_one() -> None:
    one = Discarded(seat=Seat(1), cards=(UNKNOWN,))
    two = Discarded(seat=Seat(1), cards=("trap", "troll"))
    assert motions(one, known(), 0) == motions(two, known(), 1)


def test_two_cards_drawn_look_like_one_and_are_new_to_whoever_drew() -> None:
    [mine] = motions(Drawn(seat=Seat(1), cards=("trap", "troll")), known(), 1)
    [others] = motions(Drawn(seat=Seat(1), cards=(UNKNOWN,)), known(), 0)
    assert mine.brings == ("hold_trap", "hold_troll")
    assert replace(mine, brings=()) == others


def test_treasures_that_are_left_are_shown() -> None:
    before = known()
    before.holders = [None, Seat(0), None]
    [shown] = motions(TreasureLeft(seat=Seat(1)), before, 0)
    assert shown.way == ("slot_0+slot_2",)


def test_a_look_at_a_dwarf_is_a_secret_of_whoever_looked() -> None:
    looked = DwarfPeeked(seat=Seat(0), card="mine|dwarf", of=Seat(1), character="saboteur")
    secret = moment(looked, known(), 0, NAMES)
    assert secret is not None
    assert (secret.kind, secret.heading) == ("secret", "Slate is a saboteur.")
    unseen = DwarfPeeked(seat=Seat(0), card="mine|dwarf", of=Seat(1), character=UNKNOWN)
    assert moment(unseen, known(), 1, NAMES) is None
    assert motions(looked, known(), 0) == motions(unseen, known(), 1)


def test_the_dragon_is_harm_to_whom_it_meets() -> None:
    harm = moment(DragonMet(seat=Seat(0)), known(), 0, NAMES)
    assert harm is not None
    assert (harm.kind, harm.says) == ("harm", "It costs you 2 points of this round.")
    assert moment(DragonMet(seat=Seat(0)), known(), 1, NAMES) is None
