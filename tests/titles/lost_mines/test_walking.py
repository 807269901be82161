"""L9, L10, L14, L15 and L18 to L20: where a dwarf can walk, and the way it takes."""

from typing import Any

import pytest

from games.engine import Chance, Seat, is_known
from games.titles.lost_mines.board import FIELDS, MINES, NEIGHBOURS, edge_of
from games.titles.lost_mines.cards import PATH_CARDS, face_of, opposite
from games.titles.lost_mines.events import Walked
from games.titles.lost_mines.state import State
from games.titles.lost_mines.walking import ways
from tests.titles.lost_mines.scenes import EdgeAt, Scene, scene

STRAIGHT = "2,2 EW  3,2 EW  4,2 EW  5,2 EW  6,2 EW  7,2 EW"


def walking(paths: str, *, hand: str = "NS storm", **setting: Any) -> Scene:
    """A scene in which seat 0 has played, by discarding, and may walk."""
    return scene(paths, hand=hand, **setting).discard("storm")


# L18: how far, and along what


@pytest.mark.rule("L18")
def test_a_dwarf_walks_up_to_three_cards() -> None:
    assert walking(STRAIGHT).goals() == {(2, 2), (3, 2), (4, 2)}


@pytest.mark.rule("L18")
def test_a_dwarf_may_stay() -> None:
    stayed = walking(STRAIGHT).stay()
    assert (stayed.stands(0), stayed.awaited) == ((1, 2), 1)


@pytest.mark.rule("L18")
def test_the_own_field_is_no_destination() -> None:
    ring = "2,2 NESW  2,1 NW'  1,1 NE'"  # a way round and back to the start
    assert (1, 2) not in walking(ring).goals()


@pytest.mark.rule("L18")
def test_paths_are_joined_where_both_sides_are_open() -> None:
    start = walking("2,2 EW  2,1 NS  3,2 NS")
    assert start.goals() == {(2, 2)}


@pytest.mark.rule("L18")
def test_several_dwarves_share_a_card() -> None:
    shared = walking(STRAIGHT, at={1: (2, 2), 2: (2, 2)}).walk((2, 2))
    assert [shared.stands(seat) for seat in range(3)] == [(2, 2)] * 3


@pytest.mark.rule("L18")
def test_a_walk_with_nowhere_to_go_is_logged_as_stay_and_not_asked() -> None:
    played = scene("2,2 EW:tree  0,2 EW:pit", hand="NS")
    played.discard("NS")
    assert played.happened == ["discarded", "stayed", "drawn", "turn_began"]


# L9: obstacles and rocks


@pytest.mark.rule("L9")
@pytest.mark.parametrize("card", ["EW:tree", "NESW:lake", "EW:pit"])
def test_an_obstacle_can_be_neither_entered_nor_crossed(card: str) -> None:
    assert walking(f"2,2 EW  3,2 {card}  4,2 EW").goals() == {(2, 2)}


@pytest.mark.rule("L9")
def test_an_obstacle_with_its_tool_lets_a_dwarf_through() -> None:
    start = walking("2,2 EW  3,2 EW:tree  4,2 EW", tools=[(3, 2)])
    assert start.goals() == {(2, 2), (3, 2), (4, 2)}


@pytest.mark.rule("L9")
@pytest.mark.parametrize("card", ["EW:tree", "EW:rocks"])
def test_rocks_and_overcome_obstacles_have_room_for_one_dwarf(card: str) -> None:
    tools = [(3, 2)] if card == "EW:tree" else []
    start = walking(f"2,2 EW  3,2 {card}  4,2 EW", tools=tools, at={1: (3, 2)})
    assert start.goals() == {(2, 2)}


@pytest.mark.rule("L9")
@pytest.mark.rule("L7")
def test_a_dwarf_whose_seat_is_out_still_fills_the_rocks() -> None:
    start = walking("2,2 EW  3,2 EW:rocks", at={1: (3, 2)}, hands={1: ""}, out=[1])
    assert start.goals() == {(2, 2)}


@pytest.mark.rule("L9")
def test_a_dwarf_may_leave_the_rocks_it_stands_on() -> None:
    assert walking("2,2 EW  3,2 EW:rocks  4,2 EW", at={0: (3, 2)}).goals() == {
        (1, 2), (2, 2), (4, 2),
    }  # fmt: skip


# L10: campfires


@pytest.mark.rule("L10")
def test_from_a_campfire_a_dwarf_walks_up_to_five_cards() -> None:
    fire = STRAIGHT.replace("2,2 EW", "2,2 NEW:campfire")
    assert max(walking(fire, at={0: (2, 2)}).goals()) == (7, 2)


