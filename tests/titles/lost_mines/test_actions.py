"""L11 to L17: tools, information, traps, trolls, storms, discards."""

import pytest

from games.engine import is_known
from games.titles.lost_mines.board import FIELDS, edge_of
from games.titles.lost_mines.cards import TOOLS
from tests.titles.lost_mines.scenes import EdgeAt, scene

# Tools

CARD_WITH = {"tree": "EW:tree", "lake": "NS:lake", "pit": "NW:pit"}


@pytest.mark.rule("L11")
@pytest.mark.parametrize("tool", TOOLS)
def test_a_tool_goes_on_its_own_obstacle_only(tool: str) -> None:
    forest = " ".join(f"{x},0 {card}" for x, card in enumerate(CARD_WITH.values(), start=3))
    start = scene(forest, hand=tool)
    where = [x for x, obstacle in enumerate(CARD_WITH, start=3) if obstacle == TOOLS[tool]]
    assert start.offers("tool") == [{"do": "tool", "tool": tool, "at": [x, 0]} for x in where]


@pytest.mark.rule("L11")
def test_a_tool_needs_an_obstacle_that_is_not_yet_overcome() -> None:
    assert scene("2,2 EW  3,2 NEW:rocks", hand="axe boat rope").offers("tool") == []
    assert scene("2,2 EW:tree", tools=[(2, 2)], hand="axe").offers("tool") == []


@pytest.mark.rule("L11")
@pytest.mark.rule("L9")
def test_an_obstacle_is_open_as_soon_as_its_tool_lies_on_it() -> None:
    start = scene("2,2 EW:tree", hand="axe")
    start.do({"do": "tool", "tool": "axe", "at": [2, 2]})
    assert (2, 2) in start.goals()


# Information


@pytest.mark.rule("L12")
@pytest.mark.parametrize(
    ("card", "keys"),
    [
        ("mine|treasure", {"mine", "treasure"}),
        ("mine|dwarf", {"mine", "seat"}),
        ("treasure|dwarf", {"treasure", "seat"}),
    ],
)
def test_an_information_card_shows_one_of_its_two_things(card: str, keys: set[str]) -> None:
    offers = scene(hand=card).offers("peek")
    assert {key for offer in offers for key in offer} - {"do", "card"} == keys
    assert all(len(offer) == 3 for offer in offers)


@pytest.mark.rule("L12")
def test_only_face_down_mines_are_looked_at() -> None:
    offers = scene(hand="mine|dwarf", up={1: "NES"}).offers("peek")
    assert [offer["mine"] for offer in offers if "mine" in offer] == [0, 2, 3]


@pytest.mark.rule("L12")
def test_only_treasures_that_nobody_has_taken_are_looked_at() -> None:
    offers = scene(hand="mine|treasure", held={1: 2}).offers("peek")
    assert [offer["treasure"] for offer in offers if "treasure" in offer] == [0, 2]


@pytest.mark.rule("L12")
def test_only_other_players_dwarves_are_looked_at_also_when_they_are_out() -> None:
    start = scene(hand="mine|dwarf", seats=4, out=[2])
    assert [offer["seat"] for offer in start.offers("peek") if "seat" in offer] == [1, 2, 3]


@pytest.mark.rule("L12")
def test_what_was_seen_may_be_looked_at_again() -> None:
    start = scene(hand="mine|dwarf mine|dwarf NS", pile="mine|dwarf " * 9)
    look = {"do": "peek", "card": "mine|dwarf", "mine": 3}
    start.do(look)
    for _ in range(2):
        start.discard("NS")
    start.do(look)
    assert start.known[0].mines[3] == "dragon"


@pytest.mark.rule("L12")
def test_a_look_at_a_mine_is_the_lookers_alone() -> None:
    start = scene(hand="mine|dwarf").do({"do": "peek", "card": "mine|dwarf", "mine": 2})
    assert start.known[0].mines[2] == "gems"
    assert not any(is_known(start.known[reader].mines[2]) for reader in (None, 1, 2))


@pytest.mark.rule("L12")
def test_a_look_at_a_treasure_is_the_lookers_alone() -> None:
    start = scene(hand="mine|treasure", treasures="gold:4 gems:2 gems:3")
    start.do({"do": "peek", "card": "mine|treasure", "treasure": 0})
    assert start.known[0].values[0] == 4
    assert not any(is_known(start.known[reader].values[0]) for reader in (None, 1, 2))


@pytest.mark.rule("L12")
def test_a_look_at_a_dwarf_is_the_lookers_and_its_owner_knew_it() -> None:
    start = scene(hand="mine|dwarf", characters="loyal saboteur selfish")
    start.do({"do": "peek", "card": "mine|dwarf", "seat": 1})
    assert start.known[0].characters[1] == start.known[1].characters[1] == "saboteur"
    assert not any(is_known(start.known[reader].characters[1]) for reader in (None, 2))


@pytest.mark.rule("L12")
def test_somebody_elses_look_does_not_wipe_out_my_own() -> None:
    start = scene(hand="mine|dwarf", hands={1: "mine|dwarf"})
    for _ in range(2):
        start.do({"do": "peek", "card": "mine|dwarf", "mine": 0})
    assert start.known[0].mines[0] == start.known[1].mines[0] == "gold"


# Traps and trolls: their edges

MEETING: EdgeAt = ((1, 2), (2, 2))
END: EdgeAt = ((2, 2), (3, 2))


