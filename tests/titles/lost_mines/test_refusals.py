"""Well-formed actions that are not allowed, and the reason given for each."""

from collections.abc import Callable
from typing import Any

import pytest

from games.engine import IllegalAction
from games.titles.lost_mines.refusals import REASONS, VERBS, explain
from games.titles.lost_mines.rules import FORMS
from tests.titles.lost_mines.scenes import Scene, scene, title

FOREST = "2,2 EW  3,2 EW:tree  2,4 NESW  3,4 EW:rocks"
EDGE = ((1, 2), (2, 2))


def at_play() -> Scene:
    return scene(FOREST, seats=4, hand="EW NW axe boat mine|dwarf mine|treasure storm trap troll",
                 at={1: (2, 4)}, traps=[EDGE], up={1: "NES"}, held={1: 2})  # fmt: skip


def at_walk() -> Scene:
    return scene(FOREST + "  1,3 NS  5,2 EW", at={1: (3, 4), 0: (2, 4)}, hand="EW storm").discard(
        "storm"
    )


def at_take() -> Scene:
    start = scene("8,2 EW", seats=4, hand="storm", up={1: "NESW"}, at={0: (8, 2)},
                  treasures="silver:1 gold:1 silver:2 silver:3", held={3: 1})  # fmt: skip
    return start.discard("storm").walk((9, 2))


def lay(card: str, *at: int, turned: bool = False) -> dict[str, Any]:
    return {"do": "lay", "card": card, "at": list(at), "turned": turned}


def edge(kind: str, *fields: list[int]) -> dict[str, Any]:
    return {"do": kind, "edge": list(fields)}


def peek(card: str, **what: int) -> dict[str, Any]:
    return {"do": "peek", "card": card, **what}


Case = tuple[dict[str, Any], str]

BAD_AT_PLAY: list[Case] = [
    (lay("EWS", 3, 2), "no_such_card"),
    (lay("x" * 3000, 3, 2), "no_such_card"),
    (lay("axe", 3, 2), "not_a_path"),
    (lay("NESW", 0, 2), "not_in_hand"),
    (lay("EW", 11, 0), "off_board"),
    (lay("EW", 0, 7), "off_board"),
    (lay("EW", -1, 2), "off_board"),
    (lay("EW", 10**15, 2), "off_board"),
    (lay("EW", 9, 0), "a_mine_lies_there"),
    (lay("EW", 9, 2), "a_mine_lies_there"),
    (lay("EW", 1, 2), "not_empty"),
    (lay("EW", 2, 2), "not_empty"),
    (lay("EW", 6, 1), "no_neighbour"),
    (lay("EW", 8, 0), "no_neighbour"),
    (lay("EW", 4, 2, turned=True), "turned_alike"),
    (lay("EW", 1, 1), "south_differs"),
    (lay("NW", 4, 2, turned=True), "west_differs"),
    (lay("EW", 3, 1), "no_way_on"),
    ({"do": "tool", "tool": "saw", "at": [3, 2]}, "no_such_tool"),
    ({"do": "tool", "tool": "rope", "at": [3, 2]}, "not_in_hand"),
    ({"do": "tool", "tool": "axe", "at": [3, 9]}, "off_board"),
    ({"do": "tool", "tool": "axe", "at": [2, 2]}, "axe_needs_tree"),
    ({"do": "tool", "tool": "boat", "at": [3, 2]}, "boat_needs_lake"),
    (peek("mine|gold", mine=0), "no_such_card"),
    (peek("axe", mine=0), "not_information"),
    (peek("treasure|dwarf", seat=1), "not_in_hand"),
    (peek("mine|dwarf", treasure=0), "not_shown"),
    (peek("mine|treasure", seat=1), "not_shown"),
    (peek("mine|dwarf", mine=4), "no_such_mine"),
    (peek("mine|dwarf", mine=-1), "no_such_mine"),
    (peek("mine|dwarf", mine=1), "mine_is_up"),
    (peek("mine|treasure", treasure=4), "no_such_slot"),
    (peek("mine|treasure", treasure=-1), "no_such_slot"),
    (peek("mine|treasure", treasure=1), "taken"),
    (peek("mine|dwarf", seat=0), "own_dwarf"),
    (peek("mine|dwarf", seat=4), "no_such_seat"),
    (peek("mine|dwarf", seat=-1), "no_such_seat"),
    (edge("trap", [2, 2], [2, 7]), "off_board"),
    (edge("trap", [2, 2], [4, 2]), "not_an_edge"),
    (edge("trap", [2, 2], [2, 2]), "not_an_edge"),
    (edge("troll", [10, 2], [0, 3]), "not_an_edge"),
    (edge("trap", [3, 2], [2, 2]), "edge_backwards"),
    (edge("troll", [1, 2], [2, 2]), "token_there"),
    (edge("trap", [8, 0], [9, 0]), "face_down_mine"),
    (edge("troll", [6, 5], [7, 5]), "no_path_there"),
    (edge("trap", [2, 1], [2, 2]), "no_path_there"),
    ({"do": "storm", "at": [-1, 0]}, "off_board"),
    ({"do": "storm", "at": [1, 2]}, "start_stays"),
    ({"do": "storm", "at": [9, 2]}, "mine_stays"),
    ({"do": "storm", "at": [6, 6]}, "no_card_there"),
    ({"do": "storm", "at": [2, 4]}, "dwarf_there"),
    ({"do": "discard", "cards": []}, "wrong_number"),
    ({"do": "discard", "cards": ["EW", "NW", "axe"]}, "wrong_number"),
    ({"do": "discard", "cards": ["?"]}, "no_such_card"),
    ({"do": "discard", "cards": ["NS"]}, "not_in_hand"),
    ({"do": "discard", "cards": ["EW", "EW"]}, "not_so_many"),
    ({"do": "discard", "cards": ["NW", "EW"]}, "not_in_order"),
    ({"do": "walk", "to": [2, 2]}, "play_first"),
    ({"do": "take", "slot": 0}, "play_first"),
    ({"do": "agree"}, "play_first"),
]