@pytest.mark.rule("L10")
def test_a_campfire_on_the_way_does_not_help() -> None:
    fire = STRAIGHT.replace("2,2 EW", "2,2 NEW:campfire")
    assert max(walking(fire).goals()) == (4, 2)


# L14: traps

FIRST: EdgeAt = ((1, 2), (2, 2))
SECOND: EdgeAt = ((2, 2), (3, 2))


@pytest.mark.rule("L14")
def test_crossing_a_trap_costs_a_card_drawn_from_the_sorted_hand() -> None:
    start = walking(STRAIGHT, hand="NS storm EW", traps=[FIRST]).walk((3, 2), picks=[1])
    assert start.happened == ["walked", "card_lost", "drawn", "turn_began"]
    assert (start.the("card_lost").card, start.the("card_lost").edge) == ("NS", FIRST)
    assert start.state.lost[0] == ("NS",)


@pytest.mark.rule("L14")
def test_nobody_else_learns_which_card_was_lost() -> None:
    start = walking(STRAIGHT, hand="NS storm EW", traps=[FIRST]).walk((2, 2), picks=[0])
    assert start.known[0].lost[0] == ("EW",)
    for reader in (None, 1, 2):
        assert len(start.known[reader].lost[0]) == 1
        assert not any(map(is_known, start.known[reader].lost[0]))


@pytest.mark.rule("L14")
def test_a_lost_card_is_not_replaced() -> None:
    start = walking(STRAIGHT, hand="NS storm EW", traps=[FIRST]).walk((2, 2), picks=[0])
    assert len(start.state.hands[0]) == 2


@pytest.mark.rule("L14")
def test_every_trap_on_the_way_costs_a_card_of_the_hand_of_that_moment() -> None:
    start = walking(STRAIGHT, hand="EW NS NW storm", traps=[FIRST, SECOND])
    start.walk((4, 2), picks=[{"call": "pick", "size": 3, "result": 2},
                              {"call": "pick", "size": 2, "result": 1}])  # fmt: skip
    assert start.state.lost[0] == ("NW", "NS")


@pytest.mark.rule("L14")
def test_the_walk_goes_on_with_an_empty_hand_and_loses_nothing() -> None:
    start = walking(STRAIGHT, hand="NS storm", traps=[FIRST, SECOND]).walk((4, 2), picks=[0])
    assert start.happened == ["walked", "card_lost", "drawn", "turn_began"]
    assert start.stands(0) == (4, 2)


@pytest.mark.rule("L14")
def test_a_trap_stays_for_the_next_dwarf() -> None:
    start = walking(STRAIGHT, traps=[FIRST]).walk((2, 2), picks=[0])
    assert edge_of(FIRST) in start.state.traps


# L15: trolls


@pytest.mark.rule("L15")
def test_a_troll_blocks_its_edge_for_everyone_its_owner_too() -> None:
    assert walking(STRAIGHT, trolls={SECOND: 0}).goals() == {(2, 2)}
    assert walking(STRAIGHT, trolls={SECOND: 1}).goals() == {(2, 2)}


@pytest.mark.rule("L15")
def test_a_troll_leaves_when_its_owners_next_turn_begins() -> None:
    start = scene("2,2 EW", hands={1: "NS"}, trolls={FIRST: 1})
    start.discard("EW").stay_if_asked()
    assert start.happened[-2:] == ["troll_left", "turn_began"]
    assert all(state.trolls == {} for state in start.everywhere())


@pytest.mark.rule("L15")
def test_a_troll_does_not_leave_at_somebody_elses_turn() -> None:
    start = scene("2,2 EW", trolls={FIRST: 2}).discard("EW").stay_if_asked()
    assert edge_of(FIRST) in start.state.trolls


@pytest.mark.rule("L15")
@pytest.mark.rule("L7")
def test_a_troll_leaves_also_when_its_owners_turn_is_skipped() -> None:
    start = scene("2,2 EW", hands={1: ""}, trolls={FIRST: 1}, pile="")
    start.discard("EW").stay_if_asked()
    assert start.happened[-3:] == ["troll_left", "fell_out", "turn_began"]
    assert start.awaited == 2


# L18: which way


def way(start: Scene) -> tuple[tuple[int, int], ...]:
    walked: Walked = start.the("walked")
    return walked.way


@pytest.mark.rule("L18")
def test_of_equal_ways_the_one_that_turns_first_to_n_e_s_w_is_taken() -> None:
    assert way(walking("2,2 NESW  1,3 NESW  2,3 NESW").walk((2, 3))) == ((2, 2), (2, 3))


