"""What moves in the maze, and what is shown large."""

from __future__ import annotations

from games.engine import UNKNOWN, Seat
from games.titles.saboteur.events import Discarded, Drew, Dug, GoalPeeked, GoalTurned, ToolBroken
from games.titles.saboteur.state import State
from games.titles.saboteur.table.moving import moment, motions

NAMES = ("Mira", "Ochre", "Slate")
BEFORE = State()


def test_a_card_goes_from_its_players_seat_to_the_cell() -> None:
    dug = Dug(seat=Seat(1), card="EW", at=(2, -1), turned=True)
    [flying] = motions(dug, BEFORE, 0)
    assert (flying.kind, flying.ms, flying.turned) == ("fly", 250, True)
    assert flying.way == ("person_1", "cell_2_-1")
    assert flying.faces.shown[-1] == "EW"


def test_a_discarded_card_is_a_back_to_everybody() -> None:
    seen = Discarded(seat=Seat(1), card="map")
    unseen = Discarded(seat=Seat(1), card=UNKNOWN)
    assert motions(seen, BEFORE, 1) == motions(unseen, BEFORE, 0)


def test_who_draws_sees_the_card_turn_up_in_the_same_time() -> None:
    [mine] = motions(Drew(seat=Seat(1), card="map"), BEFORE, 1)
    [others] = motions(Drew(seat=Seat(1), card=UNKNOWN), BEFORE, 0)
    assert mine.faces.then == ("map",)
    assert others.faces.then == ()
    assert (mine.brings, others.brings) == (("hold_map",), ())
    assert mine.ms == others.ms == 200


def test_a_look_at_a_goal_is_a_secret_of_whoever_looked() -> None:
    seen = moment(GoalPeeked(seat=Seat(0), goal=1, card="NW"), BEFORE, 0, NAMES)
    assert seen is not None
    assert (seen.kind, seen.heading, seen.says) == (
        "secret", "The middle goal is stone.", "Only you know.",
    )  # fmt: skip
    assert moment(GoalPeeked(seat=Seat(0), goal=1, card=UNKNOWN), BEFORE, 1, NAMES) is None


def test_a_tool_broken_is_harm_to_its_owner_alone() -> None:
    broken = ToolBroken(seat=Seat(1), tool="lamp", target=Seat(0))
    harm = moment(broken, BEFORE, 0, NAMES)
    assert harm is not None
    assert (harm.kind, harm.heading) == ("harm", "Ochre broke your lamp.")
    assert moment(broken, BEFORE, 2, NAMES) is None
    own = ToolBroken(seat=Seat(0), tool="lamp", target=Seat(0))
    assert moment(own, BEFORE, 0, NAMES) is None


def test_a_goal_turned_up_is_a_peak_for_all() -> None:
    turned = GoalTurned(goal=1, card="gold", turned=False)
    for reader in (None, 0):
        found = moment(turned, BEFORE, reader, NAMES)
        assert found is not None
        assert (found.kind, found.heading) == ("peak", "The middle goal is the gold!")
