"""What one can know in The Lost Mines agrees with all deals written out, and denies nothing true."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

from games.engine import covers, is_known
from games.titles.lost_mines import title
from games.titles.lost_mines.cards import MINE_FACES, VALUES, dwarf_parts, dwarves
from games.titles.lost_mines.rules import census
from games.titles.lost_mines.table.knowing import KINDS, kind_of
from tests.titles.knowing import all_known, cases, chapter, fits, odds_of, unseen


def same_shares(one: dict[str, int], other: Counter[str]) -> bool:
    """Whether two counts tell the same chances."""
    return {word: count * other.total() for word, count in one.items()} == {
        word: count * sum(one.values()) for word, count in other.items()
    }


@pytest.mark.parametrize("seats", [3, 5])
def test_characters_are_as_likely_as_among_all_deals_written_out(seats: int) -> None:
    for one in all_known(title, seats=seats, every=25):
        for clan in ("yellow", "blue"):
            members = [seat for seat, back in enumerate(one.known.clans) if back == clan]
            fronts = [part[1] for part in map(dwarf_parts, dwarves(seats)) if part[0] == clan]
            places = [one.known.characters[seat] for seat in members]
            deals = [deal for deal in permutations(fronts, len(members)) if fits(places, deal)]
            for place, seat in enumerate(members):
                if seat != one.seat:
                    met = Counter(deal[place] for deal in deals)
                    assert same_shares(cases(odds_of(one.told, f"seat.{seat}")), met)


def test_mines_are_as_likely_as_among_all_deals_written_out() -> None:
    for one in all_known(title, seats=4, every=12):
        deals = [deal for deal in permutations(MINE_FACES) if fits(one.known.mines, deal)]
        for mine in range(4):
            met = Counter(deal[mine] for deal in deals)
            assert same_shares(cases(odds_of(one.told, f"mine.{mine}")), met)


def test_treasures_are_as_likely_as_among_all_deals_written_out() -> None:
    for one in all_known(title, seats=5, every=25):
        for kind in set(one.known.kinds):
            slots = [slot for slot, back in enumerate(one.known.kinds) if back == kind]
            values = [one.known.values[slot] for slot in slots]
            deals = [deal for deal in permutations(VALUES, len(slots)) if fits(values, deal)]
            for place, slot in enumerate(slots):
                met = Counter(str(deal[place]) for deal in deals)
                assert same_shares(cases(odds_of(one.told, f"treasure.{slot}")), met)


def test_unseen_cards_are_those_that_lie_where_the_reader_did_not_look() -> None:
    for one in all_known(title, seats=4, every=11):
        if one.known.phase == "over":
            continue
        full, known = census(one.full)["cards"], census(one.known)["cards"]
        hidden = Counter(full) - Counter(card for card in known if is_known(card))
        met = Counter(kind_of(str(card)) for card in hidden.elements())
        assert unseen(one.told) == {word: met[kind] for kind, word in KINDS.items()}


def test_nothing_true_is_denied() -> None:
    for one in all_known(title, seats=6, every=13):
        assert covers(one.known, one.full)
        for seat in set(range(6)) - {one.seat}:
            assert cases(odds_of(one.told, f"seat.{seat}"))[one.full.characters[seat]] > 0
        for mine, kind in enumerate(one.full.mines):
            assert cases(odds_of(one.told, f"mine.{mine}"))[kind] > 0
        for slot, value in enumerate(one.full.values):
            assert cases(odds_of(one.told, f"treasure.{slot}"))[str(value)] > 0


def test_what_was_seen_is_told_to_whoever_looked() -> None:
    looked = 0
    for one in all_known(title, seats=4, every=9, seed=3):
        for heading in ("Roles", "Mines", "Treasures"):
            for odds in chapter(one.told, heading).odds:
                for look in odds.looks:
                    looked += 1
                    assert bool(look.saw) == (look.who.seat == one.seat)
    assert looked