BAD_AT_WALK: list[Case] = [
    ({"do": "walk", "to": [11, 2]}, "off_board"),
    ({"do": "walk", "to": [2, 4]}, "stands_there"),
    ({"do": "walk", "to": [6, 5]}, "no_card_there"),
    ({"do": "walk", "to": [3, 2]}, "tree_in_the_way"),
    ({"do": "walk", "to": [3, 4]}, "occupied"),
    ({"do": "walk", "to": [5, 2]}, "out_of_reach"),
    ({"do": "walk", "to": [9, 2]}, "out_of_reach"),
    ({"do": "storm", "at": [2, 2]}, "walk_now"),
    ({"do": "call_end"}, "walk_now"),
    ({"do": "leave"}, "walk_now"),
]

BAD_AT_TAKE: list[Case] = [
    ({"do": "take", "slot": 4}, "no_such_slot"),
    ({"do": "take", "slot": -1}, "no_such_slot"),
    ({"do": "take", "slot": 3}, "taken"),
    ({"do": "take", "slot": 1}, "no_gold_here"),
    ({"do": "leave"}, "must_take"),
    ({"do": "stay"}, "take_first"),
]


def lakes_and_pits() -> Scene:
    return scene("1,1 NS  2,2 EW:pit  2,4 NESW:lake", hand="storm NS").discard("storm")


def overcome() -> Scene:
    return scene("2,2 EW:tree", tools=[(2, 2)], hand="axe rope")


def beside_starts() -> Scene:
    return scene(hand="EW NS")


def closed_mine() -> Scene:
    return scene("8,2 EW", hand="trap", up={1: "NES"})


def on_the_gold_mine() -> Scene:
    start = scene("8,0 EW", seats=4, hand="storm", up={0: "NESW"}, at={0: (8, 0)},
                  treasures="gold:1 silver:1 gold:2 gems:3")  # fmt: skip
    return start.discard("storm").walk((9, 0))


def voting() -> Scene:
    return scene(seats=4, out=[2, 3]).do({"do": "call_end"})


def voted_down() -> Scene:
    return voting().vote(1, "refuse")


BAD_ELSEWHERE: list[tuple[Callable[[], Scene], dict[str, Any], str]] = [
    (beside_starts, lay("EW", 1, 3), "north_differs"),
    (beside_starts, lay("NS", 0, 2), "east_differs"),
    (overcome, {"do": "tool", "tool": "axe", "at": [2, 2]}, "already_overcome"),
    (overcome, {"do": "tool", "tool": "rope", "at": [1, 2]}, "rope_needs_pit"),
    (closed_mine, edge("trap", [8, 2], [9, 2]), "paths_do_not_meet"),
    (lakes_and_pits, {"do": "walk", "to": [2, 2]}, "pit_in_the_way"),
    (lakes_and_pits, {"do": "walk", "to": [2, 4]}, "lake_in_the_way"),
    (on_the_gold_mine, {"do": "take", "slot": 1}, "no_silver_here"),
    (on_the_gold_mine, {"do": "take", "slot": 3}, "no_gems_here"),
    (voting, {"do": "stay"}, "vote_now"),
    (voted_down, {"do": "call_end"}, "called_before"),
]


