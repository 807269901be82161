"""L1 to L5, and L29: what is in the box, and how a round is set up."""

from collections import Counter
from typing import Any

import pytest

from games.engine import BadSetup, Chance
from games.titles.lost_mines import cards
from games.titles.lost_mines.board import FIELDS
from tests.titles.lost_mines.scenes import scene, title

EVERY_COUNT = list(range(3, 10))


def dealt(seats: int, seed: str = "deal") -> Any:
    events = title.deal(seats=seats, chance=Chance.seeded(seed))
    return events[-1]


def test_the_box_holds_what_is_published() -> None:
    paths = [code for code in cards.deck() if code in cards.PATH_CARDS]
    assert len(paths) == 40
    assert len(cards.deck()) - len(paths) == 23
    assert len(cards.treasures()) == 12
    assert len(cards.dwarves(9)) == 10
    assert len(cards.MINE_FACES) == 4
    tokens = [code for code in cards.deck() if code in (*cards.TOOLS, "trap", "troll")]
    assert len(tokens) == 14


def test_the_path_cards_add_up_by_what_stands_on_them() -> None:
    features = Counter(cards.PATH_CARDS[c].feature for c in cards.deck() if c in cards.PATH_CARDS)
    assert features == {None: 23, "campfire": 4, "rocks": 4, "tree": 3, "lake": 3, "pit": 3}
    by_face = {face: sum(counts.values()) for face, counts in cards.PATHS.items()}
    assert by_face == {"EW": 5, "NS": 5, "NW": 6, "NE": 6, "NEW": 6, "NES": 6, "NESW": 6}


@pytest.mark.parametrize("sides", range(16))
def test_a_face_and_its_open_sides_are_twins(sides: int) -> None:
    assert cards.sides_of(cards.face_of(sides)) == sides
    assert cards.turned_round(cards.turned_round(sides)) == sides


def test_a_card_turned_round_swaps_north_with_south_and_east_with_west() -> None:
    turned = {face: cards.face_of(cards.turned_round(cards.sides_of(face))) for face in cards.PATHS}
    assert turned == {
        "EW": "EW",
        "NS": "NS",
        "NW": "ES",
        "NE": "SW",
        "NEW": "ESW",
        "NES": "NSW",
        "NESW": "NESW",
    }


@pytest.mark.parametrize("code", cards.treasures())
def test_a_treasure_and_its_two_faces_are_twins(code: str) -> None:
    kind, value = cards.treasure_parts(code)
    assert f"{kind}:{value}" == code


@pytest.mark.parametrize("code", sorted(set(cards.dwarves(9))))
def test_a_dwarf_card_and_its_two_faces_are_twins(code: str) -> None:
    assert ":".join(cards.dwarf_parts(code)) == code


@pytest.mark.rule("L1")
def test_the_four_mines_are_shuffled_onto_their_fields() -> None:
    orders = {dealt(3, f"mines {n}").mines for n in range(200)}
    assert len(orders) == 24
    assert all(sorted(order) == ["dragon", "gems", "gold", "silver"] for order in orders)


@pytest.mark.rule("L1")
def test_the_starts_lie_open_to_all_sides_and_the_mines_face_down() -> None:
    board = scene().state.board
    assert {at for at, field in FIELDS.items() if board.sides[field]} == {(1, 2), (1, 4)}
    assert board.sides[FIELDS[1, 2]] == cards.sides_of("NESW")
    down = {at for at, field in FIELDS.items() if board.is_face_down_mine(field)}
    assert down == {(9, 0), (9, 2), (9, 4), (9, 6)}


@pytest.mark.rule("L2")
@pytest.mark.parametrize("seats", EVERY_COUNT)
def test_as_many_treasures_lie_out_as_there_are_players(seats: int) -> None:
    deal = dealt(seats)
    assert len(deal.kinds) == len(deal.values) == seats
    laid_out = [f"{kind}:{value}" for kind, value in zip(deal.kinds, deal.values, strict=True)]
    assert sorted([*laid_out, *deal.treasures_aside]) == sorted(cards.treasures())


@pytest.mark.rule("L3")
@pytest.mark.parametrize(
    ("seats", "loyal"), [(3, 1), (4, 1), (5, 2), (6, 2), (7, 3), (8, 3), (9, 3)]
)
def test_small_tables_play_without_some_loyal_dwarves(seats: int, loyal: int) -> None:
    deal = dealt(seats)
    dealt_out = [f"{clan}:{who}" for clan, who in zip(deal.clans, deal.characters, strict=True)]
    assert Counter([*dealt_out, *deal.dwarves_aside]) == {
        f"{clan}:{who}": count
        for clan in ("blue", "yellow")
        for who, count in (("loyal", loyal), ("selfish", 1), ("saboteur", 1))
    }


@pytest.mark.rule("L3")
def test_everyone_stands_on_the_start_of_the_own_clan() -> None:
    start = scene(clans="yellow blue blue")
    assert [start.stands(seat) for seat in range(3)] == [(1, 2), (1, 4), (1, 4)]


