"""What a seat may imagine of what it does not know."""

from collections import Counter

import pytest

from games.engine import Chance, covers, fold, redact
from games.titles.emerald.state import State
from tests.titles.emerald.scenes import Scene, dealt, paid, scene, taken_after_paying, title


def imagined(after: Scene, seat: int, times: int = 60) -> list[State]:
    chance = Chance.seeded("imagine")
    return [title.imagine(after.known[seat], seat, chance) for _ in range(times)]


@pytest.mark.rule("E14")
def test_any_card_held_at_the_time_may_have_been_paid_and_no_other() -> None:
    after = paid([4, 2, 1], 2)
    payments = {state.payments[1][0].gold for state in imagined(after, 0)}
    assert payments == {1, 2, 4}
    for state in imagined(after, 0):
        assert Counter([*state.hands[1], state.payments[1][0].gold]) == Counter([4, 2, 1])


@pytest.mark.rule("E14")
def test_a_card_taken_after_the_payment_was_not_the_one_paid() -> None:
    states = imagined(taken_after_paying(5), 0)
    assert {state.payments[1][0].gold for state in states} == {2, 4}
    assert all(5 in state.hands[1] for state in states)


@pytest.mark.rule("E14")
def test_a_card_equal_to_the_one_taken_later_may_have_been_paid() -> None:
    states = imagined(taken_after_paying(4), 0)
    assert {state.payments[1][0].gold for state in states} == {2, 4}


def test_the_payer_imagines_its_own_payment_as_it_was() -> None:
    assert {state.payments[1][0].gold for state in imagined(paid([4, 2], 2), 1)} == {2}


@pytest.mark.rule("E14")
def test_of_several_payments_each_was_in_hand_when_paid() -> None:
    after = taken_after_paying().move("tower1", "green").stop()
    after.move(10, "red", rolls=[1]).bribe(5)
    pairs = set()
    for state in imagined(after, 0):
        first, second = (payment.gold for payment in state.payments[1])
        assert Counter([first, second, *state.hands[1]]) == Counter([2, 4, 5])
        pairs.add((first, second))
    assert pairs == {(2, 4), (2, 5), (4, 2), (4, 5)}


@pytest.mark.parametrize("seats", title.seats)
def test_what_is_imagined_conserves_the_cards_and_is_covered_by_what_is_known(seats: int) -> None:
    chance = Chance.seeded(seats)
    deal = title.deal(seats=seats, chance=chance)
    box = {deck: Counter(cards) for deck, cards in title.box(seats).items()}
    for seat in range(seats):
        known = fold(title, [redact(event, seat) for event in deal])
        state = title.imagine(known, seat, chance)
        assert covers(known, state)
        assert {deck: Counter(cards) for deck, cards in title.census(state).items()} == box


def test_a_card_taken_or_imagined_in_a_copy_is_not_in_the_state_it_was_copied_from() -> None:
    start = scene(red=[12, 1])
    origin, known = start.state.copy(), start.known[1].copy()
    before, known_before = repr(origin), repr(known)
    start.move(12, "red").take("gold")
    title.imagine(known, 1, Chance.seeded(1))
    assert (repr(origin), repr(known)) == (before, known_before)


def test_face_down_cards_are_imagined_in_many_orders() -> None:
    known = fold(title, [redact(event, 0) for event in dealt(3)])
    chance = Chance.seeded("many")
    seen = {tuple(title.imagine(known, 0, chance).gold[7]) for _ in range(30)}
    assert len(seen) > 5
    assert {order[0] for order in seen} == {1}


def test_once_the_match_is_over_payments_are_imagined_to_fit_the_hands_shown() -> None:
    start = scene(red=[8, 15, 1], blue=[7, 1, 1], bare=[9], hands={1: [4, 2]}, treasures={2: 3})
    start.move(8, "red", rolls=[3]).bribe(2).move(15, "red")
    assert title.outcome(start.state) is not None
    assert {state.payments[1][0].gold for state in imagined(start, 0)} == {2}


def test_the_picture_shows_board_and_players_and_no_secret() -> None:
    after = paid([4, 2], 2)
    full, seen = title.picture(after.state), title.picture(after.known[0])
    assert "seat 1 (blue): gold 4;" in full
    assert "seat 1 (blue): gold ?;" in seen
    assert "dragon v" in seen
    for place in ("tower1", "centre", "15", "chamber", "nest"):
        assert any(line.split()[0] == place for line in seen.splitlines())
