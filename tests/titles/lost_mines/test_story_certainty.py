"""Who is called sure to have most points has them: tried in small endgames to the last line of play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from games.engine import Chance, Hand
from games.titles.lost_mines import title
from games.titles.lost_mines.board import FIELDS, MINES
from games.titles.lost_mines.certainty import joined, may_get_to, sure_winners
from games.titles.lost_mines.events import RoundScored, Scored
from games.titles.lost_mines.state import State
from tests.titles.lost_mines.record import RECORDINGS
from tests.titles.lost_mines.scenes import scene
from tests.titles.lost_mines.tables import positions
from tests.titles.lost_mines.test_recorded import recorded

GOLD, SILVER, GEMS, DRAGON = MINES

# A path from the yellow start to one field before the second mine.
TO_SILVER = "2,2 EW 3,2 EW 4,2 EW 5,2 EW 6,2 EW 7,2 EW"


def winners(points: Sequence[int]) -> frozenset[int]:
    return frozenset(seat for seat, held in enumerate(points) if held == max(points))


def endings(state: State, *, choose: Chance | None = None) -> Iterator[frozenset[int]]:
    """Who has most points of the round: in every line of play, or in one that is drawn by lot."""
    seat = min(title.awaiting(state))
    listed = title.actions(state, seat)
    for action in listed if choose is None else [listed[choose.pick(len(listed))]]:
        events = title.decide(state, seat, action, Chance.seeded("endgame"))
        ended = [event for event in events if isinstance(event, Scored | RoundScored)]
        if ended:
            yield winners(ended[0].points)
            continue
        after = state.copy()
        for event in events:
            title.evolve(after, event)
        yield from endings(after, choose=choose)


def endgame(seed: int) -> State:
    """One player with a card left, now and then two of them, near to mines or not."""
    chance = Chance.seeded(f"endgame {seed}")

    def one_of(*things: str) -> str:
        return things[chance.pick(len(things))]

    def card() -> str:
        return one_of("EW", "NESW", "NEW", "EW:tree", "axe", "storm", "NS", "trap", "troll")

    paths = TO_SILVER + one_of("", " 8,2 EW", " 8,2 EW:tree", " 8,2 EW:rocks", " 8,2 NESW 8,1 NS")
    found = scene(
        paths.replace("5,2 EW", one_of("5,2 EW", "5,2 NEW:campfire", "5,2 NESW")),
        hand=card() if seed % 25 else f"{card()} boat",
        hands={1: "", 2: ""},
        pile="",
        clans="yellow blue yellow",
        characters=" ".join(one_of("loyal", "selfish", "saboteur") for _ in range(3)),
        mines=one_of("gold silver gems dragon", "gold dragon gems silver"),
        treasures=one_of("silver:4 silver:1 gold:2", "silver:1 silver:2 silver:3"),
        held={0: chance.pick(3)} if chance.pick(2) else {},
        at={0: (5 + chance.pick(3), 2), 1: (3 + chance.pick(4), 2), 2: (3, 2)},
    )
    return found.state


def test_no_line_of_play_has_other_winners_than_those_called_sure() -> None:
    called = open_still = 0
    for seed in range(50):
        state = endgame(seed)
        found = set(endings(state))
        open_still += len(found) > 1
        sure = sure_winners(state)
        if sure is not None:
            called += 1
            assert found == {sure}, seed
    assert called > 10  # it is called so often enough
    assert open_still > 10  # and there is something to be wrong about


@pytest.mark.rule("L8", "L23")
def test_a_mine_is_out_of_reach_once_the_cards_to_it_are_gone() -> None:
    def near(hand: str) -> set[int]:
        return joined(scene(TO_SILVER, hand=hand, hands={1: "", 2: ""}, pile="").state, 0)

    assert near("EW") == {SILVER}
    assert near("axe") == near("EW:pit") == near("NS") == set()
    assert near("NESW") == {SILVER}


@pytest.mark.rule("L9", "L11")
def test_an_obstacle_is_in_the_way_unless_its_tool_is_left() -> None:
    def near(hand: str) -> set[int]:
        paths = f"{TO_SILVER} 8,2 EW:tree"
        return joined(scene(paths, hand=hand, hands={1: "", 2: ""}, pile="").state, 0)

    assert near("boat") == set()
    assert near("axe") == {SILVER}
    assert near("EW") == set()
    assert near("EW storm") == {SILVER}


@pytest.mark.rule("L16")
def test_a_neighbour_that_does_not_match_is_in_the_way_until_a_storm_takes_it() -> None:
    def near(hand: str) -> set[int]:
        paths = f"{TO_SILVER} 8,1 EW"
        return joined(scene(paths, hand=hand, hands={1: "", 2: ""}, pile="").state, 0)

    assert near("NESW") == set()
    assert near("NESW storm") == {SILVER}


@pytest.mark.rule("L7")
def test_who_has_no_cards_and_no_turn_gets_nowhere() -> None:
    state = scene(f"{TO_SILVER} 8,2 EW", hand="", hands={1: "", 2: "axe"}, pile="").state
    state.stands = [FIELDS[7, 2]] * 3
    assert may_get_to(state, 0) == {SILVER}  # it is on turn
    assert may_get_to(state, 1) == set()
    assert may_get_to(state, 2) == {SILVER}


@pytest.mark.rule("L10", "L18")
def test_who_has_too_few_turns_for_the_way_does_not_get_there() -> None:
    def near(paths: str, at: int) -> bool:
        state = scene(f"{paths} 8,2 EW", hand="", hands={1: "", 2: ""}, pile="").state
        state.stands[0] = FIELDS[at, 2]
        return bool(may_get_to(state, 0))

    assert near(TO_SILVER, 6)
    assert not near(TO_SILVER, 5)
    assert near(TO_SILVER.replace("4,2 EW", "4,2 NEW:campfire"), 4)


@pytest.mark.rule("L6", "L7")
def test_whoever_draws_after_the_last_card_may_walk_again() -> None:
    state = scene(f"{TO_SILVER} 8,2 EW", hand="axe", hands={1: "", 2: ""}, pile="axe axe").state
    state.stands[0] = FIELDS[3, 2]
    state.hands[0] = Hand()
    state.phase = "walk"
    assert may_get_to(state, 0) == {SILVER}


@pytest.mark.rule("L22", "L27")
def test_points_that_the_dragon_may_still_cost_are_not_sure() -> None:
    def sure(mines: str) -> frozenset[int] | None:
        found = scene(
            TO_SILVER, hand="EW", hands={1: "", 2: ""}, pile="", at={0: (7, 2)},
            characters="selfish selfish selfish", treasures="gold:2 gold:1 gold:3",
            mines=mines, held={0: 0, 1: 1},
        )  # fmt: skip
        return sure_winners(found.state)

    assert sure("gold silver gems dragon") == frozenset({0})
    assert sure("gold dragon gems silver") is None


# Whole matches


def claims(
    states: Iterator[State],
) -> Iterator[tuple[State, frozenset[int], frozenset[int] | None]]:
    """The later positions of each round, who had most points in the end, and who was called sure."""
    *kept, last = [state.copy() for state in states]
    for played in last.results:
        assert played.result is not None
        best = winners(played.result["points"])
        of_round = [state for state in kept if state.number == played.number]
        yield from ((state, best, sure_winners(state)) for state in of_round[-25:])


def folded(name: str) -> Iterator[State]:
    state = title.initial()
    for move in recorded(name).moves:
        for event in move.events:
            title.evolve(state, event)
        yield state


@pytest.mark.parametrize("name", RECORDINGS)
def test_no_recorded_match_goes_on_otherwise_than_was_certain(name: str) -> None:
    for _state, found, sure in claims(folded(name)):
        assert sure in (None, found)


@pytest.mark.parametrize("seed", [0, 2, 4])
def test_what_was_certain_stays_so_and_no_play_by_lot_changes_it(seed: int) -> None:
    chance, was_sure = Chance.seeded(seed), dict[int, bool]()
    states = (match.state for match in positions(seats=3 + seed, seed=seed))
    for state, found, sure in claims(states):
        assert sure in (None, found)
        assert sure is not None or not was_sure.get(state.number)
        if sure is not None and not was_sure.get(state.number):
            was_sure[state.number] = True
            for _ in range(5):
                assert set(endings(state, choose=chance)) == {sure}
    assert was_sure