@pytest.mark.rule("L4")
@pytest.mark.parametrize(
    ("seats", "size"), [(3, 5), (4, 5), (5, 5), (6, 5), (7, 4), (8, 4), (9, 4)]
)
def test_ten_cards_are_put_aside_and_hands_are_dealt(seats: int, size: int) -> None:
    deal = dealt(seats)
    assert len(deal.cards_aside) == 10
    assert [len(hand) for hand in deal.hands] == [size] * seats
    everything = [*deal.cards_aside, *deal.pile, *(card for hand in deal.hands for card in hand)]
    assert sorted(everything) == sorted(cards.deck())


@pytest.mark.rule("L5")
def test_the_first_starter_is_drawn_by_lot() -> None:
    starters = Counter(dealt(3, f"lot {n}").starter for n in range(300))
    assert set(starters) == {0, 1, 2}
    assert min(starters.values()) > 60


@pytest.mark.rule("L5")
@pytest.mark.rule("L29")
def test_the_left_neighbour_of_the_last_player_starts_the_next_round() -> None:
    ending = scene("2,2 EW", seats=3, hand="EW", hands={1: "", 2: ""}, pile="")
    ending.discard("EW").stay()
    assert ending.happened == ["stayed", "round_scored", "dealt"]
    assert (ending.the("dealt").number, ending.awaited) == (2, 1)


@pytest.mark.rule("L5")
@pytest.mark.rule("L24")
def test_a_turn_counts_as_taken_only_once_step_one_is_done() -> None:
    voting = scene(hand="EW", hands={1: "EW", 2: "EW"}).discard("EW")
    assert voting.awaited == 1
    voting.do({"do": "call_end"}).vote(0, "agree").vote(2, "agree")
    assert voting.the("dealt").starter == 1  # the left neighbour of seat 0, whose turn was the last


@pytest.mark.rule("L5")
@pytest.mark.rule("L24")
def test_when_nobody_has_taken_a_turn_the_same_starter_starts_again() -> None:
    voting = scene(turn=2).do({"do": "call_end"}).vote(1, "agree").vote(0, "agree")
    assert voting.the("dealt").starter == 2


@pytest.mark.rule("L5")
def test_the_turn_goes_to_the_next_higher_seat() -> None:
    turns = scene(hand="NS NS", hands={1: "NS", 2: "NS"})
    order = []
    for _ in range(4):
        order.append(turns.awaited)
        turns.discard("NS")
    assert order == [0, 1, 2, 0]


@pytest.mark.rule("L29")
@pytest.mark.parametrize("rounds", [2, 3, 4])
def test_a_match_has_as_many_rounds_as_its_option_says(rounds: int) -> None:
    last = scene(rounds=rounds, number=rounds).do({"do": "call_end"})
    last.vote(1, "agree").vote(2, "agree")
    assert last.happened == ["end_agreed", "round_scored", "rest_shown"]
    assert title.outcome(last.state) is not None
    before = scene(rounds=rounds, number=rounds - 1).do({"do": "call_end"})
    before.vote(1, "agree").vote(2, "agree")
    assert before.happened == ["end_agreed", "round_scored", "dealt"]
    assert title.outcome(before.state) is None


@pytest.mark.rule("L29")
def test_a_new_round_clears_the_forest_and_deals_afresh() -> None:
    edge = ((2, 2), (3, 2))
    ending = scene("2,2 EW  3,2 EW", traps=[edge], dragon=1, held={0: 2}, at={0: (3, 2)})
    ending.do({"do": "call_end"}).vote(1, "agree").vote(2, "agree")
    state = ending.state
    assert (state.number, state.board.cards, state.traps, state.dragon) == (2, {}, {}, None)
    assert state.holders == [None, None, None]
    assert [len(hand) for hand in state.hands] == [5, 5, 5]
    assert (state.called, state.out) == (frozenset(), frozenset())
    assert all(ending.stands(seat) in {(1, 2), (1, 4)} for seat in range(3))


@pytest.mark.rule("L29")
@pytest.mark.parametrize("rounds", [1, 7, True, 2.0, "2", None])
def test_other_numbers_of_rounds_are_refused(rounds: object) -> None:
    with pytest.raises(BadSetup) as refused:
        title.deal(seats=3, options={"rounds": rounds}, chance=Chance.seeded("x"))
    assert refused.value.code == "bad_option"


@pytest.mark.rule("L29")
@pytest.mark.parametrize("options", [{"rounds": 5}, {"rounds": 6}, {"play_on": False}])
def test_by_rules_1_there_were_two_to_four_rounds_and_no_playing_on(
    options: dict[str, object],
) -> None:
    title.deal(seats=3, options=options, chance=Chance.seeded("x"))
    with pytest.raises(BadSetup):
        title.deal(seats=3, options=options, chance=Chance.seeded("x"), rules=1)


@pytest.mark.parametrize("seats", [2, 10])
def test_other_numbers_of_players_are_refused(seats: int) -> None:
    with pytest.raises(BadSetup) as refused:
        title.deal(seats=seats, chance=Chance.seeded("x"))
    assert refused.value.code == "bad_seats"