def one_of_each() -> dict[str, IllegalAction]:
    """A refusal for every code there is."""
    cases: list[tuple[Callable[[], Scene], dict[str, Any], str]] = [
        (at_play, *case) for case in BAD_AT_PLAY
    ]
    cases += [(at_walk, *case) for case in BAD_AT_WALK]
    cases += [(at_take, *case) for case in BAD_AT_TAKE]
    cases += BAD_ELSEWHERE
    found = {code: start().refusal(action) for start, action, code in cases}
    # Whoever may walk may stay, so this is never said: what is asked here is listed.
    return {**found, "not_now": explain(at_walk().state, 0, {"do": "stay"})}


@pytest.mark.parametrize(("start", "action", "code"), BAD_ELSEWHERE)
def test_what_a_position_does_not_allow_is_refused_with_a_reason(
    start: Callable[[], Scene], action: dict[str, Any], code: str
) -> None:
    refused(start(), action, code)


@pytest.mark.parametrize(("action", "code"), BAD_AT_PLAY, ids=str)
def test_what_cannot_be_played_is_refused_with_a_reason(action: dict[str, Any], code: str) -> None:
    refused(at_play(), action, code)


@pytest.mark.parametrize(("action", "code"), BAD_AT_WALK, ids=str)
def test_where_nobody_can_walk_is_refused_with_a_reason(action: dict[str, Any], code: str) -> None:
    refused(at_walk(), action, code)


@pytest.mark.parametrize(("action", "code"), BAD_AT_TAKE, ids=str)
def test_what_cannot_be_taken_is_refused_with_a_reason(action: dict[str, Any], code: str) -> None:
    refused(at_take(), action, code)


def refused(start: Scene, action: dict[str, Any], code: str) -> None:
    error = start.refusal(action)
    assert error.code == code
    assert error.message.endswith(".")
    assert len(error.message) < 120


@pytest.mark.parametrize("card", ["tool", "trap", "troll", "storm"])
def test_a_card_that_is_not_held_is_not_played(card: str) -> None:
    actions: dict[str, dict[str, Any]] = {
        "tool": {"do": "tool", "tool": "axe", "at": [3, 2]},
        "trap": edge("trap", [1, 2], [2, 2]),
        "troll": edge("troll", [1, 2], [2, 2]),
        "storm": {"do": "storm", "at": [2, 2]},
    }
    refused(scene(FOREST, hand="NS"), actions[card], "not_in_hand")


def test_a_seat_that_is_not_awaited_is_told_so() -> None:
    assert at_play().refusal(lay("EW", 4, 2), seat=1).code == "not_awaited"


def test_after_the_match_nothing_can_be_done() -> None:
    start = scene(rounds=2, number=2).do({"do": "call_end"}).vote(1, "agree").vote(2, "agree")
    assert start.refusal(lay("EW", 2, 2), seat=0).code == "match_over"


@pytest.mark.parametrize(
    ("action", "code"),
    [
        ({"do": "lay", "card": "EW", "at": [4, 2], "turned": 0}, "wrong_type"),
        ({"do": "lay", "card": "EW", "at": [4.0, 2], "turned": False}, "wrong_type"),
        ({"do": "lay", "card": "EW", "at": [4, 2, 1], "turned": False}, "wrong_type"),
        ({"do": "lay", "card": "EW", "at": [4, 2]}, "missing_key"),
        ({"do": "lay", "card": "EW", "at": [4, 2], "turned": False, "seat": 0}, "extra_key"),
        ({"do": "peek", "card": "mine|dwarf"}, "missing_key"),
        ({"do": "peek", "card": "mine|dwarf", "mine": 0, "seat": 1}, "missing_key"),
        ({"do": "peek", "card": "mine|dwarf", "mine": True}, "wrong_type"),
        ({"do": "trap", "edge": [[1, 2], [2, True]]}, "wrong_type"),
        ({"do": "trap", "edge": [1, 2, 2, 2]}, "wrong_type"),
        ({"do": "discard", "cards": "EW"}, "wrong_type"),
        ({"do": "dance"}, "unknown_action"),
        ({}, "unknown_action"),
        ([], "malformed"),
    ],
    ids=str,
)
def test_what_is_no_action_at_all_is_refused(action: Any, code: str) -> None:
    assert at_play().refusal(action).code == code


def test_every_action_has_a_form_a_step_and_a_reason() -> None:
    assert FORMS.keys() == REASONS.keys()
    assert sorted(verb for verbs in VERBS.values() for verb in verbs) == sorted(FORMS)


def test_every_listed_action_has_the_form_of_its_kind() -> None:
    for start in (at_play(), at_walk(), at_take()):
        for action in start.offered:
            title.check(start.known[start.awaited], start.awaited, action)
