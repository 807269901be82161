"""L25 to L28 and L30: who gets what."""

import pytest

from games.titles.lost_mines.scoring import after_the_dragon, earned, team_of
from tests.titles.lost_mines.scenes import scene, title


def points(*dwarves: str, dragon: int | None = None) -> list[int]:
    """Each dwarf as "yellow loyal 3 4": its card and the values it holds."""
    words = [dwarf.split() for dwarf in dwarves]
    before = earned(
        [word[0] for word in words],
        [word[1] for word in words],
        [[int(value) for value in word[2:]] for word in words],
    )
    return after_the_dragon(before, dragon)


@pytest.mark.rule("L25")
def test_a_selfish_dwarf_scores_its_own_treasures_and_shares_in_nothing() -> None:
    assert points("blue selfish 3 1", "blue loyal 4", "yellow loyal") == [4, 4, 0]


@pytest.mark.rule("L25")
def test_characters_and_treasures_are_turned_up() -> None:
    start = scene(
        characters="loyal selfish saboteur", treasures="gold:4 gems:2 gold:1", held={0: 1}
    )
    start.do({"do": "call_end"}).vote(1, "agree").vote(2, "agree")
    assert start.the("scored").characters == ("loyal", "selfish", "saboteur")
    assert start.the("scored").values == (4, 2, 1)
    assert start.the("scored").points == (0, 4, 0)


@pytest.mark.rule("L26")
def test_a_clans_total_is_shared_out_evenly() -> None:
    assert points("blue loyal 4 2", "blue loyal", "yellow loyal 1") == [3, 3, 1]


@pytest.mark.rule("L26")
def test_a_saboteur_belongs_to_the_other_clan_with_its_treasures() -> None:
    assert team_of("blue", "saboteur") == "yellow"
    assert team_of("yellow", "saboteur") == "blue"
    assert points("blue saboteur 4", "yellow loyal", "blue loyal 2") == [2, 2, 2]


@pytest.mark.rule("L26")
def test_the_remainder_goes_to_the_holder_of_the_most_valuable_treasure() -> None:
    assert points("blue loyal 3", "blue loyal 1 1") == [3, 2]


@pytest.mark.rule("L26")
def test_one_most_valuable_treasure_counts_more_than_several_small_ones() -> None:
    assert points("blue loyal 2 2 1", "blue loyal 4") == [4, 5]


@pytest.mark.rule("L26")
def test_several_holders_of_an_equal_one_split_the_remainder_and_what_is_left_is_lost() -> None:
    # 11 among 3: 3 each and 2 over, one for each holder of a 4.
    assert points("blue loyal 4", "blue loyal 4 3", "blue loyal") == [4, 4, 3]
    # 7 among 2, both with a 3: one is left over, and lost.
    assert points("blue loyal 3 1", "blue loyal 3") == [3, 3]


@pytest.mark.rule("L26")
def test_members_are_counted_not_cards() -> None:
    # 12 and 1 among 4: 3 each and 1 over. Two 4s in one hand are one holder.
    assert points("blue loyal 4 4", "blue loyal 3", "blue loyal 2", "blue loyal") == [4, 3, 3, 3]


@pytest.mark.rule("L26")
def test_a_clan_without_treasures_gets_nothing() -> None:
    assert points("blue loyal", "blue loyal", "yellow loyal 4") == [0, 0, 4]


@pytest.mark.rule("L26")
def test_a_clan_of_a_saboteur_alone_leaves_nobody_to_share() -> None:
    assert points("blue saboteur 3", "blue selfish 2") == [3, 2]


@pytest.mark.rule("L27")
def test_the_dragon_costs_two_points_and_never_more_than_there_are() -> None:
    assert points("blue selfish 4", "yellow loyal", dragon=0) == [2, 0]
    assert points("blue selfish 1", "yellow loyal", dragon=0) == [0, 0]
    assert points("blue selfish 1", "yellow loyal", dragon=1) == [1, 0]


@pytest.mark.rule("L27")
def test_the_dragon_does_not_take_from_earlier_rounds() -> None:
    start = scene(number=2, dragon=0)
    for state in start.everywhere():
        state.scores = [5, 0, 0]
    start.do({"do": "call_end"}).vote(1, "agree").vote(2, "agree")
    assert start.the("scored").points == (0, 0, 0)
    assert start.state.scores == [5, 0, 0]


@pytest.mark.rule("L28")
def test_the_rulebooks_example() -> None:
    assert points(
        "yellow loyal 3 2",
        "yellow loyal 3",
        "blue loyal 1",
        "blue loyal 3",
        "yellow saboteur 4",
        "blue selfish 3",
        dragon=2,
    ) == [4, 4, 0, 2, 4, 3]


@pytest.mark.rule("L28")
def test_the_rulebooks_example_played_at_a_table() -> None:
    start = scene(
        seats=6,
        clans="yellow yellow blue blue yellow blue",
        characters="loyal loyal loyal loyal saboteur selfish",
        treasures="gold:4 silver:4 gems:1 gold:3 gems:4 silver:3",
        held={0: 0, 1: 1, 2: 2, 3: 3, 4: 4, 5: 5},
        dragon=2,
    )
    start.do({"do": "call_end"})
    for seat in range(1, 6):
        start.vote(seat, "agree")
    assert start.the("scored").earned == (4, 4, 2, 2, 4, 3)
    assert start.the("scored").points == (4, 4, 0, 2, 4, 3)


@pytest.mark.rule("L30")
def test_most_points_over_all_rounds_win() -> None:
    start = scene(rounds=2, number=2, treasures="gold:4 gold:1 gold:2", held={0: 1},
                  characters="selfish selfish selfish")  # fmt: skip
    for state in start.everywhere():
        state.scores = [3, 0, 1]
    start.do({"do": "call_end"}).vote(1, "agree").vote(2, "agree")
    outcome = title.outcome(start.state)
    assert outcome is not None
    assert (outcome.scores, outcome.winners) == ((3, 4, 1), (1,))
    assert title.awaiting(start.state) == frozenset()


@pytest.mark.rule("L30")
def test_a_tie_is_shared() -> None:
    start = scene(rounds=2, number=2)
    for state in start.everywhere():
        state.scores = [3, 0, 3]
    start.do({"do": "call_end"}).vote(1, "agree").vote(2, "agree")
    outcomes = [title.outcome(known) for known in start.everywhere()]
    assert [outcome and outcome.winners for outcome in outcomes] == [(0, 2)] * 5
