"""What moves between the castle and the chamber."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine import UNKNOWN, Seat
from games.titles.emerald.events import Bribed, DragonMoved, Moved
from games.titles.emerald.state import State
from games.titles.emerald.table.moving import moment, motions, nearest

NAMES = ("Mira", "Marl")


def known(red: Sequence[int] = ()) -> State:
    state = State()
    state.seats = 2
    state.knights = {"red": list(red)}
    return state


def test_a_knight_hops_field_by_field_and_a_long_way_takes_no_longer() -> None:
    [short] = motions(Moved(seat=Seat(0), colour="red", origin=3, to=6), known(), 0)
    [long] = motions(Moved(seat=Seat(0), colour="red", origin=1, to=12), known(), 0)
    assert short.way == ("place_3", "place_4", "place_5", "place_6")
    assert (short.ms, long.ms) == (480, 1200)


def test_the_dragon_walks_the_fields_of_its_way_after_the_die() -> None:
    rolled = DragonMoved(seat=Seat(0), rolled=2, origin=9, path=(8, 9), facing="chamber")
    die, walk = motions(rolled, known(), None)
    assert (die.kind, die.ms) == ("roll", 700)
    assert walk.way == ("place_9", "place_8", "place_9")
    assert die.ms + walk.ms <= 1700


def test_what_is_paid_to_the_dragon_is_a_back_to_everybody() -> None:
    seen = Bribed(seat=Seat(0), colour="red", field=9, gold=5)
    unseen = Bribed(seat=Seat(0), colour="red", field=9, gold=UNKNOWN)
    assert motions(seen, known(), 0) == motions(unseen, known(), 1)


def test_a_near_miss_is_told_to_whom_it_missed() -> None:
    stopped = DragonMoved(seat=Seat(1), rolled=1, origin=9, path=(10,), facing="chamber")
    state = known(red=[11])
    assert nearest(state, stopped, 0) == 1
    told = moment(stopped, state, 0, NAMES)
    assert told is not None
    assert told.heading == "It stopped one field short of you."
    assert moment(stopped, state, None, NAMES) is None
    assert moment(stopped, known(red=[9]), 0, NAMES) is None  # behind it
