"""What is called out of reach is out of reach: tried in small endgames to the last line of play."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from games.engine import Action, Chance, Hand
from games.engine.matchfile import read
from games.titles.saboteur import title
from games.titles.saboteur.board import GOAL_CELLS, distance
from games.titles.saboteur.cards import Side
from games.titles.saboteur.certainty import (
    cards_needed,
    cards_to_come,
    is_gold_out_of_reach,
    leads_through,
)
from games.titles.saboteur.events import RoundEnded
from games.titles.saboteur.state import State
from games.titles.saboteur.table.story import why_decided
from tests.titles.saboteur.scenes import TO_GOLD, Scene
from tests.titles.saboteur.tables import positions

RECORDED = sorted((Path(__file__).parent / "matches").glob("*.json"))


def endings(state: State, *, helping: Chance | None = None) -> Iterator[Side]:
    """Who wins the round: in every line of play, or in one where all dig for the gold they see."""
    [seat] = title.awaiting(state)
    listed = title.actions(state, seat)
    for action in listed if helping is None else [most_helpful(state, listed, helping)]:
        events = title.decide(state, seat, action, Chance.seeded("endgame"))
        ended = [event for event in events if isinstance(event, RoundEnded)]
        if ended:
            yield ended[0].winner
            continue
        after = state.copy()
        for event in events:
            title.evolve(after, event)
        yield from endings(after, helping=helping)


def most_helpful(state: State, listed: list[Action], chance: Chance) -> Action:
    """Dig nearest to the gold, else repair, else throw away what leads nowhere."""
    gold = next(c for c, goal in zip(GOAL_CELLS, state.goals, strict=True) if goal.value == "gold")

    def rank(action: Action) -> tuple[int, int, int]:
        kept = "card" in action and leads_through(action["card"])
        if action["do"] == "dig" and kept:
            return 0, distance(tuple(action["at"]), gold), chance.pick(5)
        order = {"repair": 1, "rockfall": 2 + chance.pick(3), "discard": 4 if kept else 3}
        return order.get(action["do"], 5), chance.pick(5), 0

    return min(listed, key=rank)


def may_be_won(state: State) -> bool:
    return "miners" in endings(state)


def endgame(seed: int) -> State:
    """Three players with a card each, and a tunnel that is nearly there."""
    chance = Chance.seeded(f"endgame {seed}")

    def one_of(*things: str) -> str:
        return things[chance.pick(len(things))]

    def card() -> str:
        return one_of("EW", "NESW", "NS", "NW", "NE", "NEW", "EWx", "rockfall", "repair:pick")

    tunnel = [one_of("EW", "NESW", "NESW", "NEW") for _ in range(6)]
    gap = one_of("5", "5", "6", "3", "none")
    if gap != "none":
        tunnel[int(gap) - 1] = one_of(".", ".", "NESWx", "NS")
    state = Scene(laid=" ".join(["S", *tunnel]), pile="", broken={1: one_of("", "pick")}).state
    state.hands = [Hand([card()]) for _ in range(3)]
    return state


def test_no_line_of_play_finds_gold_that_is_called_out_of_reach() -> None:
    called = won = 0
    for seed in range(90):
        state = endgame(seed)
        won += (can := may_be_won(state))
        if is_gold_out_of_reach(state):
            called += 1
            assert not can, seed
    assert called > 20  # it is called so often enough
    assert won > 15  # and there is something to be wrong about


def test_gold_that_one_card_reaches_is_out_of_reach_without_it() -> None:
    near = Scene(laid=TO_GOLD, hand="EW", others="map", pile="").state
    assert cards_needed(near) == 1
    assert not is_gold_out_of_reach(near)
    assert is_gold_out_of_reach(Scene(laid=TO_GOLD, hand="EWx", others="map", pile="").state)
    assert is_gold_out_of_reach(Scene(laid=TO_GOLD, hand="NS", others="map", pile="").state)


def test_as_many_cards_as_are_needed_are_enough_and_one_less_is_not() -> None:
    assert cards_needed(Scene(laid="S EW EW", hand="EW EW", others="EW", pile="EW EW").state) == 5
    one_less = Scene(laid="S EW EW", hand="EW EW", others="EW", pile="").state
    assert is_gold_out_of_reach(one_less)


@pytest.mark.rule("S8", "S10")
def test_cards_of_a_player_who_can_never_dig_again_do_not_count() -> None:
    def scene(others: str) -> State:
        return Scene(laid=TO_GOLD, hand="EW", others=others, pile="", broken={0: "lamp"}).state

    assert is_gold_out_of_reach(scene("map"))
    assert is_gold_out_of_reach(scene("repair:pick+cart"))
    assert not is_gold_out_of_reach(scene("repair:lamp+cart"))


@pytest.mark.rule("S11")
def test_a_dead_end_in_the_way_is_none_while_a_rockfall_is_left() -> None:
    blocked = "S NS EWx EW EW EW EW"
    assert is_gold_out_of_reach(Scene(laid=blocked, hand="NS", others="map", pile="").state)
    assert not is_gold_out_of_reach(
        Scene(laid="S EW EWx EW EW EW EW", hand="EW EW", others="rockfall", pile="").state
    )


@pytest.mark.rule("S6", "S11")
def test_a_neighbour_that_does_not_match_is_in_the_way_until_a_rockfall_takes_it() -> None:
    def scene(others: str) -> State:
        walled = f". . . . . . . EW\n{TO_GOLD}"
        return Scene(laid=walled, hand="NESW", others=others, pile="").state

    assert is_gold_out_of_reach(scene("map"))
    assert not is_gold_out_of_reach(scene("rockfall"))


@pytest.mark.rule("S5")
def test_it_is_known_who_draws_which_card() -> None:
    state = Scene(hand="EW NS", others="map map", pile="NW NE EW NS").state
    assert cards_to_come(state) == [
        ["EW", "NS", "NW", "NS"], ["map", "map", "NE"], ["map", "map", "EW"],
    ]  # fmt: skip


def test_from_an_open_position_those_who_help_do_find_the_gold() -> None:
    """Else their failing would prove nothing."""
    chance = Chance.seeded("helping")
    near = Scene(laid="S EW EW EW", hand="EW map", others="EW NS", pile="EW EW").state
    assert not is_gold_out_of_reach(near)
    assert set(endings(near, helping=chance)) == {"miners"}


# Whole matches


def claims(states: Iterator[State]) -> Iterator[tuple[State, Side | None, bool]]:
    """Every position of a match, who won its round in the end, and whether that was called sure."""
    *kept, last = [state.copy() for state in states]
    for state in kept:
        if state.number <= len(last.results) and state.phase == "turns":
            yield state, last.results[state.number - 1].winner, is_gold_out_of_reach(state)


def recorded(path: Path) -> Iterator[State]:
    state = title.initial()
    for move in read(path.read_bytes()).moves:
        for event in move.events:
            title.evolve(state, event)
        yield state


def self_played(seed: int) -> Iterator[State]:
    yield from (match.state for match in positions(seats=3 + seed, seed=seed))


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_no_recorded_match_goes_on_otherwise_than_was_certain(path: Path) -> None:
    assert all(winner == "saboteurs" for _s, winner, sure in claims(recorded(path)) if sure)


@pytest.mark.parametrize("seed", [0, 2, 3])
def test_what_was_certain_stays_so_even_if_everybody_helps_from_there_on(seed: int) -> None:
    chance, was_sure, count = Chance.seeded(seed), dict[int, bool](), 0
    for state, winner, sure in claims(self_played(seed)):
        assert sure or not was_sure.get(state.number)
        first, was_sure[state.number] = sure and not was_sure.get(state.number), sure
        count += sure
        assert not sure or winner == "saboteurs"
        for _ in range(5 if first else 0):
            assert set(endings(state, helping=chance)) == {"saboteurs"}
    assert count


def test_once_gold_is_reached_the_miners_have_it() -> None:
    for match in positions(seats=3, seed=2, share_gold="pick"):
        if match.state.phase == "gold":
            assert why_decided(match.state, ["a", "b", "c"]) == "The miners have reached the gold."
            return
    raise AssertionError("nobody found gold")
