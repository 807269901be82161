"""Well-formed actions that are not allowed, and the reason given for each."""

from collections.abc import Callable

import pytest

from games.engine import Action, IllegalAction
from games.engine.invariants import refusal
from tests.titles.toy.scenes import Scene, all_passed, toy


def asked() -> Scene:
    return Scene().do(0, do="ask", seat=2)


REFUSED: list[tuple[Callable[[], Scene], int, Action, str]] = [
    (Scene, 0, {"do": "ask", "seat": 0}, "no_such_seat"),
    (Scene, 0, {"do": "ask", "seat": 3}, "no_such_seat"),
    (Scene, 0, {"do": "show"}, "not_now"),
    (Scene, 0, {"do": "vote", "for": 1}, "not_now"),
    (asked, 2, {"do": "pass"}, "not_now"),
    (asked, 2, {"do": "ask", "seat": 0}, "not_now"),
    (all_passed, 1, {"do": "vote", "for": -1}, "no_such_seat"),
    (all_passed, 1, {"do": "keep"}, "not_now"),
]


def refused(at: Scene, seat: int, action: Action) -> IllegalAction:
    error = refusal(toy(), at.known(seat), seat, action)
    assert error is not None
    return error


def one_of_each() -> dict[str, IllegalAction]:
    """A refusal for every code there is."""
    return {code: refused(setting(), seat, action) for setting, seat, action, code in REFUSED}


@pytest.mark.parametrize(("setting", "seat", "action", "code"), REFUSED)
def test_what_is_not_allowed_is_refused_with_its_reason(
    setting: Callable[[], Scene], seat: int, action: Action, code: str
) -> None:
    assert refused(setting(), seat, action).code == code


def test_a_seat_is_told_what_it_may_do_instead() -> None:
    error = refused(Scene(), 0, {"do": "show"})
    assert error.facts == {"verbs": ["ask", "pass"]}
    assert error.message == "That cannot be done now, but you may ask, pass."
