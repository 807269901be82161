"""Well-formed actions that the rules refuse: each by its own code, and nothing changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games.engine import IllegalAction
from games.titles.saboteur import title
from games.titles.saboteur.refusals import explain
from tests.titles.saboteur.scenes import TO_GOLD, Scene, dig, discard

HAND = "EW NW EWx map rockfall break:pick repair:lamp repair:pick+lamp"


def scene() -> Scene:
    return Scene(laid=TO_GOLD, hand=HAND, broken={1: "pick"})


def broken() -> Scene:
    return Scene(hand=HAND, broken={0: "pick lamp"})


def cut_off() -> Scene:
    return Scene(laid="S . EW", hand=HAND)


def goal_up() -> Scene:
    position = Scene(hand=HAND)
    position.state.goals[1].turn_up("gold")
    return position


def picking() -> Scene:
    """Seat 0 has reached the gold and is to pick a card."""
    position = Scene(laid=TO_GOLD, hand="NESW", share_gold="pick", gold=(3, 2, 1))
    position.play(dig("NESW", (7, 0)))
    return position


REFUSED: list[tuple[str, dict[str, Any]]] = [
    ("not_in_hand", dig("NESW", (1, 0))),
    ("not_in_hand", discard("NESW")),
    ("not_in_hand", {"do": "break", "tool": "cart", "seat": 1}),
    ("not_in_hand", {"do": "repair", "card": "cart", "tool": "cart", "seat": 1}),
    ("unknown_card", dig("WE", (1, 0))),
    ("unknown_card", dig("map", (1, 0))),
    ("unknown_card", dig("", (1, 0))),
    ("unknown_card", dig("x" * 1_000_000, (1, 0))),
    ("unknown_card", discard("?")),
    ("unknown_card", discard("pick")),
    ("unknown_card", {"do": "break", "tool": "hammer", "seat": 1}),
    ("unknown_card", {"do": "repair", "card": "lamp+pick", "tool": "lamp", "seat": 1}),
    ("same_turned", dig("EW", (1, 0), turned=True)),
    ("same_turned", dig("EWx", (1, 0), turned=True)),
    ("goal_there", dig("EW", (8, 0))),
    ("goal_there", dig("EW", (8, -2))),
    ("card_there", dig("EW", (0, 0))),
    ("card_there", dig("EW", (6, 0))),
    ("no_neighbour", dig("EW", (5, 5))),
    ("no_neighbour", dig("EW", (10**15, -(10**15)))),
    ("no_neighbour", dig("EW", (9, 0))),
    ("sides_differ", dig("NW", (1, 1), turned=True)),
    ("sides_differ", dig("EW", (0, 1))),
    ("already_broken", {"do": "break", "tool": "pick", "seat": 1}),
    ("no_such_seat", {"do": "break", "tool": "pick", "seat": 3}),
    ("no_such_seat", {"do": "break", "tool": "pick", "seat": -1}),
    ("no_such_seat", {"do": "break", "tool": "pick", "seat": 10**30}),
    ("no_such_seat", {"do": "repair", "card": "lamp", "tool": "lamp", "seat": -1}),
    ("not_broken", {"do": "repair", "card": "lamp", "tool": "lamp", "seat": 0}),
    ("not_broken", {"do": "repair", "card": "pick+lamp", "tool": "pick", "seat": 2}),
    ("wrong_tool", {"do": "repair", "card": "lamp", "tool": "pick", "seat": 1}),
    ("wrong_tool", {"do": "repair", "card": "pick+lamp", "tool": "cart", "seat": 1}),
    ("unknown_tool", {"do": "repair", "card": "lamp", "tool": "hammer", "seat": 1}),
    ("never_removed", {"do": "rockfall", "at": [0, 0]}),
    ("never_removed", {"do": "rockfall", "at": [8, 2]}),
    ("no_card_there", {"do": "rockfall", "at": [3, 3]}),
    ("no_such_goal", {"do": "map", "goal": 3}),
    ("no_such_goal", {"do": "map", "goal": -1}),
    ("no_gold_now", {"do": "take", "gold": 3}),
]


REFUSED_ELSEWHERE: list[tuple[Callable[[], Scene], str, dict[str, Any]]] = [
    (broken, "tool_broken", dig("EW", (1, 0))),
    (broken, "tool_broken", dig("EW", (8, 0))),
    (cut_off, "not_joined", dig("EW", (3, 0))),
    (goal_up, "face_up", {"do": "map", "goal": 1}),
    (picking, "pick_gold_first", discard("EW")),
    (picking, "pick_gold_first", dig("EW", (1, 0))),
    (picking, "not_offered", {"do": "take", "gold": 4}),
    (picking, "not_offered", {"do": "take", "gold": 10**30}),
]


def refused(position: Scene, action: Any, seat: int | None = 0) -> IllegalAction:
    with pytest.raises(IllegalAction) as caught:
        title.check(position.state, seat, action)
    return caught.value


def one_of_each() -> dict[str, IllegalAction]:
    """A refusal for every code there is."""
    cases = [(scene, *case) for case in REFUSED] + REFUSED_ELSEWHERE
    found = {code: refused(setting(), action) for setting, code, action in cases}
    # Any card in hand may be discarded, so this is never said: what is asked here is listed.
    return {**found, "not_possible": explain(scene().state, 0, discard("map"))}


@pytest.mark.parametrize(("code", "action"), REFUSED)
def test_what_the_rules_forbid_is_refused_with_its_reason(
    code: str, action: dict[str, Any]
) -> None:
    refused_by_code(scene(), code, action)


@pytest.mark.parametrize(("setting", "code", "action"), REFUSED_ELSEWHERE)
def test_what_a_position_forbids_is_refused_with_its_reason(
    setting: Callable[[], Scene], code: str, action: dict[str, Any]
) -> None:
    refused_by_code(setting(), code, action)


def refused_by_code(position: Scene, code: str, action: dict[str, Any]) -> None:
    before = position.state.copy()
    error = refused(position, action)
    assert error.code == code
    assert error.message.count(".") == 1
    assert len(error.message) < 200
    assert position.state == before


@pytest.mark.rule("S8")
def test_a_player_is_told_every_tool_that_is_broken() -> None:
    error = refused(broken(), dig("EW", (1, 0)))
    assert error.message == "You cannot dig: broken pick, lamp."
    assert error.facts == {"tools": ["pick", "lamp"]}


@pytest.mark.parametrize("seat", [1, 2, 3, -1, None])
def test_only_the_seat_on_turn_is_heard(seat: int | None) -> None:
    position = scene()
    for action in position.actions(0):
        assert refused(position, action, seat).code == "not_awaited"


def test_nobody_is_heard_once_the_match_is_over() -> None:
    position = Scene(laid=TO_GOLD, hand="NESW", gold=(1, 1, 1), number=3)
    position.play(dig("NESW", (7, 0)))
    assert position.refusal(discard("EW"), seat=1) == "match_over"