@pytest.mark.rule("L18")
def test_the_first_differing_step_decides_not_a_later_one() -> None:
    # North then east, or east then north: north comes first, though its next step is east.
    assert way(walking("2,2 NESW  1,1 NESW  2,1 NESW").walk((2, 1))) == ((1, 1), (2, 1))


@pytest.mark.rule("L18")
def test_of_equally_long_ways_the_one_with_fewer_traps_is_taken_whatever_its_turns() -> None:
    start = walking("2,2 NESW  1,1 NESW  2,1 NESW", traps=[((1, 1), (1, 2))])
    assert way(start.walk((2, 1), picks=[])) == ((2, 2), (2, 1))


@pytest.mark.rule("L18")
def test_a_way_with_fewer_traps_is_taken_before_a_shorter_one() -> None:
    block = "2,2 NESW  2,1 NESW  1,1 NESW"
    start = walking(block, traps=[FIRST])
    assert way(start.walk((2, 2), picks=[])) == ((1, 1), (2, 1), (2, 2))


@pytest.mark.rule("L18")
def test_of_ways_with_equally_many_traps_the_shortest_is_taken() -> None:
    block = "2,2 NESW  2,1 NESW  1,1 NESW"
    detour: EdgeAt = ((1, 1), (1, 2))
    start = walking(block, traps=[FIRST, detour])
    assert way(start.walk((2, 2), picks=[0])) == ((2, 2),)


@pytest.mark.rule("L18")
def test_a_detour_round_a_trap_may_be_too_long_to_go_on_from() -> None:
    # To (2, 2) the dwarf goes round the trap in three steps; to (3, 2), which is two steps away
    # through the trap and four round it, it must cross. One best way to (2, 2) would miss that.
    block = "2,2 NESW  2,1 NESW  1,1 NESW  3,2 EW  4,2 EW"
    assert way(walking(block, traps=[FIRST]).walk((2, 2), picks=[])) == ((1, 1), (2, 1), (2, 2))
    assert way(walking(block, traps=[FIRST]).walk((3, 2), picks=[0])) == ((2, 2), (3, 2))
    assert way(walking(block, traps=[FIRST]).walk((4, 2), picks=[0])) == ((2, 2), (3, 2), (4, 2))


@pytest.mark.rule("L18")
@pytest.mark.rule("L10")
def test_from_a_campfire_the_same_detour_is_short_enough() -> None:
    block = "2,2 NEW:campfire  2,1 NESW  3,1 NESW  3,2 NESW  4,2 EW"
    start = walking(block, at={0: (2, 2)}, traps=[((2, 2), (3, 2))])
    assert way(start.walk((4, 2), picks=[])) == ((2, 1), (3, 1), (3, 2), (4, 2))


# Every walk there is, tried one by one: slow and sure.


def all_walks(state: State, seat: int) -> dict[int, tuple[int, ...]]:
    """The best way to every field, from a list of all ways."""
    board, start = state.board, state.stands[seat]
    others = {where for other, where in enumerate(state.stands) if other != seat}
    limit = 5 if board.feature(start) == "campfire" else 3
    found: list[tuple[int, int, list[int], tuple[int, ...]]] = []

    def go(way: tuple[int, ...], turns: list[int], traps: int) -> None:
        here = (start, *way)[-1]
        if way:
            found.append((traps, len(way), turns, way))
        if len(way) == limit or board.is_face_down_mine(here):
            return
        for side, there, edge in NEIGHBOURS[here]:
            mine = board.is_face_down_mine(there)
            joined = board.sides[here] & side and (mine or board.sides[there] & opposite(side))
            shut = board.is_blocked(there) or (board.is_narrow(there) and there in others)
            if joined and not shut and edge not in state.trolls and there not in (start, *way):
                go((*way, there), [*turns, side], traps + (edge in state.traps))

    go((), [], 0)
    best: dict[int, tuple[int, ...]] = {}
    for _, _, _, way in sorted(found, reverse=True):
        best[way[-1]] = way
    return best


@pytest.mark.rule("L18")
@pytest.mark.rule("L9")
@pytest.mark.rule("L10")
@pytest.mark.parametrize("seed", range(30))
def test_the_way_taken_is_the_best_of_all_ways_there_are(seed: int) -> None:
    chance = Chance.seeded(f"forest {seed}")
    state = scene(seats=6).state
    for _ in range(35):
        cards = sorted(PATH_CARDS)
        card = PATH_CARDS[cards[chance.pick(len(cards))]]
        turned = not card.looks_alike_turned and chance.pick(2) == 1
        spots = state.board.fits(card.open_sides(turned=turned))
        if spots:
            spot = spots[chance.pick(len(spots))]
            state.board = state.board.with_card(spot, card.code, turned=turned)
    for edge in state.board.ends():
        if chance.pick(3) == 0:
            (state.traps if chance.pick(4) else state.trolls)[edge] = Seat(0)
    laid = sorted(state.board.cards.keys() - state.board.blocked())
    for seat in range(6):
        state.stands = [laid[chance.pick(len(laid))] for _ in range(6)]
        assert ways(state, Seat(seat)) == all_walks(state, seat)


