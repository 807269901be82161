"""What a seat knows."""

from typing import Any

import pytest

from games.engine import UNKNOWN, Chance, is_known
from games.engine.localmatch import LocalMatch
from games.engine.selfplay import play
from tests.titles.lost_mines.scenes import played, scene, title


def test_at_the_deal_a_seat_knows_its_own_card_and_hand_and_everyones_clan() -> None:
    dealt = played(5, "deal", moves=0)
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
    known = played(5, "deal", moves=0).known[None]
    counts = {deck: list(map(is_known, found)) for deck, found in title.census(known).items()}
    assert not any(flag for flags in counts.values() for flag in flags)
    assert {deck: len(flags) for deck, flags in counts.items()} == {
        "cards": 63,
        "treasures": 12,
        "dwarves": 8,
        "mines": 4,
    }


@pytest.mark.parametrize("rules", title.known_rules)
def test_what_is_shown_when_a_match_is_over_is_known_to_all(rules: int) -> None:
    start = scene(
        rounds=2, number=2, hand="NS EW NW", traps=[((1, 2), (2, 2))], paths="2,2 EW", rules=rules
    )
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
    ended = played(3, "ended", moves=0)
    ended.submit(min(title.awaiting(ended.state)), {"do": "call_end"})
    for seat in sorted(title.awaiting(ended.state)):
        ended.submit(seat, {"do": "agree"})
    shown = [event.to_json() for event in ended.moves[-1].events]
    assert [event["type"] for event in shown][:2] == [
        "lost_mines.end_agreed", "lost_mines.round_scored"
    ]  # fmt: skip
    hidden = {"pile", "cards_aside", "treasures_aside", "dwarves_aside"}
    assert all(hidden.isdisjoint(event) for event in shown[:2])


def test_a_copy_shares_nothing_that_changes() -> None:
    match = played(4, "copy", moves=40)
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


def test_a_whole_match_is_played_by_bots_from_what_they_know() -> None:
    match = LocalMatch(title, seats=3, secret=b"whole")
    play(match, ["plain", "random", "plain"], Chance.seeded("whole"))
    assert title.outcome(match.state) is not None
