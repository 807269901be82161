"""Claims in Emerald: what speaks against them, and whether they were true."""

from __future__ import annotations

import pytest

from games.engine import UNKNOWN, Event, Hand, Move, Seat, fold
from games.presentation.claims import Claimed, Truth
from games.titles.emerald.events import Bribed, Dealt, GoldTaken
from games.titles.emerald.state import Payment
from games.titles.emerald.table import presenter
from tests.titles.claiming import NAMES, against, log
from tests.titles.emerald.scenes import dealt, title

DEAL = Dealt(
    material=1, seats=3, first=Seat(0), gold_up=(), gold_down=(), gold_boxed=(), gems_up=(),
    gems_down=(), gems_boxed=(),
)  # fmt: skip


def took(gold: int, seat: int = 0) -> GoldTaken:
    return GoldTaken(seat=Seat(seat), field=1, gold=gold, under=None)


def paid(seat: int = 0) -> Bribed:
    return Bribed(seat=Seat(seat), colour="red", field=1, gold=UNKNOWN)


def told(*moves: list[Event]) -> list[Move]:
    return log([DEAL], *moves)


def objections(moves: list[Move], *claims: Claimed) -> list[tuple[list[int], str]]:
    return against("emerald", moves, *claims)


TWO_AND_FOUR = told([took(2)], [took(4)], [paid()], [took(2)])  # moves 1 to 4


def test_nobody_holds_gold_that_they_never_took() -> None:
    words = "By then mira had taken no gold 5."
    assert objections(TWO_AND_FOUR, Claimed(0, "hold.5", 3)) == [([0], words)]
    assert objections(TWO_AND_FOUR, Claimed(0, "hold.4", 3)) == []
    assert objections(TWO_AND_FOUR, Claimed(0, "hold.4", 1)) == [
        ([0], "By then mira had taken no gold 4.")
    ]


def test_nobody_paid_who_was_not_asked_to() -> None:
    words = "The log has no payment by tobias."
    assert objections(TWO_AND_FOUR, Claimed(1, "paid.2", 3)) == [([0], words)]


def test_one_payment_was_one_card() -> None:
    claims = Claimed(0, "paid.2", 3), Claimed(0, "paid.4", 4)
    assert objections(TWO_AND_FOUR, *claims) == [([0, 1], "")]


def test_the_only_card_of_its_value_is_either_held_or_paid() -> None:
    gone = Claimed(0, "paid.4", 3)
    assert objections(TWO_AND_FOUR, gone, Claimed(0, "hold.4", 3)) == [([0, 1], "")]
    assert objections(TWO_AND_FOUR, gone, Claimed(0, "hold.4", 2)) == []  # that was before
    assert objections(TWO_AND_FOUR, Claimed(0, "paid.2", 3), Claimed(0, "hold.2", 4)) == []


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("hold.2", (True, True, "")),
        ("hold.4", (False, True, "")),
        ("paid.4", (True, True, "It was gold 4.")),
        ("paid.2", (False, True, "It was gold 4.")),
    ],
)
def test_a_claim_was_true_or_not(code: str, expected: tuple[bool, bool, str]) -> None:
    state = fold(title, dealt(3))
    state.hands[0], state.payments[0] = Hand([2]), (Payment(2, 4),)
    assert presenter.claim_truth(Claimed(0, code, 3), state, TWO_AND_FOUR, NAMES) == Truth(
        *expected
    )


def test_who_paid_nothing_paid_no_gold() -> None:
    found = presenter.claim_truth(
        Claimed(1, "paid.2", 3), fold(title, dealt(3)), TWO_AND_FOUR, NAMES
    )
    assert found == Truth(is_true=False, is_known=True, because="tobias had paid nothing.")
