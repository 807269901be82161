"""Well-formed actions that are not allowed, each with its code and a sentence."""

from typing import Any

import pytest

from games.engine import IllegalAction
from games.engine.invariants import refusal
from games.engine.title import SENTENCES
from tests.titles.emerald.scenes import Scene, scene, title


def first_move() -> Scene:
    return scene(red=[3, 5, "tower1"])


def second_move() -> Scene:
    return first_move().move(3, "red")


def bribed() -> Scene:
    start = scene(red=[8, 7, 1], hands={0: [1]}, bare=[9])
    return start.move(8, "red", rolls=[3]).bribe(1)


def two_players() -> Scene:
    return scene(seats=2, red=[1, 3], blue=[2]).move(1, "red")


def take() -> Scene:
    return scene(red=[12, 1, 1]).move(12, "red")


def catch() -> Scene:
    return scene(red=[8, 1, 1], blue=[9, 1, 1], bare=[9]).move(8, "red", rolls=[1])


def answer() -> Scene:
    start = scene(red=[8, 1, 1], blue=[7, 1, 1], hands={1: [4, 2]}, bare=[9])
    return start.move(8, "red", rolls=[3])


def over() -> Scene:
    return scene(red=[15, 1, 1], treasures={2: 3}).move(15, "red")


def move(origin: int | str, colour: str) -> dict[str, Any]:
    return {"do": "move", "from": origin, "colour": colour}


REFUSED = [
    # the seat asks for a move that it cannot make
    (first_move, 0, move(99, "red"), "no_such_place"),
    (first_move, 0, move(0, "red"), "no_such_place"),
    (first_move, 0, move(-4, "red"), "no_such_place"),
    (first_move, 0, move(16, "red"), "no_such_place"),
    (first_move, 0, move("tower5", "red"), "no_such_place"),
    (first_move, 0, move("3", "red"), "no_such_place"),
    (first_move, 0, move(3, "purple"), "no_such_colour"),
    (first_move, 0, move(3, "Red"), "no_such_colour"),
    (first_move, 0, move(3, "?"), "no_such_colour"),
    (first_move, 0, move("tower1", "blue"), "not_your_colour"),
    (first_move, 0, move(3, "white"), "not_your_colour"),
    (first_move, 0, move(4, "red"), "no_knight_there"),
    (first_move, 0, move("centre", "red"), "no_knight_there"),
    (second_move, 0, move(4, "red"), "moved_already"),
    (second_move, 0, move(3, "red"), "no_knight_there"),
    (bribed, 0, move(7, "red"), "bribed_free"),
    (bribed, 0, move(9, "red"), "moved_already"),
    (two_players, 0, move(2, "blue"), "other_colour"),
    (two_players, 0, move("tower1", "green"), "not_your_colour"),
    (first_move, 0, {"do": "stop"}, "must_move"),
    # the seat answers what nobody asked
    (first_move, 0, {"do": "take", "pile": "gold"}, "nothing_to_answer"),
    (first_move, 0, {"do": "catch", "colour": "red"}, "nothing_to_answer"),
    (second_move, 0, {"do": "bribe", "gold": 1}, "nothing_to_answer"),
    (second_move, 0, {"do": "yield"}, "nothing_to_answer"),
    # the seat is asked something else
    (take, 0, {"do": "stop"}, "must_take"),
    (take, 0, move(1, "red"), "must_take"),
    (catch, 0, {"do": "stop"}, "must_catch"),
    (catch, 0, {"do": "yield"}, "must_catch"),
    (answer, 1, move(1, "blue"), "must_answer"),
    (answer, 1, {"do": "stop"}, "must_answer"),
    # the seat answers with what there is not
    (take, 0, {"do": "take", "pile": "silver"}, "no_such_pile"),
    (take, 0, {"do": "take", "pile": "gems"}, "no_such_pile"),
    (catch, 0, {"do": "catch", "colour": "green"}, "not_on_field"),
    (catch, 0, {"do": "catch", "colour": "pink"}, "no_such_colour"),
    (answer, 1, {"do": "bribe", "gold": 5}, "no_such_gold"),
    (answer, 1, {"do": "bribe", "gold": 0}, "no_such_gold"),
    (answer, 1, {"do": "bribe", "gold": 10**30}, "no_such_gold"),
    # it is another seat's turn, or nobody's
    (first_move, 1, move("tower1", "blue"), "not_awaited"),
    (answer, 0, {"do": "yield"}, "not_awaited"),
    (answer, 0, {"do": "stop"}, "not_awaited"),
    (catch, 1, {"do": "catch", "colour": "red"}, "not_awaited"),
    (first_move, 7, move(3, "red"), "not_awaited"),
    (first_move, None, move(3, "red"), "not_awaited"),
    (over, 1, move("tower1", "blue"), "match_over"),
    (over, 0, {"do": "stop"}, "match_over"),
    # no action at all
    (first_move, 0, {"do": "move", "from": 3}, "missing_key"),
    (first_move, 0, {"do": "move", "from": 3, "colour": "red", "to": 4}, "extra_key"),
    (first_move, 0, {"do": "move", "from": True, "colour": "red"}, "wrong_type"),
    (first_move, 0, {"do": "move", "from": 3.0, "colour": "red"}, "wrong_type"),
    (first_move, 0, {"do": "move", "from": [3], "colour": "red"}, "wrong_type"),
    (answer, 1, {"do": "bribe", "gold": "4"}, "wrong_type"),
    (answer, 1, {"do": "bribe", "gold": True}, "wrong_type"),
    (second_move, 0, {"do": "stop", "now": True}, "extra_key"),
    (first_move, 0, {"do": "pass"}, "unknown_action"),
    (first_move, 0, ["move", 3, "red"], "malformed"),
]


