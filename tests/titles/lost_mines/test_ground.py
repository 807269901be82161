"""Distances over the board, beside those found by trying every step until nothing gets cheaper."""

from collections.abc import Callable, Iterator

import pytest

from games.engine import Chance, Seat
from games.titles.lost_mines.board import FIELDS, LEADS, NEIGHBOURS
from games.titles.lost_mines.cards import opposite
from games.titles.lost_mines.ground import CROWD, FAR, GAP, OBSTACLE, STEP, TOKEN
from games.titles.lost_mines.planning import Plan
from games.titles.lost_mines.state import State
from games.titles.lost_mines.walking import ways
from tests.titles.lost_mines.scenes import played, scene, title


def positions(seed: str) -> Iterator[tuple[State, Seat]]:
    """What the awaited seat knows, move by move, until some way into the second round."""
    match, bots = played(5, seed, moves=1), Chance.seeded(seed)
    for _ in range(110):
        seat = min(title.awaiting(match.state))
        yield match.known[seat], Seat(seat)
        bots.draws.clear()
        match.submit(seat, title.bots["plain"](match.known[seat], seat, bots))


def cost_of_step(state: State, here: int, there: int) -> int | None:
    """What it costs to go from a field to the next one; None if no path could lead there."""
    board = state.board
    side, edge = next((side, e) for side, other, e in NEIGHBOURS[here] if other == there)
    leaves, enters = board.sides[here] or 15, board.sides[there] or 15
    if board.is_face_down_mine(here) or not leaves & side or not enters & opposite(side):
        return None
    cost = GAP if board.is_empty(there) else STEP
    if board.is_blocked(there):
        cost += OBSTACLE
    if there in state.stands and board.is_narrow(there):
        cost += CROWD
    return cost + (TOKEN if edge in state.traps or edge in state.trolls else 0)


Steps = list[tuple[int, int, int]]


def steps_of(state: State) -> Steps:
    pairs = [(here, n[1]) for here, around in enumerate(NEIGHBOURS) for n in around]
    found = [(here, there, cost_of_step(state, here, there)) for here, there in pairs]
    return [(here, there, cost) for here, there, cost in found if cost is not None]


def settled(
    costs: list[int], steps: Steps, ends: Callable[[int, int], tuple[int, int]]
) -> list[int]:
    """The costs once no step makes one of them cheaper. `ends` are where a step is paid, and from."""
    while True:
        before = costs.copy()
        for here, there, cost in steps:
            to, by = ends(here, there)
            costs[to] = min(costs[to], costs[by] + cost)
        if costs == before:
            return costs


@pytest.mark.parametrize("seed", ["one", "two", "three"])
def test_distances_to_the_goals_are_the_least_there_are(seed: str) -> None:
    for known, seat in positions(seed):
        ground = Plan(known, seat).ground
        costs = [ground.goals.get(field, FAR) for field in range(len(NEIGHBOURS))]
        found = settled(costs, steps_of(known), lambda here, there: (here, there))
        assert ground.to_goal == found


@pytest.mark.parametrize("seed", ["one", "two", "three"])
def test_a_card_that_makes_my_way_shorter_is_found_though_detours_are_left_out(seed: str) -> None:
    shorter = 0
    for known, seat in positions(seed):
        plan = Plan(known, seat)
        near = plan.ground.distances_from(plan.here)
        costs = [0 if field == plan.here else FAR for field in range(len(NEIGHBOURS))]
        everywhere = settled(costs, steps_of(known), lambda here, there: (there, here))
        for sides in range(1, 16):
            for field in known.board.fits(sides):
                beside = [o for o, met, _ in LEADS[field][sides] if known.board.sides[o] & met]
                beyond = STEP + plan.ground.onward(field, sides)[0]
                least = min(everywhere[other] for other in beside) + beyond
                found = min(near[other] for other in beside) + beyond
                assert found == least if least < plan.cost else found >= plan.cost
                shorter += least < plan.cost
    assert shorter > 100


def test_what_a_board_keeps_follows_dwarves_traps_and_trolls() -> None:
    """They come and go while the cards lie as they did."""
    state, me = scene("2,2 EW  3,2 EW:rocks  4,2 EW", at={1: (4, 2)}).state, Seat(0)
    first, rocks, last = FIELDS[2, 2], FIELDS[3, 2], FIELDS[4, 2]
    assert [*ways(state, me)] == [first, rocks, last]
    free = Plan(state, me).cost
    state.stands[1] = rocks
    assert [*ways(state, me)] == [first]
    assert Plan(state, me).cost == free + CROWD
    state.stands[1] = last
    state.traps[first, rocks] = Seat(1)
    assert Plan(state, me).cost == free + TOKEN
    state.traps.clear()
    state.trolls[first, rocks] = Seat(1)
    assert [*ways(state, me)] == [first]
    assert Plan(state, me).cost == free + TOKEN
    state.trolls.clear()
    assert [*ways(state, me)] == [first, rocks, last]
    assert Plan(state, me).cost == free
