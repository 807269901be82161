"""What a seat knows, and what it may imagine of the rest."""

from collections import Counter
from typing import Any

import pytest

from games.engine import UNKNOWN, Chance, covers, is_known
from games.engine.selfplay import play
from games.engine.table import Table
from tests.titles.lost_mines.scenes import scene, title


def table(seats: int, seed: str, *, moves: int) -> Table[Any]:
    """A real match, some way in."""
    made = Table(title, seats=seats, secret=seed.encode())
    bots = Chance.seeded(seed)
    for _ in range(moves):
        seat = min(title.awaiting(made.state))
        bots.draws.clear()
        made.submit(seat, title.bots["plain"](made.known[seat], seat, bots))
    return made


def test_at_the_deal_a_seat_knows_its_own_card_and_hand_and_everyones_clan() -> None:
    dealt = table(5, "deal", moves=0)
    for seat in range(5):
        known = dealt.known[seat]
        assert known.clans == dealt.state.clans
        assert known.kinds == dealt.state.kinds
        assert [is_known(character) for character in known.characters] == [
            other == seat for other in range(5)
        ]
        assert known.hands[seat] == dealt.state.hands[seat]
        assert known.hands[(seat + 1) % 5].unknown_count() == 5
        hidden = (known.pile, known.cards_aside, known.mines, known.values, known.treasures_aside)
        assert all(card is UNKNOWN for zone in hidden for card in zone)


def test_a_spectator_knows_no_card_at_the_deal() -> None:
    known = table(5, "deal", moves=0).known[None]
    counts = {deck: list(map(is_known, found)) for deck, found in title.census(known).items()}
    assert not any(flag for flags in counts.values() for flag in flags)
    assert {deck: len(flags) for deck, flags in counts.items()} == {
        "cards": 63,
        "treasures": 12,
        "dwarves": 8,
        "mines": 4,
    }


def test_what_is_shown_when_a_round_is_scored_is_known_to_all() -> None:
    start = scene(rounds=2, number=2, hand="NS EW NW", traps=[((1, 2), (2, 2))], paths="2,2 EW")
    start.discard("NS").walk((2, 2), picks=[0])
    start.do({"do": "call_end"}).vote(0, "agree").vote(2, "agree")
    for known in start.known.values():
        assert known.hands == start.state.hands
        assert known.discards == start.state.discards == [("NS",), (), ()]
        assert known.lost == start.state.lost == [("EW",), (), ()]
        assert known.characters == start.state.characters
        assert known.values == start.state.values
        assert known.mines == start.state.mines


def test_the_pile_and_what_was_put_aside_are_not_shown() -> None:
    ended = table(3, "ended", moves=0)
    ended.submit(min(title.awaiting(ended.state)), {"do": "call_end"})
    for seat in sorted(title.awaiting(ended.state)):
        ended.submit(seat, {"do": "agree"})
    [scored] = [e for move in ended.moves for e in move.events if e.type == "lost_mines.scored"]
    assert {"pile", "cards_aside", "treasures_aside", "dwarves_aside"}.isdisjoint(scored.to_json())


@pytest.mark.parametrize("seats", range(3, 10))
def test_an_imagined_state_is_possible(seats: int) -> None:
    played = table(seats, f"imagined {seats}", moves=60)
    box = {deck: Counter(codes) for deck, codes in title.box(seats).items()}
    for seat in range(seats):
        known, before = played.known[seat], played.known[seat].copy()
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


def test_a_copy_shares_nothing_that_changes() -> None:
    match = table(4, "copy", moves=40)
    before, twin = match.state.copy(), match.state.copy()
    play_on(twin)
    assert match.state == before
    assert twin != before


def play_on(state: Any) -> None:
    chance = Chance.seeded("on")
    while title.outcome(state) is None:
        seat = min(title.awaiting(state))
        listed = title.actions(state, seat)
        for event in title.decide(state, seat, listed[chance.pick(len(listed))], chance):
            title.evolve(state, event)


def test_the_picture_shows_the_forest_and_nothing_unknown() -> None:
    start = scene("2,2 EW:tree  3,2 NW'", hand="EW", up={1: "NES"}, dragon=1, tools=[(2, 2)],
                  traps=[((3, 2), (3, 3))])  # fmt: skip
    lines = title.picture(start.known[0]).splitlines()
    assert lines[8].startswith(" . -*--t- +-")
    assert lines[8].endswith("S- .")
    assert "> 0 yellow loyal at 1,2 hand EW treasures none" in lines
    assert "  1 blue ? at 1,4 with the dragon hand ? treasures none" in lines
    assert "  trap of 0 between (3, 2) and (3, 3)" in lines


def test_a_whole_match_is_played_by_bots_from_what_they_know() -> None:
    match = Table(title, seats=3, secret=b"whole")
    play(match, ["plain", "random", "plain"], Chance.seeded("whole"))
    assert title.outcome(match.state) is not None
