"""What a seat may imagine: everything it does not know, dealt anew, and nothing it knows changed."""

from __future__ import annotations

from collections import Counter

import pytest

from games.engine import UNKNOWN, Chance, Maybe, covers, seen
from games.engine.localmatch import LocalMatch
from games.titles.saboteur import title
from games.titles.saboteur.bot import plain
from games.titles.saboteur.gold import make_up
from games.titles.saboteur.imagine import best_first
from games.titles.saboteur.state import State


def halfway(seed: int, *, seats: int, share_gold: str = "auto") -> LocalMatch[State]:
    """A match of plain bots in its third round."""
    table = LocalMatch(
        title, seats=seats, options={"share_gold": share_gold}, secret=f"imagine {seed}".encode()
    )
    chance = Chance.seeded(seed)
    while table.state.number < 3 or len(table.state.pile) > 20:
        (seat,) = title.awaiting(table.state)
        table.submit(seat, plain(table.known[seat], seat, chance))
        if title.outcome(table.state) is not None:
            break
    return table


@pytest.mark.parametrize("share_gold", ["auto", "pick"])
@pytest.mark.parametrize("seed", range(6))
def test_an_imagined_state_agrees_with_all_that_the_seat_knows(seed: int, share_gold: str) -> None:
    table = halfway(seed, seats=4 + seed % 3, share_gold=share_gold)
    for seat, known in table.known.items():
        imagined = title.imagine(known, seat, Chance.seeded(seed))
        assert covers(known, imagined)
        assert covers(imagined, imagined)
        box = title.box(table.seats)
        for deck, cards in title.census(imagined).items():
            assert Counter(cards) == Counter(box[deck])


def test_imagination_varies_what_is_hidden() -> None:
    table = halfway(1, seats=5)
    chance = Chance.seeded("many")
    worlds = [title.imagine(table.known[0], 0, chance) for _ in range(20)]
    assert len({str(world.hands[1].known()) for world in worlds}) > 5
    assert len({tuple(slot.value for slot in world.roles) for world in worlds}) > 1
    assert {world.roles[0].value for world in worlds} == {table.state.roles[0].value}


@pytest.mark.rule("S20")
@pytest.mark.parametrize("seed", range(8))
def test_imagined_pay_adds_up_to_the_nuggets_that_everyone_saw(seed: int) -> None:
    table = halfway(seed, seats=5)
    imagined = title.imagine(table.known[None], None, Chance.seeded(seed))
    for pay in imagined.pay:
        assert sum(card for card in pay.cards if isinstance(card, int)) == pay.nuggets
        assert len(pay.cards) <= len(make_up(pay.nuggets, [1, 1, 1, 1]))


@pytest.mark.rule("S24")
def test_imagined_shares_never_rise_when_everyone_took_the_best_card_left() -> None:
    shares = 0
    for seed in range(10):
        table = halfway(seed, seats=5)
        for seat in (None, 0, 3):
            imagined = title.imagine(table.known[seat], seat, Chance.seeded(seed))
            for share in imagined.shares:
                shares += 1
                assert share.taken == sorted(seen(share.taken), reverse=True)
    assert shares > 10


@pytest.mark.rule("S19")
def test_a_picker_imagines_that_later_miners_took_what_it_left_lying() -> None:
    seen = 0
    for seed in range(12):
        table = halfway(seed, seats=5, share_gold="pick")
        for number, share in enumerate(table.state.shares):
            for place, seat in enumerate(share.order[:-1]):
                imagined = title.imagine(table.known[seat], seat, Chance.seeded(seed))
                left = Counter(imagined.shares[number].taken[place + 1 :])
                assert left == Counter(share.taken[place + 1 :])
                seen += 1
    assert seen > 10


@pytest.mark.rule("S24")
def test_cards_that_hardly_ever_come_by_chance_are_found_around_ones_own() -> None:
    """Met by self-play: with none that fitted after fifty tries, it imagined what it knew to be
    otherwise.
    """
    taken: list[Maybe[int]] = [UNKNOWN, UNKNOWN, UNKNOWN, 3, UNKNOWN]
    pool = [*[1] * 40, 3, 3, 3]
    assert best_first(taken, pool, Chance(b"rare")) == [3, 3, 3, 3, 1]
    assert sorted(pool) == [1] * 39
    assert best_first([UNKNOWN, 3], [1, 2], Chance(b"none")) is None
