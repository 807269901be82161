"""L25 to L28 and L30: who gets what."""

import pytest

from games.engine import UNKNOWN, Chance, redact
from games.titles.lost_mines.scoring import after_the_dragon, earned, team_of
from tests.titles.lost_mines.scenes import Scene, scene, title


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


def with_treasures(*, rules: int, number: int = 1) -> Scene:
    """A round of two has ended in which one treasure of three was taken."""
    start = scene(
        characters="loyal selfish saboteur", treasures="gold:4 gems:2 gold:1", held={0: 1},
        rules=rules, number=number,
    )  # fmt: skip
    return start.do({"do": "call_end"}).vote(1, "agree").vote(2, "agree")


@pytest.mark.rule("L25")
def test_characters_and_the_treasures_taken_are_turned_up() -> None:
    scored = with_treasures(rules=2).the("round_scored")
    assert scored.characters == ("loyal", "selfish", "saboteur")
    assert scored.values == (4, None, None)
    assert scored.points == (0, 4, 0)


@pytest.mark.rule("L25")
def test_nothing_else_is_turned_up_before_the_match_is_over() -> None:
    after = with_treasures(rules=2)
    assert after.happened == ["end_agreed", "round_scored", "dealt"]
    hidden = {"mines", "hands", "discards", "lost"}
    assert hidden.isdisjoint(after.the("round_scored").to_json())
    [played, _now] = title.rounds(after.known[None])
    assert played.shown is not None
    assert hidden.isdisjoint(played.shown)


@pytest.mark.rule("L25")
def test_when_the_match_is_over_the_rest_of_its_last_round_is_shown() -> None:
    after = with_treasures(rules=2, number=2)
    assert after.happened == ["end_agreed", "round_scored", "rest_shown"]
    rest = after.the("rest_shown")
    assert rest.values == (4, 2, 1)
    assert rest.mines == ("gold", "silver", "gems", "dragon")
    assert rest.hands == (("EW",), ("NS",), ("NS",))
    [played] = title.rounds(after.known[None])
    assert played.shown is not None
    assert (played.shown["values"], played.shown["hands"]) == ([4, 2, 1], [["EW"], ["NS"], ["NS"]])


@pytest.mark.rule("L25")
@pytest.mark.parametrize("number", [1, 2])
def test_by_rules_1_everything_was_turned_up_when_a_round_was_scored(number: int) -> None:
    after = with_treasures(rules=1, number=number)
    assert after.happened == ["end_agreed", "scored", *["dealt"][number - 1 :]]
    assert after.the("scored").values == (4, 2, 1)
    assert after.the("scored").hands == (("EW",), ("NS",), ("NS",))
    assert after.the("scored").mines == ("gold", "silver", "gems", "dragon")


@pytest.mark.rule("L25")
def test_a_seat_keeps_what_it_knew_when_a_round_is_scored_and_learns_no_more() -> None:
    """Looked at between the events of a move: the next round is dealt in the same one."""
    start = scene(hand="mine|treasure EW", treasures="gold:4 gems:2 gold:1", held={0: 1})
    start.do({"do": "peek", "card": "mine|treasure", "treasure": 1}).stay_if_asked()
    start.do({"do": "call_end"}).vote(0, "agree")
    events = title.decide(start.state, 2, {"do": "agree"}, Chance.seeded("scored"))
    for reader, known in start.known.items():
        for event in events[:2]:
            title.evolve(known, redact(event, reader))
        assert known.values == [4, 2 if reader == 0 else UNKNOWN, UNKNOWN]
        assert known.mines == [UNKNOWN] * 4
        assert [hand.unknown_count() for hand in known.hands] == [
            0 if seat == reader else len(start.state.hands[seat]) for seat in range(3)
        ]


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
    assert start.the("round_scored").points == (0, 0, 0)
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
    assert start.the("round_scored").earned == (4, 4, 2, 2, 4, 3)
    assert start.the("round_scored").points == (4, 4, 0, 2, 4, 3)


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


# L29: playing on


def tied(*, number: int, play_on: bool = True, scores: tuple[int, ...] = (3, 0, 3)) -> Scene:
    """Two rounds were agreed on; after this one the points are these."""
    start = scene(rounds=2, number=number, play_on=play_on)
    for state in start.everywhere():
        state.scores = list(scores)
    return start.do({"do": "call_end"}).vote(1, "agree").vote(2, "agree")


@pytest.mark.rule("L29")
@pytest.mark.parametrize("number", [2, 3, 4])
def test_while_the_lead_is_shared_another_round_is_played(number: int) -> None:
    after = tied(number=number)
    assert after.happened == ["end_agreed", "round_scored", "dealt"]
    assert (after.state.number, title.outcome(after.state)) == (number + 1, None)
    assert [played.number for played in title.rounds(after.known[None])] == [number, number + 1]


@pytest.mark.rule("L29")
def test_a_shared_lead_of_nothing_counts() -> None:
    assert tied(number=2, scores=(0, 0, 0)).state.number == 3


@pytest.mark.rule("L29")
@pytest.mark.parametrize(
    ("number", "play_on", "scores", "winners"),
    [
        (5, True, (3, 0, 3), (0, 2)),  # three more rounds were played
        (2, False, (3, 0, 3), (0, 2)),  # nobody asked for more
        (2, True, (4, 3, 3), (0,)),  # one is ahead
        (3, True, (3, 0, 4), (2,)),
    ],
)
def test_otherwise_the_match_is_over(
    number: int, play_on: bool, scores: tuple[int, ...], winners: tuple[int, ...]
) -> None:
    after = tied(number=number, play_on=play_on, scores=scores)
    outcome = title.outcome(after.state)
    assert outcome is not None
    assert outcome.winners == winners
    assert after.happened[-1] == "rest_shown"
