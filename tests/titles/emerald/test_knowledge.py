"""What a seat knows."""

import pytest

from games.engine import fold, is_known, redact
from tests.titles.emerald.scenes import dealt, paid, scene, taken_after_paying, title


def readers(seats: int) -> list[int | None]:
    return [None, *range(seats)]


@pytest.mark.rule("E2")
@pytest.mark.parametrize("reader", readers(3))
def test_nobody_sees_the_cards_under_the_top_and_those_in_the_box(reader: int | None) -> None:
    known = fold(title, [redact(event, reader) for event in dealt(3)])
    piles = [*known.gold.values(), *known.gems.values()]
    assert all(len(pile.known()) == 1 for pile in piles)
    assert all(is_known(pile.top()) for pile in piles)
    assert known.gold_boxed.known() == known.gems_boxed.known() == []


@pytest.mark.rule("E8")
def test_everyone_sees_the_card_turned_up_and_not_the_one_under_it() -> None:
    start = scene(red=[12, 1], gold={13: [3, 5, 1]})
    assert all(known.gold[13].known() == [3] for known in start.known.values())
    after = start.move(12, "red").take("gold")
    assert all(known.gold[13].known() == [5] for known in after.known.values())


@pytest.mark.rule("E9")
def test_everyone_sees_which_gold_card_is_taken() -> None:
    after = scene(red=[12, 1], gold={13: [4]}).move(12, "red").take("gold")
    for known in after.known.values():
        assert known.hands[0].known() == [*known.gold_taken[0]] == [4]


@pytest.mark.rule("E14")
def test_after_a_payment_the_others_know_how_many_cards_are_held_but_not_which() -> None:
    after = paid([4, 2, 1], 2)
    for reader in (None, 0, 2):
        hand = after.known[reader].hands[1]
        assert (len(hand), hand.known()) == (2, [])
    assert after.known[1].hands[1].known() == [1, 4]


@pytest.mark.rule("E14")
def test_a_card_taken_after_a_payment_is_known_again() -> None:
    hand = taken_after_paying().known[0].hands[1]
    assert (hand.known(), hand.unknown_count()) == ([5], 1)


@pytest.mark.rule("E14")
def test_a_rival_is_told_nothing_of_the_answer_but_that_it_was_paid() -> None:
    seen = [redact(event, 0).to_json() for event in paid([4, 2], 2).events]
    assert seen[0] == {
        "type": "emerald.bribed",
        "seat": 1,
        "colour": "blue",
        "field": 7,
        "gold": "?",
    }
    assert [redact(e, 0).to_json() for e in paid([4, 2], 4).events] == seen
