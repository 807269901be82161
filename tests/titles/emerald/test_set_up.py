"""E1 to E4: what lies where when a match begins."""

from collections import Counter
from typing import Any

import pytest

from games.engine import BadSetup, Chance, fold
from games.titles.emerald.board import CAVE, NOTATION, PLACES
from games.titles.emerald.cards import BONUSES, COLOURS, GEM_CARDS, GOLD_CARDS, colours_of, owner_of
from tests.titles.emerald.scenes import dealt, scene, title

TOWERS = ["tower1", "tower2", "tower3", "tower4"]
EVERYWHERE = [*TOWERS, "centre"]


def test_the_box_holds_what_the_rulebook_lists() -> None:
    assert Counter(GOLD_CARDS) == dict.fromkeys(range(1, 6), 5)
    assert Counter(GEM_CARDS) == dict.fromkeys(("ruby", "emerald", "garnet", "turquoise"), 6)
    assert len(title.box(5)["treasures"]) == 4
    assert len(BONUSES) == 5


@pytest.mark.rule("E1")
def test_the_rail_covers_cave_1_to_4_and_the_dragon_on_cave_4_faces_the_entrance() -> None:
    state = fold(title, dealt(3))
    assert (state.rail, state.dragon, state.facing) == (7, 10, "entrance")


@pytest.mark.rule("E2")
def test_every_cave_field_has_five_cards_more_gold_on_odd_fields() -> None:
    state = fold(title, dealt(3))
    heights = [(len(state.gold[field]), len(state.gems[field])) for field in CAVE]
    assert heights == [(3, 2), (2, 3)] * 4 + [(3, 2)]


@pytest.mark.rule("E2")
def test_two_gold_and_two_gem_cards_go_back_to_the_box() -> None:
    state = fold(title, dealt(3))
    assert (len(state.gold_boxed), len(state.gems_boxed)) == (2, 2)
    assert sum(map(len, state.gold.values())) == 23
    assert sum(map(len, state.gems.values())) == 22


@pytest.mark.rule("E2")
def test_only_the_top_card_of_a_pile_is_seen() -> None:
    gold = [5, 1, 1, 4, 2, *sorted([1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5])]
    deal: Any
    [deal] = dealt(3, gold=gold)
    assert (deal.gold_up[:2], deal.gold_down[:2]) == ((5, 4), ((1, 1), (2,)))


@pytest.mark.rule("E3")
@pytest.mark.parametrize(
    ("seats", "colours", "spaces"),
    [
        (2, ["red", "blue", "green", "yellow"], TOWERS),
        (3, ["red", "blue", "green"], EVERYWHERE),
        (4, ["red", "blue", "green", "yellow"], EVERYWHERE),
        (5, ["red", "blue", "green", "yellow", "white"], TOWERS),
    ],
)
def test_one_knight_of_every_colour_stands_on_every_start_space_in_use(
    seats: int, colours: list[str], spaces: list[str]
) -> None:
    state = fold(title, dealt(seats))
    standing = {c: [NOTATION[place] for place in places] for c, places in state.knights.items()}
    assert standing == dict.fromkeys(colours, spaces)


@pytest.mark.rule("E3")
def test_seats_have_the_colours_in_the_order_of_the_list_and_two_players_two_each() -> None:
    assert [colours_of(5, seat) for seat in range(5)] == [(colour,) for colour in COLOURS]
    assert [colours_of(2, seat) for seat in range(2)] == [("red", "blue"), ("green", "yellow")]


@pytest.mark.rule("E3")
@pytest.mark.parametrize("seats", title.seats)
def test_a_colour_is_its_owner_s(seats: int) -> None:
    for seat in range(seats):
        assert {owner_of(seats, colour) for colour in colours_of(seats, seat)} == {seat}


@pytest.mark.rule("E4")
def test_the_first_player_is_drawn_by_lot_and_play_goes_to_the_next_seat_then_to_0() -> None:
    assert title.awaiting(fold(title, dealt(4, first=3))) == {3}
    at_the_last_seat = scene(seats=4, turn=3, yellow=["tower1", 2])
    assert at_the_last_seat.move(2, "yellow").stop().awaited == 0


@pytest.mark.rule("E4")
def test_every_seat_is_drawn_sooner_or_later() -> None:
    deals = [title.deal(seats=3, chance=Chance.seeded(seed)) for seed in range(40)]
    assert {fold(title, deal).first for deal in deals} == {0, 1, 2}


@pytest.mark.parametrize("seats", [0, 1, 6, True, "3", None])
def test_other_numbers_of_seats_are_refused(seats: object) -> None:
    with pytest.raises(BadSetup) as refused:
        title.deal(seats=seats, chance=Chance.seeded(1))  # type: ignore[arg-type]  # the point
    assert refused.value.code == "bad_seats"


def test_a_place_and_its_notation_are_twins() -> None:
    assert [PLACES[NOTATION[place]] for place in range(-4, 16)] == list(range(-4, 16))
    assert [NOTATION[PLACES[name]] for name in EVERYWHERE] == EVERYWHERE
