"""S18 to S24: roles turned up, gold shared, the next round, the end."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine import UNKNOWN, Hand, Seat, redact
from games.titles.saboteur import title
from games.titles.saboteur.events import MatchEnded
from games.titles.saboteur.gold import make_up, picking_order
from games.titles.saboteur.state import Pay, Share
from tests.titles.saboteur.scenes import TO_GOLD, Scene, dig, discard, next_deal, of_type


def miners_win(scene: Scene, *, gold_left: tuple[int, ...]) -> list[Any]:
    return scene.play(dig("NESW", (7, 0)), chance=next_deal(scene, gold=gold_left))


def saboteurs_win(roles: str, *, gold: tuple[int, ...], left: tuple[int, ...]) -> Scene:
    scene = Scene(seats=len(roles), roles=roles, hand="EW", others="", pile="", gold=gold)
    scene.play(discard("EW"), chance=next_deal(scene, gold=left))
    return scene


@pytest.mark.rule("S18")
def test_all_dwarf_cards_are_turned_up_before_the_gold_is_shared() -> None:
    scene = Scene(laid=TO_GOLD, hand="NESW", roles="msm", spare="miner", gold=(2, 1, 1, 1))
    events = miners_win(scene, gold_left=(1, 1))
    ended, drawn = events[2], events[3]
    assert ended.type == "saboteur.round_ended"
    assert (ended.roles, ended.spare) == (("miner", "saboteur", "miner"), "miner")
    assert redact(ended, None) == ended
    assert drawn.type == "saboteur.gold_drawn"
    assert title.rounds(scene.state)[0].shown == {
        "roles": ["miner", "saboteur", "miner"],
        "spare": "miner",
    }


@pytest.mark.rule("S18")
def test_hands_pile_and_face_down_goals_are_not_shown_at_the_end_of_a_round() -> None:
    scene = Scene(laid=TO_GOLD, hand="NESW", others="rockfall map", gold=(1,) * 6)
    events = miners_win(scene, gold_left=(1, 1, 1))
    told = [redact(event, None).to_json() for event in events[:-1]]
    assert "rockfall" not in str(told)
    assert [e["goal"] for e in told if e["type"] == "saboteur.goal_turned"] == [1]


@pytest.mark.rule("S19")
def test_as_many_gold_cards_are_drawn_as_there_are_miners() -> None:
    scene = Scene(seats=5, laid=TO_GOLD, hand="NESW", roles="mmsms", gold=(1, 3, 2, 1, 1, 1))
    events = miners_win(scene, gold_left=(1, 1, 1))
    assert of_type(events, "gold_drawn")[0].order == (0, 3, 1)
    assert [t.card for t in of_type(events, "gold_taken")] == [3, 2, 1]


@pytest.mark.rule("S19")
def test_gold_goes_counter_clockwise_from_the_player_who_reached_it() -> None:
    assert picking_order(Seat(2), ["miner"] * 5) == (2, 1, 0, 4, 3)
    assert picking_order(Seat(0), ["miner", "saboteur", "miner", "miner"]) == (0, 3, 2)


@pytest.mark.rule("S19")
def test_when_a_saboteur_laid_the_winning_card_the_nearest_miner_before_picks_first() -> None:
    assert picking_order(Seat(2), ["miner", "saboteur", "saboteur", "miner"]) == (0, 3)
    scene = Scene(seats=4, laid=TO_GOLD, hand="NESW", roles="smmm", gold=(1, 2, 3, 1, 1))
    events = miners_win(scene, gold_left=(1, 1))
    assert [(t.seat, t.card) for t in of_type(events, "gold_taken")] == [(3, 3), (2, 2), (1, 1)]


@pytest.mark.rule("S19", "S24")
def test_miners_pick_gold_one_after_another_and_the_last_is_not_asked() -> None:
    scene = Scene(seats=4, laid=TO_GOLD, hand="NESW", gold=(3, 2, 2, 1, 1, 1), share_gold="pick")
    scene.play(dig("NESW", (7, 0)))
    assert title.awaiting(scene.state) == {0}
    assert scene.actions(0) == [{"do": "take", "gold": n} for n in (1, 2, 3)]
    scene.play({"do": "take", "gold": 2})
    assert title.awaiting(scene.state) == {3}
    scene.play({"do": "take", "gold": 3}, seat=3)
    assert title.awaiting(scene.state) == {2}
    events = scene.play({"do": "take", "gold": 1}, seat=2, chance=next_deal(scene, gold=(1, 1)))
    assert [(t.seat, t.card) for t in of_type(events, "gold_taken")] == [(2, 1), (1, 2)]
    assert scene.state.number == 2


@pytest.mark.rule("S19")
def test_a_picker_sees_what_lies_there_and_others_do_not() -> None:
    scene = Scene(laid=TO_GOLD, hand="NESW", gold=(3, 2, 1, 1, 1), share_gold="pick")
    offered = of_type(scene.play(dig("NESW", (7, 0))), "gold_offered")[0]
    assert redact(offered, 0).cards == (3, 2, 1)
    assert redact(offered, 1).cards == (UNKNOWN, UNKNOWN, UNKNOWN)


@pytest.mark.rule("S19")
def test_a_gold_card_that_is_not_there_cannot_be_picked() -> None:
    scene = Scene(laid=TO_GOLD, hand="NESW map", gold=(3, 2, 1, 1, 1), share_gold="pick")
    scene.play(dig("NESW", (7, 0)))
    scene.play({"do": "take", "gold": 3})
    assert scene.refusal({"do": "take", "gold": 3}, seat=2) == "not_offered"
    assert scene.refusal({"do": "take", "gold": 2}, seat=1) == "not_awaited"
    assert scene.refusal({"do": "map", "goal": 0}, seat=2) == "pick_gold_first"


@pytest.mark.rule("S20")
@pytest.mark.parametrize(
    ("roles", "nuggets"),
    [("smm", 4), ("smsmm", 3), ("smsmsmm", 3), ("smsmsmsmmm", 2)],
)
def test_saboteurs_are_paid_by_their_number(roles: str, nuggets: int) -> None:
    gold = (3,) * 4 + (2,) * 8 + (1,) * 16
    paid = roles.count("s")
    cards = {4: (3, 1), 3: (3,), 2: (2,)}[nuggets] * paid
    left = list(gold)
    for card in cards:
        left.remove(card)
    scene = saboteurs_win(roles, gold=gold, left=tuple(left))
    for seat, letter in enumerate(roles):
        expected = [{4: [3, 1], 3: [3], 2: [2]}[nuggets], []][letter == "m"]
        assert scene.state.gold_of(seat) == expected


@pytest.mark.rule("S20", "S1")
def test_with_no_saboteur_among_three_players_nobody_gets_anything() -> None:
    scene = saboteurs_win("mmm", gold=(3, 2, 1), left=(3, 2, 1))
    assert [scene.state.gold_of(seat) for seat in range(3)] == [[], [], []]
    assert title.rounds(scene.state)[0].result == {"winner": "saboteurs"}


@pytest.mark.rule("S20")
def test_pay_is_made_up_with_the_fewest_cards_and_of_equally_few_the_highest() -> None:
    assert make_up(4, [3, 2, 2, 1]) == (3, 1)
    assert make_up(4, [2, 2, 1, 1]) == (2, 2)
    assert make_up(4, [3, 2, 1, 1]) == (3, 1)
    assert make_up(4, [3, 2, 2]) == (2, 2)
    assert make_up(4, [2, 1, 1, 1]) == (2, 1, 1)
    assert make_up(3, [2, 1, 3]) == (3,)
    assert make_up(3, [2, 1, 1]) == (2, 1)
    assert make_up(2, [3, 1, 1]) == (1, 1)


@pytest.mark.rule("S20")
def test_saboteurs_are_paid_clockwise_from_the_first_player_of_the_round() -> None:
    scene = Scene(seats=5, roles="smsmm", hand="EW", others="", pile="", gold=(3, 2, 1, 1, 1, 1))
    scene.state.starter = 1
    events = scene.play(discard("EW"), chance=next_deal(scene, gold=(1, 1, 1)))
    paid = of_type(events, "saboteur_paid")
    assert [(p.seat, p.cards) for p in paid] == [(2, (3,)), (0, (2, 1))]


@pytest.mark.rule("S20")
def test_pay_is_public_in_nuggets_and_secret_in_cards() -> None:
    scene = Scene(seats=3, roles="smm", hand="EW", others="", pile="", gold=(2, 2, 1))
    paid = of_type(scene.play(discard("EW"), chance=next_deal(scene, gold=(1,))), "saboteur_paid")
    assert redact(paid[0], 1).nuggets == 4
    assert redact(paid[0], 1).cards == (UNKNOWN, UNKNOWN)
    assert redact(paid[0], 0).cards == (2, 2)


@pytest.mark.rule("S21")
def test_gold_is_secret_until_the_match_ends() -> None:
    scene = Scene(laid=TO_GOLD, hand="NESW", gold=(3, 2, 1, 1), number=3)
    events = scene.play(dig("NESW", (7, 0)))
    for taken in of_type(events, "gold_taken"):
        assert redact(taken, taken.seat).card == taken.card
        assert redact(taken, (taken.seat + 1) % 3).card is UNKNOWN
    ended = events[-1]
    assert isinstance(ended, MatchEnded)
    assert ended.type == "saboteur.match_ended"
    assert redact(ended, None).shares == ((3, 2, 1),)


@pytest.mark.rule("S22")
def test_the_move_that_ends_a_round_deals_the_next_one_with_all_cards_back() -> None:
    scene = Scene(laid=TO_GOLD, hand="NESW", broken={1: "pick"}, gold=(3, 2, 1, 2, 1), roles="mms")
    events = miners_win(scene, gold_left=(1, 1, 2))
    assert events[-1].type == "saboteur.round_dealt"
    state = scene.state
    assert (state.number, state.phase) == (2, "turns")
    assert state.broken == [(), (), ()]
    assert list(state.maze.cards) == [(0, 0)]
    assert len(state.pile) + sum(map(len, state.hands)) == 67
    assert [state.gold_of(seat) for seat in range(3)] == [[3], [2], []]
    assert sorted(state.gold.known()) == [1, 1, 2]


@pytest.mark.rule("S22")
def test_the_gold_pile_is_shuffled_again_for_the_next_round() -> None:
    scene = Scene(laid=TO_GOLD, hand="NESW", gold=(1, 1, 1, 3, 2))
    events = miners_win(scene, gold_left=(2, 3))
    assert of_type(events, "round_dealt")[0].gold == (2, 3)


@pytest.mark.rule("S23")
def test_after_round_three_the_most_nuggets_win() -> None:
    scene = Scene(laid=TO_GOLD, hand="NESW", gold=(3, 2, 1), number=3)
    assert title.outcome(scene.state) is None
    scene.play(dig("NESW", (7, 0)))
    outcome = title.outcome(scene.state)
    assert outcome is not None
    assert outcome.scores == (3, 1, 2)
    assert outcome.winners == (0,)
    assert title.awaiting(scene.state) == frozenset()


@pytest.mark.rule("S23")
def test_a_tie_is_shared() -> None:
    scene = Scene(laid=TO_GOLD, hand="NESW", gold=(2, 1, 1), number=3)
    scene.state.pay.append(Pay(Seat(1), 1, (1,)))
    scene.play(dig("NESW", (7, 0)))
    outcome = title.outcome(scene.state)
    assert outcome is not None
    assert outcome.scores == (2, 2, 1)
    assert outcome.winners == (0, 1)


@pytest.mark.rule("S24")
def test_gold_is_shared_by_itself_unless_the_table_chose_to_pick() -> None:
    option = title.options[0]
    assert (option.name, option.choices, option.default) == (
        "share_gold",
        ("auto", "pick"),
        "auto",
    )
    scene = Scene(laid=TO_GOLD, hand="NESW", gold=(1, 3, 2, 1))
    events = miners_win(scene, gold_left=(1,))
    assert [(t.seat, t.card) for t in of_type(events, "gold_taken")] == [(0, 3), (2, 2), (1, 1)]
    assert of_type(events, "gold_offered") == []


@pytest.mark.rule("S24")
def test_a_single_miner_takes_the_only_card_without_being_asked() -> None:
    scene = Scene(seats=3, roles="mss", laid=TO_GOLD, hand="NESW", gold=(2, 1), share_gold="pick")
    events = miners_win(scene, gold_left=(1,))
    assert [(t.seat, t.card) for t in of_type(events, "gold_taken")] == [(0, 2)]
    assert of_type(events, "gold_offered") == []


def test_gold_before_a_seat_counts_shares_and_pay() -> None:
    scene = Scene()
    scene.state.shares.append(Share((Seat(1), Seat(0)), picked=False, taken=[3, 2]))
    scene.state.pay.append(Pay(Seat(0), 4, (3, 1)))
    assert scene.state.gold_of(0) == [2, 3, 1]
    assert scene.state.gold_of(1) == [3]
    assert scene.state.offer == Hand()
