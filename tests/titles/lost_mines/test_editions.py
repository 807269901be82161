"""Where the Czech and the Polish rulebook differ, or contradict themselves: what is played here."""

import pytest

from games.engine import Chance
from games.titles.lost_mines.board import edge_of
from games.titles.lost_mines.scoring import earned
from tests.titles.lost_mines.scenes import EdgeAt, scene, title


@pytest.mark.rule("L4")
@pytest.mark.parametrize(("seats", "size"), [(5, 5), (6, 5), (8, 4), (9, 4)])
def test_hands_are_the_polish_ones_where_the_czech_text_names_none_or_others(
    seats: int, size: int
) -> None:
    dealt = title.deal(seats=seats, chance=Chance.seeded("hands"))[-1].to_json()
    assert {len(hand) for hand in dealt["hands"]} == {size}


@pytest.mark.rule("L7")
def test_an_empty_hand_costs_the_rest_of_the_round_and_not_one_turn() -> None:
    # Polish: "loses the whole turn" in one place, "passes to the end of the round" in another.
    start = scene(hand="NS NS NS", hands={1: "", 2: "NS NS NS"}, pile="")
    seen = []
    while start.state.number == 1:
        seen.append(start.awaited)
        start.discard("NS")
    assert seen == [0, 2, 0, 2, 0, 2]


@pytest.mark.rule("L9")
def test_an_overcome_obstacle_holds_one_dwarf_and_a_trapped_card_any_number() -> None:
    # Czech: "if the trap was overcome", where the obstacle is meant.
    trapped: EdgeAt = ((2, 2), (3, 2))
    start = scene("2,2 EW  3,2 EW", hand="NS storm", at={1: (3, 2)}, traps=[trapped])
    assert (3, 2) in start.discard("storm").goals()
    overcome = scene("2,2 EW  3,2 EW:tree", hand="NS storm", at={1: (3, 2)}, tools=[(3, 2)])
    assert (3, 2) not in overcome.discard("storm").goals()


@pytest.mark.rule("L16")
@pytest.mark.parametrize("kind", ["start", "mine"])
def test_a_token_beside_a_start_or_a_mine_outlasts_the_storm(kind: str) -> None:
    # Polish: between two empty fields; Czech: between fields without path cards.
    forest, at = {"start": ("2,2 EW", (2, 2)), "mine": ("10,2 EW", (10, 2))}[kind]
    edge: EdgeAt = {"start": ((1, 2), (2, 2)), "mine": ((9, 2), (10, 2))}[kind]
    start = scene(forest, hand="storm", traps=[edge], up={1: "NES"}).storm(at)
    assert start.the("storm_broke").edges == ()
    assert edge_of(edge) in start.state.traps


@pytest.mark.rule("L21")
def test_a_dwarf_that_stayed_may_leave_the_treasure() -> None:
    # Czech: it may take another; Polish: it takes another.
    start = scene(hand="storm", up={1: "NE"}, at={0: (9, 2)}, treasures="silver:1 " * 3)
    assert {"do": "leave"} in start.discard("storm").offered


@pytest.mark.rule("L26")
def test_the_remainder_goes_by_the_single_best_treasure_and_not_by_the_sum() -> None:
    # Czech: "the most valuable treasure"; Polish: "the treasures of the highest value".
    assert earned(["blue"] * 2, ["loyal"] * 2, [[2, 2, 1], [4]]) == [4, 5]


@pytest.mark.rule("L29")
@pytest.mark.rule("L30")
def test_a_tie_is_not_played_off_in_a_further_round() -> None:
    # Polish: further rounds until one has won; Czech: three or more by agreement.
    start = scene(number=2).do({"do": "call_end"}).vote(1, "agree").vote(2, "agree")
    outcome = title.outcome(start.state)
    assert outcome is not None
    assert outcome.winners == (0, 1, 2)
