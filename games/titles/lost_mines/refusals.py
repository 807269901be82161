"""Why a well-formed action is refused: the first reason that a player would give.

Every reason is found in what the seat itself knows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Final

from games.engine import Action, Fact, IllegalAction, Seat, gettext_noop

from .board import AT, FIELDS, MINE_FIELDS, MINES, NEIGHBOURS, OPPOSITE, START_FIELDS, Field
from .cards import CARD_CODES, INFORMATION, PATH_CARDS, SIDES, TOOLS
from .playing import STEP_ONE
from .state import State
from .walking import reach

# One sentence a code, with the number of its rule where there is one.
SENTENCES: Final[Mapping[str, str]] = {
    # Another step
    "play_first": gettext_noop("First play a card, or discard one or two."),  # L6
    "walk_now": gettext_noop("You have played. Now walk, or stay where you are."),  # L6
    "take_first": gettext_noop("You stand on a mine. First say which treasure you take."),  # L21
    "vote_now": gettext_noop("There is a vote on ending the round. Agree or refuse."),  # L24
    "not_now": gettext_noop("That cannot be done now."),
    # Cards and fields
    "no_such_card": gettext_noop("There is no such card."),
    "not_in_hand": gettext_noop("You do not hold that card: {card}."),  # L6
    "off_board": gettext_noop("That is not a field of the board."),
    # Laying
    "not_a_path": gettext_noop("That is no path card: {card}."),  # L8
    "a_mine_lies_there": gettext_noop("A mine lies at {place}."),  # L8
    "not_empty": gettext_noop("A card lies at {place} already."),  # L8
    "no_neighbour": gettext_noop("No card that lies face up is next to {place}."),  # L8
    "turned_alike": gettext_noop(  # L8
        "This card looks the same turned round, so it is never turned."
    ),
    "north_differs": gettext_noop("The card does not match the one to the north of it."),  # L8
    "east_differs": gettext_noop("The card does not match the one to the east of it."),  # L8
    "south_differs": gettext_noop("The card does not match the one to the south of it."),  # L8
    "west_differs": gettext_noop("The card does not match the one to the west of it."),  # L8
    "no_way_on": gettext_noop("The card would not lead a path on."),  # L8
    # Action cards
    "no_such_tool": gettext_noop("There is no such tool: axe, boat and rope are tools."),
    "already_overcome": gettext_noop("A tool lies at {place} already."),  # L11
    "axe_needs_tree": gettext_noop("An axe goes on a laid card with a fallen tree."),  # L11
    "boat_needs_lake": gettext_noop("A boat goes on a laid card with a lake."),  # L11
    "rope_needs_pit": gettext_noop("A rope goes on a laid card with a pit."),  # L11
    "not_information": gettext_noop("That card shows nothing secret: {card}."),  # L12
    "not_shown": gettext_noop("That card does not let you look at this."),  # L12
    "no_such_mine": gettext_noop("There is no such mine."),
    "mine_is_up": gettext_noop("That mine is turned up already."),  # L12
    "own_dwarf": gettext_noop("You know your own dwarf."),  # L12
    "no_such_seat": gettext_noop("There is no such player."),
    "not_an_edge": gettext_noop("Those two fields do not lie side by side."),  # L13
    "edge_backwards": gettext_noop("An edge names its northern field first, else its western."),
    "token_there": gettext_noop("A trap or a troll is there already."),  # L13
    "face_down_mine": gettext_noop("No trap or troll goes beside a face-down mine."),  # L13
    "no_path_there": gettext_noop("No path leads there."),  # L13
    "paths_do_not_meet": gettext_noop("A path ends there at a card that is closed."),  # L13
    "start_stays": gettext_noop("A storm never takes a start."),  # L16
    "mine_stays": gettext_noop("A storm never takes a mine."),  # L16
    "no_card_there": gettext_noop("No card lies at {place}."),  # L16, L18
    "dwarf_there": gettext_noop("A dwarf stands at {place}."),  # L16
    # Discarding, and the vote
    "wrong_number": gettext_noop("You discard one card or two."),  # L6
    "not_so_many": gettext_noop("You hold only one such card: {card}."),  # L6
    "not_in_order": gettext_noop("Discarded cards are named in the order of their codes."),
    "called_before": gettext_noop("You have asked to end this round once already."),  # L24
    # Walking
    "stands_there": gettext_noop("Your dwarf stands there already."),  # L18
    "tree_in_the_way": gettext_noop("A fallen tree is in the way at {place}."),  # L9
    "lake_in_the_way": gettext_noop("A lake is in the way at {place}."),  # L9
    "pit_in_the_way": gettext_noop("A pit is in the way at {place}."),  # L9
    "occupied": gettext_noop("There is room for one dwarf only at {place}."),  # L9
    "out_of_reach": gettext_noop(  # L18
        "No open way of at most {steps} cards leads your dwarf to {place}."
    ),
    # Treasures
    "no_such_slot": gettext_noop("There is no such treasure."),
    "taken": gettext_noop("Treasure {number} has been taken."),  # L12, L21
    "no_gold_here": gettext_noop("This mine holds no gold."),  # L21
    "no_silver_here": gettext_noop("This mine holds no silver."),  # L21
    "no_gems_here": gettext_noop("This mine holds no gems."),  # L21
    "must_take": gettext_noop("Having walked here you must take a treasure."),  # L21
}

VERBS = {
    "play": {*STEP_ONE, "call_end"},
    "walk": {"walk", "stay"},
    "take": {"take", "leave"},
    "vote": {"agree", "refuse"},
}

# Codes by what is asked instead, by the side, the tool, the obstacle, the kind of treasure.
WHAT_IS_ASKED = {
    "play": "play_first",
    "walk": "walk_now",
    "take": "take_first",
    "vote": "vote_now",
}
SIDE_DIFFERS = {
    "N": "north_differs",
    "E": "east_differs",
    "S": "south_differs",
    "W": "west_differs",
}
TOOL_NEEDS = {"axe": "axe_needs_tree", "boat": "boat_needs_lake", "rope": "rope_needs_pit"}
IN_THE_WAY = {"tree": "tree_in_the_way", "lake": "lake_in_the_way", "pit": "pit_in_the_way"}
NOT_HERE = {"gold": "no_gold_here", "silver": "no_silver_here", "gems": "no_gems_here"}

# What each thing that an information card can show is called in an action.
SHOWN_AS = {"mine": "mine", "treasure": "treasure", "seat": "dwarf"}


def explain(state: State, seat: int, action: Action) -> IllegalAction:
    verb = action["do"]
    if verb not in VERBS[state.phase]:
        return _no(WHAT_IS_ASKED[state.phase])
    return REASONS[verb](state, Seat(seat), action)


def _no(code: str, **facts: Fact) -> IllegalAction:
    return IllegalAction(code, SENTENCES[code], facts)


# Cards and fields


def _not_held(state: State, seat: Seat, card: str) -> IllegalAction | None:
    if card not in CARD_CODES:
        return _no("no_such_card")
    if card not in state.hands[seat]:
        return _no("not_in_hand", card=card)
    return None


def _off_board(*places: list[int]) -> IllegalAction | None:
    if all(tuple(at) in FIELDS for at in places):
        return None
    return _no("off_board")


def _field(at: list[int]) -> Field:
    return FIELDS[at[0], at[1]]


# Step 1


def _why_not_lay(state: State, seat: Seat, action: Action) -> IllegalAction:
    code, at = action["card"], action["at"]
    if code in CARD_CODES and code not in PATH_CARDS:
        return _no("not_a_path", card=code)
    return (
        _not_held(state, seat, code)
        or _off_board(at)
        or _why_no_room(state, _field(at))
        or _why_no_fit(state, code, _field(at), turned=action["turned"])
    )


def _why_no_room(state: State, field: Field) -> IllegalAction | None:
    if field in MINE_FIELDS:
        return _no("a_mine_lies_there", place=list(AT[field]))
    if state.board.sides[field]:
        return _no("not_empty", place=list(AT[field]))
    if field not in state.board.spots():
        return _no("no_neighbour", place=list(AT[field]))
    return None


def _why_no_fit(state: State, code: str, field: Field, *, turned: bool) -> IllegalAction:
    card = PATH_CARDS[code]
    if turned and card.looks_alike_turned:
        return _no("turned_alike", card=code)
    sides = card.open_sides(turned=turned)
    facing, wanted = state.board.spots()[field]
    for side, bit in SIDES.items():
        if facing & bit and bool(sides & bit) != bool(wanted & bit):
            return _no(SIDE_DIFFERS[side])
    return _no("no_way_on")


def _why_not_tool(state: State, seat: Seat, action: Action) -> IllegalAction:
    tool, at = action["tool"], action["at"]
    if tool not in TOOLS:
        return _no("no_such_tool")
    problem = _not_held(state, seat, tool) or _off_board(at)
    if problem is not None:
        return problem
    if _field(at) in state.board.overcome:
        return _no("already_overcome", place=at)
    return _no(TOOL_NEEDS[tool])


def _why_not_peek(state: State, seat: Seat, action: Action) -> IllegalAction:
    card = action["card"]
    if card in CARD_CODES and card not in INFORMATION:
        return _no("not_information", card=card)
    thing = next(key for key in SHOWN_AS if key in action)
    problem = _not_held(state, seat, card)
    if problem is None and SHOWN_AS[thing] not in card.split("|"):
        problem = _no("not_shown", card=card)
    return problem or PEEKS[thing](state, seat, action[thing])


def _why_not_peek_mine(state: State, seat: Seat, mine: int) -> IllegalAction:
    if mine not in range(len(MINES)):
        return _no("no_such_mine")
    return _no("mine_is_up", mine=mine)


def _why_not_peek_treasure(state: State, seat: Seat, slot: int) -> IllegalAction:
    return _no_such_slot(state, slot) or _taken(slot)


def _why_not_peek_dwarf(state: State, seat: Seat, other: int) -> IllegalAction:
    if other == seat:
        return _no("own_dwarf")
    return _no("no_such_seat")


PEEKS = {
    "mine": _why_not_peek_mine,
    "treasure": _why_not_peek_treasure,
    "seat": _why_not_peek_dwarf,
}


def _why_not_token(state: State, seat: Seat, action: Action) -> IllegalAction:
    first, second = action["edge"]
    return (
        _not_held(state, seat, action["do"])
        or _off_board(first, second)
        or _why_no_edge(_field(first), _field(second))
        or _why_edge_is_closed(state, _field(first), _field(second))
    )


def _why_no_edge(first: Field, second: Field) -> IllegalAction | None:
    if not any(other == second for _, other, _ in NEIGHBOURS[first]):
        return _no("not_an_edge")
    if first > second:
        return _no("edge_backwards")
    return None


def _why_edge_is_closed(state: State, first: Field, second: Field) -> IllegalAction:
    board = state.board
    if (first, second) in state.traps or (first, second) in state.trolls:
        return _no("token_there")
    if board.is_face_down_mine(first) or board.is_face_down_mine(second):
        return _no("face_down_mine")
    side = next(side for side, other, _ in NEIGHBOURS[first] if other == second)
    if not board.sides[first] & side and not board.sides[second] & OPPOSITE[side]:
        return _no("no_path_there")
    return _no("paths_do_not_meet")


def _why_not_storm(state: State, seat: Seat, action: Action) -> IllegalAction:
    at = action["at"]
    problem = _not_held(state, seat, "storm") or _off_board(at)
    if problem is not None:
        return problem
    field = _field(at)
    if field in START_FIELDS.values():
        return _no("start_stays")
    if field in MINE_FIELDS:
        return _no("mine_stays")
    if field not in state.board.cards:
        return _no("no_card_there", place=at)
    return _no("dwarf_there", place=at)


def _why_not_discard(state: State, seat: Seat, action: Action) -> IllegalAction:
    cards = action["cards"]
    if len(cards) not in (1, 2):
        return _no("wrong_number")
    for card in cards:
        if (problem := _not_held(state, seat, card)) is not None:
            return problem
    for card, count in Counter(cards).items():
        if state.hands[seat].known().count(card) < count:
            return _no("not_so_many", card=card)
    return _no("not_in_order")


def _why_not_call_end(state: State, seat: Seat, action: Action) -> IllegalAction:
    return _no("called_before")


# Step 2


def _why_not_walk(state: State, seat: Seat, action: Action) -> IllegalAction:
    at, board = action["to"], state.board
    problem = _off_board(at)
    if problem is not None:
        return problem
    field = _field(at)
    if field == state.stands[seat]:
        return _no("stands_there")
    if board.is_empty(field):
        return _no("no_card_there", place=at)
    if board.is_blocked(field):
        return _no(IN_THE_WAY[str(board.feature(field))], place=at)
    if board.is_narrow(field) and field in state.stands:
        return _no("occupied", place=at)
    return _no("out_of_reach", place=at, steps=reach(state, seat))


def _why_not_take(state: State, seat: Seat, action: Action) -> IllegalAction:
    slot = action["slot"]
    problem = _no_such_slot(state, slot)
    if problem is not None:
        return problem
    if state.holders[slot] is not None:
        return _taken(slot)
    return _no(NOT_HERE[state.kinds[slot]])


def _why_not_leave(state: State, seat: Seat, action: Action) -> IllegalAction:
    return _no("must_take")


def _no_such_slot(state: State, slot: int) -> IllegalAction | None:
    if slot in range(len(state.holders)):
        return None
    return _no("no_such_slot")


def _taken(slot: int) -> IllegalAction:
    return _no("taken", number=slot + 1)


def _not_listed(state: State, seat: Seat, action: Action) -> IllegalAction:
    """For actions without any choice in them: where they are allowed at all, they are listed."""
    return _no("not_now")


REASONS: dict[str, Callable[[State, Seat, Action], IllegalAction]] = {
    "lay": _why_not_lay,
    "tool": _why_not_tool,
    "peek": _why_not_peek,
    "trap": _why_not_token,
    "troll": _why_not_token,
    "storm": _why_not_storm,
    "discard": _why_not_discard,
    "call_end": _why_not_call_end,
    "walk": _why_not_walk,
    "stay": _not_listed,
    "take": _why_not_take,
    "leave": _why_not_leave,
    "agree": _not_listed,
    "refuse": _not_listed,
}
