"""What a seat may imagine of what it does not know."""

from collections import Counter

import pytest

from games.engine import Chance, covers
from tests.titles.lost_mines.scenes import played, scene, title


@pytest.mark.parametrize("seats", range(3, 10))
def test_an_imagined_state_is_possible(seats: int) -> None:
    match = played(seats, f"imagined {seats}", moves=60)
    box = {deck: Counter(codes) for deck, codes in title.box(seats).items()}
    for seat in range(seats):
        known, before = match.known[seat], match.known[seat].copy()
        imagined = title.imagine(known, seat, Chance.seeded(f"{seat}"))
        assert known == before
        assert covers(known, imagined)
        assert {deck: Counter(codes) for deck, codes in title.census(imagined).items()} == box
        assert title.actions(imagined, seat) == title.actions(known, seat)


def test_what_was_peeked_at_is_imagined_as_it_is() -> None:
    start = scene(hand="mine|dwarf", hands={1: "mine|treasure"}, characters="loyal saboteur selfish",
                  clans="yellow blue blue", treasures="gold:4 gems:2 gold:1")  # fmt: skip
    start.do({"do": "peek", "card": "mine|dwarf", "seat": 1})
    start.do({"do": "peek", "card": "mine|treasure", "treasure": 1})
    for n in range(20):
        mine = title.imagine(start.known[0], 0, Chance.seeded(f"{n}"))
        theirs = title.imagine(start.known[1], 1, Chance.seeded(f"{n}"))
        assert mine.characters[:2] == ["loyal", "saboteur"]
        assert theirs.values[1] == 2


def test_characters_are_imagined_by_the_counts_of_their_clan() -> None:
    # Three players: one loyal, one selfish, one saboteur in each clan. I am my clan's loyal one.
    start = scene(clans="blue blue yellow", characters="loyal selfish saboteur")
    imagined = Counter(
        tuple(title.imagine(start.known[0], 0, Chance.seeded(f"{n}")).characters[1:])
        for n in range(300)
    )
    assert {mate for mate, _ in imagined} == {"selfish", "saboteur"}
    assert {other for _, other in imagined} == {"loyal", "selfish", "saboteur"}
    assert len(imagined) == 6
    assert min(imagined.values()) > 20


def test_values_are_imagined_among_those_of_their_kind_not_seen() -> None:
    start = scene(treasures="gold:4 gold:2 gems:2", hand="mine|treasure")
    start.do({"do": "peek", "card": "mine|treasure", "treasure": 0})
    imagined = {
        tuple(title.imagine(start.known[0], 0, Chance.seeded(f"{n}")).values) for n in range(100)
    }
    assert {values[0] for values in imagined} == {4}
    assert {values[1] for values in imagined} == {1, 2, 3}
    assert {values[2] for values in imagined} == {1, 2, 3, 4}