@pytest.mark.parametrize(("setting", "seat", "action", "code"), REFUSED)
def test_what_is_not_allowed_is_refused_with_a_code_and_a_sentence(
    setting: Any, seat: Any, action: Any, code: str
) -> None:
    at = setting()
    told = refused(at.known.get(seat, at.known[None]), seat, action)
    assert told.code == code
    assert told.message.endswith(".")
    assert told.message[0].isupper()
    true = refused(at.state, seat, action)
    assert (true.code, true.sentence, true.facts) == (told.code, told.sentence, told.facts)


def one_of_each() -> dict[str, IllegalAction]:
    """A refusal for every code there is."""
    return {
        code: refused(setting().state, seat, action)
        for setting, seat, action, code in REFUSED
        if code not in SENTENCES
    }


def refused(known: Any, seat: Any, action: Any) -> IllegalAction:
    error = refusal(title, known, seat, action)
    assert error is not None, f"{action} is allowed"
    return error


@pytest.mark.parametrize(
    "setting", [first_move, second_move, bribed, two_players, take, catch, answer]
)
def test_what_is_offered_is_never_refused(setting: Any) -> None:
    at = setting()
    assert at.offered
    for action in at.offered:
        title.check(at.known[at.awaited], at.awaited, action)


@pytest.mark.rule("E5")
def test_the_sentence_says_where_a_knight_has_moved() -> None:
    told = refused(second_move().state, 0, move(4, "red"))
    assert told.message == "Your only knight of this colour there has moved this turn: 4."
    assert told.facts == {"knight": "red", "place": 4}


@pytest.mark.rule("E14")
def test_the_sentence_says_that_a_knight_was_bribed_free() -> None:
    told = refused(bribed().known[0], 0, move(7, "red"))
    assert told.message == (
        "Your only knight of this colour there was bribed free this turn and stays: 7."
    )


@pytest.mark.rule("E22")
def test_the_sentence_says_which_colour_was_moved() -> None:
    told = refused(two_players().state, 0, move(2, "blue"))
    assert told.message == "Both knights of a turn have the same colour: you moved red."


@pytest.mark.rule("E14")
def test_the_sentence_says_what_the_owner_holds() -> None:
    told = refused(answer().known[1], 1, {"do": "bribe", "gold": 5})
    assert told.message == "You hold no such gold card, only 2, 4."
