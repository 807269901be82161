"""What one can know in Saboteur agrees with all deals written out, and never denies what is true."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations, combinations_with_replacement, permutations
from math import comb, prod

import pytest

from games.engine import UNKNOWN, Draws, Maybe, Pile, Seat, covers, is_known, seen
from games.presentation.knowing import SAMPLES, margin, sampled
from games.titles.saboteur import title
from games.titles.saboteur.cards import GOALS, GOLD_BOX, dwarf_cards
from games.titles.saboteur.events import RoundEnded
from games.titles.saboteur.imagine import imagine_gold
from games.titles.saboteur.rules import census
from games.titles.saboteur.state import Share, State
from games.titles.saboteur.table.knowing import KINDS, gold_cases, kind_of, nuggets_counted
from tests.titles.knowing import all_known, cases, chapter, fits, odds_of, unseen


@pytest.mark.parametrize("seats", [3, 5])
def test_roles_are_as_likely_as_among_all_deals_written_out(seats: int) -> None:
    for one in all_known(title, seats=seats, every=25):
        places = [slot.value for slot in (*one.known.roles, one.known.spare)]
        deals = [deal for deal in set(permutations(dwarf_cards(seats))) if fits(places, deal)]
        for seat in set(range(seats)) - {one.seat}:
            met = Counter(deal[seat] for deal in deals)
            told = cases(odds_of(one.told, f"seat.{seat}"))
            assert {word: count * len(deals) for word, count in told.items()} == {
                role: count * sum(told.values()) for role, count in met.items()
            }


def test_how_many_saboteurs_there_are_is_counted_over_all_deals() -> None:
    one = next(known for known in all_known(title, seats=5, seed=2) if known.seat == 0)
    mine = one.known.roles[0].value
    deals = [deal for deal in permutations(dwarf_cards(5)) if deal[0] == mine]
    met = Counter(deal[1:5].count("saboteur") for deal in deals)
    most = max(met)
    share = f"{met[most] * 5 // len(deals)} of 5 deals"
    assert share in chapter(one.told, "Roles").foot


def test_gold_is_where_it_is_in_some_deal_written_out() -> None:
    for one in all_known(title, seats=4, every=11):
        goals = [slot.value for slot in one.known.goals]
        deals = [deal for deal in permutations(GOALS) if fits(goals, deal)]
        met = Counter(deal.index("gold") for deal in deals)
        told = gold_cases(goals)
        assert {goal for goal, count in told.items() if count} == set(met)
        assert one.full.goals[next(iter(met))].value == "gold" or len(met) > 1


def test_unseen_cards_are_those_that_lie_where_the_reader_did_not_look() -> None:
    for one in all_known(title, seats=4, every=11):
        if one.known.phase != "turns":
            continue
        full, known = census(one.full)["deck"], census(one.known)["deck"]
        hidden = Counter(full) - Counter(card for card in known if is_known(card))
        met = Counter(kind_of(str(card)) for card in hidden.elements())
        assert unseen(one.told) == {word: met[kind] for kind, word in KINDS.items()}


def test_nothing_true_is_denied() -> None:
    for one in all_known(title, seats=5, every=13):
        assert covers(one.known, one.full)
        for seat in set(range(5)) - {one.seat}:
            told = cases(odds_of(one.told, f"seat.{seat}"))
            assert told[one.full.roles[seat].value] > 0


def test_looks_are_those_of_the_log_and_what_was_seen_is_told_to_whoever_looked() -> None:
    told = False
    for one in all_known(title, seats=3, every=5, seed=4):
        looks = chapter(one.told, "Who looked where").looks
        assert looks is not None
        for row in looks.rows:
            for goal, cell in enumerate(row.cells):
                for look in cell.looks:
                    assert bool(look.saw) == (row.who.seat == one.seat)
                    told = True
                    if look.saw:
                        card = one.full.goals[goal].value
                        assert look.saw == ("gold" if card == "gold" else "stone")
    assert told


# Gold


def after_a_round_of_the_miners(*shares: Share) -> State:
    """What is known of gold that three miners took in rounds of theirs."""
    ended = RoundEnded(winner="miners", roles=("miner", "miner", "miner"), spare="saboteur")
    state = State(seats=3, phase="turns", number=1 + len(shares))
    state.starters, state.results = [Seat(0)] * state.number, [ended] * len(shares)
    state.shares = list(shares)
    state.gold = Pile([UNKNOWN] * (len(GOLD_BOX) - 3 * len(shares)))
    return state


def best_first(*taken: Maybe[int]) -> Share:
    return Share((Seat(0), Seat(1), Seat(2)), picked=False, taken=list(taken))


def test_gold_is_counted_as_among_all_deals_written_out() -> None:
    """Three of all gold cards, the best first; the second was a 2."""
    known = after_a_round_of_the_miners(best_first(UNKNOWN, 2, UNKNOWN))
    deals = (tuple(sorted(deal, reverse=True)) for deal in combinations(GOLD_BOX, 3))
    assert nuggets_counted(known) == Counter(deal for deal in deals if deal[1] == 2)


def test_gold_of_two_rounds_is_counted_as_among_all_deals_written_out() -> None:
    known = after_a_round_of_the_miners(
        best_first(UNKNOWN, UNKNOWN, 1), best_first(3, UNKNOWN, UNKNOWN)
    )
    met, box = Counter[tuple[int, ...]](), Counter(GOLD_BOX)
    for one in combinations_with_replacement((3, 2, 1), 3):
        for other in combinations_with_replacement((3, 2, 1), 3):
            if one[2] == 1 and other[0] == 3:
                # So many deals there are of cards that can be told apart.
                first, left = Counter(one), box - Counter(one)
                ways = [comb(box[value], count) for value, count in first.items()]
                ways += [comb(left[value], count) for value, count in Counter(other).items()]
                met[tuple(a + b for a, b in zip(one, other, strict=True))] += prod(ways)
    assert nuggets_counted(known) == Counter({sums: n for sums, n in met.items() if n})


def test_gold_that_was_picked_is_estimated_within_the_error_that_is_told() -> None:
    """The second saw a 3 and a 1 and took the 3: the first has any card but those."""
    share = Share(
        (Seat(0), Seat(1), Seat(2)),
        picked=True,
        taken=[UNKNOWN, 3, 1],
        offers=[(UNKNOWN, UNKNOWN, UNKNOWN), (3, 1)],
    )
    known = after_a_round_of_the_miners(share)

    def first(chance: Draws) -> list[Maybe[int]]:
        imagined = known.copy()
        imagine_gold(imagined, chance)
        return [imagined.shares[0].taken[0]]

    met = sampled(first)
    left = Counter(GOLD_BOX) - Counter([3, 1])
    for card, count in left.items():
        error = abs(met[card] / SAMPLES - count / left.total())
        assert error <= margin([met[card]]) / 100


def test_the_true_gold_is_among_what_is_counted() -> None:
    counted = 0
    for seats in (3, 5):
        for one in all_known(title, seats=seats, every=30, wild=False):
            if one.full.phase == "turns" and one.full.number > 1:
                true = tuple(sum(seen(one.full.gold_of(seat))) for seat in range(seats))
                assert nuggets_counted(one.known)[true] > 0
                counted += len(nuggets_counted(one.known)) > 1
    assert counted


@pytest.mark.parametrize(
    ("share_gold", "how"),
    [("auto", r"Counted, exact\."), ("pick", r"Estimated from 400 deals, ±\d+ %\.")],
)
def test_who_is_ahead_is_told_with_how_it_was_found_out(share_gold: str, how: str) -> None:
    one = next(
        one
        for seed in range(20)
        for one in all_known(
            title, seats=3, every=30, seed=seed, options={"share_gold": share_gold}, wild=False
        )
        if any(chapter.heading == "Gold" for chapter in one.told.chapters)
    )
    assert re.fullmatch(how, chapter(one.told, "Gold").foot)
