"""The plain bot goes for treasures, by character, and does not give itself away at once."""

from typing import Any

import pytest

from games.engine import Chance
from games.engine.selfplay import watched_match
from tests.titles.lost_mines.scenes import Scene, scene, title


def choice(start: Scene) -> dict[str, Any]:
    seat = start.awaited
    action = title.bots["plain"](start.known[seat], seat, Chance.seeded("bot"))
    title.check(start.known[seat], seat, action)
    return action


def test_it_lays_towards_the_mines() -> None:
    action = choice(scene("2,2 EW  3,2 EW", at={0: (3, 2)}, hand="EW NS trap"))
    assert action == {"do": "lay", "card": "EW", "at": [4, 2], "turned": False}


def test_it_walks_as_near_as_it_can() -> None:
    start = scene("2,2 EW  3,2 EW  4,2 EW", hand="storm NS").discard("storm")
    assert choice(start) == {"do": "walk", "to": [4, 2]}


def test_it_walks_into_a_mine() -> None:
    start = scene("8,2 EW  7,2 EW", hand="storm NS", at={0: (7, 2)}).discard("storm")
    assert choice(start) == {"do": "walk", "to": [9, 2]}


def test_it_takes_the_best_that_it_knows_of() -> None:
    start = scene("8,2 EW", hand="mine|treasure", at={0: (8, 2)}, up={1: "NEW"},
                  treasures="silver:1 silver:4 silver:2")  # fmt: skip
    start.do({"do": "peek", "card": "mine|treasure", "treasure": 1}).walk((9, 2))
    assert choice(start) == {"do": "take", "slot": 1}


def test_it_stays_where_there_is_more_to_take() -> None:
    start = scene("8,2 EW  7,2 EW", hand="storm NS", at={0: (9, 2)}, up={1: "NEW"},
                  treasures="silver:1 silver:4 silver:2").discard("storm")  # fmt: skip
    assert choice(start) == {"do": "stay"}
    assert choice(start.stay())["do"] == "take"


def test_it_clears_its_way() -> None:
    start = scene("2,2 EW  3,2 EW:tree  4,2 EW", hand="axe NS")
    assert choice(start) == {"do": "tool", "tool": "axe", "at": [3, 2]}


def test_it_does_not_go_for_a_mine_that_it_knows_to_be_the_dragons() -> None:
    start = scene("8,2 EW  8,1 NS  7,2 EW", hand="mine|dwarf", at={0: (7, 2)},
                  mines="gold dragon gems silver")  # fmt: skip
    start.do({"do": "peek", "card": "mine|dwarf", "mine": 1})
    assert choice(start) != {"do": "walk", "to": [9, 2]}


BY_THE_MINE = "8,2 EW  7,2 EW  6,2 EW  5,2 EW"


def with_a_troll(character: str, *, pile: int, rival: str, seats: int = 7) -> dict[str, Any]:
    """Seat 0, yellow, holds a troll; somebody else is two steps before a mine."""
    clans = ["yellow", rival, "yellow", "blue", "yellow", "blue", "blue", "yellow", "blue"]
    return choice(
        scene(
            BY_THE_MINE,
            seats=seats,
            hand="troll NS",
            clans=" ".join(clans[:seats]),
            characters=f"{character} " + "loyal " * (seats - 1),
            at={1: (7, 2)},
            pile="NS " * pile,
        )
    )


def test_a_loyal_dwarf_sends_a_troll_against_the_other_clan() -> None:
    assert with_a_troll("loyal", pile=9, rival="blue")["do"] == "troll"
    assert with_a_troll("loyal", pile=9, rival="yellow")["do"] != "troll"


def test_a_selfish_dwarf_sends_a_troll_against_anyone() -> None:
    assert with_a_troll("selfish", pile=9, rival="blue")["do"] == "troll"
    assert with_a_troll("selfish", pile=9, rival="yellow")["do"] == "troll"


def test_a_saboteur_sends_a_troll_against_its_own_clan() -> None:
    assert with_a_troll("saboteur", pile=9, rival="yellow")["do"] == "troll"
    assert with_a_troll("saboteur", pile=9, rival="blue")["do"] != "troll"


@pytest.mark.parametrize(("seats", "pile"), [(5, 28), (7, 25), (9, 17)])
@pytest.mark.parametrize("rival", ["yellow", "blue"])
def test_nobody_shows_its_true_face_at_once(rival: str, seats: int, pile: int) -> None:
    faces = {
        who: with_a_troll(who, pile=pile, rival=rival, seats=seats)
        for who in ("loyal", "selfish", "saboteur")
    }
    assert faces["selfish"] == faces["saboteur"] == faces["loyal"]


def test_it_agrees_to_end_a_round_only_when_it_can_get_nothing_more() -> None:
    start = scene(seats=3).do({"do": "call_end"})
    plain = title.bots["plain"]
    assert plain(start.known[1], 1, Chance.seeded("bot")) == {"do": "refuse"}
    empty = scene(seats=3, held={0: 0, 1: 0}, treasures="gold:1 gold:2 gems:4",
                  mines="gold silver gems dragon", up={0: "NW", 1: "NE", 3: "NEW"},
                  paths="9,3 EW  9,5 EW  8,4 NS  10,4 NS").do({"do": "call_end"})  # fmt: skip
    assert plain(empty.known[1], 1, Chance.seeded("bot")) == {"do": "agree"}


def test_a_bot_plays_the_same_way_again_from_the_same_draws() -> None:
    start = scene("2,2 NESW", hand="NESW NEW NES")
    first, second = (
        title.bots["plain"](start.known[0], 0, Chance.seeded("same")) for _ in range(2)
    )
    assert first == second


@pytest.mark.parametrize("seats", title.seats)
def test_a_mixed_match_keeps_every_promise(seats: int) -> None:
    table = watched_match(title, seats=seats, seed=f"lost mines {seats}", options={"rounds": 2})
    assert table.violations == []
