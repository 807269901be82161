"""Well-formed actions that the rules refuse: each by its own code, and nothing changes."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine import IllegalAction
from games.titles.saboteur import title
from tests.titles.saboteur.scenes import TO_GOLD, Scene, dig, discard

HAND = "EW NW EWx map rockfall break:pick repair:lamp repair:pick+lamp"

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


def scene() -> Scene:
    return Scene(laid=TO_GOLD, hand=HAND, broken={1: "pick"})


@pytest.mark.parametrize(("code", "action"), REFUSED)
def test_what_the_rules_forbid_is_refused_with_its_reason(
    code: str, action: dict[str, Any]
) -> None:
    position = scene()
    before = position.state.copy()
    with pytest.raises(IllegalAction) as caught:
        title.check(position.state, 0, action)
    assert caught.value.code == code
    assert caught.value.message.count(".") == 1
    assert len(caught.value.message) < 200
    assert position.state == before


@pytest.mark.parametrize("seat", [1, 2, 3, -1, None])
def test_only_the_seat_on_turn_is_heard(seat: int | None) -> None:
    position = scene()
    for action in position.actions(0):
        with pytest.raises(IllegalAction) as caught:
            title.check(position.state, seat, action)
        assert caught.value.code == "not_awaited"


def test_nobody_is_heard_once_the_match_is_over() -> None:
    position = Scene(laid=TO_GOLD, hand="NESW", gold=(1, 1, 1), number=3)
    position.play(dig("NESW", (7, 0)))
    assert position.refusal(discard("EW"), seat=1) == "match_over"