@pytest.mark.rule("L13")
@pytest.mark.parametrize("kind", ["trap", "troll"])
def test_a_token_goes_where_paths_meet_or_where_a_path_faces_an_empty_field(kind: str) -> None:
    edges = scene("2,2 EW", hand=kind).edges(kind)
    assert {MEETING, END} <= edges
    assert ((2, 1), (2, 2)) not in edges  # EW is closed to the north
    assert ((0, 2), (1, 2)) in edges
    assert ((1, 2), (1, 3)) in edges


@pytest.mark.rule("L13")
def test_one_edge_takes_one_token() -> None:
    start = scene("2,2 EW", hand="trap troll", traps=[END], trolls={MEETING: 1})
    for kind in ("trap", "troll"):
        assert start.edges(kind).isdisjoint({MEETING, END})


@pytest.mark.rule("L13")
def test_no_token_goes_on_the_edge_to_a_face_down_mine() -> None:
    assert ((8, 2), (9, 2)) not in scene("8,2 EW", hand="trap").edges("trap")


@pytest.mark.rule("L13")
def test_a_token_goes_on_the_edge_of_a_mine_that_is_up() -> None:
    assert ((9, 2), (10, 2)) in scene(hand="trap", up={1: "NES"}).edges("trap")


@pytest.mark.rule("L13")
def test_no_token_goes_at_an_end_that_points_off_the_board() -> None:
    edges = scene("0,2 EW", hand="trap").edges("trap")
    assert all(first in FIELDS and second in FIELDS for first, second in edges)
    assert [edge for edge in edges if (0, 2) in edge] == [((0, 2), (1, 2))]


@pytest.mark.rule("L13")
def test_no_token_goes_on_a_misfit() -> None:
    edges = scene("8,2 EW", hand="trap", up={1: "NES"}).edges("trap")
    assert ((8, 2), (9, 2)) not in edges  # the mine is closed to the west


@pytest.mark.rule("L13")
def test_a_card_laid_at_a_trapped_end_goes_under_the_token() -> None:
    start = scene("2,2 EW", hand="EW", traps=[END]).lay("EW", (3, 2))
    assert edge_of(END) in start.state.traps
    assert start.walk((3, 2), picks=[]).stands(0) == (3, 2)  # the hand is empty: nothing is lost


@pytest.mark.rule("L13")
@pytest.mark.parametrize("kind", ["trap", "troll"])
def test_everyone_sees_whose_token_it_is(kind: str) -> None:
    start = scene("2,2 EW", hands={1: kind}, turn=1).token(kind, END)
    for state in start.everywhere():
        assert {"trap": state.traps, "troll": state.trolls}[kind] == {edge_of(END): 1}


# Storms


@pytest.mark.rule("L16")
def test_a_storm_takes_any_path_card_without_a_dwarf() -> None:
    start = scene("2,2 EW  3,2 NW:pit  7,5 NS", hand="storm", at={1: (2, 2)}, up={0: "NW"})
    assert [offer["at"] for offer in start.offers("storm")] == [[3, 2], [7, 5]]


@pytest.mark.rule("L16")
def test_a_storm_takes_the_tool_too() -> None:
    start = scene("2,2 EW:tree", tools=[(2, 2)], hand="storm").storm((2, 2))
    assert start.state.board.is_empty(FIELDS[2, 2])
    assert start.state.board.overcome == frozenset()


@pytest.mark.rule("L16")
def test_a_storm_leaves_a_token_that_lies_beside_another_card() -> None:
    between: EdgeAt = ((2, 2), (3, 2))
    start = scene("2,2 EW  3,2 EW", hand="storm", traps=[between]).storm((3, 2))
    assert edge_of(between) in start.state.traps
    assert start.the("storm_broke").edges == ()


@pytest.mark.rule("L16")
@pytest.mark.parametrize("kind", ["trap", "troll"])
def test_a_storm_takes_a_token_that_would_lie_between_empty_fields(kind: str) -> None:
    end: EdgeAt = ((3, 2), (4, 2))
    traps, trolls = ([end], {}) if kind == "trap" else ([], {end: 2})
    start = scene("2,2 EW  3,2 EW", hand="storm", traps=traps, trolls=trolls).storm((3, 2))
    assert start.the("storm_broke").edges == (end,)
    assert (start.state.traps, start.state.trolls) == ({}, {})


@pytest.mark.rule("L16")
def test_a_gap_left_by_a_storm_may_be_filled_again() -> None:
    start = scene("2,2 EW  3,2 EW", hand="storm", hands={1: "NESW"}).storm((2, 2)).stay_if_asked()
    assert ((2, 2), False) in start.spots("NESW")


# Shown and not shown


@pytest.mark.rule("L17")
def test_a_played_card_is_shown_and_a_discard_is_not() -> None:
    start = scene(hand="EW NS", hands={1: "trap NE"}).discard("EW", "NS")
    assert start.known[0].discards[0] == ("EW", "NS")
    for reader in (None, 1, 2):
        assert len(start.known[reader].discards[0]) == 2
        assert not any(map(is_known, start.known[reader].discards[0]))
    start.token("trap", ((1, 2), (2, 2)))
    assert all(state.played == ["trap"] for state in start.everywhere())


@pytest.mark.rule("L17")
def test_a_storm_shows_what_it_took() -> None:
    start = scene("2,2 EW", hand="storm").storm((2, 2))
    assert all(state.played == ["storm", "EW"] for state in start.everywhere())


@pytest.mark.rule("L6")
def test_one_or_two_cards_are_discarded_whichever() -> None:
    offers = scene(hand="NS EW EW").offers("discard")
    assert [offer["cards"] for offer in offers] == [
        ["EW"], ["EW", "EW"], ["EW", "NS"], ["NS"],
    ]  # fmt: skip
