"""Why a well-formed action is refused: the first reason that a player would give.

Every reason is told from what the seat knows. A refusal is a code with its facts, so that it can be
said in other languages; the sentence is the English one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from games.engine import Action, IllegalAction, Seat
from games.engine.errors import quoted

from .board import AT, FIELDS, MINE_FIELDS, MINES, NEIGHBOURS, OPPOSITE, START_FIELDS, Field
from .cards import CARD_CODES, INFORMATION, PATH_CARDS, SIDES, TOOLS
from .rules import STEP_ONE, slots_at_hand
from .state import State
from .walking import reach

VERBS = {
    "play": {*STEP_ONE, "call_end"},
    "walk": {"walk", "stay"},
    "take": {"take", "leave"},
    "vote": {"agree", "refuse"},
}
NOT_NOW = {
    "play": "First play a card, or discard one or two.",
    "walk": "You have played. Now walk, or stay where you are.",
    "take": "You stand on a mine. First say which treasure you take.",
    "vote": "There is a vote on ending the round. Agree or refuse.",
}
SIDE_NAMES = {"N": "north", "E": "east", "S": "south", "W": "west"}
# What each thing that an information card can show is called in an action.
SHOWN_AS = {"mine": "mine", "treasure": "treasure", "seat": "dwarf"}


def explain(state: State, seat: int, action: Action) -> IllegalAction:
    verb = action["do"]
    if verb not in VERBS[state.phase]:
        return IllegalAction("wrong_step", NOT_NOW[state.phase], {"step": state.phase})
    return REASONS[verb](state, Seat(seat), action)


def _no(code: str, sentence: str, **facts: Any) -> IllegalAction:
    return IllegalAction(code, sentence, facts)


# Cards and fields


def _not_held(state: State, seat: Seat, card: str) -> IllegalAction | None:
    if card not in CARD_CODES:
        return _no("no_such_card", f"There is no card {quoted(card)} in this game.")
    if card not in state.hands[seat]:
        return _no("not_in_hand", f"You do not hold the card {card}.", card=card)
    return None


def _off_board(*places: list[int]) -> IllegalAction | None:
    if all(tuple(at) in FIELDS for at in places):
        return None
    return _no("off_board", "That is not a field of the board.")


def _field(at: list[int]) -> Field:
    return FIELDS[at[0], at[1]]


# Step 1


def _why_not_lay(state: State, seat: Seat, action: Action) -> IllegalAction:
    code, at = action["card"], action["at"]
    if code in CARD_CODES and code not in PATH_CARDS:
        return _no("not_a_path", f"The card {code} is not a path card.", card=code)
    return (
        _not_held(state, seat, code)
        or _off_board(at)
        or _why_no_room(state, _field(at))
        or _why_no_fit(state, code, _field(at), turned=action["turned"])
    )


def _why_no_room(state: State, field: Field) -> IllegalAction | None:
    if field in MINE_FIELDS:
        return _no("a_mine_lies_there", "A mine lies on that field.", at=list(AT[field]))
    if state.board.sides[field]:
        return _no("not_empty", "A card lies on that field already.", at=list(AT[field]))
    if field not in state.board.spots():
        return _no(
            "no_neighbour",
            "A path card goes next to a start, a laid path card or a mine that is turned up.",
            at=list(AT[field]),
        )
    return None


def _why_no_fit(state: State, code: str, field: Field, *, turned: bool) -> IllegalAction:
    card = PATH_CARDS[code]
    if turned and card.looks_alike_turned:
        return _no(
            "turned_alike",
            f"The card {code} looks the same turned round, and is laid unturned.",
            card=code,
        )
    sides = card.open_sides(turned=turned)
    facing, wanted = state.board.spots()[field]
    for side, bit in SIDES.items():
        if facing & bit and bool(sides & bit) != bool(wanted & bit):
            return _no(
                "misfit",
                f"The {SIDE_NAMES[side]} side does not match the card beside it.",
                side=side,
            )
    return _no("no_way_on", "The card would not extend a path: no open side meets an open side.")


def _why_not_tool(state: State, seat: Seat, action: Action) -> IllegalAction:
    tool, at = action["tool"], action["at"]
    if tool not in TOOLS:
        return _no(
            "no_such_tool", f"There is no tool {quoted(tool)}: axe, boat and rope are tools."
        )
    problem = _not_held(state, seat, tool) or _off_board(at)
    if problem is not None:
        return problem
    if _field(at) in state.board.overcome:
        return _no("already_overcome", "A tool lies on that card already.", at=at)
    return _no(
        "no_obstacle",
        f"The {tool} goes on a laid card with a {TOOLS[tool]}.",
        tool=tool,
        obstacle=TOOLS[tool],
    )


def _why_not_peek(state: State, seat: Seat, action: Action) -> IllegalAction:
    card = action["card"]
    if card in CARD_CODES and card not in INFORMATION:
        return _no("not_information", f"The card {card} shows nothing secret.", card=card)
    thing = next(key for key in SHOWN_AS if key in action)
    problem = _not_held(state, seat, card)
    if problem is None and SHOWN_AS[thing] not in card.split("|"):
        shown = SHOWN_AS[thing]
        problem = _no("not_shown", f"The card {card} does not show a {shown}.", card=card)
    return problem or PEEKS[thing](state, seat, action[thing])


def _why_not_peek_mine(state: State, seat: Seat, mine: int) -> IllegalAction:
    if mine not in range(len(MINES)):
        return _no("no_such_mine", "There is no such mine: they are numbered from 0 to 3.")
    return _no("mine_is_up", "That mine is turned up already.", mine=mine)


def _why_not_peek_treasure(state: State, seat: Seat, slot: int) -> IllegalAction:
    return _no_such_slot(state, slot) or _taken(state, slot)


def _why_not_peek_dwarf(state: State, seat: Seat, other: int) -> IllegalAction:
    if other == seat:
        return _no("own_dwarf", "You know your own dwarf card.")
    return _no("no_such_seat", "There is no such seat.")


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
        return _no("not_an_edge", "Those two fields do not lie side by side.")
    if first > second:
        return _no("edge_backwards", "An edge names its northern field first, else its western.")
    return None


def _why_edge_is_closed(state: State, first: Field, second: Field) -> IllegalAction:
    board = state.board
    if (first, second) in state.traps or (first, second) in state.trolls:
        return _no("token_there", "A trap or troll is on that edge already.")
    if board.is_face_down_mine(first) or board.is_face_down_mine(second):
        return _no("face_down_mine", "No trap or troll goes on the edge to a face-down mine.")
    side = next(side for side, other, _ in NEIGHBOURS[first] if other == second)
    if not board.sides[first] & side and not board.sides[second] & OPPOSITE[side]:
        return _no("no_path_there", "No path leads to that edge.")
    return _no("paths_do_not_meet", "A path ends there at a card that is closed on that side.")


def _why_not_storm(state: State, seat: Seat, action: Action) -> IllegalAction:
    at = action["at"]
    problem = _not_held(state, seat, "storm") or _off_board(at)
    if problem is not None:
        return problem
    field = _field(at)
    if field in START_FIELDS.values():
        return _no("start_stays", "A storm never takes a start.", at=at)
    if field in MINE_FIELDS:
        return _no("mine_stays", "A storm never takes a mine.", at=at)
    if field not in state.board.cards:
        return _no("no_card_there", "No card lies there.", at=at)
    return _no("dwarf_there", "A dwarf stands on that card.", at=at)


def _why_not_discard(state: State, seat: Seat, action: Action) -> IllegalAction:
    cards = action["cards"]
    if len(cards) not in (1, 2):
        return _no("wrong_number", "You discard one card or two.")
    for card in cards:
        if (problem := _not_held(state, seat, card)) is not None:
            return problem
    for card, count in Counter(cards).items():
        if state.hands[seat].known().count(card) < count:
            return _no("not_so_many", f"You hold only one card {card}.", card=card)
    return _no("not_in_order", "Discarded cards are named in the order of their codes.")


def _why_not_call_end(state: State, seat: Seat, action: Action) -> IllegalAction:
    return _no("called_before", "You have called this vote once in this round already.")


# Step 2


def _why_not_walk(state: State, seat: Seat, action: Action) -> IllegalAction:
    at, board = action["to"], state.board
    problem = _off_board(at)
    if problem is not None:
        return problem
    field = _field(at)
    if field == state.stands[seat]:
        return _no("stands_there", "Your dwarf stands there already. Say that it stays.")
    if board.is_empty(field):
        return _no("no_card_there", "No card lies there.", at=at)
    if board.is_blocked(field):
        obstacle = board.feature(field)
        return _no("obstacle", f"A {obstacle} is in the way there.", at=at, obstacle=obstacle)
    if board.is_narrow(field) and field in state.stands:
        return _no("occupied", "There is room for one dwarf only on that card.", at=at)
    steps = reach(state, seat)
    return _no(
        "out_of_reach",
        f"No open way of at most {steps} cards leads your dwarf there.",
        at=at,
        steps=steps,
    )


def _why_not_take(state: State, seat: Seat, action: Action) -> IllegalAction:
    slot = action["slot"]
    problem = _no_such_slot(state, slot)
    if problem is not None:
        return problem
    if state.holders[slot] is not None:
        return _taken(state, slot)
    return _no(
        "other_kind",
        f"This mine holds {state.kinds[slots_at_hand(state)[0]]}, not {state.kinds[slot]}.",
        kind=state.kinds[slot],
    )


def _why_not_leave(state: State, seat: Seat, action: Action) -> IllegalAction:
    return _no("must_take", "Having walked here you must take a treasure.")


def _no_such_slot(state: State, slot: int) -> IllegalAction | None:
    if slot in range(len(state.holders)):
        return None
    last = len(state.holders) - 1
    return _no("no_such_slot", f"There is no such treasure: they are numbered from 0 to {last}.")


def _taken(state: State, slot: int) -> IllegalAction:
    return _no("taken", "That treasure has been taken.", slot=slot, holder=state.holders[slot])


def _not_listed(state: State, seat: Seat, action: Action) -> IllegalAction:
    """For actions without any choice in them: where they are allowed at all, they are listed."""
    return _no("not_now", "That cannot be done now.")


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
