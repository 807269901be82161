"""Where a dwarf can walk, and the way it takes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from games.engine import Seat

from .board import MINE_FIELDS, NEIGHBOURS, OPPOSITE, Board, Field
from .cards import MINE_FACES, sides_of, turned_round
from .state import State

WALK, WALK_FROM_CAMPFIRE = 3, 5


# L10: from a campfire a dwarf may walk up to 5 cards.
def reach(state: State, seat: Seat) -> int:
    """How many cards a dwarf may walk."""
    by_the_fire = state.board.feature(state.stands[seat]) == "campfire"
    return WALK_FROM_CAMPFIRE if by_the_fire else WALK


# Fields to walk to, and the fields entered on the way.
Ways: TypeAlias = Mapping[Field, tuple[Field, ...]]
# A way of a known length: the traps crossed, the turns taken, the fields entered.
Way: TypeAlias = tuple[int, tuple[int, ...], tuple[Field, ...]]


# L18: up to 3 cards along joined paths; of all ways to a field the dwarf takes the one with fewest
# traps, then fewest steps, then the one that turns first to N, E, S, W.
def ways(state: State, seat: Seat) -> Ways:
    """Every field that the seat's dwarf can walk to, with the way it takes, in reading order."""
    # They are asked for up to five times a walk (is there any, which, is this one, which way), so
    # the board keeps them: that spares a sixth of the time of random play.
    board, start = state.board, state.stands[seat]
    full, traps, trolls = board.full(state.stands), frozenset(state.traps), frozenset(state.trolls)
    key = ("ways", start, full, traps, trolls)
    found: Ways | None = board.kept.get(key)
    if found is None:
        found = board.kept[key] = _ways(state, seat)
    return found


def _ways(state: State, seat: Seat) -> Ways:
    # One best way a field would not do, since a detour round a trap may be too long to go on from.
    # So there is one best way for every field *and* number of steps: of those equally long, the
    # fewest traps, then the first in order.
    closed = _closed_to(state, seat)
    level: dict[Field, Way] = {state.stands[seat]: (0, (), ())}
    best: dict[Field, Way] = {}
    for _ in range(reach(state, seat)):
        level = _one_step_on(state, level, closed)
        for field, way in level.items():
            # Shorter ways were found before: a longer one must cross fewer traps.
            if field not in best or way[0] < best[field][0]:
                best[field] = way
    return {field: best[field][2] for field in sorted(best)}


def _one_step_on(
    state: State, level: dict[Field, Way], closed: frozenset[Field]
) -> dict[Field, Way]:
    sides, traps, trolls = state.board.sides, state.traps, state.trolls
    further: dict[Field, Way] = {}
    for field, (crossed, turns, way) in level.items():
        # A face-down mine has no open sides: nothing leads on through it.
        open_sides = sides[field]
        for side, other, edge in NEIGHBOURS[field]:
            if not open_sides & side or other in closed or edge in trolls:
                continue
            if not (sides[other] & OPPOSITE[side] or (not sides[other] and other in MINE_FIELDS)):
                continue
            longer = (crossed + (edge in traps), (*turns, side), (*way, other))
            if other not in further or longer < further[other]:
                further[other] = longer
    return further


# L9: an obstacle lets nobody in until its tool lies on it; then, and on rocks always, there is
# room for one dwarf.
# L20: a mine once turned up may be walked through and holds any number; no path card, it is never
# closed. (The rulebooks say so of the dragon's mine; that it holds for every mine is a ruling.)
def _closed_to(state: State, seat: Seat) -> frozenset[Field]:
    """The cards that this dwarf may neither enter nor cross, and where it stands already."""
    board = state.board
    return board.full(state.stands) | board.blocked() | {state.stands[seat]}


# L19: the first dwarf on a mine turns it up and stops; it joins the way the dwarf came, and of the
# ways round that do, it misfits fewest neighbours, and is better not turned.
def mine_is_turned(board: Board, field: Field, kind: str, came_from: Field) -> bool:
    """Is a mine laid down turned, when it is turned up by a dwarf that came from there?"""
    entrance = next(side for side, other, _ in NEIGHBOURS[field] if other == came_from)
    upright = sides_of(MINE_FACES[kind])
    joining = [
        (board.misfits(field, sides), turned)
        for turned, sides in ((False, upright), (True, turned_round(upright)))
        if sides & entrance
    ]
    return min(joining)[1]