# L19: mines


@pytest.mark.rule("L19")
def test_a_face_down_mine_is_entered_from_an_open_side_and_nothing_leads_on() -> None:
    start = walking("8,2 EW  10,2 EW", at={0: (8, 2)})
    assert start.goals() == {(9, 2)}


@pytest.mark.rule("L19")
def test_a_face_down_mine_is_not_entered_from_a_closed_side() -> None:
    assert (9, 2) not in walking("8,2 NS  8,1 NS", at={0: (8, 2)}).goals()


@pytest.mark.rule("L19")
@pytest.mark.parametrize("near", ["8,2 EW", "10,2 EW", "9,1 NS", "9,3 NS"])
@pytest.mark.parametrize("kind", ["gold", "silver", "gems", "dragon"])
def test_a_mine_is_turned_so_that_it_joins_the_way_the_dwarf_came(near: str, kind: str) -> None:
    x, y = map(int, near.split()[0].split(","))
    start = walking(near, at={0: (x, y)}, mines=f"x {kind} x x", treasures="x:1 x:1 x:1")
    start.walk((9, 2))
    assert start.happened[:2] == ["walked", "mine_turned_up"]
    side = {(8, 2): "W", (10, 2): "E", (9, 1): "N", (9, 3): "S"}[x, y]
    assert side in face_of(start.state.board.sides[MINES[1]])


@pytest.mark.rule("L19")
def test_of_two_fitting_ways_round_the_one_that_misfits_fewest_neighbours_is_taken() -> None:
    # Gems: NES, or turned NSW. Entered from the south both join; the west neighbour is open.
    both = walking("9,3 NS  8,2 EW", at={0: (9, 3)}, mines="x gems x x", treasures="x:1 " * 3)
    assert both.walk((9, 2)).the("mine_turned_up").turned is True


@pytest.mark.rule("L19")
def test_joining_the_way_comes_before_fitting_the_neighbours() -> None:
    # Gold from the west must be NW, though ES would fit the other two neighbours.
    start = walking("8,2 EW  10,2 EW  9,3 NS", at={0: (8, 2)}, mines="x gold x x",
                    treasures="x:1 " * 3).walk((9, 2))  # fmt: skip
    assert face_of(start.state.board.sides[MINES[1]]) == "NW"


@pytest.mark.rule("L19")
def test_of_equally_good_ways_round_the_unturned_one_is_taken() -> None:
    alone = walking("9,3 NS", at={0: (9, 3)}, mines="x gems x x", treasures="x:1 " * 3)
    assert alone.walk((9, 2)).the("mine_turned_up").turned is False


@pytest.mark.rule("L19")
def test_a_mine_may_misfit_its_other_neighbours() -> None:
    # Gold is NW, or turned ES. Entered from the west it is closed to the open south neighbour.
    start = walking("8,2 EW  9,3 NS", at={0: (8, 2)}, mines="x gold x x", treasures="x:1 " * 3)
    start.walk((9, 2))
    assert face_of(start.state.board.sides[MINES[1]]) == "NW"
    assert not start.state.board.sides[MINES[1]] & 4
    assert start.state.board.sides[FIELDS[9, 3]] & 1


@pytest.mark.rule("L19")
def test_the_first_dwarf_turns_a_mine_up_for_all_to_see() -> None:
    start = walking("8,2 EW", at={0: (8, 2)}).walk((9, 2))
    assert all(state.mines[1] == "silver" for state in start.everywhere())
    assert (start.the("mine_turned_up").mine, start.the("mine_turned_up").face) == (1, "NE")


# L20


@pytest.mark.rule("L20")
def test_a_mine_that_is_up_may_be_walked_through_and_holds_many() -> None:
    start = walking("8,2 EW  9,1 NS  9,3 NS", up={1: "NESW"}, at={0: (8, 2), 1: (9, 2), 2: (9, 2)})
    assert {(9, 2), (9, 1), (9, 3)} <= start.goals()


@pytest.mark.rule("L20")
def test_nothing_leads_across_the_closed_side_of_a_mine() -> None:
    assert (9, 2) not in walking("8,2 EW", up={1: "NES"}, at={0: (8, 2)}).goals()
